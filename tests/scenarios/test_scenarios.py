"""Every shipped scenario plays as it says, fits the published schema, and together they show every played rule."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from paravent.cli.shipped import code_of, shipped_scenarios
from paravent.systems import system
from paravent.table.play_scenario import play_scenario
from paravent.table.raw_fields import plain
from paravent.table.rulebooks import rulebooks
from paravent.table.scenario import Scenario, ScenarioError, json_schema, read_scenario

SHIPPED = list(shipped_scenarios())


@pytest.mark.parametrize(("path", "scenario"), SHIPPED, ids=[p.stem for p, _ in SHIPPED])
def test_a_shipped_scenario_plays_as_it_says(path: Path, scenario: Scenario) -> None:
    assert play_scenario(system(scenario.systeme), scenario, path.name) == []


@pytest.mark.parametrize("path", [p for p, _ in SHIPPED], ids=[p.stem for p, _ in SHIPPED])
def test_a_shipped_scenario_fits_the_schema(path: Path) -> None:
    jsonschema.validate(tomllib.loads(path.read_text("utf-8")), json_schema())


def test_every_played_rule_is_coded_and_shown() -> None:
    shown = {id for _, s in SHIPPED for id in s.regles}
    played = {id for book in rulebooks() for id, r in book.items() if r.status == "jouee"}
    assert played - shown == set()
    assert shown <= {id for book in rulebooks() for id in book}
    for book in rulebooks()[1:]:
        assert {id for id, r in book.items() if r.status == "jouee" and not code_of(id)} == set()


HEAD = """
titre = "Essai"
systeme = "architectes"
regles = ["ARC-10"]
[[siege]]
nom = "Léa"
[[personnage]]
id = "lea"
nom = "Sirocco"
siege = "Léa"
champs = { scores = { 8 = 12 } }
[[etape]]
qui = "mj"
geste = "Demander un test"
champs = { actor = "lea", skill = "Investigation" }
[[etape]]
qui = "Léa"
geste = "Tirer"
tirage = [[11]]
[etape.attendu]
"""


def gaps(expected: str) -> list[str]:
    scenario = read_scenario(HEAD + expected, "essai.toml")
    return play_scenario(system("architectes"), scenario, "essai.toml")


def test_what_holds_is_no_gap() -> None:
    assert gaps('etat = { "last.sides.0.outcome" = "success", "lea.deck.#" = 22 }') == []


@pytest.mark.parametrize(
    ("expected", "told"),
    [
        ('etat = { "last.sides.0.margin" = 2 }', "etat.last.sides.0.margin : 2 attendu, 1 trouvé"),
        ('etat = { "lea.nulle_part" = 2 }', "etat.lea.nulle_part : ce chemin ne mène à rien"),
        ('etat = { "last.sides.0.margin.#" = 2 }', "margin.# : ce chemin ne mène à rien"),
        ('refus = { regle = "ARC-10" }', "un refus était attendu, le geste est accepté"),
        ('journal = ["absent du journal"]', "« absent du journal » n’est pas dit"),
        ('faits = ["Drawn"]', "faits : ['Drawn'] attendus"),
        ('attend = ["Sirocco"]', "attend : ['Sirocco'] attendus, [] trouvés"),
        ('voit = [{ siege = "Léa", contient = ["canari"] }]', "Léa ne reçoit pas « canari »"),
        ('voit = [{ siege = "Léa", absent = ["Sirocco"] }]', "qui devait lui être caché"),
    ],
)
def test_each_expectation_can_fail_and_says_where(expected: str, told: str) -> None:
    (gap,) = gaps(expected)
    assert gap.startswith("essai.toml, étape 2 (Léa, Tirer)")
    assert told in plain(gap)


def test_an_unexpected_refusal_and_a_draw_nobody_asked_are_gaps() -> None:
    (gap,) = gaps('[[etape]]\nqui = "Léa"\ngeste = "Tirer"')
    assert "étape 3 (Léa, Tirer) : refusé (TAB-08" in plain(gap)
    text = HEAD.replace("tirage = [[11]]", "tirage = [[11], [4]]")
    (gap,) = play_scenario(system("architectes"), read_scenario(text, "essai.toml"), "essai.toml")
    assert "tirage : [[4]] n’a été demandé par personne" in plain(gap)


def test_a_choice_that_is_none_of_the_scenario_s_names_is_refused_by_its_field() -> None:
    """Among weapons there is also the one held, whose value is empty."""
    step = '[[etape]]\nqui = "mj"\ngeste = "OpenExchange"\n'
    who = '[[personnage]]\nid = "garde"\nnom = "Garde"\ngeste = "CreateExtra"\n[[etape]]'
    text = (
        HEAD.replace("[[etape]]", who, 1)
        + step
        + 'champs = { a = "lea", b = "garde", weapon_a = "explosion" }'
    )
    (gap,) = play_scenario(system("architectes"), read_scenario(text, "essai.toml"), "essai.toml")
    assert "étape 3 (mj, OpenExchange) : refusé (ARC-20 — weapon_a : ce choix n’est pas proposé" in plain(gap)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('titre = "Essai"', 'titre = "Essai"\nintrus = 1', "essai.toml : intrus : clé inconnue"),
        ('nom = "Léa"', 'nom = "Léa"\nage = 3', "essai.toml : siege[0].age : clé inconnue"),
        (
            "[etape.attendu]",
            "[etape.attendu]\netats = 3",
            "essai.toml : etape[1].attendu.etats : clé inconnue",
        ),
        ('siege = "Léa"', 'siege = "Zoé"', "personnage[0].siege : aucun siège"),
        ('qui = "mj"', 'qui = "Zoé"', "etape[0].qui : aucun siège"),
        ('qui = "mj"', 'qui = "mj"\npour = "zoe"', "etape[0].pour : aucun personnage"),
        ("[[11]]", "[['x']]", "etape[1].tirage[0][0] : nombre entier attendu"),
        ('titre = "Essai"', "titre = ", "TOML mal formé à la ligne 2"),
    ],
)
def test_a_bad_file_is_refused_with_its_key_path(old: str, new: str, told: str) -> None:
    with pytest.raises(ScenarioError) as refused:
        read_scenario(HEAD.replace(old, new, 1), "essai.toml")
    assert told in plain(str(refused.value))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("8 = 12", "8 = 23", "personnage[0].champs.scores : ARC-02"),
        (
            "champs = { scores",
            "champs = { force = 3, scores",
            "personnage[0].champs.force : ARC-02, ce champ est inconnu",
        ),
        ('regles = ["ARC-10"]', 'regles = ["ARC-10"]\noptions = { magie = "oui" }', "options.magie"),
        ('regles = ["ARC-10"]', 'regles = ["ARC-10"]\npaquet = "absent.toml"', "paquet : fichier illisible"),
    ],
)
def test_a_table_that_cannot_be_set_says_why(old: str, new: str, told: str) -> None:
    scenario = read_scenario(HEAD.replace(old, new, 1), "essai.toml")
    with pytest.raises(ScenarioError) as refused:
        play_scenario(system("architectes"), scenario, "essai.toml")
    assert told in plain(str(refused.value))


def test_the_schema_refuses_unknown_keys() -> None:
    document: dict[str, Any] = tomllib.loads(HEAD)
    jsonschema.validate(document, json_schema())
    document["etape"][0]["intrus"] = 1
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(document, json_schema())


SERVED = """
titre = "Essai"
systeme = "architectes"
regles = ["TAB-09"]
service = true
[[siege]]
nom = "Léa"
[[etape]]
qui = "Léa"
geste = "ThrowDice"
champs = { count = 1, sides = 6 }
[[etape]]
qui = "Léa"
"""


@pytest.mark.parametrize(
    ("step", "told"),
    [
        (
            "renvoyer = 1\n[etape.attendu]\nfaits = ['FreeRolled']",
            "faits : ['FreeRolled'] attendus, [] trouvés",
        ),
        ("geste = 'CommitShare'\npart = '" + "a" * 64 + "'", "refusé (TAB-08"),
        ("emporter = true\n[etape.attendu]\nfaits = []", "faits : [] attendus, ['ChanceCommitted'] trouvés"),
        ("renvoyer = 1\n[etape.attendu]\nverifie = 3", "verifie : 3 tirages attendus, 0 revérifiés"),
    ],
)
def test_what_the_service_does_otherwise_is_a_gap(step: str, told: str) -> None:
    (gap,) = play_scenario(system("architectes"), read_scenario(SERVED + step, "essai.toml"), "essai.toml")
    assert told in plain(gap)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (SERVED.replace("service = true\n", "") + "renvoyer = 1", "cette étape demande « service = true »"),
        (SERVED + "renvoyer = 2", "etape[1].renvoyer : le numéro d’une étape passée est attendu"),
        (SERVED + "renvoyer = 1\ngeste = 'Write'", "etape[1].renvoyer : le numéro d’une étape passée"),
        (SERVED, "etape[1].geste : clé manquante"),
        (SERVED.split("[[etape]]")[0], "etape : clé manquante"),
        (SERVED + "geste = 'CommitShare'\npart = 'xyz'", "etape[1].part"),
        (
            SERVED + "emporter = true\n[[siege]]\nnom='A'\nrole='mj'\n[[siege]]\nnom='B'\nrole='mj'",
            "qu’un siège",
        ),
    ],
)
def test_what_only_the_service_can_do_is_asked_of_it(text: str, told: str) -> None:
    with pytest.raises(ScenarioError) as refused:
        read_scenario(text, "essai.toml")
    assert told in plain(str(refused.value))
