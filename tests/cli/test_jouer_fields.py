"""The pure half of `paravent jouer`: typed lines against described fields, offers and menus."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from paravent.cli.terminal.draw import ask
from paravent.cli.terminal.fields import field
from paravent.cli.terminal.menu import find, menu_of
from paravent.cli.terminal.question import Ask, Back, Talk
from paravent.cli.terminal.shapes import Wrong, form
from paravent.cli.terminal.sse import Messages
from paravent.cli.terminal.words import command_of
from paravent.core.chances import Cards, Faces, Percents
from paravent.core.describe import describe_domain
from paravent.core.domains import Group, OneOf, Option, Pool, Text, Whole, one_of, yes_or_no
from paravent.core.shapes import Allotment, ListOf, Permutation, Record

COLOURS = one_of((("r", "rouge"), ("v", "vert"), ("b", "bleu")))
MANY = one_of((f"v{n}", f"Ville de {name}") for n, name in enumerate("ABCDEFGHIJKLMNOPQRSTUV"))
DECK = OneOf(tuple(Option(n, f"{n} — carte {n}") for n in (3, 7, 12)))
TRAITS = Pool(
    (
        Option("fort", "Fort", "Valeurs", "corps"),
        Option("faible", "Pas si fort", "Valeurs", "corps"),
        Option("vif", "Vif", "Valeurs"),
        Option("corde", "Corde", "Matos"),
    ),
    (Group("Valeurs", least=1, free=1), Group("Matos", free=0, most=1)),
)
WEAPON = Record((("nom", "Nom", Text(40)), ("force", "Force", Whole(1, 6)), ("sorte", "Sorte", COLOURS)))
DOMAINS: tuple[Any, ...] = (
    COLOURS,
    MANY,
    DECK,
    yes_or_no(),
    one_of((("seul", "le seul"),)),
    Whole(2, 9),
    Whole(4, 4),
    Text(60),
    Text(300, required=True, lines=True),
    TRAITS,
    Cards((1, 2, 5, 8), 2),
    Faces((6, 6, 8)),
    Percents((40, 75)),
    Permutation(tuple("abcdefg")),
    Permutation(tuple("abcdefg"), partial=True),
    Allotment((("Force", 0, 3), ("Ruse", 1, 4), ("Chance", 0, 2)), 5),
    WEAPON,
    ListOf(WEAPON, 1, 3),
    ListOf(COLOURS, 0, 2),
)


def described(domain: Any, **more: Any) -> dict[str, Any]:
    return {"name": "x", "label": "Champ", **describe_domain(domain), **more}


def offer(budget: int | None = None, grave: str = "", **domains: Any) -> dict[str, Any]:
    fields = [{"name": n, "label": n.capitalize(), **describe_domain(d)} for n, d in domains.items()]
    head = {"command": "Act", "label": "agir", "rule": "TAB-01", "barred": ""}
    return {**head, "grave": grave, "budget": budget, "fields": fields}


def now(talk: Talk) -> Ask:
    assert talk.ask is not None, f"the dialogue is over: {talk.value!r}"
    return talk.ask


def typed(talk: Talk, *lines: str) -> Any:
    for line in lines:
        assert now(talk)
        talk.say(line)
    assert talk.ask is None, talk.ask
    return talk.value


def number_of(options: tuple[Option[Any], ...], wanted: Any) -> str:
    """The number that the terminal shows beside an option, found as a reader would, page by page."""
    talk = Talk(field(described(OneOf(options))))
    label = next(o.label for o in options if o.value == wanted)
    for _ in range(20):
        for c in now(talk).choices:
            if label.endswith(c.label):
                return str(c.number)
        talk.say("+")
    raise AssertionError(label)


def lines_of(domain: Any, v: Any) -> Iterator[str]:
    """What a person types to mean a value."""
    match domain:
        case OneOf(options) if len(options) > 1:
            yield number_of(options, v)
        case Whole(low, high, _) if low < high:
            yield str(v)
        case Text():
            yield from v.split("\n") if domain.lines else [v]
            if domain.lines:
                yield ""
        case Pool(options, _):
            yield " ".join(str(1 + [o.value for o in options].index(x)) for x in v)
            if v:
                yield ""
        case Record(fields):
            for x, (_, _, part) in zip(v, fields, strict=True):
                yield from lines_of(part, x)
        case ListOf(item, least, _):
            for n, x in enumerate(v):
                if n >= least:
                    yield "+"
                yield from lines_of(item, x)
            yield ""
        case Cards() | Faces() | Percents():
            yield " ".join(map(str, v))
        case Permutation() | Allotment():
            yield " ".join(map(str, v))
            yield ""


@pytest.mark.parametrize("domain", DOMAINS, ids=lambda d: type(d).__name__)
def test_whatever_is_legal_can_be_typed(domain: Any) -> None:
    for seed in range(60):
        pick = random.Random(seed).randrange
        value = domain.pick(pick, 2)
        raw = typed(Talk(field(described(domain))), *lines_of(domain, value))
        assert domain.read(raw) == value
        assert domain.why_not(domain.read(raw)) is None
        # Kept as it was by empty lines alone, where a question is asked at all.
        again = Talk(field(described(domain), raw))
        for _ in range(40):
            if again.ask is not None:
                again.say("")
        assert domain.read(again.value) == value


def test_letters_narrow_and_a_unique_match_picks() -> None:
    talk = Talk(field(described(MANY)))
    assert (len(now(talk).choices), now(talk).left) == (15, 7)
    talk.say("ville de")
    assert now(talk).left == 7
    talk.say("zz")
    assert "« zz »" in now(talk).error.replace("\N{NO-BREAK SPACE}", " ")
    assert typed(talk, "VILLE DE c") == "v2"


def test_narrowed_choices_keep_their_numbers() -> None:
    places = one_of((n, n) for n in ("Rive nord", "Gare", "Rive sud"))
    talk = Talk(field(described(places)))
    talk.say("rive")
    assert [(c.number, c.label) for c in now(talk).choices] == [(1, "Rive nord"), (3, "Rive sud")]
    assert typed(talk, "3") == "Rive sud"


def test_cards_are_picked_by_their_own_number() -> None:
    talk = Talk(field(described(DECK)))
    talk.say("1")
    assert "numéro 1" in now(talk).error
    assert typed(talk, "12") == "12"


@pytest.mark.parametrize("line", ["", "0", "10", "trois", "9" * 5000, "-1", "2.5"])
def test_a_number_out_of_bounds_is_asked_again(line: str) -> None:
    talk = Talk(field(described(Whole(2, 9))))
    talk.say(line)
    assert now(talk).error
    assert typed(talk, "4") == 4


def test_a_text_is_checked_like_the_core_does() -> None:
    talk = Talk(field(described(Text(5, required=True))))
    for line, why in (("", "même court"), ("trop long", "au plus 5"), ("a\x1b", "contrôle")):
        talk.say(line)
        assert why in now(talk).error
    assert typed(talk, "juste") == "juste"


def test_a_pool_ticks_unticks_and_tells_its_price() -> None:
    talk = Talk(field(described(TRAITS), budget=1))
    talk.say("")
    assert "au moins 1" in now(talk).error
    talk.say("1 3")
    assert "1 point sur 1" in now(talk).hint
    talk.say("2")  # the challenged twin takes the place of the other
    assert [c.label for c in now(talk).choices if c.taken] == ["Pas si fort", "Vif"]
    talk.say("corde")
    talk.say("")
    assert "2 points sur 1" in now(talk).error
    assert typed(talk, "4", "fini") == ["faible", "vif"]


def test_a_ranking_is_filled_line_by_line() -> None:
    talk = Talk(field(described(Permutation(("a", "b", "c")))))
    talk.say("2")
    talk.say("2")  # the number leaves its first line for the new one
    assert now(talk).error == "2 quitte a"
    talk.say("")
    assert now(talk).error.endswith("a, c")
    talk.say("3=9")
    assert "de 1 à 3" in now(talk).error
    talk.say("3")
    talk.say("3=1")
    assert typed(talk, "ok") == [3, 2, 1]


def test_fate_ranks_what_is_left_blank() -> None:
    assert typed(Talk(field(described(Permutation(("a", "b", "c"), partial=True)))), "2=3", "") == [0, 3, 0]


def test_an_allotment_counts_what_is_left() -> None:
    talk = Talk(field(described(Allotment((("Force", 0, 3), ("Ruse", 1, 4)), 5))))
    talk.say("2")
    assert "de 1 à 4" in now(talk).hint
    assert "il reste 3 sur 5" in now(talk).hint
    talk.say("4")
    talk.say("")
    assert "elle fait 6" in now(talk).error
    assert typed(talk, "1=1", "") == [1, 4]


def test_an_allotment_says_what_each_line_measures() -> None:
    talk = Talk(
        field(described(Allotment((("Force", 0, 3), ("Ruse", 1, 4)), notes=("Les bras.", "La tête."))))
    )
    assert now(talk).before == ("Les bras.",)
    talk.say("2")
    assert now(talk).before == ("La tête.",)


def test_what_is_out_of_reach_stands_aside_with_its_reason() -> None:
    why = "la bourse est vide"
    two = (Option("0", "rien"), Option("1", "un dé"))
    talk = Talk(field(described(OneOf(two, (Option("2", "deux dés", note=why),)))))
    assert [(c.label, c.note) for c in now(talk).out] == [("deux dés", why)]
    assert f"deux dés — {why}" in "".join("".join(t for t, _ in r.parts) for r in ask(now(talk)))
    talk.say("deux dés")
    assert now(talk).error == why
    assert typed(talk, "2") == "1"


def test_back_returns_and_skip_leaves_the_rest_blank() -> None:
    sheet = Record(
        (("nom", "Nom", Text(40, required=True)), ("age", "Âge", Text(9)), ("but", "But", Text(9)))
    )
    talk = Talk(field(described(sheet)))
    assert not now(talk).skip
    talk.say("Iris")
    assert now(talk).skip
    talk.back()
    assert now(talk).title == "Nom"
    talk.say("Isis")
    talk.skip()
    assert talk.value == {"nom": "Isis", "age": "", "but": ""}
    with pytest.raises(Back):
        Talk(field(described(sheet))).back()


def test_a_form_asks_looks_back_and_mends_only_what_was_refused() -> None:
    asked = offer(qui=COLOURS, combien=Whole(1, 20), seul=one_of((("x", "le seul"),)))
    answers: dict[str, Any] = {}
    talk = Talk(form(asked, answers))
    talk.say("2")
    talk.say("12")
    assert [c.label for c in now(talk).choices] == [
        "Qui\N{NO-BREAK SPACE}: vert",
        "Combien\N{NO-BREAK SPACE}: 12",
        "Seul\N{NO-BREAK SPACE}: le seul",
    ]
    talk.say("2")
    talk.say("13")
    talk.say("")
    assert talk.ask is None
    assert answers == {"qui": "v", "combien": 13, "seul": "x"}
    talk = Talk(form(asked, answers, Wrong("combien", "il n’en reste que 5")))
    assert (now(talk).title, now(talk).error) == ("Combien", "il n’en reste que 5")
    talk.say("5")
    talk.say("oui")
    assert answers == {"qui": "v", "combien": 5, "seul": "x"}


def test_a_form_that_is_left_keeps_what_was_answered() -> None:
    asked = offer(qui=COLOURS, combien=Whole(1, 20))
    answers: dict[str, Any] = {}
    Talk(form(asked, answers)).say("3")
    assert answers == {"qui": "b"}
    talk = Talk(form(asked, answers))
    assert "garder" in now(talk).hint
    typed(talk, "", "7", "")
    assert answers == {"qui": "b", "combien": 7}


def test_nothing_is_asked_where_nothing_is_left_to_choose() -> None:
    answers: dict[str, Any] = {}
    assert Talk(form(offer(seul=one_of((("x", "le seul"),))), answers)).ask is None
    assert answers == {"seul": "x"}


def test_what_nothing_asks_for_is_looked_at_once_more() -> None:
    talk = Talk(form(offer(seul=one_of((("x", "le seul"),))), {}, look=True))
    assert [c.label for c in now(talk).choices] == ["Seul\N{NO-BREAK SPACE}: le seul"]
    typed(talk, "")


def test_a_grave_act_wants_a_yes() -> None:
    talk = Talk(form(offer(grave="C’est sans retour."), {}))
    talk.say("")
    assert now(talk).error
    typed(talk, "OUI")


def test_a_shared_budget_leaves_less_to_the_next_field() -> None:
    talk = Talk(form(offer(budget=3, effort=Whole(0, 3, 1), traits=TRAITS), {}))
    talk.say("2")
    assert "0 point" not in now(talk).title
    talk.say("1 3 4")
    talk.say("")
    assert "2 points sur 1" in now(talk).error


@pytest.mark.parametrize(
    ("line", "form", "free", "meant"),
    [
        ("journal 5", False, False, ("journal", "5")),
        ("Règle arc-12", False, False, ("regle", "arc-12")),
        ("table", False, False, ("table", "")),
        ("table ronde", False, False, ("", "table ronde")),
        ("table", True, False, ("", "table")),
        ("/table", True, False, ("table", "")),
        ("annuler", True, False, ("annuler", "")),
        ("annuler", True, True, ("", "annuler")),
        ("/annuler", True, True, ("annuler", "")),
        ("/inconnu", True, True, ("", "/inconnu")),
        ("//annuler", True, True, ("", "/annuler")),
        ("<", True, False, ("retour", "")),
        (" < ", True, True, ("retour", "")),
        ("3", False, False, ("", "3")),
    ],
)
def test_commands_and_answers_are_told_apart(
    line: str, form: bool, free: bool, meant: tuple[str, str]
) -> None:
    assert command_of(line, form=form, free=free) == meant


def waiting(key: str, prompt: str, *offers: dict[str, Any], **more: Any) -> dict[str, Any]:
    base = {"topic": "To", "who": "s", "holds": False, "chance": False, "by_table": False, "odds": None}
    base |= {"rule": "TAB-01"}
    return {**base, "key": key, "prompt": prompt, "offers": list(offers), **more}


def view(*waitings: dict[str, Any]) -> dict[str, Any]:
    return {"me": {"seat": "s", "role": "joueur", "actors": ["a"]}, "waitings": list(waitings)}


def test_a_menu_settles_first_what_holds_play() -> None:
    note = offer(text=Text(20)) | {"label": "Écrire une note", "command": "Write"}
    barred = {"command": "No", "label": "Monter", "rule": "ARC-54", "barred": "trop tôt", "fields": []}
    draw = offer() | {"label": "Tirer", "command": "WillDraw"}
    menu = menu_of(
        view(waiting("k1", "À tout moment", note, barred), waiting("k2", "Tirer ?", draw, holds=True))
    )
    assert [e.label for e in menu.entries] == ["Tirer", "Écrire une note", "Monter"]
    first, second, third = menu.entries
    assert menu.read("1") is first
    assert menu.read("ecrire") == second
    assert menu.read("monter") == third
    assert third.barred == "trop tôt"
    assert "numéro 9" in str(menu.read("9"))
    assert "danser" in str(menu.read("danser"))


def test_chance_in_ones_own_hands_may_be_left_to_the_table() -> None:
    throw = offer(faces=Faces((6,))) | {"label": "Lancer", "command": "Throw"}
    for by_table, offered in ((True, ["Throw", "LetTableThrow"]), (False, ["Throw"])):
        menu = menu_of(view(waiting("k", "Tes dés ?", throw, chance=True, by_table=by_table)))
        assert [e.offer["command"] for e in menu.entries if e.offer] == offered


def test_many_gestures_are_folded_under_their_question() -> None:
    many = [offer(t=Text(9)) | {"label": f"geste {n}", "command": f"C{n}"} for n in range(12)]
    menu = menu_of(view(waiting("k", "Mener", *many)))
    assert [e.label for e in menu.entries] == ["Mener (12 gestes)"]
    found = menu.read("geste 1")
    assert not isinstance(found, tuple | str)
    assert found.offer == many[1]
    assert isinstance(menu.read("geste"), tuple)


def test_gestures_of_one_name_say_which() -> None:
    """By the choice that each alone makes, or by the question it answers."""
    acts = [offer(against=one_of(((x, x),)), goal=Text(20)) for x in ("Nine", "Gaspard")]
    menu = menu_of(view(waiting("k", "Agir ?", *acts, holds=True)))
    assert [e.label.replace("\N{NO-BREAK SPACE}", " ") for e in menu.entries] == [
        "agir : Nine",
        "agir : Gaspard",
    ]
    first, second = menu.entries
    assert find([first.waiting], second) == second
    asked = [waiting(k, f"{k} ?", offer(goal=Text(20))) for k in ("Un", "Deux")]
    assert [e.label for e in menu_of(view(*asked)).entries] == ["agir — Un ?", "agir — Deux ?"]


def test_a_stream_is_read_in_any_pieces() -> None:
    text = 'id: 1\r\ndata: {"a":\r\ndata: "x\u2028y"}\r\n\r\nevent: alive\ndata: .\n\n: rien\n\ndata: fin\r\r'
    wanted = [("message", '{"a":\n"x\u2028y"}'), ("alive", ".")]
    for size in (1, 2, 3, 7, len(text)):
        messages = Messages()
        found = [m for i in range(0, len(text), size) for m in messages.feed(text[i : i + size])]
        assert found == wanted
    messages = Messages()
    assert [*messages.feed("data: fin\r\rdata"), *messages.feed(": x\n\n")] == [
        ("message", "fin"),
        ("message", "x"),
    ]
