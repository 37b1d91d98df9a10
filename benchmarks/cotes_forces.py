"""The forecast of a faction graph beside general dice libraries, answers compared to the fraction.

    PYTHONPATH=src uv run --no-project --with icepool==2.1.3 --with dyce==0.7 --with hdroller==0.6.7 \\
        --with dice-calc==0.3.6 --with lea==4.4 benchmarks/cotes_forces.py [--runs 7]

Q7: 12 vertices, 15 edges, 488 reachable sets of active vertices; 10 sessions with a draw at the start and at the end
of each, and one at the end of a scenario every third: 23 passes. How likely is each vertex to be active after each
session? Peers get the law of the next set from every set beforehand, and only mix these laws, pass after pass, for a
law of sets a session; ours starts from the graph, lays its states out and ends with the fractions of all vertices. A
yardstick follows, no peer: the same mixing in plain Python. Then Paravent alone: the law of sets, laws of dice, and
graphs of other sizes. A missing peer is skipped.
"""

from __future__ import annotations

import argparse
import importlib
import statistics
import time
import warnings
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import permutations, product
from math import lcm
from random import Random
from typing import Any

from paravent.systems.forces import odds
from paravent.systems.forces.odds.throw import dice_law
from paravent.systems.forces.weighing import Options

Weights = dict[int, int]
Laws = Mapping[str, Mapping[int, Weights]]
Ways = tuple[Callable[[], list[Any]], Callable[[Any], Mapping[int, Any]]]

START, END, SCENARIO = "debut_seance", "fin_seance", "fin_scenario"
EDGES = (
    (0, 1, 9, START),
    (0, 2, 2, SCENARIO),
    (0, 3, 3, SCENARIO),
    (3, 4, 2, END),
    (3, 5, 6, END),
    (4, 6, 8, END),
    (5, 6, 10, END),
    (2, 7, 10, END),
    (6, 7, 4, END),
    (6, 8, 4, END),
    (2, 9, 3, SCENARIO),
    (0, 10, 9, END),
    (1, 10, 4, START),
    (0, 11, 7, START),
    (5, 11, 8, END),
)
"""From, to, twentieths, frequency."""


def graph_of(count: int, edges: Iterable[tuple[int, int, int, str]]) -> odds.Graph:
    names = tuple(f"v{i}" for i in range(count))
    joined = (odds.Edge(names[a], names[b], Fraction(n, 20), when) for a, b, n, when in edges)
    return odds.Graph(names, tuple(joined), frozenset(names[:1]))


GRAPH = graph_of(12, EDGES)
SESSIONS = [(START, END, SCENARIO) if n % 3 == 0 else (START, END) for n in range(1, 11)]
PASSES = [name for session in SESSIONS for name in session]
AFTER = [sum(map(len, SESSIONS[: n + 1])) for n in range(len(SESSIONS))]


def next_laws() -> Laws:
    """The law of the next set from every set that can come, for each frequency, all of one total."""
    waiting, met = [1], {1}
    found: dict[str, dict[int, dict[int, Fraction]]] = {name: {} for name in (START, END, SCENARIO)}
    while waiting:
        state = waiting.pop()
        for name, laws in found.items():
            misses: dict[int, Fraction] = {}
            for a, b, n, when in EDGES:
                if when == name and state >> a & 1 and not state >> b & 1:
                    misses[b] = misses.get(b, Fraction(1)) * Fraction(20 - n, 20)
            law = laws[state] = {}
            for hits in product((False, True), repeat=len(misses)):
                after, p = state, Fraction(1)
                for hit, (b, miss) in zip(hits, misses.items(), strict=True):
                    after, p = (after | 1 << b, p * (1 - miss)) if hit else (after, p * miss)
                law[after] = p
            new = set(law) - met
            met |= new
            waiting += new
    scales = {
        name: lcm(*(p.denominator for law in laws.values() for p in law.values()))
        for name, laws in found.items()
    }
    return {
        name: {s: {t: int(p * scales[name]) for t, p in law.items()} for s, law in laws.items()}
        for name, laws in found.items()
    }


LAWS = next_laws()


# ---- contenders: a way to find the law of sets after each session, and a reader of one


def mixing(
    make: Callable[[Weights], Any], mix: Callable[[Any, Mapping[int, Any]], Any]
) -> Callable[[], list[Any]]:
    laws = {name: {s: make(law) for s, law in rows.items()} for name, rows in LAWS.items()}
    start = make({1: 1})

    def work() -> list[Any]:
        now, after = start, []
        for session in SESSIONS:
            for name in session:
                now = mix(now, laws[name])
            after.append(now)
        return after

    return work


def icepool_ways(icepool: Any) -> Ways:
    return mixing(icepool.Die, lambda die, laws: die.map(laws, star=False)), lambda die: dict(die.items())


def dyce_ways(dyce: Any) -> Ways:
    def mix(h: Any, laws: Mapping[int, Any]) -> Any:
        """Without its pruning of rare paths, which is on by default."""
        return dyce.expand(lambda result: laws[result.outcome], h, min_path_probability=Fraction(0))

    return mixing(dyce.H, mix), lambda h: dict(h.items())


def hdroller_ways(hdroller: Any) -> Ways:
    return mixing(hdroller.Die, lambda die, laws: die.sub(laws)), lambda die: dict(die.items())


def dice_calc_ways(dice_calc: Any) -> Ways:
    def make(weights: Weights) -> Any:
        return dice_calc.RV(weights.keys(), weights.values())

    def mix(rv: Any, laws: Mapping[int, Any]) -> Any:
        return dice_calc.RV.from_rvs([laws[s] for s in rv.vals], rv.probs)

    return mixing(make, mix), lambda rv: dict(zip(rv.vals, rv.probs, strict=True))


def lea_ways(lea: Any) -> Ways:
    def make(weights: Weights) -> Any:
        return lea.pmf(weights, prob_type="r")

    def mix(law: Any, laws: Mapping[int, Any]) -> Any:
        return law.switch({s: laws[s] for s in law.support()}).get_alea()

    return mixing(make, mix), lambda law: {s: Fraction(p) for s, p in law.pmf_tuple()}


PEERS: dict[str, Callable[[Any], Ways]] = {
    "icepool": icepool_ways,
    "dyce": dyce_ways,
    "hdroller": hdroller_ways,
    "dice_calc": dice_calc_ways,
    "lea": lea_ways,
}


def plain_mix(now: Weights, laws: Mapping[int, Weights]) -> Weights:
    after: Weights = {}
    for state, w in now.items():
        for end, part in laws[state].items():
            after[end] = after.get(end, 0) + w * part
    return after


def found(peers: Mapping[str, Callable[[Any], Ways]]) -> Iterable[tuple[str, Ways]]:
    for name, ways in peers.items():
        try:
            module = importlib.import_module(name)
        except ImportError:
            print(f"{name}: not installed, skipped")
            continue
        yield name, ways(module)


def chances(law: Mapping[int, Any]) -> dict[str, Fraction]:
    total = sum(law.values())
    return {
        v: Fraction(sum(w for s, w in law.items() if s >> i & 1)) / Fraction(total)
        for i, v in enumerate(GRAPH.vertices)
    }


def median_ms(work: Callable[[], object], runs: int) -> float:
    work()
    took = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        took.append(time.perf_counter() - start)
    return statistics.median(took) * 1000


# ---- Paravent alone


def random_graph(count: int, edges: int, seed: int) -> odds.Graph:
    """Every vertex can come; the edges beyond those that see to it join any two, and may close cycles."""
    r = Random(seed)
    drawn = [(r.randrange(i), i) for i in range(1, count)]
    drawn += [(r.randrange(count), r.randrange(1, count)) for _ in range(edges - len(drawn))]
    return graph_of(count, ((a, b, r.randint(1, 19), r.choice((START, END, SCENARIO))) for a, b in drawn))


def alone(runs: int) -> None:
    bare = dice_law.__wrapped__
    options = Options(critical=True, exploding=True, destiny=True, degrees=True, corruption=True)
    asked: dict[str, Callable[[], object]] = {
        "the law of sets after the last session": lambda: odds.sets_after(GRAPH, PASSES),
        "14 laws of dice, nothing kept": lambda: [
            bare(net, on) for net in range(-3, 4) for on in (False, True)
        ],
        "one test, all options, its dice known": lambda: odds.throw_law.__wrapped__(
            odds.Throw(7, 18, options, 2)
        ),
    }
    for what, work in asked.items():
        print(f"{what:56} {median_ms(work, runs):9.2f} ms")
    for count, edges in ((12, 20), (12, 30), (20, 30), (20, 40), (200, 400)):
        took, many = [], 0
        for seed in range(5):
            graph = random_graph(count, edges, seed)
            start = time.perf_counter()
            try:
                odds.forecast(graph, PASSES, AFTER)
            except odds.TooLarge:
                many += 1
            took.append((time.perf_counter() - start) * 1000)
        what = f"{count} vertices, {edges} edges, 5 graphs: longest forecast"
        print(f"{what:56} {max(took):9.2f} ms" + (f"  ({many} too large)" if many else ""))
    r = Random(1)
    pairs = [(a, b, r.randint(1, 19), r.choice((START, END))) for a, b in permutations(range(12), 2)]
    complete = median_ms(lambda: odds.forecast(graph_of(12, pairs), (START, END) * 10, range(0, 21, 2)), 3)
    print(f"{'12 vertices, everything leads to everything, 20 passes':56} {complete:9.2f} ms")
    graph = random_graph(200, 400, 0)
    simulated = median_ms(lambda: odds.simulate(graph, PASSES, AFTER, Random(1).getrandbits), 3)
    print(f"{'200 vertices, 400 edges, 10,000 plays simulated':56} {simulated:9.2f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=7)
    runs = parser.parse_args().runs
    warnings.simplefilter("ignore")  # dyce says what of it is experimental
    expected = [row.active for row in odds.forecast(GRAPH, PASSES, AFTER)]
    base = median_ms(lambda: odds.forecast(GRAPH, PASSES, AFTER), 5 * runs)
    print(f"{'paravent':14} {base:9.2f} ms            ({len(LAWS[END])} sets)")
    best = None
    plain: Ways = (mixing(dict, plain_mix), dict)
    for name, (work, read) in [*found(PEERS), ("plain Python", plain)]:
        if [chances(read(raw)) for raw in work()] != expected:
            print(f"{name}: WRONG")
            continue
        took = median_ms(work, runs)
        print(f"{name:14} {took:9.2f} ms  {took / base:7.1f} x")
        if name in PEERS:
            best = min(took, best or took)
    if best:
        print(f"best exact peer / paravent: {best / base:.1f}")
    alone(runs)


if __name__ == "__main__":
    main()
