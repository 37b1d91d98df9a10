"""What is sent slowly, too long or too often to a real socket is hung up on, in French, and others are served."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager, suppress
from pathlib import Path

import httpx
import pytest
import uvicorn

from paravent.store import open_store
from paravent.table.service import Tables
from paravent.web.app import create_app
from paravent.web.security import LONGEST_HEADERS
from paravent.web.server import Patient, server_config

PAGES = 8
GET = b"GET /regles HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


@asynccontextmanager
async def listening(tables: Tables) -> AsyncIterator[int]:
    app = create_app(tables, hosts=("127.0.0.1",))
    server = uvicorn.Server(server_config(app, host="127.0.0.1", port=0, timeout_graceful_shutdown=1))
    serving = asyncio.create_task(server.serve())
    while not server.started:  # noqa: ASYNC110  # uvicorn tells by this flag alone
        await asyncio.sleep(0.01)
    listener = server.servers[0].sockets[0]
    # Accepted connections inherit it: what is not read soon waits in the server itself.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    yield listener.getsockname()[1]
    server.should_exit = True
    await serving


@pytest.fixture
async def tables(tmp_path: Path) -> AsyncIterator[Tables]:
    tables = Tables(open_store(f"sqlite:///{tmp_path}/t.sqlite"))
    yield tables
    await tables.close()


async def sent(port: int, *parts: bytes, pause: float = 0.0) -> bytes:
    """All that comes back after sending these bytes, until the server hangs up."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        for part in parts:
            writer.write(part)
            await writer.drain()
            await asyncio.sleep(pause)
        async with asyncio.timeout(20):
            return await reader.read()
    except ConnectionError:
        return b""
    finally:
        writer.close()


async def test_whoever_dawdles_before_asking_is_hung_up_on(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Patient, "headers_within", 0.4)
    async with listening(tables) as port:
        silent, slow, second = await asyncio.gather(
            sent(port),
            sent(port, *(bytes([c]) for c in b"GET / HTTP/1.1\r\nX"), pause=0.05),
            # A first request well asked, then the start of another.
            sent(port, GET, b"GET / HT", pause=0.3),
        )
        assert silent.startswith(b"HTTP/1.1 408 ")
        assert b"408" in slow or slow == b""
        assert second.startswith(b"HTTP/1.1 200 OK")
        assert b"HTTP/1.1 408 " in second
        assert "trop de temps" in silent.decode()


async def test_a_request_under_way_is_left_alone(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Patient, "headers_within", 0.2)
    made = await tables.create("architectes", "La Brume", "Ada")
    async with listening(tables) as port, httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as client:
        headers = {"Authorization": f"Bearer {made.game_master}"}
        async with client.stream("GET", f"/api/tables/{made.table}/flux", headers=headers) as stream:
            lines = stream.aiter_lines()
            assert (await anext(lines)).startswith("id: ")
            await asyncio.sleep(0.6)
            await tables.join(made.invitation, "Léa", "place-1")
            async with asyncio.timeout(10):
                assert any(
                    [line.startswith("data: ") and "Léa" in line async for line in _until(lines, "Léa")]
                )


async def _until(lines: AsyncIterator[str], word: str) -> AsyncIterator[str]:
    async for line in lines:
        yield line
        if word in line:
            return


async def test_headers_have_an_end(tables: Tables) -> None:
    async with listening(tables) as port:
        long = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"x" * (2 * LONGEST_HEADERS) + b"\r\n\r\n"
        for nonsense in (
            long,
            b"\x16\x03\x01\x02\x00\x01",
            b"GET  / HTTP/9\r\n\r\n",
            b"GET / HTTP/1.1\r\n\r\n",
        ):
            answer = await sent(port, nonsense)
            assert answer == b"" or answer[:13] in (b"HTTP/1.1 400 ", b"HTTP/1.1 421 ", b"HTTP/1.1 431 "), (
                answer[:80]
            )
            assert b"Invalid" not in answer


async def test_one_address_holds_so_many_connections(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Patient, "most_connections", 3)
    async with listening(tables) as port:
        held = [await asyncio.open_connection("127.0.0.1", port) for _ in range(3)]
        refused = await sent(port)
        assert refused.startswith(b"HTTP/1.1 429 ")
        assert b"Retry-After: 30" in refused
        for _, writer in held:
            writer.close()
        async with httpx.AsyncClient() as client, asyncio.timeout(10):
            # The server hears of each goodbye in its own time.
            while (answer := await client.get(f"http://127.0.0.1:{port}/regles")).status_code == 429:
                continue
        assert answer.status_code == 200


@asynccontextmanager
async def stalled(port: int, count: int) -> AsyncIterator[list[socket.socket]]:
    """Connections that ask for many pages and read none."""
    with ExitStack() as closing:
        held = [closing.enter_context(socket.socket()) for _ in range(count)]
        for one in held:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            one.setblocking(False)
            await asyncio.get_running_loop().sock_connect(one, ("127.0.0.1", port))
            await asyncio.get_running_loop().sock_sendall(one, GET * PAGES)
        yield held


async def test_whoever_stops_reading_is_hung_up_on(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Patient, "read_within", 0.5)
    async with listening(tables) as port, httpx.AsyncClient() as client:
        whole = len((await client.get(f"http://127.0.0.1:{port}/regles")).content)
        async with stalled(port, 3) as held, asyncio.timeout(30):
            while Patient.homes["127.0.0.1"] > 1:  # noqa: ASYNC110  # a connection lost tells nobody else
                await asyncio.sleep(0.05)
            for one in held:
                read, part = 0, b"."
                with suppress(ConnectionError):
                    while part:
                        part = await asyncio.get_running_loop().sock_recv(one, 1 << 20)
                        read += len(part)
                assert read < PAGES * whole
        assert (await client.get(f"http://127.0.0.1:{port}/regles")).status_code == 200


async def test_whoever_reads_slowly_gets_everything(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Patient, "read_within", 1.0)
    async with listening(tables) as port, stalled(port, 1) as (one,), httpx.AsyncClient() as client:
        whole = len((await client.get(f"http://127.0.0.1:{port}/regles")).content)
        read, loop = 0, asyncio.get_running_loop()
        async with asyncio.timeout(60):
            while read < PAGES * whole:
                read += len(await loop.sock_recv(one, 1 << 18))
                await asyncio.sleep(0.02)


async def test_forwarded_headers_are_not_believed(tables: Tables) -> None:
    """Anyone may send them: they neither make a new client nor another scheme."""
    async with listening(tables) as port, httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as client:
        for n in range(45):
            forged = {
                "X-Forwarded-For": f"192.0.2.{n}",
                "X-Real-IP": f"192.0.2.{n}",
                "Forwarded": f"for=192.0.2.{n}",
            }
            answer = await client.get(f"/lien/essai-{n}", headers=forged)
        assert answer.status_code == 429
        forged = {
            "X-Forwarded-Proto": "https",
            "X-Forwarded-Host": "evil.example",
            "Origin": "https://127.0.0.1",
        }
        assert (await client.post("/tables", headers=forged)).status_code == 403
        assert "server" not in answer.headers


FORM = b"Content-Type: application/x-www-form-urlencoded\r\n"
PARTS = b"Content-Type: multipart/form-data; boundary=b\r\n"
JSON = b"Content-Type: application/json\r\n"


@pytest.mark.parametrize(
    ("path", "kind"),
    [("/tables", FORM), ("/importer", PARTS), ("/api/tables", JSON), ("/api/import", JSON)],
)
async def test_whoever_hangs_up_while_sending_breaks_nothing(
    tables: Tables,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    path: str,
    kind: bytes,
) -> None:
    """Anyone may hang up so, as often as they like: the log is kept for what breaks."""
    async with listening(tables) as port:
        monkeypatch.setattr(logging.getLogger("uvicorn.error"), "handlers", [caplog.handler])
        head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\n".encode()
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(head + kind + b"Content-Length: 400\r\n\r\n--b\r\n")
        await writer.drain()
        await asyncio.sleep(0.1)
        writer.transport.abort()
        # The server has seen it go once another has been answered.
        assert b" 200 " in await sent(port, GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
    assert not caplog.records
