"""Exports forged with a right chain: whatever they say, the answer is a table that works or a refusal."""

from __future__ import annotations

import asyncio
import re
import time
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from hostile.foes import Siege
from hostile.hands import Hands, as_json
from paravent.cli.main import cli
from paravent.core.codec import canonical, digest
from paravent.table.log import FIRST
from paravent.table.recap import FORMATS


def rechained(export: dict[str, Any]) -> dict[str, Any]:
    """The export with its prints made anew, as a forger would."""
    previous = FIRST
    for n, record in enumerate(export["records"], 1):
        record["n"], record["previous"] = n, previous
        previous = digest(canonical(record))
    export["head"] = previous
    export["digest"] = digest(canonical({k: v for k, v in export.items() if k != "digest"}))
    return export


async def taken(siege: Siege, export: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    async with siege.client() as client:
        answer = await client.post("/api/import", content=as_json(export))
        return answer.status_code, answer.json()


async def fresh(siege: Siege, id: str) -> dict[str, Any]:
    export = await siege.tables.export(siege.id, siege.people["ada"].seat)
    return {**export, "table": id, "records": [dict(r) for r in export["records"]]}


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where every plain value of a JSON value stands."""
    match value:
        case dict():
            return [p for k, v in value.items() for p in leaves(v, (*path, k))]
        case list():
            return [p for k, v in enumerate(value) for p in leaves(v, (*path, k))]
        case _:
            return [path]


def put(value: Any, path: tuple[Any, ...], new: Any) -> None:
    for step in path[:-1]:
        value = value[step]
    value[path[-1]] = new


async def test_forged_logs_are_refused_or_work(siege: Siege) -> None:
    hands = Hands("faussaire")
    await siege.ask("ada", "OpenTest", actor=await siege.actor("Iris"), skill="12", secrecy="table")
    works = 0
    for n in range(150):
        export = await fresh(siege, f"faux{n}")
        match n % 3:
            case 0:
                record = hands.one(*export["records"])
                put(record, hands.one(*leaves(record)), hands.junk())
            case 1:
                del export["records"][hands.rng.randrange(len(export["records"]))]
            case _:
                export["records"].insert(
                    hands.rng.randrange(len(export["records"])), dict(hands.one(*export["records"]))
                )
        status, told = await taken(siege, rechained(export))
        assert status in (201, 400, 422), told
        if status == 201:
            works += 1
            async with siege.client() as client:
                bearer = {"Authorization": f"Bearer {told['game_master']}"}
                for route in ("vue", "export"):
                    answer = await client.get(f"/api/tables/faux{n}/{route}", headers=bearer)
                    assert answer.status_code == 200, answer.text
                await readable(siege, f"faux{n}", told["game_master"])
                joined = await client.post(
                    f"/api/invitations/{told['invitation']}", json={"name": "Eve", "command_id": "e"}
                )
                assert joined.status_code in (201, 422)
    assert works


async def readable(siege: Siege, table: str, token: str) -> None:
    """Whoever leads what was taken in reads all of it, by post too."""
    access = await siege.tables.access(token)
    assert access
    feed = await siege.tables.renew_feed(table, access.seat)
    own = f"/table/{table}"
    recaps = [f"{own}/recapitulatif?forme={form}&vue=moi" for form in FORMATS]
    pages = [
        "/courrier",
        f"/fil/{feed}",
        own,
        *(f"{own}/{p}" for p in ("courrier", "journal", "preuve")),
        *recaps,
    ]
    async with siege.client() as client:
        for page in pages:
            client.cookies.clear()
            answer = await client.get(page, headers={"Cookie": f"siege-{table}={token}"})
            assert answer.status_code == 200, page
            if page.startswith("/fil/"):
                ElementTree.fromstring(answer.content)


@pytest.mark.parametrize("at", [-1, 999_999_999_999_999])
async def test_no_day_is_beyond_the_calendar(siege: Siege, at: int) -> None:
    """One such date once closed « Ce qui m’attend » for all the tables of whoever joined that one."""
    export = await fresh(siege, "dates")
    export["records"][-1]["at"] = at
    status, told = await taken(siege, rechained(export))
    assert (status, told["rule"]) == (422, "TAB-13")


async def test_words_that_command_a_terminal_or_are_none(siege: Siege, tmp_path: Path) -> None:
    export = await fresh(siege, "mots")
    ada = siege.people["ada"].seat
    facts: tuple[dict[str, Any], ...] = (
        {"kind": "WordsChosen", "game_master": "", "session": ""},
        {"kind": "SessionOpened", "number": 1},
        {"kind": "SceneOpened", "number": -5, "title": "]0;titre\u202e", "text": "[2J"},
        {"kind": "Noted", "author": ada, "text": "[31mrouge", "to": None},
        {"kind": "SessionClosed", "number": 1},
    )
    for fact in facts:
        last = export["records"][-1]
        more = {"action": last["action"] + 1, "command": f"f{last['action']}", "seat": ada, "schema": 1}
        more |= {"audience": None, "chance": None, "draw": None}
        export["records"].append({**last, **more, "kind": fact["kind"], "data": fact})
    status, told = await taken(siege, rechained(export))
    assert status == 201, told
    await readable(siege, "mots", told["game_master"])
    file = tmp_path / "mots.json"
    file.write_bytes(as_json(export))
    for arguments in (["--parties"], ["--partie", "tout-1"], ["--vue", "moi", "--format", "texte"]):
        # It runs a loop of its own.
        done = await asyncio.to_thread(CliRunner().invoke, cli, ["recap", str(file), *arguments])
        assert done.exit_code == 0, done.output
        assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]", done.output)


@pytest.mark.parametrize("control", ["\x1b", "\x07", "\x9b", "\x1e", "\x1f", "\r"])
async def test_control_characters_are_not_brought_in(siege: Siege, control: str) -> None:
    """They command terminals, and name the pieces of a stream."""
    export = await fresh(siege, "mots")
    last = export["records"][-1]
    fact = {"kind": "TableRenamed", "name": f"Le {control}phare"}
    more = {"action": last["action"] + 1, "command": "f1", "seat": siege.people["ada"].seat, "schema": 1}
    more |= {"audience": None, "chance": None, "draw": None, "kind": fact["kind"], "data": fact}
    export["records"].append({**last, **more})
    status, told = await taken(siege, rechained(export))
    assert (status, told["rule"]) == (422, "TAB-13")


@pytest.mark.parametrize("table", ["é", "٣", "../x", "a b", "", "x" * 65, "x\n"])
async def test_a_table_cannot_be_called_anything(siege: Siege, table: str) -> None:
    status, told = await taken(siege, rechained(await fresh(siege, table)))
    assert (status, told["rule"]) == (422, "TAB-13")


async def test_an_unreadable_pack_is_refused(siege: Siege) -> None:
    for pack in ("", "{", "[]", '{"x":1}', "null"):
        export = await fresh(siege, "paquet")
        export["records"][0]["data"] = {**export["records"][0]["data"], "pack": pack}
        status, told = await taken(siege, rechained(export))
        assert (status, told["rule"]) == (422, "TAB-13")


async def test_a_log_of_nothing_but_undoing_does_not_stop_the_server(siege: Siege) -> None:
    export = await fresh(siege, "regrets")
    last = export["records"][-1]
    undone = {
        **last,
        "kind": "Undone",
        "data": {"kind": "Undone", "upto": 1},
        "audience": None,
        "chance": None,
    }
    undone |= {"draw": None, "schema": 1, "seat": siege.people["ada"].seat}
    for n in range(4000):
        record = {**undone, "action": last["action"] + 1 + n, "command": f"regret-{n}"}
        export["records"].append(record)
    began = time.process_time()
    status, told = await taken(siege, rechained(export))
    assert status == 201, told
    # Folding anew at each would take minutes.
    assert time.process_time() - began < 15


async def test_a_table_has_no_more_seats_than_may_be_taken(siege: Siege) -> None:
    """Each seat is looked at with all the others: two thousand of them once took half a minute."""
    export = await fresh(siege, "foule")
    last = export["records"][-1]
    for n in range(2000):
        fact = {"kind": "SeatTaken", "seat": f"{n:016x}", "name": f"P{n}", "role": "joueur"}
        more = {"action": last["action"] + 1 + n, "command": f"place{n}", "kind": "SeatTaken", "data": fact}
        export["records"].append(
            {**last, **more, "audience": None, "chance": None, "draw": None, "schema": 1}
        )
    began = time.process_time()
    status, told = await taken(siege, rechained(export))
    assert (status, told["rule"]) == (422, "TAB-13")
    assert time.process_time() - began < 15


async def test_a_text_of_too_many_values_is_not_read(siege: Siege) -> None:
    """Sixteen megabytes of empty lists would take a whole gigabyte once read."""
    body = b'{"records":[' + b"[]," * 5_000_000 + b"1]}"
    async with siege.client() as client:
        answer = await client.post("/api/import", content=body)
    assert (answer.status_code, answer.json()["why"]) == (400, "le texte contient trop de valeurs")
