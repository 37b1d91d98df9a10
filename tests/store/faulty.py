"""A disk whose calls fail as if it were full, one chosen call after the other, under the real store.

The store's own connections are made on `apsw`'s SQLite, through a VFS that counts what is asked of the disk; what is
left of the driver's ways is that of `sqlite3`, whose errors it raises.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import unquote, urlsplit

import apsw
import pytest

from paravent.store import sqlite

CHECKPOINT = 8
"""Pages of the log between two checkpoints, so that these meet full disks too."""


class Disk(apsw.VFS):
    """Fails at the call number `at`, counted from 1; `lasting`: and at all others, until `free`."""

    def __init__(self, at: int = 0, lasting: bool = False) -> None:
        self.calls, self.at, self.lasting = 0, at, lasting
        self.failed = 0
        self.synced = False
        """Whether all that was written to the log is synced."""
        super().__init__("faulty", "")

    def free(self) -> None:
        """Make room."""
        self.at = 0

    def ask(self, code: int = apsw.SQLITE_FULL) -> None:
        """Count one call, which fails with this code where it must."""
        self.calls += 1
        if self.at and (self.calls == self.at or (self.lasting and self.calls > self.at)):
            self.failed += 1
            raise apsw.exception_for(code)

    def xOpen(self, name: Any, flags: list[int]) -> _File:
        path = name.filename() if isinstance(name, apsw.URIFilename) else str(name)
        if flags[0] & apsw.SQLITE_OPEN_CREATE and not Path(path).exists():
            self.ask(apsw.SQLITE_CANTOPEN)
        return _File(self, path, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:
        self.ask(apsw.SQLITE_IOERR_DELETE)
        super().xDelete(filename, syncdir)

    def excepthook(self, *_: Any) -> None:
        """What fails where SQLite passes over it is said nowhere."""


class _File(apsw.VFSFile):
    def __init__(self, disk: Disk, path: str, name: Any, flags: list[int]) -> None:
        self._disk, self._log = disk, path.endswith("-wal")
        super().__init__("", name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:  # SQLite's own names
        if self._log:
            self._disk.synced = False
        self._disk.ask()
        super().xWrite(data, offset)

    def xTruncate(self, newsize: int) -> None:
        self._disk.ask(apsw.SQLITE_IOERR_TRUNCATE)
        super().xTruncate(newsize)

    def xSync(self, flags: int) -> None:
        self._disk.ask(apsw.SQLITE_IOERR_FSYNC)
        super().xSync(flags)
        self._disk.synced |= self._log

    def excepthook(self, *_: Any) -> None:
        """As that of the disk."""


@contextmanager
def _errors() -> Iterator[None]:
    try:
        yield
    except apsw.Error as error:
        match error:
            case apsw.ConstraintError():
                kind: type[sqlite3.Error] = sqlite3.IntegrityError
            case apsw.NotADBError() | apsw.CorruptError():
                kind = sqlite3.DatabaseError
            case _:
                kind = sqlite3.OperationalError
        told = kind(str(error))
        told.sqlite_errorcode = getattr(error, "extendedresult", 0)
        raise told from error


class _Cursor:
    """As much of a DB-API cursor as SQLAlchemy asks."""

    arraysize, lastrowid, rowcount = 1, 0, -1

    def __init__(self, db: apsw.Connection) -> None:
        self._db = db
        self._cursor = db.cursor()
        # Told before the first step: afterwards, a request that found nothing has none.
        self._cursor.exec_trace = self._begun
        self.description: Any = None
        self._rows: list[Any] = []

    def _begun(self, cursor: apsw.Cursor, *_: Any) -> bool:
        self.description = tuple((name, *[None] * 6) for name, _ in cursor.get_description()) or None
        return True

    def execute(self, statement: str, parameters: Sequence[Any] = ()) -> _Cursor:
        with _errors():
            self._cursor.execute(statement, tuple(parameters))
            self._rows = self._cursor.fetchall()
        self.rowcount = self._db.changes()
        return self

    def executemany(self, statement: str, parameters: Sequence[Any]) -> _Cursor:
        for each in parameters:
            self.execute(statement, each)
        return self

    def fetchone(self) -> Any:
        return self._rows.pop(0) if self._rows else None

    def fetchmany(self, size: int = 1) -> list[Any]:
        found, self._rows = self._rows[:size], self._rows[size:]
        return found

    def fetchall(self) -> list[Any]:
        return self.fetchmany(len(self._rows))

    def close(self) -> None:
        self._cursor.close(True)


class _Connection:
    """As much of a DB-API connection as SQLAlchemy asks."""

    isolation_level = None

    def __init__(self, disk: Disk, path: str, mode: str) -> None:
        self._disk = disk
        flags = apsw.SQLITE_OPEN_READONLY if mode == "ro" else apsw.SQLITE_OPEN_READWRITE
        with _errors():
            self._db = apsw.Connection(path, flags=flags, vfs="faulty")
            self._db.set_busy_timeout(1000)
            self._db.execute(f"PRAGMA wal_autocheckpoint={CHECKPOINT}").fetchall()

    def cursor(self) -> _Cursor:
        return _Cursor(self._db)

    def execute(self, statement: str) -> _Cursor:
        return self.cursor().execute(statement)

    def create_function(self, *_: Any, **__: Any) -> None:
        """SQLAlchemy offers a function that the store never calls."""

    def commit(self) -> None:
        try:
            self._end("COMMIT")
        except sqlite3.Error:
            # `apsw` tells every fault it met. Once the log is synced, this one was that of the checkpoint which
            # follows, and which SQLite itself says nothing of.
            if not self._disk.synced:
                raise

    def rollback(self) -> None:
        self._end("ROLLBACK")

    def _end(self, how: str) -> None:
        if self._db.in_transaction:
            self.execute(how)

    def close(self) -> None:
        try:
            self._db.close(True)
        except apsw.Error:
            """What it had to do it has done, or will be done by whoever opens the file next."""


@contextmanager
def under(disk: Disk, patched: pytest.MonkeyPatch) -> Iterator[Disk]:
    """Have every store that is opened meanwhile on this disk."""

    def connect(address: str, **_: Any) -> _Connection:
        parts = urlsplit(address)
        return _Connection(disk, unquote(parts.path), parts.query.removeprefix("mode="))

    with patched.context() as here:
        here.setattr(sqlite, "sqlite3", SimpleNamespace(connect=connect))
        try:
            yield disk
        finally:
            disk.unregister()
