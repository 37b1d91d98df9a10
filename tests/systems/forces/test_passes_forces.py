"""Passes: what is checked, when, in which order, and what no dice nor undo may break (FOR-41 to FOR-46)."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from paravent.core import commands as shared
from paravent.core.values import CHANCE
from paravent.systems.forces import force_commands as fc
from paravent.systems.forces.passes import ToDraw
from paravent.systems.forces.world import (
    AddPower,
    AddResource,
    Alignment,
    Force,
    SetAlignment,
    Tale,
    Visibility,
)
from play import LEA, MAUD, Play, refused
from systems.forces.for_table import awake, bring, force, kinds, milestone, table, world

AT = "jalon"


def test_a_milestone_of_another_name_draws_nothing() -> None:
    play = table()
    bring(play, force("f", "ab", [("a", "b", 100, "pleine lune")]))
    assert milestone(play) == ["MilestoneReached"]
    assert milestone(play, (100,), name="pleine lune")[-1] == "PassClosed"
    assert awake(play) == {"f/a", "f/b"}


def test_a_chance_comes_out_up_to_its_number_and_at_zero_never() -> None:
    play = table()
    bring(play, force("f", "abc", [("a", "b", 40, AT), ("a", "c", 0, AT)]))
    milestone(play, (41, 1))
    assert awake(play) == {"f/a"}
    milestone(play, (40, 1))
    assert awake(play) == {"f/a", "f/b"}


def test_what_a_pass_wakes_opens_its_edges_at_the_next_one_only() -> None:
    play = table()
    bring(play, force("f", "abc", [("b", "c", 100, AT), ("a", "b", 100, AT)]))
    milestone(play, (1,))
    assert awake(play) == {"f/a", "f/b"}
    milestone(play, (1,))
    assert awake(play) == {"f/a", "f/b", "f/c"}


def test_a_vertex_reached_twice_is_active_once_and_both_conditions_are_met() -> None:
    play = table()
    gold = AddResource("or", 1)
    bring(play, force("f", {"a": [], "b": [gold]}, [("a", "b", 50, AT), ("a", "b", 60, AT)]))
    assert milestone(play, (50, 60)).count("VertexActivated") == 1
    assert [x.met for x in world(play).force("f").edges] == [True, True]
    assert [(r.name, r.value) for r in world(play).resources] == [("or", 1)]


def test_a_deed_looks_at_its_own_edge_alone() -> None:
    play = table()
    bring(play, force("f", "abcd", [("a", "b", "geste", AT), ("a", "c", 100, AT), ("b", "d", "autre", AT)]))
    assert kinds(play.act(MAUD, fc.NoteDeed("f/a1"))) == ["EdgeMet", "VertexActivated"]
    assert awake(play) == {"f/a", "f/b"}
    assert refused(play, MAUD, fc.NoteDeed("f/a1")).rule == "FOR-42", "its target is active"
    assert refused(play, MAUD, fc.NoteDeed("f/a2")).rule == "FOR-42", "no deed, a chance"


def test_forces_then_vertices_then_edges_as_written() -> None:
    play = table()
    tale = {v: [Tale(v)] for v in "abcde"}
    one = force("un", tale, [("b", "d", 100, AT), ("a", "c", 100, AT), ("a", "b", 100, AT)])
    two = force("deux", {"x": [], "y": [Tale("y")]}, [("x", "y", 100, AT)])
    bring(play, one, two)
    play.act(MAUD, fc.ActivateVertex("un/b"))
    told = [f.event.text for f in play.act(MAUD, shared.ReachMilestone(AT)) if hasattr(f.event, "text")]
    assert told == ["c", "d", "y"], "by the place of the source, not of the edge"


def test_hidden_forces_act_after_those_the_table_knows() -> None:
    play = table()
    hidden = force("un", {"a": [], "b": [AddResource("or", -3)]}, [("a", "b", 100, AT)])
    seen = force("deux", {"a": [], "b": [AddResource("or", 2)]}, [("a", "b", 100, AT)], visibility="total")
    bring(play, hidden, seen)
    play.act(MAUD, fc.MoveResource("or", 2))
    facts = play.act(MAUD, shared.ReachMilestone(AT))
    moved = [f.event for f in facts if type(f.event).__name__ == "ResourceMoved"]
    assert [(m.value, m.shown_cause, m.cause) for m in moved] == [
        (4, "Force deux\N{NO-BREAK SPACE}: nom b", "Force deux\N{NO-BREAK SPACE}: nom b"),
        (1, "", "Force un\N{NO-BREAK SPACE}: nom b"),
    ]


def falling(play: Play, *, hidden: bool, secret: bool) -> ToDraw:
    topics = [w.topic for w in play.waitings() if w.who == CHANCE]
    return next(t for t in topics if (t.hidden, t.secret) == (hidden, secret))


def test_nobody_waits_for_the_dice_of_a_hidden_force() -> None:
    play = table()
    arrows = [("a", "b", 50, AT)]
    bring(play, force("h", "ab", arrows), force("t", "ab", arrows, visibility="total"))
    milestone(play, throw=False)
    seen = [(w.topic.secret, w.to) for w in play.waitings() if w.who == CHANCE]
    assert sorted(seen, key=str) == [(False, None), (True, ("mj",))]
    facts = play.act(MAUD, fc.DrawPass((50,)), topic=falling(play, hidden=False, secret=False), throw=False)
    assert kinds(facts) == ["PassDrawn", "EdgeMet", "VertexActivated", "PassClosed"]
    facts = play.act(MAUD, fc.DrawPass((50,)), topic=falling(play, hidden=True, secret=True), throw=False)
    assert {f.audience for f in facts} == {("mj",)}
    assert awake(play) == {"h/a", "h/b", "t/a", "t/b"}


def test_hidden_dice_typed_first_wait_for_the_open_ones() -> None:
    play = table()
    arrows = [("a", "b", 50, AT)]
    bring(play, force("h", "ab", arrows), force("t", "ab", arrows, visibility="total"))
    milestone(play, throw=False)
    facts = play.act(MAUD, fc.DrawPass((1,)), topic=falling(play, hidden=True, secret=True), throw=False)
    assert kinds(facts) == ["PassDrawn"]
    facts = play.act(MAUD, fc.DrawPass((1,)), topic=falling(play, hidden=False, secret=False), throw=False)
    assert [e for e in kinds(facts) if e == "VertexActivated"] == ["VertexActivated"] * 2


def test_no_pass_waits_for_the_dice_of_a_hidden_force() -> None:
    """Two tables, one of which has a hidden force: at the milestone after its own, both draw what the table sees."""
    seen = []
    for hidden in (False, True):
        play = table()
        bring(play, force("guilde", "ab", [("a", "b", 30, "foire")], visibility="total"))
        if hidden:
            bring(play, force("cercle", "ab", [("a", "b", 100, "lune"), ("b", "a", 100, "foire")]))
        play.act(MAUD, shared.ChooseHand("reel", once=False))
        for n, name in enumerate(("lune", "foire", "foire")):
            play.at = n
            play.act(MAUD, shared.ReachMilestone(name), id=f"jalon-{n}", throw=False)
        seen.append(play.sees(LEA))
        assert [(p.milestone, p.hidden) for p in world(play).underway] == [
            ("foire", False),
            *([("lune", True)] if hidden else []),
        ]
    assert seen[0] == seen[1]
    # Typed first, the hidden force's dice wait for the open ones, then each of its own passes comes in its turn.
    topics = [w.topic for w in play.waitings() if isinstance(w.topic, ToDraw)]
    play.act(MAUD, fc.DrawPass((7,)), topic=topics[1], throw=False)
    assert "cercle/b" not in awake(play)
    play.act(MAUD, fc.DrawPass((99,)), topic=topics[0], throw=False)
    assert "cercle/b" in awake(play)
    assert [(p.milestone, p.hidden) for p in world(play).underway] == [("foire", False), ("foire", True)]
    play.act(MAUD, fc.DrawPass((99,)), throw=False)
    assert (world(play).underway, world(play).due, world(play).hidden_due) == ((), (), ())


def test_a_partly_visible_force_is_drawn_in_secret_and_told_in_its_place() -> None:
    play = table()
    arrows = [("a", "b", 50, AT)]
    bring(play, force("p", "ab", arrows, visibility="partial"), force("t", "ab", arrows, visibility="total"))
    milestone(play, throw=False)
    facts = play.act(MAUD, fc.DrawPass((50,)), topic=falling(play, hidden=False, secret=False), throw=False)
    assert kinds(facts) == ["PassDrawn"]
    facts = play.act(MAUD, fc.DrawPass((50,)), topic=falling(play, hidden=False, secret=True), throw=False)
    assert [f.event.force for f in facts if type(f.event).__name__ == "EdgeMet"] == ["p", "t"]
    assert [f.audience for f in facts if type(f.event).__name__ in ("EdgeMet", "PassDrawn")] == [
        ("mj",),
        None,
        None,
    ]


def test_a_milestone_reached_while_dice_are_typed_is_a_pass_of_its_own() -> None:
    play = table()
    bring(play, force("f", "abc", [("a", "b", 50, AT), ("b", "c", 50, "suite")]))
    milestone(play, throw=False)
    milestone(play, name="suite", throw=False)
    assert refused(play, MAUD, fc.SetVisibility("f", "total")).rule == "FOR-46"
    play.act(MAUD, fc.DrawPass((50,)), throw=False)
    assert awake(play) == {"f/a", "f/b"}
    play.act(MAUD, fc.DrawPass((50,)), throw=False)
    assert awake(play) == {"f/a", "f/b", "f/c"}
    assert not world(play).underway
    assert not world(play).due


def test_a_milestone_with_nothing_to_draw_leaves_no_pass_behind() -> None:
    play = table()
    bring(play, force("f", "ab", [("a", "b", 50, AT)]))
    milestone(play, throw=False)
    milestone(play, name="rien", throw=False)
    play.act(MAUD, fc.DrawPass((99,)), throw=False)
    assert (world(play).underway, world(play).due) == ((), ())


def test_a_deed_noted_while_dice_are_typed_is_not_done_again() -> None:
    play = table()
    bring(
        play,
        force("f", {"a": [], "b": [AddResource("or", 1)]}, [("a", "b", "geste", AT), ("a", "b", 50, AT)]),
    )
    milestone(play, throw=False)
    play.act(MAUD, fc.NoteDeed("f/a1"), throw=False)
    assert kinds(play.act(MAUD, fc.DrawPass((1,)), throw=False)) == ["PassDrawn", "EdgeMet", "PassClosed"]
    assert world(play).resources[0].value == 1


def test_undo_takes_a_whole_pass_back() -> None:
    play = table()
    effects = [AddPower("f", 2), AddResource("or", 3), SetAlignment("f", -1), Tale("x")]
    bring(play, force("f", {"a": [], "b": effects}, [("a", "b", 100, AT)], visibility="total"))
    before, seen = world(play), play.view(LEA)
    milestone(play)
    assert world(play) != before
    play.undo()
    assert world(play) == before
    assert play.view(LEA) == seen


def test_session_and_scenario_bring_their_own_milestones() -> None:
    play = table()
    frequencies = ("début de séance", "fin de séance", "fin de scénario")
    bring(play, force("f", "abcd", [("a", x, 100, at) for x, at in zip("bcd", frequencies, strict=True)]))
    play.act(MAUD, shared.OpenScenario("Un"))
    assert awake(play) == {"f/a"}
    for command, vertex in (
        (shared.OpenSession(), "b"),
        (shared.CloseSession(), "c"),
        (shared.CloseScenario(), "d"),
    ):
        before = awake(play)
        play.act(MAUD, command)
        assert awake(play) - before == {f"f/{vertex}"}


def test_effects_are_bounded_one_by_one() -> None:
    play = table()
    first = [
        AddPower("f", 3),
        AddPower("f", -2),
        AddResource("or", 1),
        AddResource("or", -3),
        AddResource("or", 1),
    ]
    second = [AddPower("f", -2), AddPower("f", 3)]
    bring(play, force("f", {"a": [], "b": first, "c": second}, power=9))
    play.act(MAUD, fc.ActivateVertex("f/b"))
    assert (world(play).force("f").power, world(play).resources[0].value) == (8, 1)
    play.act(MAUD, fc.MovePower("f", 1))
    play.act(MAUD, fc.ActivateVertex("f/c"))
    assert world(play).force("f").power == 10
    play.act(MAUD, fc.MovePower("f", 9))
    assert world(play).force("f").power == 10


def test_an_ended_force_goes_on() -> None:
    play = table()
    play.act(MAUD, fc.CreateForce("Le siège", 5, 0, "total", "Départ"))
    play.act(MAUD, fc.AddVertex("Chute", "", "failure"))
    play.act(MAUD, fc.AddVertex("Ruines", "", ""))
    a, b, c = (v.id for v in world(play).forces[0].vertices)
    play.act(MAUD, fc.AddChanceEdge(a, b, 100, AT))
    play.act(MAUD, fc.AddChanceEdge(b, c, 100, AT))
    play.act(MAUD, fc.OpenForce())
    milestone(play)
    assert "C’est une fin\N{NO-BREAK SPACE}: l’échec." in play.texts(LEA)[-1]
    milestone(play)
    assert [v.active for v in world(play).forces[0].vertices] == [True, True, True]


def test_a_philosophy_the_table_may_not_read_is_rewritten_unseen() -> None:
    play = table()
    bring(play, force("p", "a", visibility="partial"))
    seen = play.sees(LEA)
    play.act(MAUD, fc.DescribeForce("Force p", "Noyer la vallée", "", ""))
    assert play.sees(LEA) == seen
    play.act(MAUD, fc.ShowPhilosophy("p"))
    assert "Noyer la vallée" in play.sees(LEA)


# Whatever the graphs and the dice

VISIBILITIES: tuple[Visibility, ...] = ("hidden", "partial", "total")
ALIGNMENTS: tuple[Alignment, ...] = (-1, 0, 1)


@st.composite
def worlds(draw: st.DrawFn) -> tuple[Force, ...]:
    ids = [f"f{i}" for i in range(draw(st.integers(1, 3)))]
    effect = st.one_of(
        st.builds(AddPower, st.sampled_from(ids), st.integers(-12, 12)),
        st.builds(SetAlignment, st.sampled_from(ids), st.sampled_from(ALIGNMENTS)),
        st.builds(AddResource, st.sampled_from(["or", "vivres"]), st.integers(-5, 5)),
        st.builds(Tale, st.sampled_from(["une rumeur", '« "un\\bruit »'])),
    )
    out = []
    for id in ids:
        names = [f"v{i}" for i in range(draw(st.integers(1, 5)))]
        ends = st.sampled_from(names)
        why = st.one_of(st.integers(0, 100), st.just("geste"))
        arrows = st.tuples(ends, ends, why, st.sampled_from([AT, "autre"]))
        out.append(
            force(
                id,
                {n: draw(st.lists(effect, max_size=3)) for n in names},
                draw(st.lists(arrows, max_size=8)),
                power=draw(st.integers(1, 10)),
                visibility=draw(st.sampled_from(VISIBILITIES)),
            )
        )
    return tuple(out)


def outcome(forces: tuple[Force, ...], active: set[str], faces: dict[str, int], at: str) -> set[str]:
    """The active vertices after a pass, told again from the rule alone (FOR-42, FOR-43)."""
    woken = {
        f"{f.id}/{x.target}"
        for f in forces
        for x in f.edges
        if not x.deed and x.frequency == at and faces[f"{f.id}/{x.source}/{x.target}/{x.chance}"] <= x.chance
        if f"{f.id}/{x.source}" in active
    }
    return active | woken


def passed(play: Play, faces: dict[str, int], at: str) -> None:
    """A milestone, each edge drawing the number kept for it."""
    play.act(MAUD, shared.ReachMilestone(at), throw=False)
    while (w := play.falling()) is not None:
        p = next(p for p in world(play).underway if p.hidden == w.topic.hidden)
        drawn = []
        for d in p.drawn(secret=w.topic.secret):
            x = world(play).force(d.force).edge(d.edge)
            drawn.append(faces[f"{d.force}/{x.source}/{x.target}/{x.chance}"])
        play.act(MAUD, fc.DrawPass(tuple(drawn)), topic=w.topic, throw=False)


@settings(max_examples=60, deadline=None)
@given(worlds(), st.integers(0, 2**32))
def test_a_pass_is_what_its_rule_says_in_whatever_order_it_is_written(
    forces: tuple[Force, ...], seed: int
) -> None:
    rng = random.Random(seed)
    shuffled = tuple(_shuffled(f, rng) for f in rng.sample(forces, len(forces)))
    one, other = table(), table()
    bring(one, *forces)
    bring(other, *shuffled)
    active = awake(one)
    for _ in range(4):
        at = rng.choice((AT, "autre"))
        faces = {
            f"{f.id}/{x.source}/{x.target}/{x.chance}": rng.randint(1, 100) for f in forces for x in f.edges
        }
        active = outcome(forces, active, faces, at)
        for play in (one, other):
            before = awake(play)
            passed(play, faces, at)
            assert before <= awake(play)
            assert awake(play) == active
            _within_bounds(play)


def _shuffled(f: Force, rng: random.Random) -> Force:
    first, *rest = f.vertices
    vertices = (first, *rng.sample(rest, len(rest)))
    edges = rng.sample(f.edges, len(f.edges))
    made = force(f.id, {v.id: v.effects for v in vertices}, (), power=f.power, visibility=f.visibility)
    return Force(
        **{k: getattr(made, k) for k in ("id", "name", "power", "visibility", "vertices", "initial")},
        edges=tuple(edges),
    )


def _within_bounds(play: Play) -> None:
    assert all(1 <= f.power <= 10 for f in world(play).forces)
    assert all(r.value >= 0 for r in world(play).resources)
    for s in world(play).shown:
        for v in s.vertices:
            assert v.active or not (v.name or v.effects) or s.visibility == "total"


def test_game_masters_find_the_milestones_that_edges_still_wait_for() -> None:
    arrows = [("a", "b", 100, "la nuit tombe"), ("a", "c", 10, "fin de séance"), ("b", "c", 10, "la neige")]
    play = table()
    assert ideas(play) == ()
    bring(play, force("f", "abc", arrows))
    assert ideas(play) == ("la nuit tombe", "la neige")
    milestone(play, (1,), name="la nuit tombe")
    assert ideas(play) == ("la neige",), "its edge has nothing left to open"


def ideas(play: Play) -> tuple[str, ...]:
    """The names at hand for a milestone."""
    offers = (o for w in play.waitings() if w.who == MAUD for o in w.offers)
    return dict(next(o for o in offers if o.command.__name__ == "ReachMilestone").fields)["name"].ideas


def test_the_log_says_what_came_out_and_what_it_did() -> None:
    play = table()
    effects = {"a": (), "b": (AddPower("f", -1), Tale("Les portes se ferment."))}
    bring(play, force("f", effects, [("a", "b", 40, "jalon")], visibility="total"))
    milestone(play, (12,))
    said = [x.replace("\N{NO-BREAK SPACE}", " ") for x in play.texts(LEA) if x]
    assert said[-5:] == [
        "Jalon « jalon » : 12 pour 40 % (Force f → étiquette b).",
        "Force f : la chance est sortie, 40 % (jalon).",
        "Force f : nom b.",
        "Puissance de Force f : 4 (−1), par « Force f : nom b ».",
        "Les portes se ferment. (Force f : nom b.)",
    ]
