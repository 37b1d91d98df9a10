"""The tables of a run, played through the service and left in a base for a server to open cold; also what a run knows
of them: each seat's token."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tables import Party, seat  # beside this folder

from paravent.store import open_store
from paravent.table.service import Tables

SEATS = 5
TESTS = 3
"""Tests played beforehand at each table: some thirty records more than the people and their characters."""


async def prepared(base: str, tables: int) -> list[dict[str, object]]:
    """`tables` tables of a game master and four players, each with a character."""
    service = Tables(open_store(base))
    try:
        out = []
        for _ in range(tables):
            party = await seat(service, SEATS - 1)
            for player in party.players[:TESTS]:
                await party.test(player)
            out.append(_told(party))
        return out
    finally:
        await service.close()


def _told(party: Party) -> dict[str, object]:
    return {
        "table": party.table,
        "tokens": [p.token for p in (party.master, *party.players)],
        "actors": [p.actor for p in party.players],
    }


if __name__ == "__main__":
    base, count, out = sys.argv[1:]
    Path(out).write_text(json.dumps(asyncio.run(prepared(base, int(count)))), "utf-8")
