"""What reaches the terminal: nothing that others wrote commands it, at any width, and nothing of another seat stays."""

from __future__ import annotations

import io
from typing import Any

import pytest

from paravent.cli.terminal import draw
from paravent.cli.terminal.draw import row
from paravent.cli.terminal.plain import clean, fold, ranges
from paravent.cli.terminal.screen import WIPE, Screen

NASTY = "Zoé\x1b]0;piégé\x07\x1b[2J\r\x9b31m\u202egauche\u2066[bold red]x[/] :boom: <b>é</b>\ud800\ue000"


class Terminal(io.StringIO):
    """An output that says it is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def printed(rows: Any, width: int | None, monkeypatch: pytest.MonkeyPatch) -> str:
    """What the screen writes: at a terminal's width, or plainly for None."""
    monkeypatch.setenv("COLUMNS", str(width or 80))
    monkeypatch.setenv("TERM", "xterm-256color")
    target = Terminal() if width else io.StringIO()
    screen = Screen(Terminal() if width else io.StringIO(), target)
    screen.show(rows)
    return target.getvalue()


@pytest.mark.parametrize("width", [None, 120, 30])
def test_what_others_write_commands_nothing(width: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    head = "12. " if width == 30 else f"{NASTY} "
    text = printed([row(NASTY, "", (NASTY, ""), head=head)], width, monkeypatch)
    for sign in ("\x1b", "\x07", "\r", "\x9b", "\u202e", "\u2066", "\ud800", "\ue000"):
        assert sign not in text
    assert "[bold red]" in " ".join(text.split())
    if width is None:
        assert "[bold red]x[/] :boom: <b>é</b>" in text
        assert text.count("\n") == 1


def test_a_text_of_several_lines_stays_in_its_column(monkeypatch: pytest.MonkeyPatch) -> None:
    note = row("une note\n1. faux choix\n\n> faux", head="· ")
    lines = printed([note], None, monkeypatch).splitlines()
    assert lines == ["· une note", "  1. faux choix", "  ", "  > faux"]
    wide = printed([note], 60, monkeypatch).splitlines()
    assert [x.rstrip() for x in wide] == ["· une note", "  1. faux choix", "", "  > faux"]


@pytest.mark.parametrize("width", [20, 40, 80, 200])
def test_lines_fit_and_french_spaces_hold(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    question = (
        "Prêts ? « oui » ! Dépenser un point de Destin\N{NO-BREAK SPACE}? "
        "«\N{NO-BREAK SPACE}Oui\N{NO-BREAK SPACE}» 漢字🎭 "
    ) * 4
    lines = printed([row(question, head="12. ")], width, monkeypatch).splitlines()
    assert "\N{NO-BREAK SPACE}?" in "".join(lines)
    assert not any(x.strip() in ("?", "»") or x.strip().startswith(("?", "»")) for x in lines)
    from rich.cells import cell_len

    assert max(cell_len(x) for x in lines) <= width
    assert all(x.startswith("    ") for x in lines[1:])


def test_no_style_without_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    assert printed([row("Titre", draw.TITLE)], None, monkeypatch) == "Titre\n"
    assert "\x1b[" in printed([row("Titre", draw.TITLE)], 80, monkeypatch)


def test_no_colour_when_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[33" not in printed([row("Refus", draw.ALERT)], 80, monkeypatch)
    assert ";33m" not in printed([row("Refus", draw.ALERT)], 80, monkeypatch)


def test_clearing_wipes_what_has_scrolled_away_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    target = Terminal()
    Screen(Terminal(), target).clear()
    assert target.getvalue() == WIPE
    assert "\x1b[3J" in WIPE
    monkeypatch.setenv("TERM", "dumb")
    target = Terminal()
    Screen(Terminal(), target).clear()
    assert "\x1b" not in target.getvalue()
    assert target.getvalue().count("\n") >= 200


async def test_the_end_of_the_input_is_told_and_lines_come_in_order() -> None:
    target = io.StringIO()
    with Screen(io.StringIO("un\r\ndeux"), target) as screen:
        assert [await screen.line(), await screen.line()] == ["un", "deux"]
        with pytest.raises(EOFError):
            await screen.line()
    assert target.getvalue() == "> un\n> deux\n"


def test_words_fold_and_numbers_gather() -> None:
    assert fold("  L’Éclusier  RÊVE ") == "l'eclusier reve"
    assert ranges([5, 1, 2, 3, 9, 8]) == "1–3, 5, 8–9"
    assert clean("a\tb\u2028c") == "a b c"


def test_a_sheet_and_its_short_state() -> None:
    from paravent.core import sheet as sh

    value = sh.Sheet(
        "Iris",
        "Ligne Brisée",
        "Essai",
        "#101010",
        (
            sh.Fields("Identité", (("Âge", "44 ans"), ("Vide", ""))),
            sh.Prose("But", "Tenir."),
            sh.Prose("Rien", ""),
            sh.Scores(
                "Traits",
                (sh.Column("N°", "index"), sh.Column("Trait", "name"), sh.Column("Score", "score")),
                (sh.Row(("I", "Force", "4")), sh.Row(("II", "Ruse", "2"), "perdue")),
            ),
            sh.Counters("Points", (sh.Counter("Actuels", 2, 5),)),
        ),
        "Sans connaissance",
    )
    told = sh.as_json(value)
    text = ["".join((r.head, *(t for t, _ in r.parts))) for r in draw.sheet(told)]
    assert "Âge\N{NO-BREAK SPACE}: 44 ans" in text
    assert "II Ruse · 2 (perdue)" in text
    assert "Actuels 2/5" in text
    assert not any("Vide" in x or "Rien" in x for x in text)
    assert draw.state(told) == [
        "Ligne Brisée",
        "1 perdue",
        "Points\N{NO-BREAK SPACE}: actuels 2/5",
        "Sans connaissance",
    ]
