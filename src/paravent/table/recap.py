"""A scene told elsewhere: what a reader saw happen, in parts, to paste on a forum in BBCode, in Markdown or as text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

from paravent.core.french import upper
from paravent.core.journal import Line, settles
from paravent.core.words import RULES
from paravent.table import markup

NBSP = "\N{NO-BREAK SPACE}"
Format = Literal["bbcode", "markdown", "texte"]
FORMATS: tuple[Format, ...] = get_args(Format)
BY_HAND = f"{NBSP}(saisi à la main)"
UNTOLD = frozenset(
    {
        "SeatTaken",
        "SeatRenamed",
        "SeatRemoved",
        "SeatClaimed",
        "ClaimSettled",
        "AbsenceMarked",
        "HandChosen",
        "SecrecyGranted",
        "SheetShared",
        "WordsChosen",
        "OddsHidden",
        "TableRenamed",
        "TableArchived",
        "Undone",
        "ChanceCommitted",
        "ContributionCommitted",
        "ContributionRevealed",
        "KeyFixed",
        "ChanceRevealed",
        "SceneClosed",
        "SessionClosed",
    }
)
"""How people and the table get on: no part of the story."""


@dataclass(frozen=True, slots=True)
class Part:
    """A scene, or what happened between two. `session`: its number, 0 before the first.

    `told`: the scene's own words; `lines`: each with its rules, and whether it settles something.
    """

    id: str
    session: int
    title: str
    told: str = ""
    lines: list[tuple[str, tuple[str, ...], bool]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Told:
    """What is told elsewhere: the text, "" for an empty journal; which part, in which form; what else may be told."""

    text: str
    part: str
    form: Format
    choices: list[tuple[str, str]]


def tell(table: str, lines: Sequence[Line], session_word: str, part: str = "", form: str = "") -> Told:
    """A part of a journal in one form; the latest part, or the first form, when it is not known."""
    parts = parts_of(lines, session_word)
    how = next((f for f in FORMATS if f == form), FORMATS[0])
    chosen = choose(parts, part)
    if not chosen:
        part, chosen = "", choose(parts, "")
    return Told(write(table, chosen, how), part, how, choices(parts, session_word))


def parts_of(lines: Sequence[Line], session_word: str) -> list[Part]:
    """The parts of a journal, oldest first, without those in which nothing happened."""
    out: list[Part] = [Part("debut", 0, "Avant la première scène")]
    session, typed = 0, False
    for line in lines:
        kind, data = line.data["kind"], line.data
        # Dice typed by hand may be written by a fact without words: the next line tells of them.
        typed = line.typed or (typed and not line.text)
        if line.undone or not line.text:
            continue
        match kind:
            case "SessionOpened":
                session = data["number"]
                out.append(Part(f"seance-{session}", session, f"{upper(session_word)} n°{NBSP}{session}"))
            case "SessionClosed":
                out.append(Part(f"apres-{session}", 0, f"Après {_the(session_word)} n°{NBSP}{session}"))
            case "SceneOpened":
                title = f"Scène {data['number']} · {data['title']}"
                out.append(Part(f"scene-{session}-{data['number']}", session, title, data["text"]))
            case "SceneClosed":
                title = f"Après la scène {data['number']}"
                out.append(Part(f"suite-{session}-{data['number']}", session, title))
            case _ if kind not in UNTOLD:
                text = line.text + (BY_HAND if typed else "")
                # What any table does needs no rule beside it, dice excepted.
                rules = () if kind in RULES and kind != "FreeRolled" else line.rules
                out[-1].lines.append((text, rules, settles(data)))
        typed = False
    return [p for p in out if p.lines or p.told or p.id.startswith("scene-")]


def _the(session_word: str) -> str:
    return f"l’{session_word}" if session_word.startswith(tuple("aeiouéè")) else f"la {session_word}"


def choose(parts: Sequence[Part], wanted: str) -> list[Part]:
    """The parts that a choice names: a part's id, « tout- » and a number for all of a session, "" for the latest."""
    if not wanted:
        return list(parts[-1:])
    return [p for p in parts if wanted == p.id or (p.session and wanted == f"tout-{p.session}")]


def choices(parts: Sequence[Part], session_word: str) -> list[tuple[str, str]]:
    """What may be told: (id, name), the latest first."""
    latest = [("", f"Depuis le dernier changement de scène{NBSP}: {parts[-1].title}")] if parts else []
    sessions = dict.fromkeys(p.session for p in reversed(parts) if p.session)
    whole = [(f"tout-{n}", f"{upper(session_word)} n°{NBSP}{n}, en entier") for n in sessions]
    return [*latest, *whole, *((p.id, _named(p, session_word)) for p in reversed(parts[:-1]))]


def _named(part: Part, session_word: str) -> str:
    whole = part.session and not part.id.startswith("seance-")
    return f"{part.title} ({session_word} n°{NBSP}{part.session})" if whole else part.title


def write(table: str, parts: Sequence[Part], how: Format) -> str:
    """The parts as text to paste, under the table's name; "" without any."""
    if not parts:
        return ""
    hand = {"bbcode": BBCODE, "markdown": MARKDOWN, "texte": PLAIN}[how]
    blocks = [hand.title(markup.one_line(table))]
    for part in parts:
        blocks.append(hand.heading(markup.one_line(part.title)))
        if part.told:
            blocks.append(hand.aside(part.told))
        if part.lines:
            blocks.append("\n".join(hand.line(*line) for line in part.lines))
    return "\n\n".join(blocks) + "\n"


@dataclass(frozen=True, slots=True)
class Hand:
    """How one kind of text is written; each takes raw text but `line`'s rules."""

    title: Callable[[str], str]
    heading: Callable[[str], str]
    aside: Callable[[str], str]
    line: Callable[[str, tuple[str, ...], bool], str]


def _bb_line(text: str, rules: tuple[str, ...], strong: bool) -> str:
    said = markup.bbcode(text)
    said = f"[b]{said}[/b]" if strong else said
    return f"• {said}" + (f" [i]({', '.join(rules)})[/i]" if rules else "")


def _md_text(text: str, mark: str = "") -> str:
    """Lines of one paragraph in a list; marks hold on each line, for they may not run over the end of one."""
    return "  \n  ".join(f"{mark}{line}{mark}" for line in markup.markdown(text).split("\n"))


def _md_line(text: str, rules: tuple[str, ...], strong: bool) -> str:
    return f"- {_md_text(text, '**' if strong else '')}" + (f" *({', '.join(rules)})*" if rules else "")


def _plain_line(text: str, rules: tuple[str, ...], strong: bool) -> str:
    said = "\n  ".join(markup.shown(text).split("\n"))
    return f"- {said}" + (f" ({', '.join(rules)})" if rules else "")


BBCODE = Hand(
    lambda t: f"[b]{markup.bbcode(t)}[/b]",
    lambda t: f"[b]{markup.bbcode(t)}[/b]",
    lambda t: f"[i]{markup.bbcode(t)}[/i]",
    _bb_line,
)
MARKDOWN = Hand(
    lambda t: f"## {markup.markdown(t)}",
    lambda t: f"### {markup.markdown(t)}",
    lambda t: "\n".join(f"> {line}  " for line in markup.markdown(t).split("\n")).rstrip(" "),
    _md_line,
)
PLAIN = Hand(
    markup.shown,
    lambda t: f"{t}\n{'-' * min(len(t), 60)}",
    markup.shown,
    _plain_line,
)
