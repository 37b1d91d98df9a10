"""Tables carried whole from one store to another: log, secrets and links, each log checked by its chain."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass

from paravent.store.port import Rejected, Store, TableRow
from paravent.table.log import broken_at

NBSP = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True, slots=True)
class Carried:
    """A table that is now in the other store with so many records; `before`: it already was, the same to the byte."""

    table: TableRow
    records: int
    before: bool


async def carry(source: Store, target: Store) -> AsyncIterator[Carried]:
    """Copy every table, the oldest first. What was carried before is left as it is, so that a copy may be begun again.

    Nobody should play meanwhile: what is written to a table once it is read stays behind. `Rejected` for a log whose
    chain does not hold, or for a table that the target holds otherwise; the tables before it are then carried.
    """
    for table in await source.tables():
        rows = await source.read(table.id)
        if (version := broken_at(rows)) is not None:
            raise Rejected(
                f"La table «{NBSP}{table.id}{NBSP}» est abîmée à l’enregistrement {version}{NBSP}: rien n’en est copié."
            )
        before = await target.table(table.id) is not None
        if not before:
            # After the records: the secrets of each are written with it.
            secrets = await source.sealed(table.id)
            await target.create(table, rows, secrets, await source.credentials(table.id))
        if await target.read(table.id) != rows:
            raise Rejected(f"La table «{NBSP}{table.id}{NBSP}» est déjà là-bas, et elle n’est pas la même.")
        yield Carried(table, len(rows), before)


async def broken(store: Store) -> AsyncIterator[tuple[TableRow, int, int | None]]:
    """For every table, how many records it has, and the first whose chain does not hold, or None."""
    for table in await store.tables():
        rows = await store.read(table.id)
        yield table, len(rows), broken_at(rows)
