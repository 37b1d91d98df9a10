"""One table in memory: its records, the game they make, who is watching. Loaded once, then kept in step."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from paravent.core import events as ev
from paravent.core.cast import DrawRef
from paravent.core.game import (
    UNDO_REACH,
    Fact,
    Game,
    Record,
    apply,
    fold,
    open_game,
    void_versions,
    waitings,
)
from paravent.core.journal import Head, Line, past_actions
from paravent.core.offers import Waiting
from paravent.core.remembered import Aside
from paravent.core.standing import Past
from paravent.core.system import System
from paravent.core.values import Who
from paravent.store.port import Row, Sealed
from paravent.table.lines import SHOWN_LINES, Journals, names_in
from paravent.table.log import FIRST, to_record, to_row

CHECKPOINT = 200
"""A game is kept every so many records, so that an undo folds little."""
CHECKPOINTS_KEPT = 8
PAST = 400
"""How many records back the game masters' undo looks."""
_asked_in = Aside[Game[Any], tuple[Waiting, ...]](most=64)
"""What may be done now in the games asked about last, for game masters and for the others: it weighs more than a game,
and is soon made again."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A fact on its way to the log, with what chance had to do with it."""

    fact: Fact
    hand: Who | None = None
    draw: DrawRef | None = None
    typed: bool = False
    asked: str = ""


@dataclass(frozen=True, slots=True)
class Kept:
    """A table at one version, and what its latest records need to be told: all that a snapshot holds."""

    game: Game[Any]
    head: str
    after: int
    earlier: Counter[Head]


@dataclass
class Room:
    """A table as this process knows it. Changed only under `lock`, only by records already committed.

    `records` may lack the oldest, when the table was opened from a snapshot: see `whole` and `complete`.
    """

    id: str
    system: System[Any]
    key: bytes
    secrets: dict[tuple[int, str], bytes]
    records: list[Record] = field(default_factory=list)
    game: Game[Any] | None = None
    head: str = FIRST
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    bells: dict[asyncio.Event, Who] = field(default_factory=dict)
    saved: int = 0
    used: float = field(default_factory=time.monotonic)
    """When somebody last asked for it."""
    since: dict[Who, tuple[Game[Any], dict[str, int]]] = field(default_factory=dict)
    """What `core.since` last found for each seat, and in which game."""
    _checkpoints: list[Game[Any]] = field(default_factory=list)
    _journals: Journals = field(init=False)
    _past: tuple[Past, ...] = ()
    _past_upto: int = 0
    _past_names: Any = None

    def __post_init__(self) -> None:
        self._journals = Journals(self.system)

    @property
    def now(self) -> Game[Any]:
        """The game as it stands."""
        assert self.game is not None, "a room is loaded before it is used"
        return self.game

    @property
    def whole(self) -> bool:
        """Whether every record is in memory."""
        return not self.records or self.records[0].version == 1

    def load(self, rows: Iterable[Row]) -> None:
        """Take in rows that follow those already known."""
        rows = list(rows)
        self.absorb([to_record(self.system, r) for r in rows])
        if rows:
            self.head = rows[-1].hash

    def resume(self, kept: Kept, rows: list[Row]) -> bool:
        """Start from a snapshot, with the `rows` after `kept.after`; False when it does not belong to their log, or
        when what came since reaches back before it."""
        at = kept.game.version - kept.after
        if not 0 < at <= len(rows) or rows[at - 1].hash != kept.head:
            return False
        records = [to_record(self.system, r) for r in rows]
        if any(isinstance(r.event, ev.Undone) and r.event.upto < kept.game.version for r in records[at:]):
            return False
        self.records, self.game, self._checkpoints = records[:at], kept.game, [kept.game]
        self._journals = Journals(self.system, kept.after, kept.earlier)
        self.saved = kept.game.version
        self.absorb(records[at:])
        self.head = rows[-1].hash
        return True

    def complete(self, older: list[Record]) -> None:
        """Take in the records that a snapshot let the room do without."""
        if not self.whole:
            self.records = [r for r in older if r.version < self.records[0].version] + self.records

    def keep(self) -> Kept:
        """What a snapshot of this moment holds."""
        return Kept(self.now, self.head, self._journals.after, self._journals.earlier)

    def reaches_back(self, events: Iterable[Any]) -> bool:
        """Whether an undo among `events` needs records that are not in memory."""
        oldest = (self._checkpoints or [self.now])[0].version
        return not self.whole and any(isinstance(e, ev.Undone) and e.upto < oldest for e in events)

    def absorb(self, records: list[Record]) -> None:
        """Fold committed records."""
        undone = [r.event.upto for r in records if isinstance(r.event, ev.Undone)]
        if len(undone) > 1:
            # All at once: to fold anew at each undo of a long log would take the square of its length.
            self._checkpoints = [g for g in self._checkpoints if g.version <= min(undone)]
            self.records += records
            self.game = self._fold()
            self._checkpoints.append(self.game)
            records = []
        for r in records:
            self.records.append(r)
            if isinstance(r.event, ev.Undone):
                self._checkpoints = [g for g in self._checkpoints if g.version <= r.event.upto]
                self.game = self._fold()
            else:
                base = self.game or open_game(self.system, r.event)
                self.game = apply(self.system, base, r)
            if r.version % CHECKPOINT == 0:
                self._checkpoints = [*self._checkpoints, self.now][-CHECKPOINTS_KEPT:]
        if self.records:
            self._journals.advance(self.records)

    def _fold(self) -> Game[Any]:
        first = self.records[0]
        base = self._checkpoints[-1] if self._checkpoints else open_game(self.system, first.event)
        return fold(self.system, base, self.records[base.version + 1 - first.version :])

    def moments(self, after: int = 0) -> Iterator[tuple[int, Game[Any]]]:
        """The game after each action that still counts and ends past version `after`, with its time, latest first; as
        far back as what is in memory now tells."""
        records, bases = tuple(self.records), list(self._checkpoints)
        if self.whole:
            bases.insert(0, open_game(self.system, records[0].event))
        return _moments(self.system, records, bases, after)

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
        """Tell every watcher to look again."""
        for bell in self.bells:
            bell.set()

    def past(self, seat: Who) -> tuple[Past, ...]:
        """What the game masters, who all read everything, may take back or show: whole actions among the latest
        records."""
        cut = max(0, len(self.records) - PAST)
        while 0 < cut < len(self.records) and self.records[cut].action == self.records[cut - 1].action:
            cut += 1
        latest, names = self.records[cut:], names_in(self.now.core)
        first = self.now.version + 1 - len(latest)
        new = latest[max(0, self._past_upto + 1 - first) :]
        disturbing = any(isinstance(r.event, ev.Undone | ev.SecretRevealed) for r in new)
        if self._past_names != names or disturbing:
            self._past, new = (), latest
        found = (*past_actions(self.system, self.now.core, new, seat), *self._past)
        within = tuple(p for p in found if p.upto >= first - 1)
        self._past, self._past_upto, self._past_names = within[:UNDO_REACH], self.now.version, names
        return self._past

    def waitings(self, seat: Who) -> tuple[Waiting, ...]:
        """Everything that may be done now, with what may be taken back when a game master asks; built once a game."""
        leads = seat in self.now.core.game_masters
        asked = _asked_in(self.now)
        if leads not in asked:
            asked[leads] = waitings(self.system, self.now, self.past(seat) if leads else ())
        return asked[leads]

    def lines(self, seat: Who) -> list[Line]:
        """The seat's latest lines, `SHOWN_LINES` at most."""
        return self._journals.recent(self.now.core, self.records, seat)

    def lacks_lines(self, seat: Who) -> bool:
        """Whether the seat's latest lines are partly in records that are not in memory."""
        return not self.whole and len(self.lines(seat)) < SHOWN_LINES


def _moments(
    system: System[Any], records: Sequence[Record], bases: Sequence[Game[Any]], after: int
) -> Iterator[tuple[int, Game[Any]]]:
    """See `Room.moments`. Each of `bases` stands for all records up to its version."""
    void, first = void_versions(records), records[0].version
    end = len(records)
    for base in reversed(bases):
        start, game = base.version + 1 - first, base
        ends: list[tuple[int, Game[Any]]] = []
        for i in range(start, end):
            r = records[i]
            game = apply(system, game, r, void=r.version in void)
            if i + 1 == len(records) or records[i + 1].action != r.action:
                ends.append((r.at, game))
        yield from (m for m in reversed(ends) if m[1].version > after)
        if base.version <= after:
            return
        end = start
