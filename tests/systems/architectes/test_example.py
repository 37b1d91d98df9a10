"""The ready-made table is playable: whole sheets, legal scores, decks and weapons, a combat between its people."""

import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from paravent.store import open_store
from paravent.systems.architectes.example import EASES
from paravent.systems.architectes.example import example as story
from paravent.systems.architectes.pack import SHEET, default_pack
from paravent.table.ready_made import set_table
from paravent.table.service import Tables


@pytest.fixture(scope="module")
def example() -> dict[str, Any]:
    text = files("paravent.systems.architectes").joinpath("data", "exemple.toml").read_text("utf-8")
    return tomllib.loads(text)


def test_characters_have_a_whole_sheet_that_fits(example: dict[str, Any]) -> None:
    assert len(example["personnage"]) == 3
    for character in example["personnage"]:
        for rubric in default_pack().rubrics:
            assert len(character[rubric.id]) <= rubric.max_length
        assert set(character) == {*SHEET, "id", "arme", "scores"}
        assert sorted(character["scores"]) == list(range(1, 23))


def test_professions_show_in_the_scores(example: dict[str, Any]) -> None:
    best = {
        character["id"]: default_pack().skill(character["scores"].index(22) + 1).name
        for character in example["personnage"]
    }
    assert best == {"sirocco": "Pilotage", "encre": "Érudition", "garance": "Armes blanches"}


def test_npcs_have_scores_and_a_deck(example: dict[str, Any]) -> None:
    assert [npc["cache"] for npc in example["pnj"]] == [False, True]
    for npc in example["pnj"]:
        assert len(npc["scores"]) == 22
        assert set(npc["scores"]) <= set(range(1, 23))
        assert len(set(npc["cartes"])) == len(npc["cartes"]) > 0
        assert set(npc["cartes"]) <= set(range(1, 23))


def test_everyone_is_armed_from_the_pack_and_known_by_an_id(example: dict[str, Any]) -> None:
    people = {one["id"]: one for one in [*example["personnage"], *example["pnj"]]}
    assert len(people) == 5
    for one in people.values():
        assert default_pack().weapon(one["arme"]).skill
    duel = example["seance"][-1]["pas"][-1]
    assert set(duel["combat"]) == {"garance", "eclusier"} <= set(people)
    assert set(duel["difficultes"]) <= set(EASES)


async def test_the_story_is_played_and_an_exchange_waits(tmp_path: Path) -> None:
    tables = Tables(open_store(f"sqlite:///{tmp_path}/t.sqlite"))
    made = await set_table(tables, "architectes", story())
    leader = await tables.access(made.game_master)
    assert leader is not None
    view = await tables.view(made.table, leader.seat)
    told = [line["text"] for line in view["journal"]]
    assert "Garance échoue de justesse en Furtivité, score 13." in told
    assert (
        "Encre progresse en Armes blanches, désormais à 6\N{NO-BREAK SPACE}: Pilotage descend d’un cran."
        in told
    )
    people = {c["name"]: c for c in view["world"]["characters"]}
    assert {n: (c["destiny_gained"], c["destiny"]) for n, c in people.items() if not c["extra"]} == {
        "Sirocco": (3, 2),
        "Encre": (4, 3),
        "Garance": (2, 2),
    }
    assert people["Sirocco"]["lost"] == [3, 9, 17]
    assert view["awaited"] == ["Garance"]
    # Whoever joins and takes Garance has something to settle at once, with the table's own cards.
    _, seat = await tables.join(made.invitation, "Léa", "j1")
    taking = next(w for w in (await tables.view(made.table, seat))["waitings"] if w["topic"] == "ToTake")
    await tables.act(
        made.table, seat, taking["key"], "TakeActor", {"actor": people["Garance"]["actor"]}, "t1"
    )
    asked = next(w for w in (await tables.view(made.table, seat))["waitings"] if w["topic"] == "ToDeclare")
    assert asked["holds"]
    await tables.act(made.table, seat, asked["key"], "WillDraw", {}, "t2")
    kinds = [line["data"]["kind"] for line in (await tables.view(made.table, seat))["journal"]]
    assert kinds.count("Revealed") == 6
    await tables.close()


def test_what_is_hidden_stays_in_the_notes_of_the_game_master(example: dict[str, Any]) -> None:
    hidden = [npc["nom"] for npc in example["pnj"] if npc["cache"]]
    steps = [step for session in example["seance"] for step in session["pas"] if "entree" not in step]
    assert {step.get("pour", "tous") for step in steps} == {"tous", "mj"}
    public = [str(text) for step in steps if step.get("pour") != "mj" for text in step.values()]
    public += [example["titre"], example["accroche"]]
    public += [str(text) for character in example["personnage"] for text in character.values()]
    assert not [text for text in public for name in hidden if name in text]
