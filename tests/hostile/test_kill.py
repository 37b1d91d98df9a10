"""The real server killed at any moment under load: what it acknowledged is there, once, and the chain holds."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import socket
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

from paravent.core import events as ev
from paravent.store import open_store
from paravent.table.log import broken_at
from paravent.table.room import Room
from paravent.table.service import Tables

PARAVENT = Path(sys.executable).with_name("paravent")


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


@asynccontextmanager
async def served(base: Path) -> AsyncIterator[tuple[asyncio.subprocess.Process, str]]:
    """`paravent servir`, answering; killed with SIGKILL at the end, if it was not already."""
    port = free_port()
    command = [str(PARAVENT), "servir", "--port", str(port), "--base", str(base)]
    child = await asyncio.create_subprocess_exec(*command, stdout=DEVNULL, stderr=PIPE)
    root = f"http://127.0.0.1:{port}"
    try:
        async with httpx.AsyncClient() as client:
            deadline = time.monotonic() + 60
            while True:
                assert child.returncode is None, child.stderr and await child.stderr.read()
                assert time.monotonic() < deadline, "the server does not answer"
                try:
                    await client.get(f"{root}/api/openapi.json")
                    break
                except httpx.TransportError:
                    await asyncio.sleep(0.02)
        yield child, root
    finally:
        with suppress(ProcessLookupError):
            child.kill()
        await child.communicate()


@dataclass
class Player:
    """One seat that sends commands one after the other; `pending` is the one it has no answer to."""

    seat: str
    token: str
    dice: random.Random
    heard: asyncio.Event
    pending: dict[str, Any] | None = None
    acknowledged: list[str] = field(default_factory=list)
    sent: int = 0

    async def act(self, client: httpx.AsyncClient, path: str) -> None:
        """Send the pending command, or a new one; another device may send it at the same moment."""
        headers = {"Authorization": f"Bearer {self.token}"}
        if self.pending is None:
            view = (await client.get(f"{path}/attentes", headers=headers)).json()
            key = next(
                w["key"] for w in view["waitings"] if any(o["command"] == "Write" for o in w["offers"])
            )
            self.sent += 1
            self.pending = {"key": key, "command_id": f"{self.seat}-{self.sent}", **self._command()}
        # A double tap: both are in flight when the process dies.
        taps = 2 if self.dice.random() < 0.2 else 1
        posts = [client.post(f"{path}/gestes", json=self.pending, headers=headers) for _ in range(taps)]
        answers = await asyncio.gather(*posts, return_exceptions=True)
        taken = [a for a in answers if isinstance(a, httpx.Response) and a.status_code == 200]
        if taken:
            self.acknowledged.append(self.pending["command_id"])
            self.heard.set()
            self.pending = None
        elif any(isinstance(a, httpx.Response) and a.status_code == 429 for a in answers):
            await asyncio.sleep(0.3)
        else:
            for a in answers:
                if isinstance(a, BaseException):
                    raise a
            raise AssertionError([a.text for a in answers if isinstance(a, httpx.Response)])

    def _command(self) -> dict[str, Any]:
        if self.dice.random() < 0.5:
            return {"command": "Write", "fields": {"text": f"🎲 {self.sent}" * 20, "to": "tous"}}
        fields = {"count": 20, "sides": 6, "why": "", "secret": False}
        return {"command": "ThrowDice", "fields": fields}

    async def play(self, client: httpx.AsyncClient, path: str) -> None:
        try:
            while True:
                await self.act(client, path)
        except (httpx.TransportError, httpx.StreamError):
            # The server is dead, perhaps in the middle of an answer.
            return


async def log_of(base: Path, table: str) -> list[tuple[str, str, int]]:
    """(seat, command, records) of each action, in order; the chain and the fold being checked."""
    tables = Tables(open_store(f"sqlite:///{base}"))
    rows = await tables.store.read(table)
    assert broken_at(rows) is None
    room = await tables.room(table)
    again = Room(room.id, room.system, room.key, dict(room.secrets))
    again.load(rows)
    assert again.now.core == room.now.core
    thrown = [r.draw for r in again.records if isinstance(r.event, ev.FreeRolled) and r.draw]
    assert len(set(thrown)) == len(thrown), "a draw was used twice"
    actions: dict[int, tuple[str, str, int]] = {}
    for r in rows:
        seat, command, n = actions.get(r.action, (r.seat, r.command, 0))
        assert (seat, command) == (r.seat, r.command)
        actions[r.action] = (seat, command, n + 1)
    await tables.close()
    return list(actions.values())


async def kill_many_times(folder: Path, times: int) -> None:
    seed = int(os.environ.get("PARAVENT_SEED", time.time_ns() % 1_000_000))
    sys.stdout.write(f"PARAVENT_SEED={seed}\n")  # pytest shows it when the test fails
    dice = random.Random(seed)
    base = folder / "t.sqlite"
    tables = Tables(open_store(f"sqlite:///{base}"))
    made = await tables.create("architectes", "La Brume", "Ada")
    players, heard = [], asyncio.Event()
    for n in range(4):
        token, seat = await tables.join(made.invitation, f"P{n}", f"place-{n}")
        players.append(Player(seat, token, random.Random(f"{seed}-{n}"), heard))
    await tables.close()
    for _ in range(times):
        async with served(base) as (child, root), httpx.AsyncClient(timeout=10) as client:
            path = f"{root}/api/tables/{made.table}"
            playing = [asyncio.create_task(p.play(client, path)) for p in players]
            if dice.random() < 0.8:
                # The server is slow to warm up on a busy machine: somebody is answered first.
                heard.clear()
                async with asyncio.timeout(60):
                    await heard.wait()
            await asyncio.sleep(dice.uniform(0, 0.5))
            os.kill(child.pid, signal.SIGKILL)
            await asyncio.gather(*playing)
        done = [(seat, command) for seat, command, _ in await log_of(base, made.table)]
        assert len(set(done)) == len(done), "a command counted twice"
        for p in players:
            missing = set(p.acknowledged) - {c for s, c in done if s == p.seat}
            assert not missing, f"acknowledged, then lost: {missing}"
            extra = {c for s, c in done if s == p.seat and not c.startswith("place-")} - set(p.acknowledged)
            # At most the command still unanswered had landed; sent again, it must count once.
            assert extra <= {p.pending["command_id"] if p.pending else ""}
    actions = await log_of(base, made.table)
    assert sum(len(p.acknowledged) for p in players) > times
    for seat, command, records in actions:
        assert records <= 3, (seat, command)


async def test_the_server_killed_at_random_moments(tmp_path: Path) -> None:
    await kill_many_times(tmp_path, 15)


@pytest.mark.nightly
async def test_the_server_killed_at_random_moments_for_long(tmp_path: Path) -> None:
    await kill_many_times(tmp_path, 200)
