"""A process that appends to a store as several people would, saying on its output what was acknowledged.

Run as a script by the tests that kill it, or that share a file between processes; its functions also build and
check the logs of the other tests.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress
from hashlib import sha256

from paravent.store import open_store
from paravent.store.port import (
    Conflict,
    DuplicateCommand,
    Row,
    Store,
    StoreUnavailable,
    TableExists,
    TableRow,
)

START = "0" * 64
Sending = Callable[[Store, str, str, int, str], Awaitable[tuple[int, int]]]


def command_rows(
    after: int, command: str, count: int = 1, *, previous: str = START, seat: str = "léa", filler: str = ""
) -> list[Row]:
    """The records of one command after a version, each chained to the one before."""
    rows: list[Row] = []
    for place in range(count):
        data = json.dumps(
            {"command": command, "place": place, "count": count, "filler": filler}, ensure_ascii=False
        )
        link = sha256(f"{previous}{after + place + 1}{data}".encode()).hexdigest()
        rows.append(
            Row(
                version=after + place + 1,
                action=after + 1,
                seat=seat,
                command=command,
                at=1_800_000_000_000 + after,
                kind="rolled",
                schema=1,
                data=data,
                audience='["léa"]' if place % 2 else None,
                draw=None if place % 2 else '{"n":1}',
                previous=previous,
                hash=link,
            )
        )
        previous = link
    return rows


def check_log(rows: list[Row]) -> dict[str, tuple[int, int]]:
    """Versions without gap, an unbroken chain, every command once and whole; gives the versions of each command."""
    assert [row.version for row in rows] == list(range(1, len(rows) + 1))
    spans: dict[str, tuple[int, int]] = {}
    previous = START
    position = 0
    while position < len(rows):
        first = rows[position]
        data = json.loads(first.data)
        whole = command_rows(
            position,
            first.command,
            data["count"],
            previous=previous,
            seat=first.seat,
            filler=data["filler"],
        )
        assert rows[position : position + len(whole)] == whole
        assert first.command not in spans
        spans[first.command] = (first.version, whole[-1].version)
        previous = whole[-1].hash
        position += len(whole)
    return spans


async def insist(store: Store, table: str, command: str, count: int, filler: str) -> tuple[int, int]:
    """`send`, again and again while the server is gone, as people do."""
    while True:
        with suppress(StoreUnavailable):
            return await send(store, table, command, count, filler)
        await asyncio.sleep(0.1)


async def send(store: Store, table: str, command: str, count: int = 1, filler: str = "") -> tuple[int, int]:
    """Append a command wherever the log ends, as often as others come first; its versions."""
    while True:
        last = await store.last(table)
        tail = await store.read(table, last - 1) if last else []
        previous = tail[0].hash if tail else START
        try:
            await store.append(
                table, last, command_rows(last, command, count, previous=previous, filler=filler)
            )
        except Conflict:
            continue
        except DuplicateCommand as known:
            return known.first_version, known.last_version
        return last + 1, last + count


async def ensure_tables(store: Store, tables: list[str]) -> None:
    """Create the tables that do not exist."""
    for table in tables:
        with suppress(TableExists):
            await store.create(TableRow(table, "essai", 0))


def say(*words: object) -> None:
    """Tell the parent process at once."""
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


async def run(
    url: str,
    name: str,
    seed: int,
    people: int,
    commands: int,
    sending: Sending = send,
    until_told: bool = False,
) -> None:
    """Each person sends commands to tables at random, some of them twice, and prints what was acknowledged; to the last
    one, or `until_told` by the end of this process's input.
    """
    store = open_store(url)
    tables = [f"table-{number}" for number in range(4)]
    await ensure_tables(store, tables)
    told = threading.Event()
    if until_told:
        threading.Thread(target=lambda: (sys.stdin.read(), told.set()), daemon=True).start()
    say("ready")

    async def person(number: int) -> None:
        dice = random.Random(f"{seed}-{number}")
        for turn in range(commands):
            if told.is_set():
                return
            table, count = dice.choice(tables), dice.randint(1, 4)
            command = f"{name}-{number}-{turn}"
            filler = "é🎲" * dice.randint(0, 200)
            first, last = await sending(store, table, command, count, filler)
            say("ack", table, command, first, last)
            if dice.random() < 0.2:
                assert await sending(store, table, command, count, filler) == (first, last)

    await asyncio.gather(*map(person, range(people)))
    await store.close()


async def fill(url: str, limit: int) -> None:
    """Append until the file may not grow, then free the way and go on: nothing may be half written."""
    import resource

    store = open_store(url)
    await ensure_tables(store, ["pleine"])
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, hard))
    turn = 0
    while True:
        try:
            first, last = await send(store, "pleine", f"geste-{turn}", 3, "x" * 5000)
        except StoreUnavailable as full:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
            say("full", await store.last("pleine"), full)
            break
        say("ack", "pleine", f"geste-{turn}", first, last)
        turn += 1
    first, last = await send(store, "pleine", f"geste-{turn}", 3)
    say("ack", "pleine", f"geste-{turn}", first, last)
    await store.close()


def main() -> None:
    """Command line of the tests."""
    parser = argparse.ArgumentParser()
    parser.add_argument("url")
    parser.add_argument("--name", default="geste")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--people", type=int, default=6)
    parser.add_argument("--commands", type=int, default=1_000_000)
    parser.add_argument("--limit", type=int, help="bytes a file may reach before the disk counts as full")
    parser.add_argument(
        "--insist", action="store_true", help="wait for a server that is gone; stop at the end of the input"
    )
    asked = parser.parse_args()
    if asked.limit:
        asyncio.run(fill(asked.url, asked.limit))
    else:
        sending = insist if asked.insist else send
        asyncio.run(
            run(asked.url, asked.name, asked.seed, asked.people, asked.commands, sending, asked.insist)
        )


if __name__ == "__main__":
    main()
