"""The people of peer.py: a websocket a seat, one event a room at its own moment, and how long it took to reach them."""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time

import aiohttp
import uvloop
from load import Figures, busy, megabytes


class Seat:
    """One websocket, in one room; when its messages came."""

    def __init__(self, room: str) -> None:
        self.room = room
        self.came: list[float] = []
        self.ready = asyncio.Event()

    async def watch(self, session: aiohttp.ClientSession, port: str) -> None:
        address = f"http://127.0.0.1:{port}/socket.io/?EIO=4&transport=websocket"
        async with session.ws_connect(address, max_msg_size=0) as self.socket:
            async for message in self.socket:
                if message.data.startswith("42"):
                    self.came.append(time.perf_counter())
                elif message.data.startswith("40"):
                    await self.say("join")
                    self.ready.set()
                elif message.data.startswith("0"):
                    await self.socket.send_str("40")
                elif message.data == "2":
                    await self.socket.send_str("3")

    async def say(self, event: str) -> None:
        await self.socket.send_str(f"42{json.dumps([event, self.room])}")


async def measured(port: str, pid: int, tables: int, seats: int, pause: float, seconds: float) -> Figures:
    out = Figures()
    rooms = [[Seat(f"r{n}") for _ in range(seats)] for n in range(tables)]
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
        tasks = []
        for room in rooms:
            tasks += [asyncio.create_task(s.watch(session, port)) for s in room]
            await asyncio.gather(*(s.ready.wait() for s in room))
        await asyncio.sleep(1)
        began, used = time.perf_counter(), busy(pid)

        async def play(room: list[Seat], first: float) -> None:
            due = began + first
            while due < began + seconds:
                await asyncio.sleep(due - time.perf_counter())
                out.late = max(out.late, (time.perf_counter() - due) * 1000)
                start = time.perf_counter()
                await room[0].say("act")
                out.commands += 1
                await asyncio.sleep(min(2.0, pause / 2))
                for seat in room:
                    first_after = next((at for at in seat.came if at > start), None)
                    if first_after is None:
                        out.lost += 1
                    else:
                        out.took.append((first_after - start) * 1000)
                due += pause

        rng = random.Random(tables)
        await asyncio.gather(*(play(room, pause * rng.random()) for room in rooms))
        out.cores = (busy(pid) - used) / (time.perf_counter() - began)
        out.megabytes = megabytes(pid)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return out


if __name__ == "__main__":
    port, pid, tables, seats, pause, seconds = sys.argv[1:]
    found = uvloop.run(measured(port, int(pid), int(tables), int(seats), float(pause), float(seconds)))
    print(json.dumps({"said": str(found)}))
