"""What the sentence that leads an answer is made of: chances, means, and sums over the lines of a law."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from paravent.chance.words import NBSP, decimal, percent

Line = Mapping[str, Any]


def exact(number: Any) -> Fraction:
    """The number of an answer."""
    return Fraction(number["exact"])


def where(lines: Iterable[Line], **wanted: object) -> Fraction:
    """The chance of the lines of a law that hold all of this."""
    return sum((exact(line) for line in lines if _holds(line, wanted)), Fraction(0))


def _holds(line: Line, wanted: Mapping[str, object]) -> bool:
    return all(line[key] == value for key, value in wanted.items())


def mean(lines: Iterable[Line], key: str) -> Fraction:
    """The mean of a number over a whole law."""
    return sum((line[key] * exact(line) for line in lines), Fraction(0))


def chance(p: Fraction) -> str:
    """« 61 % », to two decimals where it takes them."""
    return percent(p, 2)


def on_average(n: Fraction, noun: str) -> str:
    """« 1,5 tour en moyenne », « 2,25 échanges en moyenne », the first word of `noun` in the plural from two on."""
    first, space, rest = noun.partition(" ")
    plural = "s" if abs(n) >= 2 and first != "de" else ""
    return f"{decimal(n)}{NBSP}{first}{plural}{space}{rest} en moyenne"
