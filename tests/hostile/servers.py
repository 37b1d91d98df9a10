"""Servers to be killed: forked by a warmed-up parent, started from nothing, or several of them together."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import sys
from abc import ABC, abstractmethod
from asyncio.subprocess import PIPE
from contextlib import suppress
from pathlib import Path
from typing import Self

import psutil

PARAVENT = Path(sys.executable).with_name("paravent")
PATIENCE = 60


class Life:
    """A server process, from its start to its death."""

    def __init__(self, pid: int) -> None:
        self.ended = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        try:
            self._descriptor = os.pidfd_open(pid)
        except ProcessLookupError:
            # It died before its name was even heard.
            self.ended.set()
            return
        self._loop.add_reader(self._descriptor, self._end)

    def _end(self) -> None:
        self._loop.remove_reader(self._descriptor)
        os.close(self._descriptor)
        self.ended.set()

    async def kill(self) -> None:
        """End it by SIGKILL, unless it has come to its end."""
        if not self.ended.is_set():
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._descriptor, signal.SIGKILL)
            await self.ended.wait()

    async def dies_within(self, delay: float) -> bool:
        """Whether it ends by itself meanwhile."""
        try:
            async with asyncio.timeout(delay):
                await self.ended.wait()
        except TimeoutError:
            return False
        return True


class Servers(ABC):
    """What starts servers that all answer at one address, and ends them with itself."""

    root: str

    def __init__(self) -> None:
        self._lives: list[Life] = []

    async def life(self, place: str = "", after: int = 0, mutant: str = "") -> Life:
        """A server that starts; where it dies by itself, and what is wrong with it (see `warm`)."""
        self._lives = [life for life in self._lives if not life.ended.is_set()]
        self._lives.append(Life(await self._start(place, after, mutant)))
        return self._lives[-1]

    @abstractmethod
    async def _start(self, place: str, after: int, mutant: str) -> int:
        """The process's id."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        for life in self._lives:
            await life.kill()


class Warm(Servers):
    """Forked by a parent that has everything imported."""

    def __init__(self, base: str) -> None:
        super().__init__()
        self._base = base

    async def __aenter__(self) -> Self:
        script = Path(__file__).with_name("warm.py")
        self._parent = await asyncio.create_subprocess_exec(
            sys.executable, str(script), stdin=PIPE, stdout=PIPE
        )
        self.root = f"http://127.0.0.1:{await self._answer()}"
        return self

    async def __aexit__(self, *_: object) -> None:
        await super().__aexit__()
        await ended(self._parent)

    async def _start(self, place: str, after: int, mutant: str) -> int:
        assert self._parent.stdin is not None
        asked = {"base": self._base, "place": place, "after": after, "mutant": mutant}
        self._parent.stdin.write(f"{json.dumps(asked)}\n".encode())
        return await self._answer()

    async def _answer(self) -> int:
        assert self._parent.stdout is not None
        async with asyncio.timeout(PATIENCE):
            return int(await self._parent.stdout.readline())


class Cold(Servers):
    """`paravent servir`, each time from nothing."""

    def __init__(self, base: str) -> None:
        super().__init__()
        self._base = base
        with socket.create_server(("127.0.0.1", 0)) as free:
            self._port = str(free.getsockname()[1])
        self.root = f"http://127.0.0.1:{self._port}"

    async def _start(self, place: str, after: int, mutant: str) -> int:
        assert (place, mutant) == ("", "")
        return (await servir(self._port, self._base)).pid


class Together(Servers):
    """The two workers of `paravent servir --processus 2`, which replaces those that die."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self._url = url
        self._known: set[int] = set()

    async def __aenter__(self) -> Self:
        self._main = await servir("0", self._url, "--processus", "2")
        assert self._main.stdout is not None
        async with asyncio.timeout(PATIENCE):
            told = re.search(r"http://[\d.:]+", (await self._main.stdout.readline()).decode())
        assert told is not None
        self.root = told[0]
        return self

    async def __aexit__(self, *_: object) -> None:
        # Stopped first, it replaces none of its workers.
        self._main.send_signal(signal.SIGSTOP)
        for child in psutil.Process(self._main.pid).children():
            child.kill()
        await super().__aexit__()
        await ended(self._main)

    async def _start(self, place: str, after: int, mutant: str) -> int:
        assert (place, mutant) == ("", "")
        main = psutil.Process(self._main.pid)
        async with asyncio.timeout(PATIENCE):
            while True:
                for child in main.children():
                    with suppress(psutil.NoSuchProcess):
                        if child.pid not in self._known and "spawn_main" in " ".join(child.cmdline()):
                            self._known.add(child.pid)
                            return child.pid
                await asyncio.sleep(0.02)


async def servir(port: str, base: str, *more: str) -> asyncio.subprocess.Process:
    command = [str(PARAVENT), "servir", "--port", port, "--base", base, *more]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    return await asyncio.create_subprocess_exec(*command, stdout=PIPE, env=environment)


async def ended(parent: asyncio.subprocess.Process) -> None:
    with suppress(ProcessLookupError):
        parent.kill()
    await parent.wait()
