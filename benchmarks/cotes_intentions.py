"""Exact odds of an Intentions test beside general dice libraries, answers compared to the fraction.

    PYTHONPATH=src uv run --no-project --with icepool==2.1.3 --with dyce==0.7 --with dice-calc==0.3.6 \\
        --with lea==4.4 --with hdroller==0.6.7 benchmarks/cotes_intentions.py [--runs 7]

Q2: difficulties 3 to 7, bonus 0 to 2, 3 modes, a double 6 or any double critical: 90 laws of failure, success,
critical failure, critical success. Q2m: the same jointly with the margin. Peers answer in two ways: each law from
its two dice, and « shared », each law from the 11 values of (main die, whether a double), found once a mode.
A missing peer is skipped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from peers import OURS, median_ms, present, runs_asked, side_by_side

from paravent.chance.exact import Law
from paravent.systems.intentions import odds

Cells = list[odds.Throw]
FAILURE, SUCCESS, CRITICAL_FAILURE, CRITICAL_SUCCESS = range(4)
OUTCOMES = ("failure", "success", "critical_failure", "critical_success")
MARGINS = 100
"""One number says both: margin × 100 + outcome."""
MAIN: dict[str, Callable[[int, int], int]] = {"normal": lambda a, _: a, "advantage": max, "disadvantage": min}


def cells() -> Cells:
    modes = ("normal", "advantage", "disadvantage")
    return [odds.Throw(d, b, m, e) for d, b, m, e in product(range(3, 8), range(3), modes, (False, True))]


class Ours:
    def q2(self, asked: Cells) -> list[Any]:
        weights = odds.throw_weights
        return [weights(t) for t in asked]

    def q2m(self, asked: Cells) -> list[Any]:
        law = odds.margin_law
        return [law(t) for t in asked]

    def read(self, raw: Any) -> Mapping[int, Fraction]:
        if isinstance(raw, Law):
            return {margin * MARGINS + OUTCOMES.index(result): p for (result, margin), p in raw.rows()}
        total, *counts = raw
        return {i: Fraction(n, total) for i, n in enumerate(counts) if n}


def judge(t: odds.Throw, *, margins: bool) -> Callable[[int], int]:
    """What a value of `coded` comes to."""
    gap, every = t.bonus - t.difficulty, t.every_double

    def judged(code: int) -> int:
        main, double = divmod(code, 2)
        margin = main + gap
        if double and main == 1:
            result = CRITICAL_FAILURE
        elif double and (every or main == 6):
            result = CRITICAL_SUCCESS
        else:
            result = SUCCESS if margin >= 0 else FAILURE
        return margin * MARGINS + result if margins else result

    return judged


def coded(mode: str) -> Callable[[int, int], int]:
    """The main die, twice, and one more for a double."""
    main = MAIN[mode]
    return lambda a, b: 2 * main(a, b) + (a == b)


class Peer:
    """`pairs` gives the law of a function of two dice, `image` that of a function of such a law."""

    def __init__(
        self,
        pairs: Callable[[Callable[[int, int], int]], Any],
        image: Callable[[Callable[[int], int], Any], Any],
        weights: Callable[[Any], Mapping[int, int | Fraction]],
        *,
        shared: bool,
    ) -> None:
        self.pairs, self.image, self.weights, self.shared = pairs, image, weights, shared

    def ask(self, asked: Cells, *, margins: bool) -> list[Any]:
        if self.shared:
            found = {mode: self.pairs(coded(mode)) for mode in MAIN}
            return [self.image(judge(t, margins=margins), found[t.mode]) for t in asked]
        laws = []
        for t in asked:
            code, judged = coded(t.mode), judge(t, margins=margins)
            laws.append(self.pairs(lambda a, b, code=code, judged=judged: judged(code(a, b))))
        return laws

    def q2(self, asked: Cells) -> list[Any]:
        return self.ask(asked, margins=False)

    def q2m(self, asked: Cells) -> list[Any]:
        return self.ask(asked, margins=True)

    def read(self, raw: Any) -> Mapping[int, Fraction]:
        weights = self.weights(raw)
        total = sum(weights.values())
        return {code: Fraction(w) / total for code, w in weights.items()}


def icepool_peer(icepool: Any, *, shared: bool) -> Peer:
    d6 = icepool.d6
    return Peer(
        lambda f: icepool.map(f, d6, d6),
        lambda f, law: law.map(f),
        lambda law: dict(law.items()),
        shared=shared,
    )


def dyce_peer(dyce: Any, *, shared: bool) -> Peer:
    d6 = dyce.H(6)
    return Peer(
        lambda f: d6.apply(f, d6), lambda f, law: law.apply(f), lambda law: dict(law.items()), shared=shared
    )


def hdroller_peer(hdroller: Any, *, shared: bool) -> Peer:
    d6 = hdroller.d(6)
    return Peer(
        lambda f: hdroller.apply(f, d6, d6),
        lambda f, law: law.sub(f),
        lambda law: dict(zip(law.outcomes(), law.weights(), strict=True)),
        shared=shared,
    )


def dice_calc_peer(dice_calc: Any, *, shared: bool) -> Peer:
    faces = range(1, 7)
    return Peer(
        lambda f: dice_calc.RV([f(a, b) for a in faces for b in faces], [1] * 36),
        lambda f, law: dice_calc.RV([f(v) for v in law.vals], law.probs),
        lambda law: dict(zip(law.vals, law.probs, strict=True)),
        shared=shared,
    )


def lea_peer(lea: Any, *, shared: bool) -> Peer:
    faces = [(face, 1) for face in range(1, 7)]

    def pairs(f: Callable[[int, int], int]) -> Any:
        dice = lea.joint(*(lea.pmf(faces, prob_type="r") for _ in range(2)))
        return dice.map(lambda pair: f(*pair)).get_alea()

    return Peer(
        pairs,
        lambda f, law: law.map(f).get_alea(),
        lambda law: {code: Fraction(p) for code, p in law.pmf_tuple()},
        shared=shared,
    )


BUILDERS = {
    "icepool": icepool_peer,
    "dyce": dyce_peer,
    "hdroller": hdroller_peer,
    "dice_calc": dice_calc_peer,
    "lea": lea_peer,
}
PEERS = {
    f"{name}, shared" if shared else name: (name, partial(build, shared=shared))
    for name, build in BUILDERS.items()
    for shared in (False, True)
}


def main() -> None:
    runs = runs_asked(__doc__)
    asked = cells()
    contenders: dict[str, Any] = {OURS: Ours(), **present(PEERS)}
    reads = {name: contender.read for name, contender in contenders.items()}
    for question in ("q2", "q2m"):
        asks = {name: partial(getattr(contender, question), asked) for name, contender in contenders.items()}
        side_by_side(question, asks, reads, runs)

    coin = Law.of([(-1, 1), (0, 1), (1, 2)]).joint(Law.of([(0, 1), (1, 2)]))
    clocks = odds.Dial(6, 1), odds.Dial(6, 1)
    for name, work in {
        "what people are told before the dice": lambda: odds.throw_law(asked[0]),
        "outcome and margin": lambda: odds.margin_law(asked[0]),
        "one die beside the last": lambda: odds.throw_law(odds.Throw(5, 1, "advantage", single=True, last=3)),
        "a race between two clocks of 6, 20 turns": lambda: odds.race_law(*clocks, coin, 20),
    }.items():
        print(f"one question, warm: {name:42} {median_ms(work, 20 * runs):8.4f} ms")


if __name__ == "__main__":
    main()
