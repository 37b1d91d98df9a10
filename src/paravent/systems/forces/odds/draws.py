"""A pass made one vertex at a time, each splitting a state in two (FOR-43).

All vertices are drawn independently, given who was active as the pass began. It is enough to draw a vertex before those
that lead to it, whose status is then still that of the beginning. Around a cycle this cannot be: there a vertex drawn
too soon is also marked as new, in a second row of bits, until all that it leads to are drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache, partial, reduce
from math import lcm, prod
from operator import mul, or_
from typing import NamedTuple

from paravent.systems.forces.odds.graph import miss
from paravent.systems.forces.odds.passes import Budget, Weights

STEP, ADDED, MULTIPLIED = 0.2, 3.5e-5, 4.5e-7
"""Microseconds, measured: a move of a weight, then for each bit added, for each pair of bits multiplied."""


class Move(NamedTuple):
    """Of the weight of each state of `sources`, `hit` parts go to the state beside it in `ends`, and `missed` stay."""

    hit: int
    missed: int
    sources: list[int]
    ends: list[int]


class DrawnPass(NamedTuple):
    """`factors`: what each state is multiplied by at first, for the vertices that it does not put at stake; then the
    moves, in order.
    """

    factors: Weights
    moves: list[Move]
    scale: int

    def over(self, weights: Weights) -> Weights:
        """The weights once the pass is made."""
        # States placed further on belong to other frequencies, and hold nothing between passes.
        w = [*map(mul, weights, self.factors), *weights[len(self.factors) :]]
        for hit, missed, sources, ends in self.moves:
            for i, j in zip(sources, ends, strict=True):
                x = w[i]
                w[j] += x * hit
                w[i] = x * missed
        return w

    def microseconds(self, bits: int) -> float:
        """About how long the pass takes over weights of so many bits, as measured."""
        moved = sum(len(move.sources) for move in self.moves)
        return moved * (STEP + bits * ADDED) + len(self.factors) * bits * self.scale.bit_length() * MULTIPLIED


class Draws:
    """The draws of one frequency, vertex after vertex, and the states that they were seen to cross."""

    def __init__(self, width: int, misses: Mapping[int, Mapping[int, Fraction]], budget: Budget) -> None:
        self.width, self.full = width, (1 << width) - 1
        self.targets = _targets_first(misses)
        self.into = [misses[target] for target in self.targets]
        self.sources = [reduce(or_, into) for into in self.into]
        self.later = [reduce(or_, self.sources[rank + 1 :], 0) for rank in range(len(self.targets))]
        self.chances: list[dict[int, Fraction]] = [{} for _ in self.targets]
        """For each rank, the chance to miss under each set of active sources met."""
        self.splits: list[dict[int, list[int]]] = [{} for _ in self.targets]
        """For each rank, the states that it splits, by which of its sources are active."""
        self.crossed: list[set[int]] = [set() for _ in range(len(self.targets) + 1)]
        self.stakes: dict[int, int] = {}
        """For each state as the pass begins, the ranks that it puts at stake, a bit each."""
        self.budget = budget

    @property
    def marks(self) -> bool:
        """Whether some vertex is drawn before one that it leads to."""
        return any(later & target for later, target in zip(self.later, self.targets, strict=True))

    def explored(self, state: int) -> Iterator[int]:
        """Where a pass from this state may end, save where the states met before already led."""
        ranks = self._stakes(state)
        stack = [(ranks, state)]
        while stack:
            ranks, x = stack.pop()
            rank = (ranks & -ranks).bit_length() - 1
            if x in self.crossed[rank]:
                continue
            self.crossed[rank].add(x)
            if not ranks:
                yield x & self.full
                continue
            self.budget.spend(1)
            active = self.sources[rank] & x & ~(x >> self.width)
            self.splits[rank].setdefault(active, []).append(x)
            chances = self.chances[rank]
            if active not in chances:
                chances[active] = miss(self.into[rank], active)
            left = ranks & (ranks - 1)
            if chances[active]:
                stack.append((left, self.missed(rank, x)))
            stack.append((left, self.hit(rank, x)))

    def missed(self, rank: int, state: int) -> int:
        """Where a state stays once this rank is drawn: as it is, less the marks of no more use."""
        return state & (self.full | self.later[rank] << self.width)

    def hit(self, rank: int, state: int) -> int:
        """Where a state goes when the vertex of this rank becomes active."""
        target = self.targets[rank]
        return self.missed(rank, state | target | target << self.width)

    def _stakes(self, state: int) -> int:
        stakes = 0
        for rank, target in enumerate(self.targets):
            if not state & target and state & self.sources[rank]:
                stakes |= 1 << rank
        self.stakes[state] = stakes
        return stakes

    @property
    def scales(self) -> list[int]:
        """What the chances of each rank are whole parts of."""
        return [lcm(*(p.denominator for p in chances.values())) for chances in self.chances]

    @property
    def scale(self) -> int:
        return prod(self.scales)

    def made(self, place: dict[int, int]) -> DrawnPass:
        """The pass between places; the states that it only crosses are given theirs."""
        moves = self._moves(place)
        return DrawnPass(self._factors(place), moves, self.scale)

    def _moves(self, place: dict[int, int]) -> list[Move]:
        """The moves of the pass, between places.

        A rank's misses that change of state come last: where they go may be split at that rank too.
        """

        def at(state: int) -> int:
            return place.setdefault(state, len(place))

        def shifted(states: Iterable[int], to: Callable[[int], int]) -> Move:
            pairs = [(at(x), at(to(x))) for x in states if to(x) != x]
            return Move(1, 0, [i for i, _ in pairs], [j for _, j in pairs])

        found = []
        for rank, scale in enumerate(self.scales):
            splits, chances = self.splits[rank], self.chances[rank]
            for active, states in splits.items():
                left = int(chances[active] * scale)
                ends = [at(self.hit(rank, x)) for x in states]
                found.append(Move(scale - left, left, [at(x) for x in states], ends))
            stays = (x for active, states in splits.items() if chances[active] for x in states)
            found.append(shifted(stays, partial(self.missed, rank)))
        found.append(shifted(self.crossed[-1], lambda x: x & self.full))
        return [move for move in found if move.sources]

    def _factors(self, place: Iterable[int]) -> Weights:
        """For each state, the scales of the ranks that it does not put at stake."""
        whole, scales = self.scale, self.scales

        @cache
        def factor(stakes: int) -> int:
            return whole // prod(scale for rank, scale in enumerate(scales) if stakes >> rank & 1)

        return [factor(self.stakes.get(state, 0)) for state in place]


def _targets_first(misses: Mapping[int, Mapping[int, Fraction]]) -> list[int]:
    """An order that draws vertices before those that lead to them, as far as cycles let it."""
    left = dict(misses)
    order = []
    while left:
        leads_to = Counter(source for into in left.values() for source in into)
        order.append(min(left, key=leads_to.__getitem__))
        del left[order[-1]]
    return order
