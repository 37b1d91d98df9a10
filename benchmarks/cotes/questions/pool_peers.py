"""How each dice library answers the questions of dice_pools.py."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from functools import cache, partial
from typing import Any

from asking import Ask, Law, shares

from questions.mixed_dice import (
    GAP,
    ONES,
    SIZES,
    Dice,
    best,
    comparison,
    read_pair,
)


class Peer:
    """`sums` gives the law of a pool's total, `image` and `mixed` that of a number, or of a law, for each value.

    `raised_and_far` reads two chances off two laws of totals, the way that suits the library.
    """

    def __init__(
        self,
        joint: Callable[[Dice], Any],
        sums: Callable[[Dice], Any],
        two: Callable[[Callable[[int, int], int], Any, Any], Any],
        mixed: Callable[[Callable[[int], Any], Any], Any],
        weights: Callable[[Any], Mapping[int, Any]],
        raised_and_far: Callable[[Any, Any], tuple[Any, Any]] | None = None,
    ) -> None:
        self.law_of, self.sums, self.two, self.mixed, self.weights = joint, sums, two, mixed, weights
        self.raised_and_far = raised_and_far

    def joint(self, dice: Dice) -> Ask:
        return Ask(lambda: self.law_of(dice), self.read)

    def opposed(self, action: Dice, reaction: Dice, *, warm: bool = False) -> Ask:
        if warm:
            a, r = self.sums(action), self.sums(reaction)
            return Ask(lambda: self.two(comparison, a, r), self.read)
        return Ask(lambda: self.two(comparison, self.sums(action), self.sums(reaction)), self.read)

    def contest(self, first: Dice, second: Dice) -> Ask:
        """Each total to beat is looked at once, from the side that has to beat it."""

        def work() -> Any:
            laws = self.sums(first), self.sums(second)

            @cache
            def loser(held: int, side: int) -> Any:
                return self.mixed(lambda n: loser(n, 1 - side) if n > held else side, laws[side])

            return self.mixed(lambda n: loser(n, 1), laws[0])

        # Who cannot answer loses: the side whose turn it was.
        return Ask(work, lambda law: [{1 - side: p for side, p in self.read(law)[0].items()}])

    def all_pairs(self, every: list[Dice]) -> Ask:
        assert self.raised_and_far is not None
        chances = self.raised_and_far

        def work() -> list[tuple[Any, Any]]:
            laws = [self.sums(dice) for dice in every]
            return [chances(a, r) for a in laws for r in laws]

        return Ask(work, lambda rows: [read_pair(1, *row) for row in rows])

    def read(self, law: Any) -> list[Law]:
        return [shares({int(v): w for v, w in self.weights(law).items()})]


FACES = (0, *range(2, 13))
"""What the faces of a D12 are worth; smaller dice are truncations of it."""


def icepool_peer() -> Peer:
    import icepool

    die = {size: icepool.Die([face for face in FACES if face <= size]) for size in SIZES}

    class Tally(icepool.MultisetEvaluator):  # type: ignore[misc]  # no types
        def __init__(self, keep: int) -> None:
            self.keep = keep

        def next_state(self, state: Any, order: Any, outcome: int, count: int) -> Hashable:
            if order > 0:
                raise icepool.UnsupportedOrder
            room, sum_, _ = state or (self.keep, 0, 0)
            kept = min(room, count)
            return room - kept, sum_ + outcome * kept, 0 if outcome else count

        def final_outcome(self, state: Any, *_: Any) -> int:
            code: int = state[1] + ONES * state[2]
            return code

    def dice(pool: Dice) -> Any:
        return icepool.Pool([die[size] for size in pool.sizes])

    def raised_and_far(a: Any, r: Any) -> tuple[Any, Any]:
        ahead = r - a
        return ahead.probability(">", 0), ahead.probability("<=", -GAP)

    return Peer(
        lambda pool: Tally(pool.keep).evaluate(dice(pool)),
        lambda pool: dice(pool).highest(pool.keep).sum(),
        lambda f, a, b: icepool.map(f, a, b),
        lambda f, law: law.map(f),
        lambda law: dict(law.items()),
        raised_and_far,
    )


def hdroller_peer() -> Peer:
    import hdroller

    largest = hdroller.Die(*FACES)

    class Tally(hdroller.EvalPool):  # type: ignore[misc]  # no types
        def __init__(self, pool: Dice) -> None:
            self.lost = len(pool.sizes) - pool.keep

        def next_state(self, state: Any, outcome: int, count: int) -> Hashable:
            seen, sum_, ones = state or (0, 0, 0)
            after = seen + count
            kept = max(0, after - max(seen, self.lost))
            return after, sum_ + outcome * kept, ones if outcome else count

        def final_outcome(self, state: Any, *_: Any) -> int:
            code: int = state[1] + ONES * state[2]
            return code

    def dice(pool: Dice) -> Any:
        return hdroller.Pool(largest, max_outcomes=pool.sizes)

    return Peer(
        lambda pool: Tally(pool)(dice(pool)),
        lambda pool: dice(pool)[-pool.keep :].sum(),
        lambda f, a, b: hdroller.apply(f, a, b),
        lambda f, law: law.sub(f),
        lambda law: dict(zip(law.outcomes(), law.weights(), strict=True)),
    )


def dyce_peer() -> Peer:
    import dyce

    die = {size: dyce.H({(face,): 1 for face in range(1, size + 1)}) for size in SIZES}

    def read(pool: Dice, start: Hashable, step: Callable[[Any, Any], Hashable]) -> Any:
        """Die by die, the best remembered."""
        law = dyce.H({start: 1})
        for size in pool.sizes:
            law = law.apply(step, die[size])
        return law

    def joint(pool: Dice) -> Any:
        law = read(pool, ((), 0), lambda s, face: (best(s[0], face[0], pool.keep), s[1] + (face[0] == 1)))
        return law.apply(lambda s: sum(s[0]) + ONES * s[1])

    def mixed(f: Callable[[int], Any], law: Any) -> Any:
        """Without its pruning of rare paths, which is on by default."""
        return dyce.expand(lambda result: f(result.outcome), law, min_path_probability=Fraction(0))

    return Peer(
        joint,
        lambda pool: read(pool, (), lambda kept, face: best(kept, face[0], pool.keep)).apply(sum),
        lambda f, a, b: a.apply(f, b),
        mixed,
        lambda law: dict(law.items()),
    )


def dice_calc_peer() -> Peer:
    """Its outcomes are numbers: what is remembered of a pool is one."""
    import dice_calc

    faces = {size: range(1, size + 1) for size in SIZES}

    def split(code: int, keep: int) -> tuple[tuple[int, ...], int]:
        code = int(code)
        return tuple(code >> 4 * i & 15 for i in range(keep)), code >> 4 * keep

    def code_of(kept: tuple[int, ...], ones: int, keep: int) -> int:
        return sum(n << 4 * i for i, n in enumerate(kept)) + (ones << 4 * keep)

    def read(pool: Dice, *, ones: bool) -> Any:
        law = dice_calc.RV([0], [1])
        for size in pool.sizes:
            after = []
            for code in law.vals:
                kept, count = split(code, pool.keep)
                codes = [
                    code_of(best(kept, face, pool.keep), count + (ones and face == 1), pool.keep)
                    for face in faces[size]
                ]
                after.append(dice_calc.RV(codes, [1] * size))
            law = dice_calc.RV.from_rvs(after, law.probs)
        return law

    def image(f: Callable[[int], int], law: Any) -> Any:
        return dice_calc.RV([f(v) for v in law.vals], law.probs)

    def tally(pool: Dice) -> Callable[[int], int]:
        def of(code: int) -> int:
            kept, ones = split(code, pool.keep)
            return sum(kept) + ONES * ones

        return of

    def two(f: Callable[[int, int], int], a: Any, b: Any) -> Any:
        return dice_calc.RV.from_rvs([image(partial(f, v), b) for v in a.vals], a.probs)

    def mixed(f: Callable[[int], Any], law: Any) -> Any:
        found = (f(v) for v in law.vals)
        laws = [x if isinstance(x, dice_calc.RV) else dice_calc.RV.from_const(x) for x in found]
        return dice_calc.RV.from_rvs(laws, law.probs)

    return Peer(
        lambda pool: image(tally(pool), read(pool, ones=True)),
        lambda pool: image(tally(pool), read(pool, ones=False)),
        two,
        mixed,
        lambda law: dict(zip(law.vals, law.probs, strict=True)),
    )


def lea_peer() -> Peer:
    import lea

    die = {size: lea.pmf([(face, 1) for face in range(1, size + 1)], prob_type="r") for size in SIZES}

    def read(pool: Dice, start: Hashable, step: Callable[[Any, int], Hashable]) -> Any:
        law = lea.pmf({start: 1}, prob_type="r")
        for size in pool.sizes:
            law = lea.joint(law, die[size].new()).map(lambda pair: step(*pair)).get_alea()
        return law

    def joint(pool: Dice) -> Any:
        law = read(pool, ((), 0), lambda s, face: (best(s[0], face, pool.keep), s[1] + (face == 1)))
        return law.map(lambda s: sum(s[0]) + ONES * s[1]).get_alea()

    def sums(pool: Dice) -> Any:
        return read(pool, (), lambda kept, face: best(kept, face, pool.keep)).map(sum).get_alea()

    def mixed(f: Callable[[int], Any], law: Any) -> Any:
        found = {v: f(v) for v in law.support()}
        return law.switch(
            {v: x if isinstance(x, lea.Lea) else lea.vals(x, prob_type="r") for v, x in found.items()}
        ).get_alea()

    return Peer(
        joint,
        sums,
        lambda f, a, b: lea.joint(a, b).map(lambda pair: f(*pair)).get_alea(),
        mixed,
        lambda law: dict(law.pmf_tuple()),
    )


PEERS: dict[str, Callable[[], Peer]] = {
    "icepool": icepool_peer,
    "dyce": dyce_peer,
    "hdroller": hdroller_peer,
    "dice_calc": dice_calc_peer,
    "lea": lea_peer,
}
