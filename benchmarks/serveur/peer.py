"""python-socketio beside it: a room a table, an event in, ready-made text of the length of a view out to all the room.
It decides nothing, keeps nothing and renders nothing: what is left is what it costs to reach the screens."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from apart import environment  # noqa: E402  # beside this folder

PINS = {"python-socketio": "5.16.3", "aiohttp": "3.14.3", "uvloop": "0.22.1"}


async def measure(tables: int, seats: int, length: int, pause: float, seconds: float) -> None:
    """Its server and its people in two processes of that environment; prints what they found."""
    python = environment("serveur-pairs", PINS)
    server = await asyncio.create_subprocess_exec(
        python, HERE / "socketio_server.py", str(length), stdout=asyncio.subprocess.PIPE
    )
    assert server.stdout is not None
    try:
        port = (await server.stdout.readline()).decode().strip()
        asked = [port, str(server.pid), *map(str, (tables, seats, pause, seconds))]
        people = await asyncio.create_subprocess_exec(
            python, HERE / "socketio_people.py", *asked, stdout=asyncio.subprocess.PIPE
        )
        told, _ = await people.communicate()
        print(f"python-socketio: {tables} rooms of {seats}, {length / 1000:.0f} kB a message")
        print(f"  {tables / pause:5.0f} commands/s: {json.loads(told)['said']}")
    finally:
        server.terminate()
        await server.wait()
