"""Forecasts against a slow twin that draws whole passes at once; simulations against forecasts (FOR-43, FOR-47)."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations, permutations
from math import isclose

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paravent.systems.forces.odds import Edge, Graph, TooLarge, forecast, sets_after, simulate
from paravent.systems.forces.odds import chain as chains
from paravent.systems.forces.odds.chain import chain
from paravent.systems.forces.odds.simulation import drawn, estimate

Sets = dict[frozenset[str], Fraction]
START, END = "debut_seance", "fin_seance"
CHANCES = st.sampled_from([Fraction(n, 20) for n in (0, 1, 5, 8, 10, 20)] + [Fraction(1, 3)])


@st.composite
def graphs(draw: st.DrawFn, most: int = 6) -> Graph:
    """Small graphs of all kinds: cycles, loops, double edges, certain and impossible ones, none or two active."""
    vertices = tuple("ABCDEF"[: draw(st.integers(1, most))])
    one = st.sampled_from(vertices)
    edges = draw(st.lists(st.builds(Edge, one, one, CHANCES, st.sampled_from([START, END])), max_size=14))
    return Graph(vertices, tuple(edges), frozenset(draw(st.lists(one, max_size=2))))


def whole_pass(graph: Graph, law: Sets, frequency: str) -> Sets:
    """One pass, every set of vertices that may become active listed at once."""
    after: Sets = {}
    for active, p in law.items():
        misses: dict[str, Fraction] = {}
        for e in graph.edges:
            if e.frequency == frequency and e.source in active and e.target not in active:
                misses[e.target] = misses.get(e.target, Fraction(1)) * (1 - e.chance)
        for n in range(len(misses) + 1):
            for hit in combinations(misses, n):
                share = p
                for v, miss in misses.items():
                    share *= 1 - miss if v in hit else miss
                if share:
                    reached = active.union(hit)
                    after[reached] = after.get(reached, Fraction(0)) + share
    return after


def twin(graph: Graph, passes: Sequence[str]) -> list[Sets]:
    laws: list[Sets] = [{graph.active: Fraction(1)}]
    for frequency in passes:
        laws.append(whole_pass(graph, laws[-1], frequency))
    return laws


@settings(max_examples=200, deadline=None)
@given(graphs(), st.lists(st.sampled_from([START, END, "jamais"]), max_size=5))
def test_a_forecast_is_that_of_whole_passes(graph: Graph, passes: list[str]) -> None:
    laws = twin(graph, passes)
    for row, law in zip(forecast(graph, passes, range(len(passes) + 1)), laws, strict=True):
        for v in graph.vertices:
            assert row.active[v] == sum(p for active, p in law.items() if v in active)
    found = {frozenset(active): p for active, p in sets_after(graph, passes).rows()}
    assert found == laws[-1]


@settings(max_examples=200, deadline=None)
@given(graphs(), st.lists(st.sampled_from([START, END]), max_size=4))
def test_vertex_by_vertex_or_set_by_set_the_law_is_the_same(graph: Graph, passes: list[str]) -> None:
    """Around cycles too, where sets become too many to be taken one by one."""
    law = sets_after(graph, passes)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(chains, "LEAPS_A_STEP", 0)
        assert sets_after(graph, passes).rows() == law.rows()


@settings(max_examples=60, deadline=None)
@given(graphs())
def test_the_states_are_the_sets_that_can_come_and_no_others(graph: Graph) -> None:
    bits = graph.bits()
    start = sum(bits[v] for v in graph.active)
    states = chain(bits, graph.drawn_at([START, END]), start, [START, END]).states
    met, waiting = {graph.active}, [graph.active]
    while waiting:
        here: Sets = {waiting.pop(): Fraction(1)}
        new = {s for name in (START, END) for s in whole_pass(graph, here, name)} - met
        met |= new
        waiting += new
    assert {s for s in states if s is not None} == {sum(bits[v] for v in active) for active in met}


def test_the_fear_of_a_village() -> None:
    """40 % at the end of each scenario, and of scenarios only."""
    village = Graph(
        ("village", "peur"),
        (Edge("village", "peur", Fraction(2, 5), "fin_scenario"),),
        frozenset({"village"}),
    )
    passes = (START, END, "fin_scenario") * 3
    rows = forecast(village, passes, (2, 3, 5, 6, 9))
    fear = [row.active["peur"] for row in rows]
    assert fear == [0, Fraction(2, 5), Fraction(2, 5), Fraction(16, 25), Fraction(98, 125)]


def test_a_vertex_opens_its_edges_at_the_next_pass_only() -> None:
    sure = Fraction(1)
    line = Graph(("A", "B", "C"), (Edge("A", "B", sure, END), Edge("B", "C", sure, END)), frozenset("A"))
    assert [row.active["C"] for row in forecast(line, [END] * 2, (1, 2))] == [0, 1]


def test_an_edge_back_to_an_active_vertex_is_never_drawn() -> None:
    there_and_back = (Edge("A", "B", Fraction(1, 2), END), Edge("B", "A", Fraction(1, 2), END))
    graph = Graph(("A", "B"), there_and_back, frozenset("A"))
    assert graph.drawn_at([END]) == [there_and_back[0]]


def test_what_if_is_one_more_vertex_active() -> None:
    edges = (Edge("A", "B", Fraction(1, 2), END), Edge("B", "C", Fraction(1, 2), END))
    graph = Graph(("A", "B", "C"), edges, frozenset("A"))
    (now,) = forecast(graph, [END] * 2, [2])
    (forced,) = forecast(graph._replace(active=graph.active | {"B"}), [END] * 2, [2])
    assert (now.active["C"], forced.active["C"]) == (Fraction(1, 4), Fraction(3, 4))


def test_numbers_of_passes_are_answered_once_and_in_order() -> None:
    graph = Graph(("A",), (), frozenset("A"))
    assert [row.passes for row in forecast(graph, [END] * 3, (3, 0, 3))] == [0, 3]
    assert forecast(graph, [END], ()) == ()
    for wrong in (2, -1):
        with pytest.raises(ValueError, match="1 passes"):
            forecast(graph, [END], [wrong])


@pytest.mark.parametrize(
    ("graph", "why"),
    [
        (Graph(("A", "A"), (), frozenset()), "twice"),
        (Graph(("A",), (), frozenset("B")), "active vertex is unknown"),
        (Graph(("A",), (Edge("A", "B", Fraction(1, 2), END),), frozenset("A")), "unknown vertices: A, B"),
        (Graph(("A", "B"), (Edge("A", "B", Fraction(3, 2), END),), frozenset("A")), "3/2 is no chance"),
    ],
)
def test_a_graph_that_does_not_hold_together_is_refused(graph: Graph, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        forecast(graph, [END], [1])
    with pytest.raises(ValueError, match=why):
        sets_after(graph, [END])
    with pytest.raises(ValueError, match=why):
        simulate(graph, [END], [1], bits_from(1))


def star(branches: int, twigs: int = 0) -> Graph:
    """A middle that leads to so many vertices, the first of which lead each to one more."""
    outer = [f"v{i}" for i in range(branches)]
    beyond = [f"w{i}" for i in range(twigs)]
    edges = [Edge("o", v, Fraction(2, 5), END) for v in outer]
    edges += [Edge(v, w, Fraction(1, 4), END) for v, w in zip(outer, beyond, strict=False)]
    return Graph(("o", *outer, *beyond), tuple(edges), frozenset("o"))


def test_too_many_states_are_refused_and_not_walked() -> None:
    assert len(forecast(star(8, 8), [END], [1], most=2**8)) == 1
    with pytest.raises(TooLarge, match="255"):
        forecast(star(8, 8), [END], [1], most=2**8 - 1)
    with pytest.raises(TooLarge):
        forecast(star(60, 60), [END], [1], most=1_000)


def complete(size: int) -> Graph:
    """Everything leads to everything."""
    names = tuple(f"v{i}" for i in range(size))
    edges = [
        Edge(a, b, Fraction(7 * i % 19 + 1, 100), END) for i, (a, b) in enumerate(permutations(names, 2))
    ]
    return Graph(names, tuple(edges), frozenset({"v0"}))


def test_where_everything_leads_to_everything_sets_are_taken_one_by_one() -> None:
    (row,) = forecast(complete(5), [END] * 3, [3])
    law = twin(complete(5), [END] * 3)[-1]
    assert row.active["v4"] == sum(p for active, p in law.items() if "v4" in active)
    assert len(forecast(complete(11), [END] * 10, range(11))) == 11


def test_numbers_too_long_are_refused_before_they_are_made() -> None:
    """Parallel edges leave few sets, and weights that grow by thousands of digits at each pass."""
    names = tuple(f"v{i}" for i in range(12))
    edges = [Edge("v0", v, Fraction(k, 100), END) for v in names[1:] for k in range(1, 34)]
    ring = [Edge(a, b, Fraction(1, 2), END) for a, b in zip(names[1:], (*names[2:], "v1"), strict=True)]
    graph = Graph(names, (*edges, *ring), frozenset({"v0"}))
    begun = time.monotonic()
    with pytest.raises(TooLarge, match="digits"):
        forecast(graph, [END] * 50, range(51), longest=4e6)
    assert time.monotonic() - begun < 4
    assert forecast(graph, [END] * 2, range(3), longest=4e6)


def test_vertices_that_lead_nowhere_cost_no_states() -> None:
    (row,) = forecast(star(150), [END] * 2, [2], most=1)
    assert {row.active[f"v{i}"] for i in range(150)} == {Fraction(16, 25)}
    with pytest.raises(TooLarge):
        sets_after(star(150), [END], most=1_000)


def bits_from(seed: int) -> Callable[[int], int]:
    return random.Random(seed).getrandbits


@settings(max_examples=25, deadline=None)
@given(graphs(), st.lists(st.sampled_from([START, END]), min_size=1, max_size=4), st.integers(0, 2**32))
def test_a_simulation_finds_the_exact_chances_again(graph: Graph, passes: list[str], seed: int) -> None:
    """Six deviations away at most, and six plays for what is rare; what is sure or impossible is never missed."""
    times = 4_000
    after = range(len(passes) + 1)
    exact = forecast(graph, passes, after)
    for row, found in zip(exact, simulate(graph, passes, after, bits_from(seed), times), strict=True):
        assert row.passes == found.passes
        for v, p in row.active.items():
            e = found.active[v]
            assert e.times == times
            assert (
                e.hits == times * p
                if p in (0, 1)
                else abs(e.hits - times * p) <= 6 + 6 * float(times * p) ** 0.5
            )


def test_a_simulation_is_pure() -> None:
    graph, passes = star(30, 30), [END] * 5
    runs = [simulate(graph, passes, [5], bits_from(seed), 500) for seed in (1, 1, 2)]
    assert runs[0] == runs[1] != runs[2]
    with pytest.raises(ValueError, match="a try"):
        simulate(graph, passes, [5], bits_from(1), 0)


def test_draws_have_exactly_their_chance() -> None:
    """All twelve-bit words, each given to one play: as many come out as are below the chance."""
    plays = 2**12
    digits = [sum((word >> 11 - d & 1) << word for word in range(plays)) for d in range(12)]
    for chance in (Fraction(1, 2), Fraction(5, 8), Fraction(1234, plays), Fraction(1235, plays)):
        fed = drawn(chance, (1 << plays) - 1, partial(lambda words, _: next(words), iter(digits)))
        assert fed.bit_count() == chance * plays
    assert drawn(Fraction(1), 0b101, bits_from(1)) == 0b101
    assert drawn(Fraction(0), 0b101, bits_from(1)) == 0
    assert drawn(Fraction(1, 3), 0b101, bits_from(1)) & ~0b101 == 0


@pytest.mark.parametrize(
    ("hits", "times", "low", "high"),
    [(0, 10, 0.0, 0.3085), (10, 10, 0.6915, 1.0), (5, 10, 0.1871, 0.8129), (81, 263, 0.2527, 0.3676)],
)
def test_the_bounds_are_those_of_clopper_and_pearson(hits: int, times: int, low: float, high: float) -> None:
    """81 of 263 is the textbook example of Newcombe (1998), whose table gives these bounds too."""
    e = estimate(hits, times)
    assert isclose(e.low, low, abs_tol=5e-5)
    assert isclose(e.high, high, abs_tol=5e-5)


def test_where_all_vertices_lead_to_one_another_the_draws_are_bounded_too() -> None:
    """Few sets, but so many draws between them that they once took seconds and hundreds of megabytes."""
    vertices = tuple(f"v{i}" for i in range(14))
    edges = tuple(Edge(a, b, Fraction(2, 5), END) for a in vertices for b in vertices[1:] if a != b)
    graph = Graph(vertices, edges, frozenset(vertices[:1]))
    with pytest.raises(TooLarge, match="more than 1000 draws"):
        forecast(graph, [END], [1], steps=1000)
    both = Graph(
        vertices[:7],
        tuple(
            Edge(e.source, e.target, e.chance, at)
            for e in edges
            for at in (START, END)
            if {e.source, e.target} <= set(vertices[:7])
        ),
        graph.active,
    )
    alone = Graph(both.vertices, tuple(e for e in both.edges if e.frequency == END), both.active)
    # All frequencies together.
    assert forecast(alone, [END], [1], steps=200)
    with pytest.raises(TooLarge, match="more than 200 draws"):
        forecast(both, [START, END], [2], steps=200)
