from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, event

from paravent.store import open_store, sqlite
from paravent.store.lock import FileLock
from paravent.store.port import SNAPSHOTS_KEPT, Row, Snapshot, Store, StoreError, StoreUnavailable

from .appender import check_log, command_rows, ensure_tables
from .suite import APPENDER, StoreSuite


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "l’été 100%" / "journal.sqlite"


def held(path: Path) -> FileLock:
    """The lock that another process holds when it writes."""
    return FileLock(path.with_name(f"{path.name}-lock"), 1)


@contextmanager
def on_commit(hear: Callable[[Connection], object]) -> Iterator[None]:
    """Calls `hear` with the writing connection before each of its commits."""

    def listen(db: Connection) -> None:
        hear(db)

    event.listen(Engine, "commit", listen)
    yield
    event.remove(Engine, "commit", listen)


class TestSqlite(StoreSuite):
    @pytest.fixture
    def url(self, path: Path) -> str:
        return f"sqlite:///{path}"

    async def test_settings(self, path: Path, brume: Store) -> None:
        with sqlite3.connect(path) as db:
            assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
            assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        db.close()
        names = ("synchronous", "foreign_keys")
        found: list[object] = []
        with on_commit(
            lambda db: found.extend(db.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names)
        ):
            await brume.append("brume", 2, command_rows(2, "c"))
        assert found == [2, 1]

    async def test_only_its_owner_may_read_it(self, path: Path, brume: Store) -> None:
        modes = {file.name: file.stat().st_mode & 0o777 for file in path.parent.iterdir()}
        assert set(modes) == {f"journal.sqlite{suffix}" for suffix in ("", "-wal", "-shm", "-lock")}
        assert set(modes.values()) == {0o600}

    def test_a_restored_copy_is_made_private_again(self, path: Path, url: str) -> None:
        asyncio.run(open_store(url).close())
        path.chmod(0o644)
        asyncio.run(open_store(url).close())
        assert path.stat().st_mode & 0o777 == 0o600

    async def test_closing_leaves_one_file_to_copy(self, path: Path, brume: Store) -> None:
        await brume.close()
        assert {file.name for file in path.parent.iterdir()} == {"journal.sqlite", "journal.sqlite-lock"}

    async def test_waiting_writes_share_a_commit(self, path: Path, store: Store) -> None:
        tables = [f"t{number}" for number in range(100)]
        await ensure_tables(store, tables)
        commits: list[object] = []
        with on_commit(commits.append):
            with held(path):
                tasks = [asyncio.create_task(store.append(t, 0, command_rows(0, "c"))) for t in tables]
                await asyncio.sleep(0.05)
                # Nobody hears of a write, or sees it, before its commit.
                assert not any(task.done() for task in tasks)
                assert await store.last("t0") == 0
            await asyncio.gather(*tasks)
        assert 1 <= len(commits) <= 2
        assert [await store.last(table) for table in tables] == [1] * 100

    async def test_a_write_cancelled_before_its_turn_is_withdrawn(self, path: Path, store: Store) -> None:
        await ensure_tables(store, ["a", "b", "c"])
        with held(path):
            first = asyncio.create_task(store.append("a", 0, command_rows(0, "c")))
            await asyncio.sleep(0.05)  # the writer now waits with it
            second = asyncio.create_task(store.append("b", 0, command_rows(0, "c")))
            third = asyncio.create_task(store.append("c", 0, command_rows(0, "c")))
            await asyncio.sleep(0)
            first.cancel()
            second.cancel()
            await asyncio.sleep(0)
            assert first.cancelled()
            assert second.cancelled()
        await third
        assert [await store.last(table) for table in ("a", "b", "c")] == [1, 0, 1]

    async def test_a_commit_that_fails_is_told_to_all_of_its_group(self, path: Path, store: Store) -> None:
        tables = [f"t{number}" for number in range(5)]
        await ensure_tables(store, tables)
        connections: list[object] = []

        def fail(db: Connection) -> None:
            connections.append(db.connection.dbapi_connection)
            raise sqlite3.OperationalError("disk I/O error")

        with on_commit(fail):
            answers = await asyncio.gather(
                *(store.append(table, 0, command_rows(0, "c")) for table in tables),
                store.append("t0", 7, command_rows(7, "tard")),
                return_exceptions=True,
            )
        assert [type(answer) for answer in answers] == [StoreUnavailable] * 6
        assert [await store.last(table) for table in tables] == [0] * 5
        # A connection that failed is never used again.
        with on_commit(lambda db: connections.append(db.connection.dbapi_connection)):
            await store.append("t0", 0, command_rows(0, "c"))
        assert connections[-1] not in connections[:-1]
        assert await store.last("t0") == 1

    async def test_a_write_that_fills_the_disk_takes_its_group_with_it(
        self, path: Path, brume: Store
    ) -> None:
        await ensure_tables(brume, ["a", "b"])
        # SQLite's own ceiling, a few pages above now: it answers exactly as a full disk does.
        with on_commit(lambda db: db.exec_driver_sql("PRAGMA max_page_count=20")):
            await brume.append("brume", 2, command_rows(2, "c"))
        with held(path):
            tasks = [
                asyncio.create_task(brume.append("a", 0, command_rows(0, "c"))),
                asyncio.create_task(
                    brume.append("brume", 3, command_rows(3, "long", 9, filler="x" * 20_000))
                ),
                asyncio.create_task(brume.append("b", 0, command_rows(0, "c"))),
            ]
            await asyncio.sleep(0.05)
        answers = await asyncio.gather(*tasks, return_exceptions=True)
        assert isinstance(answers[1], StoreUnavailable)
        assert "Le disque est plein" in str(answers[1])
        for table, before, answer in zip(("a", "brume", "b"), (0, 3, 0), answers, strict=True):
            if answer is None:
                before += 1
            else:
                assert isinstance(answer, StoreUnavailable)
            assert await brume.last(table) == before
        await brume.append("brume", 3, command_rows(3, "long", 9, filler="x" * 20_000))

    def test_a_file_locked_by_a_stranger(self, path: Path, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sqlite, "PATIENCE", 0.02)
        path.parent.mkdir()
        stranger = sqlite3.connect(path, isolation_level=None)
        stranger.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreUnavailable, match="Un autre programme"):
            open_store(url)
        stranger.close()
        asyncio.run(open_store(url).close())

    async def test_reading_waits_for_no_writer(self, path: Path, brume: Store) -> None:
        with sqlite3.connect(path, isolation_level=None) as other:
            other.execute("BEGIN IMMEDIATE")
            write = asyncio.create_task(brume.append("brume", 2, command_rows(2, "c")))
            assert len(await asyncio.wait_for(brume.read("brume"), 2)) == 2
            assert not write.done()
            other.execute("ROLLBACK")
            await write
        other.close()

    async def test_a_file_held_too_long(
        self, path: Path, url: str, brume: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sqlite, "PATIENCE", 0.02)
        impatient = open_store(url)
        with held(path):
            with pytest.raises(StoreUnavailable, match="Un autre programme"):
                await impatient.append("brume", 2, command_rows(2, "c"))
            with pytest.raises(StoreUnavailable, match="Un autre programme"):
                open_store(url)
        await impatient.append("brume", 2, command_rows(2, "c"))
        await impatient.close()
        assert await brume.last("brume") == 3

    async def test_old_snapshots_go(self, path: Path, brume: Store) -> None:
        await brume.append("brume", 2, command_rows(2, "c", 20))
        for version in range(1, 20):
            await brume.save_snapshot("brume", Snapshot(version, "1", "{}"))
        db = sqlite3.connect(path)
        kept = db.execute("SELECT version FROM snapshots ORDER BY version").fetchall()
        db.close()
        assert kept == [(version,) for version in range(20 - SNAPSHOTS_KEPT, 20)]

    def test_a_disk_that_fills_up(self, url: str) -> None:
        run = subprocess.run(
            [sys.executable, APPENDER, url, "--limit", "400000"], capture_output=True, text=True, check=False
        )
        assert run.returncode == 0, run.stderr
        *acknowledged, full, resumed = (line.split() for line in run.stdout.splitlines())
        assert full[0] == "full"
        assert "Rien n’a été inscrit." in " ".join(full)
        assert int(full[1]) == 3 * len(acknowledged) >= 15
        assert (int(resumed[3]), int(resumed[4])) == (int(full[1]) + 1, int(full[1]) + 3)

        async def read() -> list[Row]:
            store = open_store(url)
            rows = await store.read("pleine")
            await store.close()
            return rows

        assert len(check_log(asyncio.run(read()))) == len(acknowledged) + 1

    def test_a_file_that_is_no_database(self, path: Path, url: str) -> None:
        path.parent.mkdir()
        path.write_text("Il était une fois une table de jeu. " * 100, encoding="utf-8")
        before = path.read_bytes()
        with pytest.raises(StoreUnavailable, match="abîmé"):
            open_store(url)
        assert path.read_bytes() == before

    def test_a_folder_in_place_of_the_file(self, path: Path, url: str) -> None:
        path.mkdir(parents=True)
        with pytest.raises(StoreUnavailable):
            open_store(url)

    def test_a_file_damaged_between_two_openings(self, path: Path, url: str) -> None:
        async def use(after: int) -> None:
            store = open_store(url)
            try:
                await ensure_tables(store, ["brume"])
                await store.append("brume", after, command_rows(after, f"c{after}", 200))
            finally:
                await store.close()

        asyncio.run(use(0))
        whole = path.read_bytes()
        path.write_bytes(whole[:8192] + b"\xa5" * (len(whole) - 8192))
        with pytest.raises(StoreUnavailable, match="abîmé"):
            asyncio.run(use(200))


@pytest.mark.parametrize(
    "url",
    [
        "mysql://moi:motdepasse@hôte/base",
        "mysql://hôte",
        "journal.sqlite",
        "",
        "sqlite:",
        "sqlite://",
        "sqlite:///",
        "sqlite:///:memory:",
        "sqlite:///file:x?mode=memory&uri=true",
        "sqlite://hôte/journal.sqlite",
    ],
)
def test_addresses_it_does_not_take(url: str) -> None:
    with pytest.raises(StoreError, match="sqlite:///chemin") as refused:
        open_store(url)
    assert "motdepasse" not in str(refused.value)
