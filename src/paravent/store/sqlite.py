"""The store in one SQLite file: one writing connection on its own thread, a few that only read."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.pool import QueuePool

from . import migrate
from .errors import closed, unavailable
from .lock import FileLock
from .port import StoreError, Wake
from .sql import SqlStore
from .writer import Writer

T = TypeVar("T")
P = ParamSpec("P")

READERS = 4
PATIENCE = 10.0
"""Seconds to wait for another process that writes."""


class SqliteStore(SqlStore):
    """A `Store` in one file. `open` it; its methods may be called from any event loop."""

    shared = False

    def __init__(self, writing: Engine, reading: Engine, lock: FileLock) -> None:
        self._lock = lock
        self._reading = reading
        self._writer = Writer(writing, lock)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="paravent-reader")
        self._closed = False

    @classmethod
    def open(cls, url: str) -> SqliteStore:
        """Open the file of a `sqlite:` address, made or migrated if need be; raises as `open_store`."""
        path = _path(url)
        try:
            _prepare(path)
            lock = FileLock(path.with_name(f"{path.name}-lock"), PATIENCE)
        except OSError as error:
            raise unavailable(error) from error
        writing = _writing_engine(path)
        try:
            with lock, writing.begin() as db:
                migrate.upgrade(db)
        except Exception as error:
            writing.dispose()
            lock.close()
            if isinstance(error, DBAPIError | OSError):
                raise unavailable(error) from error
            raise
        return cls(writing, _reading_engine(path), lock)

    def hear(self, wake: Wake) -> None:
        """Nothing to hear: the little that others write, a link made anew, is met at the next read or write."""

    async def close(self) -> None:
        if not self._closed:
            self._closed = True
            await asyncio.shield(asyncio.to_thread(self._close))

    def _close(self) -> None:
        # Readers first: the connection closed last is the one that checkpoints.
        self._readers.shutdown()
        self._reading.dispose()
        self._writer.close()
        self._lock.close()

    async def _write(
        self, statement: Callable[Concatenate[Connection, P], None], *args: P.args, **kwargs: P.kwargs
    ) -> None:
        def work(db: Connection) -> None:
            statement(db, *args, **kwargs)

        await asyncio.wrap_future(self._writer.submit(work))

    async def _read(
        self, statement: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        if self._closed:
            raise closed()

        def work() -> T:
            try:
                with self._reading.connect() as db:
                    return statement(db, *args, **kwargs)
            except DBAPIError as error:
                raise unavailable(error) from error

        return await asyncio.get_running_loop().run_in_executor(self._readers, work)


def _path(url: str) -> Path:
    try:
        parsed = make_url(url)
    except ArgumentError:
        parsed = None
    if parsed is None or parsed.drivername != "sqlite" or parsed.host or parsed.query:
        raise StoreError("L’adresse du journal s’écrit « sqlite:///chemin/fichier.sqlite ».")
    if not parsed.database or parsed.database == ":memory:" or parsed.database.startswith("file:"):
        raise StoreError("Le journal se garde dans un fichier : « sqlite:///chemin/fichier.sqlite ».")
    return Path(parsed.database).absolute()


def _prepare(path: Path) -> None:
    """Make the file before SQLite does: it holds secrets, and SQLite gives its companions the same rights."""
    path.parent.mkdir(parents=True, exist_ok=True)
    # Never open a file that exists: closing it would drop the locks that SQLite holds on it in this process.
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    for suffix in ("", "-wal", "-shm"):
        with suppress(FileNotFoundError, PermissionError):
            path.with_name(path.name + suffix).chmod(0o600)


def _writing_engine(path: Path) -> Engine:
    pragmas = ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", "PRAGMA foreign_keys=ON")
    engine = _engine(path, "rw", 1, *pragmas)

    @event.listens_for(engine, "begin")
    def begin(db: Connection) -> None:
        db.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def _reading_engine(path: Path) -> Engine:
    return _engine(path, "ro", READERS, "PRAGMA query_only=ON")


def _engine(path: Path, mode: str, connections: int, *pragmas: str) -> Engine:
    def connect() -> sqlite3.Connection:
        # No isolation level: the driver begins nothing by itself, what is written here is what runs.
        db = sqlite3.connect(
            f"{path.as_uri()}?mode={mode}",
            uri=True,
            timeout=PATIENCE,
            isolation_level=None,
            check_same_thread=False,
        )
        for pragma in pragmas:
            db.execute(pragma).close()
        return db

    return create_engine(
        "sqlite://",
        creator=connect,
        poolclass=QueuePool,
        pool_size=connections,
        max_overflow=0,
        hide_parameters=True,
    )
