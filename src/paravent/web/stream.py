"""A seat's view, again and again: whole at each change, so that a lost message costs nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from paravent.core.refusals import Refusal
from paravent.store.port import UnknownTable
from paravent.table.service import Access, Tables
from paravent.web.desk import Places
from paravent.web.security import HANDED

HEARTBEAT = 5.0
"""Seconds of silence before `ALIVE`: proxies keep the connection, and a page that hears nothing for twice as long knows
that it was cut (static/live.js)."""
ALIVE = "event: alive\ndata: .\n\n"
"""A named event, for a page's script never sees a comment; whoever reads unnamed messages only passes over it."""
END = "event: end\ndata: .\n\n"
"""The seat is gone: coming back would be of no use."""
HEADERS = {"X-Accel-Buffering": "no"}
MEDIA = "text/event-stream"
TOGETHER = 50
"""Moments, in the time of a heartbeat, at which streams speak: hundreds at once wake the server once."""
NEXT_LINE = "\ndata: "
BREATH = 0.1
"""Seconds between two messages of a stream at least: what a burst of actions changes meanwhile makes one message."""


class Stream(Response):
    """The response of a stream. Thousands of them wait, and few messages come: it is handed to the outermost layer, so
    that nothing of what found the page is held meanwhile, and each message is let go of once it is sent."""

    media_type = MEDIA

    def __init__(self, messages: AsyncGenerator[str]) -> None:
        self.status_code, self.background = 200, None
        self.init_headers(HEADERS)
        self._messages = messages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if HANDED in scope:
            scope[HANDED].append(self)
        else:
            await self.run(receive, send)

    async def run(self, receive: Receive, send: Send) -> None:
        """Send all messages, or those until the reader hangs up."""
        reading, own, over = asyncio.ensure_future(_hung_up(receive)), asyncio.current_task(), False
        assert own is not None

        def leave(_: object) -> None:
            if not over:
                own.cancel()

        reading.add_done_callback(leave)
        try:
            await send(
                {"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers}
            )
            async for text in self._messages:
                await send({"type": "http.response.body", "body": text.encode(), "more_body": True})
                del text
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        except asyncio.CancelledError:
            if not reading.done() or own.uncancel():
                raise
        finally:
            over = True
            reading.cancel()
            await self._messages.aclose()


async def _hung_up(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def message(text: str, cursor: str = "") -> str:
    """One unnamed message; `cursor` is opaque to its reader."""
    head = f"id: {cursor}\n" if cursor else ""
    # Not `splitlines`: a stream's lines end at \r and \n only, and a text may hold other separators.
    lines = text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
    body = lines.replace("\n", NEXT_LINE)
    return f"{head}data: {body}\n\n"


async def views(
    tables: Tables,
    token: str,
    access: Access,
    fresh: Callable[[], Awaitable[tuple[str, str]]],
    gone: str,
    heartbeat: float = HEARTBEAT,
    places: Places | None = None,
    back: bool = False,
) -> AsyncGenerator[str]:
    """The messages of one stream, made by `fresh` from the seat's view: what tells it from another, then the message,
    "" for none. A view like the last one is not sent. `back`: a page that shows a view is told first that it is heard,
    whatever there is to say next. Changes met while one is being sent make one message; it ends, with `gone`, when
    the token no longer opens the seat, and without a word when newer streams took its place.

    What others do unseen sends nothing, nor does it move the heartbeat: silence must look the same (TAB-15).
    """
    now = asyncio.get_running_loop().time
    moment = heartbeat / TOGETHER

    def beat() -> float:
        """When to speak next, if there is nothing to say until then."""
        return (now() + heartbeat) // moment * moment

    async def seen() -> tuple[str, str]:
        """What the seat sees now, "" once it sees nothing."""
        try:
            return await fresh() if await tables.access(token) == access else ("", "")
        except (Refusal, UnknownTable):
            return "", ""

    async with tables.watch(access.table, access.seat) as bell:
        with (places or Places()).taken(access, bell) as place:
            sent, next_beat = 0, beat()
            if back:
                yield ALIVE
            while True:
                bell.clear()
                if place.lost:
                    return
                told, text = await seen()
                if not told:
                    yield message(gone)
                    yield END
                    return
                # Only a print of what was sent: thousands of views kept would weigh more than all the rest.
                known, sent = not text or hash(told) == sent, hash(told)
                if not known:
                    yield text
                    next_beat = beat()
                del told, text
                if not known:
                    await asyncio.sleep(BREATH)
                while not bell.is_set():
                    try:
                        async with asyncio.timeout_at(next_beat):
                            await bell.wait()
                    except TimeoutError:
                        yield ALIVE
                        next_beat = beat()
