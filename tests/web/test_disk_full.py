"""The server on a full disk: it shows every page, refuses in French, and goes on as soon as there is room."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from paravent.chance.verifier import verify
from paravent.store import open_store
from paravent.table.log import broken_at
from paravent.table.service import Tables
from paravent.web.app import create_app
from small_disk import SmallDisk, small_disk
from web.party import Party, Server

PAGES = ("", "/journal", "/liens", "/courrier", "/attente")
LONG = "Il pleut sur la brume." * 80


@pytest.fixture
async def disk(tmp_path: Path) -> AsyncIterator[SmallDisk]:
    with small_disk(tmp_path / "disque") as made:
        yield made


@pytest.fixture
async def server(disk: SmallDisk) -> AsyncIterator[Server]:
    tables = Tables(open_store(f"sqlite:///{disk.folder}/t.sqlite"))
    yield Server(tables, create_app(tables, hosts=("localhost",)))
    disk.free()
    await tables.close()


async def gesture(party: Party, who: str, command: str, fields: dict[str, Any], id: str) -> Any:
    """A command sent by a program, under an id of its own; its body, to be sent again."""
    key = (await party.waiting(who, command))["key"]
    return {"key": key, "command": command, "fields": fields, "command_id": id}


async def send(party: Party, who: str, body: Any) -> Any:
    async with party.server.browser() as api:
        headers = {"Authorization": f"Bearer {party.tokens[who]}"}
        return await api.post(f"/api/tables/{party.id}/gestes", json=body, headers=headers)


async def until_refused(party: Party) -> Any:
    """Write until the disk is full to the last page of the log; the command that was refused."""
    for _ in range(200):
        body = await gesture(party, "lea", "Write", {"text": LONG, "to": "tous"}, uuid4().hex)
        answer = await send(party, "lea", body)
        if answer.status_code != 200:
            assert answer.status_code == 503
            assert answer.json()["why"].endswith("Rien n’a été inscrit.")
            return body
    raise AssertionError("the disk is never full")


async def test_a_full_disk_stops_writing_and_nothing_else(disk: SmallDisk, party: Party) -> None:
    for leaving in (0, 4096, 40_960):
        disk.free()
        disk.fill(leaving)
        refused = await until_refused(party)
        before = {who: await party.view(who) for who in ("mj", "lea")}
        throw = {"count": 3, "sides": 6, "why": "", "secret": False}
        thrown = await gesture(party, "lea", "ThrowDice", throw, f"des-{leaving}")
        for body in (refused, thrown):
            answer = await send(party, "lea", body)
            assert answer.status_code == 503
            assert "Rien n’a été inscrit." in answer.json()["why"]
        # A page's form, with and without its script.
        for live in (True, False):
            told = await party.post("lea", "Write", {"text": LONG, "to": "tous"}, live=live)
            assert told.status_code == 503
            assert "Rien n’a été inscrit." in told.text
        # Nobody may sit down, and no table be opened.
        opened = await party.gm.post(
            "/tables", data={"systeme": "architectes", "nom": LONG[:100], "pseudo": "Ada"}
        )
        assert opened.status_code == 503
        for page in PAGES:
            for browser in (party.gm, party.lea):
                assert (await browser.get(f"/table/{party.id}{page}")).status_code in (200, 303, 404)
        for client in (party.gm, party.lea):
            assert (await client.get(f"/table/{party.id}")).status_code == 200
        for who, view in before.items():
            assert await party.view(who) == view
        disk.free()
        # The very commands that were refused: each counts, once.
        assert (await send(party, "lea", refused)).status_code == 200
        # One's questions have other names once one has answered.
        thrown["key"] = (await party.waiting("lea", "ThrowDice"))["key"]
        for body in (thrown, refused, thrown):
            assert (await send(party, "lea", body)).status_code == 200
    await _sound(party)


async def _sound(party: Party) -> None:
    tables = party.server.tables
    rows = await tables.store.read(party.id)
    assert broken_at(rows) is None
    assert [row.kind for row in rows].count("FreeRolled") == 3
    for command in ("OpenSession", "CloseSession"):
        key = (await party.waiting("mj", command))["key"]
        body = {"key": key, "command": command, "fields": {}, "command_id": command}
        assert (await send(party, "mj", body)).status_code == 200
    room = await tables.room(party.id)
    report = verify(await tables.export(party.id, room.now.core.game_masters[0]))
    assert report.sound
    assert (report.verified, report.unverifiable) == (3, 0)


async def test_a_snapshot_that_finds_no_room_is_done_without(
    disk: SmallDisk, party: Party, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    store, tried = party.server.tables.store, asyncio.Event()
    save = store.save_snapshot

    async def without_room(*given: Any) -> None:
        disk.fill()
        try:
            await save(*given)
        finally:
            tried.set()

    monkeypatch.setattr("paravent.table.keeper.EVERY", 1)
    monkeypatch.setattr(store, "save_snapshot", without_room)
    assert (await party.post("lea", "Write", {"text": "On frappe", "to": "tous"})).status_code == 200
    await asyncio.wait_for(tried.wait(), 10)
    await asyncio.sleep(0)
    assert "instantané non gardé" in caplog.text
    assert await store.snapshot(party.id) is None
    assert (await party.gm.get(f"/table/{party.id}")).status_code == 200
    disk.free()
    assert (await party.post("lea", "Write", {"text": "On entre", "to": "tous"})).status_code == 200
