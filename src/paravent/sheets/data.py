"""From a sheet to the data its template reads: clean text within bounds, numbers ready to print."""

from __future__ import annotations

import unicodedata
from typing import Any, assert_never

from paravent.core.sheet import Block, Counter, Counters, Fields, Prose, Scores, Sheet

LINE = 300
"""Characters of a title, a label, a cell; what goes beyond is cut with « … »."""
STEP = 60
"""Characters of the name of one box."""
FIELD = 1_000
"""Characters of the text of a field."""
PROSE = 8_000
"""Characters of a prose block."""
BLOCKS = 40
ROWS = 200
"""Rows, counters included, of the whole sheet."""
COLUMNS = 6
COUNT = 999_999
"""The highest count."""
TOTAL = 40_000
"""Characters of the whole sheet, after cutting; a line break counts as a line."""
WIDTH = 60
"""Characters of a line, about."""
DRAWN = 40
"""Boxes drawn for one counter; above, it prints as numbers."""
SEGMENTS = 12
"""Segments drawn for one clock; above, it is drawn as boxes."""


class SheetError(Exception):
    """A sheet that cannot be printed; the message is for people, in French."""


def printable(sheet: Sheet) -> dict[str, Any]:
    """What the template reads, as JSON values. Raises `SheetError` for a sheet beyond what a page can bear."""
    if len(sheet.blocks) > BLOCKS or sum(map(_rows, sheet.blocks)) > ROWS:
        raise SheetError(f"Cette fiche est trop longue : {BLOCKS} rubriques et {ROWS} lignes au plus.")
    if any(len(block.columns) > COLUMNS for block in sheet.blocks if isinstance(block, Scores)):
        raise SheetError(f"Un tableau de cette fiche est trop large : {COLUMNS} colonnes au plus.")
    data = {
        "title": clean(sheet.title, LINE),
        "subtitle": clean(sheet.subtitle, LINE),
        "system": clean(sheet.system, LINE),
        "accent": sheet.accent,
        "footer": clean(sheet.footer, LINE),
        "blocks": [_block(block) for block in sheet.blocks],
    }
    if _length(data) > TOTAL:
        raise SheetError(f"Cette fiche est trop longue : {TOTAL // 1000} 000 signes au plus.")
    return data


def clean(text: str, limit: int) -> str:
    """The text composed (NFC), without control characters or lone surrogates, at most `limit` characters long."""
    text = unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n"))
    text = "".join(c for c in text if c in "\n\t" or unicodedata.category(c) not in ("Cc", "Cs")).strip()
    return text if len(text) <= limit else text[: limit - 2].rstrip() + " …"


def _rows(block: Block) -> int:
    match block:
        case Fields(rows=rows):
            return len(rows)
        case Scores(rows=lines):
            return len(lines)
        case Counters(counters=counters):
            return len(counters)
        case Prose():
            return 0
        case _:
            assert_never(block)


def _block(block: Block) -> dict[str, Any]:
    title = clean(block.title, LINE)
    match block:
        case Fields(rows=rows):
            texts = [[clean(label, LINE), clean(text, FIELD)] for label, text in rows]
            return {"kind": "fields", "title": title, "rows": texts}
        case Prose(text=text):
            return {"kind": "prose", "title": title, "text": clean(text, PROSE)}
        case Scores(columns=columns, rows=lines, tick=tick):
            return {
                "kind": "scores",
                "title": title,
                "columns": [{"title": clean(c.title, LINE), "role": c.role} for c in columns],
                "rows": [
                    {"cells": [clean(c, LINE) for c in r.cells], "mark": clean(r.mark, LINE)} for r in lines
                ],
                "tick": clean(tick, LINE),
            }
        case Counters(counters=counters):
            return {"kind": "counters", "title": title, "counters": [_counter(c) for c in counters]}
        case _:
            assert_never(block)


def _counter(counter: Counter) -> dict[str, Any]:
    if max(counter.value, counter.bound) > COUNT:
        raise SheetError("Un compteur de cette fiche dépasse 999 999.")
    steps = [clean(step, STEP) for step in counter.steps]
    bound = len(counter.steps) or counter.bound
    drawn = bound <= DRAWN and counter.value <= bound
    if counter.steps:
        shown = steps[min(counter.value, bound) - 1] if counter.value else "–"
    elif drawn or not bound:
        shown = str(counter.value)
    else:
        shown = f"{counter.value} / {bound}"
    return {
        "label": clean(counter.label, LINE),
        "value": counter.value,
        "bound": bound if drawn else 0,
        "steps": steps,
        "shape": counter.shape if drawn and 0 < bound <= SEGMENTS else "boxes",
        "shown": shown,
    }


def _length(value: Any) -> int:
    match value:
        case str():
            return len(value) + WIDTH * value.count("\n")
        case dict():
            return sum(map(_length, value.values()))
        case list():
            return sum(map(_length, value))
        case _:
            return 0
