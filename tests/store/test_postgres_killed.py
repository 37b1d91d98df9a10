"""PostgreSQL killed under sixteen writers: what was acknowledged is there, once, in order, and they go on."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from typing import Any

import psutil
import pytest

from .postgres_server import start
from .suite import APPENDER
from .test_crash import commands_in

PROCESSES, PEOPLE = 4, 4


def kill(server: Any) -> None:
    """The whole server at once, as when the machine loses power but for its disk."""
    main = psutil.Process(server.get_pid())
    for each in (main, *main.children(recursive=True)):
        with suppress(psutil.NoSuchProcess):
            each.send_signal(signal.SIGKILL)
    psutil.wait_procs([main], timeout=10)


def restart(server: Any) -> None:
    end = time.monotonic() + 30
    while True:
        with suppress(Exception):
            server.ensure_postgres_running()
            return
        assert time.monotonic() < end
        time.sleep(0.2)


def _ended(child: subprocess.Popen[str]) -> str:
    """What a process printed after its first line, once it was told to stop."""
    assert child.stdin is not None
    assert child.stdout is not None
    child.stdin.close()
    # `communicate` would forget what came with the first line.
    with child.stdout:
        printed = child.stdout.read()
    child.wait(60)
    return printed


def kill_postgres(times: int) -> None:
    seed = int(os.environ.get("PARAVENT_SEED", time.time_ns() % 1_000_000))
    sys.stdout.write(f"PARAVENT_SEED={seed}\n")  # pytest shows it when the test fails
    dice = random.Random(seed)
    server = start()
    url = server.get_uri()
    children = [
        subprocess.Popen(
            [
                *(sys.executable, APPENDER, url, "--insist", "--name", f"p{n}", "--seed", str(seed + n)),
                *("--people", str(PEOPLE)),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for n in range(PROCESSES)
    ]
    for child in children:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
    for _ in range(times):
        time.sleep(dice.uniform(0.1, 0.8))
        kill(server)
        time.sleep(dice.uniform(0, 0.5))
        restart(server)
    # They go on, to their last command.
    time.sleep(0.5)
    outputs = [_ended(child) for child in children]
    assert [child.returncode for child in children] == [0] * PROCESSES
    acknowledged = {}
    for word, table, command, first, last in (line.split() for out in outputs for line in out.splitlines()):
        assert word == "ack"
        acknowledged[command] = (table, int(first), int(last))
    assert asyncio.run(commands_in(url)) == acknowledged
    assert len(acknowledged) > PEOPLE * times


def test_killed_ten_times_under_sixteen_writers() -> None:
    kill_postgres(10)


@pytest.mark.nightly
def test_killed_a_hundred_times_under_sixteen_writers() -> None:
    kill_postgres(100)
