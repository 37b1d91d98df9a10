"""Lines of the journal on a page: the latest that say something, each with the hand its draw came from."""

from __future__ import annotations

from typing import Any

import pytest

from paravent.web.lines import last_told, latest


def line(
    n: int, text: str = "", *, action: int = 0, typed: bool = False, kind: str = "Fact"
) -> dict[str, Any]:
    data = {"kind": kind, "procedure": "p"}
    told = {"rules": (), "data": data, "draw": None, "undone": False, "secret": False}
    return {"n": n, "at": 0, "seat": "s", "text": text, "typed": typed, "action": action, **told}


@pytest.mark.parametrize("most", [1, 2, 3, 24])
def test_a_silent_draw_tells_whose_hand_the_next_line_came_from(most: int) -> None:
    # Wherever the window of lines begins: right before the silent fact, or right after it.
    for before in range(6):
        journal = [line(n, f"avant {n}") for n in range(before)]
        journal += [line(90, action=7, typed=True), line(91, "Elle tire.", action=7)]
        journal += [line(100 + n, f"après {n}") for n in range(most - 1)]
        shown = latest(journal, most, {"s": "Léa"})
        assert len(shown) == min(most, before + most)
        drawn = next(x for x in shown if x["text"] == "Elle tire.")
        assert drawn["who"] == "Léa, saisi à la main"
        assert all(x["who"] == "Léa" for x in shown if x is not drawn)


def test_lines_that_say_nothing_never_hide_those_that_do() -> None:
    journal = [line(1, "Une note."), *(line(n) for n in range(2, 200))]
    assert [x["text"] for x in latest(journal, 3, {})] == ["Une note."]
    assert latest([], 0, {}) == []


def test_the_same_line_has_the_same_print_and_another_one_another() -> None:
    journal = [line(1, "Une note."), line(1, "Une note."), line(2, "Une note.")]
    prints = [x["print"] for x in latest(journal, 3, {})]
    assert prints[0] == prints[1] != prints[2]


def test_a_line_that_shows_otherwise_has_another_print() -> None:
    """A page holds the line that was: undone since, it is to be sent again."""
    other = {"text": "Un mot.", "undone": True, "secret": True, "rules": ("TAB-03",), "at": 60_000}
    shown = [latest([{**line(1, "Une note."), k: v}], 1, {})[0]["print"] for k, v in other.items()]
    assert len({latest([line(1, "Une note.")], 1, {})[0]["print"], *shown}) == len(other) + 1


def test_the_last_line_of_a_procedure_that_still_counts() -> None:
    journal = [line(1, "Gagné.", kind="Won"), line(2, "Perdu.", kind="Lost"), line(3, "Annulé.", kind="Won")]
    journal[2]["undone"] = True
    assert last_told(journal, "p", ("Won",)) == "Gagné."
    assert last_told(journal, "q", ("Won",)) == ""
