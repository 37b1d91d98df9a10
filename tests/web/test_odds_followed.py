"""What a sweep follows: the number the question is about, under a name that is true of every case; all that an answer
holds may be followed and taken away.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest

from paravent.core import answers, drawings, spreadsheets
from paravent.core.figures import pick
from paravent.systems import all_systems
from paravent.web.odds_asked import Asked, answered, asked, measures, naming_of, told
from web.party import Server

QUESTIONS = [(s.name, calcul) for s in all_systems().values() for calcul in s.asking or ()]
SIX = "\n".join(f"J{n} ; 6 8" for n in range(1, 7))


def ask(name: str, calcul: str, **typed: str) -> Asked:
    return asked(
        all_systems()[name], calcul, {key.replace("__", "."): [value] for key, value in typed.items()}
    )


def plain(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ")


def sentence(a: Asked) -> str:
    results = answered(a)
    assert results is not None, a.refusals
    return plain(told(a, results).sentence)


@pytest.mark.parametrize(
    ("name", "calcul", "field", "values", "said"),
    [
        ("forces", "graphe", "apres", "1 | 2 | 3", "C, sommets actifs : de 0,00 % à 42,00 %."),
        ("departement_m", "achat", "difficulte", "0..2", "Dés à acheter : de 0 à 2."),
        ("departement_m", "achat", "chance_voulue", "1/2, 9/10", "Dés à acheter : de 1 à 3."),
        (
            "departement_m",
            "achat",
            "difficulte",
            "2, 12",
            "Dés à acheter : 2, et rien dans 1 cas sur 2.",
        ),
        ("departement_m", "achat", "difficulte", "11, 12", "Réussir, 3 dés achetés : 0,00 %."),
        ("departement_m", "meilleur_achat", "seuil", "10..15", "Dés à acheter : de 1 à 3."),
        (
            "departement_m",
            "meilleur_achat",
            "impulsion_actuelle",
            "0..6",
            "Paiement, Menace, 3 dés achetés : de 0 à 3.",
        ),
        ("departement_m", "test", "plafond", "0, 4", "Impulsion, en moyenne : de 0,000 à 0,060."),
        (
            "departement_m",
            "reserve",
            "difficultes",
            "1 | 2",
            "Réussir, par difficulté : de 40,00 % à 84,00 %.",
        ),
        ("intrigue", "soutien", "soutien.des", "4 | 12", "Dépasser avec soutien : de 64,13 % à 84,23 %."),
        ("intrigue", "effet_pi", "de_ajoute", "4, 12", "Dépasser, un dé de plus : de 69,60 % à 85,64 %."),
        (
            "intrigue",
            "points_intrigue",
            "grand_groupe",
            "non, oui",
            "Points d’Intrigue de J1, en moyenne : de 2,000 à 3,000.",
        ),
        (
            "intrigue",
            "stress_moyenne",
            "stress_actuel",
            "rien, 12",
            "Craquer par le Stress (oui) : de 0,00 % à 97,92 %.",
        ),
    ],
)
def test_a_sweep_follows_what_the_question_is_about(
    name: str, calcul: str, field: str, values: str, said: str
) -> None:
    more = {"joueurs": SIX} if calcul == "points_intrigue" else {}
    assert sentence(ask(name, calcul, varie1=field, valeurs1=values, **more)) == said


def test_a_line_is_set_beside_the_same_line() -> None:
    a = ask("forces", "graphe", nom1="deux", change1="apres=2")
    results = answered(a)
    assert results is not None
    (grid,) = told(a, results).grids
    rows = {plain(name): cells for name, *cells in grid.rows}
    assert [plain(c) for c in rows["C, actif après 2 passages"]] == ["20,00 %", "20,00 %"]
    assert [plain(c) for c in rows["C, actif après 3 passages"]] == ["42,00 %", "—"]


def numbers(value: Any, path: str = "") -> Iterator[str]:
    """Every number of an answer but those of its laws, and but what tells a line of a list from the others."""
    match value:
        case {"exact": _, "approx": _} | int() if not isinstance(value, bool):
            yield path
        case dict():
            for key, inner in value.items():
                yield from numbers(inner, f"{path}.{key}" if path else key)
        case [{"exact": _}, *_]:
            return
        case [dict(), *_]:
            for n, line in enumerate(value):
                first = next(iter(line))
                yield from numbers({k: v for k, v in line.items() if k != first}, f"{path}[{n}]")


@pytest.mark.parametrize(("name", "calcul"), QUESTIONS)
def test_every_number_may_be_followed_and_taken_away(name: str, calcul: str) -> None:
    system = all_systems()[name]
    field = next(f for f in system.asking[calcul].fields if f.swept)
    a = ask(name, calcul, varie1=field.key, valeurs1=field.usual or str(field.low))
    results = answered(a)
    assert results is not None, a.refusals
    answer = results.found[0].answer
    shown = told(a, results)
    labels = {label for _, label in shown.measures}
    naming = naming_of(a, results)
    wanted = [*numbers(answer)]
    assert {naming.figure(path) for path in wanted} <= labels
    # A name is that of one number.
    named: dict[str, object] = {}
    for path in wanted + [path for path, _ in shown.measures]:
        found = pick(answer, path)
        assert named.setdefault(naming.figure(path), found and found[1]) == (found and found[1]), path
    taken = {row["mesure"] for row in csv.DictReader(io.StringIO(spreadsheets.as_csv(results)))}
    assert set(wanted) <= taken
    assert set(answer) <= {path.replace("[", ".").split(".")[0] for path in taken}, "words as well"


def test_what_is_to_be_bought_is_in_every_file() -> None:
    a = ask("departement_m", "meilleur_achat", menace_disponible="2", prix_des_des="1 2 3")
    results = answered(a)
    assert results is not None
    french = plain(spreadsheets.as_french_csv(results, naming_of(a, results)))
    assert ";dés à acheter;aucun achat possible n’y suffit;" in french
    assert ";paiement, Menace, 1 dé acheté;;1⁄1;1;" in french
    assert ";paiement, 2 dés achetés;hors de portée;" in french
    program = [*csv.DictReader(io.StringIO(spreadsheets.as_csv(results)))]
    assert [row["approx"] for row in program if row["mesure"] == "choix[1].paiement.menace"] == ["1"]
    assert [row["valeur"] for row in program if row["mesure"] == "des_a_acheter"] == ["—"]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"menace_disponible": "1"}, "la chance voulue demande 2 dés achetés, et il manque des points"),
        ({"menace_disponible": "0"}, "40 % de réussir sans acheter de dé : la chance voulue demande 2 dés"),
        ({"chance_voulue": "99 %"}, "et 3 de Menace) : la chance voulue est hors d’atteinte."),
        ({"chance_voulue": "99 %", "menace_disponible": "2"}, "hors d’atteinte, même avec 3 dés achetés."),
    ],
)
def test_what_lacks_is_what_is_said_to_lack(typed: dict[str, str], said: str) -> None:
    assert said in sentence(ask("departement_m", "meilleur_achat", **typed))


@pytest.mark.parametrize(
    ("name", "calcul", "typed", "said"),
    [
        ("forces", "test", {}, []),
        ("forces", "test", {"options": "corruption"}, ["la corruption est prise quand"]),
        ("architectes", "test", {}, ["personne ne se défausse"]),
        ("architectes", "test", {"varie1": "points_destin", "valeurs1": "0..2"}, ["le Destin se dépense"]),
        ("architectes", "echange", {"b__destin": "1"}, ["personne ne se défausse, et chacun dépense"]),
        ("architectes", "echange", {}, ["personne ne se défausse"]),
        ("departement_m", "achat", {"varie1": "seuil", "valeurs1": "9..12"}, ["le moins de dés qui"]),
        ("intrigue", "points_intrigue", {"grand_groupe": "oui"}, ["le partage d’un grand groupe, que"]),
        ("intrigue", "points_intrigue", {"grand_groupe": "oui", "joueurs": SIX}, []),
        (
            "departement_m",
            "achat",
            {"varie1": "seuil", "valeurs1": "9..12", "mesure": "choix[0].p_reussite"},
            [],
        ),
    ],
)
def test_what_is_taken_for_granted_is_said_where_it_is(
    name: str, calcul: str, typed: dict[str, str], said: list[str]
) -> None:
    a = ask(name, calcul, **typed)
    results = answered(a)
    assert results is not None, a.refusals
    policies = told(a, results).policies
    assert len(policies) == len(said)
    assert all(policy.startswith(start) for policy, start in zip(policies, said, strict=True)), policies


def test_numbers_and_yes_or_no_are_read_as_words() -> None:
    a = ask("intentions", "test", difficulte="-11", varie1="bonus", valeurs1="−3..-2")
    results = answered(a)
    assert results is not None, a.refusals
    shown = told(a, results)
    assert [row[0] for row in shown.grids[0].rows] == ["−3", "−2"]
    assert "\n;-3;" in spreadsheets.as_french_csv(results, naming_of(a, results)).replace("\r", "")
    alone = ask("intentions", "test")
    found = answered(alone)
    assert found is not None
    drawn = plain(told(alone, found).chart)
    assert "échec critique, marge −3 : 2,8 %" in drawn
    assert "<title>," not in drawn
    stress = ask("intrigue", "duel_et_stress", varie1="premier.stress_actuel", valeurs1="rien, 6")
    struck = answered(stress)
    assert struck is not None
    assert [row[0] for row in told(stress, struck).grids[0].rows] == ["aucun", "D6"]
    ends = ask("intrigue", "duel_et_stress")
    found = answered(ends)
    assert found is not None
    assert "| aucun |" in answers.markdown(told(ends, found).grids[0])


async def test_whoever_asks_for_a_file_of_what_cannot_be_asked_finds_the_way_back(server: Server) -> None:
    async with server.browser() as c:
        for file in ("csv", "svg"):
            query = "systeme=departement_m&calcul=test&des=12&nom1=%22%3E"
            wrong = await c.get(f"/cotes.{file}?{query}")
            assert wrong.status_code == 422
            assert f'href="/cotes?{query.replace("&", "&amp;")}">Revenir à la question<' in wrong.text
            nowhere = await c.get(f"/cotes.{file}?systeme=rien")
            assert nowhere.status_code == 404
            assert 'href="/cotes">Voir toutes les questions<' in nowhere.text


def test_no_dice_is_a_word() -> None:
    a = ask("intrigue", "duel", varie1="premier.des", valeurs1="6 | rien")
    assert sentence(a) == "Le premier gagne : de 2,08 % à 16,90 %."
    assert a.over[0].values == ([6], [])


async def test_what_is_refused_is_never_folded_away(server: Server) -> None:
    async with server.browser() as c:
        page = await c.get("/cotes?systeme=intentions&calcul=composition&valeurs1=4&nom2=autre")
        assert '<details class="others" id="varier" open>' in page.text
        assert '<details class="others" id="comparer" open>' in page.text
        for text in ("Lequel doit prendre ces valeurs", "ne change rien"):
            assert text in page.text
        # No line begins with a colon.
        assert "des intentions\N{NO-BREAK SPACE}: ce qu’il faut" in page.text


async def test_an_answer_with_nothing_to_draw_is_told_all_the_same(server: Server) -> None:
    async with server.browser() as c:
        page = await c.get("/cotes?systeme=forces&calcul=graphe&apres=")
        drawing = await c.get("/cotes.svg?systeme=forces&calcul=graphe&apres=")
    assert page.status_code == 200
    assert "<svg xmlns" not in page.text
    assert (drawing.status_code, drawings.NOTHING_DRAWN in drawing.text) == (422, True)


def test_a_variant_without_the_law_drawn_takes_nothing_from_the_others() -> None:
    over = ask("architectes", "duel", b__score="4", change1="a.cartes_restantes = rien")
    for a in (
        over,
        ask(
            "architectes", "duel", a__cartes_restantes="", b__score="4", change1="a.cartes_restantes = 1..22"
        ),
    ):
        results = answered(a)
        assert results is not None
        assert "loi_nombre_echanges" in dict(measures(a, results))
        shown = told(a, results)
        assert shown.grids
        assert "<rect" in shown.chart


def test_a_name_that_no_drawing_can_hold_leaves_it_readable() -> None:
    a = ask("intrigue", "reserve", change1="garde = 1", nom1="un \x1f<seul>\ufffe")
    results = answered(a)
    assert results is not None
    assert "un <seul>" in "".join(ElementTree.fromstring(told(a, results).chart).itertext())
