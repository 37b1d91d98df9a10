"""The journals of one table's viewers, kept between calls. Only the latest part of the log is told again and again;
what comes before is counted, so that lines keep their numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from paravent.core import events as ev
from paravent.core.cast import Core, eyes_of
from paravent.core.game import Record
from paravent.core.journal import Head, Line, heads, journal
from paravent.core.sight import Eyes
from paravent.core.system import System
from paravent.core.values import Who

SHOWN_LINES = 300
WINDOW = 600
"""How many of the latest records are told, at least; twice as many at most."""


def names_in(core: Core) -> Any:
    """All the names that lines may hold: while they stay, so does what was already told."""
    seats, actors = ((tuple((x.id, x.name) for x in part)) for part in (core.seats, core.actors))
    return seats, actors, core.game_master_word, core.session_word


@dataclass
class _Told:
    """One viewer's lines so far, and all they rest on."""

    basis: Any
    upto: int
    lines: list[Line]


class Journals:
    """What each viewer reads of the records after version `after`; `earlier` counts the lines of those before."""

    def __init__(self, system: System[Any], after: int = 0, earlier: Counter[Head] | None = None) -> None:
        self.system = system
        self.after = after
        self.earlier: Counter[Head] = earlier or Counter()
        self._told: dict[Who, _Told] = {}

    def advance(self, records: Sequence[Record]) -> None:
        """Count what is old among `records`, all those in memory, once there is much of it.

        A secret shown later stays on the same side as what it shows.
        """
        if records[-1].version - self.after < 2 * WINDOW:
            return
        border = records[-WINDOW].action
        recent = records[self.after + 1 - records[0].version :]
        for r in reversed(recent):
            if isinstance(r.event, ev.SecretRevealed) and r.action >= border:
                border = min(border, r.event.action)
        old = [r for r in recent if r.action < border]
        if old:
            self.earlier = self.earlier + heads(old, records)
            self.after = old[-1].version
            self._told.clear()

    def recent(self, core: Core, records: Sequence[Record], seat: Who) -> list[Line]:
        """The seat's latest lines: `SHOWN_LINES` of them, or all that `records` hold.

        Only added to while nothing earlier can have changed: names, what the seat may read, what counts.
        """
        basis = (eyes_of(core, seat), names_in(core))
        told = self._told.get(seat)
        first = records[0].version
        new = records[told.upto + 1 - first :] if told else ()
        disturbing = any(isinstance(r.event, ev.Undone | ev.SecretRevealed) for r in new)
        if told is None or told.basis != basis or disturbing:
            lines = [self._shared(line) for line in self._tell(core, records, seat)]
        else:
            count = told.lines[-1].n if told.lines else self._before(basis[0])
            more = journal(self.system, core, new, seat)
            lines = told.lines + [self._shared(replace(line, n=count + line.n)) for line in more]
        lines = lines[-SHOWN_LINES:]
        self._told[seat] = _Told(basis, records[-1].version, lines)
        return lines

    def _shared(self, line: Line) -> Line:
        """The very line that another viewer reads, where it is the same: most are, and they weigh a lot."""
        for told in self._told.values():
            at = line.n - told.lines[0].n if told.lines else -1
            if 0 <= at < len(told.lines) and told.lines[at] == line:
                return told.lines[at]
        return line

    def _tell(self, core: Core, records: Sequence[Record], seat: Who) -> list[Line]:
        first = records[0].version
        lines = journal(self.system, core, records[self.after + 1 - first :], seat)
        if not self.after:
            return lines
        if len(lines) < SHOWN_LINES and first == 1:
            return journal(self.system, core, records, seat)
        before = self._before(eyes_of(core, seat))
        return [replace(line, n=before + line.n) for line in lines]

    def _before(self, eyes: Eyes) -> int:
        return sum(n for head, n in self.earlier.items() if head.shown(eyes))
