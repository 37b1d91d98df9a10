"""Pages of a table's system: the same door as all others, one answer for what is not there."""

from __future__ import annotations

import asyncio

import pytest

from paravent.web.system_pages import is_page
from web.party import HOST, Party, Server


async def test_nothing_stands_at_an_address_that_no_system_gives(party: Party) -> None:
    async with party.server.browser() as stranger:
        nobody = await stranger.get(f"/table/{party.id}/force/x")
        elsewhere = await stranger.get(f"/table/{party.id}/bureau/x")
    assert nobody.status_code == elsewhere.status_code == 404
    assert nobody.text == elsewhere.text
    for address in ("force/x", "force.toml/x", "x/y", "__init__/x", "en_jeu/x"):
        for seat in (party.gm, party.lea):
            found = await seat.get(f"{HOST}/table/{party.id}/{address}")
            assert found.status_code == 404


async def test_whoever_asks_for_many_forecasts_keeps_nobody_waiting(
    party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    underway: list[str] = []
    first, both, over = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def slow(table: str, seat: str, *_: object) -> None:
        underway.append(seat)
        first.set()
        if len(set(underway)) == 2:
            both.set()
        await over.wait()

    monkeypatch.setattr(party.server.tables, "page", slow)
    address = f"{HOST}/table/{party.id}/force/x?seances="
    asked = [asyncio.create_task(party.gm.get(f"{address}{n}")) for n in range(6)]
    await first.wait()
    await asyncio.sleep(0.2)
    asked.append(asyncio.create_task(party.lea.get(f"{address}1")))
    await asyncio.wait_for(both.wait(), 5)
    assert len(underway) == 2
    over.set()
    assert {r.status_code for r in await asyncio.gather(*asked)} == {404}
    assert len(underway) == 7


def test_an_answer_comes_back_to_a_page_of_its_own_system_only() -> None:
    assert is_page("forces", "force/f0123")
    assert is_page("forces", "force/f0123#geste-AddVertex")
    for address in (
        "force",
        "force/",
        "//mal.example/x",
        "force/x/y",
        "force/x?y",
        "force/../x",
        "export.json/x",
    ):
        assert not is_page("forces", address)
    assert not is_page("architectes", "force/f0123")
    assert not is_page("inconnu", "force/f0123")


async def test_a_difficulty_of_nothing_is_told_like_any_other(server: Server) -> None:
    async with server.browser() as gm:
        made = await gm.post("/tables", data={"systeme": "forces", "nom": "La lande", "pseudo": "Ada"})
        id = made.headers["location"].split("/")[2]
        party = Party(server, id, gm, gm, {"mj": gm.cookies[f"siege-{id}"]})
        guard = {"name": "La garde", "hidden": "False"}
        assert (await party.post("mj", "CreateExtra", guard)).status_code == 200
        w = await party.waiting("mj", "CallTest")
        (offer,) = (o for o in w["offers"] if o["command"] == "CallTest")
        (actor,) = next(f for f in offer["fields"] if f["name"] == "actor")["options"]
        chosen = {"actor": actor["id"], "sub": "guet", "aptitude": "", "difficulty": "0", "secrecy": "table"}
        assert (await party.post("mj", "CallTest", {**chosen, "bonus": "0", "malus": "0"})).status_code == 200
        page = (await gm.get(f"/table/{id}")).text
    assert "Atteindre <b>0</b>" in page
    assert "pas encore dite" not in page
