from __future__ import annotations

import asyncio
from collections.abc import Iterator
from queue import Empty, Queue

import psycopg
import pytest

from paravent.store import open_store
from paravent.store.port import CUT, Store, StoreError, StoreUnavailable

from .appender import command_rows
from .postgres_server import drop, new_database
from .suite import StoreSuite


@pytest.fixture
def url() -> Iterator[str]:
    made = new_database()
    yield made
    drop(made)


def kill(url: str, where: str) -> int:
    """Cut the connections of a database that `where` chooses; how many."""
    with psycopg.connect(url, autocommit=True) as db:
        query = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
        return len(db.execute(f"{query} AND pid <> pg_backend_pid() AND {where}").fetchall())


def until(heard: Queue[tuple[str, int]], wanted: tuple[str, int]) -> None:
    while heard.get(timeout=20) != wanted:
        pass


class TestPostgres(StoreSuite):
    @pytest.fixture
    def url(self, url: str) -> str:
        return url

    async def test_it_is_shared_and_durable(self, url: str, brume: Store) -> None:
        assert brume.shared
        found = await brume._read(lambda db: db.exec_driver_sql("SHOW synchronous_commit").scalar())  # type: ignore[attr-defined]
        assert found == "on"

    async def test_the_key_decides_between_two_processes(self, url: str, brume: Store) -> None:
        """What is decided on a version that another process has just taken is told so, and leaves nothing."""
        with psycopg.connect(url) as other:
            row = command_rows(2, "autre")[0]
            columns = (
                "version",
                "action",
                "seat",
                "command",
                "at",
                "kind",
                "schema",
                "data",
                "previous",
                "hash",
            )
            values = ", ".join(["'brume'", *(["%s"] * len(columns))])
            other.execute(
                f"INSERT INTO records (table_id, {', '.join(columns)}) VALUES ({values})",
                [getattr(row, name) for name in columns],
            )
            late = asyncio.create_task(brume.append("brume", 2, command_rows(2, "tard", 2)))
            await asyncio.sleep(0.3)
            assert not late.done()
        with pytest.raises(StoreError, match="en est à 3 et non à 2"):
            await late
        assert [row.command for row in await brume.read("brume", 2)] == ["autre"]

    async def test_others_are_woken_up(self, url: str, brume: Store) -> None:
        heard: Queue[tuple[str, int]] = Queue()
        other = open_store(url)
        other.hear(lambda table, version: heard.put((table, version)))
        await asyncio.to_thread(until, heard, CUT)
        await brume.append("brume", 2, command_rows(2, "c", 3))
        await asyncio.to_thread(until, heard, ("brume", 5))
        # A link made anew moves no version, and is told all the same.
        await brume.append("brume", 5, [], drop_credentials=["d0"])
        await asyncio.to_thread(until, heard, ("brume", 5))
        with pytest.raises(StoreError):
            await brume.append("brume", 2, command_rows(2, "tard"))
        with pytest.raises(Empty):
            await asyncio.to_thread(heard.get, timeout=0.3)
        # A listener that is cut comes back, and tells to look everywhere.
        assert await asyncio.to_thread(kill, url, "query LIKE 'LISTEN%'") == 1
        await asyncio.to_thread(until, heard, CUT)
        await brume.append("brume", 5, command_rows(5, "d"))
        await asyncio.to_thread(until, heard, ("brume", 6))
        await other.close()

    async def test_a_cut_connection_is_made_again(self, url: str, brume: Store) -> None:
        await asyncio.gather(*(brume.last("brume") for _ in range(4)))
        assert await asyncio.to_thread(kill, url, "true") >= 1
        assert await brume.last("brume") == 2
        await brume.append("brume", 2, command_rows(2, "c"))
        assert await brume.last("brume") == 3

    async def test_a_database_that_is_gone_says_so(self, url: str, brume: Store) -> None:
        await asyncio.to_thread(drop, url)
        with pytest.raises(StoreUnavailable, match="base de données ne répond pas"):
            await brume.last("brume")

    @pytest.mark.parametrize(
        "wrong", ["postgresql:", "postgresql://hôte", "postgresql+psycopg2://hôte/base", "mysql://hôte/base"]
    )
    def test_another_address_is_refused_without_its_secret(self, wrong: str) -> None:
        with pytest.raises(StoreError, match="postgresql://nom:secret@hôte/base"):
            open_store(wrong)


def test_a_server_that_does_not_answer_keeps_the_secret() -> None:
    with pytest.raises(StoreUnavailable, match="ne répond pas") as refused:
        open_store("postgresql://moi:motdepasse@127.0.0.1:1/base")
    assert "motdepasse" not in str(refused.value)
