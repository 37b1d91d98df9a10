"""A forecast by simulation, for graphs that no exact one can walk: estimates, each with its confidence interval."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from paravent.chance import intervals
from paravent.systems.forces.odds.forecast import asked_of
from paravent.systems.forces.odds.graph import Graph

LEVEL: Final = 0.95
"""Of the interval around each estimate."""


class Estimate(NamedTuple):
    """So many hits of so many tries, and the interval that holds the chance at least 95 % of the time."""

    hits: int
    times: int
    low: float
    high: float


class Simulated(NamedTuple):
    """How often each vertex was found active after so many passes."""

    passes: int
    active: Mapping[str, Estimate]


def simulate(
    graph: Graph, passes: Sequence[str], after: Iterable[int], bits: Callable[[int], int], times: int = 10_000
) -> tuple[Simulated, ...]:
    """So many plays of the passes at once, estimated at each number of passes asked, in ascending order.

    `bits(n)` gives a number made of n fair bits: all chance comes from there. A vertex is one whole number, a bit a
    play; its chances are exact fractions, whatever their denominators. `ValueError` without a try.
    """
    asked = asked_of(passes, after)
    if times < 1:
        raise ValueError("a simulation needs a try")
    everywhere = (1 << times) - 1
    active = {v: everywhere if v in graph.active else 0 for v in graph.vertices}
    edges = graph.checked().drawn_at(passes)
    rows = []
    for n in range(asked[-1] + 1 if asked else 0):
        if n:
            now = dict(active)
            for e in edges:
                if e.frequency == passes[n - 1] and (
                    stakes := now[e.source] & ~now[e.target] & ~active[e.target]
                ):
                    active[e.target] |= drawn(e.chance, stakes, bits)
        if n in asked:
            rows.append(Simulated(n, {v: estimate(x.bit_count(), times) for v, x in active.items()}))
    return tuple(rows)


def drawn(chance: Fraction, stakes: int, bits: Callable[[int], int]) -> int:
    """Those of the bits at stake that come out, each with this chance, independently.

    Each is a number drawn at random below 1, digit after binary digit, all at once, until it differs from the chance:
    those found lower come out.
    """
    out, left, rest = 0, stakes, chance.numerator
    if chance >= 1:
        return stakes
    while left and rest:
        digit, rest = divmod(2 * rest, chance.denominator)
        ones = bits(left.bit_length())
        if digit:
            out |= left & ~ones
            left &= ones
        else:
            left &= ~ones
    return out


def estimate(hits: int, times: int) -> Estimate:
    """The share of hits, with its bounds; they never leave 0 to 1, and never close on a point."""
    return Estimate(hits, times, *intervals.share(hits, times, LEVEL))
