"""`paravent cotes`: every way out of it, variants side by side, one key or two swept."""

from __future__ import annotations

import csv
import io
import json
import re
from fractions import Fraction as F
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from paravent.cli.main import cli
from paravent.core import answers, spreadsheets
from paravent.core.naming import Naming
from paravent.systems import all_systems

DOCS = Path(__file__).parents[2] / "docs/cotes.md"
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
POOL = {"calcul": "reserve", "des": [6, 8, 10], "garde": 2}


def cotes(question: object, *options: str, system: str = "departement_m") -> Result:
    return CliRunner(env={"COLUMNS": "200"}).invoke(
        cli, ["cotes", system, "-", *options], input=json.dumps(question), prog_name="paravent"
    )


def out(question: object, *options: str, system: str = "departement_m") -> str:
    done = cotes(question, *options, system=system)
    assert done.exit_code == 0, done.output
    return done.output.replace("\N{NO-BREAK SPACE}", " ")


def test_a_law_says_no_more_no_less_and_one_in_so_many() -> None:
    lines = out(TEST, "--markdown").splitlines()
    assert "| Impulsion | cas sur 400 | = | ≤ | ≥ | 1 sur N | fraction exacte |" in lines
    assert "| 1 | 137 | 34,25 % | 94,25 % | 40,00 % | 1 sur 2,9 | 137/400 |" in lines
    assert "| moyenne |  | 0,46 |  |  |  | 23/50 |" in lines
    assert any(line.startswith("| écart type |  | 0,611 |") for line in lines)
    assert "| oui | non | 78,00 % | 1 sur 1,3 | 39/50 |" in lines


def test_the_example_of_the_page_is_what_comes_out() -> None:
    page = DOCS.read_text("utf-8").replace("\N{NO-BREAK SPACE}", " ")
    shown = page.split("--markdown\n")[1].split("```")[0]
    options = ("--faire-varier", "difficulte=1..3", "--variante", "un dé de plus:des=3", "--markdown")
    assert out(TEST, *options) == shown


def test_two_keys_make_a_table_and_a_shaded_one() -> None:
    options = ("--faire-varier", "difficulte=0..3", "--faire-varier", "des=2..5")
    assert "| 3 | 5,75 % | 28,50 % | 53,04 % | 71,94 % |" in out(TEST, *options, "--markdown")
    root = ElementTree.fromstring(out(TEST, *options, "--svg"))
    assert len(root.findall("{http://www.w3.org/2000/svg}rect")) == 16
    answers = json.loads(out(TEST, *options))
    assert len(answers) == 16
    assert answers[5]["parametres"] == {"difficulte": 1, "des": 3}
    assert answers[5]["reponse"]["p_reussite"]["exact"] == "117/125"


def test_variants_stand_side_by_side_in_every_form() -> None:
    options = ("--variante", "trois:des=3", "--variante", "mieux:specialisation=oui;discipline=4")
    text = out(TEST, *options, "--bbcode")
    assert "[tr][th]mesure[/th][th]telle quelle[/th][th]trois[/th][th]mieux[/th][/tr]" in text
    assert "[tr][td]réussir[/td][td]84,00 %[/td][td]93,60 %[/td][td]84,00 %[/td][/tr]" in text
    assert "[td]5[/td][td]0,00 %[/td][td]0,01 %[/td]" in text
    assert "trois" in out(TEST, *options, "--tableau")
    svg = ElementTree.fromstring(out(TEST, *options, "--svg"))
    assert svg.find("{http://www.w3.org/2000/svg}title").text == "Impulsion gagnée"
    named = [{"nom": "deux", "donnees": TEST}, {"nom": "trois", "donnees": {**TEST, "des": 3}}]
    assert "| réussir | 84,00 % | 93,60 % |" in out(named, "--markdown")
    assert "| 1 | 84,00 % | 93,60 % |" in out(named, "--markdown", "--faire-varier", "difficulte=1..2")
    assert [a["serie"] for a in json.loads(out(named))] == ["deux", "trois"]


def test_a_spreadsheet_has_every_number_exactly() -> None:
    options = ("--csv", "--faire-varier", "difficulte=1,2", "--variante", "trois:des=3")
    rows = [*csv.DictReader(io.StringIO(out(TEST, *options)))]
    chances = {(r["serie"], r["difficulte"]): r["exact"] for r in rows if r["mesure"] == "p_reussite"}
    assert chances == {
        ("telle quelle", "1"): "21/25",
        ("telle quelle", "2"): "2/5",
        ("trois", "1"): "117/125",
        ("trois", "2"): "84/125",
    }
    law = [
        r
        for r in rows
        if (r["serie"], r["difficulte"], r["mesure"]) == ("trois", "2", "loi_impulsion_gagnee")
    ]
    assert sum(F(r["exact"]) for r in law) == 1
    assert all(float(F(r["exact"])) == pytest.approx(float(r["approx"]), rel=1e-11) for r in rows)
    assert law[0]["au_moins"] == law[-1]["au_plus"] == "1"


def test_a_law_of_one_value_may_be_drawn_and_lists_swept() -> None:
    svg = out(
        POOL, "--svg", "--mesure", "loi.total", "--variante", "quatre:des=[6,8,10,8]", system="intrigue"
    )
    assert '<title id="titre">toutes les issues : total, à part</title>' in svg
    options = ("--faire-varier", "des=[[6,8],[6,8,10]]", "--mesure", "p_au_moins_un_1", "--markdown")
    assert "| 6, 8, 10 | 34,38 % |" in out(POOL, *options, system="intrigue")


def test_without_a_law_all_chances_are_drawn() -> None:
    asked = {
        "calcul": "opposition",
        "action": {"des": [6, 8], "garde": 2},
        "reaction": {"des": [6, 8], "garde": 2},
    }
    assert "égalité : 8,7 %" in out(asked, "--svg", system="intrigue")


SWEEP = ("--faire-varier", "difficulte=0..1")


@pytest.mark.parametrize(
    ("question", "options", "said"),
    [
        (TEST, ("--faire-varier", "difficulte=-1..1"), "--faire-varier difficulte = -1 : difficulte : attendu de 0"),
        (TEST, ("--faire-varier", "rien=1..2"), "rien : la question n’a pas cette clé"),
        (TEST, ("--faire-varier", "difficulte"), "attendu CLÉ=VALEURS"),
        (TEST, (*SWEEP, *SWEEP), "deux clés au plus, qui diffèrent"),
        (TEST, ("--variante", "des=3"), "attendu NOM:CLÉ=VALEUR"),
        (TEST, ("--variante", "A:rien=3"), "--variante A : rien : la question n’a pas cette clé"),
        (TEST, ("--variante", "A:des=9"), "--variante A : des : attendu de 2 à 5"),
        (TEST, ("--variante", "A:des=3", "--variante", "A:des=4"), "le même nom"),
        ([TEST, TEST], ("--variante", "A:des=3"), "une seule question"),
        ([TEST, TEST], SWEEP, "une seule question, ou des questions qui portent un « nom »"),
        (TEST, ("--mesure", "p_reussite", "--tableau"), "--mesure : pour un graphique"),
        (TEST, (*SWEEP, "--mesure", "rien", "--tableau"), "aucune réponse n’a cette mesure (parmi p_reussite"),
        (TEST, (*SWEEP, "--mesure", "loi_impulsion_gagnee", "--tableau"), "c’est une loi"),
        (TEST, ("--svg", "--mesure", "p_reussite"), "aucune réponse n’a cette mesure"),
        (
            TEST,
            (*SWEEP, "--faire-varier", "des=2..3", "--variante", "A:seuil=13", "--svg"),
            "--svg : Un graphique montre deux champs qui varient, ou plusieurs variantes",
        ),
        ([], (), "- : aucune question n’y est posée"),
        ({"cas": []}, ("--svg",), "aucune question n’y est posée"),
        ([TEST, TEST], ("--svg",), "--svg : une seule question"),
        (7, SWEEP, "la question n’est pas un objet"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_says_why(question: object, options: tuple[str, ...], said: str) -> None:
    done = cotes(question, *options)
    assert done.exit_code == 2
    assert said in re.sub(r"\s+", " ", done.output)


def test_what_a_share_holds_is_never_a_formula() -> None:
    found = answers.Found("=HYPERLINK(1)", (), {"p": {"exact": "1/2", "approx": 0.5}}, {})
    results = answers.Results((found,), (), False)
    row = spreadsheets.as_csv(results).splitlines()[1]
    assert row.startswith("'=HYPERLINK(1),")
    form = all_systems()["departement_m"].asking["test"]
    row = spreadsheets.as_french_csv(results, Naming(form, [found.answer])).splitlines()[1]
    assert row.startswith("'=HYPERLINK(1);")
    typed = ("-2", "-1.5", "-1,5", "-1/2", "-x", "-1+1", "+a", "@b", "\tx", "\rx")
    kept = [spreadsheets._plain(x) for x in typed]
    assert kept == ["-2", "-1.5", "-1,5", "-1/2", "'-x", "'-1+1", "'+a", "'@b", "'\tx", "'\rx"]


def test_a_chance_says_what_it_is_of() -> None:
    said = answers.cell("loi", {"pi": 2, "exact": "1/4", "approx": 0.25})
    assert said.startswith("pi 2\N{NO-BREAK SPACE}: 25")
    assert said.endswith("(1/4)")


def test_bare_questions_may_have_names_and_a_refusal_names_what_was_typed() -> None:
    named = [{"nom": "deux", **POOL}, {"nom": "trois", **POOL, "garde": 3}]
    assert "| mesure | deux | trois |" in out(named, "--markdown", system="intrigue")
    done = cotes([{"nom": "deux", **POOL}, {"nom": "zéro", **POOL, "garde": 0}], system="intrigue")
    assert "-, zéro : garde : attendu de 1" in done.output.replace("\N{NO-BREAK SPACE}", " ")
    vector = cotes({"nom": "v", "donnees": {**POOL, "garde": 0}}, system="intrigue")
    assert "donnees.garde : attendu" in vector.output.replace("\N{NO-BREAK SPACE}", " ")


EXCHANGE = {
    "calcul": "progression",
    "caracteristique": "talent",
    "de_vise": 8,
    "reserve_de_developpement": [6, 8],
    "plus_gros_stress": None,
    "heritage": None,
}


def test_what_is_taken_for_granted_is_always_said() -> None:
    policy = all_systems()["intrigue"].asking["progression"].policy
    assert "ITG-74" in policy
    for form in ("--tableau", "--markdown", "--bbcode"):
        assert f"Calcul exact : {policy}.\n" in out(EXCHANGE, form, system="intrigue").replace("\n\n", "\n")
    for form in ("--csv", "--tableur", "--svg"):
        done = cotes(EXCHANGE, form, system="intrigue")
        assert policy in done.stderr
        assert policy not in done.stdout
    assert json.loads(out(EXCHANGE, system="intrigue"))["politique"] == policy
    swept = json.loads(out(EXCHANGE, "--faire-varier", "de_vise=6,8", system="intrigue"))
    assert [row["politique"] for row in swept] == [policy, policy]
    assert "politique" not in json.loads(out(TEST))


def test_a_french_spreadsheet_reads_numbers_as_numbers_and_fractions_as_text() -> None:
    options = ("--tableur", "--faire-varier", "difficulte=1,2", "--variante", "trois:des=3")
    text = cotes(TEST, *options).stdout
    assert text.startswith("\N{ZERO WIDTH NO-BREAK SPACE}série;Difficulté;mesure;valeur;")
    rows = [*csv.DictReader(io.StringIO(text[1:]), delimiter=";")]
    [row] = [
        r for r in rows if (r["série"], r["Difficulté"], r["mesure"]) == ("telle quelle", "1", "réussir")
    ]
    assert (row["nombre"], row["fraction exacte"]) == ("0,84", "21\N{FRACTION SLASH}25")
    assert not any("/" in cell or "." in cell for r in rows for cell in r.values())
    law = [r for r in rows if r["mesure"] == "Impulsion gagnée"]
    assert all(r["valeur"].isdigit() for r in law)


def test_one_form_at_a_time() -> None:
    done = cotes(TEST, "--csv", "--svg")
    assert done.exit_code == 2
    assert not done.stdout
    assert "--csv et --svg : une seule forme à la fois" in done.stderr.replace("\N{NO-BREAK SPACE}", " ")
    assert cotes(TEST, "--csv", "--csv").exit_code == 0


@pytest.mark.parametrize(
    ("system", "one", "other"),
    [
        ("forces", "test", "graphe"),
        ("architectes", "issue_et_marge", "duel"),
        ("intrigue", "points_intrigue", "interposition"),
    ],
)
def test_what_is_taken_for_granted_is_said_of_each_of_two_unlike_questions(
    system: str, one: str, other: str
) -> None:
    asking = all_systems()[system].asking
    questions = [asking[calcul].read(calcul, {})[0] for calcul in (one, other)]
    named = [{"nom": q["calcul"], **q} for q in questions]
    alone = [json.loads(out(q, "--json", system=system)).get("politique") for q in questions]
    assert [x.get("politique") for x in json.loads(out(named, "--json", system=system))] == alone
