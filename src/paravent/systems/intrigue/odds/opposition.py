"""Throws against each other: contests blow by blow, tests, recovery, interference and growth (ITG-43 to ITG-74)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from operator import mul
from typing import NamedTuple

from paravent.chance.exact import Law, die, fold
from paravent.chance.exact.opposed import Matrix, all_pairs, at_most
from paravent.systems.intrigue.odds.pool import Pool, Side, all_totals, totals
from paravent.systems.intrigue.weighing import FAR, Growing, ThreeWay, growth_difficulty, three_way, worth


class Opposition(NamedTuple):
    """What a reaction may be to an action: `raised`, `short` and `far` exclude each other; `level` is in `short`."""

    raised: Fraction
    level: Fraction
    short: Fraction
    far: Fraction

    @property
    def fails(self) -> Fraction:
        """The chance that the reaction does not beat the action, by however much."""
        return 1 - self.raised


class PlotPoint(NamedTuple):
    """The chance to beat a result as things stand, with one die more, and with one die more kept."""

    base: Fraction
    more_dice: Fraction
    keep_more: Fraction


class Oppositions(NamedTuple):
    """Every pool of a list against every other, as weights over `throws`: how many throws each pool has.

    `raised[a][r]` and `far[a][r]` count, among the throws of both, those where pool `r` reacts so to pool `a`.
    """

    throws: tuple[int, ...]
    raised: Matrix
    far: Matrix


# A reaction and its action


def opposition(action: Side, reaction: Side) -> Opposition:
    """What comes of one reaction (ITG-43 to ITG-45)."""
    a, r = totals(action), totals(reaction)
    upto = at_most(r, len(a))
    throws = sum(a) * sum(r)
    within = sum(map(mul, a, upto))
    far = sum(map(mul, a[FAR:], upto))
    level = sum(map(mul, a, r))
    return Opposition(
        Fraction(throws - within, throws),
        Fraction(level, throws),
        Fraction(within - far, throws),
        Fraction(far, throws),
    )


def p_beats(side: Side, other: Side) -> Fraction:
    """The chance to do strictly better: of a test against the trouble pool (ITG-60), of a healer against all the
    Stresses of the healed (ITG-61), of whoever interferes against the action (ITG-52).
    """
    return opposition(other, side).raised


def plot_point(pool: Pool, more: int, against: Side) -> PlotPoint:
    """What one point buys against a pool or a known result: a die of size `more` (ITG-32), or one kept (ITG-33)."""
    return PlotPoint(
        p_beats(pool, against), p_beats(pool.plus(more), against), p_beats(pool.keeping(1), against)
    )


def bought_law(faces: Sequence[int], keep: int, *dice: int) -> Law[int]:
    """The total of dice already thrown once others are bought and thrown beside them (ITG-32, ITG-34)."""

    def read(best: tuple[int, ...], face: int) -> tuple[int, ...]:
        return tuple(sorted((*best, worth(face)), reverse=True)[:keep])

    thrown = tuple(sorted(map(worth, faces), reverse=True)[:keep])
    return fold(map(die, dice), thrown, read).map(sum)


def interference_law(first: Pool, second: Pool, between: Pool) -> Law[ThreeWay]:
    """What the three throws of ITG-53 say, each independent of the others."""
    a, b, c = map(totals, (first, second, between))
    found: dict[ThreeWay, int] = {}
    for i, wa in enumerate(a):
        for j, wb in enumerate(b):
            for k, wc in enumerate(c):
                row = three_way(i, j, k)
                found[row] = found.get(row, 0) + wa * wb * wc
    return Law(found)


def growth(kind: Growing, aimed: int, dice: Sequence[int]) -> Fraction:
    """The chance that a characteristic grows to the size aimed at (ITG-73, ITG-74).

    `dice`: the growth pool, the greatest Stress and, for an ability that has one, the die of its heritage.
    """
    return p_beats(Pool(tuple(dice)), Pool((aimed, growth_difficulty(kind))))


# Every pool against every other


def oppositions(pools: Sequence[Pool]) -> Oppositions:
    """All the comparisons between pools, each as an action and as a reaction; much faster with numpy."""
    weights = all_totals(pools)
    throws = tuple(map(sum, weights))
    return Oppositions(throws, *all_pairs(weights, FAR))
