"""The stream of a seat: its whole view at once and after each change, until the seat is gone."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from paravent.core.codec import canonical
from paravent.core.values import Who
from paravent.table.service import Access
from paravent.web.desk import Places
from paravent.web.stream import ALIVE, END, message, views
from paravent.web.templating import environment
from web.party import CANARY, HOST, Party


async def stream_of(party: Party, heartbeat: float = 5.0, places: Places | None = None) -> Any:
    access = await party.server.tables.access(party.tokens["lea"])
    assert isinstance(access, Access)
    tables = party.server.tables

    async def fresh() -> tuple[str, str]:
        text = canonical(await tables.view(access.table, access.seat))
        return text, message(text)

    return views(tables, party.tokens["lea"], access, fresh, "partie", heartbeat, places)


def told(text: str) -> Any:
    return json.loads(text.removeprefix("data: "))


async def test_changes_met_while_sending_make_one_message(party: Party) -> None:
    stream = await stream_of(party)
    first = told(await anext(stream))
    for n in range(3):
        await party.post("lea", "Write", {"text": f"note {n}", "to": "tous"})
    second = told(await asyncio.wait_for(anext(stream), 5))
    assert len(second["journal"]) == len(first["journal"]) + 3
    waiting = asyncio.ensure_future(anext(stream))
    await asyncio.sleep(0.05)
    assert not waiting.done()
    await party.post("lea", "Write", {"text": "encore", "to": "tous"})
    text = await asyncio.wait_for(waiting, 5)
    assert "encore" in text
    assert CANARY not in text
    await stream.aclose()


async def test_silence_is_kept_alive(party: Party) -> None:
    stream = await stream_of(party, 0.02)
    await anext(stream)
    assert await anext(stream) == ALIVE
    await stream.aclose()


async def test_streams_end_when_the_server_stops(party: Party) -> None:
    places = Places()
    stream = await stream_of(party, places=places)
    await anext(stream)
    places.close()
    async with asyncio.timeout(5):
        assert [x async for x in stream] == []


async def test_the_stream_ends_with_the_seat(party: Party) -> None:
    stream = await stream_of(party)
    await anext(stream)
    seat = Who((await party.view("lea"))["me"]["seat"])
    await party.post("mj", "RemoveSeat", {"seat": seat})
    assert [x async for x in stream] == ["data: partie\n\n", END]
    page = await party.lea.get(f"/table/{party.id}", headers={"HX-Request": "true"})
    assert (page.status_code, page.headers["hx-refresh"]) == (404, "true")
    assert f"{HOST}/" not in page.text


async def test_a_system_without_pictures_is_shown_as_it_is(party: Party) -> None:
    env = environment()
    world = {"kind": "World", "pile": [{"kind": "Coin", "who": "a1", "side": "<b>"}]}
    shown = env.get_template("en_jeu.html").render(world=world, names={"a1": "Iris"})
    assert "Iris" in shown
    assert "&lt;b&gt;" in shown
