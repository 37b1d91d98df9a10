"""Pages that a table's system adds to it, behind the same door as all others."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, nullcontext
from typing import Any
from weakref import WeakValueDictionary

from fastapi import HTTPException, Request
from fastapi.responses import Response

from paravent.core.pages import Download
from paravent.systems import all_systems
from paravent.table.service import Access
from paravent.web import screen
from paravent.web.desk import seat_key
from paravent.web.site import Routes, Site, router_of

ADDRESS = re.compile(r"([a-z][a-z.-]{0,30})/[A-Za-z0-9_-]{1,64}(#[A-Za-z0-9_-]{1,64})?")
"""A page of a system under its table: a name, a key, and maybe a place in it."""

WORKED_OUT = 2
"""Pages that are worked out at once, for all tables: a forecast may keep a core busy."""


class SystemPages:
    """What stands at /table/{table}/{name}/{key}: what is not there and what may not be known are refused alike."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._worked_out = asyncio.Semaphore(WORKED_OUT)
        self._of_each: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        gets: Routes = {"/table/{table}/{name}/{key}": self.page}
        self.router = router_of(gets, {})

    async def page(self, request: Request, table: str, name: str, key: str) -> Response:
        access, _ = await self._site.seat(request, table)
        query = dict(request.query_params)
        if query:
            # What is asked of a page may have to be worked out.
            self._site.desk.taking_away(access)
        async with self._working_out(access) if query else nullcontext():
            found = await self._site.tables.page(table, access.seat, name, key, query)
        if found is None:
            raise HTTPException(404)
        if isinstance(found, Download):
            disposition = f'attachment; filename="{found.name}"'
            return Response(
                found.text, media_type=found.media_type, headers={"Content-Disposition": disposition}
            )
        shown = screen.arrange(await self._site.tables.view(table, access.seat), lines=None)
        return self._site.page(
            request,
            f"{shown['system']}/{name}.html",
            **shown,
            page=found.data,
            heading=found.title,
            address=f"{name}/{key}",
            asked=_asked(shown),
        )

    @asynccontextmanager
    async def _working_out(self, access: Access) -> AsyncIterator[None]:
        """One page at a time for each seat: whoever asks for many waits for their own, and lets others through."""
        async with self._of_each.setdefault(seat_key(access), asyncio.Lock()), self._worked_out:
            yield


def is_page(system: str, address: str) -> bool:
    """Whether an address under a table is that of a page of its system, for an answer given there to come back to."""
    found, rules = ADDRESS.fullmatch(address), all_systems().get(system)
    return bool(found and rules and found[1] in rules.pages)


def _asked(shown: Mapping[str, Any]) -> dict[str, tuple[Any, Any]]:
    """Each command this seat may send now, with the question it answers: a page shows the forms it has room for."""
    waitings = (*shown["now"], *shown["helped"], *shown["free"], *shown["standing"])
    return {o["command"]: (w, o) for w in reversed(waitings) for o in w["offers"]}
