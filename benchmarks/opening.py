"""Opening a long table in a process that has just started: its whole log folded, or a snapshot and what came since.

    python benchmarks/opening.py [--records 10000]

A table of Les Architectes with a game master and four players is played through the service (free dice and tests)
until it holds that many records. Then each opening starts from a service that has nothing in memory. « First view »
is the game master's whole view just after, journal included. Both openings are checked to give the same views.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from tables import Party, seat

from paravent.store import open_store
from paravent.store.port import Store
from paravent.table import snapshot
from paravent.table.keeper import Keeper
from paravent.table.service import Tables
from paravent.web.server import settle_memory

RUNS = 5
TAIL = 200
"""Records after the snapshot, so that there is something left to fold."""


async def play(party: Party, records: int) -> None:
    """Four free throws for a test."""
    room = await party.tables.room(party.table)
    n = 0
    while room.now.version < records:
        player = party.players[n % len(party.players)]
        await (party.test(player) if n % 5 == 0 else party.throw(player))
        n += 1


async def opened(store: Store, party: Party) -> tuple[float, float, Any]:
    """Seconds to open, seconds of the first view, and every seat's view."""
    tables = Tables(store)
    start = time.perf_counter()
    await tables.room(party.table)
    opening = time.perf_counter() - start
    start = time.perf_counter()
    await tables.view(party.table, party.master.seat)
    first = time.perf_counter() - start
    seats = [party.master, *party.players]
    return opening, first, [await tables.view(party.table, p.seat) for p in seats]


async def main(records: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(f"sqlite:///{Path(folder) / 'banc.sqlite'}")
        party = await seat(Tables(store), 4)
        await play(party, records - TAIL)
        room = await party.tables.room(party.table)
        keeper = Keeper(store)
        room.saved = 0
        await keeper.close([room])
        await play(party, records)
        kept = await store.snapshot(party.table)
        assert kept is not None
        # As a server does once it has started.
        settle_memory()
        read = snapshot.read
        warm, cold = [], []
        for _ in range(RUNS):
            warm.append(await opened(store, party))
            snapshot.read = lambda *_: None  # type: ignore[assignment]  # no snapshot, to time the fold
            cold.append(await opened(store, party))
            snapshot.read = read
        assert all(views == warm[0][2] for *_, views in (*warm, *cold)), "the two openings differ"
        start = time.perf_counter()
        text = snapshot.write(room.system, room.keep())
        writing = time.perf_counter() - start
        since = room.now.version - kept.version
        print(f"{room.now.version} records; snapshot {since} records old, {len(text.state) / 1000:.0f} kB")
        print(f"{'median of ' + str(RUNS):28} {'opening':>10} {'first view':>12}")
        for label, all_ in (("whole log folded", cold), ("from the snapshot", warm)):
            opening, first = (statistics.median(x[i] for x in all_) * 1000 for i in (0, 1))
            print(f"{label:28} {opening:7.1f} ms {first:9.1f} ms")
        print(f"writing a snapshot           {writing * 1000:7.1f} ms, off the event loop")
        await store.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--records", type=int, default=10_000)
    asyncio.run(main(parser.parse_args().records))
