"""Power cut at any write or sync of the store's file: what was acknowledged is there, whole and in order."""

from __future__ import annotations

import asyncio
import os
import random
import sqlite3
import sys
import time
from itertools import groupby
from pathlib import Path

import pytest

from paravent.store import open_store

from .appender import send
from .power import TABLES, Disk, recorded, requests

NAME = "journal.sqlite"
Log = list[tuple[int, str, str]]
"""The records of a table: version, command, hash."""


def logs(path: Path) -> dict[str, Log]:
    """What SQLite recovers of a file, found whole."""
    db = sqlite3.connect(path)
    try:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        rows = db.execute("SELECT table_id, version, command, hash FROM records ORDER BY table_id, version")
        return {table: [row[1:] for row in found] for table, found in groupby(rows, key=lambda row: row[0])}
    finally:
        db.close()


def whole(found: Log, final: Log) -> bool:
    """The beginning of the final log, and no command begun and not finished."""
    n = len(found)
    return found == final[:n] and (n == len(final) or n == 0 or final[n][1] != final[n - 1][1])


def cut_everywhere(tmp_path: Path, rounds: int, variants: int) -> int:
    """How many cuts were made."""
    seed = int(os.environ.get("PARAVENT_SEED", time.time_ns() % 1_000_000))
    sys.stdout.write(f"PARAVENT_SEED={seed}\n")  # pytest shows it when the test fails
    dice = random.Random(seed)
    path = tmp_path / NAME
    asked = requests(path, rounds, seed)
    disk = Disk(NAME, path.read_bytes())
    log = recorded(path, asked)
    final = logs(path)
    commands = {(table, command) for table in TABLES for _, command, _ in final[table]}
    acknowledged = {op.ack for op in log if op.kind == "ack"}
    assert acknowledged == commands
    folder = tmp_path / "après"
    folder.mkdir()
    cuts = 0
    for place, op in enumerate(log):
        disk.take(op)
        if op.kind == "ack":
            continue
        for _ in range(variants):
            for left in folder.iterdir():
                left.unlink()
            disk.cut(folder, dice)
            cuts += 1
            found = logs(folder / NAME)
            for table in TABLES:
                assert whole(found.get(table, []), final[table]), place
            there = {(table, command) for table in found for _, command, _ in found[table]}
            assert disk.acknowledged <= there, place
            if cuts % 500 == 0:
                asyncio.run(goes_on(folder / NAME))
    return cuts


async def goes_on(path: Path) -> None:
    """The real store opens what is left, and writes to it after what it finds."""
    store = open_store(f"sqlite:///{path}")
    await send(store, TABLES[0], "après la coupure", 2)
    await store.close()


def test_a_cut_at_every_write_and_sync(tmp_path: Path) -> None:
    assert cut_everywhere(tmp_path, 80, 4) > 6_000


@pytest.mark.nightly
def test_a_hundred_thousand_cuts(tmp_path: Path) -> None:
    cuts = 0
    while cuts < 100_000:
        folder = tmp_path / str(cuts)
        folder.mkdir()
        cuts += cut_everywhere(folder, 120, 4)
