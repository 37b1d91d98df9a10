"""Exports of a long evening, checked offline: before and after the reveal, after undo and import, by every audience
(TAB-03, TAB-04, TAB-06, TAB-13)."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from paravent.chance.draws import contribution_hash
from paravent.chance.verifier import main, verify
from paravent.core.values import NOBODY, Who
from paravent.store import open_store
from paravent.table.service import Created, Tables

ALTERATIONS = 500
PARTS = (b"\xa1" * 32, b"\xb2" * 32)


class Evening:
    """A table whose people throw free dice, openly and in secret, and test a character's cards."""

    def __init__(self, tables: Tables) -> None:
        self.tables, self.sent = tables, 0
        self.gm = self.lea = self.zoe = NOBODY
        self.actor = ""
        self.created: Created

    async def open(self) -> None:
        self.created = await self.tables.create("architectes", "Le canal", "Ana")
        access = await self.tables.access(self.created.game_master)
        assert access is not None
        self.gm = access.seat
        _, self.lea = await self.tables.join(self.created.invitation, "Léa", "a")
        _, self.zoe = await self.tables.join(self.created.invitation, "Zoé", "b")
        scores = [str(n) for n in range(1, 23)]
        await self.do(self.lea, "ProposeCharacter", name="Sirocco", identity={}, scores=scores)
        await self.do(self.gm, "AcceptActor")
        view = await self.tables.view(self.created.table, self.lea)
        self.actor = view["me"]["actors"][0]

    async def find(self, seat: Who, command: str) -> tuple[str, dict[str, Any]]:
        """The key of a question that takes the command, and the first choice of each of its fields."""
        view = await self.tables.view(self.created.table, seat)
        for w in view["waitings"]:
            for o in w["offers"]:
                if o["command"] == command and not o["barred"]:
                    picked = {
                        f["name"]: f["options"][0]["id"] for f in o["fields"] if f["domain"] == "one_of"
                    }
                    return w["key"], picked
        raise AssertionError(f"{command} is not offered")

    async def do(self, seat: Who, command: str, **fields: Any) -> None:
        key, picked = await self.find(seat, command)
        self.sent += 1
        await self.tables.act(self.created.table, seat, key, command, {**picked, **fields}, f"g{self.sent}")

    async def throw(self, times: int, *, secret: bool = False) -> None:
        for n in range(times):
            fields = {"count": 1 + n % 5, "sides": (6, 100, 20)[n % 3], "why": "", "secret": str(secret)}
            await self.do(self.gm, "ThrowDice", **fields)

    async def test(self, *, typed: str = "") -> None:
        await self.do(self.gm, "OpenTest", actor=self.actor, skill="14")
        await self.do(self.lea, "WillDraw")
        if typed:
            await self.do(self.lea, "Draw", cards=typed)

    async def share(self) -> None:
        """Both players give a part of chance; only Léa reveals hers."""
        epoch = (await self.export(self.gm))["epochs"][-1]["epoch"]
        for seat in (self.lea, self.zoe):
            part = PARTS[seat == self.zoe]
            print_ = contribution_hash(self.created.table, epoch, Who(seat), part)
            await self.do(seat, "CommitShare", print=print_)
        await self.do(self.lea, "RevealShare", share=PARTS[0].hex())

    async def export(self, seat: Who) -> dict[str, Any]:
        return json.loads(json.dumps(await self.tables.export(self.created.table, seat)))


@pytest.fixture
async def evening(tmp_path: Path) -> Any:
    tables = Tables(open_store(f"sqlite:///{tmp_path / 'soir.sqlite'}"))
    played = Evening(tables)
    await played.open()
    yield played
    await tables.close()


def counts(export: dict[str, Any]) -> tuple[int, int]:
    report = verify(export)
    assert report.sound, report.problems
    return report.verified, report.unverifiable


async def seen(evening: Evening) -> list[tuple[int, int]]:
    """The draws that each export lets one verify, and those it does not: the game master's, Léa's, Zoé's."""
    return [counts(await evening.export(s)) for s in (evening.gm, evening.lea, evening.zoe)]


async def test_every_audience_s_export_holds_at_every_moment(evening: Evening, tmp_path: Path) -> None:
    await evening.do(evening.gm, "OpenSession")
    await evening.share()
    await evening.throw(3)
    await evening.throw(2, secret=True)
    await evening.test()
    assert await seen(evening) == [(0, 6), (0, 4), (0, 4)]
    await evening.do(evening.gm, "Undo")
    assert await seen(evening) == [(0, 6), (0, 4), (0, 4)], "what is undone was drawn all the same"
    await evening.do(evening.lea, "WillDraw")
    await evening.do(evening.lea, "ChooseHand", hand="reel", once="False")
    await evening.test(typed="3")
    await evening.throw(1)
    assert await seen(evening) == [(0, 8), (0, 6), (0, 6)], "a card typed is no draw"
    await evening.do(evening.gm, "CloseSession")
    assert await seen(evening) == [(8, 0), (6, 0), (6, 0)]
    after = {seat: await evening.export(seat) for seat in (evening.gm, evening.lea, evening.zoe)}
    shares = {c["seat"]: c["value"] for e in after[evening.lea]["epochs"] for c in e["contributions"]}
    assert shares[evening.lea]
    assert shares[evening.zoe] is None
    assert any("n’a pas révélé sa contribution" in r for r in verify(after[evening.zoe]).remarks)

    elsewhere = Tables(open_store(f"sqlite:///{tmp_path / 'ailleurs.sqlite'}"))
    try:
        again = await elsewhere.import_(after[evening.gm])
        moved = Evening(elsewhere)
        moved.created, moved.sent, moved.lea, moved.zoe = again, evening.sent, evening.lea, evening.zoe
        access = await elsewhere.access(again.game_master)
        assert access is not None
        moved.gm = access.seat
        assert await seen(moved) == [(8, 0), (6, 0), (6, 0)]
        await moved.throw(4)
        assert await seen(moved) == [(8, 4), (6, 4), (6, 4)]
    finally:
        await elsewhere.close()


def leaves(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every plain value, and of every empty list or object."""
    below = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    rows = list(below)
    if not rows:
        yield way
    for key, inner in rows:
        yield from leaves(inner, (*way, key))


def other(value: Any, rng: random.Random) -> Any:
    """Something one byte away from `value`, or of another type."""
    match value:
        case bool():
            return not value
        case int():
            return value + rng.choice((-1, 1, 10))
        case str() if value:
            at = rng.randrange(len(value))
            return value[:at] + rng.choice("abcdef0123456789é".replace(value[at], "")) + value[at + 1 :]
        case None:
            return 0
        case _:
            return ["x"]


@pytest.mark.nightly
async def test_a_thousand_draws_and_five_hundred_alterations(evening: Evening, tmp_path: Path) -> None:
    """Every draw is derived again; every alteration of a record, of an epoch or of the head is found."""
    await evening.do(evening.gm, "OpenSession")
    await evening.share()
    await evening.throw(960)
    await evening.throw(20, secret=True)
    for _ in range(20):
        await evening.test()
    await evening.do(evening.gm, "CloseSession")
    rng = random.Random(20)
    path = tmp_path / "export.json"
    for seat, drawn in ((evening.gm, 1000), (evening.lea, 980)):
        whole = await evening.export(seat)
        assert counts(whole) == (drawn, 0)
        by_field: dict[tuple[Any, ...], list[tuple[Any, ...]]] = {}
        for way in leaves(whole):
            by_field.setdefault(tuple("#" if isinstance(k, int) else k for k in way), []).append(way)
        fields = sorted(by_field, key=repr)
        for n in range(ALTERATIONS // 2):
            way = rng.choice(by_field[fields[n % len(fields)]])
            touched = copy.deepcopy(whole) if n % 50 == 0 else whole
            inner = touched
            for key in way[:-1]:
                inner = inner[key]
            before = inner[way[-1]]
            inner[way[-1]] = other(before, rng)
            path.write_text(json.dumps(touched, ensure_ascii=False), "utf-8")
            assert main([str(path)]) in (1, 2), way
            inner[way[-1]] = before
        assert counts(whole) == (drawn, 0)
