"""The network side: how long, how large and how many connections may be before any request exists."""

from __future__ import annotations

import asyncio
import gc
import socket
from collections import Counter
from typing import Any, ClassVar

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from paravent.web.security import LONGEST_HEADERS, client_of

HEADERS_WITHIN = 10.0
"""Seconds to say what is asked; whoever takes longer is hung up on."""
MOST_CONNECTIONS = 600
"""Open connections of one address: a convention behind one router has less."""
READ_WITHIN = 60.0
"""Seconds to read some of what was sent; whoever reads nothing for longer is hung up on, and holds no memory."""
GRACE = 3
"""Seconds left to open streams when the server stops."""


def server_config(app: Any, *, host: str, port: int, proxy: str = "", **more: Any) -> uvicorn.Config:
    """How uvicorn serves `app`. No forwarded header is believed, for anyone may send one, but those of `proxy`, the
    address of a server that stands before this one: it says who asks, and whether by https.
    """
    options: dict[str, Any] = {
        "http": behind(proxy) if proxy else Patient,
        "ws": "none",
        "lifespan": "off",
        "log_level": "warning",
        "access_log": False,
        "proxy_headers": bool(proxy),
        "forwarded_allow_ips": proxy or "127.0.0.1",
        "server_header": False,
        "h11_max_incomplete_event_size": LONGEST_HEADERS,
        "timeout_graceful_shutdown": GRACE,
    }
    return uvicorn.Config(app, host=host, port=port, **{**options, **more})


class Server(uvicorn.Server):
    """Uvicorn, but streams end when it stops: it need not cut them, nor complain of it."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.config.app.state.places.close()  # type: ignore[union-attr]  # always an application of `create_app`
        await super().shutdown(sockets)


def settle_memory() -> None:
    """Once everything is imported: what lives as long as the process is no more searched for garbage, and the rest
    seldom. A search goes through all that came since the last one, and holds everyone up for a tenth of a second or
    more; it finds little, for pages leave none (templating.py) and a closed connection seven small objects."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(200_000, 10, 10)


class Patient(H11Protocol):
    """HTTP/1.1 that does not wait forever for a request, nor for its answer to be read, nor for too many of them."""

    headers_within = HEADERS_WITHIN
    read_within = READ_WITHIN
    most_connections = MOST_CONNECTIONS
    proxy = ""
    """The peer that connects for everyone."""
    homes: ClassVar[Counter[str]] = Counter()
    """How many connections each address holds now."""
    _home = ""
    _late: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as its base does
        super().connection_made(transport)
        self._home = client_of({"client": self.client})
        self.homes[self._home] += 1
        if self._home != self.proxy and self.homes[self._home] > self.most_connections:
            self._hang_up(
                429, "Too Many Requests", "Trop de connexions ouvertes : fermes-en, puis recommence."
            )
            return
        self._await_request()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._await_request()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._mind(self.transport.get_write_buffer_size())

    def _mind(self, left: int) -> None:
        """Hang up on whoever reads nothing of what is `left` for them."""

        def look() -> None:
            now = self.transport.get_write_buffer_size()
            if now < left:
                self._mind(now)
            else:
                self.transport.abort()

        self._unread = self.loop.call_later(self.read_within, look)

    def resume_writing(self) -> None:
        self._stop_minding()
        super().resume_writing()

    def _stop_minding(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self._stop_minding()
        self.homes[self._home] -= 1
        if self.homes[self._home] <= 0:
            del self.homes[self._home]
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        self._hang_up(400, "Bad Request", "Cette demande est mal formée, ou ses en-têtes sont trop longs.")

    def _await_request(self) -> None:
        """Between two requests the clock runs; during one, the application keeps its own."""
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop_waiting()
        elif self._late is None and not self.transport.is_closing():
            self._late = self.loop.call_later(self.headers_within, self._too_late)

    def _stop_waiting(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _too_late(self) -> None:
        self._late = None
        if self.cycle is None or self.cycle.response_complete:
            self._hang_up(408, "Request Timeout", "Cette demande met trop de temps à arriver.")

    def _hang_up(self, status: int, phrase: str, why: str) -> None:
        body = f"{why}\n".encode()
        retry = "Retry-After: 30\r\n" if status == 429 else ""
        head = (
            f"HTTP/1.1 {status} {phrase}\r\n{retry}Content-Type: text/plain; charset=utf-8\r\n"
            f"Content-Length: {len(body)}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + body)
        self.transport.close()


def behind(proxy: str) -> type[Patient]:
    """`Patient` behind a proxy, which keeps many connections open for many people, and limits them itself."""
    return type("PatientBehind", (Patient,), {"proxy": proxy})
