"""A graph as a forecast sees it: vertices, those active now, chances and when they are drawn (FOR-41, FOR-42)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from math import prod
from typing import NamedTuple


class Edge(NamedTuple):
    """A condition drawn at each pass of its frequency: a chance, or a deed at the game master's estimate (FOR-47)."""

    source: str
    target: str
    chance: Fraction
    frequency: str


class Graph(NamedTuple):
    """Vertices, edges, and the vertices active now. Those of several forces may stand in one graph."""

    vertices: tuple[str, ...]
    edges: tuple[Edge, ...]
    active: frozenset[str]

    def checked(self) -> Graph:
        """Itself; `ValueError` for a vertex given twice, one that is not there, or a chance that is none."""
        known = set(self.vertices)
        if len(known) < len(self.vertices):
            raise ValueError("a vertex is given twice")
        if not known.issuperset(self.active):
            raise ValueError("an active vertex is unknown")
        for edge in self.edges:
            if edge.source not in known or edge.target not in known:
                raise ValueError(f"an edge joins unknown vertices: {edge.source}, {edge.target}")
            if not 0 <= edge.chance <= 1:
                raise ValueError(f"{edge.chance} is no chance")
        return self

    def drawn_at(self, frequencies: Iterable[str]) -> list[Edge]:
        """The edges of these frequencies that may let something through, those into an active vertex left out."""
        names, active = frozenset(frequencies), self.active
        useful = (e for e in self.edges if e.frequency in names and e.chance and e.source != e.target)
        return [e for e in useful if e.target not in active]

    def bits(self, but: Collection[str] = ()) -> dict[str, int]:
        """A bit for each vertex, in their order."""
        return {v: 1 << i for i, v in enumerate(v for v in self.vertices if v not in but)}


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
