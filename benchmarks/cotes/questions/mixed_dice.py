"""Pools of mixed dice, as the questions of dice_pools.py speak of them."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

from asking import Law


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


def read_pair(throws: Any, above: Any, below: Any) -> Law:
    return {RAISED: Fraction(above) / Fraction(throws), FAR: Fraction(below) / Fraction(throws)}
