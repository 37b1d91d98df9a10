"""Opens rooms from the store, from a snapshot when there is a good one, and keeps snapshots as tables go on."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from typing import Any

from paravent.store.port import Store, StoreError
from paravent.table import snapshot
from paravent.table.log import to_record
from paravent.table.room import Room

EVERY = 500
"""Records between two snapshots of a table."""
WORTH = 50
"""Records since the last snapshot that make another one worthwhile when a table is let go of, or the server stops."""

log = logging.getLogger(__name__)


class Keeper:
    """What stands between the rooms of one process and their store's snapshots."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._writing: set[asyncio.Task[None]] = set()

    async def fill(self, room: Room) -> None:
        """Bring a room that nobody uses yet up to its log, off the event loop."""
        found = await self._store.snapshot(room.id)
        kept = None if found is None else snapshot.read(room.system, found)
        if kept is not None:
            rows = await self._store.read(room.id, after=kept.after)
            if await asyncio.to_thread(room.resume, kept, rows):
                return
        await asyncio.to_thread(room.load, await self._store.read(room.id))

    async def complete(self, room: Room) -> None:
        """Bring into memory the records that a snapshot let the room do without."""
        if not room.whole:
            rows = await self._store.read(room.id, limit=room.records[0].version - 1)
            room.complete(await asyncio.to_thread(lambda: [to_record(room.system, r) for r in rows]))

    def grown(self, room: Room) -> None:
        """Records were added: keep a snapshot when there are many, without making anyone wait."""
        if room.now.version - room.saved >= EVERY:
            self._start(room)

    def leave(self, room: Room) -> None:
        """A room will be forgotten: keep a snapshot when it is worth it, without making anyone wait."""
        if room.now.version - room.saved >= WORTH:
            self._start(room)

    async def close(self, rooms: Iterable[Room]) -> None:
        """Keep what is worth keeping, and wait until it is written."""
        for room in rooms:
            self.leave(room)
        await asyncio.gather(*self._writing)

    def _start(self, room: Room) -> None:
        room.saved = room.now.version
        task = asyncio.create_task(self._write(room.id, room.system, room.keep()))
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)

    async def _write(self, table: str, system: Any, kept: Any) -> None:
        try:
            await self._store.save_snapshot(table, await asyncio.to_thread(snapshot.write, system, kept))
        except StoreError as error:
            # The log holds everything: the next opening only takes longer.
            log.warning("instantané non gardé : %s", error)
