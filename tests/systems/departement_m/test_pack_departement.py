"""Packs of Département M: what they hold, what is refused and where, how they travel."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import jsonschema
import pytest

from paravent.core.packs import PackError, write_toml
from paravent.systems.departement_m import SYSTEM
from paravent.systems.departement_m.pack import (
    SHIPPED,
    Budget,
    default_pack,
    json_schema,
    load_pack,
    pack_from_json,
    pack_to_json,
    shipped_pack,
)

Change = Callable[[dict[str, Any]], object]


@pytest.fixture
def data() -> dict[str, Any]:
    return copy.deepcopy(pack_to_json(shipped_pack("budget")))


def test_the_shipped_packs_are_the_catalogue() -> None:
    pack = default_pack()
    assert [a.name for a in pack.attributes] == ["Contrôle", "Audace", "Forme", "Intuition", "Raison"]
    assert [d.name for d in pack.disciplines] == [
        "Combat",
        "Splinter Cell",
        "Mindhunter",
        "Analyste",
        "Pilotage",
        "Technicien",
    ]
    assert (pack.attribute_range.low, pack.attribute_range.high) == (7, 12)
    assert (pack.discipline_range.low, pack.discipline_range.high) == (1, 5)
    assert pack.budget is None
    assert shipped_pack("budget").budget == Budget(45, 16, 4)
    with pytest.raises(KeyError):
        shipped_pack("absent")


@pytest.mark.parametrize("name", SHIPPED)
def test_a_pack_travels_unchanged(name: str) -> None:
    pack = shipped_pack(name)
    written = pack_to_json(pack)
    assert pack_from_json(json.loads(json.dumps(written))) == pack
    assert load_pack(write_toml(written)) == pack
    jsonschema.validate(written, json_schema())
    assert json.loads(SYSTEM.read_pack(write_toml(written))) == written


@pytest.mark.parametrize("name", SHIPPED)
def test_french_typography(name: str) -> None:
    text = files("paravent.systems.departement_m").joinpath("data", f"{name}.toml").read_text("utf-8")
    text = re.sub(r"(?m)^#.*$", "", text)
    assert not re.search(r"'|\.\.\.| [:;!?»]|« |[^\s\u00a0][;!?»]|«[^\u00a0]", text)


BAD: list[tuple[Change, str]] = [
    (lambda d: d["attributs"][1].update(id="controle"), "attributs[1].id"),
    (lambda d: d["disciplines"][0].update(id="forme"), "disciplines[0].id"),
    (lambda d: d["disciplines"][4].update(nom="Combat"), "disciplines[4].nom"),
    (lambda d: d["attributs"][2].update(id="Pas un id"), "attributs[2].id"),
    (lambda d: d["attributs"][0].pop("definition"), "attributs[0].definition"),
    (lambda d: d["disciplines"][3].update(inconnu=1), "disciplines[3].inconnu"),
    (lambda d: d.update(attributs=[]), "attributs"),
    (lambda d: d["plage_attributs"].update(bas=13), "plage_attributs.bas"),
    (lambda d: d["plage_disciplines"].update(haut=21), "plage_disciplines.haut"),
    (lambda d: d["plage_disciplines"].update(bas=True), "plage_disciplines.bas"),
    (lambda d: d["budget"].update(attributs=61), "budget.attributs"),
    (lambda d: d["budget"].update(disciplines=5), "budget.disciplines"),
    (lambda d: d["budget"].update(specialisations=11), "budget.specialisations"),
    (lambda d: d["budget"].pop("specialisations"), "budget.specialisations"),
    (lambda d: d.update(specialisations=["Lutte", "Lutte"]), "specialisations[1]"),
]


@pytest.mark.parametrize(("change", "key"), BAD, ids=[key for _, key in BAD])
def test_each_problem_names_its_key_in_french(data: dict[str, Any], change: Change, key: str) -> None:
    change(data)
    with pytest.raises(PackError) as error:
        pack_from_json(data)
    problems = [p.replace("\u00a0", " ") for p in error.value.problems]
    assert any(p.startswith(f"{key} : ") for p in problems), problems
    assert not any(re.search(r"\b(should|must|input|field|required|than)\b", p, re.I) for p in problems)
