"""A clock a day off, either way: what happened keeps its order, here and wherever it is taken."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from paravent.chance.verifier import verify
from paravent.store import open_store
from paravent.table.log import broken_at
from paravent.table.service import Tables

NOON = 1_800_000_000_000
DAY = 24 * 3600 * 1000


class Clock:
    """Each reading is a day before or after the last, in turn, or the same."""

    def __init__(self, *steps: int) -> None:
        self.now, self.steps, self.read = NOON, steps, 0

    def __call__(self) -> int:
        self.now += self.steps[self.read % len(self.steps)]
        self.read += 1
        return self.now


async def written(tables: Tables, table: str, seat: Any, text: str) -> None:
    view = await tables.view(table, seat)
    key = next(w["key"] for w in view["waitings"] for o in w["offers"] if o["command"] == "Write")
    await tables.act(table, seat, key, "Write", {"text": text, "to": "tous"}, text)


@pytest.mark.parametrize("steps", [(-DAY,), (DAY, -DAY), (DAY,), (0,)])
async def test_the_order_is_that_of_the_log(tmp_path: Path, steps: tuple[int, ...]) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    notes = [f"note-{n}" for n in range(8)]
    tables = Tables(open_store(url), Clock(*steps))
    made = await tables.create("architectes", "La brume", "Maud", command_id="ouvrir")
    maud = await tables.access(made.game_master)
    _, lea = await tables.join(made.invitation, "Léa", "entrer")
    assert maud is not None
    for n, note in enumerate(notes):
        await written(tables, made.table, (maud.seat, lea)[n % 2], note)
    exported = await tables.export(made.table, maud.seat)
    await tables.close()

    again = Tables(open_store(url), Clock(DAY))
    for seat in (maud.seat, lea):
        told = [line["text"] for line in (await again.view(made.table, seat))["journal"]]
        assert [note for text in told for note in notes if note in text] == notes
    rows = await again.store.read(made.table)
    assert broken_at(rows) is None
    assert verify(exported).sound
    await again.close()

    elsewhere = Tables(open_store(f"sqlite:///{tmp_path / 'ailleurs.sqlite'}"), Clock(-DAY))
    brought = await elsewhere.import_(exported)
    leader = await elsewhere.access(brought.game_master)
    assert leader is not None
    told = [line["text"] for line in (await elsewhere.view(brought.table, leader.seat))["journal"]]
    assert [note for text in told for note in notes if note in text] == notes
    await elsewhere.close()
