"""Pieces of pages that are kept: the same text as when rendered anew, told apart by all that they show."""

from __future__ import annotations

from jinja2 import Environment

from paravent.web.kept import KeptExtension, Pieces

CALLS: list[str] = []


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


def test_two_pieces_of_one_value_are_not_mistaken() -> None:
    env = Environment(autoescape=True, extensions=[KeptExtension])
    page = env.from_string("{% kept x %}un{% endkept %}\n{% kept x %}deux{% endkept %}")
    assert page.render(x=1) == "un\ndeux" == page.render(x=1)


def test_what_was_used_longest_ago_goes_first() -> None:
    pieces = Pieces(most=12)
    for key in ("a", "b"):
        pieces.get(key, lambda: "12345")
    assert pieces.get("a", lambda: "new") == "12345"
    pieces.get("c", lambda: "12345")
    assert pieces.get("a", lambda: "new") == "12345"
    assert pieces.get("b", lambda: "new") == "new"
