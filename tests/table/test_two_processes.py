"""Two processes that share a PostgreSQL store: each is one `Tables` with a store and a memory of its own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import psycopg
import pytest

from paravent.chance.verifier import verify
from paravent.core.values import Who
from paravent.store import open_store
from paravent.store.port import UnknownTable
from paravent.table.room import Room
from paravent.table.service import Created, Tables
from store.postgres_server import drop, new_database

PATIENCE = 15


@pytest.fixture
def url() -> Iterator[str]:
    made = new_database()
    yield made
    drop(made)


@asynccontextmanager
async def processes(url: str) -> AsyncIterator[tuple[Tables, Tables]]:
    pair = Tables(open_store(url)), Tables(open_store(url))
    try:
        yield pair
    finally:
        for each in pair:
            await each.close()


class Person:
    """Someone whose requests reach one process, then the other."""

    def __init__(self, table: str, seat: Who, *processes: Tables) -> None:
        self.table, self.seat, self.processes, self.sent = table, seat, processes, 0

    def next(self) -> Tables:
        self.sent += 1
        return self.processes[self.sent % len(self.processes)]

    async def seen(self) -> dict[str, Any]:
        return await self.next().view(self.table, self.seat)

    async def told(self) -> list[str]:
        return [line["text"] for line in (await self.seen())["journal"]]

    async def do(self, command: str, command_id: str = "", **fields: Any) -> None:
        """Read the question at one process, answer it at the other."""
        key = next(
            w["key"]
            for w in (await self.seen())["waitings"]
            for o in w["offers"]
            if o["command"] == command and not o["barred"]
        )
        name = command_id or f"{self.seat}-{self.sent}"
        await self.next().act(self.table, self.seat, key, command, fields, name)


async def begun(a: Tables, b: Tables) -> tuple[Created, Person, Person]:
    made = await a.create("architectes", "La brume", "Maud", command_id="ouvrir")
    leader = await a.access(made.game_master)
    assert leader is not None
    _, seat = await b.join(made.invitation, "Léa", "entrer")
    return made, Person(made.table, leader.seat, a, b), Person(made.table, seat, b, a)


async def test_what_one_writes_the_other_shows_at_once(url: str) -> None:
    async with processes(url) as (a, b):
        _, maud, lea = await begun(a, b)
        for n in range(8):
            await maud.do("Write", text=f"Note {n}", to="tous")
            await lea.do("Write", text=f"Réponse {n}", to="tous")
            for person in (maud, lea):
                for _ in range(2):
                    said = " ".join(await person.told())
                    assert f"Note {n}" in said
                    assert f"Réponse {n}" in said


async def test_whoever_watches_is_woken_up_by_the_other(url: str) -> None:
    async with processes(url) as (a, b):
        made, maud, _ = await begun(a, b)
        alone = Person(made.table, maud.seat, a)
        async with b.watch(made.table, maud.seat) as bell:
            await asyncio.sleep(0.2)
            bell.clear()
            await alone.do("Write", text="On frappe", to="tous")
            await asyncio.wait_for(bell.wait(), PATIENCE)
            assert "On frappe" in str((await b.view(made.table, maud.seat))["journal"])
            # What is one's own rings once, not again when it is heard of.
            async with a.watch(made.table, maud.seat) as own:
                await alone.do("Write", text="On entre", to="tous")
                assert own.is_set()
                own.clear()
                await asyncio.sleep(0.5)
                assert not own.is_set()


async def test_a_dropped_notification_loses_nothing(url: str) -> None:
    async with processes(url) as (a, b):
        made, maud, _ = await begun(a, b)
        async with b.watch(made.table, maud.seat) as bell:
            await asyncio.sleep(0.2)
            with psycopg.connect(url, autocommit=True) as db:
                db.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
                )
                bell.clear()
                await Person(made.table, maud.seat, a).do("Write", text="Sans un mot", to="tous")
            await asyncio.wait_for(bell.wait(), PATIENCE)
            assert "Sans un mot" in str((await b.view(made.table, maud.seat))["journal"])


async def test_the_same_command_at_both_counts_once(url: str) -> None:
    async with processes(url) as (a, b):
        made, maud, _ = await begun(a, b)
        key = next(
            w["key"]
            for w in (await a.view(made.table, maud.seat))["waitings"]
            for o in w["offers"]
            if o["command"] == "Write"
        )
        answers = await asyncio.gather(
            *(
                each.act(made.table, maud.seat, key, "Write", {"text": "Une fois", "to": "tous"}, "une")
                for each in (a, b) * 4
            )
        )
        assert [answer.repeated for answer in answers].count(False) == 1
        said = [line["text"] for line in (await a.view(made.table, maud.seat))["journal"]]
        assert sum("Une fois" in text for text in said) == 1


async def test_both_write_at_once_and_nothing_is_lost(url: str) -> None:
    """The loser of a race reloads and decides again."""
    async with processes(url) as (a, b):
        made, maud, lea = await begun(a, b)
        first, second = Person(made.table, maud.seat, a), Person(made.table, lea.seat, b)

        async def many(person: Person) -> None:
            for n in range(12):
                await person.do("Write", text=f"{person.seat} {n}.", to="tous")

        await asyncio.gather(many(first), many(second))
        for tables in (a, b):
            room = await tables.room(made.table)
            notes = [r.event.text for r in room.records if type(r.event).__name__ == "Noted"]
            assert sorted(notes) == sorted(f"{p.seat} {n}." for p in (first, second) for n in range(12))
        assert (await a.room(made.table)).head == (await b.room(made.table)).head


async def test_a_link_made_anew_at_one_closes_the_old_at_the_other(url: str) -> None:
    async with processes(url) as (a, b):
        made, maud, _ = await begun(a, b)
        async with b.watch(made.table, maud.seat) as bell:
            await asyncio.sleep(0.2)
            bell.clear()
            again = await a.reseat(made.table, maud.seat)
            await asyncio.wait_for(bell.wait(), PATIENCE)
            assert await b.access(made.game_master) is None
            assert await b.access(again) is not None


async def test_what_one_writes_while_the_other_exports(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with processes(url) as (a, b):
        made, maud, _ = await begun(a, b)
        room = await a.room(made.table)
        complete = a._keeper.complete

        async def meanwhile(room: Room) -> None:
            await complete(room)
            await Person(made.table, maud.seat, b).do("Write", text="Entre deux", to="tous")

        monkeypatch.setattr(a._keeper, "complete", meanwhile)
        taken = await a.export(made.table, maud.seat)
        assert len(taken["records"]) == room.now.version
        assert verify(taken).sound
        monkeypatch.undo()
        assert len((await a.export(made.table, maud.seat))["records"]) == len(taken["records"]) + 1


async def test_a_table_forgotten_by_one_is_gone_for_the_other(url: str) -> None:
    async with processes(url) as (a, b):
        made, maud, _ = await begun(a, b)
        await b.view(made.table, maud.seat)
        await a.store.delete_table(made.table)
        with pytest.raises(UnknownTable):
            await b.view(made.table, maud.seat)
