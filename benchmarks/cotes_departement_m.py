"""Exact joint laws of 2d20 pools beside general dice libraries, answers compared to the fraction.

    PYTHONPATH=src uv run --no-project --with icepool==2.1.3 --with dyce==0.7 --with hdroller==0.6.7 \\
        --with dice-calc==0.3.6 --with lea==4.4 --with numpy benchmarks/cotes_departement_m.py [--runs 15]

Q3: 2 to 5 dice, target numbers 7 to 17, no focus or one over a discipline of 1 to 5: 264 joint laws of successes
and complications. Peers get one die's weights beforehand, one whole number holding both counts, and add dice in
whichever way is faster for them: n at once, or one more each time, where the four sizes share their sums. Ours is
asked law by law, shares and keeps nothing, and counts its own faces. Two yardsticks follow, no peers: the same sums
in plain Python, and in numpy over all 66 dice at once. A missing peer is skipped.
"""

from __future__ import annotations

import argparse
import importlib
import statistics
import time
import warnings
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from paravent.systems.departement_m import odds
from paravent.systems.departement_m.odds.shown import offer_odds
from paravent.systems.departement_m.weighing import verdict

Roll = tuple[int, int, bool]
Weights = dict[int, int]
Work = Callable[[], list[Any]]

SIZES = (2, 3, 4, 5)
SPAN = 16
"""A tally as one number: successes + SPAN × complications."""
ROLLS: list[Roll] = [(t, max(d, 1), d > 0) for t in range(7, 18) for d in range(6)]


def one_die(roll: Roll) -> Weights:
    weights: Weights = {}
    for face in range(1, 21):
        v = verdict(face, *roll)
        code = v.successes + SPAN * v.complication
        weights[code] = weights.get(code, 0) + 1
    return weights


DICE = [one_die(roll) for roll in ROLLS]


def shares(weights: Mapping[int, Any]) -> dict[int, Fraction]:
    """A law to compare: every tally that can be, with its chance."""
    total = sum(weights.values())
    return {code: Fraction(w) / total for code, w in weights.items() if w}


# ---- contenders: ways to work all laws out, dice by dice and size by size, and a reader of one raw law


def ours() -> list[Any]:
    weights = odds.joint_weights
    return [weights(n, *roll) for roll in ROLLS for n in SIZES]


def read_ours(raw: tuple[int, ...]) -> dict[int, Fraction]:
    row = next(2 * n + 1 for n in SIZES if (n + 1) * (2 * n + 1) == len(raw))
    return shares({i % row + SPAN * (i // row): w for i, w in enumerate(raw)})


def at_once(make: Callable[[Weights], Any], times: Callable[[int, Any], Any]) -> Work:
    def work() -> list[Any]:
        dice = (make(weights) for weights in DICE)
        return [times(n, die) for die in dice for n in SIZES]

    return work


def one_more(make: Callable[[Weights], Any], add: Callable[[Any, Any], Any]) -> Work:
    def work() -> list[Any]:
        laws = []
        for die in map(make, DICE):
            law = die
            for _ in SIZES:
                law = add(law, die)
                laws.append(law)
        return laws

    return work


def plus(a: Any, b: Any) -> Any:
    return a + b


def rolled(n: int, die: Any) -> Any:
    return n @ die


def icepool_ways(icepool: Any) -> tuple[list[Work], Callable[[Any], Mapping[int, Any]]]:
    return [at_once(icepool.Die, rolled), one_more(icepool.Die, plus)], lambda die: dict(die.items())


def dyce_ways(dyce: Any) -> tuple[list[Work], Callable[[Any], Mapping[int, Any]]]:
    return [at_once(dyce.H, rolled), one_more(dyce.H, plus)], lambda h: dict(h.items())


def hdroller_ways(hdroller: Any) -> tuple[list[Work], Callable[[Any], Mapping[int, Any]]]:
    return [at_once(hdroller.Die, rolled), one_more(hdroller.Die, plus)], lambda die: dict(die.items())


def dice_calc_ways(dice_calc: Any) -> tuple[list[Work], Callable[[Any], Mapping[int, Any]]]:
    def make(weights: Weights) -> Any:
        return dice_calc.RV(weights.keys(), weights.values())

    # It keeps every roll for the life of the process: forgotten before each run, or warm calls would compute nothing.
    kept = importlib.import_module("dice_calc.roller")._MEMOIZED_ROLLS
    roll = at_once(make, dice_calc.roll)

    def forgetful() -> list[Any]:
        kept.clear()
        return roll()

    return [forgetful, one_more(make, plus)], lambda rv: dict(zip(rv.vals, rv.probs, strict=True))


def lea_ways(lea: Any) -> tuple[list[Work], Callable[[Any], Mapping[int, Any]]]:
    def make(weights: Weights) -> Any:
        return lea.pmf(weights, prob_type="r")

    return [at_once(make, lambda n, die: die.times(n))], lambda law: {
        code: Fraction(p) for code, p in law.pmf_tuple()
    }


PEERS = {
    "icepool": icepool_ways,
    "dyce": dyce_ways,
    "hdroller": hdroller_ways,
    "dice_calc": dice_calc_ways,
    "lea": lea_ways,
}


def plain_add(a: Weights, b: Weights) -> Weights:
    out: Weights = {}
    for x, w in a.items():
        for y, v in b.items():
            out[x + y] = out.get(x + y, 0) + w * v
    return out


def numpy_ways(np: Any) -> tuple[list[Work], Callable[[Any], Mapping[int, Any]]]:
    none, one, two = (np.array([die.get(code, 0) for die in DICE]).reshape(-1, 1, 1) for code in range(3))

    def work() -> list[Any]:
        law = np.zeros((len(DICE), 6, 11), dtype=np.int64)
        law[:, 0, 0] = 1
        sizes = []
        for _ in range(5):
            more = none * law
            more[:, :, 1:] += one * law[:, :, :-1]
            more[:, :, 2:] += two * law[:, :, :-2]
            more[:, 1:] += law[:, :-1]  # a 20 is no success here: no target number reaches it
            law = more
            sizes.append(law)
        return [size[i] for i in range(len(DICE)) for size in sizes[1:]]

    def read(grid: Any) -> Mapping[int, Any]:
        return {s + SPAN * c: int(w) for c, row in enumerate(grid) for s, w in enumerate(row)}

    return [work], read


def found(peers: Mapping[str, Callable[[Any], Any]]) -> Iterable[tuple[str, Any]]:
    for name, ways in peers.items():
        try:
            yield name, ways(importlib.import_module(name))
        except ImportError:
            print(f"{name}: not installed, skipped")


def median_ms(work: Callable[[], object], runs: int) -> float:
    work()
    took = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        took.append(time.perf_counter() - start)
    return statistics.median(took) * 1000


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=15)
    runs = parser.parse_args().runs
    warnings.simplefilter("ignore")  # dyce says what of it is experimental
    expected = [read_ours(raw) for raw in ours()]
    base = median_ms(ours, runs)
    print(f"{'paravent':14} {base:9.3f} ms            ({len(expected)} laws)")
    best = None
    plain = ("plain Python", ([one_more(dict, plain_add)], dict))
    for name, (ways, read) in [*found(PEERS), plain, *found({"numpy": numpy_ways})]:
        wrong = {
            work: sum(shares(read(raw)) != e for raw, e in zip(work(), expected, strict=True))
            for work in ways
        }
        if any(wrong.values()):
            print(f"{name}: WRONG on {max(wrong.values())} laws")
            continue
        took = min(median_ms(work, runs) for work in ways)
        print(f"{name:14} {took:9.3f} ms  {took / base:7.1f} x")
        if name in PEERS:
            best = min(took, best or took)
    if best:
        print(f"best exact peer / paravent: {best / base:.1f}")

    task = odds.Task(12, 3, True, 2, momentum=3, cap=6)
    asked: dict[str, Callable[[], object]] = {
        "one law": lambda: odds.dice_pool_law.__wrapped__(5, 12, 3, True),
        "what 2 to 5 dice are worth, in words": lambda: [offer_odds(n, *task[:4], 6, 3) for n in SIZES],
        "every purchase and its payment": lambda: odds.purchases(task, (1, 2, 3)),
    }
    for what, work in asked.items():
        print(f"one question, warm: {what:38} {median_ms(work, 20 * runs):8.3f} ms")


if __name__ == "__main__":
    main()
