"""A full disk, met at every call that the store makes of it: refused in French, nothing half written, still readable,
and all goes on as soon as there is room."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from paravent.store import open_store
from paravent.store.port import Row, Snapshot, Store, StoreUnavailable

from .appender import check_log, ensure_tables, send
from .faulty import Disk, under
from .test_migrations import at_first_revision

COMMANDS = 6


def refused(error: StoreUnavailable) -> None:
    """It says in French what failed and what became of the request."""
    assert "disque est plein" in str(error) or "fichier du journal ne répond pas" in str(error)


class Evening:
    """Somebody who opens a base, plays and leaves, insisting at each refusal."""

    def __init__(self, path: Path, disk: Disk) -> None:
        self.path, self.url, self.disk = path, f"sqlite:///{path}", disk
        self.refusals = 0
        self.done: list[str] = []

    async def play(self) -> list[Row]:
        store = self._opened()
        await self._insist(store, lambda: ensure_tables(store, ["brume"]), reads=False)
        for number in range(COMMANDS):
            name = f"geste-{number}"
            await self._insist(store, lambda name=name: send(store, "brume", name, 2, "x" * 3000))
            self.done.append(name)
        await self._insist(store, lambda: store.save_snapshot("brume", Snapshot(4, "1", "y" * 6000)))
        found = await store.read("brume")
        await store.close()
        return found

    def _opened(self) -> Store:
        for _ in range(2):
            try:
                return open_store(self.url)
            except StoreUnavailable as error:
                self._refused(error)
                self.disk.free()
        raise AssertionError("there is room, and it does not open")

    async def _insist(self, store: Store, act: Callable[[], Any], *, reads: bool = True) -> None:
        unsure = False
        for _ in range(3):
            try:
                await act()
                return
            except StoreUnavailable as error:
                self._refused(error)
                unsure |= str(error).endswith("ne compte qu’une fois.")
            if reads:
                assert list(check_log(await store.read("brume"))) == self.done
                # Refused is refused, even if the process died now; or else one is told that it is not sure.
                assert self._crashed() == self.done or unsure
            if self.refusals > 1:
                self.disk.free()
        raise AssertionError("there is room, and it is still refused")

    def _crashed(self) -> list[str]:
        """The commands that would be found if the process died now."""
        with tempfile.TemporaryDirectory() as folder:
            for name in (self.path, f"{self.path}-wal"):
                shutil.copy(name, folder)
            db = sqlite3.connect(Path(folder, self.path.name))
            found = db.execute("SELECT DISTINCT command FROM records ORDER BY version").fetchall()
            db.close()
        return [command for (command,) in found]

    def _refused(self, error: StoreUnavailable) -> None:
        refused(error)
        self.refusals += 1


def whole(path: Path) -> None:
    with sqlite3.connect(path) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    db.close()


def evening(
    folder: Path, prepare: Callable[[Path], None], at: int, lasting: bool, patched: pytest.MonkeyPatch
) -> tuple[Disk, Evening]:
    """An evening on a disk that is full at this call; what is left of it has been checked."""
    folder.mkdir()
    path = folder / "journal.sqlite"
    prepare(path)
    with under(Disk(at, lasting), patched) as disk:
        played = Evening(path, disk)
        rows = asyncio.run(played.play())
    assert list(check_log(rows)) == [f"geste-{n}" for n in range(COMMANDS)]

    async def again() -> list[Row]:
        store = open_store(f"sqlite:///{path}")
        try:
            return await store.read("brume")
        finally:
            await store.close()

    assert asyncio.run(again()) == rows
    whole(path)
    return disk, played


def new(path: Path) -> None:
    """No file."""


def old(path: Path) -> None:
    """A file that the first version of the schema wrote, to be migrated."""
    at_first_revision(path)
    with sqlite3.connect(path) as db:
        db.execute("DELETE FROM tables")
        db.execute("DELETE FROM records")
    db.close()


def full_at_every_call(
    tmp_path: Path,
    prepare: Callable[[Path], None],
    lasting: bool,
    patched: pytest.MonkeyPatch,
    stride: int,
) -> None:
    """At one call of so many, beginning anywhere."""
    disk, played = evening(tmp_path / "0", prepare, 0, lasting, patched)
    assert not played.refusals
    seed = int(os.environ.get("PARAVENT_SEED", time.time_ns() % 1_000_000))
    sys.stdout.write(f"PARAVENT_SEED={seed}\n")  # pytest shows it when the test fails
    calls = range(1 + seed % stride, disk.calls + 1, stride)
    refusals = 0
    for at in calls:
        met, played = evening(tmp_path / str(at), prepare, at, lasting, patched)
        assert met.failed
        refusals += played.refusals > 0
        shutil.rmtree(tmp_path / str(at))
    assert refusals > len(calls) / 2


EACH = pytest.mark.parametrize(("prepare", "lasting"), [(new, False), (new, True), (old, False), (old, True)])


@EACH
def test_full_at_one_call_or_another(
    tmp_path: Path, prepare: Callable[[Path], None], lasting: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    full_at_every_call(tmp_path, prepare, lasting, monkeypatch, 7)


@pytest.mark.nightly
@EACH
def test_full_at_every_call(
    tmp_path: Path, prepare: Callable[[Path], None], lasting: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    full_at_every_call(tmp_path, prepare, lasting, monkeypatch, 1)
