"""A real server for the terminal's tests, a typist whose lines come when asked for, and a table with its people."""

from __future__ import annotations

import asyncio
import io
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import Queue
from typing import Any

import uvicorn

from paravent.store import open_store
from paravent.table.service import Created, Tables
from paravent.web.app import create_app

SCORES = [str(n) for n in range(1, 23)]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@asynccontextmanager
async def serving(tables: Tables, port: int) -> AsyncIterator[str]:
    """The web application on a port of this machine; its address."""
    app = create_app(tables, hosts=("127.0.0.1",))
    config = uvicorn.Config(
        app, host="127.0.0.1", port=port, log_level="error", ws="none", timeout_graceful_shutdown=1
    )
    server = uvicorn.Server(config)
    running = asyncio.ensure_future(server.serve())
    try:
        await until(lambda: server.started)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        await running


async def until(done: Callable[[], bool], seconds: float = 60.0) -> None:
    """Wait for something to become true; a test that waits in vain fails."""
    async with asyncio.timeout(seconds):
        while not done():  # noqa: ASYNC110 - what is waited for is another thread's doing
            await asyncio.sleep(0.02)


class Typist(io.TextIOBase):
    """A keyboard: `type` gives lines, and a reader waits for them."""

    def __init__(self) -> None:
        self._lines: Queue[str] = Queue()

    def type(self, *lines: str) -> None:
        for line in lines:
            self._lines.put(line + "\n")

    def leave(self) -> None:
        self._lines.put("")

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]  # a plain stream is enough
        return self._lines.get()


@dataclass
class Evening:
    """A table of Les Architectes: Maud leads, Léa plays Iris."""

    tables: Tables
    created: Created
    maud: Any
    lea: Any
    lea_token: str
    iris: str

    async def view(self, seat: Any) -> dict[str, Any]:
        return await self.tables.view(self.created.table, seat)

    async def act(self, seat: Any, command: str, /, **fields: Any) -> None:
        """Answer the first question that offers a command."""
        view = await self.view(seat)
        key = next(
            w["key"]
            for w in view["waitings"]
            if any(o["command"] == command and not o["barred"] for o in w["offers"])
        )
        await self.tables.act(
            self.created.table, seat, key, command, fields, f"c{len(view['journal'])}-{command}"
        )

    async def test(self, skill: str = "12") -> None:
        """Maud asks Iris for a test."""
        await self.act(self.maud, "OpenTest", actor=self.iris, skill=skill, ease="normal", secrecy="table")

    async def texts(self, seat: Any) -> list[str]:
        return [x["text"] for x in (await self.view(seat))["journal"]]


@asynccontextmanager
async def evening(folder: Path) -> AsyncIterator[Evening]:
    tables = Tables(open_store(f"sqlite:///{folder}/t.sqlite"))
    try:
        created = await tables.create("architectes", "La Brume", "Maud")
        leader = await tables.access(created.game_master)
        assert leader is not None
        token, lea = await tables.join(created.invitation, "Léa", "j1")
        party = Evening(tables, created, leader.seat, lea, token, "")
        await party.act(lea, "ProposeCharacter", name="Iris", identity={}, scores=SCORES)
        await party.act(leader.seat, "AcceptActor")
        party.iris = (await party.view(lea))["me"]["actors"][0]
        yield party
    finally:
        await tables.close()
