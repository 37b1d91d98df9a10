"""Whether a table of twelve counters opens and updates as fast as one of one (Intentions).

    python benchmarks/counters.py [--moves 40]

Two tables in one process, alike but for their counters: a game master, three players with their characters, each with
an endurance. Each counter is public, on the pack's model of sanity: three thresholds, and triggers. Turn by turn, at
one table then at the other, the game master moves one counter; what follows is timed in the processor's time of this
process, and medians are told. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
from tables import INTENTIONS, Party, Place, seat

from paravent.store import open_store
from paravent.table.service import Tables
from paravent.web.app import create_app
from paravent.web.desk import Desk
from paravent.web.pages import Pages
from paravent.web.site import SEAT, Site

COUNTERS = (1, 12)
MODEL = "sante_mentale"


async def counted(service: Tables, counters: int) -> Party:
    """A table with so many counters, each on its model of the pack: thresholds and triggers included."""
    party = await seat(service, 3, system="intentions", sheet=INTENTIONS)
    for n in range(counters):
        made = {"model": MODEL, "actors": [], "subject": f"la ville {n}", "standing": "public"}
        await party.act(party.master, "UseModel", made)
    return party


class Stopwatch:
    """Milliseconds of the processor, by what they went to."""

    def __init__(self) -> None:
        self.took: dict[str, list[float]] = defaultdict(list)

    async def time(self, what: str, work: Callable[[], Awaitable[Any]]) -> Any:
        start = time.process_time_ns()
        result = await work()
        self.took[what].append((time.process_time_ns() - start) / 1e6)
        return result


async def turn(party: Party, pages: Pages, client: httpx.AsyncClient, watch: Stopwatch) -> None:
    """One counter moves; every screen is written; a game master and a player open the page."""
    room = await party.tables.room(party.table)
    plain = [c for c in room.now.world.counters if c.sort == "plain"]
    at = plain[0]
    moved = {"counter": at.id, "steps": "1" if at.value < 4 else "-4", "why": ""}
    await watch.time("command, committed", lambda: party.act(party.master, "Move", moved, counter=at.id))
    seats = (("game master", party.master), ("player", party.players[0]))
    for role, place in seats:
        view = await watch.time(
            f"view, {role}", lambda place=place: party.tables.view(party.table, place.seat)
        )
        text = await watch.time(f"fragment, {role}", lambda view=view: written(pages, view))
        watch.took[f"fragment, {role}, kB"].append(len(text.encode()) / 1000)
    for role, place in seats:
        await watch.time(f"page opened, {role}", lambda place=place: opened(client, party, place))


async def written(pages: Pages, view: dict[str, Any]) -> str:
    return pages.fragment(view)


async def opened(client: httpx.AsyncClient, party: Party, place: Place) -> None:
    cookies = {"Cookie": f"{SEAT}{party.table}={place.token}"}
    answer = await client.get(f"/table/{party.table}", headers=cookies)
    assert answer.status_code == 200, answer.status_code


async def main(moves: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        service = Tables(open_store(f"sqlite:///{Path(folder) / 'banc.sqlite'}"))
        parties = {n: await counted(service, n) for n in COUNTERS}
        watches = {n: Stopwatch() for n in COUNTERS}
        pages = Pages(Site(Desk(service)))
        app = create_app(service, hosts=("127.0.0.1",))
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            for n in range(moves):
                for counters, party in parties.items():
                    # The first turn fills the caches.
                    await turn(party, pages, client, watches[counters] if n else Stopwatch())
        await service.close()
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; ms of CPU, medians")
    few, many = (watches[n].took for n in COUNTERS)
    print(f"{'':26} {'1 counter':>10} {'12 counters':>12} {'ratio':>7}")
    for what in few:
        a, b = statistics.median(few[what]), statistics.median(many[what])
        print(f"{what:26} {a:10.2f} {b:12.2f} {b / a:7.2f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--moves", type=int, default=40)
    asyncio.run(main(parser.parse_args().moves))
