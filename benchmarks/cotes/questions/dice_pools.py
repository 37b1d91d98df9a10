"""Q4 to Q6: pools of mixed dice of Intrigue, oppositions, whole contests.

Q4: the joint law of total and ones, 3 dice keep 2; Q4b: 10 dice keep 3. Q5: 10 dice keep 3 act, 5 dice keep 2 react:
raised, short, far; « chaud »: both laws of totals known. Q6: a contest to its end, 3 dice against 5, keep 2, the chance
that the first wins; Q6b: 10 dice keep 3 against 5 keep 2. Q8: all 251 pools of one to five dice against each other,
raised or far, their laws included. Ones are worth nothing. Nothing is kept from one call to the next: our caches are
emptied, evaluators made anew. Ours finds the whole law of a contest's ends, margins and lengths where peers find one
chance. icepool and hdroller read pools face by face and know truncated dice; the others read die by die.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from functools import cache, partial
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

from asking import NUMPY, OURS, Ask, Law, Question, shares


class Dice(NamedTuple):
    """Fair dice, the best `keep` of them together."""

    sizes: tuple[int, ...]
    keep: int = 2


SIZES = (4, 6, 8, 10, 12)
THREE, FIVE = Dice((6, 8, 10)), Dice((4, 6, 8, 10, 12))
TEN = Dice((4, 4, 6, 6, 8, 8, 10, 10, 12, 12), 3)
EVERY = [Dice(sizes) for n in range(1, 6) for sizes in combinations_with_replacement(SIZES, n)]
ONES = 1000
"""A tally as one number: total + 1000 × ones."""
RAISED, SHORT, FAR = range(3)
GAP = 5


def comparison(action: int, reaction: int) -> int:
    if reaction > action:
        return RAISED
    return FAR if action - reaction >= GAP else SHORT


def worth(face: int) -> int:
    return 0 if face == 1 else face


def best(kept: tuple[int, ...], face: int, keep: int) -> tuple[int, ...]:
    return tuple(sorted((*kept, worth(face)), reverse=True)[:keep])


# ---- Paravent


class Ours:
    def __init__(self) -> None:
        from paravent.systems.intrigue import odds
        from paravent.systems.intrigue.odds import contest, pool, stress

        self.odds = odds
        self.memories = (
            pool.own_totals,
            stress.pile_law,
            stress.total_and_size,
            contest.contest_law,
            contest.lost_law,
        )

    def forget(self) -> None:
        for memory in self.memories:
            memory.cache_clear()

    def joint(self, dice: Dice) -> Ask:
        def read(rows: Any) -> list[Law]:
            return [shares({n + ONES * ones: w for ones, row in enumerate(rows) for n, w in enumerate(row)})]

        return Ask(lambda: self.odds.joint_weights(*dice), read)

    def opposed(self, action: Dice, reaction: Dice, *, warm: bool = False) -> Ask:
        a, r = self.odds.Pool(*action), self.odds.Pool(*reaction)

        def read(found: Any) -> list[Law]:
            return [{i: p for i, p in enumerate((found.raised, found.short, found.far)) if p}]

        ask = Ask(lambda: self.odds.opposition(a, r), read)
        return ask if warm else ask._replace(forget=self.forget)

    def contest(self, first: Dice, second: Dice) -> Ask:
        pair = self.odds.Contest(self.odds.Pool(*first), self.odds.Pool(*second))

        def work() -> Fraction:
            return self.odds.contest_law(pair).p(lambda end: end.first_wins)

        return Ask(work, lambda p: [{0: p, 1: 1 - p}], self.forget)

    def all_pairs(self, every: list[Dice]) -> Ask:
        pools = [self.odds.Pool(*dice) for dice in every]

        def read(table: Any) -> list[Law]:
            found = []
            for thrown, raised, far in zip(table.throws, table.raised, table.far, strict=True):
                for n, above, below in zip(table.throws, raised, far, strict=True):
                    found.append(read_pair(thrown * n, above, below))
            return found

        return Ask(lambda: self.odds.oppositions(pools), read, self.forget)


def read_pair(throws: Any, above: Any, below: Any) -> Law:
    return {RAISED: Fraction(above) / Fraction(throws), FAR: Fraction(below) / Fraction(throws)}


class Bare(Ours):
    """Without numpy, were it installed."""

    def __init__(self) -> None:
        super().__init__()
        from paravent.chance.exact import arrays

        arrays.numpy = lambda: None


# ---- peers


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


def contenders(ask: Callable[[Any], Ask]) -> dict[str, Callable[[], Ask]]:
    def made(build: Callable[[], Any]) -> Ask:
        return ask(build())

    return {name: partial(made, build) for name, build in {OURS: Ours, **PEERS}.items()}


QUESTIONS = {
    "Q4": Question(
        "loi jointe (total, 1) de 3 dés, 2 gardés",
        "seule",
        contenders(lambda c: c.joint(THREE)),
        target=15,
    ),
    "Q4b": Question("la même, 10 dés, 3 gardés", "seule", contenders(lambda c: c.joint(TEN)), target=10),
    "Q5": Question(
        "opposition, 10 dés contre 5, à froid",
        "seule",
        contenders(lambda c: c.opposed(TEN, FIVE)),
        target=1,
        against="hdroller",
    ),
    "Q5c": Question(
        "la même à chaud, les deux lois connues",
        "seule",
        contenders(lambda c: c.opposed(TEN, FIVE, warm=True)),
        target=30,
        against="hdroller",
    ),
    "Q6": Question(
        "duel jusqu’à son terme, 3 dés contre 5",
        "seule",
        contenders(lambda c: c.contest(THREE, FIVE)),
        target=5,
    ),
    "Q6b": Question(
        "le même, 10 dés contre 5", "seule", contenders(lambda c: c.contest(TEN, FIVE)), target=2.5
    ),
    "Q8": Question(
        "251 × 251 poignées de 1 à 5 dés, P(>) et P(≤ −5)",
        "tableau",
        {
            OURS: lambda: Bare().all_pairs(EVERY),
            NUMPY: lambda: Ours().all_pairs(EVERY),
            "icepool": lambda: icepool_peer().all_pairs(EVERY),
        },
        with_numpy=1000,
        most=30,
    ),
}
