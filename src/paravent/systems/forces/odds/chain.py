"""The sets of active vertices that passes lead to, each with its exact weight (FOR-41 to FOR-43).

A pass is made vertex by vertex, which shares the most; around cycles, set by set while there are few to go through.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from paravent.systems.forces.odds.draws import Draws
from paravent.systems.forces.odds.graph import Edge, misses
from paravent.systems.forces.odds.leaps import Leaps
from paravent.systems.forces.odds.passes import Budget, Pass, TooLarge, TooManySteps, Weights

MOST_STATES = 200_000
MOST_STEPS = 3_000_000
"""Draws between the states, all frequencies together: it is these that take time and memory."""
LEAPS_A_STEP = 5
"""Leaps that take the time and the memory of one draw."""


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
    chances = {
        name: {bits[v]: into for v, into in misses(bits, edges, name).items()}
        for name in dict.fromkeys(frequencies)
    }

    def drawn() -> dict[str, Draws]:
        budget = Budget(steps)
        return {name: Draws(len(bits), into, budget) for name, into in chances.items()}

    leaping = [name for name, each in drawn().items() if each.marks]
    if leaping:
        budget = Budget(LEAPS_A_STEP * steps)
        try:
            return _walked(
                start, {**drawn(), **{name: Leaps(chances[name], budget) for name in leaping}}, most
            )
        except TooManySteps:
            pass
    return _walked(start, drawn(), most)


def _walked(start: int, ways: Mapping[str, Draws | Leaps], most: int) -> Chain:
    reached: dict[int, None] = {start: None}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        for each in ways.values():
            for end in each.explored(state):
                if end not in reached:
                    reached[end] = None
                    waiting.append(end)
                if len(reached) > most:
                    raise TooLarge(f"more than {most} states")
    place = {state: i for i, state in enumerate(reached)}
    passes = {name: each.made(place) for name, each in ways.items()}
    return Chain([x if x in reached else None for x in place], passes)
