"""A process that dies at any moment loses nothing it acknowledged. (Power cuts: test_power_cuts.)"""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from paravent.store import open_store

from .appender import check_log
from .suite import APPENDER


def killed_run(url: str, name: str, seed: int, delay: float) -> list[str]:
    """Start a process that appends, kill it `delay` seconds after it is ready; the whole lines it could print."""
    child = subprocess.Popen(
        [sys.executable, APPENDER, url, "--name", name, "--seed", str(seed)],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    with child.stdout:
        assert child.stdout.readline() == "ready\n"
        timer = threading.Timer(delay, child.kill)
        timer.start()
        printed = child.stdout.read()
    timer.join()
    assert child.wait() == -9
    return [line for line in printed.splitlines(keepends=True) if line.endswith("\n")]


async def commands_in(url: str) -> dict[str, tuple[str, int, int]]:
    """Every command of a store, its table and versions, each log being checked."""
    store = open_store(url)
    found: dict[str, tuple[str, int, int]] = {}
    for table in await store.tables():
        for command, versions in check_log(await store.read(table.id)).items():
            assert command not in found
            found[command] = (table.id, *versions)
    await store.close()
    return found


def kill_many_times(tmp_path: Path, times: int) -> None:
    seed = int(os.environ.get("PARAVENT_SEED", time.time_ns() % 1_000_000))
    sys.stdout.write(f"PARAVENT_SEED={seed}\n")  # pytest shows it when the test fails
    dice = random.Random(seed)
    url = f"sqlite:///{tmp_path / 'journal.sqlite'}"
    acknowledged: dict[str, tuple[str, int, int]] = {}
    for life in range(times):
        for line in killed_run(url, f"vie-{life}", dice.randrange(2**32), dice.uniform(0, 0.25)):
            word, table, command, first, last = line.split()
            assert word == "ack"
            acknowledged[command] = (table, int(first), int(last))
        found = asyncio.run(commands_in(url))
        assert acknowledged.items() <= found.items()
        # What landed unheard is at most what each of the six people of each life was waiting for.
        assert len(found) - len(acknowledged) <= 6 * (life + 1)
    assert len(acknowledged) > times


def test_killed_at_random_moments(tmp_path: Path) -> None:
    kill_many_times(tmp_path, 6)


def test_killed_while_it_opens_a_new_file(tmp_path: Path) -> None:
    for number in range(6):
        url = f"sqlite:///{tmp_path / f'{number}.sqlite'}"
        child = subprocess.Popen([sys.executable, APPENDER, url], stdout=subprocess.DEVNULL)
        time.sleep(0.25 + 0.1 * number)
        child.kill()
        child.wait()
        asyncio.run(commands_in(url))


@pytest.mark.nightly
def test_killed_at_random_moments_for_long(tmp_path: Path) -> None:
    kill_many_times(tmp_path, 200)
