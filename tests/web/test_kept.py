"""Pieces of pages that are kept: the same text as when rendered anew, told apart by all that they show."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from itertools import groupby
from types import SimpleNamespace
from typing import Any

import pytest
from jinja2 import Environment
from markupsafe import Markup

from paravent.core.chances import Cards
from paravent.core.describe import Folded
from paravent.core.domains import Whole
from paravent.core.offers import Offer
from paravent.core.system import Face, Lexicon
from paravent.core.values import Who
from paravent.systems import all_systems
from paravent.table.room import Room
from paravent.table.view import view
from paravent.web import screen
from paravent.web.kept import NAME, NAMED, PIECE, KeptExtension, Pieces, Sent, print_of
from paravent.web.templating import environment
from play import PEOPLE, Play
from random_games import games, step

CALLS: list[str] = []
EVERY = 6
"""One action in six of an evening is looked at after it: rendering everything anew is slow."""


def counted(text: str) -> str:
    CALLS.append(text)
    return text


def test_a_piece_is_rendered_once_a_value_and_stays_escaped() -> None:
    CALLS.clear()
    env = Environment(autoescape=True, extensions=[KeptExtension])
    page = env.from_string(
        "{% for x in xs %}{% kept x, who %}{{ counted(x) }}{{ who }};{% endkept %}{% endfor %}"
    )

    def shown(who: str) -> str:
        return page.render(xs=["<b>", "’", "<b>"], who=who, counted=counted)

    assert shown("a") == "&lt;b&gt;a;’a;&lt;b&gt;a;" == shown("a")
    assert CALLS == ["<b>", "’"]
    assert shown("b") == "&lt;b&gt;b;’b;&lt;b&gt;b;"
    assert len(CALLS) == 4


@pytest.mark.parametrize("between", ["\n", " "])
def test_two_pieces_of_one_value_are_not_mistaken(between: str) -> None:
    env = Environment(autoescape=True, extensions=[KeptExtension])
    page = env.from_string(f"{{% kept x %}}un{{% endkept %}}{between}{{% kept x %}}deux{{% endkept %}}")
    assert page.render(x=1) == f"un{between}deux" == page.render(x=1)


def test_what_was_used_longest_ago_goes_first() -> None:
    pieces = Pieces(most=12)
    for key in (b"a", b"b"):
        pieces.get(key, lambda: "12345")
    assert pieces.get(b"a", lambda: "new") == "12345"
    pieces.get(b"c", lambda: "12345")
    assert pieces.get(b"a", lambda: "new") == "12345"
    assert pieces.get(b"b", lambda: "new") == "new"


def test_values_are_told_apart_by_their_types_too_and_never_by_where_they_lie() -> None:
    assert len({print_of(x) for x in (1, True, "1", None, 1.0, (1,), [1])}) == 7
    twice = ["".join(("é", "tat")) for _ in range(2)]
    assert twice[0] is not twice[1]
    assert print_of(twice[0], {"a": 1}) == print_of(twice[1], {"a": 1})
    assert print_of(Markup("<b>")) == print_of(Markup("<b>")) != print_of(Markup("<i>"))


def test_a_stream_names_what_its_page_holds() -> None:
    env = Environment(autoescape=True, extensions=[KeptExtension])
    page = env.from_string(
        "{% for x in xs %}{% kept x %}[{% kept x, 2 %}{{ x }}{% endkept %}]{% endkept %}{% endfor %}!"
    )
    sent, held = Sent(), Held()

    def told(*xs: str) -> str:
        view, text = sent.message(lambda: page.render(xs=xs))
        assert held.made(text) == "".join(f"[{x}]" for x in xs) + "!"
        return text.removeprefix(view)

    assert told("a", "b", "a").count("[") == 2
    assert told("b", "a") == ""
    assert told("a", "c").count("[") == 1
    # What a message left out was forgotten at both ends.
    assert "[b]" in told("b")
    assert page.render(xs=["a"]) == "[a]!"


class Told(Pieces):
    """Pieces that count those that were known."""

    known = 0

    def get(self, name: bytes, render: Callable[[], str]) -> str:
        calls: list[None] = []

        def rendered() -> str:
            calls.append(None)
            return render()

        text = super().get(name, rendered)
        self.known += not calls
        return text


class Held:
    """The page at the other end of a stream, as static/live.js makes it."""

    def __init__(self) -> None:
        self.pieces: dict[str, str] = {}

    def made(self, message: str) -> str:
        view, *fresh = message.split(PIECE)
        pieces = {**self.pieces, **{x[:NAME]: x[NAME:] for x in fresh}}
        self.pieces = {name: pieces[name] for name in re.findall(f"{NAMED}(.{{{NAME}}})", view)}
        return re.sub(f"{NAMED}(.{{{NAME}}})", lambda m: self.pieces[m[1]], view)


def pages(pieces: Pieces) -> Environment:
    env = environment()
    extension = env.extensions[KeptExtension.identifier]
    assert isinstance(extension, KeptExtension)
    extension.pieces = pieces
    return env


def shown_to(room: Room, seat: Who) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every template that a seat's page is made of now, what it folds away included, with its context."""
    sight = view(room, seat)
    shown = {**screen.arrange(sight), "refused": None}
    yield "vue.html", shown
    for part in (*shown["desk"], *(w["part"] for w in shown["standing"])):
        yield "section.html", {**shown, "part": part}
    for actor in sight["actors"]:
        if actor["readable"]:
            yield "feuille.html", {**shown, "read": actor["id"]}


@pytest.mark.parametrize("name", all_systems())
def test_kept_pieces_change_no_page(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Evenings of one table id, one after the other, each seen by every seat: nothing stale, and nobody else's, on a
    page and at the end of a stream."""

    def seen(*shown: Any) -> bytes:
        assert " at 0x" not in repr(shown)
        return print_of(*shown)

    monkeypatch.setattr("paravent.web.kept.print_of", seen)
    told = Told()
    streams = {seat: (Sent(), Held()) for seat, _, _ in PEOPLE}
    kept, anew = pages(told), pages(Pieces(most=0))
    for evening in games(name)[:2]:
        room = Room("t", evening.system, b"k" * 32, {})
        for n, (_, records) in enumerate(groupby(evening.records, lambda r: r.action)):
            room.absorb(list(records))
            if n % EVERY:
                continue
            for seat, _, _ in PEOPLE:
                for template, context in shown_to(room, seat):
                    page = anew.get_template(template).render(context)
                    assert kept.get_template(template).render(context) == page
                    if template == "vue.html":
                        sent, held = streams[seat]
                        _, text = sent.message(lambda: kept.get_template(template).render(context))  # noqa: B023
                        assert held.made(text) == page
    assert told.known > 500


def test_two_tables_alike_in_all_but_their_ids_are_not_mistaken() -> None:
    kept, anew = environment().get_template("vue.html"), pages(Pieces(most=0)).get_template("vue.html")
    evening = games("architectes")[0]
    for table in ("t", "u"):
        room = Room(table, evening.system, b"k" * 32, {})
        room.absorb(list(evening.records))
        for seat, _, _ in PEOPLE:
            context = {**screen.arrange(view(room, seat)), "refused": None}
            assert kept.render(context) == anew.render(context)


PRINTS = re.compile(r"(bureau-[0-9a-f]{8})-[0-9a-f-]+")
"""The prints of what is folded: a process has its own."""


@pytest.mark.parametrize("name", all_systems())
def test_what_stays_folded_changes_no_page(name: str) -> None:
    """A desk drawn from sketches of what it folds is the desk drawn from all of it, whoever looks."""
    env, sketched = environment(), 0
    evening = games(name)[2]
    room = Room("t", evening.system, b"k" * 32, {})
    for n, (_, records) in enumerate(groupby(evening.records, lambda r: r.action)):
        room.absorb(list(records))
        if n % EVERY:
            continue
        for seat, _, _ in PEOPLE:
            whole, folded = (screen.arrange(view(room, seat, folded=x)) for x in (False, True))
            a, b = (env.get_template("vue.html").render({**x, "refused": None}) for x in (whole, folded))
            assert PRINTS.sub(r"\1", a) == PRINTS.sub(r"\1", b)
            sketched += any("folded" in o for w in folded["standing"] for o in w["offers"])
    assert sketched > 10


@pytest.mark.parametrize("domain", [lambda n: Whole(n, 5), lambda n: Cards((n,), 1)])
def test_what_is_folded_changes_its_print_with_what_it_holds(domain: Callable[[int], Any]) -> None:
    """Python gives -1 and -2 one hash, wherever they stand."""
    one, two, same = (Offer(object, "TAB-01", (("points", domain(n)),)) for n in (-1, -2, -1))
    stamps = [Folded(o, Lexicon({}, {})).stamp for o in (one, two, same)]
    assert stamps[0] == stamps[2] != stamps[1]


def test_the_print_of_what_is_folded_is_the_same_in_another_process() -> None:
    """Else who comes back after a restart would be sent their view again if anything hidden had happened, and nothing
    if not (TAB-15)."""
    told = "Folded(Offer(str, 'TAB-01', (('points', Whole(-1, 5)),)), Lexicon({}, {})).stamp"
    modules = "describe", "domains", "offers", "system"
    names = "Folded", "Whole", "Offer", "Lexicon"
    imports = [f"from paravent.core.{m} import {n}" for m, n in zip(modules, names, strict=True)]
    script = "; ".join((*imports, f"print({told})"))
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    here = Folded(Offer(str, "TAB-01", (("points", Whole(-1, 5)),)), Lexicon({}, {})).stamp
    assert said.stdout.strip() == here


def test_marks_in_a_text_show_nothing_that_was_not_sent() -> None:
    """A table brought in by an older Paravent may hold what names pieces: its view goes whole, without it."""
    env = Environment(autoescape=True, extensions=[KeptExtension])
    page = env.from_string("<b>{{ out }}</b>{% kept x %}[{{ x }}]{% endkept %}")
    name = urlsafe_b64encode(print_of("None x", "a")).decode()[:NAME]
    for out, x in (
        (f"{NAMED}{name}", "a"),
        (f"{PIECE}{name}", "a"),
        ("", f"{PIECE}a"),
        ("", f"{NAMED}{name}"),
    ):
        sent, held = Sent(), Held()
        for _ in range(2):
            _, text = sent.message(lambda: page.render(out=out, x=x))  # noqa: B023
            plain = page.render(out=out, x=x).replace(PIECE, "").replace(NAMED, "")
            assert held.made(text) == plain
    sent, held = Sent(), Held()
    assert held.made(sent.message(lambda: page.render(out="", x="a"))[1]) == "<b></b>[a]"


def test_two_forms_whose_short_prints_agree_are_told_apart() -> None:
    """Anyone may look for a name that gives the same few letters: they name no piece."""
    o = {
        "command": "Roll",
        "fields": [],
        "barred": "",
        "rule": "TAB-03",
        "group": "",
        "grave": "",
        "budget": None,
    }
    shown = screen._laid_out({**o, "label": "Lancer"})
    assert len(shown["whole_print"]) == 32
    assert shown["print"] == shown["whole_print"].hex()[:8]


def choice(name: str, *ids: str, cards: bool = False) -> dict[str, Any]:
    options = [{"id": i, "label": f"Choix {i}", "group": "", "same": "", "note": ""} for i in ids]
    more = {"domain": "one_of", "out": [], "cards": cards, "sends": False}
    return {"name": name, "label": name, "options": options, **more}


def priced() -> dict[str, Any]:
    """A pool whose third pick is paid for."""
    pool = choice("dés", "a", "b", "c")
    pool["options"] = [{**o, "group": "Dés"} for o in pool["options"]]
    return {**pool, "domain": "pool", "groups": [{"name": "Dés", "least": 0, "free": 1, "most": 3}]}


FACES = {n: Face(int(n), n, f"Arcane {n}", "Adresse") for n in ("1", "2")}
SHOWN = {
    "id": "autre",
    "label": "Rejouer",
    "detail": "autrement",
    "unit": "Menace",
    "table": "u",
    "card": FACES["1"],
    "faces": {**FACES, "2": Face(2, "2", "Arcane 2", "Adresse", state="lost")},
    "people": ("lea",),
    "odds_hidden": True,
    "fields": [choice("qui", "lea", "noe")],
}


@pytest.mark.parametrize("changed", [*SHOWN, "main"])
def test_each_thing_that_a_form_shows_makes_it_another(changed: str) -> None:
    """Random evenings seldom show two forms that differ by one of them alone."""
    described = {"command": "Play", "rule": "TAB-03", "group": "", "barred": "", "grave": "", "budget": None}
    fields = [choice("carte", "1", "2", cards=True), choice("qui", "lea", "noe"), priced()]

    def form(**more: Any) -> dict[str, Any]:
        laid = screen._laid_out({**described, "label": "Jouer", "fields": more.pop("fields", fields)})
        # The chances of what is composed are asked of the table.
        composes = changed in ("table", "odds_hidden")
        own = {"table": "t", "people": (), "id": "q", "detail": "", "faces": FACES, "card": None}
        own |= {"which": "", "unit": "Impulsion", "composes": composes, "odds_hidden": False}
        return {**laid, **own, **more}

    one = {"o": form(), "main": False}
    other = {**one, "main": True} if changed == "main" else {**one, "o": form(**{changed: SHOWN[changed]})}
    page = '{% import "question.html" as q %}{{ q.form({"key": "k"}, o, main) }}'
    kept, anew = environment().from_string(page), pages(Pieces(most=0)).from_string(page)
    assert kept.render(one) == anew.render(one) != anew.render(other) == kept.render(other)


PLACES = ("now", "helped", "free", "standing")


@pytest.mark.parametrize("name", all_systems())
def test_what_stays_folded_stands_where_it_would_unfolded(name: str) -> None:
    """Seed 0 of Intrigue once broke the page of a player whose character had nothing to do but what was barred."""
    play, rng = Play(all_systems()[name], seed=0), random.Random(0)
    for n in range(150):
        step(play, rng)
        if n % 5:
            continue
        room = SimpleNamespace(
            now=play.now,
            id="t",
            system=play.system,
            key=b"k" * 32,
            waitings=lambda seat: play.waitings(),
            lines=lambda seat: [],
        )
        for seat, _, _ in PEOPLE:
            whole, folded = (screen.arrange(view(room, seat, folded=x)) for x in (False, True))  # type: ignore[arg-type]  # all of a room that a view reads
            for place in PLACES:
                assert [w["id"] for w in whole[place]] == [w["id"] for w in folded[place]], place
