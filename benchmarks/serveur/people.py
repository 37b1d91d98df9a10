"""People at their screens, as the server sees them: streams held open, forms sent as a page sends them."""

from __future__ import annotations

import asyncio
import re
import time
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

QUESTION = 'name="key" value="([0-9a-f]{32})"><input type="hidden" name="command" value="%s">'
OPEN = re.compile(QUESTION % "OpenTest")
DRAW = re.compile(QUESTION % "WillDraw")
NAMED = re.compile(rb"\x1f(.{16})")
LONGEST = 4_000_000


@dataclass
class Screen:
    """One seat's open stream: when its messages came, and the last of them."""

    table: str
    token: str
    home: str
    """The address it connects from: a server bounds how many connections one household may hold."""
    came: list[float] = field(default_factory=list)
    bytes: int = 0
    view: bytes = b""
    """The last message, its pieces named."""
    held: dict[bytes, bytes] = field(default_factory=dict)
    """Every piece that came. A page forgets those that its last message does not name; forgetting costs more than it
    saves here, where people share the machine with the server."""
    first: asyncio.Event = field(default_factory=asyncio.Event)
    lost: bool = False

    async def watch(self, port: int) -> None:
        """Read the stream until it is cancelled, or ends."""
        reader, writer = await self._connected(port)
        head = f"GET /table/{self.table}/flux HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{self._cookie}\r\n\r\n"
        writer.write(head.encode())
        try:
            status = await reader.readuntil(b"\r\n\r\n")
            if b" 200 " not in status.split(b"\r\n")[0]:
                raise ConnectionError(status.decode())
            while size := int(await reader.readline() or b"0", 16):
                message = (await reader.readexactly(size + 2))[:-2]
                if message.startswith(b"data: "):
                    self.came.append(time.perf_counter())
                    self.bytes += len(message)
                    self.view, *fresh = message.split(b"\x1e")
                    self.held |= {x[:16]: x[16:] for x in fresh}
                    self.first.set()
        finally:
            self.lost = True
            writer.close()

    async def stall(self, port: int) -> asyncio.StreamWriter:
        """Open the stream once more, and read nothing of it."""
        reader, writer = await self._connected(port)
        head = f"GET /table/{self.table}/flux HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{self._cookie}\r\n\r\n"
        writer.write(head.encode())
        reader._transport.pause_reading()  # type: ignore[attr-defined]  # a reader has no word for it
        return writer

    @property
    def text(self) -> str:
        """The whole view, as static/live.js makes it of the last message."""
        return NAMED.sub(lambda m: self.held[m[1]], self.view).decode()

    async def send(self, port: int, pattern: re.Pattern[str], command: str, **fields: str) -> int:
        """Send a form this screen shows, as htmx does; the answer's status once it has come whole, 0 when the screen
        shows no such form."""
        found = pattern.search(self.text)
        if found is None:
            return 0
        body = urlencode({"key": found[1], "command": command, **fields}).encode()
        reader, writer = await self._connected(port)
        head = (
            f"POST /table/{self.table}/geste HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{self._cookie}\r\n"
            f"Origin: http://127.0.0.1:{port}\r\nHX-Request: true\r\nConnection: close\r\n"
            f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        writer.write(head.encode() + body)
        answer = await reader.read()
        writer.close()
        return int(answer.split(None, 2)[1])

    async def _connected(self, port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", port, limit=LONGEST, local_addr=(self.home, 0))

    @property
    def _cookie(self) -> str:
        return f"Cookie: siege-{self.table}={self.token}"


@dataclass
class Table:
    """A game master and players around one table, who play test after test of the rules."""

    master: Screen
    players: list[Screen]
    actors: list[str]
    turn: int = 0
    drawing: bool = False

    @staticmethod
    def of(told: dict[str, Any], n: int) -> Table:
        home = f"127.0.{1 + n // 200}.{1 + n % 200}"
        screens = [Screen(told["table"], token, home) for token in told["tokens"]]
        return Table(screens[0], screens[1:], told["actors"])

    @property
    def screens(self) -> list[Screen]:
        return [self.master, *self.players]

    async def command(self, port: int) -> tuple[float, int]:
        """The next command of the table: the game master asks for a test, or its player draws. When it was sent, and
        the answer's status."""
        who = self.turn % len(self.players)
        start = time.perf_counter()
        if self.drawing:
            status = await self.players[who].send(port, DRAW, "WillDraw")
        else:
            asked = {"f.actor": self.actors[who], "f.skill": "14", "f.ease": "normal", "f.secrecy": "table"}
            status = await self.master.send(port, OPEN, "OpenTest", **asked)
        if status == 200:
            self.turn += self.drawing
            self.drawing = not self.drawing
        return start, status
