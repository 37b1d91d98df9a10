"""From a command sent to every screen of its table: a real uvicorn server in a process of its own, its pages' streams
read by asyncio clients in this one, on the same machine.

    python benchmarks/streams.py [--seconds 20]

Two rooms are measured: 100 tables of five seats, one command a table every ten seconds; one table of sixty seats, one
command a second. A player throws free dice: each such command changes every screen of the table. The clock starts when
the request is sent and stops when a whole message has arrived at a stream, so it holds the command's own decision,
draws and flushed commit, and the time that the one client process takes to read. Then a burst: a hundred commands at
once at one table, and how many messages each of its streams got.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import sys
import tempfile
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import uvicorn
from tables import DICE, seat

from paravent.store import open_store
from paravent.table.service import Tables
from paravent.web.app import create_app
from paravent.web.server import server_config, settle_memory

KEY = re.compile(r"question=([0-9a-f]{32})&amp;commande=ThrowDice")
FOLD = re.compile(r'hx-get="(/table/[0-9a-f]+/bureau/[^"]+)"')
BURST = 100


async def serve(folder: str, tables: int, seats: int, played: int) -> None:
    """Open a store, seat everyone, say where and who on standard output, and serve."""
    service = Tables(open_store(f"sqlite:///{Path(folder) / 'banc.sqlite'}"))
    parties = [await seat(service, seats - 1, played=played) for _ in range(tables)]
    for party in parties:
        for _ in range(4):
            await party.test(party.players[0])
    server = uvicorn.Server(
        server_config(create_app(service, hosts=("127.0.0.1",)), host="127.0.0.1", port=0)
    )
    settle_memory()
    running = asyncio.create_task(server.serve())
    while not server.started:  # noqa: ASYNC110  # uvicorn has nothing to wait for
        await asyncio.sleep(0.02)
    port = server.servers[0].sockets[0].getsockname()[1]
    seats_of = [[p.token for p in (party.master, *party.players)] for party in parties]
    print(
        json.dumps({"port": port, "tables": dict(zip((p.table for p in parties), seats_of, strict=True))}),
        flush=True,
    )
    await running
    await service.close()


@dataclass
class Screen:
    """One open stream: when its messages came, how long they were, the key of its free dice."""

    table: str
    token: str
    key: str = ""
    came: list[float] = field(default_factory=list)
    bytes: int = 0
    text: str = ""
    first: asyncio.Event = field(default_factory=asyncio.Event)

    async def watch(self, port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=4_000_000)
        writer.write(
            f"GET /table/{self.table}/flux HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
            f"Cookie: siege-{self.table}={self.token}\r\n\r\n".encode()
        )
        status = await reader.readuntil(b"\r\n\r\n")
        assert b" 200 " in status.split(b"\r\n")[0], status
        try:
            while True:
                size = int(await reader.readline(), 16)
                message = (await reader.readexactly(size + 2))[:-2]
                if message.startswith(b"data: "):
                    self.came.append(time.perf_counter())
                    self.bytes = len(message)
                    self.text = message.decode()
                    self.first.set()
        finally:
            writer.close()


async def learn(port: int, screen: Screen) -> None:
    """Unfold, as a page does, what holds the free dice, for the key of their question."""
    for address in FOLD.findall(screen.text):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(
            f"GET {address} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nHX-Request: true\r\nConnection: close\r\n"
            f"Cookie: siege-{screen.table}={screen.token}\r\n\r\n".encode()
        )
        answer = (await reader.read()).decode()
        writer.close()
        if found := KEY.search(answer):
            screen.key = found[1]
            return


async def command(port: int, screen: Screen, id: str) -> int:
    """Send one throw of free dice; the answer's status."""
    body = json.dumps({"key": screen.key, "command": "ThrowDice", "fields": DICE, "command_id": id}).encode()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(
        f"POST /api/tables/{screen.table}/gestes HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
        f"Authorization: Bearer {screen.token}\r\nContent-Type: application/json\r\nConnection: close\r\n"
        f"Content-Length: {len(body)}\r\n\r\n".encode()
        + body
    )
    answer = await reader.read()
    writer.close()
    return int(answer.split()[1])


def share(values: list[float], part: float) -> float:
    """The value below which this part of them lies."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))] if values else float("nan")


def busy(pid: int) -> float:
    """Seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> float:
    """Megabytes held by a process."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


async def measure(tables: int, seats: int, played: int, pause: float, seconds: float) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asked = [str(n) for n in (tables, seats, played)]
        server = await asyncio.create_subprocess_exec(
            sys.executable, __file__, "--serve", folder, *asked, stdout=asyncio.subprocess.PIPE
        )
        assert server.stdout is not None
        try:
            told = json.loads(await server.stdout.readline())
            await _measured(told, server.pid, pause, seconds)
        finally:
            server.terminate()
            await server.wait()


async def _measured(told: dict[str, Any], pid: int, pause: float, seconds: float) -> None:
    port, tables = told["port"], told["tables"]
    screens = {t: [Screen(t, token) for token in tokens] for t, tokens in tables.items()}
    watching = []
    for screen in (s for all_ in screens.values() for s in all_):
        watching.append(asyncio.create_task(screen.watch(port)))
        await screen.first.wait()
    took: list[float] = []
    refused, used, load = 0, busy(pid), os.getloadavg()[0]

    async def play(table: str, late: float) -> None:
        nonlocal refused
        rng = random.Random(table)
        await asyncio.sleep(late)
        for n in range(max(1, int(seconds / pause))):
            screen = rng.choice(screens[table][1:])
            await learn(port, screen)
            start = time.perf_counter()
            refused += await command(port, screen, f"c{n}-{late:.3f}".replace(".", "-")) != 200
            await asyncio.sleep(pause - (time.perf_counter() - start))
            for s in screens[table]:
                took.extend([at - start for at in s.came if at > start][:1])

    await asyncio.gather(*(play(t, pause * i / len(tables)) for i, t in enumerate(tables)))
    each = screens[next(iter(tables))]
    expected = len(tables) * max(1, int(seconds / pause)) * len(each)
    ms = [t * 1000 for t in took]
    commands = expected / len(each)
    cost = (busy(pid) - used) * 1000 / commands
    print(
        f"{len(tables)} × {len(each)} seats, one command a table every {pause:g} s, {len(took)} of {expected} messages"
    )
    print(
        f"  sent → on a screen   p50 {share(ms, 0.5):7.1f} ms   p99 {share(ms, 0.99):7.1f} ms   worst {max(ms):7.1f} ms"
    )
    print(
        f"  message              game master {each[0].bytes / 1000:.0f} kB, player {each[1].bytes / 1000:.0f} kB"
    )
    print(
        f"  server               {cost:.0f} ms of CPU a command and its {len(each)} messages, {memory(pid):.0f} MB"
    )
    print(
        f"  machine              load {load:.1f} before, on {os.cpu_count()} cores; {refused} commands refused"
    )
    await _burst(port, each)
    for task in watching:
        task.cancel()
    await asyncio.gather(*watching, return_exceptions=True)


async def _burst(port: int, screens: list[Screen]) -> None:
    """A hundred commands as fast as four players can: each sends the next when the last is answered."""
    before = [len(s.came) for s in screens]
    done = 0

    async def hurry(screen: Screen, name: str) -> None:
        nonlocal done
        n = 0
        while done < BURST:
            status = await command(port, screen, f"{name}-{n}")
            done += status == 200
            n += 1
            if (
                status != 200
            ):  # its key changed with its last throw, or it must slow down: the stream brings the new key
                await asyncio.sleep(0.02)
                await learn(port, screen)

    start = time.perf_counter()
    await asyncio.gather(*(hurry(s, f"r{i}") for i, s in enumerate(screens[1:5])))
    elapsed = time.perf_counter() - start
    await asyncio.sleep(3)
    counts = [len(s.came) - b for s, b in zip(screens, before, strict=True)]
    print(
        f"  burst                {done} commands in {elapsed:.1f} s: {min(counts)} to {max(counts)} messages a stream"
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--serve", nargs=4)
    asked = parser.parse_args()
    if asked.serve:
        folder, *numbers = asked.serve
        asyncio.run(serve(folder, *_whole(numbers)))
        return
    asyncio.run(measure(100, 5, 4, 10, asked.seconds))
    asyncio.run(measure(1, 60, 5, 1, asked.seconds))


def _whole(texts: Iterable[str]) -> tuple[int, int, int]:
    tables, seats, played = map(int, texts)
    return tables, seats, played


if __name__ == "__main__":
    main()
