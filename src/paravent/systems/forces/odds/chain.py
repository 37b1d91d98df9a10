"""The sets of active vertices that passes lead to, each with its exact weight (FOR-41 to FOR-43).

All vertices are drawn independently, given who was active as the pass began. So a pass is made one vertex at a time,
each splitting a state in two, instead of all together, which takes a power of two of them. It is enough to draw a
vertex before those that lead to it, whose status is then still that of the beginning. Around a cycle this cannot be:
there a vertex drawn too soon is also marked as new, in a second row of bits, until all that it leads to are drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial, reduce
from math import lcm, prod
from operator import mul, or_
from typing import NamedTuple

from paravent.systems.forces.odds.graph import Edge

MOST_STATES = 200_000
MOST_STEPS = 3_000_000

Weights = list[int]
"""A weight a state: its chance times the scales of all passes so far."""


class TooLarge(ValueError):
    """More reachable sets of active vertices, or more draws between them, than an exact forecast walks."""


class Move(NamedTuple):
    """Of the weight of each state of `sources`, `hit` parts go to the state beside it in `ends`, and `miss` stay."""

    hit: int
    miss: int
    sources: list[int]
    ends: list[int]


class Pass(NamedTuple):
    """All draws of one frequency. `factors`: what each state is multiplied by at first, for the vertices that it does
    not put at stake; then the moves, in order.
    """

    factors: Weights
    moves: list[Move]
    scale: int

    def over(self, weights: Weights) -> Weights:
        """The weights once the pass is made."""
        w = list(map(mul, weights, self.factors))
        for hit, miss, sources, ends in self.moves:
            for i, j in zip(sources, ends, strict=True):
                x = w[i]
                w[j] += x * hit
                w[i] = x * miss
        return w


class Chain(NamedTuple):
    """`states`: sets of active vertices, a bit each, the present one first; None for those that a pass only crosses."""

    states: list[int | None]
    passes: Mapping[str, Pass]

    @property
    def start(self) -> Weights:
        """All the weight where things stand."""
        return [1] + [0] * (len(self.states) - 1)


def chain(
    bits: Mapping[str, int],
    edges: Sequence[Edge],
    start: int,
    frequencies: Iterable[str],
    most: int = MOST_STATES,
    steps: int = MOST_STEPS,
) -> Chain:
    """What these edges can lead to from `start`, a pass for each frequency; `TooLarge` past so many states, or so many
    draws between them, all frequencies together: it is these that take time and memory.

    `bits`: the vertices, each as its own bit; an edge joins two of them, and none leads to one active already.
    """
    draws = {}
    left = _Steps(steps)
    for name in dict.fromkeys(frequencies):
        into = {bits[v]: into for v, into in misses(bits, edges, name).items()}
        draws[name] = _Draws(len(bits), into, left)
    reached: dict[int, None] = {start: None}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        for each in draws.values():
            for end in each.explored(state):
                if end not in reached:
                    reached[end] = None
                    waiting.append(end)
                if len(reached) > most:
                    raise TooLarge(f"more than {most} states")
    place = {state: i for i, state in enumerate(reached)}
    moves = {name: each.moves(place) for name, each in draws.items()}
    passes = {name: Pass(each.factors(place), moves[name], each.scale) for name, each in draws.items()}
    return Chain([x if x in reached else None for x in place], passes)


def misses(bits: Mapping[str, int], edges: Iterable[Edge], frequency: str) -> dict[str, dict[int, Fraction]]:
    """For each vertex drawn at a frequency, the chance that each of those that lead to it lets nothing through."""
    found: dict[str, dict[int, Fraction]] = {}
    for e in edges:
        if e.frequency == frequency:
            into, source = found.setdefault(e.target, {}), bits[e.source]
            into[source] = into.get(source, Fraction(1)) * (1 - e.chance)
    return found


def miss(into: Mapping[int, Fraction], active: int) -> Fraction:
    """The chance that none of the active sources lets anything through."""
    return prod((chance for source, chance in into.items() if source & active), start=Fraction(1))


class _Steps:
    """How many draws may still be walked."""

    def __init__(self, most: int) -> None:
        self.most = self.left = most

    def one(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise TooLarge(f"more than {self.most} draws")


class _Draws:
    """The draws of one frequency, vertex after vertex, and the states that they were seen to cross."""

    def __init__(self, width: int, misses: Mapping[int, Mapping[int, Fraction]], steps: _Steps) -> None:
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
        self.steps = steps

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
            self.steps.one()
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

    def moves(self, place: dict[int, int]) -> list[Move]:
        """The moves of the pass, between places; the states that it only crosses are given theirs.

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

    def factors(self, place: Iterable[int]) -> Weights:
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
