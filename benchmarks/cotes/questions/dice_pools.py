"""Q4 to Q6: pools of mixed dice of Intrigue, oppositions, whole contests.

Q4: the joint law of total and ones, 3 dice keep 2; Q4b: 10 dice keep 3. Q5: 10 dice keep 3 act, 5 dice keep 2 react:
raised, short, far; « chaud »: both laws of totals known. Q6: a contest to its end, 3 dice against 5, keep 2, the chance
that the first wins; Q6b: 10 dice keep 3 against 5 keep 2. Q8: all 251 pools of one to five dice against each other,
raised or far, their laws included. Ones are worth nothing. Nothing is kept from one call to the next: our caches are
emptied, evaluators made anew. Ours finds the whole law of a contest's ends, margins and lengths where peers find one
chance. icepool and hdroller read pools face by face and know truncated dice; the others read die by die.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from asking import NUMPY, OURS, Ask, Law, Question, shares

from questions.mixed_dice import (
    EVERY,
    FIVE,
    ONES,
    TEN,
    THREE,
    Dice,
    read_pair,
)
from questions.pool_peers import PEERS, icepool_peer


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


class Bare(Ours):
    """Without numpy, were it installed."""

    def __init__(self) -> None:
        super().__init__()
        from paravent.chance.exact import arrays

        arrays.numpy = lambda: None


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
