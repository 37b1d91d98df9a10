"""A disk that loses power. What the store writes is recorded once, every write and every sync; then the file is made
as a cut at any of these could have left it: what was synced is there, each write since is whole, torn or lost.

The requests are those of the real store, played again on SQLite's own code through a VFS that records them.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import apsw
from sqlalchemy import event

from paravent.store import open_store

from .appender import ensure_tables, send

SECTOR = 512
CHECKPOINT = 20
"""Pages of the log between two checkpoints: many more of these than in use, so that cuts fall in them too."""
TABLES = ("brume", "phare", "étale")


@dataclass(frozen=True)
class Op:
    """Something the disk was asked. `kind`: write, truncate, sync, delete; or ack, for a command then acknowledged."""

    kind: str
    file: str = ""
    offset: int = 0
    data: bytes = b""
    ack: tuple[str, str] = ("", "")


@dataclass
class File:
    """A file as it is for sure on the disk, and what was asked since its last sync."""

    safe: bytearray = field(default_factory=bytearray)
    since: list[Op] = field(default_factory=list)
    there: bool = False


class _Recorded(apsw.VFSFile):
    def __init__(self, name: Any, flags: list[int], log: list[Op]) -> None:
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        self._name, self._log = Path(path).name, log
        super().__init__("", name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:  # SQLite's own name
        self._log.append(Op("write", self._name, offset, bytes(data)))
        super().xWrite(data, offset)

    def xTruncate(self, newsize: int) -> None:
        self._log.append(Op("truncate", self._name, newsize))
        super().xTruncate(newsize)

    def xSync(self, flags: int) -> None:
        self._log.append(Op("sync", self._name))
        super().xSync(flags)


class _Recorder(apsw.VFS):
    def __init__(self, log: list[Op]) -> None:
        self._log = log
        super().__init__("recorder", "")

    def xOpen(self, name: Any, flags: list[int]) -> _Recorded:
        return _Recorded(name, flags, self._log)

    def xDelete(self, filename: str, syncdir: bool) -> None:
        self._log.append(Op("delete", Path(filename).name))
        super().xDelete(filename, syncdir)


def requests(path: Path, rounds: int, seed: int) -> list[Any]:
    """What the store asks of SQLite, transaction by transaction, while several people send commands; and when each was
    acknowledged. The file is left as it was before.
    """
    asyncio.run(_prepared(path))
    before = path.read_bytes()
    asked = asyncio.run(_played(path, rounds, random.Random(seed)))
    path.write_bytes(before)
    return asked


async def _prepared(path: Path) -> None:
    store = open_store(f"sqlite:///{path}")
    await ensure_tables(store, list(TABLES))
    await store.close()


async def _played(path: Path, rounds: int, dice: random.Random) -> list[Any]:
    store: Any = open_store(f"sqlite:///{path}")
    engine = store._writer._engine
    asked: list[Any] = []

    @event.listens_for(engine, "before_cursor_execute")
    def run(db: Any, cursor: Any, statement: str, parameters: Any, context: Any, many: bool) -> None:
        asked.append((statement, parameters, many))

    @event.listens_for(engine, "commit")
    def commit(db: Any) -> None:
        asked.append(("COMMIT", (), False))

    async def one(name: str, table: str, count: int, filler: str) -> tuple[str, str]:
        await send(store, table, name, count, filler)
        return table, name

    for turn in range(rounds):
        people = [
            one(f"{turn}-{n}", dice.choice(TABLES), dice.randint(1, 3), "é🎲" * dice.randint(0, 120))
            for n in range(dice.randint(1, 4))
        ]
        asked += await asyncio.gather(*people)
    await store.close()
    return asked


def recorded(path: Path, asked: list[Any]) -> list[Op]:
    """What the disk was asked while these requests ran, the last closing of the file included."""
    log: list[Op] = []
    recorder = _Recorder(log)
    db = apsw.Connection(str(path), vfs="recorder")
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        f"wal_autocheckpoint={CHECKPOINT}",
    ):
        db.execute(f"PRAGMA {pragma}").fetchall()
    for entry in asked:
        if len(entry) == 2:
            log.append(Op("ack", ack=entry))
        elif entry[2]:
            db.executemany(entry[0], entry[1])
        else:
            db.execute(entry[0], entry[1]).fetchall()
    db.close()
    recorder.unregister()
    return log


class Disk:
    """The disk as the operations go by; `cut` makes one of the states that a power cut now may leave."""

    def __init__(self, name: str, safe: bytes) -> None:
        self.files = {name: File(bytearray(safe), there=True)}
        self.acknowledged: set[tuple[str, str]] = set()

    def take(self, op: Op) -> None:
        if op.kind == "ack":
            self.acknowledged.add(op.ack)
            return
        file = self.files.setdefault(op.file, File())
        if op.kind == "sync":
            for each in file.since:
                _apply(file.safe, each, op.kind)
            file.there = not any(each.kind == "delete" for each in file.since[-1:])
            file.since = []
        else:
            file.since.append(op)

    def cut(self, folder: Path, dice: random.Random) -> None:
        """Write the files into `folder`: each write since the last sync whole, torn by sectors, or lost."""
        for name, file in self.files.items():
            content, there = bytearray(file.safe), file.there
            for op in file.since:
                fate = dice.choice(("whole", "whole", "torn", "lost"))
                if fate != "lost":
                    if op.kind == "delete":
                        content, there = bytearray(), False
                    else:
                        there = True
                        _apply(content, op, fate, dice)
            target = folder / name
            if there:
                target.write_bytes(content)
            else:
                target.unlink(missing_ok=True)


def _apply(content: bytearray, op: Op, fate: str, dice: random.Random | None = None) -> None:
    if op.kind == "truncate":
        del content[op.offset :]
        content.extend(bytes(max(0, op.offset - len(content))))
    elif op.kind == "delete":
        content.clear()
    else:
        for start, piece in _pieces(op):
            if fate == "torn" and dice is not None and dice.random() < 0.5:
                continue
            if len(content) < start:
                content.extend(bytes(start - len(content)))
            content[start : start + len(piece)] = piece


def _pieces(op: Op) -> Iterator[tuple[int, bytes]]:
    """A write by the sectors of the disk that it touches."""
    at = op.offset
    data = memoryview(op.data)
    while data:
        size = min(len(data), SECTOR - at % SECTOR)
        yield at, bytes(data[:size])
        at, data = at + size, data[size:]
