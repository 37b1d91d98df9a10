"""The tables one process has in memory: loaded once, then changed one action at a time. Nothing is told before it is
committed; the loser of a race between processes reloads and decides again."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from paravent.core.refusals import Refusal
from paravent.core.values import Who
from paravent.store.port import (
    CUT,
    Conflict,
    Credential,
    Row,
    Sealed,
    Store,
    StoreError,
    TableRow,
    UnknownTable,
)
from paravent.systems import all_systems
from paravent.table.doors import Doors
from paravent.table.keeper import Keeper
from paravent.table.log import to_record
from paravent.table.room import Drawn, Room

KEYS_EPOCH = 0
"""The key that names a table's waitings is kept beside the secrets of chance, as those of « epoch 0 »."""
TRIES = 10
IDLE = 600.0
"""Seconds after which a table that nobody watches is let go of: no request lasts so long."""
SWEEP, SWEPT = 2.0, 8
"""Seconds between two looks for idle tables, and how many one look lets go of: each may leave a snapshot to write."""


def _now_ms() -> int:
    return time.time_ns() // 1_000_000


@dataclass
class Beside:
    """What an action writes beside its records: secrets of chance, and the links it opens and withdraws."""

    sealed: list[Sealed] = field(default_factory=list)
    add: list[Credential] = field(default_factory=list)
    drop: list[str] = field(default_factory=list)


class Rooms:
    """Every table of one store, as this process knows it."""

    def __init__(self, store: Store, clock: Callable[[], int] = _now_ms) -> None:
        self.store = store
        self._clock = clock
        self._rooms: dict[str, Room] = {}
        self._opening = asyncio.Lock()
        self._keeper = Keeper(store)
        self._hearing = False
        self._mine: set[tuple[str, int]] = set()
        """What this process wrote to a shared store, and has not heard of yet."""
        self._waking: set[asyncio.Task[None]] = set()
        self._doors = Doors(store)
        self._swept = time.monotonic()

    async def room(self, table: str) -> Room:
        """The table in memory, loaded on first use and never behind its log; `UnknownTable`."""
        self._let_go()
        if not self.store.shared:
            return await self._opened(table)
        self._hear()
        room = await self._opened(table)
        await self._refresh(room)
        return room

    async def _opened(self, table: str) -> Room:
        if (known := self._rooms.get(table)) is not None:
            known.used = time.monotonic()
            return known
        async with self._opening:
            if table in self._rooms:
                return self._rooms[table]
            row = await self.store.table(table)
            if row is None or row.system not in all_systems():
                raise UnknownTable(table)
            sealed = {(s.epoch, s.stream): s.secret for s in await self.store.sealed(table)}
            key = sealed.pop((KEYS_EPOCH, "sealed"))
            room = Room(table, all_systems()[row.system], key, sealed)
            await self._keeper.fill(room)
            # What another process committed meanwhile came with secrets of its own.
            room.secrets |= await self._secrets(table) if self.store.shared else {}
            return self._rooms.setdefault(table, room)

    def _let_go(self) -> None:
        """Forget a few of the tables that nobody has looked at for long: they are opened again from their log."""
        now = time.monotonic()
        if now - self._swept < SWEEP:
            return
        self._swept = now
        idle = [
            r for r in self._rooms.values() if r.used < now - IDLE and not r.bells and not r.lock.locked()
        ]
        for room in idle[:SWEPT]:
            self._keeper.leave(room)
            del self._rooms[room.id]

    async def every(self) -> list[TableRow]:
        """Every table of the store, the oldest first."""
        return await self.store.tables()

    async def _commit(
        self, room: Room, seat: Who, command_id: str, deciding: Callable[[Beside], list[Drawn]]
    ) -> None:
        """Decide and append; after a lost race, catch up and decide again."""
        for tried in range(TRIES):
            if tried > 1:
                # Others write without end: each loser takes a breath, and not all the same.
                await asyncio.sleep(secrets.randbelow(2**tried) / 1000)
            beside = Beside()
            drawn = deciding(beside)
            if room.reaches_back(d.fact.event for d in drawn):
                await self._keeper.complete(room)
            rows, records = room.rows(seat, command_id, self._clock(), drawn)
            if self.store.shared:
                self._mine.add((room.id, rows[-1].version))
            writing = asyncio.ensure_future(self._append(room, rows, beside))
            try:
                await asyncio.shield(writing)
            except asyncio.CancelledError:
                # The write goes on without its caller: take it in, so that memory and log stay the same.
                await asyncio.wait([writing])
                if writing.exception() is None:
                    room.committed(rows, records, beside.sealed)
                raise
            except Conflict:
                await self._catch_up(room)
                continue
            room.committed(rows, records, beside.sealed)
            self._keeper.grown(room)
            return
        raise _busy()

    async def _open(self, room: Room, add: list[Credential], drop: list[str]) -> None:
        """Change what opens the table's seats, and nothing of its log."""
        for _ in range(TRIES):
            try:
                # Shielded: a link withdrawn without this process having heard of it would go on opening here.
                writing = asyncio.ensure_future(self._append(room, [], Beside(add=add, drop=drop)))
                return await asyncio.shield(writing)
            except Conflict:
                await self._catch_up(room)
        raise _busy()

    async def _append(self, room: Room, rows: list[Row], beside: Beside) -> None:
        try:
            await self.store.append(
                room.id,
                room.now.version,
                rows,
                sealed=tuple(beside.sealed),
                add_credentials=tuple(beside.add),
                drop_credentials=tuple(beside.drop),
            )
        finally:
            if beside.drop:
                self._doors.forget(room.id)

    async def _link(self, digest: str) -> Credential | None:
        """What the link of this print opens. Between processes the store alone knows."""
        return await (self.store.credential(digest) if self.store.shared else self._doors.link(digest))

    async def _catch_up(self, room: Room) -> None:
        rows = await self.store.read(room.id, after=room.now.version)
        # After the records: each has its secrets written with it.
        room.secrets |= await self._secrets(room.id)
        if room.reaches_back(to_record(room.system, r).event for r in rows):
            await self._keeper.complete(room)
        room.load(rows)
        room.ring()

    async def _secrets(self, table: str) -> dict[tuple[int, str], bytes]:
        found = await self.store.sealed(table)
        return {(s.epoch, s.stream): s.secret for s in found if s.epoch != KEYS_EPOCH}

    # A store that other processes write to

    async def _refresh(self, room: Room) -> None:
        """Take in what another process wrote, if there is any."""
        last = await self.store.last(room.id)
        if not last:
            self._rooms.pop(room.id, None)
            raise UnknownTable(room.id)
        if last > room.now.version:
            async with room.lock:
                if last > room.now.version:
                    await self._catch_up(room)

    def _hear(self) -> None:
        """Have watchers woken up by what others write; asked on the loop that serves them."""
        if not self._hearing:
            self._hearing = True
            loop = asyncio.get_running_loop()

            def wake(table: str, version: int) -> None:
                # Once the loop is closed nobody watches any more.
                with suppress(RuntimeError):
                    loop.call_soon_threadsafe(self._woken, table, version)

            self.store.hear(wake)

    def _woken(self, table: str, version: int) -> None:
        """One wake-up: see `Store.hear`. It is never relied on, so one that meets a fault is let go."""
        if not table:
            self._mine.clear()
            watched = [room for room in self._rooms.values() if room.bells]
            self._wake(*watched)
            if (table, version) == CUT:
                for room in watched:
                    room.ring()
            return
        known = (table, version) in self._mine
        self._mine.discard((table, version))
        changed = self._rooms.get(table)
        if changed is None or known:
            return
        if version > changed.now.version:
            self._wake(changed)
        else:
            # No record more: what opens the table changed.
            changed.ring()

    def _wake(self, *rooms: Room) -> None:
        async def look() -> None:
            for room in rooms:
                with suppress(StoreError):
                    await self._refresh(room)

        task = asyncio.ensure_future(look())
        self._waking.add(task)
        task.add_done_callback(self._waking.discard)

    async def close(self) -> None:
        """Keep the snapshots worth keeping and let go of the store."""
        await self._keeper.close(self._rooms.values())
        await self.store.close()


def _busy() -> Refusal:
    return Refusal("TAB-09", "la table est trop sollicitée\N{NO-BREAK SPACE}; recommencez")
