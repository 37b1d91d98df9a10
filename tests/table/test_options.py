"""TAB-17: an option changed in play holds for what follows, never for a throw in the air."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from paravent.core.packs import PackError
from paravent.core.refusals import Refusal
from paravent.store import open_store
from paravent.systems import all_systems
from paravent.table import snapshot
from paravent.table.packs import as_toml, shipped_packs
from paravent.table.service import Tables
from table.test_service import Seat, open_test, seated

DICE = {"count": "1", "sides": "6", "why": "", "secret": "False"}


@pytest.fixture
async def tables(tmp_path: Path) -> AsyncIterator[Tables]:
    service = Tables(open_store(f"sqlite:///{tmp_path / 'tables.sqlite'}"))
    yield service
    await service.close()


def in_the_air(view: dict[str, Any]) -> list[str]:
    return [w["key"] for w in view["waitings"] if w["chance"]]


async def typed(seat: Seat, **fields: Any) -> None:
    """Answer the throw in the air with real dice or cards."""
    view = await seat.view()
    (w,) = (w for w in view["waitings"] if w["chance"])
    await seat.tables.act(
        seat.table, seat.seat, w["key"], w["offers"][0]["command"], fields, f"reel-{w['key']}"
    )


@pytest.mark.parametrize("reloaded", [False, True])
async def test_free_dice_in_the_air_stay_in_the_hand_that_threw_them(
    tables: Tables, tmp_path: Path, reloaded: bool
) -> None:
    _, gm, player, _ = await seated(tables)
    await player.do("ChooseHand", hand="reel", once="False")
    await player.do("ThrowDice", **DICE)
    await gm.do("SetOption", choice="hasard=table")
    if reloaded:
        tables = Tables(open_store(f"sqlite:///{tmp_path / 'tables.sqlite'}"))
        gm.tables = player.tables = tables
    await gm.do("Write", text="On attend.", to="tous")
    assert len(in_the_air(await player.view())) == 1
    await typed(player, faces=["4"])
    line = next(x for x in reversed((await gm.view())["journal"]) if x["data"]["kind"] == "FreeRolled")
    assert (line["typed"], line["data"]["faces"]) == (True, [4])
    # The next ones are the table's.
    await player.do("ThrowDice", **DICE)
    assert in_the_air(await player.view()) == []
    line = next(x for x in reversed((await gm.view())["journal"]) if x["data"]["kind"] == "FreeRolled")
    assert not line["typed"]
    if reloaded:
        await tables.close()


async def test_cards_in_the_air_too_and_a_snapshot_remembers_it(tables: Tables) -> None:
    created, gm, player, actor = await seated(tables)
    await gm.do("SetOption", choice="hasard=reel")
    await open_test(gm, actor)
    await player.do("WillDraw")
    before = in_the_air(await player.view())
    assert len(before) == 1
    await gm.do("SetOption", choice="hasard=table")
    await gm.do("SetOption", choice="hasard=libre")
    assert in_the_air(await player.view()) == before
    room = await tables.room(created.table)
    again = snapshot.read(room.system, snapshot.write(room.system, room.keep()))
    assert again is not None
    assert again.game.by_hand == room.now.by_hand != frozenset()
    # Taking the change back leaves the throw to whoever was throwing.
    view = await gm.view()
    undo = next(
        f for w in view["waitings"] for o in w["offers"] if o["command"] == "Undo" for f in o["fields"]
    )
    await gm.do("Undo", upto=undo["options"][0]["id"])
    assert in_the_air(await player.view()) != []
    (w,) = (w for w in (await player.view())["waitings"] if w["chance"])
    name, cards = w["offers"][0]["fields"][0]["name"], w["offers"][0]["fields"][0]
    await typed(player, **{name: cards["deck"][: cards["count"]]})
    assert in_the_air(await player.view()) == []
    await player.do("Write", text="Voilà.", to="tous")
    assert room.now.by_hand == frozenset()


async def test_what_falls_after_the_change_is_typed_no_more(tables: Tables) -> None:
    _, gm, player, _ = await seated(tables)
    await gm.do("SetOption", choice="hasard=table")
    with pytest.raises(AssertionError, match="not offered"):
        await player.do("ChooseHand", hand="reel", once="False")
    await player.do("ThrowDice", **DICE)
    assert in_the_air(await player.view()) == []


async def test_a_table_begins_with_a_shipped_pack_by_name_or_ones_own(tables: Tables) -> None:
    system = all_systems()["architectes"]
    default, sober = shipped_packs(system)
    for asked, pack in (("", default), (sober.name, sober), (sober.toml, sober), (default.name, default)):
        made = await tables.create("architectes", "Essai", "Ana", pack=asked)
        leader = await tables.access(made.game_master)
        assert leader is not None
        taken = await tables.pack(made.table, leader.seat)
        assert taken == as_toml(system.read_pack(pack.toml))
        _, player = await tables.join(made.invitation, "Léa", "entrer")
        with pytest.raises(Refusal) as refused:
            await tables.pack(made.table, player)
        assert refused.value.rule == "TAB-07"
    with pytest.raises(PackError):
        await tables.create("architectes", "Essai", "Ana", pack="exemple")
    with pytest.raises(Refusal) as wrong:
        await tables.create("architectes", "Essai", "Ana", options={"hasard": "truqué"})
    assert wrong.value.rule == "TAB-17"
