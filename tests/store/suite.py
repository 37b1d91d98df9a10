"""What every store must do. A store's tests inherit `StoreSuite` and give the address of an empty store."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from paravent.store import open_store
from paravent.store.port import (
    SNAPSHOTS_KEPT,
    Conflict,
    Credential,
    DuplicateCommand,
    Rejected,
    Sealed,
    Snapshot,
    Store,
    StoreUnavailable,
    TableExists,
    TableRow,
    UnknownTable,
)

from .appender import check_log, command_rows, ensure_tables, send

APPENDER = Path(__file__).with_name("appender.py")

TABLE = TableRow("brume", "essai", 1_700_000_000_000)
GM = Credential("brume", "meneuse", "game_master", "d0", 1, None)
LEA = Credential("brume", "léa", "player", "d1", 2, 1_900_000_000_000)
SECRET = Sealed(1, "ouvert", bytes(range(256)))


async def contents(store: Store, table: str) -> tuple[object, ...]:
    """All that a store holds of a table."""
    return (
        await store.table(table),
        await store.read(table),
        await store.sealed(table),
        await store.credentials(table),
        await store.snapshot(table),
    )


class StoreSuite:
    @pytest.fixture
    def url(self) -> str:
        """The address of an empty store."""
        raise NotImplementedError

    @pytest.fixture
    async def store(self, url: str) -> AsyncIterator[Store]:
        store = open_store(url)
        yield store
        await store.close()

    @pytest.fixture
    async def brume(self, store: Store) -> Store:
        await store.create(TABLE, command_rows(0, "ouvrir", 2), [SECRET], [GM, LEA])
        return store

    async def test_empty(self, store: Store) -> None:
        assert await store.tables() == []
        assert await contents(store, "brume") == (None, [], [], [], None)
        assert await store.last("brume") == 0
        assert await store.credential("d0") is None
        assert await store.answered("brume", "léa", "ouvrir") is None

    async def test_create(self, brume: Store) -> None:
        assert await contents(brume, "brume") == (
            TABLE,
            command_rows(0, "ouvrir", 2),
            [SECRET],
            [GM, LEA],
            None,
        )
        assert await brume.last("brume") == 2
        assert await brume.credential("d1") == LEA

    async def test_create_twice_changes_nothing(self, brume: Store) -> None:
        before = await contents(brume, "brume")
        with pytest.raises(TableExists):
            await brume.create(replace(TABLE, system="autre"), command_rows(0, "autre"))
        assert await contents(brume, "brume") == before

    async def test_create_is_whole_or_nothing(self, brume: Store) -> None:
        with pytest.raises(Rejected):
            await brume.create(TableRow("autre", "essai", 0), command_rows(0, "a"), [SECRET, SECRET])
        assert await contents(brume, "autre") == (None, [], [], [], None)

    async def test_tables_from_the_oldest(self, store: Store) -> None:
        wanted = [TableRow("b", "essai", 1), TableRow("c", "essai", 1), TableRow("a", "autre", 2)]
        for table in reversed(wanted):
            await store.create(table)
        assert await store.tables() == wanted

    async def test_append_and_read_in_order(self, brume: Store) -> None:
        wanted = await brume.read("brume")
        for turn in range(12):
            rows = command_rows(len(wanted), f"c{turn}", 1 + turn % 3)
            await brume.append("brume", len(wanted), rows)
            wanted += rows
        assert await brume.read("brume") == wanted
        assert await brume.read("brume", 5) == wanted[5:]
        assert await brume.read("brume", 5, 3) == wanted[5:8]
        assert await brume.read("brume", len(wanted)) == []
        assert await brume.last("brume") == len(wanted)

    async def test_a_log_outlives_its_store(self, url: str, brume: Store) -> None:
        before = await contents(brume, "brume")
        await brume.close()
        again = open_store(url)
        assert await contents(again, "brume") == before
        await again.close()

    @pytest.mark.parametrize("after", [0, 1, 3, 7])
    async def test_conflict(self, brume: Store, after: int) -> None:
        before = await contents(brume, "brume")
        with pytest.raises(Conflict) as refused:
            await brume.append("brume", after, command_rows(after, "tard"), add_credentials=[LEA])
        assert (refused.value.after, refused.value.last) == (after, 2)
        assert await contents(brume, "brume") == before

    async def test_unknown_table(self, brume: Store) -> None:
        with pytest.raises(UnknownTable):
            await brume.append("autre", 0, command_rows(0, "c"))
        with pytest.raises(UnknownTable):
            await brume.save_snapshot("autre", Snapshot(0, "1", "{}"))

    async def test_duplicate_command(self, brume: Store) -> None:
        await brume.append("brume", 2, command_rows(2, "lancer", 3))
        await brume.append("brume", 5, command_rows(5, "suite"))
        before = await contents(brume, "brume")
        for after in (2, 6):  # resent as it was, or decided again by a process that did not know
            with pytest.raises(DuplicateCommand) as known:
                await brume.append("brume", after, command_rows(after, "lancer", 3))
            assert (known.value.first_version, known.value.last_version) == (3, 5)
        assert await brume.answered("brume", "léa", "lancer") == (3, 5)
        assert await contents(brume, "brume") == before

    async def test_a_command_belongs_to_its_seat_and_table(self, brume: Store) -> None:
        await brume.append("brume", 2, command_rows(2, "ouvrir", seat="noé"))
        await brume.create(TableRow("autre", "essai", 0), command_rows(0, "ouvrir"))
        assert await brume.answered("brume", "noé", "ouvrir") == (3, 3)
        assert await brume.answered("autre", "noé", "ouvrir") is None

    async def test_the_same_command_sent_many_times_at_once_lands_once(self, brume: Store) -> None:
        answers = await asyncio.gather(
            *(brume.append("brume", 2, command_rows(2, "lancer", 2)) for _ in range(16)),
            return_exceptions=True,
        )
        assert answers.count(None) == 1
        known = [answer for answer in answers if isinstance(answer, DuplicateCommand)]
        assert {(k.first_version, k.last_version) for k in known} == {(3, 4)}
        assert len(known) == 15
        assert await brume.last("brume") == 4

    async def test_sixteen_writers_on_one_table(self, store: Store) -> None:
        await ensure_tables(store, ["seule"])

        async def person(number: int) -> dict[str, tuple[int, int]]:
            return {
                f"{number}-{turn}": await send(store, "seule", f"{number}-{turn}", 2) for turn in range(5)
            }

        claimed: dict[str, tuple[int, int]] = {}
        for spans in await asyncio.gather(*map(person, range(16))):
            claimed |= spans
        assert check_log(await store.read("seule")) == claimed
        assert len(claimed) == 80

    async def test_sixteen_writers_on_many_tables(self, store: Store) -> None:
        tables = [f"t{number}" for number in range(8)]
        await ensure_tables(store, tables)

        async def person(number: int) -> None:
            dice = random.Random(number)
            for turn in range(15):
                table = dice.choice(tables)
                first, last = await send(store, table, f"{number}-{turn}", dice.randint(1, 3))
                found = await store.read(table, first - 1, last - first + 1)
                assert {row.command for row in found} == {f"{number}-{turn}"}

        await asyncio.gather(*map(person, range(16)))
        spans = [check_log(await store.read(table)) for table in tables]
        assert sum(map(len, spans)) == 16 * 15

    async def test_a_refused_write_spoils_no_neighbour(self, brume: Store) -> None:
        await ensure_tables(brume, ["a", "b", "c"])
        broken = replace(command_rows(0, "cassé")[0], data="\ud800")  # half a character: no text can hold it
        answers = await asyncio.gather(
            brume.append("a", 0, command_rows(0, "a")),
            brume.append("brume", 0, command_rows(0, "tard")),
            brume.append("b", 0, [broken]),
            brume.append("c", 0, command_rows(0, "c", 2)),
            brume.append("c", 2, command_rows(2, "d", 2)),
            return_exceptions=True,
        )
        assert [type(answer) for answer in answers] == [
            type(None),
            Conflict,
            Rejected,
            type(None),
            type(None),
        ]
        assert [await brume.last(table) for table in ("a", "brume", "b", "c")] == [1, 2, 0, 4]

    @pytest.mark.parametrize("flaw", [{"data": None}, {"hash": "\ud800"}, {"at": 2**70}, {"version": 9}])
    async def test_a_failing_row_leaves_nothing(self, brume: Store, flaw: dict[str, object]) -> None:
        before = await contents(brume, "brume")
        good = command_rows(2, "lancer", 4)
        rows = [*good[:3], replace(good[3], **flaw)]
        new = replace(LEA, digest="d9")
        with pytest.raises(Rejected):
            await brume.append(
                "brume",
                2,
                rows,
                sealed=[Sealed(2, "ouvert", b"x")],
                add_credentials=[new],
                drop_credentials=["d0"],
            )
        assert await contents(brume, "brume") == before
        await brume.append("brume", 2, good)

    @pytest.mark.parametrize(
        "extra",
        [
            {"sealed": [SECRET]},
            {"add_credentials": [LEA]},
            {"add_credentials": [replace(LEA, table="ailleurs", digest="d9")]},
        ],
    )
    async def test_a_failing_companion_leaves_nothing(self, brume: Store, extra: dict[str, object]) -> None:
        before = await contents(brume, "brume")
        with pytest.raises(Rejected):
            await brume.append("brume", 2, command_rows(2, "lancer"), **extra)
        assert await contents(brume, "brume") == before

    async def test_texts_come_back_as_they_were(self, brume: Store) -> None:
        texts = [
            "« Où ? »\u202fl’été, œuvre…",
            "🎲🧙🏽‍♀️👩‍👩‍👧",
            "e\u0301 ≠ é",
            "\u202eenvers",
            "'; DROP TABLE records; --",
            "ligne\nligne\r\n\t",
            "\\u0000 %s ? :x",
            "𝕬" * 20_000,
            "",
        ]
        rows = [
            replace(row, seat="🧝", data=text, audience=text, draw=text, kind=text)
            for row, text in zip(command_rows(2, "🎲", len(texts)), texts, strict=True)
        ]
        await brume.append("brume", 2, rows)
        assert await brume.read("brume", 2) == rows
        assert await brume.answered("brume", "🧝", "🎲") == (3, 2 + len(texts))

    async def test_secrets(self, brume: Store) -> None:
        added = [Sealed(2, "caché", b"\0" * 32), Sealed(1, "caché", b""), Sealed(2, "ouvert", b"\xff" * 32)]
        await brume.append("brume", 2, command_rows(2, "séance"), sealed=added)
        assert await brume.sealed("brume") == [added[1], SECRET, added[0], added[2]]
        assert "secret" not in repr(SECRET)

    async def test_credentials(self, brume: Store) -> None:
        new = Credential("brume", "noé", "player", "d2", 3, None)
        # A link is replaced and a code spent with the record that says so.
        await brume.append(
            "brume",
            2,
            command_rows(2, "rejoindre"),
            add_credentials=[new],
            drop_credentials=["d1", "inconnu"],
        )
        assert await brume.credentials("brume") == [GM, new]
        assert await brume.credential("d1") is None
        await brume.append("brume", 3, [], drop_credentials=["d2"], add_credentials=[replace(new, role="x")])
        assert await brume.credential("d2") == replace(new, role="x")

    async def test_credentials_of_another_table_stay(self, brume: Store) -> None:
        await ensure_tables(brume, ["autre"])
        await brume.append("autre", 0, [], drop_credentials=["d0"])
        assert await brume.credential("d0") == GM

    async def test_snapshots(self, brume: Store) -> None:
        await brume.append("brume", 2, command_rows(2, "c", 10))
        for version in (4, 2, 8, 6, 12, 10):
            await brume.save_snapshot("brume", Snapshot(version, "3", f'{{"at":{version}}}'))
        assert await brume.snapshot("brume") == Snapshot(12, "3", '{"at":12}')
        await brume.save_snapshot("brume", Snapshot(12, "4", "🎲"))
        assert await brume.snapshot("brume") == Snapshot(12, "4", "🎲")
        with pytest.raises(Rejected):
            await brume.save_snapshot("brume", Snapshot(13, "4", "{}"))
        assert SNAPSHOTS_KEPT >= 2

    async def test_delete_table(self, brume: Store) -> None:
        await brume.create(TableRow("autre", "essai", 0), command_rows(0, "a"), [SECRET])
        await brume.save_snapshot("brume", Snapshot(2, "1", "{}"))
        other = await contents(brume, "autre")
        for _ in range(2):
            await brume.delete_table("brume")
            assert await contents(brume, "brume") == (None, [], [], [], None)
            assert await brume.credential("d0") is None
        assert await contents(brume, "autre") == other
        await brume.create(TABLE, command_rows(0, "ouvrir"), [SECRET], [GM])
        assert await brume.last("brume") == 1
        assert await brume.snapshot("brume") is None

    async def test_a_cancelled_append_is_whole_or_absent(self, brume: Store) -> None:
        dice = random.Random(7)
        for turn in range(40):
            last = await brume.last("brume")
            task = asyncio.create_task(brume.append("brume", last, command_rows(last, f"c{turn}", 3)))
            await asyncio.sleep(dice.uniform(0, 0.004))
            task.cancel()
            answer = (await asyncio.gather(task, return_exceptions=True))[0]
            first, final = await send(brume, "brume", f"c{turn}", 3)  # as a client does that got no answer
            assert final == first + 2
            if answer is None:
                assert first == last + 1
            assert await brume.last("brume") == final
        commands = [row.command for row in await brume.read("brume", 2)]
        assert commands == [f"c{turn}" for turn in range(40) for _ in range(3)]

    async def test_close_finishes_what_was_asked(self, url: str, brume: Store) -> None:
        await ensure_tables(brume, [f"t{number}" for number in range(30)])
        tasks = [
            asyncio.create_task(brume.append(f"t{number}", 0, command_rows(0, "c", 2)))
            for number in range(30)
        ]
        await asyncio.sleep(0)
        await brume.close()
        await asyncio.gather(*tasks)
        again = open_store(url)
        assert [await again.last(f"t{number}") for number in range(30)] == [2] * 30
        await again.close()

    async def test_a_closed_store_refuses(self, brume: Store) -> None:
        await brume.close()
        await brume.close()
        with pytest.raises(StoreUnavailable):
            await brume.last("brume")
        with pytest.raises(StoreUnavailable):
            await brume.append("brume", 2, command_rows(2, "c"))

    async def test_processes_share_a_store(self, url: str) -> None:
        def start(name: str) -> subprocess.Popen[str]:
            return subprocess.Popen(
                [
                    sys.executable,
                    APPENDER,
                    url,
                    "--name",
                    name,
                    "--people",
                    "3",
                    "--commands",
                    "25",
                    "--seed",
                    "3",
                ],
                stdout=subprocess.PIPE,
                text=True,
            )

        # Both start on an absent schema: one migrates, the other waits for it.
        children = [start("un"), start("deux")]
        outputs = await asyncio.gather(*(asyncio.to_thread(child.communicate) for child in children))
        assert [child.returncode for child in children] == [0, 0]
        store = open_store(url)
        found: dict[str, tuple[int, int]] = {}
        for table in await store.tables():
            found |= check_log(await store.read(table.id))
        await store.close()
        claimed = {}
        for line in (line.split() for output, _ in outputs for line in output.splitlines()):
            if line[0] == "ack":
                claimed[line[2]] = (int(line[3]), int(line[4]))
        assert found == claimed
        assert len(found) == 2 * 3 * 25
