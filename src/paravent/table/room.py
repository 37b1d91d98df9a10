"""One table in memory: its records, the game they make, who is watching. Loaded once, then kept in step."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from paravent.core import events as ev
from paravent.core.cast import DrawRef, eyes_of
from paravent.core.game import Fact, Game, Record, apply, fold, open_game
from paravent.core.journal import Line, journal, past_actions
from paravent.core.system import System
from paravent.core.values import Who
from paravent.store.port import Row, Sealed
from paravent.table.log import FIRST, to_record, to_row

CHECKPOINT = 200
"""A game is kept every so many records, so that an undo folds little."""
PAST = 400
"""How many records back the game masters' undo looks."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A fact on its way to the log, with what chance had to do with it."""

    fact: Fact
    hand: Who | None = None
    draw: DrawRef | None = None
    typed: bool = False
    asked: str = ""


@dataclass
class _Lines:
    """One viewer's lines so far, and all they rest on."""

    basis: Any
    upto: int
    lines: list[Line]


@dataclass
class Room:
    """A table as this process knows it. Changed only under `lock`, only by records already committed."""

    id: str
    system: System[Any]
    key: bytes
    secrets: dict[tuple[int, str], bytes]
    records: list[Record] = field(default_factory=list)
    game: Game[Any] | None = None
    head: str = FIRST
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    bells: dict[asyncio.Event, Who] = field(default_factory=dict)
    answered: set[tuple[str, str]] = field(default_factory=set)
    _checkpoints: list[tuple[int, Game[Any]]] = field(default_factory=list)
    _lines: dict[Who, _Lines] = field(default_factory=dict)

    @property
    def now(self) -> Game[Any]:
        assert self.game is not None, "a room is loaded before it is used"
        return self.game

    def load(self, rows: Iterable[Row]) -> None:
        """Take in rows that follow those already known."""
        rows = list(rows)
        self.absorb([to_record(self.system, r) for r in rows])
        if rows:
            self.head = rows[-1].hash

    def absorb(self, records: list[Record]) -> None:
        """Fold committed records."""
        for r in records:
            self.answered.add((r.seat, r.command))
            self.records.append(r)
            if isinstance(r.event, ev.Undone):
                self._checkpoints = [c for c in self._checkpoints if c[1].version <= r.event.upto]
                self.game = self._fold()
            else:
                base = self.game or open_game(self.system, r.event)
                self.game = apply(self.system, base, r)
            if len(self.records) % CHECKPOINT == 0:
                self._checkpoints.append((len(self.records), self.now))

    def _fold(self) -> Game[Any]:
        first = self.records[0].event
        at, base = self._checkpoints[-1] if self._checkpoints else (0, open_game(self.system, first))
        return fold(self.system, base, self.records[at:])

    def rows(self, seat: Who, command: str, at: int, drawn: list[Drawn]) -> tuple[list[Row], list[Record]]:
        """The rows and records of one action, following the head."""
        version, action = self.now.version if self.game else 0, (self.now.action if self.game else 0) + 1
        rows: list[Row] = []
        records: list[Record] = []
        previous = self.head
        for i, d in enumerate(drawn, 1):
            r = Record(
                version=version + i,
                action=action,
                seat=seat,
                command=command,
                at=at,
                event=d.fact.event,
                audience=d.fact.audience,
                hand=d.hand,
                draw=d.draw,
                typed=d.typed,
                asked=d.asked,
            )
            row = to_row(self.system, r, previous)
            previous = row.hash
            rows.append(row)
            records.append(r)
        return rows, records

    def committed(self, rows: list[Row], records: list[Record], sealed: Iterable[Sealed]) -> None:
        """The store has them: fold, and ring every bell."""
        self.secrets |= {(s.epoch, s.stream): s.secret for s in sealed}
        self.absorb(records)
        self.head = rows[-1].hash
        self.ring()

    def ring(self) -> None:
        for bell in self.bells:
            bell.set()

    def past(self, seat: Who) -> Any:
        """What a game master may take back or show."""
        return past_actions(self.system, self.now.core, self.records[-PAST:], seat)

    def lines(self, seat: Who) -> list[Line]:
        """The seat's whole journal, kept between calls and only added to while nothing earlier can have changed."""
        core = self.now.core
        names = (tuple((s.id, s.name) for s in core.seats), tuple((a.id, a.name) for a in core.actors))
        basis = (eyes_of(core, seat), names, core.game_master_word, core.session_word)
        kept = self._lines.get(seat)
        new = self.records[kept.upto :] if kept else []
        disturbing = any(isinstance(r.event, ev.Undone | ev.SecretRevealed) for r in new)
        if kept is None or kept.basis != basis or disturbing:
            lines = journal(self.system, core, self.records, seat)
        else:
            more = journal(self.system, core, new, seat)
            count = len(kept.lines)
            lines = kept.lines + [replace(line, n=count + line.n) for line in more]
        self._lines[seat] = _Lines(basis, len(self.records), lines)
        return lines
