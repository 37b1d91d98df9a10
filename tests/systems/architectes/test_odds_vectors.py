"""The shared vectors, found again to the fraction, and the questions that are refused."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from paravent.core.questions import BadQuestion
from paravent.systems.architectes.vectors import answer

CASES = json.loads(
    (Path(__file__).parents[2] / "data" / "vecteurs" / "architectes.json").read_text(encoding="utf-8")
)["cas"]

FULL = list(range(1, 23))
HAND = {"cartes_restantes": [2, 7, 11], "arcane": 11, "score": 9}
TEST = {"calcul": "test", **HAND, "mode": "facile", "points_destin": 1, "politique_destin": "toutes"}
SIDE = {**HAND, "mode": "normal", "destin": 0}
FIGHTER = {**HAND, "mode": "normal", "dommages": 1}
DUEL = {"calcul": "duel", "a": FIGHTER, "b": FIGHTER, "horizon": 2}
WOUNDS = {"calcul": "blessures", **HAND, "coups": [1, 2]}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_vector(case: dict[str, Any]) -> None:
    given = copy.deepcopy(case["donnees"])
    assert answer(given) == case["attendu"]
    assert given == case["donnees"]


def test_every_vector_is_there() -> None:
    assert len(CASES) == 110


@pytest.mark.parametrize(
    ("base", "change", "key"),
    [
        (TEST, {"calcul": "tirage"}, "donnees.calcul"),
        (TEST, {"calcul": ["test"]}, "donnees.calcul"),
        (TEST, {"intrus": 1}, "donnees.intrus"),
        (TEST, {"score": True}, "donnees.score"),
        (TEST, {"score": 9.0}, "donnees.score"),
        (TEST, {"score": "9"}, "donnees.score"),
        (TEST, {"score": 0}, "donnees.score"),
        (TEST, {"score": 23}, "donnees.score"),
        (TEST, {"score": 10**5000}, "donnees.score"),
        (TEST, {"arcane": 0}, "donnees.arcane"),
        (TEST, {"arcane": None}, "donnees.arcane"),
        (TEST, {"mode": "dur"}, "donnees.mode"),
        (TEST, {"mode": 1}, "donnees.mode"),
        (TEST, {"cartes_restantes": [1, 1]}, "donnees.cartes_restantes"),
        (TEST, {"cartes_restantes": "123"}, "donnees.cartes_restantes"),
        (TEST, {"cartes_restantes": [1, 23]}, "donnees.cartes_restantes[1]"),
        (TEST, {"cartes_restantes": [True]}, "donnees.cartes_restantes[0]"),
        (TEST, {"cartes_restantes": [1] * 10**5}, "donnees.cartes_restantes"),
        (TEST, {"points_destin": -1}, "donnees.points_destin"),
        (TEST, {"points_destin": 10**9}, "donnees.points_destin"),
        (TEST, {"politique_destin": "aucune"}, "donnees.points_destin"),
        (TEST, {"politique_destin": "parfois"}, "donnees.politique_destin"),
        (DUEL, {"horizon": -1}, "donnees.horizon"),
        (DUEL, {"horizon": 10**6}, "donnees.horizon"),
        (DUEL, {"a": [1]}, "donnees.a"),
        (DUEL, {"b": {**FIGHTER, "dommages": 0}}, "donnees.b.dommages"),
        (DUEL, {"b": {**FIGHTER, "dommages": 23}}, "donnees.b.dommages"),
        (DUEL, {"b": SIDE}, "donnees.b.destin"),
        (DUEL, {"b": HAND}, "donnees.b.mode"),
        (
            DUEL,
            {"a": {**FIGHTER, "cartes_restantes": []}, "b": {**FIGHTER, "cartes_restantes": []}},
            "donnees.a",
        ),
        (
            DUEL,
            {
                "a": {**FIGHTER, "cartes_restantes": FULL, "score": 22},
                "b": {**FIGHTER, "cartes_restantes": FULL, "score": 22},
            },
            "donnees",
        ),
        (WOUNDS, {"coups": [0]}, "donnees.coups[0]"),
        (WOUNDS, {"coups": 3}, "donnees.coups"),
        (WOUNDS, {"coups": [1] * 1000}, "donnees.coups"),
    ],
)
def test_a_bad_question_names_its_key(base: dict[str, Any], change: dict[str, Any], key: str) -> None:
    with pytest.raises(BadQuestion) as refused:
        answer({**base, **change})
    assert str(refused.value).startswith(key)
    assert "\u00a0: " in str(refused.value)


@pytest.mark.parametrize("base", [TEST, DUEL, WOUNDS], ids=lambda base: base["calcul"])
def test_a_missing_key_is_named(base: dict[str, Any]) -> None:
    for name in base:
        with pytest.raises(BadQuestion, match=f"^donnees\\.{name}\u00a0: "):
            answer({key: value for key, value in base.items() if key != name})


@pytest.mark.parametrize("donnees", [None, [], "test", 3, {}])
def test_what_is_no_question_at_all(donnees: object) -> None:
    with pytest.raises(BadQuestion, match=r"^donnees"):
        answer(donnees)


def number(exact: str, approx: float) -> dict[str, object]:
    return {"exact": exact, "approx": approx}


def test_the_dead_can_only_fail() -> None:
    dead = {**TEST, "cartes_restantes": []}
    assert answer(dead)["p_echec"] == number("1/1", 1.0)
    del dead["politique_destin"]
    assert answer({**dead, "calcul": "issue_et_marge"}) == {
        "loi": [{"issue": "echec", "marge": None, **number("1/1", 1.0)}]
    }
    duel = answer({**DUEL, "a": {**FIGHTER, "cartes_restantes": []}})
    assert duel["esperance_echanges"] == number("0/1", 0.0)
    assert duel["loi_nombre_echanges"] == []
    assert duel["p_plus_que_horizon"] == number("0/1", 0.0)
    assert answer({**WOUNDS, "cartes_restantes": []})["etat"] == "mort"


def test_a_horizon_of_zero_leaves_all_beyond() -> None:
    duel = answer({**DUEL, "horizon": 0})
    assert duel["loi_nombre_echanges"] == []
    assert duel["p_plus_que_horizon"] == number("1/1", 1.0)


def test_the_order_of_cards_does_not_matter() -> None:
    assert answer({**TEST, "cartes_restantes": [11, 2, 7]}) == answer(TEST)
