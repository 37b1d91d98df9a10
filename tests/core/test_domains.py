"""Domains: what they offer is legal, what they count exists, what they are sent is read or refused in French."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from paravent.core.chances import Cards, Faces, Percents
from paravent.core.describe import describe_domain
from paravent.core.domains import NOT_OFFERED, Group, OneOf, Option, Pool, Text, Whole, one_of, yes_or_no
from paravent.core.french import fine
from paravent.core.refusals import Unreadable
from paravent.core.shapes import Allotment, ListOf, Permutation, Precise, Record

POOL = Pool(
    (
        Option("or", "Or", "Métaux", same="m"),
        Option("or_bis", "Or, remis en question", "Métaux", same="m"),
        Option("fer", "Fer", "Métaux"),
        Option("eau", "Eau", "Éléments"),
        Option("feu", "Feu", "Éléments"),
    ),
    (Group("Métaux", least=1, free=1, most=2), Group("Éléments", free=0)),
)
FINITE: list[Any] = [
    one_of((("a", "A"), ("b", "B"))),
    yes_or_no(),
    Whole(-2, 5),
    Permutation(("a", "b", "c")),
    Permutation(("a", "b", "c", "d")),
    Allotment((("a", 0, 3), ("b", 1, 2)), 4),
    Allotment((("a", 0, 3), ("b", 1, 2))),
    Allotment((("a", 0, 1), ("b", 0, 1)), 5),
    Record((("x", "X", yes_or_no()), ("y", "Y", Whole(1, 3)))),
    ListOf(yes_or_no(), most=2),
    ListOf(Whole(1, 3), 2, 2, distinct=True),
    ListOf(yes_or_no(), 3, 3, distinct=True),
    Faces((4, 6)),
    Cards((3, 7, 9), 2),
    Whole(3, 2),
]
ENDLESS: list[Any] = [
    POOL,
    Text(40),
    Text(3, required=True, lines=True),
    Whole(0, 5, each_costs=2),
    Permutation(tuple("abcdefghij"), partial=True),
    Permutation(("a", "b"), partial=True),
    Allotment(tuple((f"l{i}", 0, 20) for i in range(20)), 200),
    ListOf(Record((("nom", "Nom", Text(10, required=True)), ("pool", "Réserve", POOL))), 1, 5),
    ListOf(Text(60, required=True), 4, 4, distinct=True),
    Percents((30, 0, 100, 130)),
    Cards(tuple(range(1, 23)), 22),
]
EVERY = [d for d in FINITE + ENDLESS if d.size()]

HOSTILE: list[Any] = [
    None,
    True,
    1.0,
    float("nan"),
    10**5000,
    -(10**5000),
    "9" * 5000,
    "١٢",
    "0x1",
    "1e3",
    "--1",
    "\x00",
    "\ud800",
    "x" * 100_000,
    b"1",
    [],
    [[]],
    [None] * 1000,
    [True, 1],
    ["or", "or"],
    [{"or": 1}],
    {},
    {"x": {"x": {}}},
    {1: 2},
    object(),
]


@pytest.mark.parametrize("domain", FINITE, ids=repr)
def test_size_is_the_count_of_each(domain: Any) -> None:
    every = list(domain.each())
    assert len(every) == len(set(every)) == domain.size()
    assert all(domain.why_not(v) is None for v in every)


@pytest.mark.parametrize("domain", EVERY, ids=repr)
def test_what_is_picked_or_shown_is_legal(domain: Any) -> None:
    rng = random.Random(1)
    for budget in (0, 1, 50):
        for _ in range(60):
            v = domain.pick(rng.randrange, budget)
            assert domain.why_not(v) is None
            assert domain.price(v) <= budget
    for v in islice(domain.each(), 50):
        assert domain.why_not(v) is None


def test_texts_that_must_differ_are_without_number() -> None:
    """A single text stands for all of them, yet a list of several is no impossible choice."""
    texts = ListOf(Text(60, required=True), 4, 4, distinct=True)
    assert texts.size() > 0
    assert next(texts.each()) == ("1", "2", "3", "4")
    assert texts.why_not(("a", "b", "c", "a"))


@pytest.mark.parametrize("domain", EVERY, ids=repr)
@pytest.mark.parametrize("raw", HOSTILE, ids=lambda r: repr(r)[:20] if not isinstance(r, int) else "int")
def test_hostile_answers_are_read_or_refused_in_french(domain: Any, raw: Any) -> None:
    """Never another exception, never an illegal value let through, never a long message."""
    try:
        v = domain.read(raw)
    except Unreadable as e:
        why: str | None = str(e)
    else:
        why = domain.why_not(v)
    assert why is None or (why and len(why) < 400)


@pytest.mark.parametrize(
    "domain", [Whole(0, 5), one_of(((1, "un"), (0, "zéro"))), Faces((6,)), Cards((1, 2), 1)]
)
def test_true_is_not_one(domain: Any) -> None:
    wrapped = isinstance(domain, Faces | Cards)
    assert domain.why_not((True,) if wrapped else True)
    assert domain.why_not((1.0,) if wrapped else 1.0)
    with pytest.raises(Unreadable):
        domain.read([True] if wrapped else True)


def test_a_pool_compares_types() -> None:
    pool = Pool((Option(1, "un", "g"),), (Group("g"),))
    assert pool.why_not((1,)) is None
    assert pool.why_not((True,))
    assert pool.why_not((1.0,))


def test_pool_reasons_and_prices() -> None:
    assert POOL.why_not(()) == "il en faut au moins 1\N{NO-BREAK SPACE}: Métaux"
    assert POOL.why_not(("or", "or_bis")) == "la même caractéristique est prise deux fois"
    assert POOL.why_not(("fer", "or")) == "ce choix n’est pas proposé"
    assert POOL.price(("or", "fer", "eau", "feu")) == 3
    assert POOL.read(["fer", "or"]) == ("or", "fer")
    assert len(list(POOL.each())) <= POOL.size()


def test_permutation_names_what_is_wrong() -> None:
    p = Permutation(("a", "b", "c", "d"))
    nb = "\N{NO-BREAK SPACE}"
    assert (
        p.why_not((1, 1, 3, 3))
        == f"chaque nombre de 1 à 4 sert une seule fois (en double{nb}: 1, 3{nb}; il manque{nb}: 2, 4)"
    )
    assert p.why_not((0, 1, 2, 9)) == f"il faut des nombres de 1 à 4{nb}; de trop{nb}: 0, 9"
    assert p.why_not((1, 2, 3)) == "il faut 4 nombres, un par ligne"
    loose = Permutation(("a", "b", "c", "d"), partial=True)
    assert loose.why_not((0, 4, 0, 0)) is None
    assert "en double" in (loose.why_not((0, 4, 4, 0)) or "")
    assert loose.read(["", 4, None, "2"]) == (0, 4, 0, 2)
    assert Permutation(("a", "b"), partial=True).size() == 1 + 4 + 2


def test_texts() -> None:
    assert Text(5).why_not("abcdef") == "il faut un texte d’au plus 5 signes"
    assert Text(5, required=True).why_not(" \n ")
    for char in "\n\N{LINE SEPARATOR}\N{PARAGRAPH SEPARATOR}\x00\x85\x1b\ud800\udfff":
        assert Text(5).why_not(f"a{char}b"), repr(char)
    assert Text(9, lines=True).read("a\r\nb\rc") == "a\nb\nc"
    assert Text(9, lines=True).why_not("a\nb") is None
    assert Text(9).read("  é🎭 ") == "é🎭"


def test_typed_faces() -> None:
    assert Faces((6, 6)).read(" 4, 3 ") == (4, 3)
    assert Faces((6, 6)).read("4") == (4,)
    assert Faces((6, 6)).why_not((4,)) == "il faut une face par dé, dans l’ordre\N{NO-BREAK SPACE}: D6 D6"
    assert Faces((6,)).why_not((7,))
    assert Cards((1, 2, 3), 2).why_not((1, 1)) == "la même carte est tirée deux fois"
    assert Cards((1, 2, 3), 2).why_not((1, 4)) == "la carte 4 n’est pas dans le paquet"


def test_percents_weigh_a_hundred_faces() -> None:
    for chances in ((30, 70), (0,), (100,), (130,), (-5,)):
        assert sum(w for _, w in Percents(chances).law()) == 100 ** len(chances)


def test_the_first_option_of_a_kind_wins_by_type() -> None:
    odd = OneOf((Option("1", "texte"), Option(1, "nombre")))
    assert odd.read(1) == 1
    assert type(odd.read("1")) is str


def test_a_choice_that_is_out_says_why_by_its_value_its_id_or_its_label() -> None:
    steps = OneOf((Option(1, "Acrobatie"),), (Option(2, "Érudition", note="elle vient de monter"),))
    assert steps.size() == 1
    assert steps.why_not(1) is None
    assert steps.why_not(2) == "elle vient de monter"
    assert steps.why_not(True) == steps.why_not(3) == NOT_OFFERED
    for raw in (2, "2", "Érudition"):
        with pytest.raises(Unreadable, match="vient de monter"):
            steps.read(raw)
    with pytest.raises(Unreadable, match=NOT_OFFERED):
        steps.read("3")


SKILL = Precise((Option("saut", "Saut"), Option("combat", "Combat")), ("combat",), Text(20))


@pytest.mark.parametrize(
    ("value", "why"),
    [
        (("saut", ""), None),
        (("combat", "pugilat"), None),
        (("saut", "haut"), fine("Saut : ce choix n’appelle pas de précision")),
        (("combat", ""), fine("Combat : il reste à remplir « Précision »")),
        (("combat", "  "), fine("Combat : il reste à remplir « Précision »")),
        (("combat", "x" * 21), Text(20).why_not("x" * 21)),
        (("nage", ""), NOT_OFFERED),
        ("saut", "il faut un choix et sa précision"),
        (("saut",), "il faut un choix et sa précision"),
    ],
)
def test_a_precision_is_asked_where_the_choice_calls_for_one(value: Any, why: str | None) -> None:
    assert SKILL.why_not(value) == why


def test_a_precise_choice_is_read_from_its_two_fields() -> None:
    assert SKILL.read({"choice": "combat", "words": "pugilat"}) == ("combat", "pugilat")
    assert SKILL.read({"choice": "saut"}) == ("saut", "")
    for raw in ("saut", ["saut", ""], {"choice": "saut", "more": ""}, {"choice": "nage"}):
        with pytest.raises(Unreadable):
            SKILL.read(raw)


TAKEN = replace(SKILL, taken=(("saut", ""), ("combat", "Pugilat")), why_taken="elle est à 2")


@pytest.mark.parametrize(
    ("value", "why"),
    [
        (("saut", ""), "elle est à 2"),
        (("combat", "Pugilat"), "elle est à 2"),
        (("combat", " pugilat"), "elle est à 2"),
        (("combat", "arc"), None),
    ],
)
def test_what_is_taken_is_not_to_be_had_again(value: Any, why: str | None) -> None:
    assert TAKEN.why_not(value) == why


def test_a_choice_taken_whole_is_shown_out_with_its_reason() -> None:
    choice, _ = describe_domain(TAKEN)["fields"]
    assert [o["id"] for o in choice["options"]] == ["combat"]
    assert [(o["id"], o["note"]) for o in choice["out"]] == [("saut", "elle est à 2")]
    with pytest.raises(Unreadable, match="elle est à 2"):
        TAKEN.read({"choice": "saut"})


def test_items_that_must_differ_are_told_apart_as_people_do() -> None:
    pair, rows = ListOf(SKILL, 2, 2, distinct=True), Record((("s", "S", SKILL), ("n", "N", Whole(1, 2))))
    by = ListOf(rows, 0, 3, distinct=True, by=0)
    twice = "le même choix est pris deux fois"
    assert pair.why_not((("combat", "arc"), ("combat", "Arc "))) == twice
    assert pair.why_not((("combat", "arc"), ("combat", "dague"))) is None
    assert by.why_not(((("saut", ""), 1), (("saut", ""), 2))) == twice
    assert by.why_not(((("saut", ""), 1), (("combat", "arc"), 1))) is None


def test_precise_choices_that_are_picked_are_legal() -> None:
    rng = random.Random(5)
    rows = Record((("s", "S", SKILL), ("n", "N", Whole(1, 2))))
    for domain in (SKILL, TAKEN, ListOf(SKILL, 2, 2, distinct=True), ListOf(rows, 0, 2, distinct=True, by=0)):
        for _ in range(60):
            assert domain.why_not(domain.pick(rng.randrange, 0)) is None
        assert all(domain.why_not(v) is None for v in islice(domain.each(), 40))


def test_a_distinct_list_holds_no_choice_twice() -> None:
    pair = ListOf(SKILL, 2, 2, distinct=True)
    assert pair.why_not((("combat", "arc"), ("combat", "pugilat"))) is None
    assert pair.why_not((("saut", ""), ("saut", ""))) == "le même choix est pris deux fois"
    assert ListOf(SKILL, 2, 2).why_not((("saut", ""), ("saut", ""))) is None
