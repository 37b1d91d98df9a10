"""What a pool of mixed dice comes to: the total of those kept and the ones, together (ITG-12, ITG-14, ITG-33)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

from paravent.chance.exact import Law, sums
from paravent.chance.exact.pools import Weights, pool_weights, total_rows, total_weights
from paravent.systems.intrigue.weighing import KEPT, SIZES, worth

MOST_DICE: Final = 12
MOST_KEPT: Final = 5

KNOWN: Final = frozenset(SIZES)
WORTH: Final = (0, *map(worth, range(1, max(SIZES) + 1)))
"""What each face adds to the total, by face."""


class Tally(NamedTuple):
    """What a throw gives: its total, and how many of its dice show a 1, kept or not."""

    total: int
    ones: int


class Pool(NamedTuple):
    """Dice to be thrown, the best `keep` of them together, and what others bring to the result.

    `aids` are thrown beside and add their own totals (ITG-50, ITG-51), their ones apart; `bonus` is what known ones
    already add. At most 12 dice, 1 to 5 kept, fewer dice than that being all kept; no dice at all are worth 0.
    """

    dice: tuple[int, ...]
    keep: int = KEPT
    aids: tuple[Pool, ...] = ()
    bonus: int = 0

    def plus(self, *dice: int) -> Pool:
        """The same with more dice, as a plot point buys one (ITG-32, ITG-34)."""
        return self._replace(dice=(*self.dice, *dice))

    def keeping(self, more: int) -> Pool:
        """The same with more dice kept (ITG-33)."""
        return self._replace(keep=self.keep + more)


Side = Pool | int
"""A pool to be thrown, or a result that is already known."""


def pool_law(pool: Pool) -> Law[Tally]:
    """Exact, what others bring included. `ValueError` for what is no pool."""
    rows = joint_weights(pool.dice, pool.keep)
    law = Law({Tally(total, ones): w for ones, row in enumerate(rows) for total, w in enumerate(row) if w})
    if not pool.aids and not pool.bonus:
        return law
    brought = sums(map(total_law, pool.aids)) + pool.bonus
    return law.joint(brought).map(lambda both: Tally(both[0].total + both[1], both[0].ones))


def joint_weights(dice: Sequence[int], keep: int) -> tuple[Weights, ...]:
    """How many throws come to each total, for each number of ones from none to all."""
    _check(dice, keep)
    return pool_weights(dice, keep, worth=WORTH)


def totals(side: Side) -> Weights:
    """How many throws come to each total; a known result is certain."""
    if isinstance(side, int):
        return (*(0,) * side, 1)
    return with_aids(own_totals(tuple(sorted(side.dice)), side.keep), side)


def with_aids(weights: Weights, pool: Pool) -> Weights:
    """The totals of a pool's own dice once what others bring is added."""
    if pool.bonus < 0:
        raise ValueError("others bring no less than nothing")
    for aid in pool.aids:
        weights = _summed(weights, totals(aid))
    return (*(0,) * pool.bonus, *weights)


@lru_cache(maxsize=4096)
def own_totals(dice: tuple[int, ...], keep: int) -> Weights:
    """The totals of dice given from the smallest to the largest."""
    _check(dice, keep)
    return total_weights(dice, keep, worth=WORTH)


def all_totals(pools: Sequence[Pool]) -> list[Weights]:
    """`totals` of many pools, those that keep as many dice found together."""
    found: dict[tuple[tuple[int, ...], int], Weights] = {}
    asked = {(tuple(sorted(pool.dice)), pool.keep) for pool in pools}
    for dice, keep in asked:
        _check(dice, keep)
    for keep in {keep for _, keep in asked}:
        alike = [dice for dice, kept in asked if kept == keep and len(dice) >= keep]
        rows = total_rows(alike, keep, worth=WORTH)
        found |= {(dice, keep): row for dice, row in zip(alike, rows, strict=True)}
    found |= {one: own_totals(*one) for one in asked - found.keys()}
    return [with_aids(found[tuple(sorted(pool.dice)), pool.keep], pool) for pool in pools]


def _check(dice: Sequence[int], keep: int) -> None:
    if len(dice) > MOST_DICE or not 1 <= keep <= MOST_KEPT or not KNOWN.issuperset(dice):
        raise ValueError(f"a pool has at most {MOST_DICE} dice, 1 to {MOST_KEPT} kept")


def _summed(a: Weights, b: Weights) -> Weights:
    found = [0] * (len(a) + len(b) - 1)
    for i, w in enumerate(a):
        for j, x in enumerate(b, i):
            found[j] += w * x
    return tuple(found)


def total_law(side: Side) -> Law[int]:
    """The total alone."""
    return Law(dict(enumerate(totals(side))))


def p_ones(pool: Pool) -> Fraction:
    """The chance of one complication at least, on the pool's own dice."""
    return pool_law(pool).p(lambda tally: tally.ones > 0)
