"""numpy where it is installed: whole tables at once, exact because every bound is proven before it is trusted.

numpy is not imported before a whole table is asked for, and one that int64 could not hold is made of Python's own whole
numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from math import comb, perm
from typing import Any

INT64 = 1 << 63
"""Whole numbers under this bound are exact in int64."""


@cache
def numpy() -> Any:
    """The module, imported at the first call; None where it is not installed."""
    try:
        return import_module("numpy")
    except ImportError:
        return None


def needed() -> Any:
    """The module; `ModuleNotFoundError` where it is not installed."""
    np = numpy()
    if np is None:
        raise ModuleNotFoundError("whole tables need numpy: install paravent[numpy]")
    return np


def best_totals(pools: Sequence[Sequence[int]], keep: int, worth: Sequence[int]) -> Any:
    """`pools.total_weights` of many pools of fair dice that keep their `keep` best: `[pool, total]`, in int64.

    No pool may have fewer dice than are kept; the largest die to the power of the most dice is to be under 2**63, and
    bounds all that is counted here. Faces are read from the highest down by all pools at once; a pool that has read all
    it keeps is counted at once with all that its other dice may then show.
    """
    np = needed()
    largest, most = max(map(max, pools)), max(map(len, pools))
    sizes = np.array([[pool.count(size) for size in range(largest + 1)] for pool in pools])
    thrown = sizes[:, ::-1].cumsum(axis=1)[:, ::-1]
    """For each face, how many dice may show it."""
    powers = np.array([size**n for size in range(largest + 1) for n in range(most + 1)]).reshape(-1, most + 1)
    below = powers[np.arange(largest + 1), sizes].cumprod(axis=1)
    """For each face, the throws of the dice that are too small for more."""
    length = keep * max(worth) + 1
    live = np.zeros((keep, len(pools), length), np.int64)
    """By how many dice are read."""
    live[0, :, 0] = 1
    done = np.zeros((len(pools), length), np.int64)
    for face in range(largest, 0, -1):
        value = worth[face]
        after = live.copy()
        for read in range(keep):
            left = np.maximum(thrown[:, face] - read, 0)
            room = keep - read
            choose = np.array([[comb(n, k) for k in range(room)] for n in range(most + 1)])
            misses = [[(face - 1) ** max(n - k, 0) for k in range(room)] for n in range(most + 1)]
            enough = np.array([face**n for n in range(most + 1)]) - (choose * misses).sum(axis=1)
            for showing in range(1, room):
                moved = live[read, :, : length - value * showing] * choose[left, showing, None]
                after[read + showing, :, value * showing :] += moved
            ways = enough[left] * below[:, face - 1]
            done[:, value * room :] += live[read, :, : length - value * room] * ways[:, None]
        live = after
    return done


def kind_for(most: int) -> Any:
    """What holds whole numbers up to `most`: int64 where it can, else Python's own."""
    return needed().int64 if most < INT64 else object


def ordered_draws(most: int, columns: int | None = None) -> Any:
    """`decks.ordered_draws` as one array, for up to so many columns."""
    width = most + 1 if columns is None else columns
    rows = [[perm(n, k) for k in range(width)] for n in range(most + 1)]
    return needed().array(rows, kind_for(max(map(max, rows))))


def powers(polynomials: Sequence[Sequence[int]], most: int) -> Any:
    """Many polynomials raised to 0..`most`: `[power, polynomial, degree]`; coefficients are whole, none negative.

    That of n is the law of n dice alike, with the weights of one die as polynomial.
    """
    np = needed()
    base = np.asarray(polynomials)
    count, terms = base.shape
    # All coefficients of a power add up to that power of the sum of the polynomial's.
    kind = kind_for(max(1, int(base.sum(axis=1).max())) ** most)
    base = base.astype(kind)
    found = np.zeros((most + 1, count, most * (terms - 1) + 1), kind)
    found[0, :, 0] = 1
    for n in range(most):
        length = n * (terms - 1) + 1
        for term in range(terms):
            found[n + 1, :, term : term + length] += base[:, term, None] * found[n, :, :length]
    return found
