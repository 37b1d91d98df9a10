"""What each link opens, as the store said less than a second ago: it is asked at every request and message."""

from __future__ import annotations

import asyncio
import time

from paravent.store.port import Credential, Store

FRESH = 1.0
"""Seconds for which an answer of the store holds: others may withdraw a link too, `paravent lien` for one."""
KNOWN = 20_000
"""How many links have their table remembered."""

Links = dict[str, Credential]


class Doors:
    """The links of the tables asked about, a whole table at a time: its screens look together."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._table_of: dict[str, str] = {}
        self._links: dict[str, tuple[float, Links]] = {}
        self._asking: dict[str, asyncio.Task[Links]] = {}

    async def link(self, digest: str) -> Credential | None:
        """What the link of this print opens; None for none. Never older than `FRESH`, nor than `forget`."""
        table = self._table_of.get(digest)
        if table is not None and (known := (await self._of(table)).get(digest)) is not None:
            return known
        # A link made since the table's were read is not among them.
        found = await self._store.credential(digest)
        if found is not None:
            self._table_of[digest] = found.table
            if len(self._table_of) > KNOWN:
                del self._table_of[next(iter(self._table_of))]
        return found

    async def _of(self, table: str) -> Links:
        asked_at, links = self._links.get(table, (float("-inf"), {}))
        if time.monotonic() - asked_at <= FRESH:
            return links
        asking = self._asking.get(table)
        if asking is None:
            asking = self._asking[table] = asyncio.ensure_future(self._ask(table))
        return await asyncio.shield(asking)

    async def _ask(self, table: str) -> Links:
        now, me = time.monotonic(), asyncio.current_task()
        try:
            links = {c.digest: c for c in await self._store.credentials(table)}
        finally:
            mine = self._asking.get(table) is me
            if mine:
                del self._asking[table]
        if mine:
            self._links[table] = (now, links)
        return links

    def forget(self, table: str) -> None:
        """A link of this table may have been withdrawn: what was read no longer holds, nor what is being read."""
        self._links.pop(table, None)
        self._asking.pop(table, None)
