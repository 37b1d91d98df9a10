"""The shared vectors of Département M, found again to the fraction, and the questions that are refused."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from paravent.core.questions import BadQuestion
from paravent.systems.departement_m.vectors import answer

FILE = Path(__file__).parents[2] / "data" / "vecteurs" / "departement_m.json"
CASES = json.loads(FILE.read_text(encoding="utf-8"))["cas"]

POOL = {
    "calcul": "reserve",
    "des": 2,
    "seuil": 12,
    "discipline": 3,
    "specialisation": False,
    "difficultes": [1],
}
TEST = {
    "calcul": "test",
    "des": 2,
    "seuil": 12,
    "discipline": 3,
    "specialisation": False,
    "difficulte": 1,
    "impulsion_actuelle": 0,
    "plafond": None,
}
PURCHASE = {
    "calcul": "achat",
    "seuil": 12,
    "discipline": 3,
    "specialisation": False,
    "difficulte": 2,
    "chance_voulue": "3/4",
    "prix_des_des": [1, 2, 3],
}
BEST = {
    **PURCHASE,
    "calcul": "meilleur_achat",
    "impulsion_actuelle": 1,
    "plafond": None,
    "menace_disponible": None,
}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_vector(case: dict[str, Any]) -> None:
    given = copy.deepcopy(case["donnees"])
    assert answer(given) == case["attendu"]
    assert given == case["donnees"]


def test_every_vector_is_there() -> None:
    assert len(CASES) == 64


def exact(numbers: list[dict[str, Any]], name: str) -> list[str]:
    return [row[name]["exact"] for row in numbers]


def test_the_best_purchase_says_who_pays_and_what_comes_next() -> None:
    found: Any = answer(BEST)
    assert found["des_a_acheter"] == 2
    assert [c["paiement"] for c in found["choix"]] == [
        {"impulsion": 0, "menace": 0, "rangs_en_impulsion": []},
        {"impulsion": 1, "menace": 0, "rangs_en_impulsion": [1]},
        {"impulsion": 1, "menace": 2, "rangs_en_impulsion": [1]},
        {"impulsion": 1, "menace": 5, "rangs_en_impulsion": [1]},
    ]
    assert exact(found["choix"], "p_reussite") == ["2/5", "84/125", "521/625", "2873/3125"]
    (more,) = found["points_suivants"]
    assert (more["des_de_plus"], more["prix"], more["accessible"]) == (1, 3, True)
    assert more["gain"]["exact"] == "268/3125"


def test_a_game_master_without_points_buys_nothing() -> None:
    found: Any = answer({**BEST, "impulsion_actuelle": 0, "menace_disponible": 0})
    assert found["des_a_acheter"] is None
    assert [c["paiement"] is None for c in found["choix"]] == [False, True, True, True]
    assert [s["accessible"] for s in found["points_suivants"]] == [False, False, False]


@pytest.mark.parametrize(
    ("base", "change", "key"),
    [
        (POOL, {"calcul": "lancer"}, "donnees.calcul"),
        (POOL, {"intrus": 1}, "donnees.intrus"),
        (POOL, {"des": 1}, "donnees.des"),
        (POOL, {"des": 6}, "donnees.des"),
        (POOL, {"des": True}, "donnees.des"),
        (POOL, {"seuil": 10**5000}, "donnees.seuil"),
        (POOL, {"discipline": "3"}, "donnees.discipline"),
        (POOL, {"specialisation": None}, "donnees.specialisation"),
        (POOL, {"difficultes": 1}, "donnees.difficultes"),
        (POOL, {"difficultes": [1, -1]}, "donnees.difficultes[1]"),
        (POOL, {"difficultes": [0] * 101}, "donnees.difficultes"),
        (TEST, {"difficulte": None}, "donnees.difficulte"),
        (TEST, {"impulsion_actuelle": -1}, "donnees.impulsion_actuelle"),
        (TEST, {"plafond": "6"}, "donnees.plafond"),
        (PURCHASE, {"des": 2}, "donnees.des"),
        (PURCHASE, {"chance_voulue": 0.75}, "donnees.chance_voulue"),
        (PURCHASE, {"chance_voulue": "5/4"}, "donnees.chance_voulue"),
        (PURCHASE, {"prix_des_des": [1, 1]}, "donnees.prix_des_des"),
        (PURCHASE, {"prix_des_des": [1, 1, 1, 1]}, "donnees.prix_des_des"),
        (PURCHASE, {"prix_des_des": [1, 1, -1]}, "donnees.prix_des_des[2]"),
        (BEST, {"menace_disponible": -1}, "donnees.menace_disponible"),
        (BEST, {"impulsion_actuelle": None}, "donnees.impulsion_actuelle"),
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


@pytest.mark.parametrize("base", [POOL, TEST, PURCHASE, BEST])
def test_a_missing_key_is_named(base: dict[str, Any]) -> None:
    for name in base:
        with pytest.raises(BadQuestion) as refused:
            answer({key: value for key, value in base.items() if key != name})
        assert refused.value.key == f"donnees.{name}"
