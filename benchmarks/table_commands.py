"""Commands decided, hashed and committed a second, and the views they cost, on real tables of Les Architectes.

Run: `.venv/bin/python benchmarks/table_commands.py`. Prints medians of a few runs; nothing is asserted.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from paravent.core.game import answerable, key_of, waitings
from paravent.store import open_store
from paravent.table.service import Tables

RUNS, COMMANDS, TABLES = 5, 300, 16


def standing_key(room: Any, seat: Any) -> str:
    """The key of a player's standing question, as that seat's page holds it."""
    w = next(
        w
        for w in answerable(room.now, seat, waitings(room.system, room.now))
        if type(w.topic).__name__ == "ToPlay"
    )
    return key_of(room.key, room.now, seat, w)


async def dice(tables: Tables, table: str, seat: Any, count: int, tag: str) -> None:
    """`count` free throws: decided, drawn verifiably, hashed, committed."""
    room = await tables.room(table)
    fields = {"count": 2, "sides": "6", "why": "", "secret": "False"}
    for i in range(count):
        await tables.act(table, seat, standing_key(room, seat), "ThrowDice", fields, f"{tag}-{i}")


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        tables = Tables(open_store(f"sqlite:///{Path(folder) / 'banc.sqlite'}"))
        places = []
        for n in range(TABLES):
            made = await tables.create("architectes", f"Banc {n}", "Ana")
            seats = [
                (await tables.join(made.invitation, name, f"j{ord(name[0])}"))[1]
                for name in ("Léa", "Marc", "Zoé", "Ali")
            ]
            places.append((made.table, seats))
        one, many, views = [], [], []
        for run in range(RUNS):
            table, seats = places[0]
            start = time.perf_counter()
            await dice(tables, table, seats[0], COMMANDS, f"un{run}")
            one.append(COMMANDS / (time.perf_counter() - start))
            start = time.perf_counter()
            each = COMMANDS // TABLES
            await asyncio.gather(*(dice(tables, t, s[0], each, f"n{run}") for t, s in places))
            many.append(each * TABLES / (time.perf_counter() - start))
            start = time.perf_counter()
            for seat in seats:
                await tables.view(table, seat)
            views.append((time.perf_counter() - start) / len(seats) * 1000)
        print(f"one table      {statistics.median(one):8.0f} commands/s")
        print(f"{TABLES} tables      {statistics.median(many):8.0f} commands/s")
        print(f"one view       {statistics.median(views):8.2f} ms")
        await tables.close()


asyncio.run(main())
