"""Exact chances and shares as templates show them."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import cos, pi, sin

from paravent.chance import words


@lru_cache(4096)
def percent(numerator: int, denominator: int) -> str:
    """An exact chance as a whole percentage, never « 0 % » for what may happen nor « 100 % » for what may not."""
    return words.percent(Fraction(numerator, denominator))


def sector(part: int, parts: int) -> tuple[str, str]:
    """Both ends of a part of a clock's rim, from noon on, as SVG coordinates around (0, 0)."""
    turns = (2 * pi * n / parts for n in (part, part + 1))
    a, b = (f"{24 * sin(turn):.2f} {-24 * cos(turn):.2f}" for turn in turns)
    return a, b


@lru_cache(4096)
def finely(numerator: int, denominator: int) -> str:
    """The same to a tenth, for a law in a table."""
    return words.percent(Fraction(numerator, denominator), 1)


@lru_cache(4096)
def one_in(numerator: int, denominator: int) -> str:
    """« 1 sur 6 », « — » for what cannot be."""
    return words.one_in(Fraction(numerator, denominator))


def permille(numerator: int, denominator: int) -> int:
    """An exact chance in thousandths, rounded down: the length of its bar."""
    return 1000 * numerator // denominator if denominator else 0
