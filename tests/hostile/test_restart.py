"""A server killed with its tables open: everyone who follows one comes back, and what they first see is current.

How long that takes is printed, and never judged here: `docs/heberger.md` says what was measured.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
import time
from pathlib import Path

import httpx
import pytest

from hostile.crowded import PEOPLE, Viewer, opened
from hostile.servers import PATIENCE, Cold, Servers, Warm


async def say(client: httpx.AsyncClient, viewer: Viewer, text: str, gate: asyncio.Semaphore) -> None:
    """Write a note that is acknowledged."""
    path = f"/api/tables/{viewer.table}"
    async with gate:
        asked = (await client.get(f"{path}/attentes", headers=viewer.bearer)).json()["waitings"]
        key = next(w["key"] for w in asked if any(o["command"] == "Write" for o in w["offers"]))
        fields = {"text": text, "to": "tous"}
        body = {"key": key, "command": "Write", "fields": fields, "command_id": text.replace(" ", "-")}
        (await client.post(f"{path}/gestes", json=body, headers=viewer.bearer)).raise_for_status()


async def restarted(start: type[Servers], base: Path, count: int, restarts: int) -> None:
    seed = int(os.environ.get("PARAVENT_SEED", time.time_ns() % 1_000_000))
    sys.stdout.write(f"PARAVENT_SEED={seed}\n")  # pytest shows it when the test fails
    viewers = await opened(str(base), count, random.Random(seed))
    async with (
        start(str(base)) as servers,
        httpx.AsyncClient(base_url=servers.root, timeout=PATIENCE) as client,
    ):
        life = await servers.life()
        port = int(servers.root.rpartition(":")[2])
        following = [asyncio.create_task(viewer.follow(port)) for viewer in viewers]
        await everyone(viewers)
        for restart in range(restarts):
            words = [f"Dernier mot {restart} de la table {n}" for n in range(count)]
            gate = asyncio.Semaphore(8)
            await asyncio.gather(
                *(say(client, viewers[n * (PEOPLE + 1)], word, gate) for n, word in enumerate(words))
            )
            for viewer in viewers:
                viewer.word = words[viewer.number].encode()
                viewer.back.clear()
            await life.kill()
            began = time.monotonic()
            life = await servers.life()
            await everyone(viewers)
            took = sorted(viewer.back[0][0] - began for viewer in viewers)
            sys.stdout.write(
                f"{count} tables, {len(viewers)} viewers: first {took[0]:.1f} s, "
                f"half {took[len(took) // 2]:.1f} s, all {took[-1]:.1f} s\n"
            )
            assert all(viewer.back[0][1] for viewer in viewers)
        for task in following:
            task.cancel()


async def everyone(viewers: list[Viewer]) -> None:
    """Wait until each has had a message."""
    async with asyncio.timeout(2 * PATIENCE):
        while not all(v.back for v in viewers):  # noqa: ASYNC110  # two thousand bells would be no better
            await asyncio.sleep(0.05)


async def test_everyone_comes_back(tmp_path: Path) -> None:
    await restarted(Warm, tmp_path / "t.sqlite", 20, 3)


@pytest.mark.nightly
async def test_everyone_comes_back_to_five_hundred_tables(tmp_path: Path) -> None:
    await restarted(Cold, tmp_path / "t.sqlite", 500, 3)
