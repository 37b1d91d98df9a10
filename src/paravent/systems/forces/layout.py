"""Where the vertices and edges of a graph are drawn, from its shape alone: layers, from what begins down to what ends.

fast-sugiyama gives each vertex a layer and a place in it. It is only ever handed graphs without cycles, loops or
doubles: on some graphs with cycles it never ends, and a loop stops the whole program.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from math import inf, sqrt
from typing import NamedTuple

from fast_sugiyama import from_edges

from paravent.core.rules import rule

WIDE, HIGH = 184.0, 84.0
"""A vertex."""
COLUMN, ROW = 220.0, 172.0
"""From the middle of a vertex to that of the next one, across and down."""
MARGIN = 28.0
PORT = 26.0
"""The most room between two edges on the same side of a vertex."""
LONGEST_SPAN, MOST_SPANS = 12, 2_000
"""Where edges cross so many layers in all, those that cross more than a few are drawn straight over the others."""

Point = tuple[float, float]
Pair = tuple[int, int]


class Layout(NamedTuple):
    """`at`: the middle of each vertex; `lines`: for each edge, the points it goes through, in the order given."""

    width: float
    height: float
    at: tuple[Point, ...]
    lines: tuple[tuple[Point, ...], ...]


@rule("FOR-40", "FOR-41")
def layout(vertices: Sequence[str], edges: Iterable[tuple[str, str]]) -> Layout:
    """Draw these vertices, and edges between them, each as (source, target); the same shape is always drawn alike."""
    places = {v: i for i, v in enumerate(vertices)}
    return _laid(len(vertices), tuple((places[a], places[b]) for a, b in edges))


@lru_cache(maxsize=256)
def _laid(size: int, edges: tuple[Pair, ...]) -> Layout:
    downward = _downward(size, edges)
    simple = sorted({p for p in downward if p[0] != p[1]})
    at, bends = _placed(size, _kept(size, simple))
    width = max((x for x, _ in at), default=0.0) + WIDE / 2 + MARGIN
    height = max((y for _, y in at), default=0.0) + HIGH / 2 + MARGIN
    lines = _lines(edges, downward, at, bends)
    wide = max((x for line in lines for x, _ in line), default=0.0) + MARGIN
    return Layout(max(width, wide), height, tuple(at), lines)


def _downward(size: int, edges: Sequence[Pair]) -> list[Pair]:
    """The edges as they are drawn: those that would close a cycle, walking from the first vertex on, are turned."""
    outward: list[list[int]] = [[] for _ in range(size)]
    for a, b in edges:
        outward[a].append(b)
    state = [0] * size
    back = set()
    for root in range(size):
        path = [(root, iter(outward[root]))] if not state[root] else []
        state[root] = state[root] or 1
        while path:
            vertex, ahead = path[-1]
            target = next(ahead, None)
            if target is None:
                state[vertex] = 2
                path.pop()
            elif state[target] == 1:
                back.add((vertex, target))
            elif not state[target]:
                state[target] = 1
                path.append((target, iter(outward[target])))
    return [(b, a) if (a, b) in back else (a, b) for a, b in edges]


def _kept(size: int, edges: list[Pair]) -> list[Pair]:
    """The edges that the layers follow: all, save long ones when they are too many."""
    depth = [0] * size
    for _ in range(size):
        moved = False
        for a, b in edges:
            if depth[b] <= depth[a]:
                depth[b], moved = depth[a] + 1, True
        if not moved:
            break
    if sum(depth[b] - depth[a] for a, b in edges) <= MOST_SPANS:
        return edges
    return [(a, b) for a, b in edges if depth[b] - depth[a] <= LONGEST_SPAN]


def _placed(size: int, edges: list[Pair]) -> tuple[list[Point], dict[Pair, list[Point]]]:
    """The middle of each vertex, and where each edge bends between layers. Parts that nothing joins stand side by side,
    then below."""
    joined = sorted({v for pair in edges for v in pair})
    names = {v: i for i, v in enumerate(joined)}
    parts = [_part(part, joined) for part in _solved([(names[a], names[b]) for a, b in edges])]
    parts += [({v: (0.0, 0.0)}, {}) for v in range(size) if v not in names]
    parts.sort(key=lambda part: min(part[0]))
    widest = max((x for at, _ in parts for x, _ in at.values()), default=0.0)
    limit = max(widest, sqrt(len(parts)) * 1.4 * COLUMN)
    found: dict[int, Point] = {}
    bends: dict[Pair, list[Point]] = {}
    x0, y0, low = 0.0, 0.0, 0.0
    for at, bent in parts:
        every = [*at.values(), *(p for points in bent.values() for p in points)]
        left, right = min(x for x, _ in every), max(x for x, _ in every)
        if x0 and x0 + right - left > limit:
            x0, y0 = 0.0, low + ROW
        dx, dy = x0 - left + MARGIN + WIDE / 2, y0 + MARGIN + HIGH / 2
        found |= {v: (x + dx, y + dy) for v, (x, y) in at.items()}
        bends |= {pair: [(x + dx, y + dy) for x, y in points] for pair, points in bent.items()}
        x0 += right - left + COLUMN
        low = max(low, y0 + max(y for _, y in every))
    return [found[v] for v in range(size)], bends


Part = tuple[dict[int, Point], dict[Pair, list[Point]]]


def _solved(edges: list[Pair]) -> Iterator[tuple[dict[int, Point], Iterable[tuple[int, int]]]]:
    """For each part of the graph, its vertices and the bends of its edges, one unit a layer, downwards from 0."""
    if not edges:
        return
    size = 1 + max(max(pair) for pair in edges)
    for positions, _, _, drawn in from_edges(edges, vertex_spacing=100, dummy_vertices=True):
        top = max(y for _, (_, y) in positions)
        units = {int(v): (x / 100, (top - y) / 100) for v, (x, y) in positions}
        yield _spaced(units, size), [(int(a), int(b)) for a, b in drawn or ()]


def _spaced(units: dict[int, Point], size: int) -> dict[int, Point]:
    """Nothing over anything else, where the solver set two vertices of a layer too close. Bends come from `size` on."""
    out = {}
    for y, layer in groupby(
        sorted(units, key=lambda v: (units[v][1], units[v][0])), key=lambda v: units[v][1]
    ):
        free = -inf
        for v in layer:
            half = 0.5 if v < size else 0.15
            x = max(units[v][0], free + half)
            free, out[v] = x + half, (x, y)
    return out


def _part(solved: tuple[dict[int, Point], Iterable[tuple[int, int]]], joined: list[int]) -> Part:
    units, drawn = solved
    points = {v: (x * COLUMN, y * ROW) for v, (x, y) in units.items()}
    after = {a: b for a, b in drawn if a >= len(joined)}
    bends = {}
    for a, b in drawn:
        if a < len(joined):
            through = []
            while b >= len(joined):
                through.append(points[b])
                b = after[b]
            bends[joined[a], joined[b]] = through
    return {joined[v]: p for v, p in points.items() if v < len(joined)}, bends


# Edges


def _lines(
    edges: Sequence[Pair], downward: Sequence[Pair], at: Sequence[Point], bends: dict[Pair, list[Point]]
) -> tuple[tuple[Point, ...], ...]:
    """Each edge from the side of one vertex to that of another; those that meet a side share its room."""
    alike: dict[Pair, int] = {}
    ways = []
    for pair in downward:
        rank = alike[pair] = alike.get(pair, -1) + 1
        shift = min(WIDE / 2, (rank + 1) // 2 * (PORT / 2)) * (1 if rank % 2 else -1)
        ways.append([(x + shift, y) for x, y in bends.get(pair, [])])
    ends = [
        (v, side, (way[-side] if way else at[other])[0], n)
        for n, (way, (a, b)) in enumerate(zip(ways, downward, strict=True))
        if a != b
        for v, side, other in ((a, 0, b), (b, 1, a))
    ]
    ports: dict[tuple[int, int], Point] = {}
    for (v, side), here in groupby(sorted(ends), key=lambda end: end[:2]):
        meeting = list(here)
        step = min(PORT, (WIDE - 24) / len(meeting))
        for rank, (_, _, _, n) in enumerate(meeting):
            x = at[v][0] + (rank - (len(meeting) - 1) / 2) * step
            ports[n, side] = (x, at[v][1] + (-HIGH / 2 if side else HIGH / 2))
    out = []
    for n, (drawn, pair) in enumerate(zip(downward, edges, strict=True)):
        if pair[0] == pair[1]:
            out.append(_loop(at[pair[0]]))
            continue
        line = (ports[n, 0], *_without_straights(ways[n]), ports[n, 1])
        out.append(line if drawn == pair else line[::-1])
    return tuple(out)


def _loop(at: Point) -> tuple[Point, ...]:
    """An edge from a vertex to itself, on its right."""
    right, y = at[0] + WIDE / 2, at[1]
    return ((right, y - 14), (right + 20, y - 14), (right + 20, y + 14), (right, y + 14))


def _without_straights(way: list[Point]) -> list[Point]:
    """A way without the points that lie between two others right above and below them."""
    return [
        p
        for i, p in enumerate(way)
        if not (0 < i < len(way) - 1 and abs(way[i - 1][0] - p[0]) < 1 and abs(way[i + 1][0] - p[0]) < 1)
    ]
