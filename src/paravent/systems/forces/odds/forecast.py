"""Which vertices will be active after so many passes, exactly (FOR-43, FOR-47)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import inf, lcm
from operator import mul
from typing import NamedTuple

from paravent.chance.exact import Law
from paravent.core.rules import rule
from paravent.systems.forces.odds.chain import MOST_STATES, MOST_STEPS, Chain, chain
from paravent.systems.forces.odds.graph import Edge, Graph, miss, misses
from paravent.systems.forces.odds.passes import TooLarge, Weights


class Outlook(NamedTuple):
    """How likely each vertex is to be active after so many passes."""

    passes: int
    active: Mapping[str, Fraction]


@rule("FOR-43", "FOR-47")
def forecast(
    graph: Graph,
    passes: Sequence[str],
    after: Iterable[int],
    most: int = MOST_STATES,
    longest: float = inf,
    steps: int = MOST_STEPS,
) -> tuple[Outlook, ...]:
    """Exact, for each number of passes asked, in ascending order; `TooLarge` past `most` states, past so many `steps`
    between them, or where it would take more than about `longest` microseconds.

    `passes`: the frequency that each pass draws, in order. « Que se passe-t-il si » is the same graph with one more
    vertex active. Vertices that lead nowhere are kept out of the states, and followed one by one beside them.
    """
    asked = asked_of(passes, after)
    edges = graph.checked().drawn_at(passes)
    ends = {e.target for e in edges} - {e.source for e in edges}
    bits = graph.bits(but=ends)
    among = [e for e in edges if e.target not in ends]
    inner = chain(bits, among, _set_of(bits, graph.active), passes, most, steps)
    if asked and _microseconds(inner, passes[: asked[-1]]) > longest:
        raise TooLarge("weights of too many digits")
    rates = {name: _rates(inner, bits, [e for e in edges if e.target in ends], name) for name in inner.passes}
    members = {
        v: [i for i, s in enumerate(inner.states) if s is not None and s & bit] for v, bit in bits.items()
    }
    weights, scale = inner.start, 1
    inactive = {v: (inner.start, 1) for v in graph.vertices if v in ends}
    rows = []
    for n in range(asked[-1] + 1 if asked else 0):
        if n:
            made = inner.passes[passes[n - 1]]
            weights, scale = made.over(weights), scale * made.scale
            for v, (left, whole) in inactive.items():
                rate = rates[passes[n - 1]].get(v)
                if rate:
                    left, whole = list(map(mul, left, rate.parts)), whole * rate.scale
                inactive[v] = made.over(left), whole * made.scale
        if n in asked:
            active = {v: Fraction(sum(map(weights.__getitem__, members[v])), scale) for v in bits}
            active |= {v: 1 - Fraction(sum(left), whole) for v, (left, whole) in inactive.items()}
            rows.append(Outlook(n, {v: active[v] for v in graph.vertices}))
    return tuple(rows)


def sets_after(graph: Graph, passes: Sequence[str], most: int = MOST_STATES) -> Law[tuple[str, ...]]:
    """The law of the set of active vertices once all these passes are made, each in the order of the graph."""
    bits = graph.bits()
    whole = chain(bits, graph.checked().drawn_at(passes), _set_of(bits, graph.active), passes, most)
    weights = whole.start
    for name in passes:
        weights = whole.passes[name].over(weights)
    named = (tuple(v for v, bit in bits.items() if s and s & bit) for s in whole.states)
    return Law.of(zip(named, weights, strict=True))


def asked_of(passes: Sequence[str], after: Iterable[int]) -> list[int]:
    """The numbers of passes asked, in ascending order; `ValueError` for one that is not among them."""
    asked = sorted(set(after))
    if asked and not 0 <= asked[0] <= asked[-1] <= len(passes):
        raise ValueError(f"there are {len(passes)} passes")
    return asked


def _microseconds(inner: Chain, passes: Iterable[str]) -> float:
    """About how long the passes take: weights grow by the digits of the scale at each of them."""
    bits, found = 0, 0.0
    for name in passes:
        made = inner.passes[name]
        bits += made.scale.bit_length()
        found += made.microseconds(bits)
    return found


class _Rate(NamedTuple):
    """How likely a vertex is to be missed in each state, in parts of `scale`."""

    parts: Weights
    scale: int


def _rates(inner: Chain, bits: Mapping[str, int], edges: Iterable[Edge], frequency: str) -> dict[str, _Rate]:
    found = {}
    for v, into in misses(bits, edges, frequency).items():
        active = [(state or 0) & sum(into) for state in inner.states]
        chances = {sources: miss(into, sources) for sources in set(active)}
        scale = lcm(*(p.denominator for p in chances.values()))
        parts = {sources: int(p * scale) for sources, p in chances.items()}
        found[v] = _Rate([parts[sources] for sources in active], scale)
    return found


def _set_of(bits: Mapping[str, int], vertices: Iterable[str]) -> int:
    return sum(bits[v] for v in vertices)
