"""Text safe to print, and text easy to match: what other people wrote never commands the terminal."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

NBSP = "\N{NO-BREAK SPACE}"
JOINERS = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"
LOST = "\N{REPLACEMENT CHARACTER}"
QUOTED = f"«{NBSP}{{}}{NBSP}»"


def clean(text: str, *, lines: bool = False) -> str:
    """`text` without what a terminal obeys: escapes and other controls, marks that reorder or hide the writing.

    Breaks become spaces unless `lines`.
    """
    return "".join(_safe(c, lines) for c in text.replace("\r\n", "\n"))


def _safe(char: str, lines: bool) -> str:
    if char == "\n" and lines:
        return char
    category = unicodedata.category(char)
    if char in "\n\t" or category in ("Zl", "Zp"):
        return " "
    if category in ("Cc", "Cs", "Co"):
        return LOST
    return "" if category == "Cf" and char not in JOINERS else char


def fold(text: str) -> str:
    """`text` for comparing: no accents, no case, plain apostrophes and spaces."""
    bare = (c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return " ".join("".join(bare).casefold().replace("’", "'").split())


def quoted(text: str) -> str:
    """Between French quotation marks."""
    return QUOTED.format(text)


def upper(text: str) -> str:
    """With a capital."""
    return text[:1].upper() + text[1:]


def ranges(numbers: Iterable[int]) -> str:
    """« 1–3, 5, 8–9 »."""
    out: list[list[int]] = []
    for n in sorted(numbers):
        if out and out[-1][-1] == n - 1:
            out[-1].append(n)
        else:
            out.append([n])
    return ", ".join(str(r[0]) if len(r) == 1 else f"{r[0]}–{r[-1]}" for r in out)
