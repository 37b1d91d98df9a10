"""Commands decided, hashed and committed a second, and the views they cost, on tables of Les Architectes.

    python benchmarks/table_commands.py

Everything is in one process and passes through `Tables.act`, SQLite flushing each commit to the disk (many tables at
once share flushes). Each table has a game master and four players with their characters. « Free dice » is one command
by a player, drawn verifiably: two records. « Tests » are two commands, the game master's that asks for the test and
the player's that draws, eleven records or so. The question's key is looked up as a page holds it, and is in the time.
Medians of a few runs; nothing is asserted.
"""

from __future__ import annotations

import asyncio
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


async def speed(parties: list[Party], play: Play, times: int) -> float:
    """Commands a second, all tables at once, each one command after the other."""
    rates = []
    for _ in range(RUNS):
        start = time.perf_counter()
        await asyncio.gather(*(play(p, times) for p in parties))
        rates.append(times * len(parties) / (time.perf_counter() - start))
    return statistics.median(rates)


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        service = Tables(open_store(f"sqlite:///{Path(folder) / 'banc.sqlite'}"))
        parties = [await seat(service, 4) for _ in range(TABLES)]
        print(f"{'commands/s':28} {'one table':>12} {f'{TABLES} tables':>12}")
        for label, play in (("free dice", dice), ("tests of the rules", tests)):
            one = await speed(parties[:1], play, 10 * EACH)
            many = await speed(parties, play, EACH)
            print(f"{label:28} {one:12.0f} {many:12.0f}")
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
