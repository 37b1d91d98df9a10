"""What a pool of mixed dice comes to: the total of those kept and the ones, together (ITG-12, ITG-14, ITG-33).

A die known to show x or less shows each face of 1 to x alike, whatever its size. So the faces are read from the highest
down, and of the dice that are not read yet only the number matters, beside the total of those kept so far.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb
from struct import Struct
from typing import Final, NamedTuple

from paravent.chance.exact import Law, sums
from paravent.systems.intrigue.weighing import KEPT, SIZES

MOST_DICE: Final = 12
MOST_KEPT: Final = 5

CELL: Final = 64
"""Bits kept for each weight: 12¹² throws need 44."""

KNOWN: Final = frozenset(SIZES)
WAYS: Final = tuple(tuple(comb(n, k) for k in range(n + 1)) for n in range(MOST_DICE + 1))

Weights = tuple[int, ...]
"""How often each total comes, from 0 to the highest."""


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
    dice = tuple(sorted(dice))
    return _read(packed_rows(dice, keep), dice, keep)


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
    (weights,) = _read((sum(packed_rows(dice, keep)),), dice, keep)
    return weights


def packed_rows(dice: tuple[int, ...], keep: int) -> tuple[int, ...]:
    """For each number of ones, the weights of the totals in one whole number, a cell each.

    Written so, all totals are moved up by a shift and added at once. Dice from the smallest to the largest.
    """
    if len(dice) > MOST_DICE or not 1 <= keep <= MOST_KEPT or not KNOWN.issuperset(dice):
        raise ValueError(f"a pool has at most {MOST_DICE} dice, 1 to {MOST_KEPT} kept")
    unread, thrown = [1], 0
    for face in range(dice[-1] if dice else 1, 1, -1):
        if joining := dice.count(face):
            thrown += joining
            unread = [0] * joining + unread
        after = unread[:]  # where no die shows this face
        for left, packed in enumerate(unread):
            if packed:
                room, ways = max(0, keep - thrown + left), WAYS[left]
                for showing in range(1, left + 1):
                    gained = face * (showing if showing < room else room)
                    after[left - showing] += packed * ways[showing] << gained * CELL
        unread = after
    return tuple(unread)


def _read(rows: Iterable[int], dice: tuple[int, ...], keep: int) -> tuple[Weights, ...]:
    cells = sum(dice[-keep:]) + 1
    grid = Struct(f"<{cells}Q")
    return tuple([grid.unpack(row.to_bytes(grid.size, "little")) for row in rows])


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
