"""The command line, in process and for real: French words, exit codes, pipes."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from paravent.cli.main import COMMANDS, cli

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
    times = []
    for _ in range(3):
        start = time.perf_counter()
        done = real("--help")
        times.append(time.perf_counter() - start)
    text = plain(done.stdout)
    assert "Utilisation : paravent" in text
    assert "Options :" in text
    assert "Affiche cette aide." in text
    assert not any(word in text for word in ("Usage", "Show this", "Commands"))
    assert min(times) < 0.3


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_has_french_help(name: str) -> None:
    done = run(name, "--help")
    assert done.exit_code == 0
    assert "Utilisation" in done.output
    assert "default:" not in done.output


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["danser"], "La commande « danser » n’existe pas."),
        (["cotes"], "Il manque l’argument"),
        (["cotes", "architectes", "nulle-part.json"], "nulle-part.json : fichier illisible"),
        (["cotes", "tarot", "-"], "aucun système calculable ne s’appelle « tarot »"),
        (["regle", "ARC-99"], "aucune règle ne s’appelle « ARC-99 »"),
        (["systemes", "--couleur"], "L’option « --couleur » n’existe pas."),
        (["servir", "--port", "zéro"], "« zéro » n’est pas un nombre."),
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
        assert json.loads(done.output) == wanted
    whole = json.loads(run("cotes", "architectes", str(VECTORS)).output)
    assert len(whole) == 110


def test_odds_as_a_table() -> None:
    text = plain(run("cotes", "architectes", "-", "--tableau", input=json.dumps(first_case())).output)
    assert "p_reussite" in text
    assert "50,00 %" in text


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


def test_completion_lines() -> None:
    assert "_PARAVENT_COMPLETE=zsh_source" in run("completion", "zsh").output
