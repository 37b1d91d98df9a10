"""The use cases, on a real store: create, join, act, resend, race, undo, reload."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from paravent.chance.verifier import verify
from paravent.core.refusals import Refusal
from paravent.store import open_store
from paravent.table.log import broken_at
from paravent.table.service import Created, Tables

SCORES = [str(n) for n in range(1, 23)]


@pytest.fixture
async def tables(tmp_path: Path) -> AsyncIterator[Tables]:
    service = Tables(open_store(f"sqlite:///{tmp_path / 'tables.sqlite'}"))
    yield service
    await service.close()


class Seat:
    """A person at a table, who answers by command name."""

    def __init__(self, tables: Tables, table: str, seat: Any) -> None:
        self.tables, self.table, self.seat = tables, table, seat
        self.sent = 0

    async def view(self) -> dict[str, Any]:
        return await self.tables.view(self.table, self.seat)

    async def key(self, command: str, label: str = "") -> str:
        for w in (await self.view())["waitings"]:
            if any(o["command"] == command and not o["barred"] for o in w["offers"]) and label in w["prompt"]:
                return str(w["key"])
        raise AssertionError(f"{command} is not offered")

    async def do(self, command: str, **fields: Any) -> None:
        self.sent += 1
        await self.tables.act(
            self.table, self.seat, await self.key(command), command, fields, f"c{self.sent}"
        )


async def seated(tables: Tables) -> tuple[Created, Seat, Seat, str]:
    created = await tables.create("architectes", "Essai", "Ana")
    game_master = await tables.access(created.game_master)
    assert game_master is not None
    gm = Seat(tables, created.table, game_master.seat)
    _, seat = await tables.join(created.invitation, "Léa", "entrer")
    player = Seat(tables, created.table, seat)
    await player.do("ProposeCharacter", name="Sirocco", identity={}, scores=SCORES)
    await gm.do("AcceptActor")
    return created, gm, player, (await player.view())["me"]["actors"][0]


async def open_test(gm: Seat, actor: str, skill: int = 14) -> None:
    offers = [o for w in (await gm.view())["waitings"] for o in w["offers"] if o["command"] == "OpenTest"]
    fields = {f["name"]: f["options"][0]["id"] for f in offers[0]["fields"] if f["domain"] == "one_of"}
    await gm.do("OpenTest", **{**fields, "actor": actor, "skill": str(skill)})


async def test_a_test_is_played_by_a_game_master_and_a_player(tables: Tables) -> None:
    _, gm, player, actor = await seated(tables)
    await open_test(gm, actor)
    assert (await gm.view())["awaited"] == ["Sirocco"]
    await player.do("WillDraw")
    texts = [line["text"] for line in (await player.view())["journal"]]
    assert any("Sirocco" in t for t in texts)
    draws = [line["draw"] for line in (await gm.view())["journal"] if line["draw"]]
    assert draws[0]["n"] == 0


async def test_a_command_sent_again_counts_once(tables: Tables) -> None:
    created, gm, player, actor = await seated(tables)
    await open_test(gm, actor)
    key = await player.key("WillDraw")
    first = await tables.act(created.table, player.seat, key, "WillDraw", {}, "tap")
    before = await tables.view(created.table, gm.seat)
    again = await tables.act(created.table, player.seat, key, "WillDraw", {}, "tap")
    assert (first.repeated, again.repeated) == (False, True)
    assert await tables.view(created.table, gm.seat) == before
    with pytest.raises(Refusal) as other:
        await tables.act(created.table, player.seat, key, "WillDraw", {}, "second-tap")
    assert other.value.stale


async def test_only_the_asked_seat_may_answer(tables: Tables) -> None:
    created, gm, player, actor = await seated(tables)
    _, other = await tables.join(created.invitation, "Zoé", "entrer")
    await open_test(gm, actor)
    key = await player.key("WillDraw")
    with pytest.raises(Refusal):
        await tables.act(created.table, other, key, "WillDraw", {}, "x")


async def test_a_reloaded_table_is_the_same(tables: Tables) -> None:
    created, gm, player, actor = await seated(tables)
    await gm.do("OpenSession")
    await open_test(gm, actor)
    await player.do("WillDraw")
    views = [await s.view() for s in (gm, player)]
    fresh = Tables(tables.store)
    assert [await fresh.view(created.table, s.seat) for s in (gm, player)] == views
    rows = await tables.store.read(created.table)
    assert broken_at(rows) is None


async def test_undo_takes_the_whole_test_back_and_chance_goes_on(tables: Tables) -> None:
    _, gm, player, actor = await seated(tables)
    await open_test(gm, actor)
    await player.do("WillDraw")
    undo = next(o for w in (await gm.view())["waitings"] for o in w["offers"] if o["command"] == "Undo")
    await gm.do("Undo", upto=undo["fields"][0]["options"][0]["id"])
    assert (await gm.view())["awaited"] == ["Sirocco"]
    await player.do("WillDraw")
    draws = [line["draw"]["n"] for line in (await gm.view())["journal"] if line["draw"]]
    assert draws == list(range(len(draws)))
    assert any(line["undone"] for line in (await player.view())["journal"])


async def test_real_cards_are_typed_or_refused(tables: Tables) -> None:
    created, gm, player, actor = await seated(tables)
    await player.do("ChooseHand", hand="reel", once="False")
    await open_test(gm, actor)
    await player.do("WillDraw")
    waiting = next(w for w in (await player.view())["waitings"] if w["chance"])
    command, field = waiting["offers"][0]["command"], waiting["offers"][0]["fields"][0]["name"]
    with pytest.raises(Refusal) as refused:
        await tables.act(created.table, player.seat, waiting["key"], command, {field: "99"}, "bad")
    assert "pas dans le paquet" in refused.value.why
    await tables.act(created.table, player.seat, waiting["key"], command, {field: "3"}, "good")
    assert any(line["typed"] for line in (await player.view())["journal"])


async def test_an_export_is_verified_offline_and_brought_in_elsewhere(tables: Tables, tmp_path: Path) -> None:
    created, gm, player, actor = await seated(tables)
    await gm.do("OpenSession")
    await open_test(gm, actor)
    await player.do("WillDraw")
    await gm.do("Write", text="canari", to="mj")
    await gm.do("CloseSession")
    whole = await tables.export(created.table, gm.seat)
    own = await tables.export(created.table, player.seat)
    for data in (whole, own):
        report = verify(json.loads(json.dumps(data)))
        assert report.sound
        assert report.verified >= 1
    assert "canari" in json.dumps(whole)
    assert "canari" not in json.dumps(own)
    altered = json.loads(json.dumps(whole))
    altered["records"][3]["at"] += 1
    assert not verify(altered).sound

    elsewhere = Tables(open_store(f"sqlite:///{tmp_path / 'ailleurs.sqlite'}"))
    try:
        with pytest.raises(Refusal):
            await elsewhere.import_(altered)
        with pytest.raises(Refusal):
            await elsewhere.import_(own)
        brought = await elsewhere.import_(whole)
        access = await elsewhere.access(brought.game_master)
        assert access is not None
        there, here = await elsewhere.view(brought.table, access.seat), await gm.view()
        assert there["world"] == here["world"]
        assert there["journal"][: len(here["journal"])] == here["journal"]
        with pytest.raises(Refusal):
            await tables.import_(whole)
    finally:
        await elsewhere.close()


async def test_racing_seats_never_break_the_log(tables: Tables) -> None:
    created, gm, player, _ = await seated(tables)
    key = await player.key("Write")

    async def send(i: int) -> bool:
        try:
            fields = {"text": f"note {i}", "to": "tous"}
            await tables.act(created.table, player.seat, key, "Write", fields, f"n{i}")
        except Refusal:
            return False
        return True

    assert sum(await asyncio.gather(*(send(i) for i in range(20)))) == 1
    assert broken_at(await tables.store.read(created.table)) is None
    assert sum("note" in line["text"] for line in (await gm.view())["journal"]) == 1
