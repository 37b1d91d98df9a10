"""The law of a test before its dice: two kept of up to five, exploding or not, options on (FOR-11, FOR-20 to 26)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import accumulate
from typing import NamedTuple

from paravent.chance.exact import Law
from paravent.systems.forces.weighing import (
    KEPT,
    MOST_EXTRA,
    MOST_REROLLS,
    SIDES,
    Critical,
    Degree,
    Degrees,
    Destiny,
    Options,
    Verdict,
    critical_of,
    destiny_of,
    judge,
    may_corrupt,
)

FACES = range(1, SIDES + 1)


class Throw(NamedTuple):
    """A test ready to be thrown. `bonus`: aptitude + sub-aptitude, less what stress costs; `net`: see `net_dice`.

    Its options are those of the table, save that a character at the end of its corruption has none left to take.
    """

    bonus: int
    difficulty: int
    options: Options = Options()
    net: int = 0
    bounds: Degrees = Degrees()


def die_weights(exploding: bool) -> dict[int, int]:
    """How often a die comes to each total, in ascending order, ten rerolls at most.

    A total says its first face: those from 1 to 5 are theirs, all others start with a 6.
    """
    if not exploding:
        return dict.fromkeys(FACES, 1)
    weights = {
        SIDES * rerolls + face: SIDES ** (MOST_REROLLS - rerolls)
        for rerolls in range(MOST_REROLLS + 1)
        for face in FACES[:-1]
    }
    return weights | {SIDES * (MOST_REROLLS + 1): 1}


@cache
def dice_law(net: int, exploding: bool) -> Law[tuple[int, Critical]]:
    """The joint law of the total of the dice kept and of the critical they show; `ValueError` beyond ±3.

    Walks the pairs kept, not the throws. With a given die kept second, the others left are those ranked no better:
    a difference of powers counts the throws of which it is the second best (the second worst under a malus).
    """
    if abs(net) > MOST_EXTRA:
        raise ValueError(f"at most {MOST_EXTRA} dice of bonus or of malus")
    dice, die = KEPT + abs(net), die_weights(exploding)
    ranked = sorted(die, reverse=net < 0)
    within = dict(zip(ranked, accumulate(die[v] for v in ranked), strict=True))
    law: dict[tuple[int, Critical], int] = {}
    for second in ranked:
        upto, w = within[second], die[second]
        below = upto - w
        seconds = upto ** (dice - 1) - below ** (dice - 1)
        for first in ranked[ranked.index(second) :]:
            if first == second:
                ways = upto**dice - below**dice - dice * w * below ** (dice - 1)
            else:
                ways = dice * die[first] * seconds
            key = first + second, critical_of((min(first, SIDES), min(second, SIDES)))
            law[key] = law.get(key, 0) + ways
    return Law(law)


@dataclass(frozen=True, slots=True)
class ThrowLaw:
    """The joint law of the verdict and of whether the +2 of corruption was taken for it."""

    law: Law[tuple[Verdict, bool]]

    @property
    def success(self) -> Fraction:
        """Criticals included."""
        return self.law.p(lambda row: row[0].passed)

    @property
    def corrupted(self) -> Fraction:
        """The chance that the +2 is taken."""
        return self.law.p(lambda row: row[1])

    def critical(self, which: Critical) -> Fraction:
        """The chance of a critical; none of any where the table plays without FOR-21."""
        return self.law.p(lambda row: row[0].critical == which)

    @property
    def degrees(self) -> Law[tuple[Critical, Degree]]:
        """Criticals and degrees together."""
        return self.law.map(lambda row: (row[0].critical, row[0].degree))

    @property
    def margins(self) -> Law[tuple[bool, Critical, int]]:
        """Whether the test passes, its critical and its margin, which a critical may contradict."""
        return self.law.map(lambda row: (row[0].passed, row[0].critical, row[0].margin))

    @property
    def with_destiny(self) -> Law[tuple[bool, Destiny]]:
        """Whether the test passes, and what the die of destiny says, independently."""
        return self.law.map(lambda row: row[0].passed).joint(DESTINY)


DESTINY: Law[Destiny] = Law.uniform(destiny_of(face) for face in FACES)


@lru_cache(maxsize=4096)
def throw_law(test: Throw) -> ThrowLaw:
    """Exact. Corruption, where the table plays it, is taken only when it makes a success of a failure."""
    dice = dice_law(test.net, test.options.exploding)
    return ThrowLaw(
        Law.of((_best(test, total, critical), w) for (total, critical), w in dice.weights.items())
    )


def _best(test: Throw, dice_total: int, critical: Critical) -> tuple[Verdict, bool]:
    given = dice_total, test.bonus, test.difficulty, critical, test.options, test.bounds
    plain = judge(*given)
    if not plain.passed and may_corrupt(critical, test.options):
        helped = judge(*given, corrupted=True)
        if helped.passed:
            return helped, True
    return plain, False
