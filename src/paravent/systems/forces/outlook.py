"""What a force may come to, session after session, from where it stands (FOR-47)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from hashlib import shake_256
from itertools import count
from typing import Literal, NamedTuple

from paravent.core.rules import rule
from paravent.systems.forces.odds import MOST_STATES, TooLarge
from paravent.systems.forces.odds.forecast import forecast
from paravent.systems.forces.odds.graph import Edge, Graph
from paravent.systems.forces.odds.simulation import Estimate, simulate
from paravent.systems.forces.world import FREQUENCIES, SCENARIO_END, SESSION_END, SESSION_START, Force

Pace = Literal["session", "scenario", "never"]
"""How often the forecast takes a named milestone to come."""

MOST_SESSIONS = 50


class Reach(NamedTuple):
    """How far an exact forecast goes.

    sets    of active vertices, times passes
    draws   between those sets, some 350 bytes each: where all vertices lead to one another, far more of them than sets
    time    in about microseconds: parallel edges make long numbers, however few the sets
    """

    sets: int
    draws: int
    time: float


SWIFT, PATIENT = Reach(150_000, 400_000, 4e6), Reach(2_000_000, 800_000, 30e6)
"""At once, and by whoever asks for it and waits."""
TIMES = 10_000


@dataclass(frozen=True, slots=True)
class Chance:
    """How likely a vertex is to be active. `low` and `high`: the bounds of an estimate, equal for an exact chance."""

    value: Fraction
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Outlook:
    """For each vertex, its chances now and after each session. `times`: how often it was played; 0 when exact."""

    chances: Mapping[str, tuple[Chance, ...]]
    times: int

    @property
    def exact(self) -> bool:
        return not self.times


def named_milestones(f: Force) -> tuple[str, ...]:
    """The milestones of its edges that time does not bring by itself, in the order they are met."""
    return tuple(dict.fromkeys(x.frequency for x in f.edges if x.frequency not in FREQUENCIES))


@rule("FOR-47")
def passes_of(
    drawn: Collection[str], sessions: int, a_scenario: int, paces: Mapping[str, Pace]
) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The milestones of so many whole sessions from now on, and how many of them each session ends with.

    Only those that something is `drawn` at. A named one comes before the end of the session, once, unless `paces` says
    otherwise; a scenario ends every `a_scenario` sessions.
    """
    named = [name for name in drawn if name not in FREQUENCIES]
    passes: list[str] = []
    ends = [0]
    for n in range(1, sessions + 1):
        closing = n % a_scenario == 0
        passes += [SESSION_START] * (SESSION_START in drawn)
        passes += [name for name in named if paces.get(name, "session") == "session"]
        passes += [SESSION_END] * (SESSION_END in drawn)
        if closing:
            passes += [name for name in named if paces.get(name) == "scenario"]
            passes += [SCENARIO_END] * (SCENARIO_END in drawn)
        ends.append(len(passes))
    return tuple(passes), tuple(ends)


@rule("FOR-47")
def graph_of(f: Force, also: str = "") -> Graph:
    """The graph as it stands, deeds at the game masters' estimate; `also`: a vertex taken to be active as well."""
    active = {v.id for v in f.vertices if v.active} | ({also} if also else set())
    if not f.opened:
        active.add(f.initial)
    edges = tuple(Edge(x.source, x.target, Fraction(x.chance, 100), x.frequency) for x in f.edges)
    return Graph(tuple(v.id for v in f.vertices), edges, frozenset(active))


@rule("FOR-47")
def foreseen(
    f: Force,
    sessions: int,
    a_scenario: int,
    paces: Mapping[str, Pace],
    also: str = "",
    *,
    patient: bool = False,
) -> Outlook:
    """Exact where the sets of active vertices can be walked; otherwise simulated, and told as such.

    The same question always gets the same answer, simulated or not.
    """
    drawn = tuple(dict.fromkeys(x.frequency for x in f.edges))
    passes, ends = passes_of(drawn, sessions, a_scenario, paces)
    return _foreseen(graph_of(f, also), passes, ends, PATIENT if patient else SWIFT)


@lru_cache(maxsize=64)
def _foreseen(graph: Graph, passes: tuple[str, ...], ends: tuple[int, ...], reach: Reach) -> Outlook:
    most = min(MOST_STATES, reach.sets // max(1, len(passes)))
    try:
        found = forecast(graph, passes, ends, most, reach.time, reach.draws)
        exact = {row.passes: row.active for row in found}
    except TooLarge:
        simulated = {row.passes: row.active for row in simulate(graph, passes, ends, _bits(graph), TIMES)}
        played = {v: tuple(_estimated(simulated[end][v], end) for end in ends) for v in graph.vertices}
        return Outlook(played, TIMES)
    return Outlook({v: tuple(_certain(exact[end][v]) for end in ends) for v in graph.vertices}, 0)


def _estimated(e: Estimate, passes: int) -> Chance:
    """Before any pass there is nothing to estimate."""
    share = Fraction(e.hits, e.times)
    return Chance(share, e.low, e.high) if passes else _certain(share)


def _certain(p: Fraction) -> Chance:
    return Chance(p, float(p), float(p))


def _bits(graph: Graph) -> Callable[[int], int]:
    """Fair bits that only depend on the graph: no entropy enters here, and a forecast asked twice stays the same."""
    seed = shake_256(repr((graph.vertices, graph.edges, sorted(graph.active))).encode()).digest(32)
    numbers = count()

    def bits(n: int) -> int:
        block = shake_256(seed + next(numbers).to_bytes(8, "big")).digest((n + 7) // 8)
        return int.from_bytes(block, "big") >> (-n % 8)

    return bits
