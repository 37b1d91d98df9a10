"""From a command sent to every screen of its table, over many tables at once: the real server, started as anyone starts
it, in processes of its own; the people in this one, on the same machine.

    python benchmarks/serveur [--tables 500] [--seconds 40] [--postgresql URL] [--peer] [--climb]

Tables of five: a game master and four players of Les Architectes, who play test after test. Each command is a form sent
as a page sends it, and changes all five screens. A clock starts when the request is sent and stops when a whole message
has arrived at a stream: the command's decision, its draws and flushed commit, five views, five renderings and the
sender's own answer are all in it, and so is the time this process takes to read.

`--climb`: then more commands a second, at the same tables, until p99 passes 100 ms. `--postgresql`: the same with one
and with two processes over that base, which must be empty. `--peer`: python-socketio broadcasting ready-made text of
the same length to rooms of five; it decides, renders and stores nothing.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import peer
from load import family, loaded, megabytes, stalled, watched
from people import Table

HERE = Path(__file__).parent
PARAVENT = str(Path(sys.executable).parent / "paravent")
VIEW = 9_000
"""Characters of the messages a peer sends: those of Paravent's streams, once a page is open."""
LIMIT = 100
"""p99, in ms, beyond which a table is no longer said to be live."""


@contextlib.asynccontextmanager
async def served(base: str, processes: int) -> AsyncIterator[tuple[int, int]]:
    """The server of a base: its port and its process."""
    command = (PARAVENT, "servir", "--port", "0", "--base", base, "--processus", str(processes))
    server = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    assert server.stdout is not None
    try:
        said = (await server.stdout.readline()).decode()
        found = re.search(r":(\d+)/", said)
        assert found, said
        yield int(found[1]), server.pid
    finally:
        server.terminate()
        await server.wait()


async def measure(
    name: str, base: str, told: Sequence[dict[str, object]], asked: argparse.Namespace, processes: int = 1
) -> None:
    """One server, its streams opened, the load asked for, then more of it."""
    async with served(base, processes) as (port, pid):
        await asyncio.sleep(2)
        empty = megabytes(pid)
        tables = [Table.of(t, n) for n, t in enumerate(told)]
        screens = [s for t in tables for s in t.screens]
        watching = await watched(port, screens)
        held = megabytes(pid)
        idle = await stalled(port, tables, asked.stalled)
        if idle:
            # Their first views are drawn before the load begins: it is their not reading that is looked at.
            await asyncio.sleep(5)
        print(
            f"{name}: {len(tables)} tables of {len(tables[0].screens)}, {len(family(pid))} process(es); "
            f"{empty:.0f} MB alone, {held:.0f} MB with every stream open, "
            f"{(held - empty) * 1024 / len(screens):.0f} kB a viewer"
        )
        pause = asked.pause
        while True:
            found = await loaded(port, pid, tables, pause, asked.seconds)
            print(f"  {len(tables) / pause:5.0f} commands/s: {found}", flush=True)
            if not asked.climb or found.share(0.99) > LIMIT or found.lost or found.late > LIMIT / 2:
                break
            pause *= 0.8
        for table in tables:
            # The next server finds every test drawn.
            if table.drawing:
                await table.command(port)
        for writer in idle:
            writer.close()
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)


def prepared(base: str, tables: int) -> list[dict[str, object]]:
    """Play the tables into a base, in a process that ends with it."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "tables.json"
        subprocess.run([sys.executable, HERE / "prepare.py", base, str(tables), out], check=True)
        told: list[dict[str, object]] = json.loads(out.read_text("utf-8"))
        return told


async def main(asked: argparse.Namespace) -> None:
    print(f"load of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        base = f"{folder}/banc.sqlite"
        await measure("SQLite", base, prepared(f"sqlite:///{base}", asked.tables), asked)
    if asked.postgresql:
        told = prepared(asked.postgresql, asked.tables)
        for processes in (1, 2):
            await measure(f"PostgreSQL × {processes}", asked.postgresql, told, asked, processes)
    if asked.peer:
        await peer.measure(asked.tables, 5, VIEW, asked.pause, asked.seconds)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=40)
    parser.add_argument("--pause", type=float, default=10, help="seconds between two commands of a table")
    parser.add_argument("--stalled", type=int, default=0, help="more streams, opened and never read")
    parser.add_argument("--climb", action="store_true")
    parser.add_argument("--postgresql", default="", metavar="URL")
    parser.add_argument("--peer", action="store_true")
    asyncio.run(main(parser.parse_args()))
