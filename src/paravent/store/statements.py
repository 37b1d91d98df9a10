"""The store's requests in SQL, each on a connection whose transaction belongs to the caller."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from sqlalchemy import BindParameter, Column, Connection, Table, bindparam, delete, func, insert, select

from .port import (
    SNAPSHOTS_KEPT,
    Conflict,
    Credential,
    DuplicateCommand,
    Rejected,
    Row,
    Sealed,
    Snapshot,
    TableExists,
    TableRow,
    UnknownTable,
)
from .schema import credentials, metadata, records, sealed, snapshots, tables


def _columns(value: type, table: Table) -> dict[str, Column[Any]]:
    """The columns holding a value's fields, in the order of its constructor."""
    return {f.name: table.c["table_id" if f.name == "table" else f.name] for f in fields(value)}


_ROW = _columns(Row, records)
_TABLE = _columns(TableRow, tables)
_CREDENTIAL = _columns(Credential, credentials)
_SEALED = _columns(Sealed, sealed)
_SNAPSHOT = _columns(Snapshot, snapshots)

# Built once: building a statement costs more than running it, and one thread runs all that is written.
_TABLE_ID: BindParameter[str] = bindparam("table")
_SEAT: BindParameter[str] = bindparam("seat")
_COMMAND: BindParameter[str] = bindparam("command")
_INSERT = {table: insert(table) for table in metadata.sorted_tables}
_LAST = select(func.max(records.c.version)).where(records.c.table_id == _TABLE_ID)
_LAST_OF_KNOWN = select(_LAST.scalar_subquery()).where(tables.c.id == _TABLE_ID)
_ANSWERED = select(func.min(records.c.version), func.max(records.c.version)).where(
    records.c.table_id == _TABLE_ID, records.c.seat == _SEAT, records.c.command == _COMMAND
)
_READ = select(*_ROW.values()).where(records.c.table_id == _TABLE_ID).order_by(records.c.version)


def _insert(
    db: Connection, into: Table, columns: dict[str, Column[Any]], values: Sequence[object], **same: str
) -> None:
    if values:
        parameters = [
            same | {column.name: getattr(value, name) for name, column in columns.items()} for value in values
        ]
        db.execute(_INSERT[into], parameters)


def create(
    db: Connection,
    table: TableRow,
    rows: Sequence[Row],
    secrets: Sequence[Sealed],
    opened: Sequence[Credential],
) -> None:
    """Write a new table with all it starts with."""
    if get_table(db, table.id) is not None:
        raise TableExists(table.id)
    _insert(db, tables, _TABLE, [table])
    _write(db, table.id, 0, rows, secrets, opened)


def append(
    db: Connection,
    table: str,
    after: int,
    rows: Sequence[Row],
    secrets: Sequence[Sealed],
    opened: Sequence[Credential],
    dropped: Sequence[str],
) -> None:
    """Write what follows `after`, or raise what forbids it."""
    last = _last_of_known(db, table)
    # A command sent again is out of date too: it must get its first answer, not a conflict.
    for seat, command in dict.fromkeys((row.seat, row.command) for row in rows):
        if versions := answered(db, table, seat, command):
            raise DuplicateCommand(*versions)
    if last != after:
        raise Conflict(table, after, last)
    if dropped:
        db.execute(
            delete(credentials).where(credentials.c.table_id == table, credentials.c.digest.in_(dropped))
        )
    _write(db, table, after, rows, secrets, opened)


def _write(
    db: Connection,
    table: str,
    after: int,
    rows: Sequence[Row],
    secrets: Sequence[Sealed],
    opened: Sequence[Credential],
) -> None:
    if [row.version for row in rows] != list(range(after + 1, after + 1 + len(rows))):
        raise Rejected(f"Les versions ne se suivent pas après {after}.")
    if any(credential.table != table for credential in opened):
        raise Rejected("Un accès nomme une autre table.")
    _insert(db, records, _ROW, rows, table_id=table)
    _insert(db, sealed, _SEALED, secrets, table_id=table)
    _insert(db, credentials, _CREDENTIAL, opened)


def _last_of_known(db: Connection, table: str) -> int:
    found = db.execute(_LAST_OF_KNOWN, {"table": table}).one_or_none()
    if found is None:
        raise UnknownTable(table)
    return found[0] or 0


def answered(db: Connection, table: str, seat: str, command: str) -> tuple[int, int] | None:
    """First and last version of a command."""
    first, last = db.execute(_ANSWERED, {"table": table, "seat": seat, "command": command}).one()
    return None if first is None else (first, last)


def read(db: Connection, table: str, after: int, limit: int | None) -> list[Row]:
    """Records after a version, in order."""
    query = _READ.where(records.c.version > after).limit(limit)
    return [Row(*found) for found in db.execute(query, {"table": table})]


def last(db: Connection, table: str) -> int:
    """Last version, 0 without any."""
    return db.execute(_LAST, {"table": table}).scalar_one() or 0


def list_tables(db: Connection) -> list[TableRow]:
    """All tables, the oldest first."""
    query = select(*_TABLE.values()).order_by(tables.c.created, tables.c.id)
    return [TableRow(*found) for found in db.execute(query)]


def get_table(db: Connection, table: str) -> TableRow | None:
    """The table of this id."""
    found = db.execute(select(*_TABLE.values()).where(tables.c.id == table)).one_or_none()
    return None if found is None else TableRow(*found)


def get_credential(db: Connection, digest: str) -> Credential | None:
    """The credential of this digest."""
    found = db.execute(select(*_CREDENTIAL.values()).where(credentials.c.digest == digest)).one_or_none()
    return None if found is None else Credential(*found)


def list_credentials(db: Connection, table: str) -> list[Credential]:
    """The credentials of a table, the oldest first."""
    query = select(*_CREDENTIAL.values()).where(credentials.c.table_id == table)
    return [
        Credential(*found)
        for found in db.execute(query.order_by(credentials.c.created, credentials.c.digest))
    ]


def list_sealed(db: Connection, table: str) -> list[Sealed]:
    """The secrets of a table."""
    query = select(*_SEALED.values()).where(sealed.c.table_id == table)
    return [Sealed(*found) for found in db.execute(query.order_by(sealed.c.epoch, sealed.c.stream))]


def save_snapshot(db: Connection, table: str, snapshot: Snapshot) -> None:
    """Write a snapshot and forget the oldest ones."""
    if snapshot.version > _last_of_known(db, table):
        raise Rejected(f"Le journal n’atteint pas la version {snapshot.version}.")
    mine = snapshots.c.table_id == table
    db.execute(delete(snapshots).where(mine, snapshots.c.version == snapshot.version))
    _insert(db, snapshots, _SNAPSHOT, [snapshot], table_id=table)
    kept = select(snapshots.c.version).where(mine).order_by(snapshots.c.version.desc()).limit(SNAPSHOTS_KEPT)
    db.execute(delete(snapshots).where(mine, snapshots.c.version.not_in(kept)))


def get_snapshot(db: Connection, table: str) -> Snapshot | None:
    """The snapshot of the highest version."""
    query = select(*_SNAPSHOT.values()).where(snapshots.c.table_id == table)
    found = db.execute(query.order_by(snapshots.c.version.desc()).limit(1)).one_or_none()
    return None if found is None else Snapshot(*found)


def delete_table(db: Connection, table: str) -> None:
    """Delete a table; all that it owns goes with it."""
    db.execute(delete(tables).where(tables.c.id == table))
