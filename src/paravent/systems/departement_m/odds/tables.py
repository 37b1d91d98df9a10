"""Whole tables of pools at once, with numpy: every target number and discipline that somebody compares (DEM-12)."""

from __future__ import annotations

from collections.abc import Mapping
from math import comb
from typing import Any

from paravent.chance.exact import arrays
from paravent.systems.departement_m.weighing import FREE_DICE, MOST_DICE, SIDES


def pool_tables(target: Any, discipline: Any, focused: Any) -> Mapping[int, Any]:
    """`dice_pool.joint_weights` for many tests: arrays in, for each number of dice `[test, complications, successes]`.

    All weights are exact. `ModuleNotFoundError` without numpy.
    """
    np = arrays.needed()
    plain = SIDES - 1
    target, discipline, focused = np.asarray(target), np.asarray(discipline), np.asarray(focused)
    twos = np.where(focused, np.minimum(np.maximum(discipline, 1), plain), 1)
    ones = np.maximum(np.minimum(target, plain) - twos, 0)
    twenty = np.where(focused & (discipline >= SIDES), 2, target >= SIDES)
    powers = arrays.powers(np.stack((plain - twos - ones, ones, twos), axis=1), MOST_DICE)
    found = {}
    for dice in range(FREE_DICE, MOST_DICE + 1):
        ways = np.array([comb(dice, k) for k in range(dice + 1)])
        # The dice that are no 20 make the successes, each 20 moves them up by what it brings of its own.
        made = powers[dice::-1, :, : 2 * dice + 1] * ways[:, None, None]
        if twenty.any():
            for showing in range(1, dice + 1):
                for worth in (1, 2):
                    tests = twenty == worth
                    made[showing, tests] = np.roll(made[showing, tests], worth * showing, axis=1)
        found[dice] = made.transpose(1, 0, 2)
    return found
