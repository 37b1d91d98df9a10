"""The law of a test before its dice: two kept of up to five, exploding or not, options on (FOR-11, FOR-20 to 26)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from typing import NamedTuple

from paravent.chance.exact import Law, die, kept
from paravent.chance.exact import exploding as exploded
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


def die_law(*, exploding: bool) -> Law[int]:
    """One die, ten rerolls at most. A total says its first face: those from 1 to 5 are theirs, all others start with a
    6.
    """
    return exploded(die(SIDES), lambda face: face == SIDES, MOST_REROLLS) if exploding else die(SIDES)


@cache
def dice_law(net: int, exploding: bool) -> Law[tuple[int, Critical]]:
    """The joint law of the total of the dice kept and of the critical they show; `ValueError` beyond ±3."""
    if abs(net) > MOST_EXTRA:
        raise ValueError(f"at most {MOST_EXTRA} dice of bonus or of malus")
    pairs = kept([die_law(exploding=exploding)] * (KEPT + abs(net)), KEPT, lowest=net < 0)
    return pairs.map(lambda pair: (sum(pair), critical_of((min(pair[0], SIDES), min(pair[1], SIDES)))))


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
        Law.of((best_of(test, total, critical), w) for (total, critical), w in dice.weights.items())
    )


def best_of(test: Throw, dice_total: int, critical: Critical) -> tuple[Verdict, bool]:
    """The verdict of dice that are down, and whether the +2 of corruption was taken for it."""
    given = dice_total, test.bonus, test.difficulty, critical, test.options, test.bounds
    plain = judge(*given)
    if not plain.passed and may_corrupt(critical, test.options):
        helped = judge(*given, corrupted=True)
        if helped.passed:
            return helped, True
    return plain, False
