"""The shared vectors of Intentions, found again to the fraction, and the questions that are refused."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from paravent.core.questions import BadQuestion
from paravent.systems.intentions.vectors import answer

FILE = Path(__file__).parents[2] / "data" / "vecteurs" / "intentions.json"
CASES = json.loads(FILE.read_text(encoding="utf-8"))["cas"]

TEST = {
    "calcul": "test",
    "difficulte": 5,
    "bonus": 0,
    "avantages": 0,
    "desavantages": 0,
    "tout_double_critique": False,
    "un_seul_de": False,
    "de_precedent": None,
    "annulation_un_pour_un": False,
}
ACTION = {"categorie": "commune", "bonus": None, "avantages": 0, "desavantages": 0}
COMPOSITION = {
    "calcul": "composition",
    "difficulte_base": 4,
    "intentions": [],
    "instincts": [],
    "actions": [ACTION],
    "avantages": 0,
    "desavantages": 0,
    "boit_une_potion": False,
    "soiffard": False,
    "tout_double_critique": False,
    "annulation_un_pour_un": False,
    "prudente_augmente": False,
}
DIAL = {"valeur": 1, "fin": 6, "sens": "croissant", "limite_arriere": None}
COIN = [{"pas": 1, "p": "1/2"}, {"pas": 0, "p": "1/2"}]
RACE = {
    "calcul": "course",
    "compteur_a": DIAL,
    "compteur_b": DIAL,
    "pas": {"type": "independants", "a": COIN, "b": COIN},
    "horizon": 3,
}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_vector(case: dict[str, Any]) -> None:
    given = copy.deepcopy(case["donnees"])
    assert answer(given) == case["attendu"]
    assert given == case["donnees"]


def test_every_vector_is_there() -> None:
    assert len(CASES) == 105


@pytest.mark.parametrize(
    ("base", "change", "key"),
    [
        (TEST, {"calcul": "lancer"}, "donnees.calcul"),
        (TEST, {"intrus": 1}, "donnees.intrus"),
        (TEST, {"bonus": True}, "donnees.bonus"),
        (TEST, {"difficulte": "5"}, "donnees.difficulte"),
        (TEST, {"difficulte": 10**5000}, "donnees.difficulte"),
        (TEST, {"un_seul_de": 1}, "donnees.un_seul_de"),
        (TEST, {"de_precedent": 3}, "donnees.de_precedent"),
        (TEST, {"un_seul_de": True, "de_precedent": 7}, "donnees.de_precedent"),
        (COMPOSITION, {"actions": []}, "donnees.actions"),
        (COMPOSITION, {"actions": [{**ACTION, "bonus": 3}]}, "donnees.actions[0].bonus"),
        (COMPOSITION, {"actions": [{**ACTION, "categorie": "rare"}]}, "donnees.actions[0].categorie"),
        (COMPOSITION, {"intentions": ["hardie"]}, "donnees.intentions[0]"),
        (COMPOSITION, {"intentions": "prudente"}, "donnees.intentions"),
        (RACE, {"compteur_a": {**DIAL, "fin": 1}}, "donnees.compteur_a.valeur"),
        (RACE, {"compteur_a": {**DIAL, "limite_arriere": 2}}, "donnees.compteur_a.limite_arriere"),
        (RACE, {"compteur_b": 6}, "donnees.compteur_b"),
        (RACE, {"horizon": -1}, "donnees.horizon"),
        (RACE, {"pas": {"type": "conjoint", "lignes": []}}, "donnees.pas.lignes"),
        (RACE, {"pas": {"type": "independants", "a": COIN, "b": COIN[:1]}}, "donnees.pas.b"),
        (
            RACE,
            {"pas": {"type": "independants", "a": COIN, "b": [{"pas": 1, "p": "3/2"}]}},
            "donnees.pas.b[0].p",
        ),
        (
            RACE,
            {"pas": {"type": "independants", "a": COIN, "b": [{"pas": 1, "p": "1/0"}]}},
            "donnees.pas.b[0].p",
        ),
        (RACE, {"pas": {"type": "independants", "a": COIN, "b": [{"pas": -1, "p": "1/1"}]}}, "donnees.pas"),
    ],
)
def test_a_bad_question_names_its_key(base: dict[str, Any], change: dict[str, Any], key: str) -> None:
    with pytest.raises(BadQuestion) as refused:
        answer({**base, **change})
    assert refused.value.key == key


@pytest.mark.parametrize("wrong", [None, [], "test", 3])
def test_a_question_is_a_table(wrong: object) -> None:
    with pytest.raises(BadQuestion):
        answer(wrong)
