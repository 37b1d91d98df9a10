"""Q7: a faction graph of Aptitudes et forces.

12 vertices, 15 edges, 488 reachable sets of active vertices; 10 sessions with a draw at the start and at the end of
each, and one at the end of a scenario every third: 23 passes. How likely is each vertex to be active after each
session? Peers get the law of the next set from every set beforehand, and only mix these laws, pass after pass, for a
law of sets a session; ours starts from the graph, lays its states out and ends with the fractions of all vertices.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import lcm
from typing import Any

from asking import OURS, Ask, Law, Question

Weights = dict[int, int]
Laws = Mapping[str, Mapping[int, Weights]]

START, END, SCENARIO = "debut_seance", "fin_seance", "fin_scenario"
COUNT = 12
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

SESSIONS = [(START, END, SCENARIO) if n % 3 == 0 else (START, END) for n in range(1, 11)]
PASSES = [name for session in SESSIONS for name in session]
AFTER = [sum(map(len, SESSIONS[: n + 1])) for n in range(len(SESSIONS))]


def ours() -> Ask:
    from paravent.systems.forces import odds

    names = [f"v{i}" for i in range(COUNT)]
    edges = tuple(odds.Edge(names[a], names[b], Fraction(n, 20), when) for a, b, n, when in EDGES)
    graph = odds.Graph(tuple(names), edges, frozenset(names[:1]))

    def read(rows: Any) -> list[Law]:
        return [{i: p for i, v in enumerate(names) if (p := row.active[v])} for row in rows]

    return Ask(lambda: odds.forecast(graph, PASSES, AFTER), read)


@cache
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


def mixing(
    make: Callable[[Weights], Any],
    mix: Callable[[Any, Mapping[int, Any]], Any],
    weights: Callable[[Any], Mapping[int, Any]],
) -> Ask:
    laws = {name: {s: make(law) for s, law in rows.items()} for name, rows in next_laws().items()}
    start = make({1: 1})

    def work() -> list[Any]:
        now, after = start, []
        for session in SESSIONS:
            for name in session:
                now = mix(now, laws[name])
            after.append(now)
        return after

    return Ask(work, lambda found: [active(weights(law)) for law in found])


def active(law: Mapping[int, Any]) -> Law:
    """How likely each vertex is to be active: no law, as several are at once."""
    total = Fraction(sum(law.values()))
    chances = ((i, sum(w for s, w in law.items() if int(s) >> i & 1)) for i in range(COUNT))
    return {i: Fraction(w) / total for i, w in chances if w}


def icepool_peer() -> Ask:
    import icepool

    return mixing(icepool.Die, lambda die, laws: die.map(laws, star=False), lambda die: dict(die.items()))


def dyce_peer() -> Ask:
    import dyce

    def mix(h: Any, laws: Mapping[int, Any]) -> Any:
        """Without its pruning of rare paths, which is on by default."""
        return dyce.expand(lambda result: laws[result.outcome], h, min_path_probability=Fraction(0))

    return mixing(dyce.H, mix, lambda h: dict(h.items()))


def hdroller_peer() -> Ask:
    import hdroller

    return mixing(hdroller.Die, lambda die, laws: die.sub(laws), lambda die: dict(die.items()))


def dice_calc_peer() -> Ask:
    import dice_calc

    return mixing(
        lambda weights: dice_calc.RV(weights.keys(), weights.values()),
        lambda rv, laws: dice_calc.RV.from_rvs([laws[s] for s in rv.vals], rv.probs),
        lambda rv: dict(zip(rv.vals, rv.probs, strict=True)),
    )


def lea_peer() -> Ask:
    import lea

    return mixing(
        lambda weights: lea.pmf(weights, prob_type="r"),
        lambda law, laws: law.switch({s: laws[s] for s in law.support()}).get_alea(),
        lambda law: dict(law.pmf_tuple()),
    )


QUESTIONS = {
    "Q7": Question(
        "arbre d’évolution, 12 sommets, 10 séances",
        "tableau",
        {
            OURS: ours,
            "icepool": icepool_peer,
            "dyce": dyce_peer,
            "hdroller": hdroller_peer,
            "dice_calc": dice_calc_peer,
            "lea": lea_peer,
        },
        target=4.5,
    ),
}
