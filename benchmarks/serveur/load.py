"""A load of commands over many tables, and how long each took to reach every screen of its table."""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from people import Screen, Table


LATEST = 5.0
"""Seconds after which a message that has not come is counted as lost."""
AT_ONCE = 40
"""Streams that are being opened together."""


@dataclass
class Figures:
    """What one load cost and how long it took. Times in ms; `cores`: processor seconds of the server a second."""

    commands: int = 0
    refused: Counter[int] = field(default_factory=Counter)
    took: list[float] = field(default_factory=list)
    lost: int = 0
    late: float = 0.0
    """The longest that the load itself began a command after its time: above a few ms it measures itself."""
    cores: float = 0.0
    own: float = 0.0
    """Processor seconds of the load itself a second: on two threads of one core, it slows the server down."""
    megabytes: float = 0.0

    def share(self, part: float) -> float:
        return (
            sorted(self.took)[min(len(self.took) - 1, int(part * len(self.took)))]
            if self.took
            else float("nan")
        )

    def __str__(self) -> str:
        wrong = f", refused {dict(self.refused)}" if self.refused else ""
        return (
            f"{self.commands} commands, p50 {self.share(0.5):.0f} ms, p99 {self.share(0.99):.0f} ms, worst "
            f"{max(self.took, default=float('nan')):.0f} ms, {self.lost} lost{wrong}; {self.cores:.2f} cores "
            f"({self.own:.2f} for the load), {self.megabytes:.0f} MB; load late by {self.late:.0f} ms at most"
        )


def family(pid: int) -> list[int]:
    """A process and all that it started."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(p for child in children for p in family(int(child)))]


def busy(pid: int) -> float:
    """Seconds of processor time that a server has used, its workers included."""
    used = 0
    for p in family(pid):
        fields = Path(f"/proc/{p}/stat").read_text().rsplit(") ", 1)[1].split()
        used += int(fields[11]) + int(fields[12])
    return used / os.sysconf("SC_CLK_TCK")


def megabytes(pid: int) -> float:
    """Memory that a server holds, its workers included; what they share counts once."""
    held = 0
    for p in family(pid):
        held += int(Path(f"/proc/{p}/smaps_rollup").read_text().split("Pss:")[1].split()[0])
    return held / 1024


async def watched(port: int, screens: Sequence[Screen]) -> list[asyncio.Task[None]]:
    """Open every screen's stream and wait for its first message."""
    tasks = []
    for n in range(0, len(screens), AT_ONCE):
        few = screens[n : n + AT_ONCE]
        tasks += [asyncio.create_task(s.watch(port)) for s in few]
        await asyncio.gather(*(asyncio.wait_for(s.first.wait(), 60) for s in few))
    return tasks


async def stalled(port: int, tables: Sequence[Table], count: int) -> list[asyncio.StreamWriter]:
    """So many more streams, opened and never read."""
    screens = [s for t in tables for s in t.screens][:count]
    return [await s.stall(port) for s in screens]


async def loaded(port: int, pid: int, tables: Sequence[Table], pause: float, seconds: float) -> Figures:
    """One command a table every `pause` seconds, each table at its own moment, for so long."""
    out = Figures()
    waiting: list[asyncio.Task[None]] = []
    began, used, own = time.perf_counter(), busy(pid), time.process_time()

    async def play(table: Table, first: float) -> None:
        due = began + first
        while due < began + seconds:
            await asyncio.sleep(due - time.perf_counter())
            out.late = max(out.late, (time.perf_counter() - due) * 1000)
            start, status = await table.command(port)
            out.commands += 1
            if status == 200:
                waiting.append(asyncio.create_task(arrived(table, start)))
            else:
                out.refused[status] += 1
            due = max(due + pause, time.perf_counter())

    async def arrived(table: Table, start: float) -> None:
        for screen in table.screens:
            while not (screen.came and screen.came[-1] > start):
                if time.perf_counter() > start + LATEST or screen.lost:
                    out.lost += 1
                    break
                await asyncio.sleep(0.02)
            else:
                out.took.append((next(at for at in screen.came if at > start) - start) * 1000)

    rng = random.Random(len(tables))
    await asyncio.gather(*(play(t, pause * rng.random()) for t in tables))
    lasted = time.perf_counter() - began
    out.cores, out.own = (busy(pid) - used) / lasted, (time.process_time() - own) / lasted
    await asyncio.gather(*waiting)
    out.megabytes = megabytes(pid)
    for table in tables:
        for screen in table.screens:
            screen.came.clear()
    return out
