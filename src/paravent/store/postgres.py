"""The store in a PostgreSQL database, that several processes and machines may share.

The key (table, version) decides between them: the loser of a race meets the record that took its place, and is then
told what it would have been told had it come later. `NOTIFY` only wakes readers up (`wakes`).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Concatenate, ParamSpec, TypeVar

from psycopg import OperationalError
from sqlalchemy import URL, Connection, Engine, create_engine, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError

from . import migrate, statements
from .errors import OWN_FAULT, closed, rejected, unavailable
from .port import Credential, Row, Sealed, StoreError, TableRow, Wake
from .sql import SqlStore
from .wakes import CHANNEL, Wakes

T = TypeVar("T")
P = ParamSpec("P")

READERS, WRITERS = 4, 8
PATIENCE = 10
"""Seconds to wait for the database to take a connection."""
TRIES = 5
PAUSE = 0.15
"""Seconds before a second try, twice as many before the third…: a database that restarts is waited for."""
MIGRATING = 5_718_217
"""The advisory lock of whoever migrates."""
_RACED = ("records_pkey", "tables_pkey", "records_table_id_fkey")
"""What says that another process came first: asked again, the request is told so in its own words."""
_GIVEN_UP = ("40001", "40P01")
"""A transaction that PostgreSQL gave up for another's sake."""
_NOTIFY = text("SELECT pg_notify(:channel, :what)")


class PostgresStore(SqlStore):
    """A `Store` in one database. `open` it; its methods may be called from any event loop."""

    shared = True

    def __init__(self, engine: Engine, wakes: Wakes) -> None:
        self._engine = engine
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="paravent-reader")
        # What is asked of one table is done in the order asked.
        self._writers = [
            ThreadPoolExecutor(1, thread_name_prefix=f"paravent-writer-{n}") for n in range(WRITERS)
        ]
        self._wakes = wakes
        self._closed = False

    @classmethod
    def open(cls, url: str) -> PostgresStore:
        """Open the database of a `postgresql:` address, its tables made or migrated if need be; raises as
        `open_store`.
        """
        address = _address(url)
        engine = _engine(address)
        try:
            with engine.begin() as db:
                # One migrates, whoever starts at the same moment waits.
                db.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATING})
                migrate.upgrade(db)
        except DBAPIError as error:
            engine.dispose()
            raise unavailable(error) from error
        except BaseException:
            engine.dispose()
            raise
        return cls(engine, Wakes(address.set(drivername="postgresql").render_as_string(hide_password=False)))

    def hear(self, wake: Wake) -> None:
        self._wakes.hear(wake)

    async def close(self) -> None:
        if not self._closed:
            self._closed = True
            await asyncio.shield(asyncio.to_thread(self._close))

    def _close(self) -> None:
        self._wakes.close()
        for each in (*self._writers, self._readers):
            each.shutdown()
        self._engine.dispose()

    @staticmethod
    def _append(
        db: Connection,
        table: str,
        after: int,
        rows: Sequence[Row],
        secrets: Sequence[Sealed],
        opened: Sequence[Credential],
        dropped: Sequence[str],
    ) -> None:
        statements.append(db, table, after, rows, secrets, opened, dropped)
        db.execute(_NOTIFY, {"channel": CHANNEL, "what": f"{table}:{after + len(rows)}"})

    async def _write(
        self, statement: Callable[Concatenate[Connection, P], None], *args: P.args, **kwargs: P.kwargs
    ) -> None:
        first = args[0]
        table = first.id if isinstance(first, TableRow) else first
        await self._done(self._writers[hash(table) % WRITERS], statement, *args, **kwargs)

    async def _read(
        self, statement: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        return await self._done(self._readers, statement, *args, **kwargs)

    async def _done(
        self,
        threads: ThreadPoolExecutor,
        statement: Callable[Concatenate[Connection, P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        if self._closed:
            raise closed()

        def work() -> T:
            return _tried(self._engine, lambda db: statement(db, *args, **kwargs))

        return await asyncio.get_running_loop().run_in_executor(threads, work)


def _tried(engine: Engine, work: Callable[[Connection], T]) -> T:
    """Run `work` in a transaction, again where that may help; what was written already says so by itself."""
    for tried in range(1, TRIES + 1):
        try:
            with engine.begin() as db:
                return work(db)
        except IntegrityError as error:
            if getattr(getattr(error.orig, "diag", None), "constraint_name", None) not in _RACED:
                raise rejected(error) from error
            fault: Exception = error
        except OWN_FAULT as error:
            raise rejected(error) from error
        except DBAPIError as error:
            fault = error
            if tried == TRIES or not _passing(error):
                break
            time.sleep(PAUSE * 2 ** (tried - 1))
    raise unavailable(fault) from fault


def _passing(error: DBAPIError) -> bool:
    """Whether the same request may go through a moment later: the connection was lost, or the transaction given up."""
    state = getattr(error.orig, "sqlstate", None)
    lost = error.connection_invalidated or (isinstance(error.orig, OperationalError) and state is None)
    return lost or state in _GIVEN_UP or str(state).startswith("57P")


def _address(url: str) -> URL:
    try:
        address = make_url(url)
    except ArgumentError:
        address = None
    if address is None or address.drivername not in ("postgresql", "postgres") or not address.database:
        raise StoreError("L’adresse de la base s’écrit « postgresql://nom:secret@hôte/base ».")
    return address.set(drivername="postgresql+psycopg")


def _engine(address: URL) -> Engine:
    return create_engine(
        address,
        pool_size=READERS + WRITERS,
        max_overflow=0,
        pool_pre_ping=True,
        hide_parameters=True,
        # Whatever the server's own habits: once a write has returned, a crash loses nothing of it.
        connect_args={"connect_timeout": PATIENCE, "options": "-c synchronous_commit=on"},
    )
