"""Two counters that race: which one ends first, and when (INT-50, INT-51, INT-53)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import prod
from typing import Literal, NamedTuple

from paravent.chance.exact import Chain, Law

Steps = Law[tuple[int, int]]
"""How far each goes in one turn, towards its end; negative steps go back."""
End = Literal["a", "b", "both"]
Distances = tuple[int, int]


class Dial(NamedTuple):
    """How far a counter is from its end, and from the bound behind it, None where nothing stops it."""

    to_end: int
    behind: int | None


class Endless(ValueError):
    """No bound behind, and steps that go back: the states are without number."""


class TooLong(ValueError):
    """More positions, or more turns of them, than are answered in seconds."""


@dataclass(frozen=True, slots=True)
class RaceLaw:
    """Who ends first, ending together being nobody's; how long it takes, None when it may never end."""

    ends: Mapping[End, Fraction]
    turns: Fraction | None
    over_by: tuple[Fraction, ...]
    """The chance that the race is over at turn 1, 2, … or before."""

    def p(self, end: End) -> Fraction:
        return self.ends.get(end, Fraction(0))


MOST_STATES = 5_000
"""Positions of two counters that only go forward: seconds."""
MOST_TURNS = 100_000
"""Positions times the turns that are told one by one: their weights grow from turn to turn. Seconds too."""
MOST_TANGLED = 100
"""Positions where a step goes back: each leads to every other, and what is solved grows as their cube. Seconds too."""


def race_law(a: Dial, b: Dial, steps: Steps, horizon: int) -> RaceLaw:
    """Exact, as a chain over distances to the end.

    `Endless`; `TooLong` past `MOST_STATES` positions, `MOST_TANGLED` where a step goes back, or `MOST_TURNS`.
    """
    most = MOST_STATES
    for dial, i in ((a, 0), (b, 1)):
        if any(row[i] < 0 for row in steps.weights):
            if dial.behind is None:
                raise Endless
            most = MOST_TANGLED
    positions = prod(dial.to_end + (dial.behind or 0) for dial in (a, b))
    if positions > most or positions * horizon > MOST_TURNS:
        raise TooLong(positions)

    def step(at: Distances) -> Law[Distances]:
        return steps.map(lambda by: (_after(a, at[0], by[0]), _after(b, at[1], by[1])))

    chain: Chain[Distances, End] = Chain((a.to_end, b.to_end), step, _ended)
    found = chain.absorption()
    turns = chain.steps(horizon)
    over = tuple(accumulate(turns.p(n) for n in range(1, horizon + 1)))
    return RaceLaw(found.ends, found.steps, over)


def _after(dial: Dial, at: int, by: int) -> int:
    left = max(0, at - by)
    return left if dial.behind is None else min(left, dial.to_end + dial.behind)


def _ended(at: Distances) -> End | None:
    match at:
        case (0, 0):
            return "both"
        case (0, _):
            return "a"
        case (_, 0):
            return "b"
        case _:
            return None
