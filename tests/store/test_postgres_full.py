"""PostgreSQL without room at any statement in turn, its commits included: refused in French, nothing half written, and
all goes on once there is room. The errors are the server's own, those of a full disk."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import Engine, event
from sqlalchemy.engine.default import DefaultDialect

from paravent.store import open_store
from paravent.store.port import Snapshot, Store, StoreUnavailable

from .appender import check_log, ensure_tables, send
from .postgres_server import drop, new_database

NO_ROOM = "DO $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$"


@pytest.fixture
def url() -> Iterator[str]:
    made = new_database()
    yield made
    drop(made)


class Disk:
    """Counts statements and commits, and fails at number `at`."""

    def __init__(self) -> None:
        self.calls = self.at = 0

    def ask(self, connection: Any) -> None:
        self.calls += 1
        if self.calls == self.at:
            connection.execute(NO_ROOM)


@contextmanager
def under(disk: Disk, patched: pytest.MonkeyPatch) -> Iterator[None]:
    """Have this disk under every statement that SQLAlchemy sends meanwhile."""

    def statement(cursor: Any, *_: Any) -> None:
        disk.ask(cursor.connection)

    commit = DefaultDialect.do_commit

    def committing(self: Any, connection: Any) -> None:
        disk.ask(connection.driver_connection)
        commit(self, connection)

    patched.setattr(DefaultDialect, "do_commit", committing)
    for name in ("do_execute", "do_executemany"):
        event.listen(Engine, name, statement)
    try:
        yield
    finally:
        for name in ("do_execute", "do_executemany"):
            event.remove(Engine, name, statement)


FULL = "Le disque de la base de données est plein. Rien n’a été inscrit."


async def evening(store: Store, table: str) -> list[str]:
    """Somebody who plays, insisting at each refusal; what these said."""
    told: list[str] = []

    async def insist(act: Any) -> None:
        for _ in range(2):
            try:
                await act()
                return
            except StoreUnavailable as error:
                told.append(str(error))
        raise AssertionError("there is room, and it is still refused")

    await insist(lambda: ensure_tables(store, [table]))
    for n in range(3):
        await insist(lambda n=n: send(store, table, f"geste-{n}", 2))
    await insist(lambda: store.save_snapshot(table, Snapshot(4, "1", "y" * 100)))
    assert list(check_log(await store.read(table))) == [f"geste-{n}" for n in range(3)]
    return told


async def test_no_room_at_any_statement(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    store = open_store(url)
    disk = Disk()
    with under(disk, monkeypatch):
        assert await evening(store, "calme") == []
        calls = disk.calls
        assert calls > 30
        # The last reading is only there to check.
        for at in range(1, calls - 1):
            disk.calls, disk.at = 0, at
            assert await evening(store, f"pleine-{at}") == [FULL]
    await store.close()


@pytest.mark.parametrize("at", [1, 3, 6, 9, 12])
async def test_no_room_at_opening(url: str, at: int, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = Disk()
    disk.at = at
    with under(disk, monkeypatch):
        with pytest.raises(StoreUnavailable, match=FULL):
            open_store(url)
        store = open_store(url)
        assert await evening(store, "brume") == []
        await store.close()
