"""Exact odds of « Intentions »: closed forms on plain values, checked against enumeration in the tests."""

from paravent.systems.intentions.odds.race import Dial, RaceLaw, Steps, race_law
from paravent.systems.intentions.odds.throw import (
    Throw,
    ThrowLaw,
    Weights,
    margin_law,
    throw_law,
    throw_weights,
)

__all__ = [
    "Dial",
    "RaceLaw",
    "Steps",
    "Throw",
    "ThrowLaw",
    "Weights",
    "margin_law",
    "race_law",
    "throw_law",
    "throw_weights",
]
