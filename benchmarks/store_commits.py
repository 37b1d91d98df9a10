"""Committed appends a second, every commit flushed to disk: many tables at once beside one transaction an append.

    python benchmarks/store_commits.py [--tables 64] [--seconds 3] [--folder DIR]

The baseline is the plain way: the same store, one append after the other, so one transaction and one flush each; and
the bare driver doing as little as one insert and one commit, which no store of one flush an append can beat.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import tempfile
import time
from pathlib import Path

from paravent.store import open_store
from paravent.store.port import Row, Store, TableRow

DATA = '{"dice":[6,4,1],"kind":"rolled","purpose":"' + "x" * 250 + '"}'


def row(version: int) -> Row:
    return Row(
        version, version, "léa", f"c{version}", 0, "rolled", 1, DATA, None, None, "0" * 64, f"{version:064x}"
    )


async def fill(store: Store, table: str, until: float) -> int:
    """Append records one by one to a table, each after the acknowledgement of the one before."""
    version = 0
    while time.perf_counter() < until:
        await store.append(table, version, [row(version + 1)])
        version += 1
    return version


async def appends(path: Path, tables: int, seconds: float) -> float:
    """Acknowledged appends a second by one person at each table."""
    store = open_store(f"sqlite:///{path}")
    names = [f"table-{number}" for number in range(tables)]
    for name in names:
        await store.create(TableRow(name, "banc", 0))
    start = time.perf_counter()
    done = sum(await asyncio.gather(*(fill(store, name, start + seconds) for name in names)))
    elapsed = time.perf_counter() - start
    written = [await store.last(name) for name in names]
    await store.close()
    assert sum(written) == done
    return done / elapsed


def bare(path: Path, seconds: float) -> float:
    """One insert and one flushed commit at a time on the driver alone."""
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=FULL")
    db.execute("CREATE TABLE records (version INTEGER PRIMARY KEY, data TEXT)")
    start = time.perf_counter()
    done = 0
    while time.perf_counter() < start + seconds:
        db.execute("BEGIN IMMEDIATE")
        db.execute("INSERT INTO records VALUES (?, ?)", (done, DATA))
        db.execute("COMMIT")
        done += 1
    elapsed = time.perf_counter() - start
    db.close()
    return done / elapsed


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--folder", type=Path, help="where the files go: the disk to measure")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=asked.folder) as name:
        folder = Path(name)
        alone = bare(folder / "bare.sqlite", asked.seconds)
        single = asyncio.run(appends(folder / "one.sqlite", 1, asked.seconds))
        grouped = asyncio.run(appends(folder / "many.sqlite", asked.tables, asked.seconds))
    print(f"bare driver, one insert a transaction   {alone:8.0f} /s")
    print(f"store, one append a transaction         {single:8.0f} /s")
    print(f"store, {asked.tables:4} tables at once              {grouped:8.0f} /s   ×{grouped / single:.1f}")


if __name__ == "__main__":
    main()
