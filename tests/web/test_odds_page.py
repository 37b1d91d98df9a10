"""The page of odds: every question has a form that answers, its address says all of it, and nothing typed breaks it."""

from __future__ import annotations

import csv
import io
import random
import re
from collections.abc import Mapping, Sequence
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs
from xml.etree import ElementTree

import httpx
import pytest

from paravent.cli.jsonfile import read_json
from paravent.core import spreadsheets
from paravent.core.answers import NoMeasure
from paravent.core.questions import BadQuestion
from paravent.systems import all_systems
from paravent.web import odds_asked
from paravent.web.odds_asked import Asked, answered, asked, chart, told
from web.party import Server

VECTORS = Path(__file__).parents[1] / "data" / "vecteurs"
SYSTEMS = [s for s in all_systems().values() if s.asking]
QUESTIONS = [(s.name, calcul) for s in SYSTEMS for calcul in s.asking]
SWEPT = {"varie1": ["difficulte"], "valeurs1": ["1..3"]}


def ask(name: str, calcul: str, typed: Mapping[str, Sequence[str]] | None = None) -> Asked:
    return asked(all_systems()[name], calcul, typed or {})


def plain(text: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", text)).replace("\N{NO-BREAK SPACE}", " ").split())


@pytest.mark.parametrize("name", [s.name for s in SYSTEMS])
def test_every_question_of_the_command_line_has_a_form(name: str) -> None:
    cases = read_json(str(VECTORS / f"{name}.json"))["cas"]
    assert {c["donnees"]["calcul"] for c in cases} <= set(all_systems()[name].asking)


@pytest.mark.parametrize(("name", "calcul"), QUESTIONS)
def test_a_form_answers_as_it_is_first_shown(name: str, calcul: str) -> None:
    a = ask(name, calcul)
    results = answered(a)
    assert results is not None, a.wrong
    shown = told(a, results)
    assert shown.sentence
    assert shown.grids
    ElementTree.fromstring(shown.chart)
    # What is drawn and followed is what the engine itself says of that very question.
    vectors = all_systems()[name].vectors
    assert vectors is not None
    assert results.found[0].answer == vectors(a.question)
    for path, label in shown.measures:
        assert "_" not in label, "measures have French names"
        ElementTree.fromstring(chart(ask(name, calcul, {"mesure": [path]}), results))
    for grid in shown.grids:
        assert not any("p_" in head or "_" in head for head in grid.heads), grid.heads
    # Every field can be read at both its ends, by itself and swept.
    for f in a.form.fields:
        if f.kind in ("whole", "maybe"):
            assert f.read([str(f.low)]) == f.low
            assert f.read([str(f.high)]) == f.high
            for beyond in (f.low - 1, f.high + 1):
                with pytest.raises(BadQuestion):
                    f.read([str(beyond)])
        if f.swept:
            assert len(f.values(f.usual or str(f.low)).values) == 1


def test_a_question_is_all_in_its_address() -> None:
    typed = {
        "des": ["3"],
        "specialisation": ["oui"],
        **SWEPT,
        "varie2": ["seuil"],
        "valeurs2": ["10, 12..14"],
        "nom1": ["mieux"],
        "change1": ["discipline=5 ; plafond=6"],
        "mesure": ["p_reussite"],
    }
    a = ask("departement_m", "test", typed)
    again = ask("departement_m", "test", parse_qs(a.query))
    first, second = answered(a), answered(again)
    assert again.query == a.query
    assert first == second
    assert first is not None
    assert [f.at for f in first.found[:2]] == [(1, 10), (1, 12)]
    assert {f.series for f in first.found} == {"telle quelle", "mieux"}
    assert len(first.found) == 2 * 3 * 4
    rows = [*csv.DictReader(io.StringIO(spreadsheets.as_csv(first)))]
    assert {r["difficulte"] for r in rows} == {"1", "2", "3"}
    # Nothing that is as usual is said.
    assert ask("departement_m", "test", {"des": ["2"]}).query == "systeme=departement_m&calcul=test"


def test_sides_may_be_results_that_are_known() -> None:
    known = ask("intrigue", "opposition", {"action.resultat": ["9"]})
    assert known.question["action"] == {"resultat": 9}
    swept = ask("intrigue", "opposition", {"varie1": ["action.resultat"], "valeurs1": ["8..10"]})
    results = answered(swept)
    assert results is not None, swept.wrong
    chances = [f.answer["p_reaction_superieure"]["exact"] for f in results.found]
    assert len(set(chances)) == 3


@pytest.mark.parametrize(
    ("typed", "where", "why"),
    [
        ({"des": ["9"]}, "des", "un nombre entier de 2 à 5"),
        ({"des": ["trois"]}, "des", "un nombre entier"),
        ({"specialisation": ["peut-être"]}, "specialisation", "attendu : oui, non"),
        ({"varie1": ["rien"], "valeurs1": ["1"]}, "valeurs1", "n’a pas ce champ"),
        ({**SWEPT, "varie2": ["difficulte"], "valeurs2": ["1"]}, "valeurs2", "varie déjà"),
        ({"varie1": ["seuil"], "valeurs1": ["5..1"]}, "valeurs1", "PREMIER..DERNIER"),
        ({"varie1": ["seuil"], "valeurs1": ["0..9999"]}, "valeurs1", "au plus 200 valeurs"),
        (
            {"varie1": ["seuil"], "valeurs1": ["0..40"], "varie2": ["discipline"], "valeurs2": ["0..40"]},
            "",
            "1681 cas",
        ),
        ({"change1": ["des"]}, "change1", "champ = valeur"),
        ({"change1": ["calcul=autre"]}, "change1", "n’a pas ce champ"),
        ({"nom1": ["telle quelle"], "change1": ["des=3"]}, "change1", "portent le même nom"),
    ],
)
def test_what_cannot_be_asked_is_said_where_it_is(typed: dict[str, list[str]], where: str, why: str) -> None:
    a = ask("departement_m", "test", typed)
    assert answered(a) is None
    assert why in a.wrong[where].replace("\N{NO-BREAK SPACE}", " ")


def test_what_would_take_too_long_is_left_to_the_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds_asked, "SECONDS", -1.0)
    a = ask("departement_m", "test", SWEPT)
    assert answered(a) is None
    assert "paravent cotes" in a.wrong[""]


ODD = ["", " ", "0", "-1", "1e9", "99999999999", "oui", "null", "[]", "{", "1..", "..", "1..3", "é" * 2500, "\x00",
       "<script>", "d6", "99D99", "2D", "1/0", "5/3", "75 %", "A ; B", "A ; A ; 1/2 ; fin_seance", "a=b", ";" * 300,
       "1 ; 1/2\n0 ; 1/3", "1|2", "¹²³", "١٢"]  # fmt: skip


def test_nothing_typed_breaks_it() -> None:
    rng = random.Random(8)
    seen = 0
    for _ in range(1200):
        name, calcul = rng.choice(QUESTIONS)
        form = all_systems()[name].asking[calcul]
        keys = [*(f.key for f in form.fields), *odds_asked.CONTROLS]
        typed: dict[str, list[str]] = {k: [rng.choice(ODD)] for k in rng.sample(keys, rng.randint(0, 3))}
        if rng.random() < 0.4:
            typed["varie1"] = [rng.choice(form.fields).key]
            typed["valeurs1"] = [rng.choice(ODD)]
        a = ask(name, calcul, typed)
        results = answered(a)
        if results is None:
            assert a.wrong
            continue
        seen += 1
        try:
            shown: Any = told(a, results)
        except NoMeasure:
            continue
        if shown.chart:
            ElementTree.fromstring(shown.chart)
    assert seen > 100


async def test_the_page_and_what_it_gives_away(server: Server) -> None:
    async with server.browser() as c:
        listed = await c.get("/cotes")
        assert listed.status_code == 200
        assert listed.text.count('href="/cotes?systeme=') == len(QUESTIONS)
        query = "systeme=departement_m&calcul=test&varie1=difficulte&valeurs1=1..3&nom1=mieux&change1=des%3D3"
        page = await c.get(f"/cotes?{query}")
        assert "Réussir, telle quelle : de 5,75 % à 84,00 % ; réussir, mieux" in plain(page.text)
        assert f"http://localhost/cotes?{query}" in unescape(page.text)
        part = await c.get(f"/cotes?{query}", headers={"HX-Request": "true"})
        assert "<html" not in part.text
        assert part.text.count('role="status"') == 1
        table = await c.get(f"/cotes.csv?{query}")
        assert table.headers["content-disposition"] == 'attachment; filename="cotes-test.csv"'
        rows = [*csv.DictReader(io.StringIO(table.content.decode("utf-8-sig")), delimiter=";")]
        wanted = {("telle quelle", "1"): "0,84", ("mieux", "1"): "0,936"}
        found = {(r["série"], r["Difficulté"]): r["nombre"] for r in rows if r["mesure"] == "réussir"}
        assert found.items() >= wanted.items()
        drawn = await c.get(f"/cotes.svg?{query}")
        assert drawn.headers["content-type"].startswith("image/svg+xml")
        ElementTree.fromstring(drawn.text)
        wrong = await c.get(f"/cotes?{query}&des=12")
        assert wrong.status_code == 200
        assert 'aria-invalid="true"' in wrong.text
        for bad in ("systeme=rien", "systeme=intrigue&calcul=rien"):
            assert (await c.get(f"/cotes?{bad}")).status_code == 404
        for ext in ("csv", "svg"):
            assert (await c.get(f"/cotes.{ext}?{query}&des=12")).status_code == 422
        assert (await c.get(f"/cotes?{query}&des={'1' * 9000}")).status_code == 414


async def test_asking_too_fast_is_said_in_place(server: Server) -> None:
    async with server.browser() as c:
        said: httpx.Response | None = None
        for _ in range(60):
            said = await c.get("/cotes?systeme=intentions", headers={"HX-Request": "true"})
        assert said is not None
        assert said.status_code == 429
        assert "HX-Refresh" not in said.headers
        assert "Trop de gestes à la fois" in plain(said.text)
