"""All that the page of odds shows and gives away is French: no key of the data, no index, no path."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from typing import Any

import pytest

from paravent.core import answers, spreadsheets
from paravent.core.naming import Naming
from paravent.systems import all_systems
from paravent.web.odds_asked import Asked, answered, asked, naming_of, told
from web.party import Server

SYSTEMS = [s for s in all_systems().values() if s.asking]
QUESTIONS = [(s.name, calcul) for s in SYSTEMS for calcul in s.asking]
HEADLINE = re.compile(r"\d(,\d+)?( %| (pour|de total|de marge|réussite|carte))")
RAW = re.compile(r"\w_\w|\w\[\d|[a-zé]\.[a-zé]|\b(True|False|None|null)\b")
TWO = {"maybe": "4, 6", "flag": "non, oui", "chance": "1/2, 3/4"}


def ask(name: str, calcul: str, typed: Mapping[str, Sequence[str]] | None = None) -> Asked:
    return asked(all_systems()[name], calcul, typed or {})


def plain(text: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", text)).replace("\N{NO-BREAK SPACE}", " ").split())


def keys_of(value: object) -> Iterator[str]:
    """Every key of an answer or a question, and every word under them that is one of a few."""
    match value:
        case dict():
            for key, inner in value.items():
                yield key
                yield from keys_of(inner)
        case list():
            for inner in value:
                yield from keys_of(inner)
        case str():
            yield value


def raw_words(a: Asked, answer: Mapping[str, Any]) -> set[str]:
    """Keys that are French words without their accents: « difficulte »."""
    naming = Naming(a.form, [answer])
    named = [(key, naming.column(key)) for key in keys_of(answer)]
    named += [(key, word) for words in a.form.values.values() for key, word in words.items()]
    named += [(key, word) for f in a.form.fields for key, word in f.choices.items()]
    named += [(f.key, f.label.casefold()) for f in a.form.fields]
    # « des » is French as well.
    return {key for key, word in named if key != word and key == bare(word)} - {"des"}


def bare(word: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))


def french(text: str, raw: set[str]) -> None:
    assert not (found := RAW.search(text)), text[max(0, found.start() - 60) : found.end() + 60]
    assert not (words := raw & set(re.findall(r"\w+", text))), words


def variations(a: Asked) -> Iterator[dict[str, list[str]]]:
    """The question as it is first shown; swept, each of its measures followed; beside a variant; each law drawn."""
    yield {}
    results = answered(a)
    assert results is not None, a.wrong
    for path, _ in told(a, results).measures:
        yield {"mesure": [path]}
    field = next(f for f in a.form.fields if f.swept)
    if field.kind == "choice":
        two = ", ".join([*field.choices.values()][:2])
    elif field.kind == "numbers":
        two = f"{field.usual} | {field.usual.replace('1..22', '1..20')}"
    else:
        two = TWO.get(field.kind) or f"{field.usual}, {int(field.usual) + 1}"
    last = two.split("|" if field.kind == "numbers" else ",")[-1].strip()
    yield {"change1": [f"{field.label} = {last}"], "nom1": ["autre"]}
    swept = {"varie1": [field.key], "valeurs1": [two]}
    yield swept
    moved = ask(a.system.name, a.calcul, swept)
    found = answered(moved)
    assert found is not None, moved.wrong
    measures = told(moved, found).measures
    assert measures, "whatever is asked may be followed over a sweep"
    for path, _ in measures[:3] + measures[-3:]:
        yield {**swept, "mesure": [path]}


@pytest.mark.parametrize(("name", "calcul"), QUESTIONS)
def test_nothing_that_is_shown_is_a_key(name: str, calcul: str) -> None:
    first = ask(name, calcul)
    base = answered(first)
    assert base is not None
    raw = raw_words(first, base.found[0].answer)
    for typed in variations(first):
        a = ask(name, calcul, typed)
        results = answered(a)
        assert results is not None, a.wrong
        shown = told(a, results)
        french(shown.sentence, raw)
        french(plain(shown.chart), raw)
        for _, label in shown.measures:
            french(label, raw)
        for grid in shown.grids:
            french(answers.markdown(grid), raw)
            french(re.sub(r"\[/?\w+\]", " ", answers.bbcode(grid)), raw)
        french(spreadsheets.as_french_csv(results, naming_of(a, results)), raw)
        if not results.over:
            assert HEADLINE.search(plain(shown.sentence)), shown.sentence
        assert re.search(r"\d", shown.sentence)


async def test_the_pages_show_no_key_either(server: Server) -> None:
    async with server.browser() as c:
        for name, calcul in QUESTIONS:
            page = await c.get(f"/cotes?systeme={name}&calcul={calcul}")
            assert page.status_code == 200
            a = ask(name, calcul)
            results = answered(a)
            assert results is not None
            french(plain(page.text), raw_words(a, results.found[0].answer))
            said = re.search(r'id="bilan"[^>]*>([^<]*)<', page.text)
            assert said is not None
            assert HEADLINE.search(plain(said[1])), said[1]
            for policy in a.form.policies([a.question]):
                assert f"Calcul exact : {plain(policy)}." in plain(page.text)


REFUSED = [
    ("departement_m", "test", {"varie1": ["seuil"], "valeurs1": ["x"]}, "Valeurs : un nombre entier"),
    (
        "departement_m",
        "test",
        {"varie2": ["seuil"], "valeurs2": ["x"]},
        "Valeurs du second champ : un nombre",
    ),
    ("departement_m", "test", {"change2": ["des=9"]}, "Variante 2 : Dés lancés : un nombre entier"),
    ("departement_m", "test", {"change1": ["Seuil"]}, "Variante 1 : Seuil : attendu champ = valeur."),
    ("intrigue", "reserve", {"des": ["5"]}, "Dés : un dé de 4, 6"),
    ("intrigue", "reserve", {"varie1": ["des"], "valeurs1": ["6 | 5"]}, "Valeurs : 5 : un dé de 4, 6"),
    ("intrigue", "reserve", {"change3": ["Dés = 5"]}, "Variante 3 : Dés : un dé de 4, 6"),
    (
        "forces",
        "graphe",
        {"aretes": ["A ; B ; 1/2 ; jamais"]},
        "Arêtes : ligne 1, fréquence : attendu : début de",
    ),
    (
        "forces",
        "graphe",
        {"aretes": ["A ; B"]},
        "Arêtes : ligne 1 : attendu : de ; vers ; chance ; fréquence.",
    ),
    (
        "intentions",
        "test",
        {"de_precedent": ["3"]},
        "Dé du test précédent : rien n’est attendu avec deux dés.",
    ),
    (
        "intentions",
        "course",
        {"pas.a": ["-1 ; 1/2\n1 ; 1/2"]},
        "Un pas recule sans limite arrière : course sans fin.",
    ),
    ("architectes", "test", {"mode": ["dur"]}, "Difficulté : attendu : normal, facile, difficile."),
    (
        "intentions",
        "composition",
        {"actions": ["commune ; 1 ; 0 ; 0\nd’initiée ; 3 ; 1 ; 0"]},
        "Actions : ligne 2, bonus : attendu de 1 à 2, et non 3.",
    ),
    (
        "forces",
        "graphe",
        {"aretes": ["A ; B ; 1/2 ; fin de séance\nB ; D ; 1/2 ; fin de séance"]},
        "Arêtes : ligne 2, vers : attendu : « A », « B », « C », et non « D ».",
    ),
    (
        "forces",
        "graphe",
        {"actifs": ["Z"]},
        "Actifs au départ : attendu : « A », « B », « C », et non « Z ».",
    ),
    (
        "forces",
        "graphe",
        {"passages": ["fin de séance"]},
        "Après combien de passages : au plus 1, autant que de passages, et non 2.",
    ),
    (
        "forces",
        "graphe",
        {"change1": ["Arêtes = A"]},
        "Variante 1 : Arêtes : une variante ne peut pas changer",
    ),
    (
        "intrigue",
        "points_intrigue",
        {"joueurs": ["J1 ; 6 5\nJ2 ; 6"]},
        "Joueuses et joueurs : ligne 1, dés des relations : un dé de 4, 6, 8, 10 ou 12 faces est attendu, et non 5.",
    ),
    (
        "intrigue",
        "test",
        {"joueur.des": ["5"], "pile_des_problemes.des": ["6 7"], "joueur.garde": ["9"]},
        "Joueuse ou joueur, dés gardés : un nombre entier de 1 à 5 est attendu, et non « 9 ». Joueuse ou joueur, dés : "
        "un dé de 4, 6, 8, 10 ou 12 faces est attendu, et non 5. Pile des problèmes, dés : un dé de 4, 6, 8, 10 ou 12 "
        "faces est attendu, et non 7.",
    ),
    ("intrigue", "duel", {"varie1": ["premier.des"], "valeurs1": [""]}, "Valeurs : une valeur est attendue"),
    (
        "intrigue",
        "duel",
        {"varie1": ["premier.des"], "valeurs1": ["6 |"]},
        "Valeurs : une valeur est attendue",
    ),
    ("intrigue", "duel", {"varie1": ["premier.garde"]}, "Valeurs : une valeur est attendue."),
    ("intrigue", "duel", {"valeurs1": ["6"]}, "Champ : lequel doit prendre ces valeurs ?"),
    (
        "intrigue",
        "duel",
        {"varie2": ["premier.des"], "valeurs2": ["5"]},
        "Valeurs du second champ : 5 : un dé",
    ),
    (
        "intrigue",
        "duel",
        {"nom2": ["autre"]},
        "Variante 2 : « autre » ne change rien : attendu champ = valeur.",
    ),
    (
        "intrigue",
        "duel",
        {"nom2": ["autre"], "premier.des": ["5"]},
        "Variante 2 : « autre » ne change rien : attendu champ = valeur. Premier, dés : un dé de 4",
    ),
]


@pytest.mark.parametrize(("name", "calcul", "typed", "said"), REFUSED)
def test_what_is_refused_is_named_as_on_the_page(
    name: str, calcul: str, typed: dict[str, list[str]], said: str
) -> None:
    a = ask(name, calcul, typed)
    assert answered(a) is None
    assert " ".join(a.refusals).replace("\N{NO-BREAK SPACE}", " ").startswith(said), a.refusals
    french(" ".join(a.refusals), set())


def test_more_destiny_is_answered_at_once() -> None:
    a = ask("architectes", "test", {"points_destin": ["3"]})
    results = answered(a)
    assert results is not None, a.wrong
    assert "point de Destin en moyenne" in told(a, results).sentence
    swept = ask("architectes", "test", {"points_destin": ["2"], "varie1": ["politique_destin"],
                                        "valeurs1": ["tant que le test échoue, toutes"]})  # fmt: skip
    assert answered(swept) is not None, swept.wrong
