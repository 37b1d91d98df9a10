"""The ready-made table is playable: whole sheets, legal scores, decks and weapons, a combat between its people."""

import tomllib
from importlib.resources import files
from typing import Any

import pytest

from paravent.systems.architectes.pack import SHEET, default_pack


@pytest.fixture(scope="module")
def example() -> dict[str, Any]:
    text = files("paravent.systems.architectes").joinpath("data", "exemple.toml").read_text("utf-8")
    return tomllib.loads(text)


def test_characters_have_a_whole_sheet_that_fits(example: dict[str, Any]) -> None:
    assert len(example["personnage"]) == 3
    for character in example["personnage"]:
        for rubric in default_pack().rubrics:
            assert len(character[rubric.id]) <= rubric.max_length
        assert set(character) == {*SHEET, "id", "arme", "destin", "destin_gagne", "scores"}
        assert sorted(character["scores"]) == list(range(1, 23))
        assert 0 <= character["destin"] <= character["destin_gagne"]


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
    for wound in example["blessure"]:
        assert people[wound["personnage"]]
        assert len(set(wound["cartes"])) == len(wound["cartes"]) < 5
    combat = example["combat"]
    assert {combat["initiateur"], combat["adversaire"]} == {"garance", "eclusier"} <= set(people)
    assert {combat["difficulte_initiateur"], combat["difficulte_adversaire"]} <= {
        "facile",
        "normal",
        "difficile",
    }


def test_what_is_hidden_stays_in_the_notes_of_the_game_master(example: dict[str, Any]) -> None:
    hidden = [npc["nom"] for npc in example["pnj"] if npc["cache"]]
    public = [note["texte"] for note in example["note"] if note["pour"] == "tous"]
    assert {note["pour"] for note in example["note"]} == {"tous", "mj"}
    public += [example["titre"], example["accroche"], example["scene"], example["combat"]["annonce"]]
    public += [str(text) for character in example["personnage"] for text in character.values()]
    assert not [text for text in public for name in hidden if name in text]
