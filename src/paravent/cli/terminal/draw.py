"""Views as rows of text, for any width and for no terminal at all. Nothing here prints, and nothing is made safe here:
`Screen` does both."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from paravent.cli.terminal.listing import MORE
from paravent.cli.terminal.menu import Block, Entry, Menu
from paravent.cli.terminal.plain import NBSP, quoted, upper
from paravent.cli.terminal.question import Ask, Choice
from paravent.core.french import of
from paravent.core.rulebook import Rule
from paravent.web.shares import percent

STRONG, SOFT, ALERT, TITLE = "bold", "dim", "bold yellow", "bold underline"
LATEST = 8
FEW = 5
"""Beyond so many gestures a question shows them under headings."""
BARRED = f"impossible pour l’instant{NBSP}: "

LONGEST_FRACTION = 10**6
"""Denominators from which a percentage alone is told."""
STEP = 4
"""Letters of the steps of a counter that are told in place of their number: sizes of dice."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line: what hangs in the margin (a number), then the text in pieces, each with its style."""

    head: str
    parts: tuple[tuple[str, str], ...]


def row(text: str, style: str = "", *more: tuple[str, str], head: str = "") -> Row:
    return Row(head, ((text, style), *more))


BLANK = row("")


def place(view: Mapping[str, Any]) -> list[Row]:
    """Where play is, and as whom one sits."""
    at, table, me = view["time"], view["table"], view["me"]
    title = (
        f"Scène {at['scene']} · {at['scene_title']}" if at["scene_open"] else at["scenario"] or table["name"]
    )
    session = f"{table['session_word']} {at['session']}" if at["session_open"] else ""
    names = (table["name"], table["title"], session, "archivée" if table["archived"] else "")
    under = " · ".join(x for x in names if x and x != title)
    return [row(title, TITLE), row(under, SOFT), row(f"Tu es {me['name']}, {role(view, me['role'])}.")]


def scene(view: Mapping[str, Any]) -> list[Row]:
    """The scene's own text."""
    at = view["time"]
    return [BLANK, row(at["scene_text"].strip())] if at["scene_open"] and at["scene_text"].strip() else []


def role(view: Mapping[str, Any], name: str) -> str:
    words = {"mj": view["table"]["game_master_word"], "joueur": "à la table", "spectateur": "qui regarde"}
    return str(words.get(name, name))


def journal(lines: Iterable[Mapping[str, Any]], *, clock: bool = False) -> list[Row]:
    """Lines of the log, with how chance fell, their rules, and what no longer counts.

    A draw is often a fact without words, told by the sentence after it: that one says where it came from.
    """
    out = []
    silent = ""
    for x in lines:
        chance = "saisi à la main" if x["typed"] else "tiré par la table" if x["draw"] else silent
        silent = "" if x["text"] else chance
        if not x["text"]:
            continue
        marks = ["annulé" if x["undone"] else "", "secret" if x["secret"] else "", chance, *x["rules"]]
        detail = ", ".join(m for m in marks if m)
        when = time.strftime("%H:%M ", time.localtime(x["at"] / 1000)) if clock else ""
        style = SOFT if x["undone"] else ""
        out.append(row(x["text"], style, (f"  [{detail}]" if detail else "", SOFT), head=f"{when}· "))
    return out


def last(lines: Sequence[Mapping[str, Any]], count: int) -> Sequence[Mapping[str, Any]]:
    """The latest lines, `count` of them with words."""
    told = [i for i, x in enumerate(lines) if x["text"]]
    return lines[told[-count - 1] + 1 :] if 0 < count < len(told) else lines if count else ()


def odds(w: Mapping[str, Any]) -> str:
    """The chances of a question, each as a percentage, and exactly where that is short."""
    told = w["odds"]
    if not told:
        return "Les chances sont cachées." if w["odds_hidden"] else ""
    lines = [_chance(x) for x in sorted(told["lines"], key=lambda x: not x["main"])]
    found = ", ".join([*lines, told["policy"]] if told["policy"] else lines)
    return f"{found}. {told['beyond']}" if told["beyond"] else found


def _chance(x: Mapping[str, Any]) -> str:
    told = f"{x['label']} {percent(x['numerator'], x['denominator'])}"
    return f"{told} ({x['numerator']}/{x['denominator']})" if x["denominator"] < LONGEST_FRACTION else told


def menu(m: Menu, view: Mapping[str, Any]) -> list[Row]:
    """What is to be settled, with its odds and its choices; then what may be done at any time."""
    out: list[Row] = []
    number, heading = 0, ""
    if m.whole and not any(b.now for b in m.blocks):
        names = [n for n in view["awaited"] if n]
        out += [BLANK, row(f"On attend {', '.join(names)}." if names else "Rien n’attend de réponse.")]
    for block in m.blocks:
        if block.now and block.waiting:
            out += [BLANK, row(block.waiting["prompt"] or "À toi", STRONG)]
            if (chances := odds(block.waiting)) and not any(_odds_of(e) for e in block.entries):
                out.append(row(f"Chances{NBSP}: ", STRONG, (chances, "")))
        elif block.title != heading:
            heading = block.title
            out += [BLANK, row(heading, STRONG)]
        out += _entries(block, number)
        number += len(block.entries)
    return out


def _entries(block: Block, number: int) -> list[Row]:
    """A block's numbered entries; many of them come under their headings."""
    out: list[Row] = []
    many, heading = block.now and len(block.entries) > FEW, ""
    for n, e in enumerate(block.entries, start=number + 1):
        named = upper(BARRED.strip(f"{NBSP}: ")) if e.barred else e.offer.get("group", "") if e.offer else ""
        if many and named != heading:
            heading = named
            out += [row(heading, SOFT)] if heading else []
        out.append(_entry(e, n, brief=many))
    return out


def _entry(e: Entry, number: int, *, brief: bool) -> Row:
    if e.barred:
        rule = f" [{e.offer['rule']}]" if e.offer else ""
        why = e.barred if brief else BARRED + e.barred
        return row(e.label, SOFT, (f" — {why}{rule}", SOFT), head=f"{number}. ")
    more = "…" if e.offer and e.offer["fields"] and not e.label.endswith(")") else ""
    rule = f"  [{e.offer['rule']}]" if e.offer else ""
    chances = f" — {odds(e.waiting)}" if _odds_of(e) else ""
    return row(e.label + more, "", (chances, ""), (rule, SOFT), head=f"{number}. ")


def _odds_of(e: Entry) -> bool:
    """Whether the question's chances are those of this very gesture."""
    told = e.waiting["odds"]
    return bool(told and e.offer and not e.barred and told["of"] == e.offer["command"])


def ask(a: Ask) -> list[Row]:
    """A field's question. The error comes last, nearest to where one types."""
    out: list[Row] = []
    if a.title:
        out += [BLANK, row(a.title, STRONG)]
    out += [row(x, SOFT) for x in a.before]
    group = ""
    for c in a.choices:
        if c.group != group:
            group = c.group
            out += [row(group, SOFT)] if group else []
        out.append(_choice(c))
    if a.left:
        out.append(row(f"… et {a.left} autres{NBSP}: {quoted(MORE)} les montre, des lettres trient.", SOFT))
    if a.out:
        out.append(row("Hors de portée", SOFT))
        out += [row(c.label, SOFT, (f" — {c.note}", SOFT), head="–  ") for c in a.out]
    hints = [a.hint, f"{quoted('/fini')} laisse le reste vide" if a.skip and a.title else ""]
    if hint := f"{NBSP}; ".join(h for h in hints if h):
        out.append(row(f"({hint})", SOFT))
    if a.error:
        out.append(row(f"{upper(a.error)}.", ALERT))
    return out


def _choice(c: Choice) -> Row:
    tick = "" if c.taken is None else "[x] " if c.taken else "[ ] "
    return row(tick + c.label, "", (f" — {c.note}" if c.note else "", SOFT), head=f"{c.number}. ")


def refusal(rule: str, title: str, label: str, why: str) -> list[Row]:
    """A refused gesture: the rule, its title, the field, the reason; and that nothing was spent."""
    named = f"{rule} ({title})" if title else rule
    where = f"{label}{NBSP}: " if label else ""
    return [BLANK, row(f"Refusé par {named}. ", ALERT, (f"{upper(where + why)}. Rien n’a été dépensé.", ""))]


def people(view: Mapping[str, Any], sheets: Mapping[str, Mapping[str, Any]]) -> list[Row]:
    """Characters and people, with the state that this viewer may read."""
    word = view["table"]["game_master_word"]
    absent = {s["id"] for s in view["seats"] if s["absent"]}
    out = [BLANK, row("À la table", TITLE)]
    for a in view["actors"]:
        who = a["seat_name"] or (f"personnage {of(word)}" if a["extra"] else "personne ne le joue encore")
        flags = (
            who,
            "caché" if a["hidden"] else "",
            "" if a["accepted"] else "en attente d’accord",
            "absence" if a["seat"] in absent else "",
            "on l’attend" if a["name"] in view["awaited"] else "",
            *state(sheets.get(a["id"])),
        )
        out.append(row(a["name"], STRONG, (f" — {' · '.join(x for x in flags if x)}", ""), head="· "))
    played = {a["seat"] for a in view["actors"]}
    for s in view["seats"]:
        if s["id"] not in played:
            away = " · absence" if s["absent"] else ""
            out.append(row(s["name"], STRONG, (f" — {role(view, s['role'])}{away}", ""), head="· "))
    return out


def state(sheet: Mapping[str, Any] | None) -> list[str]:
    """A sheet in a few words: its counters, what is crossed out, its last word."""
    if sheet is None:
        return []
    out = [sheet["subtitle"]] if sheet["subtitle"] else []
    for b in sheet["blocks"]:
        if b["block"] == "counters":
            out += [f"{b['title']}{NBSP}: {', '.join(map(_counter, b['counters']))}"]
        elif b["block"] == "scores":
            marks = [r["mark"] for r in b["rows"] if r["mark"]]
            out += [f"{marks.count(m)} {m}{'s' if marks.count(m) > 1 else ''}" for m in dict.fromkeys(marks)]
    return [*out, sheet["footer"]] if sheet["footer"] else out


def _counter(c: Mapping[str, Any]) -> str:
    if c["steps"] and max(map(len, c["steps"])) <= STEP:
        return f"{c['label'].lower()} {c['steps'][c['value'] - 1] if c['value'] else 'vide'}"
    bound = f"/{c['bound']}" if c["bound"] else ""
    return f"{c['label'].lower()} {c['value']}{bound}"


def sheet(s: Mapping[str, Any]) -> list[Row]:
    """A whole sheet, in reading order."""
    out = [BLANK, row(s["title"], TITLE, (f" {s['subtitle']}" if s["subtitle"] else "", ""))]
    for b in s["blocks"]:
        body: list[Row] = []
        match b["block"]:
            case "fields":
                body = [row(f"{label}{NBSP}: ", SOFT, (text, "")) for label, text in b["rows"] if text]
            case "prose":
                body = [row(b["text"])] if b["text"] else []
            case "counters":
                body = [row(upper(_counter(c))) for c in b["counters"]]
            case "scores":
                body = [_score(r) for r in b["rows"]]
        out += [BLANK, row(b["title"], STRONG), *body] if body else []
    return [*out, row(s["footer"], ALERT)] if s["footer"] else out


def _score(r: Mapping[str, Any]) -> Row:
    head, *cells = r["cells"]
    mark = f" ({r['mark']})" if r["mark"] else ""
    return row(" · ".join(c for c in cells if c), SOFT if r["mark"] else "", (mark, SOFT), head=f"{head} ")


def rule(r: Rule) -> list[Row]:
    """A rule's wording."""
    return [BLANK, row(f"{r.id} — {r.title}", TITLE), *(row(p) for p in r.text.split("\n\n"))]


HELP: Sequence[tuple[str, str]] = (
    ("un numéro", "choisit la ligne qui le porte"),
    ("des lettres", f"cherchent un geste ou un choix ({quoted('note')} trouve « Écrire une note »)"),
    ("Entrée", "montre de nouveau ce qu’on peut faire"),
    ("journal [N]", "les dernières lignes du journal (20, ou N)"),
    ("fiche [NOM]", "ta feuille, ou celle d’un personnage que tu peux lire"),
    ("table", "les gens et leur état"),
    ("règle ARC-12", "l’énoncé d’une règle"),
    ("lien", "ton propre lien, pour revenir ou changer d’appareil"),
    ("annuler", "quitte un formulaire sans rien envoyer ; les réponses déjà données y restent"),
    ("<", "dans un formulaire, revient à la question d’avant"),
    ("quitter", "ferme ; la table, elle, continue"),
)
PASS = ("passer", "rend le clavier : l’écran est effacé")


def help_(*, hot: bool) -> list[Row]:
    """What may be typed. In a text, a command takes a slash: any other words are the text."""
    words = [*HELP[:7], PASS, *HELP[7:]] if hot else list(HELP)
    rows = [row(f"{name}{NBSP}: ", STRONG, (text, "")) for name, text in words]
    slash = f"Au milieu d’un texte, une commande prend une barre{NBSP}: {quoted('/annuler')}."
    return [BLANK, row("Ce qu’on peut taper", TITLE), *rows, row(slash, SOFT)]
