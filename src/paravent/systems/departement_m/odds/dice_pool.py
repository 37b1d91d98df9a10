"""What a pool of two to five D20 comes to: successes and complications together (DEM-12 to DEM-15, DEM-20)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Final

from paravent.chance.exact import Law
from paravent.chance.exact.packed import Cells
from paravent.systems.departement_m.weighing import FREE_DICE, MOST_DICE, SIDES, Tally, capped, outcome

DicePoolLaw = Law[Tally]
"""The joint law of the successes and the complications of a throw."""

CELLS: Final = Cells(SIDES**MOST_DICE)
GRIDS: Final = {n: (n + 1) * (2 * n + 1) for n in range(FREE_DICE, MOST_DICE + 1)}
"""For each size of pool, how many weights it has, one after the other."""

PLAIN: Final = SIDES - 1
"""The faces that are no 20, counted apart as it brings its complication."""


def joint_weights(dice: int, target: int, discipline: int, focused: bool) -> tuple[int, ...]:
    """How many of the 20ⁿ throws come to each tally, complications by rows of 2n + 1 numbers of successes.

    The law of a pool is the n-th power of one die's, a polynomial in successes and complications. Written in one
    whole number, a cell a coefficient (Kronecker's substitution), that power is one of integers. `KeyError` outside
    2 to 5 dice.
    """
    count, cell = GRIDS[dice], CELLS.bits
    twos = max(1, min(discipline, PLAIN)) if focused else 1
    ones = max(0, min(target, PLAIN) - twos)
    twenty = 2 if focused and discipline >= SIDES else int(target >= SIDES)
    row = 2 * dice + 1
    one_die = PLAIN - twos - ones + (ones << cell) + (twos << 2 * cell) + (1 << (row + twenty) * cell)
    return CELLS.unpack(one_die**dice, count)


@lru_cache(maxsize=4096)
def dice_pool_law(dice: int, target: int, discipline: int, focused: bool) -> DicePoolLaw:
    """Exact. `ValueError` outside 2 to 5 dice."""
    if dice not in GRIDS:
        raise ValueError(f"a pool has {FREE_DICE} to {MOST_DICE} dice")
    weights = joint_weights(dice, target, discipline, focused)
    row = 2 * dice + 1
    return Law({Tally(i % row, i // row): w for i, w in enumerate(weights) if w})


def p_success(law: DicePoolLaw, difficulty: int) -> Fraction:
    """The chance that the action comes off."""
    return law.p(lambda t: outcome(t.successes, difficulty).passed)


def p_complication(law: DicePoolLaw) -> Fraction:
    """The chance of one complication or more, whether or not the action comes off."""
    return law.p(lambda t: t.complications > 0)


def momentum_law(law: DicePoolLaw, difficulty: int, pool: int = 0, cap: int | None = None) -> Law[int]:
    """The Momentum that a test earns for a pool of so many points, what a cap would lose left out."""
    return law.map(lambda t: capped(pool, outcome(t.successes, difficulty).excess, cap).kept)


def expected_momentum(law: DicePoolLaw, difficulty: int, pool: int = 0, cap: int | None = None) -> Fraction:
    """The mean of `momentum_law`, a failure earning none."""
    return momentum_law(law, difficulty, pool, cap).mean()


def issue_law(law: DicePoolLaw, difficulty: int) -> Law[tuple[bool, bool]]:
    """Whether the action comes off, and whether a complication comes with it or more."""
    return law.map(lambda t: (outcome(t.successes, difficulty).passed, t.complications > 0))
