"""Lines of the journal, as pages show them."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from paravent.core.journal import settles
from paravent.core.remembered import Remembered
from paravent.table.rulebooks import title_of
from paravent.table.view import LINES_KEPT
from paravent.web.kept import print_of

NBSP = "\N{NO-BREAK SPACE}"
SIGNS = {"SceneOpened": "scene", "Noted": "note", "Undone": "undo"}


def _told(journal: Sequence[Mapping[str, Any]]) -> Iterator[tuple[Mapping[str, Any], Mapping[str, Any]]]:
    """The lines that say something, each with the one that tells whose hand it came from: a draw may be written by a
    fact without words, just before in the same action."""
    silent: Mapping[str, Any] | None = None
    for line in journal:
        if not line["text"]:
            silent = line if line["typed"] or line["draw"] else silent
            continue
        yield line, silent if silent and silent["action"] == line["action"] else line
        silent = None


def latest(journal: Sequence[Mapping[str, Any]], most: int, seats: Mapping[str, str]) -> list[dict[str, Any]]:
    """The latest lines that say something, as the page shows them; `most` of them."""
    told = list(_told(journal[-2 * most :]))
    if len(told) <= most:
        told = list(_told(journal))
    return [_line(line, drawn, seats) for line, drawn in told[-most:]]


def _line(line: Mapping[str, Any], drawn: Mapping[str, Any], seats: Mapping[str, str]) -> dict[str, Any]:
    who = seats.get(line["seat"], "")
    if drawn["typed"]:
        who = f"{who}, saisi à la main" if who else "Saisi à la main"
    elif drawn["draw"]:
        # Whoever answered last did not draw it: an extra's card may fall because a player declared.
        who = "Tiré par la table"
    return {**_set_down(line), "who": who}


def _read(line: Mapping[str, Any]) -> dict[str, Any]:
    data = line["data"]
    kind = SIGNS.get(data.get("kind", ""), "result" if settles(data) else "fact")
    shown = {
        "id": f"ligne-{line['n']}",
        "kind": "secret" if line["secret"] else kind,
        "text": line["text"],
        "when": time.strftime(f"%H{NBSP}h{NBSP}%M", time.localtime(line["at"] / 1000)),
        "rules": [(r, title_of(r)) for r in line["rules"]],
        "undone": line["undone"],
    }
    return {**shown, "print": print_of(shown)}


def last_told(journal: Sequence[Mapping[str, Any]], procedure: str, kinds: Collection[str]) -> str:
    """The latest line that tells of one procedure by a fact of these kinds and still counts, "" for none."""
    found = (
        x["text"]
        for x in reversed(journal)
        if not x["undone"] and x["data"].get("procedure") == procedure and x["data"].get("kind") in kinds
    )
    return next(found, "")


_set_down = Remembered(_read, LINES_KEPT)
"""What a line says whoever reads it, and its print. A described line is never changed."""
