"""A seat's view, again and again: whole at each change, so that a lost message costs nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

from paravent.core.refusals import Refusal
from paravent.store.port import UnknownTable
from paravent.table.service import Access, Tables

HEARTBEAT = 15.0
"""Seconds of silence before a comment, so that proxies and phones keep the connection."""
HEADERS = {"X-Accel-Buffering": "no"}
MEDIA = "text/event-stream"


def message(text: str, cursor: str = "") -> str:
    """One unnamed message; `cursor` is opaque to its reader."""
    head = f"id: {cursor}\n" if cursor else ""
    return head + "".join(f"data: {line}\n" for line in text.splitlines()) + "\n"


async def views(
    tables: Tables,
    token: str,
    access: Access,
    written: Callable[[dict[str, Any]], str],
    gone: str,
    heartbeat: float = HEARTBEAT,
) -> AsyncIterator[str]:
    """The messages of one stream. Changes met while one is being sent make one message; it ends, with `gone`, when the
    token no longer opens the seat."""
    async with tables.watch(access.table, access.seat) as bell:
        while True:
            bell.clear()
            try:
                here = await tables.access(token) == access
                view = await tables.view(access.table, access.seat) if here else None
            except (Refusal, UnknownTable):
                view = None
            if view is None:
                yield message(gone)
                return
            yield written(view)
            while True:
                try:
                    await asyncio.wait_for(bell.wait(), heartbeat)
                    break
                except TimeoutError:
                    yield ": toujours là\n\n"
