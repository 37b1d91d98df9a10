"""The command line, in process and for real: French words, exit codes, pipes."""

from __future__ import annotations

import json
import os
import re
import resource
import socket
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from paravent.cli.main import COMMANDS, cli
from paravent.systems import all_systems
from paravent.table.packs import shipped_packs

VECTORS = Path(__file__).parents[1] / "data" / "vecteurs" / "architectes.json"
SCENARIOS = Path(__file__).parents[2] / "src" / "paravent" / "systems" / "architectes" / "scenarios"
PARAVENT = Path(sys.executable).with_name("paravent")


def run(*arguments: str, input: str | None = None) -> Result:
    return CliRunner().invoke(cli, list(arguments), input=input, prog_name="paravent")


def real(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([PARAVENT, *arguments], capture_output=True, text=True, timeout=60, check=False)


def plain(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ")


def first_case() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(VECTORS.read_text("utf-8"))["cas"][0]
    return found


def test_help_is_french_and_quick() -> None:
    real("--help")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = real("--help")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    text = plain(done.stdout)
    assert "Utilisation : paravent" in text
    assert "Options :" in text
    assert "Affiche cette aide." in text
    assert not any(word in text for word in ("Usage", "Show this", "Commands"))
    assert spent < 0.3, "seconds of processor: the wall clock is everyone’s"


INNER = [("paquet", name) for name in ("modele", "schema", "verifier")]


@pytest.mark.parametrize("names", [*((name,) for name in COMMANDS), *INNER])
def test_each_command_has_french_help(names: tuple[str, ...]) -> None:
    done = run(*names, "--help")
    assert done.exit_code == 0
    assert f"Utilisation\N{NO-BREAK SPACE}: paravent {' '.join(names)}" in done.output
    assert not re.search(r"default|INTEGER|TEXT|RANGE|COMMAND |\.\.\.|Show|<=", done.output)
    assert not re.search(r" [:;?!»]|« ", done.output), "no-break spaces are missing"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["danser"], "La commande « danser » n’existe pas."),
        (["cotes"], "Il manque l’argument"),
        (["cotes", "architectes", "nulle-part.json"], "nulle-part.json : ce fichier n’existe pas"),
        (["cotes", "tarot", "-"], "aucun système calculable ne s’appelle « tarot »"),
        (["regle", "ARC-99"], "aucune règle ne s’appelle « ARC-99 »"),
        (["systemes", "--couleur"], "L’option « --couleur » n’existe pas."),
        (["servir", "--port", "zéro"], "« zéro » n’est pas un port"),
        (["servir", "--port", "9" * 5000], "n’est pas un port"),
        (["servir", "--hote", "hôte.invalid"], "cette adresse n’existe pas"),
        (["paquet", "danser"], "La commande « danser » n’existe pas."),
        (["paquet", "schema", "tarot"], "aucun système ne s’appelle « tarot »"),
        (["paquet", "verifier", "--systeme", "architectes", "src"], "src : c’est un dossier"),
        (["paquet", "verifier", "src"], "src : c’est un dossier"),
        (["scenario", ".ci"], "ce dossier ne contient aucun fichier .toml"),
        (["scenario", "nulle-part.toml"], "ce fichier n’existe pas"),
        (["scenario"], "Il manque l’argument"),
        (["exporter", "Brume", "--base", "nulle-part.sqlite"], "cette base n’existe pas"),
    ],
)
def test_a_wrong_request_says_so_in_french(arguments: list[str], told: str) -> None:
    done = real(*arguments)
    assert done.returncode == 2
    assert told in plain(done.stderr)
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", [["servir", "--port", "0"], ["exporter", "Brume"]])
def test_a_file_that_is_no_base_is_refused(tmp_path: Path, command: list[str]) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("La Brume")
    done = real(*command, "--base", str(notes))
    assert done.returncode == 2
    assert "n’en est pas un" in plain(done.stderr)
    assert notes.read_text() == "La Brume"


def test_a_rule_shows_its_wording_code_and_scenarios() -> None:
    text = run("regle", "arc-12").output
    assert text.startswith("ARC-12 — ")
    assert "paravent.systems.architectes.quality:critical_rank" in text
    assert "critique_masque.toml" in text


def test_systems_are_listed() -> None:
    assert "architectes — Les Architectes" in run("systemes").output


def test_odds_answer_a_question_a_vector_and_a_list(tmp_path: Path) -> None:
    case = first_case()
    for asked, wanted in (
        (case["donnees"], case["attendu"]),
        (case, case["attendu"]),
        ([case], [case["attendu"]]),
    ):
        done = run("cotes", "architectes", "-", input=json.dumps(asked))
        assert done.exit_code == 0
        told = json.loads(done.output)
        for answer in told if isinstance(told, list) else [told]:
            assert answer.pop("politique") == "personne ne se défausse"
        assert told == wanted
    whole = json.loads(run("cotes", "architectes", str(VECTORS)).output)
    assert len(whole) == 110


def test_odds_as_a_table() -> None:
    text = plain(run("cotes", "architectes", "-", "--tableau", input=json.dumps(first_case())).output)
    assert "réussite" in text
    assert "50,00 %" in text
    assert "Calcul exact : personne ne se défausse." in text


def test_cases_compared_are_a_table_too() -> None:
    asked = {
        "calcul": "meilleur_achat",
        "seuil": 12,
        "discipline": 3,
        "specialisation": False,
        "difficulte": 2,
        "chance_voulue": "3/4",
        "prix_des_des": [1, 2, 3],
        "impulsion_actuelle": 2,
        "plafond": None,
        "menace_disponible": 1,
    }
    done = CliRunner(env={"COLUMNS": "200"}).invoke(
        cli, ["cotes", "departement_m", "-", "--tableau"], input=json.dumps(asked), prog_name="paravent"
    )
    rows = [
        [cell.strip() for cell in re.split("[│┃]", line)[1:-1]] for line in plain(done.output).splitlines()
    ]
    assert ["dés à acheter", "2", ""] in rows
    assert ["2", "3", "83,36 % (521/625)", "0,792 (99/125)", "2", "1", "2"] in rows
    assert ["3", "6", "91,94 % (2873/3125)", "1,341 (16761/12500)", "—", "—", "—"] in rows
    assert ["1", "3", "non", "91,94 % (2873/3125)", "8,58 % (268/3125)"] in rows


@pytest.mark.parametrize("form", ["--tableau", "--csv"])
@pytest.mark.parametrize("system", ["architectes", "departement_m", "forces", "intentions", "intrigue"])
def test_every_vector_has_its_table(system: str, form: str, tmp_path: Path) -> None:
    """One of each kind of question."""
    cases = json.loads(VECTORS.with_name(f"{system}.json").read_text("utf-8"))["cas"]
    kinds = {tuple(sorted(case["attendu"])): case for case in cases}
    (asked := tmp_path / "questions.json").write_text(json.dumps([*kinds.values()]), "utf-8")
    done = run("cotes", system, str(asked), form)
    assert done.exit_code == 0
    assert not re.search("True|False|None|{", done.output)


@pytest.mark.parametrize(
    "text", ['{"a": 1, "a": 2}', "[NaN]", "[" * 100_000, "[" + "9" * 5000 + "]", '{"calcul": "rien"}', "x"]
)
def test_bad_questions_are_usage_errors(text: str) -> None:
    done = run("cotes", "architectes", "-", input=text)
    assert done.exit_code == 2
    assert isinstance(done.exception, SystemExit)


def test_the_vectors_are_exact() -> None:
    done = real("conformite", str(VECTORS))
    assert (done.returncode, done.stdout) == (0, "110 conformes, 0 écarts\n")


def test_one_altered_fraction_is_found(tmp_path: Path) -> None:
    data = json.loads(VECTORS.read_text("utf-8"))
    data["cas"][3]["attendu"]["p_reussite"]["exact"] = "1/3"
    (tmp_path / "faux.json").write_text(json.dumps(data), "utf-8")
    done = run("conformite", str(tmp_path / "faux.json"))
    assert done.exit_code == 1
    assert data["cas"][3]["id"] in done.output
    assert done.output.endswith("109 conformes, 1 écarts\n")


def test_scenarios_play_and_their_gaps_are_told(tmp_path: Path) -> None:
    shipped = len(list(SCENARIOS.glob("*.toml")))
    done = real("scenario", str(SCENARIOS))
    assert (done.returncode, done.stdout) == (0, f"{shipped} conformes, 0 écarts\n")
    wrong = tmp_path / "faux.toml"
    source = (SCENARIOS / "critique_masque.toml").read_text("utf-8")
    wrong.write_text(source.replace("= -18", "= -17", 1), "utf-8")
    done = real("scenario", str(wrong), str(SCENARIOS / "mort.toml"))
    assert done.returncode == 1
    assert "faux.toml, étape 2" in done.stdout
    assert done.stdout.endswith("1 conformes, 1 écarts\n")


def test_the_scenario_schema_is_json_schema() -> None:
    import jsonschema

    jsonschema.Draft202012Validator.check_schema(json.loads(run("scenario", "--schema").output))


def test_a_reader_who_leaves_is_no_error() -> None:
    command = f"'{PARAVENT}' cotes architectes '{VECTORS}' | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout == "[\n"
    assert done.stderr == ""


def test_verifying_what_is_no_export_is_a_usage_error(tmp_path: Path) -> None:
    (tmp_path / "rien.json").write_text("{}", "utf-8")
    done = real("verifier", str(tmp_path / "rien.json"))
    assert done.returncode == 2
    assert "export de Paravent" in done.stderr


@pytest.fixture(scope="module")
def malformed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("mal")
    for name, data in {
        "vide": b"",
        "nul": b"\0" * 99,
        "binaire": bytes(range(256)),
        "utf16": "[1]".encode("utf-16"),
        "profond": b"[" * 100_000,
        "doubles": b'{"cas": [], "cas": []}',
        "toml_doubles": b"titre = 1\ntitre = 2\n",
        "long": b"a = 1\n" * 100_000,
        "autre": b"[3]",
    }.items():
        (folder / f"{name}.json").write_bytes(data)
    return folder


READERS = (
    ("conformite",),
    ("cotes", "architectes"),
    ("scenario",),
    ("paquet", "verifier"),
    ("importer",),
    ("verifier",),
)


@pytest.mark.parametrize("reader", READERS, ids=" ".join)
@pytest.mark.parametrize(
    "name", ["vide", "nul", "binaire", "utf16", "profond", "doubles", "toml_doubles", "long", "autre"]
)
def test_a_malformed_file_is_refused_in_french(reader: tuple[str, ...], name: str, malformed: Path) -> None:
    base = ["--base", str(malformed / "base.sqlite")] if reader == ("importer",) else []
    done = run(*reader, str(malformed / f"{name}.json"), *base)
    assert isinstance(done.exception, SystemExit), done.exc_info
    if reader in (("scenario",), ("paquet", "verifier")) and done.exit_code == 1:
        assert done.output.endswith("0 conformes, 1 écarts\n")
        assert f"{name}.json\N{NO-BREAK SPACE}: " in done.output
    else:
        assert done.exit_code == 2
        assert "Erreur" in done.output or "export de Paravent" in done.output


@pytest.mark.parametrize(
    "change", [lambda t: "\ufeff" + t, lambda t: t.replace("\n", "\r\n")], ids=["bom", "crlf"]
)
def test_files_as_other_machines_write_them_are_read(change: Any, tmp_path: Path) -> None:
    vectors, played, pack = (tmp_path / n for n in ("v.json", "s.toml", "p.toml"))
    vectors.write_bytes(change(VECTORS.read_text("utf-8")).encode())
    played.write_bytes(change((SCENARIOS / "mort.toml").read_text("utf-8")).encode())
    pack.write_bytes(change(run("paquet", "modele", "architectes").output).encode())
    assert run("conformite", str(vectors)).exit_code == 0
    assert run("scenario", str(played)).exit_code == 0
    assert run("paquet", "verifier", "--systeme", "architectes", str(pack)).exit_code == 0


def test_vectors_come_many_or_alone() -> None:
    case = first_case()
    named = {"systeme": "architectes"}
    for data in ({**named, **case}, {**named, "cas": [case, case]}):
        done = run("conformite", "-", input=json.dumps(data))
        assert done.exit_code == 0, done.output
        assert done.output.endswith("0 écarts\n")
    for data in (case, [case, case], {"cas": [case]}):
        done = run("conformite", "-", input=json.dumps(data))
        assert done.exit_code == 2
        assert "manque, parmi architectes, departement_m, forces, intentions" in plain(done.output)


def test_a_bad_pack_names_each_key(tmp_path: Path) -> None:
    text = run("paquet", "modele", "architectes").output
    bad = text.replace("degats = 1\n", "degats = 99\nportee = 3\n", 1).replace("numero = 2\n", "", 1)
    path = tmp_path / "faux.toml"
    path.write_text(bad, "utf-8")
    done = run("paquet", "verifier", "--systeme", "architectes", str(path))
    assert done.exit_code == 1
    *problems, last = plain(done.output).splitlines()
    assert last == "0 conformes, 1 écarts"
    assert {p.removeprefix(f"{path} : ") for p in problems} == {
        "competences[1].numero : clé manquante",
        "armes[0].degats : 22 au plus",
        "armes[0].portee : clé inconnue",
    }


@pytest.mark.parametrize("system", all_systems())
def test_the_pack_schema_and_the_check_take_the_shipped_packs(system: str, tmp_path: Path) -> None:
    import jsonschema

    schema = json.loads(run("paquet", "schema", system).output)
    jsonschema.Draft202012Validator.check_schema(schema)
    packs = shipped_packs(all_systems()[system])
    assert run("paquet", "modele", system).output == packs[0].toml
    for pack in packs:
        jsonschema.validate(tomllib.loads(pack.toml), schema)
        path = tmp_path / f"{pack.name}.toml"
        path.write_text(pack.toml, "utf-8")
        for asked in ((), ("--systeme", system)):
            done = run("paquet", "verifier", *asked, str(path))
            assert (done.exit_code, plain(done.output)) == (0, "1 conformes, 0 écarts\n")
        # Its keys say whose it is, even once it is wrong.
        path.write_text(pack.toml.replace("titre", "titres", 1), "utf-8")
        wrong = [run("paquet", "verifier", *asked, str(path)).output for asked in ((), ("--systeme", system))]
        assert wrong[0] == wrong[1]
        assert "clé manquante" in wrong[0]


def test_a_pack_that_may_be_of_two_systems_is_asked_about() -> None:
    done = run("paquet", "verifier", "-", input='titre = "Sans autre clé"\n')
    assert done.exit_code == 2
    assert "Ajoutez --systeme, parmi architectes, departement_m, forces, intentions" in plain(done.output)
    done = run("paquet", "verifier", "-", input="titre = \n")
    assert (done.exit_code, "TOML mal formé à la ligne 1" in plain(done.output)) == (1, True)


def test_a_busy_port_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = real("servir", "--port", str(taken.getsockname()[1]), "--base", "jamais.sqlite")
    assert done.returncode == 2
    assert "ce port est déjà pris" in plain(done.stderr)
    assert not Path("jamais.sqlite").exists()


@pytest.mark.parametrize(
    ("words", "proposed"),
    [
        ("paravent ver", "plain,verifier"),
        ("paravent paquet sch", "plain,schema"),
        ("paravent cotes arch", "plain,architectes"),
        ("paravent paquet modele a", "plain,architectes"),
        ("paravent regle arc-12", "plain,ARC-12"),
        ("paravent verifier ex", "file,ex"),
        ("paravent servir --base pa", "file,pa"),
    ],
)
def test_the_terminal_completes(words: str, proposed: str) -> None:
    asked = {"_PARAVENT_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
    done = subprocess.run(
        [PARAVENT], env={**os.environ, **asked}, capture_output=True, text=True, timeout=60, check=False
    )
    assert proposed in done.stdout.splitlines()


def test_completion_lines() -> None:
    assert "_PARAVENT_COMPLETE=zsh_source" in run("completion", "zsh").output
