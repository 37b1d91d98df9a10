"""Dice thrown again: added when they explode, or replaced."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from paravent.chance.exact.law import Law

T = TypeVar("T")


def exploding(law: Law[int], on: Callable[[int], bool], most: int) -> Law[int]:
    """A die thrown again and added as long as `on` holds of what it shows, at most `most` times.

    >>> from paravent.chance.exact import die
    >>> exploding(die(6), lambda face: face == 6, most=2).rows()[-2:]
    ((17, Fraction(1, 216)), (18, Fraction(1, 216)))
    """
    _check(most)
    weights: dict[int, int] = {}
    going, scale = {0: 1}, law.total**most
    for left in range(most, -1, -1):
        after: dict[int, int] = {}
        for sum_, ways in going.items():
            for face, w in law.weights.items():
                if left and on(face):
                    after[sum_ + face] = after.get(sum_ + face, 0) + ways * w
                else:
                    weights[sum_ + face] = weights.get(sum_ + face, 0) + ways * w * scale
        going, scale = after, scale // law.total
    return Law(weights)


def rerolled(law: Law[T], on: Callable[[T], bool], most: int = 1) -> Law[T]:
    """A die thrown again, the new result in place of the old, as long as `on` holds of it, at most `most` times.

    Thrown again for ever, it is `law.given(lambda v: not on(v))`.

    >>> from paravent.chance.exact import die
    >>> rerolled(die(6), lambda face: face == 1).p(1)
    Fraction(1, 36)
    """
    _check(most)
    bad = sum(w for v, w in law.weights.items() if on(v))
    whole = law.total
    # A result that stays may come at any throw, one thrown again only at the last.
    stays = sum(bad**n * whole ** (most - n) for n in range(most + 1))
    last = bad**most
    return Law({v: w * (last if on(v) else stays) for v, w in law.weights.items()})


def _check(most: int) -> None:
    if most < 0:
        raise ValueError("a negative number of rerolls")
