"""Many open tables, each with people who follow it as `static/live.js` does, and a server that comes back."""

from __future__ import annotations

import asyncio
import random
import time
from asyncio import StreamReader
from contextlib import suppress
from dataclasses import dataclass, field

from paravent.cli.bases import address_of
from paravent.store import open_store
from paravent.table.service import Tables

FIRST_RETRY, LONGEST_RETRY = 0.25, 1.5
PEOPLE = 4
AT_ONCE = 8
NOTES = 12


@dataclass
class Viewer:
    """One page that is open: it comes back by itself, after the delays of `live.js`."""

    table: str
    token: str
    address: str
    """Whence: a server counts the connections of each address."""
    dice: random.Random
    number: int
    word: bytes = b""
    """What was said last at this table."""
    back: list[tuple[float, bool]] = field(default_factory=list)
    """For each connection that said anything: when, and whether what the page then showed held the word."""
    shows: bytes = b""
    """The last message."""

    @property
    def bearer(self) -> dict[str, str]:
        """What a program of the same seat sends."""
        return {"Authorization": f"Bearer {self.token}"}

    @property
    def _mark(self) -> str:
        """What it says of the view it shows: the mark of the last message."""
        mark, found, _ = self.shows.removeprefix(b"id: ").partition(b"\n")
        return f"?vu={mark.decode()}" if found else ""

    async def follow(self, port: int) -> None:
        delay = FIRST_RETRY
        while True:
            with suppress(OSError, asyncio.IncompleteReadError):
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", port, local_addr=(self.address, 0), limit=1 << 22
                )
                try:
                    writer.write(
                        f"GET /table/{self.table}/flux{self._mark} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
                        f"Cookie: siege-{self.table}={self.token}\r\n\r\n".encode()
                    )
                    if await self._listen(reader):
                        delay = FIRST_RETRY
                finally:
                    writer.close()
            await asyncio.sleep(delay * (0.75 + self.dice.random() / 2))
            delay = min(2 * delay, LONGEST_RETRY)

    async def _listen(self, reader: StreamReader) -> bool:
        """Hear messages until the connection is cut; whether there was one."""
        head = await reader.readuntil(b"\r\n\r\n")
        if b" 200 " not in head.partition(b"\r\n")[0]:
            return False
        heard = current = False
        with suppress(OSError, asyncio.IncompleteReadError):
            while size := int(await reader.readuntil(b"\r\n"), 16):
                said = await reader.readexactly(size + 2)
                heard = True
                if said.startswith(b"id: "):
                    self.shows = said
                elif self.word not in self.shows:
                    # It is heard, and what it misses is on its way.
                    continue
                if not current:
                    self.back.append((time.monotonic(), self.word in self.shows))
                current = True
        return heard


async def opened(base: str, count: int, dice: random.Random) -> list[Viewer]:
    """So many tables, with a game master and players who have written to each other."""
    tables = Tables(open_store(address_of(base)))
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(number: int) -> list[Viewer]:
        async with gate:
            made = await tables.create("architectes", f"Table {number}", "Ada")
            seats = [await tables.join(made.invitation, f"P{n}", f"place-{n}") for n in range(PEOPLE)]
            for n in range(NOTES):
                await write(tables, made.table, seats[n % PEOPLE][1], f"Note {n}, table {number}", f"n-{n}")
            tokens = [made.game_master, *(token for token, _ in seats)]
            return [
                Viewer(
                    made.table, token, f"127.0.1.{1 + number % 200}", random.Random(dice.randbytes(8)), number
                )
                for token in tokens
            ]

    found = await asyncio.gather(*map(one, range(count)))
    await tables.close()
    return [viewer for viewers in found for viewer in viewers]


async def write(tables: Tables, table: str, seat: str, text: str, id: str) -> None:
    view = await tables.view(table, seat)
    key = next(w["key"] for w in view["waitings"] if any(o["command"] == "Write" for o in w["offers"]))
    await tables.act(table, seat, key, "Write", {"text": text, "to": "tous"}, id)
