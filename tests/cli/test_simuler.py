"""`paravent simuler`: every way out of it, its seeds, its refusals, and one session told."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from paravent.cli.main import cli
from paravent.systems import all_systems
from paravent.table.simulation import spreading
from paravent.table.simulation.shipped import shipped_simulations
from simulated import CALL, PLAY, SUCCESSES, TABLE, TELL, WHOLE

DOCS = Path(__file__).parents[2] / "docs/simuler.md"
CHANCE = '[[mesure]]\nnom = "réussi"\nfait = "Rolled"\nchamp = "passed"\nvaut = true\n'
EXACT = (
    "[mesure.exact]\nchemin = 'p_reussite'\nquestion = '''"
    '{"calcul": "test", "des": 2, "seuil": 13, "discipline": 3, "specialisation": false,'
    """ "difficulte": 1, "impulsion_actuelle": 0, "plafond": 6}'''\n"""
)
ALL = WHOLE + CHANCE + EXACT


def simuler(text: str, *options: str, system: str = "departement_m") -> Result:
    arguments = ["simuler", system, "-", "--fois", "40", "--graine", "essais", *options]
    return CliRunner(env={"COLUMNS": "200"}).invoke(cli, arguments, input=text, prog_name="paravent")


def out(*options: str, text: str = ALL) -> str:
    done = simuler(text, *options)
    assert done.exit_code == 0, done.output
    return done.stdout.replace("\N{NO-BREAK SPACE}", " ")


def test_tables_say_that_they_are_simulated() -> None:
    told = out()
    assert "Chances (simulé, 40 séances)" in told
    assert "réussites (simulé, 40 séances)" in told
    assert "intervalle à 95 %" in told
    assert "87,75 %" in told, "the exact chance stands beside"
    assert "moyenne" in told


def test_notes_stay_out_of_the_figures() -> None:
    done = simuler(ALL, "--csv")
    rows = [*csv.DictReader(io.StringIO(done.stdout))]
    law = [r for r in rows if r["mesure"] == "réussites" and r["valeur"].isdigit()]
    assert sum(int(r["fois"]) for r in law) == 40
    assert all(float(r["bas"]) <= float(r["simule"]) <= float(r["haut"]) for r in rows if r["bas"])
    [chance] = [r for r in rows if r["mesure"] == "réussi"]
    assert chance["exact"] == "351/400"
    assert "40 séances jouées sur 40, graine" in done.stderr
    assert "graine" not in done.stdout


def test_json_holds_it_all() -> None:
    told = json.loads(simuler(ALL, "--json", "--niveau", "90", "--ensemble").stdout)
    assert told["simulation"]["graine"] == "essais"
    assert (told["simulation"]["niveau"], told["simulation"]["ensemble"]) == (0.9, True)
    assert told["simulation"]["niveau_de_chacun"] > 0.9
    assert sum(row["fois"] for row in told["mesures"]["réussites"]["loi"]) == 40
    low, high = told["mesures"]["réussi"]["intervalle"]
    assert low < 351 / 400 < high
    assert told["arrets"] == []


def test_markdown_and_bbcode() -> None:
    assert "| valeur | fois | part | intervalle à 95 % |" in out("--markdown")
    assert "[table]" in out("--bbcode")


def test_a_chart_shows_its_intervals_and_the_exact_law() -> None:
    drawn = ElementTree.fromstring(out("--svg", "--mesure", "réussi"))
    kinds = [e.get("class") for e in drawn.iter()]
    assert kinds.count("span") == 1
    assert "exact" in "".join(drawn.itertext())
    law = ElementTree.fromstring(out("--svg"))
    assert "réussites (simulé, 40 séances)" in "".join(law.itertext())


def test_the_same_seed_gives_the_same_bytes() -> None:
    first, again = simuler(ALL, "--json"), simuler(ALL, "--json")
    assert first.stdout == again.stdout
    other = simuler(ALL, "--json", "--graine", "autre")
    assert other.stdout != first.stdout


def test_a_seed_is_made_and_told_when_none_is_given() -> None:
    def seeds() -> str:
        done = CliRunner().invoke(
            cli, ["simuler", "departement_m", "-", "--fois", "1", "--json"], input=WHOLE
        )
        return str(json.loads(done.stdout)["simulation"]["graine"])

    assert seeds() != seeds()


def test_one_session_is_told() -> None:
    done = simuler(ALL, "--seance", "3")
    assert done.exit_code == 0
    lines = done.stdout.replace("\N{NO-BREAK SPACE}", " ").splitlines()
    assert lines[0] == "Corvin teste Forme + Combat, difficulté 1, seuil 13."
    assert any(line.startswith("réussites : ") for line in lines)
    assert lines[-1] in ("réussi : oui", "réussi : non")
    assert simuler(ALL, "--seance", "3").stdout == done.stdout


def test_sessions_that_stop_short_are_told_and_the_code_says_so() -> None:
    never = '[[politique]]\ngeste = "TellComplication"\nchoix = "jamais"\n'
    done = simuler(TABLE + CALL + PLAY + never + SUCCESSES, "--json")
    assert done.exit_code == 1
    [stop] = json.loads(done.stdout)["arrets"]
    assert stop["raison"].startswith("aucune politique ne répond à DEM-23")
    assert json.loads(done.stdout)["simulation"]["seances_mesurees"] == 40 - stop["fois"]
    assert "se sont arrêtées en chemin et ne comptent dans aucune mesure" in done.stderr
    one = simuler(TABLE + CALL + PLAY + never + SUCCESSES, "--seance", str(stop["premiere"]))
    assert one.exit_code == 1
    assert "Arrêtée en chemin" in one.stdout


def test_policies_that_did_nothing_are_told() -> None:
    idle = '[[politique]]\ngeste = "Throw"\nquand = [{ chance = "reussir", au_moins = 1 }]\n'
    told = simuler(WHOLE + idle).stderr.replace("\N{NO-BREAK SPACE}", " ")
    assert "politique[1] : aucune chance annoncée ne s’appelle « reussir » (" in told
    assert "politique[1] : elle n’a jamais répondu." in told


def test_a_shipped_simulation_goes_by_its_name() -> None:
    done = CliRunner().invoke(cli, ["simuler", "forces", "village", "--fois", "2", "--graine", "a", "--json"])
    assert json.loads(done.stdout)["simulation"]["titre"] == "Le village tiendra-t-il six séances ?"


def test_the_example_of_the_page_is_what_comes_out(tmp_path: Path) -> None:
    page = DOCS.read_text("utf-8")
    text = page.split("```toml\n")[1].split("```")[0]
    command, shown = page.split("```console\n$ paravent ")[1].split("```")[0].split("\n", 1)
    (tmp_path / "essai.toml").write_text(text, "utf-8")
    arguments = command.replace("essai.toml", str(tmp_path / "essai.toml")).split()
    done = CliRunner().invoke(cli, arguments)
    assert done.exit_code == 0
    assert done.stdout.replace("\N{NO-BREAK SPACE}", " ") == shown.replace("\N{NO-BREAK SPACE}", " ")


def test_the_page_names_what_is_shipped() -> None:
    page = DOCS.read_text("utf-8")
    for s in all_systems().values():
        assert all(f"`{s.name} {path.stem}`" in page for path in shipped_simulations(s))


def test_the_schema() -> None:
    told = json.loads(CliRunner().invoke(cli, ["simuler", "--schema"]).stdout)
    assert set(told["required"]) == {"titre", "etape", "mesure"}


def test_ctrl_c_tells_what_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    real, played = spreading.play_piece, []

    def piece(job, first, last):  # type: ignore[no-untyped-def]
        played.append(last - first)
        if len(played) == 5:
            os.kill(os.getpid(), signal.SIGINT)
        return real(job, first, last)

    monkeypatch.setattr(spreading, "play_piece", piece)
    done = simuler(ALL, "--json", "--fois", "5000", "--ouvriers", "1")
    assert done.exit_code == 130
    assert json.loads(done.stdout)["simulation"]["seances_jouees"] == 5
    assert "Interrompu" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "Il manque l’argument « SYSTÈME »"),
        (["departement_m"], "ou une simulation livrée : infiltration"),
        (["inconnu", "-"], "aucun système ne s’appelle « inconnu »"),
        (["departement_m", "nulle_part.toml"], "nulle_part.toml : ce fichier n’existe pas"),
        (["intrigue", "rien"], "ni ne compte parmi les simulations livrées : "),
        (["departement_m", "-", "--json", "--svg"], "--json et --svg : une seule forme à la fois"),
        (["departement_m", "-", "--fois", "0"], "--fois"),
        (["departement_m", "-", "--niveau", "100"], "--niveau"),
        (["departement_m", "-", "--graine", ""], "--graine : un texte d’une ligne"),
        (["departement_m", "-", "--mesure", "x"], "--mesure : pour un graphique"),
        (
            ["departement_m", "-", "--svg", "--mesure", "x"],
            "aucune ne porte ce nom (parmi réussites, réussi)",
        ),
        (["departement_m", "-", "--seance", "2"], "il faut aussi sa --graine"),
        (["departement_m", "-", "--ouvriers", "2", "--ordonnanceur", "tcp://x"], "l’un ou l’autre"),
    ],
)
def test_a_wrong_request_is_refused(arguments: list[str], told: str) -> None:
    done = CliRunner().invoke(cli, ["simuler", *arguments], input=ALL, prog_name="paravent")
    assert done.exit_code == 2
    assert told in done.output.replace("\N{NO-BREAK SPACE}", " ")


def test_without_dask_more_processes_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spreading, "installed", lambda name: False)
    done = simuler(ALL, "--ouvriers", "2")
    assert done.exit_code == 2
    assert "pip install 'paravent[simuler]'" in done.output
    assert simuler(ALL).exit_code == 0


def test_a_bad_file_names_its_keys(tmp_path: Path) -> None:
    bad = tmp_path / "essai.toml"
    bad.write_text(ALL + TELL.replace("geste", "gest"), "utf-8")
    done = CliRunner().invoke(cli, ["simuler", "departement_m", str(bad)])
    assert done.exit_code == 2
    assert "essai.toml : politique[1].gest : clé inconnue" in done.output.replace("\N{NO-BREAK SPACE}", " ")
