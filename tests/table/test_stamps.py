"""A stamp of how a table stands: read by the table alone, and never by comparing two."""

from __future__ import annotations

from pathlib import Path

import pytest

from paravent.core.values import Who
from paravent.store import open_store
from paravent.table import stamps
from paravent.table.service import Tables


async def moved(path: Path) -> tuple[Tables, str, Who, Who]:
    tables = Tables(open_store(f"sqlite:///{path}"))
    made = await tables.create("architectes", "Phare", "Ada")
    _, léa = await tables.join(made.invitation, "Léa", "lea-arrive")
    master = (await tables.room(made.table)).now.core.game_masters[0]
    return tables, made.table, master, léa


async def test_a_stamp_holds_until_anything_happens(tmp_path: Path) -> None:
    tables, table, master, léa = await moved(tmp_path / "t.sqlite")
    given = await tables.stamp(table, léa)
    assert await tables.unmoved(table, léa, given)
    assert not await tables.unmoved(table, master, given)
    view = await tables.view(table, master)
    key = next(w["key"] for w in view["waitings"] if any(o["command"] == "Write" for o in w["offers"]))
    await tables.act(table, master, key, "Write", {"text": "à part", "to": "mj"}, "note-cachee")
    assert not await tables.unmoved(table, léa, given)
    await tables.close()


async def test_a_stamp_holds_across_a_restart_and_no_other_release(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables, table, _, léa = await moved(tmp_path / "t.sqlite")
    given = await tables.stamp(table, léa)
    await tables.close()
    again = Tables(open_store(f"sqlite:///{tmp_path / 't.sqlite'}"))
    assert await again.unmoved(table, léa, given)
    monkeypatch.setattr(stamps, "_release", lambda: "0.0.0")
    assert not await again.unmoved(table, léa, given)
    await again.close()


async def test_the_same_version_reached_another_way_is_another_moment(tmp_path: Path) -> None:
    tables, table, _, léa = await moved(tmp_path / "t.sqlite")
    given = await tables.stamp(table, léa)
    room = await tables.room(table)
    room.head = "f" * 64
    assert not await tables.unmoved(table, léa, given)
    await tables.close()


@pytest.mark.parametrize("given", ["", "é", "0" * 48, "0" * 15, "\x00" * 48])
async def test_what_is_no_stamp_says_no(tmp_path: Path, given: str) -> None:
    tables, table, _, léa = await moved(tmp_path / "t.sqlite")
    assert not await tables.unmoved(table, léa, given)
    await tables.close()
