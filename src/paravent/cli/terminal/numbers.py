"""Numbers given to named lines: rankings (each number once) and points spread over ranges."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from paravent.cli.terminal.fields import Described
from paravent.cli.terminal.plain import NBSP, fold, quoted, ranges
from paravent.cli.terminal.question import ENDS, Ask, Choice, Dialogue, joined
from paravent.core.chances import read_numbers
from paravent.core.domains import Domain
from paravent.core.refusals import Unreadable
from paravent.core.shapes import Allotment, Permutation

PLACED = re.compile(r"(\d{1,4})\s*=\s*(\d{0,6})")
HOW = f"un nombre par ligne, ou tous d’affilée{NBSP}; « 3=12 » donne 12 à la ligne 3{NBSP}; « voir » montre tout"
SEE = "voir"
Hint: TypeAlias = Callable[[Sequence[int | None], int | None], str]


def permutation(f: Described, before: Any) -> Dialogue:
    """A ranking: a number already given leaves its line for the new one. Blanks are left to fate where `partial`."""
    labels, partial = f["labels"], f["partial"]

    def hint(v: Sequence[int | None], at: int | None) -> str:
        left = sorted(set(range(1, len(labels) + 1)) - set(v))
        rest = f"restent {ranges(left)}" if left else "tout est classé"
        fate = f"Entrée{NBSP}: fini" + (", le destin classe ce qui est vide" if left else "")
        return joined(rest, fate if partial or not left else "")

    domain = Permutation(tuple(labels), partial)
    return _rows(f, labels, domain, before, hint, once=True)


def allotment(f: Described, before: Any) -> Dialogue:
    """Points spread over lines, each within its range."""
    rows, total = f["lines"], f["total"]
    domain = Allotment(tuple((r["label"], r["low"], r["high"]) for r in rows), total)

    def hint(v: Sequence[int | None], at: int | None) -> str:
        bounds = f"de {rows[at]['low']} à {rows[at]['high']}" if at is not None else ""
        left = "" if total is None else f"il reste {total - sum(x or 0 for x in v)} sur {total}"
        return joined(bounds, left, f"Entrée{NBSP}: fini" if at is None else "")

    return _rows(f, [r["label"] for r in rows], domain, before, hint, once=False)


def _rows(
    f: Described, labels: Sequence[str], domain: Domain, before: Any, hint: Hint, *, once: bool
) -> Dialogue:
    advice = tuple(f"{who}{NBSP}: {what}" for who, what in f.get("advice", ()))
    notes = [n if isinstance(n, str) else f"{n[0]}{NBSP}: {n[1]}" for n in f.get("notes", ())]
    v: list[int | None] = [None if once and not x else x for x in before] if before else [None] * len(labels)
    error, see, first = "", before is not None, True
    while True:
        at = next((i for i, x in enumerate(v) if x is None), None)
        place = f["label"] if at is None else f"{labels[at]} ({at + 1} sur {len(labels)})"
        choices = _choices(labels, v) if see or at is None else ()
        told = advice if see else tuple(notes[at : at + 1]) if at is not None else ()
        line = yield Ask(place, joined(hint(v, at), HOW if first else ""), choices, told, error=error)
        error, see, first = "", False, False
        words = fold(line)
        if words in ("", *ENDS):
            empty = [label for label, x in zip(labels, v, strict=True) if x is None]
            value = tuple(x or 0 for x in v)
            if empty and not f.get("partial"):
                error = f"il reste à remplir{NBSP}: {', '.join(empty)}"
            elif not (error := domain.why_not(value) or ""):
                return list(value)
        elif words == SEE:
            see = True
        elif placed := PLACED.fullmatch(words):
            error = _place(labels, v, int(placed[1]) - 1, int(placed[2]) if placed[2] else None, once)
        else:
            error = _typed(labels, v, at, line, once)


def _typed(labels: Sequence[str], v: list[int | None], at: int | None, line: str, once: bool) -> str:
    """One number for the current line, or one for each."""
    try:
        found = read_numbers(line, len(labels))
    except Unreadable as e:
        return str(e)
    if len(found) == len(labels):
        v[:] = [None if once and not x else x for x in found]
        return ""
    if len(found) != 1:
        return f"il faut un nombre, ou {len(labels)} d’un coup"
    if at is None:
        return f"tout est rempli{NBSP}: {quoted('3=12')} change une ligne"
    return _place(labels, v, at, found[0], once)


def _place(labels: Sequence[str], v: list[int | None], at: int, x: int | None, once: bool) -> str:
    """Give a line its number; says which line lost it, if one did."""
    if not 0 <= at < len(labels):
        return f"il y a {len(labels)} lignes"
    if once and x is not None and not 1 <= x <= len(labels):
        return f"il faut un nombre de 1 à {len(labels)}"
    moved = v.index(x) if once and x is not None and x in v and v[at] != x else None
    if moved is not None:
        v[moved] = None
    v[at] = x
    return "" if moved is None else f"{x} quitte {labels[moved]}"


def _choices(labels: Sequence[str], v: Sequence[int | None]) -> tuple[Choice, ...]:
    texts = (f"{label}{NBSP}: {'—' if x is None else x}" for label, x in zip(labels, v, strict=True))
    return tuple(Choice(n, text) for n, text in enumerate(texts, start=1))
