"""Pieces of pages that are kept: the same text as when rendered anew, told apart by all that they show."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any

import pytest
from jinja2 import Environment

from paravent.core.values import Who
from paravent.systems import all_systems
from paravent.table.room import Room
from paravent.table.view import view
from paravent.web import screen
from paravent.web.kept import KeptExtension, Pieces
from paravent.web.site import environment
from play import PEOPLE
from random_games import games

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
    for key in ("a", "b"):
        pieces.get(key, lambda: "12345")
    assert pieces.get("a", lambda: "new") == "12345"
    pieces.get("c", lambda: "12345")
    assert pieces.get("a", lambda: "new") == "12345"
    assert pieces.get("b", lambda: "new") == "new"


class Told(Pieces):
    """Pieces that refuse to tell values apart by where they lie in memory, and count those that were known."""

    known = 0

    def get(self, key: str, render: Callable[[], str]) -> str:
        assert " at 0x" not in key
        calls: list[None] = []

        def rendered() -> str:
            calls.append(None)
            return render()

        text = super().get(key, rendered)
        self.known += not calls
        return text


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
def test_kept_pieces_change_no_page(name: str) -> None:
    """Evenings of one table id, one after the other, each seen by every seat: nothing stale, and nobody else's."""
    told = Told()
    kept, anew = pages(told), pages(Pieces(most=0))
    for evening in games(name)[:2]:
        room = Room("t", evening.system, b"k" * 32, {})
        for n, (_, records) in enumerate(groupby(evening.records, lambda r: r.action)):
            room.absorb(list(records))
            if n % EVERY:
                continue
            for seat, _, _ in PEOPLE:
                for template, context in shown_to(room, seat):
                    page = kept.get_template(template).render(context)
                    assert page == anew.get_template(template).render(context)
    assert told.known > 500
