"""Agents created and changed (DEM-01 to DEM-04): what is refused, by which rule, at which field."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from paravent.core import commands as shared
from paravent.core.values import Who
from paravent.systems.departement_m import SYSTEM
from paravent.systems.departement_m import commands as co
from paravent.systems.departement_m.pack import MOST_FOCUSES
from paravent.table.packs import pack_named
from play import LEA, MAUD, NOE, Play, refused
from systems.departement_m.dem_table import ATTRIBUTES, DISCIPLINES, agent, extra, sheet, table, who, world

BUDGET = SYSTEM.read_pack(pack_named(SYSTEM, "budget"))
FOUR = ("Lutte", "Toits", "Archives", "Serrures")


def plain(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize(
    ("attributes", "disciplines", "field", "why"),
    [
        ((6, 9, 10, 9, 9), DISCIPLINES, "attributes", "Contrôle : de 7 à 12"),
        ((8, 9, 10, 9, 13), DISCIPLINES, "attributes", "Raison : de 7 à 12"),
        ((8, 9, 10, 9), DISCIPLINES, "attributes", "il faut 5 nombres"),
        ((8, 9, 10, 9, True), DISCIPLINES, "attributes", "il faut 5 nombres"),
        (ATTRIBUTES, (0, 2, 5, 4, 1, 1), "disciplines", "Combat : de 1 à 5"),
        (ATTRIBUTES, (3, 2, 5, 4, 1, 6), "disciplines", "Technicien : de 1 à 5"),
        (ATTRIBUTES, (3, 2, 5, 4, 1, 1, 1), "disciplines", "il faut 6 nombres"),
    ],
)
def test_scores_out_of_range(
    attributes: Sequence[Any], disciplines: Sequence[Any], field: str, why: str
) -> None:
    said = refused(table(), LEA, sheet(attributes=attributes, disciplines=disciplines))
    assert (said.rule, said.field) == ("DEM-04", field)
    assert why in plain(said.why)


@pytest.mark.parametrize(
    ("more", "field", "why"),
    [
        ({"attributes": (9, 9, 9, 9, 8)}, "attributes", "la somme doit faire 45, elle fait 44"),
        ({"attributes": (9, 9, 9, 9, 10)}, "attributes", "la somme doit faire 45, elle fait 46"),
        ({"disciplines": (5, 4, 3, 2, 1, 2)}, "disciplines", "la somme doit faire 16, elle fait 17"),
        ({"focuses": FOUR[:3]}, "focuses", "il en faut 4"),
        ({"focuses": (*FOUR, "Échecs")}, "focuses", "il en faut 4"),
        ({"focuses": (*FOUR[:3], "Lutte")}, "focuses", "deux fois"),
        ({"focuses": (*FOUR[:3], "")}, "focuses", "il faut un texte"),
        ({"name": " "}, "name", "il faut un texte"),
    ],
)
def test_a_budget_is_spent_to_the_point(more: dict[str, Any], field: str, why: str) -> None:
    play = table(pack=BUDGET)
    said = refused(play, LEA, sheet(**{"focuses": FOUR, **more}))
    assert (said.rule, said.field) == ("DEM-04", field)
    assert why in plain(said.why)
    play.act(LEA, sheet(focuses=FOUR))


def test_without_a_budget_only_the_ranges_count() -> None:
    play = table()
    play.act(LEA, sheet(attributes=(12,) * 5, disciplines=(5,) * 6, focuses=()))
    play.act(MAUD, shared.AcceptActor())
    assert who(play, play.game.core.actors[-1].id).ready


def test_the_game_masters_characters_have_no_budget_and_are_in_range_all_the_same() -> None:
    play = table(pack=BUDGET)
    play.act(MAUD, co.CreateExtra("Le Guetteur", False, (7,) * 5, (1,) * 6, (), ""))
    said = refused(play, MAUD, co.CreateExtra("Le Guetteur", False, (13,) * 5, (1,) * 6, (), ""))
    assert said.field == "attributes"


def test_one_proposal_at_a_time_and_nobody_plays_before_it_is_accepted() -> None:
    play = table()
    play.act(LEA, sheet())
    assert "une première proposition" in refused(play, LEA, sheet("Un autre")).why
    actor = play.game.core.actors[-1].id
    command = co.CallTest(actor, "forme", "combat", 1, "", "", "table")
    refused(play, MAUD, command)
    play.act(MAUD, shared.RefuseActor("trop semblable à Mirador"))
    assert world(play).characters == ()
    agent(play)


def test_a_ready_made_agent_is_taken_and_played() -> None:
    play = table()
    play.act(MAUD, co.CreateReadyMade("Mirador", ATTRIBUTES, DISCIPLINES, (), ""))
    play.act(NOE, shared.TakeActor(play.game.core.actors[-1].id))
    play.act(NOE, co.Announce("Ouvrir.", ("", "")))
    assert len(world(play).tests) == 1


# Changes


def test_a_sheet_changes_within_its_ranges() -> None:
    play = table()
    actor = agent(play)
    play.act(MAUD, co.SetAttribute(actor, "forme", 12))
    play.act(MAUD, co.SetDiscipline(actor, "technicien", 5))
    assert (who(play, actor).attributes[2], who(play, actor).disciplines[5]) == (12, 5)
    bad: list[tuple[Any, str, str]] = [
        (co.SetAttribute(actor, "forme", 13), "DEM-01", "value"),
        (co.SetAttribute(actor, "charme", 8), "DEM-01", "attribute"),
        (co.SetDiscipline(actor, "combat", 0), "DEM-02", "value"),
        (co.SetDiscipline(actor, "forme", 2), "DEM-02", "discipline"),
        (co.AddFocus(actor, " "), "DEM-03", "focus"),
        (co.DropFocus(actor, "Échecs"), "DEM-03", "focus"),
    ]
    for command, rule, field in bad:
        said = refused(play, MAUD, command)
        assert (said.rule, said.field) == (rule, field)
    assert refused(play, LEA, co.SetAttribute(actor, "forme", 12)).rule == "TAB-08"


def test_focuses_come_and_go_each_once() -> None:
    play = table()
    actor = agent(play)
    for focus in ("Échecs", "Échecs"):
        play.act(MAUD, co.AddFocus(actor, focus))
    assert who(play, actor).focuses == ("Lutte", "Toits", "Échecs")
    play.act(MAUD, co.DropFocus(actor, "Lutte"))
    assert who(play, actor).focuses == ("Toits", "Échecs")
    fill(play, actor)
    assert refused(play, MAUD, co.AddFocus(actor, "Une de trop")).why == "la feuille est pleine"


def fill(play: Play, actor: Who) -> None:
    for n in range(len(who(play, actor).focuses), MOST_FOCUSES):
        play.act(MAUD, co.AddFocus(actor, f"Sujet {n}"))


def test_what_changes_on_a_private_sheet_is_told_to_its_player_alone() -> None:
    play = table()
    actor = agent(play)
    play.act(MAUD, shared.ShareSheet(actor, public=False))
    before = play.sees(NOE)
    play.act(MAUD, co.AddFocus(actor, "Poisons"))
    play.act(MAUD, co.SetAttribute(actor, "forme", 12))
    assert play.sees(NOE) == before
    assert "Poisons" in play.sees(LEA)


def test_an_extra_s_sheet_is_the_game_masters_own() -> None:
    play = table()
    guard = extra(play)
    [seen] = [c for c in play.view(LEA)["characters"] if c["actor"] == guard]
    assert "attributes" not in seen
    assert "focuses" not in seen
