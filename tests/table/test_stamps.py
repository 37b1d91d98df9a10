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


SHOWN = "0123456789abcdef"


async def test_a_stamp_holds_until_anything_happens(tmp_path: Path) -> None:
    tables, table, master, léa = await moved(tmp_path / "t.sqlite")
    given = (await tables.moment(table)).stamp(léa, SHOWN)
    assert (await tables.moment(table)).same(léa, SHOWN, given)
    assert not (await tables.moment(table)).same(master, SHOWN, given)
    assert not (await tables.moment(table)).same(léa, SHOWN[::-1], given)
    view = await tables.view(table, master)
    key = next(w["key"] for w in view["waitings"] if any(o["command"] == "Write" for o in w["offers"]))
    await tables.act(table, master, key, "Write", {"text": "à part", "to": "mj"}, "note-cachee")
    assert not (await tables.moment(table)).same(léa, SHOWN, given)
    await tables.close()


async def test_a_stamp_holds_across_a_restart_and_no_other_release(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables, table, _, léa = await moved(tmp_path / "t.sqlite")
    given = (await tables.moment(table)).stamp(léa, SHOWN)
    await tables.close()
    again = Tables(open_store(f"sqlite:///{tmp_path / 't.sqlite'}"))
    assert (await again.moment(table)).same(léa, SHOWN, given)
    monkeypatch.setattr(stamps, "release", lambda: "0.0.0")
    assert not (await again.moment(table)).same(léa, SHOWN, given)
    await again.close()


async def test_the_same_version_reached_another_way_is_another_moment(tmp_path: Path) -> None:
    tables, table, _, léa = await moved(tmp_path / "t.sqlite")
    moment = await tables.moment(table)
    assert not moment._replace(head="f" * 64).same(léa, SHOWN, moment.stamp(léa, SHOWN))
    await tables.close()


@pytest.mark.parametrize("given", ["", "é", "0" * 48, "0" * 15, "\x00" * 48])
async def test_what_is_no_stamp_says_no(tmp_path: Path, given: str) -> None:
    tables, table, _, léa = await moved(tmp_path / "t.sqlite")
    assert not (await tables.moment(table)).same(léa, SHOWN, given)
    await tables.close()
