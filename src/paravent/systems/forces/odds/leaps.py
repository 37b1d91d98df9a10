"""A pass made set by set: from each set of active vertices to all those that it may become (FOR-43).

Where nearly everything leads to everything, a set has few others to become, all told, and no marks are needed. Each set
is split on its vertices at stake, one after another, by chances that are short numbers of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import reduce
from math import lcm, prod
from operator import or_
from typing import NamedTuple

from paravent.systems.forces.odds.graph import miss
from paravent.systems.forces.odds.passes import Budget, Weights

STEP, WORKED = 0.14, 6e-5
"""Microseconds, measured: a leap, then for each bit of its weight."""


class Leap(NamedTuple):
    """The weight of the state at `source`, times `factor`, is shared among the places of `ends`: for each vertex at
    stake, so many parts miss, and so many hit.
    """

    source: int
    factor: int
    parts: list[tuple[int, int]]
    ends: list[int]


class LeapPass(NamedTuple):
    """The leaps from every state, in parts of one scale."""

    leaps: list[Leap]
    scale: int

    def over(self, weights: Weights) -> Weights:
        """The weights once the pass is made."""
        made = [0] * len(weights)
        for source, factor, parts, ends in self.leaps:
            if weights[source]:
                shares = [weights[source] * factor]
                for missed, hit in parts:
                    shares = [x * missed for x in shares] + [x * hit for x in shares]
                for end, x in zip(ends, shares, strict=True):
                    made[end] += x
        return made

    def microseconds(self, bits: int) -> float:
        """About how long the pass takes over weights of so many bits, as measured."""
        return sum(len(leap.ends) for leap in self.leaps) * (STEP + bits * WORKED)


class Leaps:
    """The leaps of one frequency, from the states met."""

    def __init__(self, misses: Mapping[int, Mapping[int, Fraction]], budget: Budget) -> None:
        self.into = [(target, reduce(or_, into), into) for target, into in misses.items()]
        self.budget = budget
        self.found: dict[int, tuple[list[Fraction], list[int]]] = {}
        """For each state met, the chances to miss of the vertices that may be missed, and the states it may become."""

    def explored(self, state: int) -> list[int]:
        """The states that one may become, itself included where nothing is certain to happen."""
        chances, certain = [], 0
        uncertain = []
        for target, sources, into in self.into:
            if not state & target and state & sources:
                chance = miss(into, state)
                if chance:
                    chances.append(chance)
                    uncertain.append(target)
                else:
                    certain |= target
        self.budget.spend(1 << len(uncertain))
        ends = [state | certain]
        for target in uncertain:
            ends += [x | target for x in ends]
        self.found[state] = chances, ends
        return ends

    def made(self, place: Mapping[int, int]) -> LeapPass:
        """The pass between places. A state has a scale of its own; what it lacks to the common one is its factor."""
        scales = {s: prod(p.denominator for p in chances) for s, (chances, _) in self.found.items()}
        scale = lcm(*scales.values())
        leaps = [
            Leap(
                place[s],
                scale // scales[s],
                [(p.numerator, p.denominator - p.numerator) for p in chances],
                [place[x] for x in ends],
            )
            for s, (chances, ends) in self.found.items()
        ]
        return LeapPass(leaps, scale)
