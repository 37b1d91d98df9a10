"""A pack that play has added to is taken away as it is now (INT-24)."""

from __future__ import annotations

from pathlib import Path

from paravent.store import open_store
from paravent.systems import all_systems
from paravent.table.service import Tables

SKILL = {
    "name": "Héraldique",
    "category": "specialist",
    "domain": "False",
    "definition": "Lire un blason, et ce qu’il cache.",
}


async def test_a_skill_created_in_play_leaves_with_the_pack(tmp_path: Path) -> None:
    tables = Tables(open_store(f"sqlite:///{tmp_path / 'base.sqlite'}"))
    made = await tables.create("intentions", "La Brume", "Maud")
    access = await tables.access(made.game_master)
    assert access is not None
    before = await tables.pack(made.table, access.seat)
    assert "Héraldique" not in before
    view = await tables.view(made.table, access.seat)
    asked = next(w for w in view["waitings"] if any(o["command"] == "CreateSkill" for o in w["offers"]))
    await tables.act(made.table, access.seat, asked["key"], "CreateSkill", SKILL, "heraldique")
    after = await tables.pack(made.table, access.seat)
    assert "Héraldique" in after
    again = await tables.create("intentions", "Une autre", "Maud", pack=after)
    reader = await tables.access(again.game_master)
    assert reader is not None
    assert await tables.pack(again.table, reader.seat) == after
    assert all_systems()["intentions"].read_pack(after)
    await tables.close()
