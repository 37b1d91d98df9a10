"""Packs of Intentions: what they hold, what is refused and where, how they travel."""

import copy
import json
import re
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import jsonschema
import pytest

from paravent.core.packs import PackError, write_toml
from paravent.systems.intentions import SYSTEM
from paravent.systems.intentions.pack import (
    Skill,
    default_pack,
    json_schema,
    load_pack,
    pack_from_json,
    pack_to_json,
    with_skill,
)

Change = Callable[[dict[str, Any]], object]


@pytest.fixture
def data() -> dict[str, Any]:
    return copy.deepcopy(pack_to_json(default_pack()))


def test_the_default_pack_is_the_catalogue() -> None:
    pack = default_pack()
    assert {d.value: d.name for d in pack.difficulties} == {
        3: "Facile",
        4: "Moyen",
        5: "Difficile",
        6: "Ardu",
        7: "Rude",
        8: "Épineux",
    }
    assert [d.value for d in pack.difficulties] == [3, 4, 5, 6, 7, 8]
    assert [sum(s.category == c for s in pack.skills) for c in ("common", "specialist", "initiate")] == [
        6,
        8,
        6,
    ]
    assert len(pack.species) == 7
    assert pack.prudent == "prudente"
    sanity = pack.counter("sante_mentale")
    assert [(t.at, t.name, t.final) for t in sanity.thresholds] == [
        (3, "Paranoïa", False),
        (5, "Visions", False),
        (7, "Folie", True),
    ]
    assert [t.steps for t in sanity.triggers] == [1, -1]


def test_a_pack_travels_unchanged() -> None:
    pack = default_pack()
    assert pack_from_json(json.loads(json.dumps(pack_to_json(pack)))) == pack
    assert load_pack(write_toml(pack_to_json(pack))) == pack
    jsonschema.validate(pack_to_json(pack), json_schema())
    assert SYSTEM.read_pack(write_toml(pack_to_json(pack))) == SYSTEM.read_pack(SYSTEM.default_pack())


def test_a_pack_with_one_skill_more_travels_too() -> None:
    more = with_skill(default_pack(), Skill("marees", "Marées", "initiate", "Lire l’eau.", True, ("lune",)))
    assert load_pack(write_toml(pack_to_json(more))) == more


def test_what_is_missing_is_read_as_its_plainest_value(data: dict[str, Any]) -> None:
    data["connaissances"], data["compteurs"] = [], []
    pack = pack_from_json(data)
    assert load_pack(write_toml(pack_to_json(pack))) == pack


@pytest.mark.parametrize("name", ["intentions", "exemple"])
def test_french_typography(name: str) -> None:
    text = files("paravent.systems.intentions").joinpath("data", f"{name}.toml").read_text("utf-8")
    assert not re.search(r"'|\.\.\.| [:;!?»]|« |[^\s\u00a0][;!?»]|«[^\u00a0]", text)


BAD: list[tuple[Change, str]] = [
    (lambda d: d["competences"][3].update(categorie="rare"), "competences[3].categorie"),
    (lambda d: d["competences"][0].update(domaines=["mer"]), "competences[0].domaines"),
    (lambda d: d["competences"][1].update(id="athletisme"), "competences[1].id"),
    (lambda d: d["traits"][0].update(effet="magie"), "traits[0].effet"),
    (lambda d: d["especes"][0].update(tailles=["grand"] * 5), "especes[0].tailles"),
    (lambda d: d["intentions"][0].update(prudente=True), "intentions"),
    (lambda d: d["difficultes"][0].update(valeur=4), "difficultes[1].valeur"),
    (lambda d: d["compteurs"][0].update(bas=9), "compteurs[0].bas"),
    (lambda d: d["compteurs"][0]["seuils"][1].update(a=9), "compteurs[0].seuils[1].a"),
    (
        lambda d: d["compteurs"][0]["seuils"][0].update(competences=["x"]),
        "compteurs[0].seuils[0].competences",
    ),
    (lambda d: d["compteurs"][0]["declencheurs"][1].update(pas=0), "compteurs[0].declencheurs[1].pas"),
    (lambda d: d["compteurs"][0]["seuils"][2].update(inconnu=1), "compteurs[0].seuils[2].inconnu"),
    (lambda d: d.pop("intentions"), "intentions"),
]


@pytest.mark.parametrize(("change", "key"), BAD, ids=[key for _, key in BAD])
def test_each_problem_names_its_key(data: dict[str, Any], change: Change, key: str) -> None:
    change(data)
    with pytest.raises(PackError) as error:
        pack_from_json(data)
    assert any(p.replace("\u00a0", " ").startswith(f"{key} : ") for p in error.value.problems), (
        error.value.problems
    )
