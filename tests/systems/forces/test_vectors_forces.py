"""The shared vectors of Aptitudes et forces, found again to the fraction, and the questions that are refused."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from paravent.cli.odds import differences
from paravent.core.questions import BadQuestion, Long
from paravent.systems.forces.vectors import answer

FILE = Path(__file__).parents[2] / "data" / "vecteurs" / "forces.json"
CASES = json.loads(FILE.read_text(encoding="utf-8"))["cas"]

TEST = {
    "calcul": "test",
    "total": 7,
    "difficulte": 12,
    "options": ["explosifs"],
    "des_bonus": 0,
    "des_malus": 0,
    "stress": None,
}
EDGE = {"de": "A", "vers": "B", "condition": "aleatoire", "chance": "2/5", "frequence": "fin_seance"}
GRAPH = {
    "calcul": "graphe",
    "sommets": ["A", "B"],
    "actifs": ["A"],
    "aretes": [EDGE],
    "passages": ["fin_seance", "debut_seance"],
    "apres": [1],
}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_vector(case: dict[str, Any]) -> None:
    """To the fraction; most vectors of exploding dice leave out their long law of margins."""
    asked = copy.deepcopy(case["donnees"])
    found = answer(case["donnees"])
    assert case["donnees"] == asked
    assert list(differences(case["attendu"], found, "")) == []
    assert {k: v for k, v in found.items() if k in case["attendu"] or not isinstance(v, Long)} == case[
        "attendu"
    ]


def test_every_vector_is_there() -> None:
    assert len(CASES) == 79


def test_a_long_law_may_be_left_out_but_never_wrong() -> None:
    found = answer(TEST)
    assert isinstance(found["loi_marge"], Long)
    assert not isinstance(answer({**TEST, "options": []})["loi_marge"], Long)
    short = {k: v for k, v in found.items() if k != "loi_marge"}
    assert list(differences(short, found, "")) == []
    assert list(differences({**short, "loi_marge": found["loi_marge"][1:]}, found, ""))
    assert list(differences(found, short, ""))


def test_sets_are_given_to_whoever_asks() -> None:
    found: Any = answer({**GRAPH, "loi_ensembles": True})
    assert found["loi_ensembles_actifs"] == {
        "apres_passage": 2,
        "loi": [
            {"actifs": ["A"], "exact": "3/5", "approx": 0.6},
            {"actifs": ["A", "B"], "exact": "2/5", "approx": 0.4},
        ],
    }
    assert "loi_ensembles_actifs" not in answer({**GRAPH, "loi_ensembles": False})


@pytest.mark.parametrize(
    ("base", "change", "key"),
    [
        (TEST, {"calcul": "lancer"}, "donnees.calcul"),
        (TEST, {"intrus": 1}, "donnees.intrus"),
        (TEST, {"total": True}, "donnees.total"),
        (TEST, {"total": 10**5000}, "donnees.total"),
        (TEST, {"difficulte": "12"}, "donnees.difficulte"),
        (TEST, {"options": "degres"}, "donnees.options"),
        (TEST, {"options": ["degres", "hasard"]}, "donnees.options[1]"),
        (TEST, {"options": ["degres"] * 6}, "donnees.options"),
        (TEST, {"des_bonus": 4}, "donnees.des_bonus"),
        (TEST, {"des_malus": -1}, "donnees.des_malus"),
        (TEST, {"stress": 11}, "donnees.stress"),
        (GRAPH, {"sommets": ["A", "A", "B"]}, "donnees.sommets"),
        (GRAPH, {"sommets": ["A", "B", ""]}, "donnees.sommets[2]"),
        (GRAPH, {"sommets": ["A"] * 201}, "donnees.sommets"),
        (GRAPH, {"actifs": ["C"]}, "donnees.actifs[0]"),
        (GRAPH, {"aretes": [{**EDGE, "vers": "C"}]}, "donnees.aretes[0].vers"),
        (GRAPH, {"aretes": [EDGE, {**EDGE, "chance": "3/2"}]}, "donnees.aretes[1].chance"),
        (GRAPH, {"aretes": [{**EDGE, "condition": "sort"}]}, "donnees.aretes[0].condition"),
        (GRAPH, {"aretes": [{**EDGE, "frequence": "jamais"}]}, "donnees.aretes[0].frequence"),
        (GRAPH, {"passages": ["fin"]}, "donnees.passages[0]"),
        (GRAPH, {"apres": [3]}, "donnees.apres[0]"),
        (GRAPH, {"loi_ensembles": None}, "donnees.loi_ensembles"),
    ],
)
def test_a_bad_question_names_its_key(base: dict[str, Any], change: dict[str, Any], key: str) -> None:
    with pytest.raises(BadQuestion) as refused:
        answer({**base, **change})
    assert refused.value.key == key


def test_a_graph_too_large_is_refused() -> None:
    names = [f"v{i}" for i in range(40)]
    edges = [{**EDGE, "de": "A", "vers": v} for v in names]
    with pytest.raises(BadQuestion, match="trop d’états"):
        answer({**GRAPH, "sommets": ["A", *names], "aretes": edges, "loi_ensembles": True})


@pytest.mark.parametrize("wrong", [None, [], "test", 3])
def test_a_question_is_a_table(wrong: object) -> None:
    with pytest.raises(BadQuestion):
        answer(wrong)


@pytest.mark.parametrize("base", [TEST, GRAPH])
def test_a_missing_key_is_named(base: dict[str, Any]) -> None:
    for name in base:
        with pytest.raises(BadQuestion) as refused:
            answer({key: value for key, value in base.items() if key != name})
        assert refused.value.key == f"donnees.{name}"
