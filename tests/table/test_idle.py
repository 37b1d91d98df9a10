"""A table that nobody has looked at for long leaves the memory, and comes back as it was; one that is watched stays."""

from __future__ import annotations

from pathlib import Path

import pytest

from paravent.store import open_store
from paravent.table import keeper, rooms
from paravent.table.service import Tables


async def test_an_idle_table_is_let_go_and_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeper, "WORTH", 1)
    tables = Tables(open_store(f"sqlite:///{tmp_path}/t.sqlite"))
    made = [await tables.create("architectes", f"Table {n}", "Ada") for n in range(3)]
    first, watched, fresh = (m.table for m in made)
    seats = [access.seat for m in made if (access := await tables.access(m.game_master))]
    before = [await tables.view(m.table, seat) for m, seat in zip(made, seats, strict=True)]
    async with tables.watch(watched, seats[1]) as bell:
        monkeypatch.setattr(rooms, "IDLE", -1.0)
        monkeypatch.setattr(rooms, "SWEEP", 0.0)
        monkeypatch.setattr(rooms, "SWEPT", 1)
        # A few at a time, whatever is asked for meanwhile.
        await tables.room(watched)
        assert set(tables._rooms) == {watched, fresh}
        await tables.room(watched)
        assert set(tables._rooms) == {watched}
        monkeypatch.setattr(rooms, "IDLE", 600.0)
        assert [await tables.view(m.table, seat) for m, seat in zip(made, seats, strict=True)] == before
        assert set(tables._rooms) == {first, watched, fresh}
        assert not bell.is_set()
        key = next(
            w["key"]
            for w in before[1]["waitings"]
            if any(o["command"] == "Write" and not o["barred"] for o in w["offers"])
        )
        await tables.act(watched, seats[1], key, "Write", {"text": "un mot", "to": "tous"}, "c1")
        assert bell.is_set()
    await tables.close()
