"""The hardest questions the five rule sets ask, as offers: the domains carry them without a rule of their own."""

from __future__ import annotations

import random
from typing import Any

import pytest

from paravent.core.codec import canonical, strict_json
from paravent.core.describe import describe_offer
from paravent.core.domains import Group, OneOf, Option, Pool, Text, Whole, one_of
from paravent.core.offers import Offer, offer
from paravent.core.refusals import Refusal
from paravent.core.shapes import Allotment, ListOf, Permutation, Record
from paravent.core.system import Lexicon
from paravent.core.values import value
from paravent.table.raw_fields import sent

NB = "\N{NO-BREAK SPACE}"
ARCANA = tuple(f"Arcane {n}" for n in range(1, 23))
ATTRIBUTES = ("Contrôle", "Audace", "Forme", "Intuition", "Raison")
DICE = one_of((n, f"D{n}") for n in (4, 6, 8, 10, 12))
LINE, PROSE = Text(60, required=True), Text(400, required=True, lines=True)


@value
class Rank:
    scores: tuple[int, ...]


@value
class Spread:
    attributes: tuple[int, ...]


@value
class Write:
    sheet: tuple[Any, ...]


@value
class Count:
    counter: tuple[Any, ...]


@value
class Open:
    a: str
    b: str
    ease: str


@value
class Gather:
    dice: tuple[str, ...]
    kept: int


def described(**parts: Any) -> tuple[tuple[str, str, Any], ...]:
    return tuple((name, name.capitalize(), domain) for name, domain in parts.items())


DRIVES = ("devoir", "gloire", "justice", "amour", "pouvoir", "vérité")
SHEET = Record(
    described(
        valeurs=Record(described(**{d: Record(described(de=DICE, description=PROSE)) for d in DRIVES})),
        relations=ListOf(Record(described(personne=LINE, de=DICE, description=PROSE)), most=12),
        traits=ListOf(
            Record(
                described(
                    nom=LINE,
                    de=DICE,
                    bonus=ListOf(Record(described(avantage=LINE, cout=LINE, active=Whole(0, 1))), 3, 3),
                )
            ),
            most=3,
        ),
    )
)
COUNTER = Record(
    described(
        theme=LINE,
        sens=one_of((("croissant", "croissant"), ("décroissant", "décroissant"))),
        bas=Whole(0, 99),
        haut=Whole(1, 100),
        seuils=ListOf(Record(described(cran=Whole(0, 100), effet=LINE)), most=10),
    )
)
FIGHTERS: OneOf[str] = one_of((("a1", "Ana"), ("a2", "Bo"), ("x1", "Le Passeur (PNJ)")))
HAND = Pool(
    (
        Option("devoir", "Devoir D8", "Valeurs", same="devoir"),
        Option("devoir!", "Devoir, remis en question, 3D8", "Valeurs", same="devoir"),
        Option("gloire", "Gloire D6", "Valeurs"),
        Option("ana", "Ana D10", "Relations"),
        Option("bo", "Bo D4", "Relations"),
        Option("épée", "Épée D8", "Atouts"),
        Option("peur", "Sa peur D6", "Stress"),
    ),
    (Group("Valeurs", least=1), Group("Relations", least=1), Group("Atouts"), Group("Stress")),
)

OFFERS: dict[str, Offer] = {
    "a ranking of twenty-two": offer(Rank, "ARC-02", scores=Permutation(ARCANA)),
    "a ranking left to fate": offer(Rank, "ARC-03", scores=Permutation(ARCANA, partial=True)),
    "points within ranges": offer(
        Spread, "DEM-01", attributes=Allotment(tuple((a, 7, 12) for a in ATTRIBUTES))
    ),
    "points with a total": offer(
        Spread, "DEM-04", attributes=Allotment(tuple((a, 7, 12) for a in ATTRIBUTES), 45)
    ),
    "a sheet": offer(Write, "ITG-06", sheet=SHEET),
    "a counter": offer(Count, "INT-50", counter=COUNTER),
    "an exchange": offer(
        Open, "ARC-20", distinct=("a", "b"), a=FIGHTERS, b=FIGHTERS, ease=one_of((("normale", "Normale"),))
    ),
    "a composed pool": offer(Gather, "ITG-11", budget=2, dice=HAND, kept=Whole(2, 5, each_costs=1)),
}


@pytest.mark.parametrize("case", OFFERS)
def test_sampled_sent_and_read_back(case: str) -> None:
    o, rng = OFFERS[case], random.Random(case)
    assert not o.barred
    assert o.size() > 0
    seen = set()
    for _ in range(200):
        command = o.pick(rng.randrange)
        assert o.why_not(command) is None
        assert o.read(strict_json(canonical(sent(o, command)))) == command
        seen.add(command)
    assert len(seen) > 2
    assert all(o.why_not(c) is None for c in o.each())
    assert canonical(describe_offer(o, Lexicon()))


def test_how_many() -> None:
    assert OFFERS["a ranking of twenty-two"].size() == 1_124_000_727_777_607_680_000
    assert OFFERS["points within ranges"].size() == 6**5
    brute = sum(
        a + b + c + d == 45 - e
        for a in range(7, 13)
        for b in range(7, 13)
        for c in range(7, 13)
        for d in range(7, 13)
        for e in range(7, 13)
    )
    assert OFFERS["points with a total"].size() == brute


def good(case: str) -> dict[str, Any]:
    o = OFFERS[case]
    raw: dict[str, Any] = strict_json(canonical(sent(o, o.pick(random.Random(5).randrange))))
    return raw


def why(case: str, raw: Any) -> str:
    o = OFFERS[case]
    try:
        command = o.read(raw)
    except Refusal as refusal:
        return str(refusal)
    flaw = o.why_not(command)
    assert flaw is not None, "it was accepted"
    return f"{o.rule} — {flaw[0]}{NB}: {flaw[1]}"


def test_refused_in_french_with_the_rule_and_the_field() -> None:
    rank = [1, 1, *range(3, 23)]
    assert (
        why("a ranking of twenty-two", {"scores": rank})
        == f"ARC-02 — scores{NB}: chaque nombre de 1 à 22 sert une "
        f"seule fois (en double{NB}: 1{NB}; il manque{NB}: 2)"
    )
    assert why("points with a total", {"attributes": [9, 9, 9, 9, 8]}).endswith(
        "la somme doit faire 45, elle fait 44"
    )
    assert why("points within ranges", {"attributes": [9, 9, 13, 9, 9]}).endswith(f"Forme{NB}: de 7 à 12")
    assert why("points within ranges", {"attributes": [9, 9]}).endswith("il faut 5 nombres")

    sheet = good("a sheet")
    sheet["sheet"]["valeurs"]["amour"]["description"] = " "
    path = f"Valeurs{NB}: Amour{NB}: Description{NB}: "
    assert why("a sheet", sheet) == f"ITG-06 — sheet{NB}: {path}il faut un texte, même court"
    sheet = good("a sheet")
    sheet["sheet"]["valeurs"]["gloire"]["de"] = 5
    assert why("a sheet", sheet).endswith(f"Valeurs{NB}: Gloire{NB}: De{NB}: ce choix n’est pas proposé")
    sheet = good("a sheet")
    bonus = {"avantage": "court", "cout": "long", "active": 0}
    sheet["sheet"]["traits"] = [{"nom": "Rapide", "de": 8, "bonus": [bonus, bonus]}]
    assert why("a sheet", sheet).endswith("il en faut 3")
    sheet["sheet"]["traits"][0]["bonus"] = [bonus, bonus, {**bonus, "secret": 1}]
    assert why("a sheet", sheet).endswith(f"rubrique inconnue{NB}: secret")
    sheet = good("a sheet")
    sheet["sheet"]["relations"] = [{}] * 13
    assert why("a sheet", sheet).endswith("il faut une liste de 0 à 12 éléments")

    counter = good("a counter")
    counter["counter"]["seuils"] = [{"cran": 101, "effet": "la porte cède"}]
    assert why("a counter", counter).endswith(f"Seuils{NB}: Cran{NB}: il faut un nombre entier de 0 à 100")

    assert why("an exchange", {"a": "a1", "b": "a1", "ease": "normale"}).endswith(
        "il faut deux choix différents"
    )
    assert why("an exchange", {"a": "a1", "b": "x2", "ease": "normale"}).endswith(
        "ce choix n’est pas proposé"
    )
    assert why("an exchange", {"a": "a1", "b": "x1"}).endswith(f"ease{NB}: ce champ manque")
    assert why("an exchange", {"a": "a1", "b": "x1", "ease": "normale", "z": 1}).endswith(
        "ce champ est inconnu"
    )

    both = {"dice": ["devoir", "devoir!", "ana"], "kept": 2}
    assert why("a composed pool", both).endswith("la même caractéristique est prise deux fois")
    dear = {"dice": ["devoir", "gloire", "ana", "bo"], "kept": 3}
    assert why("a composed pool", dear).endswith(f"pas assez de points{NB}: il en faut 3, il y en a 2")
    assert why("a composed pool", {"dice": ["devoir"], "kept": 2}).endswith(
        f"il en faut au moins 1{NB}: Relations"
    )
