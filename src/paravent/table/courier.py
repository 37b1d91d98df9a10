"""A table left for days: since when each seat is awaited, what its feed may tell, what is told of a scene elsewhere."""

from __future__ import annotations

import asyncio
import hmac
from dataclasses import dataclass
from typing import Any

from paravent.core import events as ev
from paravent.core.cast import eyes_of, public_eyes
from paravent.core.codec import canonical
from paravent.core.game import Game, answerable, key_of
from paravent.core.journal import lines_for
from paravent.core.since import asked_since, urgent
from paravent.core.values import Who
from paravent.store.port import Credential
from paravent.table import tokens
from paravent.table.links import FEED, Access, Links
from paravent.table.recap import Told, tell
from paravent.table.room import Room


@dataclass(frozen=True, slots=True)
class Awaited:
    """A question that awaits a seat: its key, a name that lasts as long as the question, since when (ms)."""

    key: str
    name: str
    since: int


class Courier(Links):
    """What playing by post asks of a table."""

    async def awaiting(self, table: str, seat: Who) -> list[Awaited]:
        """The questions that await this seat, the oldest first; `Refusal` for a seat not, or no longer, there."""
        room = await self.room(table)
        self._present(room, seat)
        game = room.now
        asked = [w for w in answerable(game, seat, room.waitings(seat)) if urgent(game, seat, w)]
        keys = [(repr(w.topic), key_of(room.key, game, seat, w)) for w in asked]
        since = await self._since(room, game, seat, {topic for topic, _ in keys})
        # One that was answered while the log was read is gone.
        found = [Awaited(key, _name(room, seat, t), since[t]) for t, key in keys if t in since]
        return sorted(found, key=lambda a: a.since)

    async def _since(self, room: Room, game: Game[Any], seat: Who, asked: set[str]) -> dict[str, int]:
        before, known = room.since.get(seat, (None, None))
        if before is game and known is not None:
            return known
        if before is None or before.version > game.version or _undone_since(room, before):
            before, known = None, None
        if before is None and asked and not room.whole:
            # What has awaited longer than memory reaches.
            reach = room.moments()
            found, early = await asyncio.to_thread(asked_since, room.system, seat, asked, reach)
            if not early:
                return self._known(room, game, seat, found)
            await self._keeper.complete(room)
        newer = (m for m in room.moments(before.version if before else 0) if m[1].version <= game.version)
        found, _ = await asyncio.to_thread(asked_since, room.system, seat, asked, newer, known)
        return self._known(room, game, seat, found)

    def _known(self, room: Room, game: Game[Any], seat: Who, found: dict[str, int]) -> dict[str, int]:
        room.since[seat] = game, found
        return found

    # A seat's feed

    async def feed_of(self, table: str, seat: Who) -> str:
        """The token of the seat's feed, "" when it has none."""
        room = await self.room(table)
        self._present(room, seat)
        for c in await self._feeds(room, seat):
            token = tokens.feed(room.key, table, seat, c.created)
            if tokens.digest(token) == c.digest:
                return token
        return ""

    async def renew_feed(self, table: str, seat: Who) -> str:
        """A new feed for the seat; its earlier one is withdrawn."""
        room = await self.room(table)
        async with room.lock:
            self._present(room, seat)
            old = await self._feeds(room, seat)
            made = max([self._clock(), *(c.created + 1 for c in old)])
            token = tokens.feed(room.key, table, seat, made)
            fresh = Credential(table, seat, FEED, tokens.digest(token), made, None)
            await self._open(room, [fresh], [c.digest for c in old])
        return token

    async def drop_feed(self, table: str, seat: Who) -> None:
        """The seat's feed is read no more."""
        room = await self.room(table)
        async with room.lock:
            self._present(room, seat)
            await self._open(room, [], [c.digest for c in await self._feeds(room, seat)])

    async def _feeds(self, room: Room, seat: Who) -> list[Credential]:
        return [c for c in await self.store.credentials(room.id) if c.seat == seat and c.role == FEED]

    async def feeds(self, token: str) -> Access | None:
        """The seat whose feed this token reads; None for any other token."""
        found = await self._stored(tokens.digest(token)) if 0 < len(token) <= 200 else None
        if found is None or found.role != FEED:
            return None
        return Access(found.table, Who(found.seat), FEED)

    # What is told elsewhere

    async def recap(
        self, table: str, seat: Who, part: str = "", form: str = "", *, public: bool = True
    ) -> Told:
        """A part of the table's story to paste elsewhere, as whoever watches reads it or, not `public`, as this seat
        does. An unknown part is the latest one, an unknown form the first of `recap.FORMATS`. `Refusal`."""
        room = await self.room(table)
        self._present(room, seat)
        await self._keeper.complete(room)
        core = room.now.core
        eyes = public_eyes(core) if public else eyes_of(core, seat)
        lines = lines_for(room.system, core, room.records, eyes)
        return tell(core.name, lines, core.session_word, part, form)


def _name(room: Room, seat: Who, topic: str) -> str:
    """What tells a question from all others of the table, to its seat and to nobody else's knowledge."""
    said = canonical(["paravent/attente", seat, topic])
    return hmac.digest(room.key, said.encode(), "sha256").hex()[:32]


def _undone_since(room: Room, game: Game[Any]) -> bool:
    """Whether an undo came after this moment, which may then no longer be part of what counts."""
    first = room.records[0].version
    return any(isinstance(r.event, ev.Undone) for r in room.records[game.version + 1 - first :])
