"""The law of a test: thirty-six pairs of dice, or six faces beside the last die (INT-03, INT-06 to INT-10).

Two dice have a closed form. When f of the six faces reach the difficulty, the main die reaches it in 6f pairs out of
36; f² pairs have both dice reach it, and f(12 − f) have one at least. Each double is one pair.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from paravent.chance.exact import Law
from paravent.systems.intentions.weighing import Mode, Outcome, main_die, outcome

Weights = tuple[int, int, int, int, int]
"""Equally likely throws: all, failures, successes, critical failures, critical successes; none counted twice."""

FACES = range(1, 7)
PAIRS = 36
KEPT: Mapping[Mode, tuple[int, ...]] = {
    "normal": (5,) * 6,
    "advantage": tuple(2 * (face - 1) for face in FACES),
    "disadvantage": tuple(2 * (6 - face) for face in FACES),
}
"""For each face, the pairs that make it the main die, its double aside."""


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
    """The chances of a test; `success` counts the critical successes in."""

    success: Fraction
    critical_success: Fraction
    critical_failure: Fraction


def throw_weights(t: Throw) -> Weights:
    """The outcomes of a test, counted."""
    difficulty, bonus, mode, every_double, single, _ = t
    if single:
        return _beside(t)
    reaching = 7 + bonus - difficulty
    reaching = 0 if reaching < 0 else 6 if reaching > 6 else reaching
    if mode == "normal":
        reached = 6 * reaching
    elif mode == "advantage":
        reached = reaching * (12 - reaching)
    else:
        reached = reaching * reaching
    # Doubles are of neither plain outcome: the 1 fails even where all faces reach, the others where they do not.
    critical = 5 if every_double else 1
    success = reached - (reaching == 6) - (reaching if reaching < critical else critical)
    return PAIRS, PAIRS - 1 - critical - success, success, 1, critical


def _beside(t: Throw) -> Weights:
    """One die, whose six faces meet the last one."""
    count = [_outcome(t, first, t.last) for first in FACES].count
    return 6, count("failure"), count("success"), count("critical_failure"), count("critical_success")


def _outcome(t: Throw, first: int, critical: int | None) -> Outcome:
    return outcome(first, critical, t.mode, t.bonus, t.difficulty, every_double=t.every_double)


def throw_law(t: Throw) -> ThrowLaw:
    """The chances that people are told before the dice."""
    total, _, success, critical_failure, critical_success = throw_weights(t)
    return ThrowLaw(
        Fraction(success + critical_success, total),
        Fraction(critical_success, total),
        Fraction(critical_failure, total),
    )


def margin_law(t: Throw) -> Law[tuple[Outcome, int]]:
    """The joint law of outcome and margin: main die + bonus − difficulty, whatever the outcome."""
    gap = t.bonus - t.difficulty
    if t.single:
        return Law.of(((_outcome(t, f, t.last), main_die(f, t.last, t.mode) + gap), 1) for f in FACES)
    weights: dict[tuple[Outcome, int], int] = {}
    for main in FACES:
        margin = main + gap
        weights["success" if margin >= 0 else "failure", margin] = KEPT[t.mode][main - 1]
        double = _outcome(t, main, main), margin
        weights[double] = weights.get(double, 0) + 1
    return Law(weights)
