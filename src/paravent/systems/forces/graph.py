"""Graphs of forces: what is wrong with one, what may move in it, what moves (FOR-41 to FOR-44, FOR-48)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from paravent.core.rules import rule
from paravent.systems.forces.world import LEAST_POWER, MOST_POWER, AddPower, Edge, Force, SetAlignment


class Crossing(NamedTuple):
    """An edge by its force."""

    force: str
    edge: str


@rule("FOR-48")
def flaws(f: Force, known: Collection[str]) -> Iterator[str]:
    """Every reason why a force cannot be opened, in French; `known` are the ids of all forces."""
    ids = [v.id for v in f.vertices]
    if f.initial not in ids:
        yield "il faut un sommet initial, et un seul"
    for x in f.edges:
        for verb, end in (("part d’", x.source), ("va vers ", x.target)):
            if end not in ids:
                yield f"l’arête « {x.id} » {verb}un sommet inconnu\N{NO-BREAK SPACE}: « {end} »"
        if not 0 <= x.chance <= 100:
            yield f"l’arête « {x.id} »\N{NO-BREAK SPACE}: la chance va de 0 à 100\N{NO-BREAK SPACE}%"
    for v in f.vertices:
        for effect in v.effects:
            if isinstance(effect, AddPower | SetAlignment) and effect.force not in known:
                yield f"le sommet « {v.label} » agit sur une force inconnue\N{NO-BREAK SPACE}: « {effect.force} »"


@rule("FOR-48")
def unreachable(f: Force) -> tuple[str, ...]:
    """The vertices that no path leads to from an active one or from the initial one: told, not refused."""
    reached = {f.initial} | {v.id for v in f.vertices if v.active}
    outward: dict[str, list[str]] = {}
    for x in f.edges:
        outward.setdefault(x.source, []).append(x.target)
    todo = list(reached)
    while todo:
        for target in outward.get(todo.pop(), ()):
            if target not in reached:
                reached.add(target)
                todo.append(target)
    return tuple(v.id for v in f.vertices if v.id not in reached)


@rule("FOR-42", "FOR-43")
def eligible(f: Force) -> tuple[Edge, ...]:
    """The edges that are checked now, from an active vertex to an inactive one: by vertex, then as written."""
    active = {v.id for v in f.vertices if v.active}
    by_source: dict[str, list[Edge]] = {}
    for x in f.edges:
        if x.source in active and x.target not in active:
            by_source.setdefault(x.source, []).append(x)
    return tuple(x for v in f.vertices for x in by_source.get(v.id, ()))


@rule("FOR-42", "FOR-43", "FOR-45")
def drawn_at(forces: Collection[Force], milestone: str) -> tuple[tuple[Force, Edge], ...]:
    """The edges that a milestone draws: forces, then vertices, then edges, in their order; ended ones too (FOR-45)."""
    return tuple(
        (f, x) for f in forces if f.opened for x in eligible(f) if not x.deed and x.frequency == milestone
    )


@rule("FOR-44")
def bounded(power: int, change: int) -> int:
    """A power after a change, from 1 to 10."""
    return max(LEAST_POWER, min(MOST_POWER, power + change))
