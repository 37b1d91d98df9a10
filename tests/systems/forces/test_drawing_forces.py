"""The graph of a force on screen: where it is drawn, what is said of it, what it may come to, and who is told."""

from __future__ import annotations

import time
import tomllib
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paravent.core.pages import Download, Page
from paravent.core.sight import Eyes
from paravent.core.values import GM, Who
from paravent.systems.forces import outlook
from paravent.systems.forces.drawing import drawing, outline, whole
from paravent.systems.forces.layout import HIGH, WIDE, layout
from paravent.systems.forces.model import Game, start
from paravent.systems.forces.outlook import foreseen, passes_of
from paravent.systems.forces.pack import FORMAT, default_pack
from paravent.systems.forces.pages import PAGES
from paravent.systems.forces.prospects import asked
from paravent.systems.forces.world import SCENARIO_END, SESSION_END, SESSION_START, Edge, Force, Vertex, shown

MASTER = Eyes(Who("ada"), frozenset({Who("ada"), GM}))
PLAYER = Eyes(Who("lea"), frozenset({Who("lea")}))
shapes = st.integers(1, 30).flatmap(
    lambda n: st.tuples(
        st.just(n), st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=60)
    )
)


def force(size: int, edges: list[Edge], **fields: object) -> Force:
    vertices = tuple(Vertex(f"v{i}", f"Étape {i}", f"Secret {i}", active=i == 0) for i in range(size))
    made = Force("meute", "La Meute", vertices=vertices, edges=tuple(edges), initial="v0", opened=True)
    return replace(made, **fields)  # type: ignore[arg-type]  # fields of a force


def table(*forces: Force) -> Game:
    game = start(FORMAT.read(FORMAT.text_of(default_pack())), {})
    return replace(game, forces=forces, shown=shown(forces))


@settings(deadline=None)
@given(shapes)
def test_nothing_stands_over_anything_and_edges_join_their_vertices(
    shape: tuple[int, list[tuple[int, int]]],
) -> None:
    size, pairs = shape
    laid = layout([str(i) for i in range(size)], [(str(a), str(b)) for a, b in pairs])
    for (x, y), (x2, y2) in combinations(laid.at, 2):
        assert abs(x - x2) > WIDE - 1 or abs(y - y2) > HIGH - 1
    for (a, b), line in zip(pairs, laid.lines, strict=True):
        assert all(0 <= x <= laid.width and 0 <= y <= laid.height for x, y in line)
        for (x, y), v in ((line[0], a), (line[-1], b)):
            assert abs(x - laid.at[v][0]) < WIDE / 2 + 1
            assert abs(y - laid.at[v][1]) < HIGH / 2 + 1


def test_the_shape_alone_decides_where_things_stand() -> None:
    edges = [Edge("a", "v0", "v1", "", 40), Edge("b", "v1", "v0", "Reculer", 50)]
    before, after = force(2, edges), force(2, [replace(x, met=True, chance=9) for x in edges])
    one, other = (drawing("meute", whole(f, {})) for f in (before, after))
    assert [(v["x"], v["y"]) for v in one["vertices"]] == [(v["x"], v["y"]) for v in other["vertices"]]
    assert [v["element"] for v in one["vertices"]] == ["sommet-meute-v0", "sommet-meute-v1"]


def test_the_largest_graph_is_laid_out_and_told_at_once() -> None:
    """200 vertices and 400 edges, cycles, doubles and loops among them: a shape the solver alone never ends on."""
    edges = [Edge(f"a{i}", f"v{i * 7 % 200}", f"v{(i * i + 3) % 200}", "", 40) for i in range(400)]
    begun = time.perf_counter()
    graph = whole(force(200, edges), {})
    drawn = drawing("meute", graph)
    assert time.perf_counter() - begun < 2
    assert (len(drawn["vertices"]), len(drawn["edges"]), len(outline(graph))) == (200, 400, 200)


def test_sessions_bring_their_milestones_in_order() -> None:
    drawn = (SCENARIO_END, "pleine lune", SESSION_END, SESSION_START, "solstice")
    passes, ends = passes_of(drawn, 2, 2, {"solstice": "scenario"})
    session = (SESSION_START, "pleine lune", SESSION_END)
    assert passes == (*session, *session, "solstice", SCENARIO_END)
    assert ends == (0, 3, 8)
    assert passes_of((SCENARIO_END,), 3, 2, {}) == ((SCENARIO_END,), (0, 0, 1, 1))


def test_fear_after_one_two_three_scenarios() -> None:
    """Neither the start nor the end of a session draws it (FOR-47)."""
    f = force(2, [Edge("a", "v0", "v1", "", 40, SCENARIO_END)])
    found = foreseen(f, 3, 1, {})
    assert found.exact
    assert [str(c.value) for c in found.chances["v1"]] == ["0", "2/5", "16/25", "98/125"]
    assert [c.value for c in foreseen(f, 3, 1, {}, "v1").chances["v1"]] == [1, 1, 1, 1]
    draft = replace(f, opened=False, vertices=tuple(replace(v, active=False) for v in f.vertices))
    assert foreseen(draft, 3, 1, {}) == found


def test_beyond_exact_size_a_forecast_says_that_it_is_simulated(monkeypatch: pytest.MonkeyPatch) -> None:
    f = force(6, [Edge(f"a{i}", "v0" if i < 3 else "v1", f"v{i}", "", 40) for i in range(1, 6)])
    exact = foreseen(f, 5, 3, {})
    monkeypatch.setattr(outlook, "SWIFT", outlook.SWIFT._replace(sets=5))
    found = foreseen(f, 5, 3, {})
    assert (exact.exact, found.exact, found.times) == (True, False, 10_000)
    assert found == foreseen(f, 5, 3, {})
    for v in ("v1", "v2", "v3"):
        for one, other in zip(exact.chances[v], found.chances[v], strict=True):
            assert abs(float(one.value - other.value)) < 0.03
            assert other.low - 1e-9 <= other.value <= other.high + 1e-9
        assert (found.chances[v][0].low, found.chances[v][0].high) == (0, 0)


def test_the_worst_forecast_still_ends() -> None:
    draw = Random(1)
    edges = [
        Edge(f"a{i}", f"v{draw.randrange(200)}", f"v{draw.randrange(200)}", "", 40, f"jalon {i % 9}")
        for i in range(400)
    ]
    begun = time.perf_counter()
    assert not foreseen(force(200, edges), 50, 3, {}).exact
    assert time.perf_counter() - begun < 30


@pytest.mark.parametrize("seances", ["", "-3", "999999999999", "x" * 5000, "9" * 5000, "²", "1e3"])
def test_what_is_asked_is_kept_within_bounds(seances: str) -> None:
    found = asked(force(2, []), {"seances": seances, "si": "v0", "jalon-7": "toujours"})
    assert found is not None
    assert 1 <= found.sessions <= 50
    assert found.also == ""


def test_a_page_tells_each_what_they_may_know() -> None:
    f = force(3, [Edge("a", "v0", "v1", "Trahir", 50), Edge("b", "v0", "v2", "", 40)], goal="Régner")
    page, file = PAGES["force"], PAGES["force.toml"]
    query = {"seances": "3"}
    seen = page(table(f), MASTER, "meute", query)
    assert isinstance(seen, Page)
    assert seen.data["forecast"]["exact"]
    assert page(table(f), PLAYER, "meute", query) is None
    assert file(table(f), PLAYER, "meute", {}) is None
    assert page(table(f), MASTER, "autre", query) is None

    partial = page(table(replace(f, visibility="partial")), PLAYER, "meute", query)
    assert isinstance(partial, Page)
    told = repr(partial)
    assert "Secret 0" in told
    for secret in ("Secret 1", "Secret 2", "Trahir", "fin de séance", "Régner", "forecast"):
        assert secret not in told

    taken = file(table(f), MASTER, "meute", {})
    assert isinstance(taken, Download)
    assert tomllib.loads(taken.text)["forces"][0]["nom"] == "La Meute"
