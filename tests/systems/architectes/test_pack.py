"""Packs of Les Architectes: what they hold, what is refused and how it is said, how they travel."""

import copy
import json
import re
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from importlib.resources import files
from typing import Any

import jsonschema
import pytest

from paravent.core.packs import MAX_SOURCE, PackError, write_toml
from paravent.systems.architectes.pack import (
    MAX_WEAPONS,
    SHEET,
    SHIPPED,
    Pack,
    default_pack,
    json_schema,
    load_pack,
    pack_from_json,
    pack_to_json,
    shipped_pack,
)

NBSP = "\u00a0"
Change = Callable[[dict[str, Any]], object]


@pytest.fixture
def data() -> dict[str, Any]:
    return copy.deepcopy(pack_to_json(default_pack()))


def as_toml(pack: Pack) -> str:
    return write_toml(pack_to_json(pack))


def problems(data: dict[str, Any]) -> list[str]:
    with pytest.raises(PackError) as error:
        pack_from_json(data)
    assert str(error.value) == "\n".join(error.value.problems)
    return [problem.replace(NBSP, " ") for problem in error.value.problems]


def test_the_default_pack_is_the_catalogue_table() -> None:
    pack = default_pack()
    assert [skill.number for skill in pack.skills] == list(range(1, 23))
    assert [(pack.skill(n).numeral, pack.skill(n).arcana, pack.skill(n).name) for n in (1, 9, 13, 22)] == [
        ("I", "Le Bateleur", "Acrobatie"),
        ("IX", "L’Hermite", "Survie"),
        ("XIII", "L’Arcane sans nom", "Armes à feu"),
        ("Excuse", "Le Mat (l’Excuse)", "Santé mentale"),
    ]
    assert {weapon.id: (weapon.skill, weapon.damage) for weapon in pack.weapons} == {
        "poings": (11, 1),
        "improvisee": (12, 2),
        "couteau": (12, 2),
        "matraque": (12, 3),
        "arc": (12, 4),
        "epee": (12, 4),
        "pistolet": (13, 5),
        "fusil_chasse": (13, 7),
        "fusil_assaut": (13, 8),
        "arme_lourde": (13, 12),
        "arme_energie": (13, 12),
        "explosion": (None, 16),
    }
    assert all(weapon.proposed for weapon in pack.weapons)
    assert [rubric.id for rubric in pack.rubrics] == list(SHEET)
    assert len(pack.professions) >= 12


def test_packs_are_data() -> None:
    default, sober = (shipped_pack(name) for name in SHIPPED)
    assert all(a.name != b.name for a, b in zip(default.skills, sober.skills, strict=True))
    assert [skill.number for skill in sober.skills] == [skill.number for skill in default.skills]
    assert {weapon.id for weapon in sober.weapons} != {weapon.id for weapon in default.weapons}


@pytest.mark.parametrize("name", SHIPPED)
def test_a_pack_travels_unchanged(name: str) -> None:
    pack = shipped_pack(name)
    assert pack_from_json(json.loads(json.dumps(pack_to_json(pack)))) == pack
    assert load_pack(as_toml(pack)) == pack
    jsonschema.validate(pack_to_json(pack), json_schema())


@pytest.mark.parametrize("name", [*SHIPPED, "exemple"])
def test_french_typography(name: str) -> None:
    text = files("paravent.systems.architectes").joinpath("data", f"{name}.toml").read_text("utf-8")
    assert not re.search(r"'|\.\.\.| [:;!?»]|« |[^\s\u00a0][;!?»]|«[^\u00a0]", text)


def test_pack_values_are_frozen_and_looked_up() -> None:
    pack = default_pack()
    with pytest.raises(FrozenInstanceError):
        pack.weapons[0].damage = 3  # type: ignore[misc]  # frozen: that is the point
    assert pack.weapon("epee").damage == 4
    for missing in (lambda: pack.weapon("sabre"), lambda: pack.skill(0), lambda: pack.skill(23)):
        with pytest.raises(KeyError):
            missing()
    with pytest.raises(KeyError):
        shipped_pack("exemple")


def test_skills_may_come_in_any_order(data: dict[str, Any]) -> None:
    data["competences"].reverse()
    assert pack_from_json(data) == default_pack()


def test_a_table_renames_a_skill(data: dict[str, Any]) -> None:
    data["competences"][12]["nom"] = "Armes de tir"
    assert pack_from_json(data).skill(13).name == "Armes de tir"


def test_a_replaced_weapon_is_no_longer_a_proposal(data: dict[str, Any]) -> None:
    data["armes"] = [{"id": "canon", "nom": "Canon", "degats": 22}]
    weapon = pack_from_json(data).weapon("canon")
    assert (weapon.skill, weapon.damage, weapon.proposed) == (None, 22, False)


@pytest.mark.parametrize(
    "text", ["<b>&amp;</b>", "🗡️ Épée 👩‍🚀", "سيف \u200fقديم", "'; DROP TABLE --", '\\ " \u202e']
)
def test_any_text_is_text(data: dict[str, Any], text: str) -> None:
    data["armes"][3]["nom"] = text
    pack = pack_from_json(data)
    assert pack.weapons[3].name == text
    assert load_pack(as_toml(pack)) == pack


CONTROL = "armes[3].nom : caractère de contrôle refusé"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a\x00", CONTROL),
        ("a\nb", CONTROL),
        ("a\x1b[31m", CONTROL),
        ("a\x7f", CONTROL),
        ("a\x85", CONTROL),
        ("a\u2028", CONTROL),
        ("a\ud800", "armes[3].nom : texte mal codé"),
        ("", "armes[3].nom : texte vide"),
        (" \u00a0 ", "armes[3].nom : texte vide"),
        ("a" * 81, "armes[3].nom : 80 caractères au plus"),
        (3, "armes[3].nom : texte attendu"),
        (None, "armes[3].nom : texte attendu"),
    ],
)
def test_refused_text(data: dict[str, Any], text: object, problem: str) -> None:
    data["armes"][3]["nom"] = text
    assert problems(data) == [problem]


@pytest.mark.parametrize(
    ("damage", "problem"),
    [
        (0, "1 au moins"),
        (23, "22 au plus"),
        (10**30, "22 au plus"),
        (True, "nombre entier attendu"),
        (2.0, "nombre entier attendu"),
        (float("nan"), "nombre entier attendu"),
        ("3", "nombre entier attendu"),
    ],
)
def test_damage_stays_in_1_to_22(data: dict[str, Any], damage: object, problem: str) -> None:
    data["armes"][3]["degats"] = damage
    assert problems(data) == [f"armes[3].degats : {problem}"]


@pytest.mark.parametrize("damage", [1, 22])
def test_damage_bounds_are_allowed(data: dict[str, Any], damage: int) -> None:
    data["armes"][3]["degats"] = damage
    assert pack_from_json(data).weapons[3].damage == damage


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda d: d["competences"].pop(), "competences : il en faut au moins 22"),
        (lambda d: d["competences"].append(d["competences"][0]), "competences : il en faut au plus 22"),
        (
            lambda d: d["competences"][4].update(numero=4),
            "competences[4].numero : « 4 » est déjà pris par competences[3]",
        ),
        (lambda d: d["competences"][4].update(numero=23), "competences[4].numero : 22 au plus"),
        (
            lambda d: d["competences"][4].update(chiffre="5"),
            "competences[4].chiffre : chiffre romain ou « Excuse » attendu",
        ),
        (
            lambda d: d["competences"][4].update(chiffre="I"),
            "competences[4].chiffre : « I » est déjà pris par competences[0]",
        ),
        (lambda d: d["competences"][4].pop("definition"), "competences[4].definition : clé manquante"),
        (lambda d: d.update(mana=3), "mana : clé inconnue"),
        (lambda d: d.update({"a\n\u202e": 3}), "a�� : clé inconnue"),
        (lambda d: d.update({"\ud800": 3}), "paquet : texte mal codé"),
        (lambda d: d["armes"][3].update(portee=3), "armes[3].portee : clé inconnue"),
        (lambda d: d["armes"][3].update(name="x"), "armes[3].name : clé inconnue"),
        (lambda d: d["armes"][3].update(competence=0), "armes[3].competence : 1 au moins"),
        (
            lambda d: d["armes"][3].update(proposition=1),
            "armes[3].proposition : « true » ou « false » attendu",
        ),
        (lambda d: d["armes"][3].update(id="arc"), "armes[4].id : « arc » est déjà pris par armes[3]"),
        (
            lambda d: d["armes"][3].update(id="Épée"),
            "armes[3].id : minuscules sans accent, chiffres et « _ » attendus, "
            "une lettre d’abord, 40 signes au plus",
        ),
        (lambda d: d["armes"].extend([d["armes"][0]] * MAX_WEAPONS), "armes : il en faut au plus 200"),
        (lambda d: d.update(armes={"epee": 3}), "armes : liste attendue"),
        (lambda d: d["armes"].insert(0, 3), "armes[0] : table attendue"),
        (lambda d: d["rubriques"].pop(0), "rubriques : il manque nom"),
        (lambda d: d["rubriques"][0].update(longueur=0), "rubriques[0].longueur : 1 au moins"),
        (
            lambda d: d["professions"][0].update(arcanes=[3, 3]),
            "professions[0].arcanes : le même arcane figure deux fois",
        ),
        (lambda d: d["professions"][0].update(arcanes=[3, 0]), "professions[0].arcanes[1] : 1 au moins"),
    ],
)
def test_a_refusal_names_the_key(data: dict[str, Any], change: Change, expected: str) -> None:
    change(data)
    assert problems(data) == [expected]


def test_every_problem_is_said_at_once(data: dict[str, Any]) -> None:
    data["armes"][3]["degats"] = 0
    data["competences"][0]["nom"] = ""
    data["x"] = 1
    assert problems(data) == [
        "competences[0].nom : texte vide",
        "armes[3].degats : 1 au moins",
        "x : clé inconnue",
    ]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('titre = "a"\nb 3', "TOML mal formé à la ligne 2, colonne 3 : « = » attendu après la clé"),
        ("x = " + "[" * 5000, "TOML mal formé"),
        ("x = " + "9" * 5000, "TOML mal formé"),
        ("# " + "a" * MAX_SOURCE, f"paquet trop long : {MAX_SOURCE} caractères au plus"),
    ],
)
def test_unreadable_files(text: str, problem: str) -> None:
    with pytest.raises(PackError) as error:
        load_pack(text)
    assert str(error.value).replace(NBSP, " ") == problem


def test_a_toml_date_is_not_a_text() -> None:
    text = as_toml(default_pack()).replace('titre = "Les Architectes"', "titre = 2024-01-01")
    with pytest.raises(PackError, match=f"^titre{NBSP}: texte attendu$"):
        load_pack(text)


@pytest.mark.parametrize(
    "change",
    [
        lambda d: d["armes"][3].update(degats=23),
        lambda d: d["armes"][3].update(portee=3),
        lambda d: d["competences"].pop(),
        lambda d: d.pop("rubriques"),
    ],
)
def test_editors_refuse_what_the_loader_refuses(data: dict[str, Any], change: Change) -> None:
    change(data)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(data, json_schema())


def test_the_schema_speaks_french() -> None:
    schema = json_schema()
    tables = [schema, *schema["$defs"].values()]
    assert [table["title"] for table in tables] == [
        "Paquet des Architectes",
        "Profession",
        "Rubrique",
        "Compétence",
        "Arme",
    ]
    assert all(field["description"] for table in tables for field in table["properties"].values())


def test_a_pack_is_a_hashable_value() -> None:
    assert isinstance(default_pack(), Pack)
    assert hash(load_pack(as_toml(default_pack()))) == hash(default_pack())
