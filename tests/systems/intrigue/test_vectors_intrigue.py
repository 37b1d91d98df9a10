"""The shared vectors of Intrigue, found again to the fraction, and the questions that are refused."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from paravent.core.questions import BadQuestion
from paravent.systems.intrigue.vectors import QUESTIONS, answer

FILE = Path(__file__).parents[2] / "data" / "vecteurs" / "intrigue.json"
CASES = json.loads(FILE.read_text(encoding="utf-8"))["cas"]

SAMPLES = {case["donnees"]["calcul"]: case["donnees"] for case in CASES}
"""The last case of each computation."""

POOL = {"des": [6, 8], "garde": 2}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_vector(case: dict[str, Any]) -> None:
    asked = copy.deepcopy(case["donnees"])
    assert answer(case["donnees"]) == case["attendu"]
    assert case["donnees"] == asked


def test_every_vector_is_there() -> None:
    assert len(CASES) == 109
    assert set(SAMPLES) == set(QUESTIONS)


@pytest.mark.parametrize(
    ("calcul", "change", "key"),
    [
        ("reserve", {"calcul": "lancer"}, "donnees.calcul"),
        ("reserve", {"intrus": 1}, "donnees.intrus"),
        ("reserve", {"des": "6"}, "donnees.des"),
        ("reserve", {"des": [6, 7]}, "donnees.des[1]"),
        ("reserve", {"des": [6, 20]}, "donnees.des[1]"),
        ("reserve", {"des": [True]}, "donnees.des[0]"),
        ("reserve", {"des": [6] * 13}, "donnees.des"),
        ("reserve", {"garde": 0}, "donnees.garde"),
        ("reserve", {"garde": 6}, "donnees.garde"),
        ("opposition", {"action": 9}, "donnees.action"),
        ("opposition", {"action": {"resultat": -1}}, "donnees.action.resultat"),
        ("opposition", {"action": {"resultat": 10**9}}, "donnees.action.resultat"),
        ("opposition", {"action": {"resultat": 9, "garde": 2}}, "donnees.action.garde"),
        ("opposition", {"reaction": {"des": [6]}}, "donnees.reaction.garde"),
        ("test", {"joueur": {"resultat": 9}}, "donnees.joueur.resultat"),
        ("test", {"risque_de_stress": 1}, "donnees.risque_de_stress"),
        ("test", {"stress_actuel": 5}, "donnees.stress_actuel"),
        ("effet_pi", {"de_ajoute": 5}, "donnees.de_ajoute"),
        ("effet_pi", {"joueur": {"des": [6] * 12, "garde": 2}}, "donnees.joueur.des"),
        ("effet_pi", {"joueur": {"des": [6], "garde": 5}}, "donnees.joueur.garde"),
        ("soutien", {"type": "ami"}, "donnees.type"),
        ("soutien", {"type": "personnage", "soutien": POOL}, "donnees.soutien.garde"),
        ("soutien", {"type": "ressource", "soutien": {"des": [6] * 3, "garde": 3}}, "donnees.soutien.garde"),
        ("stress_jet_connu", {"jet": [{"de": 6, "face": 7}]}, "donnees.jet[0].face"),
        ("stress_jet_connu", {"jet": [{"de": 7, "face": 1}]}, "donnees.jet[0].de"),
        ("duel", {"action_connue": "9"}, "donnees.action_connue"),
        ("duel_et_stress", {"premier": POOL}, "donnees.premier.stress_actuel"),
        ("points_intrigue", {"joueurs": []}, "donnees.joueurs"),
        (
            "points_intrigue",
            {"joueurs": [{"nom": "a", "relations": []}, {"nom": "b", "relations": []}]},
            "donnees.joueurs",
        ),
        (
            "points_intrigue",
            {"joueurs": [{"nom": "a", "relations": [6]}, {"nom": "a", "relations": [6]}]},
            "donnees.joueurs",
        ),
        ("points_intrigue", {"joueurs": [{"nom": "", "relations": [6]}]}, "donnees.joueurs[0].nom"),
        ("points_intrigue", {"joueurs": [{"nom": "a", "relations": [6]}] * 9}, "donnees.joueurs"),
        ("progression", {"caracteristique": "valeur"}, "donnees.caracteristique"),
        ("progression", {"de_vise": None}, "donnees.de_vise"),
        (
            "progression",
            {"reserve_de_developpement": [4] * 12, "heritage": 4},
            "donnees.reserve_de_developpement",
        ),
    ],
)
def test_a_bad_question_names_its_key(calcul: str, change: dict[str, Any], key: str) -> None:
    with pytest.raises(BadQuestion) as refused:
        answer({**SAMPLES[calcul], **change})
    assert refused.value.key == key


@pytest.mark.parametrize("wrong", [None, [], "duel", 3])
def test_a_question_is_a_table(wrong: object) -> None:
    with pytest.raises(BadQuestion):
        answer(wrong)


@pytest.mark.parametrize("calcul", sorted(SAMPLES))
def test_a_missing_key_is_named(calcul: str) -> None:
    for name in SAMPLES[calcul]:
        with pytest.raises(BadQuestion) as refused:
            answer({key: value for key, value in SAMPLES[calcul].items() if key != name})
        assert refused.value.key == f"donnees.{name}"
