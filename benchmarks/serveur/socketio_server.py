"""A python-socketio server on aiohttp and uvloop, for peer.py: rooms, and an event that is told to all the room."""

from __future__ import annotations

import asyncio
import sys

import socketio
import uvloop
from aiohttp import web


async def serve(length: int) -> None:
    sio = socketio.AsyncServer(async_mode="aiohttp", cors_allowed_origins="*")
    app = web.Application()
    sio.attach(app)
    text = "x" * length

    @sio.event
    async def join(sid: str, room: str) -> None:
        await sio.enter_room(sid, room)

    @sio.event
    async def act(sid: str, room: str) -> None:
        await sio.emit("view", text, room=room)

    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    print(runner.addresses[0][1], flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    uvloop.run(serve(int(sys.argv[1])))
