"""What stores in SQL have in common: each request is one statement of `statements`, read or written their way."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection

from . import statements
from .port import Credential, Row, Sealed, Snapshot, TableRow

T = TypeVar("T")
P = ParamSpec("P")


class SqlStore(ABC):
    """A `Store` whose requests run on connections of its own."""

    _append = staticmethod(statements.append)

    @abstractmethod
    async def _write(
        self, statement: Callable[Concatenate[Connection, P], None], *args: P.args, **kwargs: P.kwargs
    ) -> None:
        """Run a statement in a transaction, all or nothing, and come back once it is durable."""

    @abstractmethod
    async def _read(
        self, statement: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a statement that only reads."""

    async def create(
        self,
        table: TableRow,
        rows: Sequence[Row] = (),
        sealed: Sequence[Sealed] = (),
        credentials: Sequence[Credential] = (),
    ) -> None:
        await self._write(statements.create, table, tuple(rows), tuple(sealed), tuple(credentials))

    async def append(
        self,
        table: str,
        after: int,
        rows: Sequence[Row],
        *,
        sealed: Sequence[Sealed] = (),
        add_credentials: Sequence[Credential] = (),
        drop_credentials: Sequence[str] = (),
    ) -> None:
        added, dropped = tuple(add_credentials), tuple(drop_credentials)
        await self._write(self._append, table, after, tuple(rows), tuple(sealed), added, dropped)

    async def answered(self, table: str, seat: str, command: str) -> tuple[int, int] | None:
        return await self._read(statements.answered, table, seat, command)

    async def read(self, table: str, after: int = 0, limit: int | None = None) -> list[Row]:
        return await self._read(statements.read, table, after, limit)

    async def last(self, table: str) -> int:
        return await self._read(statements.last, table)

    async def tables(self) -> list[TableRow]:
        return await self._read(statements.list_tables)

    async def table(self, id: str) -> TableRow | None:
        return await self._read(statements.get_table, id)

    async def credential(self, digest: str) -> Credential | None:
        return await self._read(statements.get_credential, digest)

    async def credentials(self, table: str) -> list[Credential]:
        return await self._read(statements.list_credentials, table)

    async def sealed(self, table: str) -> list[Sealed]:
        return await self._read(statements.list_sealed, table)

    async def save_snapshot(self, table: str, snapshot: Snapshot) -> None:
        await self._write(statements.save_snapshot, table, snapshot)

    async def snapshot(self, table: str) -> Snapshot | None:
        return await self._read(statements.get_snapshot, table)

    async def delete_table(self, table: str) -> None:
        await self._write(statements.delete_table, table)
