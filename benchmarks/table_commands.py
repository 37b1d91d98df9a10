"""Commands decided, hashed and committed a second, and the views they cost, on tables of Les Architectes.

    python benchmarks/table_commands.py

Everything is in one process and passes through `Tables.act`, SQLite flushing each commit to the disk (many tables at
once share flushes). Each table has a game master and four players with their characters. « Free dice » is one command
by a player, drawn verifiably: two records. « Tests » are two commands, the game master's that asks for the test and
the player's that draws, eleven records or so. The question's key is looked up as a page holds it, and is in the time.
Medians of a few runs; nothing is asserted. « Of CPU »: by the processor's time that this process used, its writing
thread included, which other work on the machine disturbs less than the clock.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from tables import Party, seat

from paravent.store import open_store
from paravent.table.service import Tables
from paravent.table.view import view

RUNS, EACH, TABLES = 5, 24, 16

Play = Callable[[Party, int], Awaitable[None]]


async def dice(party: Party, times: int) -> None:
    for n in range(times):
        await party.throw(party.players[n % len(party.players)])


async def tests(party: Party, times: int) -> None:
    for n in range(times // 2):
        await party.test(party.players[n % len(party.players)])


async def speed(parties: list[Party], play: Play, times: int) -> tuple[float, float]:
    """Commands a second, by the clock and by the processor's time; all tables at once, each one after the other."""
    rates = []
    for _ in range(RUNS):
        start, busy = time.perf_counter(), time.process_time()
        await asyncio.gather(*(play(p, times) for p in parties))
        done = times * len(parties)
        rates.append((done / (time.perf_counter() - start), done / (time.process_time() - busy)))
    return statistics.median(r[0] for r in rates), statistics.median(r[1] for r in rates)


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        service = Tables(open_store(f"sqlite:///{Path(folder) / 'banc.sqlite'}"))
        parties = [await seat(service, 4) for _ in range(TABLES)]
        print(f"load of the machine before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
        print(
            f"{'commands a second':20} {'one table':>12} {'(of CPU)':>10} {f'{TABLES} tables':>12} {'(of CPU)':>10}"
        )
        for label, play in (("free dice", dice), ("tests of the rules", tests)):
            one = await speed(parties[:1], play, 10 * EACH)
            many = await speed(parties, play, EACH)
            print(f"{label:20} {one[0]:12.0f} {one[1]:10.0f} {many[0]:12.0f} {many[1]:10.0f}")
        party = parties[0]
        room = await service.room(party.table)
        for label, place in (("game master", party.master), ("player", party.players[0])):
            times = []
            for _ in range(20):
                start = time.perf_counter()
                view(room, place.seat)
                times.append(time.perf_counter() - start)
            print(f"view of a {label:18} {statistics.median(times) * 1000:9.2f} ms")
        await service.close()


if __name__ == "__main__":
    asyncio.run(main())
