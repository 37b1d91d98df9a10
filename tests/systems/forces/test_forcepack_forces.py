"""Files of forces: every flaw named at its key, what is written reads back the same, great graphs run (FOR-48)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paravent.core import commands as shared
from paravent.core.packs import PackError
from paravent.systems.forces import force_commands as fc
from paravent.systems.forces.drafting import FIRST
from paravent.systems.forces.forcepack import MOST_EDGES, MOST_VERTICES, read_forces, write_forces
from paravent.systems.forces.graph import unreachable
from paravent.systems.forces.world import (
    FREQUENCIES,
    SESSION_END,
    AddPower,
    AddResource,
    Force,
    SetAlignment,
    Tale,
)
from play import MAUD, refused
from systems.forces.for_table import Arrow, awake, bring, drawn_up, force, milestone, table, world

GOOD = """
[[forces]]
id = "culte"
nom = "Le culte"
puissance = 5
alignement = "ennemi"
visibilite = "partielle"

[[forces.sommets]]
id = "a"
etiquette = "A"
initial = true

[[forces.sommets]]
id = "b"
etiquette = "B"
fin = "echec"
effets = [{ puissance = 1 }, { alignement = "allie", sur = "guilde" }]

[[forces.aretes]]
de = "a"
vers = "b"
chance = 40
frequence = "fin de séance"
"""


TWIN = '[[forces.sommets]]\nid = "a"\netiquette = "C"\n\n[[forces.aretes]]'


def problems(text: str, known: tuple[str, ...] = ("guilde",)) -> list[str]:
    with pytest.raises(PackError) as refused_:
        read_forces(text, known)
    return [p.replace("\N{NO-BREAK SPACE}", " ") for p in refused_.value.problems]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "initial = true",
            "initial = false",
            "forces[0].sommets : exactement un sommet initial, il y en a 0",
        ),
        ("fin =", "initial = true\nfin =", "forces[0].sommets : exactement un sommet initial, il y en a 2"),
        ("[[forces.aretes]]", TWIN, "forces[0].sommets"),
        ('de = "a"', 'de = "z"', "forces[0].aretes[0].de : « z » n’est pas un sommet de la force"),
        ('vers = "b"', 'vers = "z"', "forces[0].aretes[0].vers : « z » n’est pas un sommet de la force"),
        ("chance = 40", "chance = 101", "forces[0].aretes[0].chance"),
        ("chance = 40", "chance = -1", "forces[0].aretes[0].chance"),
        ("chance = 40", "chance = 40.5", "forces[0].aretes[0].chance"),
        (
            '"guilde"',
            '"absente"',
            "forces[0].sommets[1].effets[1].sur : « absente » n’est pas une force connue",
        ),
        ("chance = 40\n", "", "forces[0].aretes[0] : il faut un agissement ou une chance"),
        ("chance = 40", 'agissement = ""', "forces[0].aretes[0] : il faut un agissement ou une chance"),
        ("puissance = 5", "puissance = 11", "forces[0].puissance"),
        ("puissance = 5", "puissance = 0", "forces[0].puissance"),
        ('"ennemi"', '"hostile"', "forces[0].alignement"),
        ('"partielle"', '"entière"', "forces[0].visibilite"),
        ('fin = "echec"', 'fin = "peut-être"', "forces[0].sommets[1].fin"),
        (
            'nom = "Le culte"',
            'nom = "Le culte"\nbut = "a\\u0000b"',
            "forces[0].but : caractère de contrôle refusé",
        ),
        ('nom = "Le culte"', 'nom = "Le culte"\nfaiblesses = "\\u001b"', "forces[0].faiblesses"),
        ('fin = "echec"', 'nom = "a\\nb"', "forces[0].sommets[1].nom : une seule ligne"),
        (
            "chance = 40",
            'agissement = "a\\u001b[2J"',
            "forces[0].aretes[0].agissement : caractère de contrôle",
        ),
        ("chance = 40", 'agissement = "  "', "forces[0].aretes[0].agissement : texte vide"),
        (
            "{ puissance = 1 }",
            "{ puissance = 1, recit = 'x' }",
            "forces[0].sommets[1].effets[0] : exactement un",
        ),
        ("{ puissance = 1 }", "{ ressource = 'or' }", "forces[0].sommets[1].effets[0]"),
        ("{ puissance = 1 }", "{ recit = 'x', sur = 'culte' }", "forces[0].sommets[1].effets[0]"),
        ("{ puissance = 1 }", "{ }", "forces[0].sommets[1].effets[0] : exactement un"),
        ('nom = "Le culte"', "", "forces[0].nom : clé manquante"),
        ("frequence", "frequense", "forces[0].aretes[0].frequense : clé inconnue"),
        ('id = "culte"', 'id = "Le Culte"', "forces[0].id"),
        ("puissance = 5", "puissance =", "TOML"),
    ],
)
def test_each_flaw_is_named_in_french_at_its_key(old: str, new: str, told: str) -> None:
    assert GOOD.count(old) >= 1
    (problem,) = problems(GOOD.replace(old, new, 1))
    assert told in problem
    play = table()
    refusal = refused(play, MAUD, fc.ImportForces(GOOD.replace(old, new, 1)))
    assert (refusal.rule, refusal.field) == ("FOR-48", "text")


def test_all_flaws_are_told_at_once() -> None:
    text = (
        GOOD.replace('de = "a"', 'de = "y"').replace('vers = "b"', 'vers = "z"').replace("initial = true", "")
    )
    assert len(problems(text)) == 3
    told = problems(text.replace("chance = 40\n", ""), ("culte",))
    assert len(told) == 6, (
        "the edge without a condition, the force unknown here and the one known already too"
    )


def test_a_deed_is_held_for_as_likely_from_a_file_as_from_the_screen() -> None:
    (f,) = read_forces(GOOD.replace("chance = 40", 'agissement = "Ils paient."'), ("guilde",))
    play = table()
    play.act(MAUD, fc.CreateForce("La guilde", 4, 0, "hidden", "Départ"))
    play.act(MAUD, fc.AddVertex("Deux", "", ""))
    a, b = (v.id for v in world(play).forces[0].vertices)
    play.act(MAUD, fc.AddDeedEdge(a, b, "Ils paient."))
    assert [x.chance for x in (*f.edges, *world(play).forces[0].edges)] == [50, 50]
    (given,) = read_forces(GOOD.replace("chance = 40", 'agissement = "x"\nchance = 0'), ("guilde",))
    assert given.edges[0].chance == 0


def test_a_force_the_table_has_is_not_imported_again() -> None:
    assert problems(GOOD, ("guilde", "culte")) == ["forces[0].id : « culte » est déjà à la table"]


def test_cycles_are_allowed_and_what_nothing_reaches_is_only_told() -> None:
    f = force("f", "abc", [("a", "a", 10, "x"), ("c", "a", 10, "x"), ("c", "c", 10, "x")])
    assert unreachable(f) == ("b", "c")
    play = table()
    bring(play, f)
    assert awake(play) == {"f/a"}


TEXTS = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Cf", "Co", "Cn", "Zl", "Zp"]), min_size=1, max_size=30
).filter(lambda s: s.strip() == s and any(c.isalnum() for c in s))


@st.composite
def forces(draw: st.DrawFn) -> Force:
    names = [f"s{i}" for i in range(draw(st.integers(1, 6)))]
    ends = st.sampled_from(names)
    effect = st.one_of(
        st.builds(AddPower, st.sampled_from(["f", "guilde"]), st.integers(-9, 9)),
        st.builds(SetAlignment, st.sampled_from(["f", "guilde"]), st.sampled_from((-1, 0, 1))),
        st.builds(AddResource, TEXTS, st.integers(-999, 999)),
        st.builds(Tale, TEXTS),
    )
    arrow: st.SearchStrategy[Arrow] = st.tuples(
        ends, ends, st.one_of(st.integers(0, 100), TEXTS), st.one_of(st.sampled_from(FREQUENCIES), TEXTS)
    )
    return force(
        "f",
        {n: draw(st.lists(effect, max_size=4)) for n in names},
        draw(st.lists(arrow, max_size=10)),
        power=draw(st.integers(1, 10)),
        alignment=draw(st.sampled_from((-1, 0, 1))),
        visibility=draw(st.sampled_from(("hidden", "partial", "total"))),
    )


@settings(max_examples=80, deadline=None)
@given(forces())
def test_what_is_written_reads_back_the_same(f: Force) -> None:
    assert read_forces(write_forces((f,)), ("guilde",)) == (f,)


def test_what_was_drawn_up_on_screen_goes_to_another_table() -> None:
    play = table()
    play.act(MAUD, fc.CreateForce('La « guilde » \\ des "sels"', 4, -1, "partial", "Départ"))
    play.act(MAUD, fc.AddVertex("Deux", "Secret", "success"))
    a, b = (v.id for v in world(play).forces[0].vertices)
    id = world(play).forces[0].id
    play.act(MAUD, fc.AddDeedEdge(a, b, "Ils paient"))
    play.act(MAUD, fc.AddChanceEdge(b, a, 33, "lune noire"))
    play.act(MAUD, fc.AddTaleEffect(b, "Le sel monte."))
    play.act(MAUD, fc.AddPowerEffect(b, id, -2))
    play.act(MAUD, fc.DescribeForce("La guilde", "But\nsur deux lignes", "", "Des\ttables"))
    drawn = world(play).forces[0]
    play.act(MAUD, fc.OpenForce())
    milestone(play, name="lune noire")
    (back,) = read_forces(write_forces(world(play).forces))
    assert back == drawn_up(drawn)


def test_a_vertex_comes_with_the_edge_that_leads_to_it() -> None:
    play = table()
    play.act(MAUD, fc.CreateForce("La guilde", 4, -1, "partial", "Départ"))
    play.act(MAUD, fc.AddDeedVertex(FIRST, "Ils paient", "Deux", "Secret", ""))
    play.act(
        MAUD,
        fc.AddChanceVertex(world(play).forces[0].vertices[1].id, 33, "lune noire", "Trois", "", "failure"),
    )
    drawn = world(play).forces[0]
    assert [(v.label, v.name, v.ending) for v in drawn.vertices[1:]] == [
        ("Deux", "Secret", ""),
        ("Trois", "", "failure"),
    ]
    ids = [v.id for v in drawn.vertices]
    assert [(x.source, x.target, x.deed, x.chance, x.frequency) for x in drawn.edges] == [
        (ids[0], ids[1], "Ils paient", 50, SESSION_END),
        (ids[1], ids[2], "", 33, "lune noire"),
    ]
    assert refused(play, MAUD, fc.AddDeedVertex("ailleurs", "Ils paient", "Quatre", "", "")).field == "source"


def test_times_own_milestones_are_known_however_they_are_written() -> None:
    play = table()
    play.act(MAUD, fc.CreateForce("La guilde", 4, -1, "partial", "Départ"))
    for written in ("Fin de seance", " FIN  DE\N{NO-BREAK SPACE}SCÉNARIO", "Lune noire"):
        play.act(MAUD, fc.AddChanceVertex(FIRST, 33, written.strip(), "Suite", "", ""))
    drawn = world(play).forces[0]
    found = ["fin de séance", "fin de scénario", "Lune noire"]
    assert [x.frequency for x in drawn.edges] == found
    text = write_forces((drawn,)).replace("fin de scénario", "Fin de scenario")
    assert [x.frequency for x in read_forces(text)[0].edges] == found


def great() -> Force:
    """As many vertices and edges as a force may have, each vertex with an effect."""
    names = [f"v{i}" for i in range(MOST_VERTICES)]
    arrows = [
        (names[i // 2], names[(i + 1) % MOST_VERTICES], 100 if i % 2 else 50, "jalon")
        for i in range(MOST_EDGES)
    ]
    return force(
        "f", {n: [AddPower("f", 1), AddResource("or", 1)] for n in names}, arrows, visibility="total"
    )


def test_the_greatest_graph_runs() -> None:
    play = table()
    bring(play, great())
    for _ in range(12):
        milestone(play)
    assert len(awake(play)) > 20
    assert world(play).force("f").power == 10
    assert refused(play, MAUD, fc.AddVertex("De trop", "", "")).rule == "FOR-41"
    assert refused(play, MAUD, fc.AddDeedVertex("v0", "De trop", "De trop", "", "")).rule == "FOR-41"
    assert refused(play, MAUD, fc.AddChanceVertex("v0", 5, "jalon", "De trop", "", "")).rule == "FOR-41"
    assert refused(play, MAUD, fc.AddDeedEdge("v0", "v1", "De trop")).rule == "FOR-42"
    play.act(MAUD, shared.OpenSession())


def test_a_file_says_only_what_is() -> None:
    text = write_forces((force("f", "ab", [("a", "b", 25, "fin de séance")]),))
    for absent in ('""', "[]", "false", "agissement", "but", "fin = "):
        assert absent not in text
    assert "initial = true" in text


def test_what_a_force_wants_may_take_several_lines() -> None:
    (f,) = read_forces(
        GOOD.replace('nom = "Le culte"', 'nom = "Le culte"\nbut = "Un.\\n\\nDeux."'), ("guilde",)
    )
    assert f.goal == "Un.\n\nDeux."
    assert read_forces(write_forces((f,)), ("guilde",))[0].goal == f.goal
