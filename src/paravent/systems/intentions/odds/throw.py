"""The law of a test: thirty-six pairs of dice, or six faces beside the last die (INT-03, INT-06 to INT-10)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from paravent.chance.exact import Law
from paravent.systems.intentions.weighing import Mode, Outcome, main_die, outcome

FACES = range(1, 7)


class Throw(NamedTuple):
    """A test ready to be thrown. `single`: one die, beside `last`, that of the test before; None for a first one."""

    difficulty: int
    bonus: int
    mode: Mode = "normal"
    every_double: bool = False
    single: bool = False
    last: int | None = None


@dataclass(frozen=True, slots=True)
class ThrowLaw:
    """The joint law of outcome and margin; the margin is main die + bonus − difficulty, whatever the outcome."""

    law: Law[tuple[Outcome, int]]

    def p(self, *outcomes: Outcome) -> Fraction:
        """The chance of any of these outcomes."""
        return self.law.p(lambda row: row[0] in outcomes)

    @property
    def success(self) -> Fraction:
        """Criticals included."""
        return self.p("success", "critical_success")

    @property
    def critical_success(self) -> Fraction:
        return self.p("critical_success")

    @property
    def critical_failure(self) -> Fraction:
        return self.p("critical_failure")


@lru_cache(maxsize=4096)
def throw_law(t: Throw) -> ThrowLaw:
    """Exact, by walking every face."""
    pairs = [(first, t.last) for first in FACES] if t.single else [(a, b) for a in FACES for b in FACES]
    rows = []
    for first, critical in pairs:
        margin = main_die(first, critical, t.mode) + t.bonus - t.difficulty
        result = outcome(first, critical, t.mode, t.bonus, t.difficulty, every_double=t.every_double)
        rows.append(((result, margin), 1))
    return ThrowLaw(Law.of(rows))
