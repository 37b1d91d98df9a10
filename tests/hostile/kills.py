"""A server killed again and again under people who insist, and what must then be true of its logs."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any

import httpx

from hostile.servers import PATIENCE, Life, Servers, Warm
from paravent.chance.verifier import verify
from paravent.cli.bases import address_of
from paravent.core import events as ev
from paravent.store import open_store
from paravent.store.port import Row
from paravent.table.log import broken_at
from paravent.table.room import Room
from paravent.table.service import Tables

WHOLE = {
    "n": [["Noted"]],
    "d": [["FreeRollAsked", "FreeRolled"], ["FreeRollAsked", "KeyFixed", "FreeRolled"]],
    "o": [["SessionOpened", "ChanceRevealed", "ChanceCommitted"]],
    "c": [["SessionClosed", "ChanceRevealed", "ChanceCommitted"]],
}
"""What a command writes when it is written whole, by how its id begins."""
AUDIT, DEEP = 10, 100
"""Kills between two readings of the logs, and between two checks of chance and of the game they make."""
AGAIN = 0.01
"""Seconds before somebody tries again."""
PLACES = (
    "a statement run",
    "about to commit",
    "committed, nobody told",
    "in memory, nobody told",
    "a log half loaded",
    "a snapshot written, not committed",
    "half an answer sent",
)
"""Where a server may die by itself: see `warm`, which names the same."""
Logs = dict[str, list[Row]]


@dataclass
class Sent:
    """One command of one person: when it was first sent, and first acknowledged."""

    id: str
    at: float
    heard: float = float("inf")


@dataclass
class Person:
    """One seat that sends commands one after the other, each as often as it takes to be answered."""

    table: str
    seat: str
    token: str
    leads: bool
    dice: random.Random
    sent: list[Sent] = field(default_factory=list)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    @classmethod
    def sending(cls, sent: list[Sent]) -> Person:
        """Someone who sent just this."""
        return cls("table", "siege", "", False, random.Random(0), sent)

    async def play(self, root: str) -> None:
        headers = {"Authorization": f"Bearer {self.token}"}
        path = f"{root}/api/tables/{self.table}"
        async with httpx.AsyncClient(timeout=PATIENCE, headers=headers) as client:
            while True:
                body = self._command(await self._asked(client, path))
                self.sent.append(Sent(body["command_id"], time.monotonic()))
                await self._insist(client, path, body)
                self.sent[-1].heard = time.monotonic()
                self.news.set()

    async def _asked(self, client: httpx.AsyncClient, path: str) -> dict[str, str]:
        """The commands that are awaited, and the keys of their questions."""
        while True:
            try:
                answer = await client.get(f"{path}/attentes")
            except httpx.TransportError:
                await asyncio.sleep(AGAIN)
                continue
            assert answer.status_code == 200, answer.text
            offered = [(o["command"], w["key"]) for w in answer.json()["waitings"] for o in w["offers"]]
            return dict(reversed(offered))

    def _command(self, asked: dict[str, str]) -> dict[str, Any]:
        if self.leads and self.dice.random() < 0.3:
            name = "OpenSession" if "OpenSession" in asked else "CloseSession"
            id, fields = name[0].lower(), {}
        elif self.dice.random() < 0.5:
            name, id, fields = "Write", "n", {"text": f"🎲 {len(self.sent)}" * 20, "to": "tous"}
        else:
            name, id, fields = "ThrowDice", "d", {"count": 20, "sides": 6, "why": "", "secret": False}
        id = f"{id}-{self.seat}-{len(self.sent)}"
        return {"key": asked[name], "command": name, "fields": fields, "command_id": id}

    async def _insist(self, client: httpx.AsyncClient, path: str, body: dict[str, Any]) -> None:
        while True:
            # A double tap: both are in flight when the process dies.
            taps = 2 if self.dice.random() < 0.2 else 1
            posts = [client.post(f"{path}/gestes", json=body) for _ in range(taps)]
            answers = await asyncio.gather(*posts, return_exceptions=True)
            told = [a for a in answers if isinstance(a, httpx.Response)]
            if any(a.status_code == 200 for a in told):
                return
            for a in answers:
                if isinstance(a, BaseException) and not isinstance(a, httpx.TransportError):
                    raise a
            for a in told:
                waits = a.status_code == 429 or a.json()["rule"] == "TAB-09"
                assert waits, f"refused: {a.text}"
            await asyncio.sleep(0.1 if told else AGAIN)


def audit(logs: Logs, before: Logs, people: Iterable[Person], *, by: float = float("inf")) -> None:
    """Nothing acknowledged `by` the time the logs were read is lost; nothing is doubled, reordered or half written;
    what was read before is still there."""
    for table, rows in logs.items():
        assert broken_at(rows) is None, "the chain is broken"
        read = before.get(table, [])
        assert rows[: len(read)] == read, "the log is no more what it was"
        actions = [list(found) for _, found in groupby(rows, key=lambda row: row.action)]
        assert [found[0].action for found in actions] == list(range(1, len(actions) + 1))
        done = [(found[0].seat, found[0].command) for found in actions]
        assert len(set(done)) == len(done), "a command counted twice"
        for found in actions:
            assert {(row.seat, row.command) for row in found} == {(found[0].seat, found[0].command)}
            kind = found[0].command.partition("-")[0]
            assert kind not in WHOLE or [row.kind for row in found] in WHOLE[kind], "half written"
        _audit_order(done, {(p.seat, s.id): s for p in people if p.table == table for s in p.sent}, by)


def _audit_order(done: Sequence[tuple[str, str]], sent: dict[tuple[str, str], Sent], by: float) -> None:
    lost = {key for key, s in sent.items() if s.heard < by} - set(done)
    assert not lost, f"acknowledged, then lost: {lost}"
    known = [sent[key] for key in done if key in sent]
    assert len(known) == len([1 for _, command in done if command.partition("-")[0] in WHOLE]), "never sent"
    heard = float("inf")
    for s in reversed(known):
        # What comes after in the log was not acknowledged before this one was even sent.
        assert heard >= s.at, "out of order"
        heard = min(heard, s.heard)


async def read(base: str) -> Logs:
    """The logs of a base."""
    store = open_store(address_of(base))
    try:
        return {table.id: await store.read(table.id) for table in await store.tables()}
    finally:
        await store.close()


async def audited(base: str, before: Logs, people: Sequence[Person], *, deep: bool) -> Logs:
    """The logs of a base that some server may still serve; `deep`: chance and the game are checked too."""
    async with as_left(base) as found:
        # Others may be served meanwhile: what they are told once a log is read is not in it.
        by = time.monotonic()
        logs = await read(found)
        audit(logs, before, people, by=by)
        if deep:
            await check_chance(found)
    return logs


@asynccontextmanager
async def as_left(base: str) -> AsyncIterator[str]:
    """The base to look at: a copy of a file that a dead process left, so that its next life mends it by itself."""
    if "://" in base:
        yield base
        return
    with tempfile.TemporaryDirectory() as folder:
        for name in (base, f"{base}-wal"):
            with suppress(FileNotFoundError):
                shutil.copy(name, folder)
        yield str(Path(folder, Path(base).name))


async def check_chance(base: str) -> None:
    """Every draw and every promise holds, none was used twice, and the log makes the game that the server opens."""
    tables = Tables(open_store(address_of(base)))
    for row in await tables.every():
        room = await tables.room(row.id)
        again = Room(room.id, room.system, room.key, dict(room.secrets))
        # Others may be writing on.
        again.load((await tables.store.read(row.id))[: room.now.version])
        assert again.now == room.now
        thrown = [r.draw for r in again.records if isinstance(r.event, ev.FreeRolled) and r.draw]
        assert len(set(thrown)) == len(thrown), "a draw was used twice"
        report = verify(await tables.export(row.id, room.now.core.game_masters[0]))
        assert report.sound, report.problems
        # All but the draws of this very session are revealed: those can be verified too.
        assert report.unverifiable < 200
    await tables.close()


async def seated(base: str, dice: random.Random) -> list[Person]:
    """Two tables, each with a game master and a player."""
    tables = Tables(open_store(address_of(base)))
    people = []
    for name in ("La Brume", "Le Phare"):
        made = await tables.create("architectes", name, "Ada")
        leader = await tables.access(made.game_master)
        assert leader is not None
        seats = [(made.game_master, leader.seat)]
        seats.append(await tables.join(made.invitation, "Léa", "place"))
        for token, seat in seats:
            people.append(
                Person(made.table, seat, token, seat == leader.seat, random.Random(dice.randbytes(8)))
            )
    await tables.close()
    return people


@dataclass
class Siege:
    """`kill_many_times` as it goes."""

    servers: Servers
    mutant: str
    dice: random.Random
    people: list[Person]
    at: dict[str, int] = field(default_factory=dict)
    """How many died at each place, « at random » being one."""

    @property
    def acknowledged(self) -> int:
        """How many commands were."""
        return sum(s.heard < float("inf") for p in self.people for s in p.sent)

    async def start(self, *, inside: bool = True) -> tuple[Life, str]:
        """A server, and the place it will die at; `inside`: there may be one."""
        inside &= isinstance(self.servers, Warm) and self.dice.random() < 0.5
        place = self.dice.choice(PLACES) if inside else ""
        after = self.dice.randint(1, 40 if place == "a statement run" else 4)
        return await self.servers.life(place, after, self.mutant), place

    async def end(self, life: Life, place: str) -> None:
        """See it die at its place, or kill it at some moment, while it starts or once somebody was answered."""
        if place:
            delay = 1.5
        elif self.dice.random() < 0.5:
            delay = self.dice.uniform(0, 0.2)
        else:
            await self._answered(life)
            delay = self.dice.uniform(0, 0.06)
        where = place if await life.dies_within(delay) else "at random"
        await life.kill()
        self.at[where] = self.at.get(where, 0) + 1

    async def _answered(self, life: Life) -> None:
        news = [asyncio.create_task(p.news.wait()) for p in self.people]
        end = asyncio.create_task(life.ended.wait())
        for p in self.people:
            p.news.clear()
        done, others = await asyncio.wait([*news, end], timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        for task in others:
            task.cancel()
        assert done, "the server does not answer"


async def kill_many_times(
    start: Callable[[str], Servers], base: str, times: int, *, together: int = 1, mutant: str = ""
) -> Siege:
    """Kill the servers of a base, `together` at the same address; the seed is printed."""
    seed = int(os.environ.get("PARAVENT_SEED", time.time_ns() % 1_000_000))
    sys.stdout.write(f"PARAVENT_SEED={seed}\n")  # pytest shows it when the test fails
    dice = random.Random(seed)
    people = await seated(base, dice)
    before: Logs = {}
    async with start(base) as servers, asyncio.TaskGroup() as tasks:
        siege = Siege(servers, mutant, dice, people)
        playing = [tasks.create_task(p.play(servers.root)) for p in people]
        lives = [await siege.start() for _ in range(together)]
        for kill in range(1, times + 1):
            # One dies, the others serve on; now and then they all die, and nobody serves.
            await siege.end(*lives.pop(dice.randrange(len(lives))))
            if kill % AUDIT == 0:
                before = await audited(base, before, people, deep=kill % DEEP == 0)
            last = kill == times
            while len(lives) < together and (last or not lives or dice.random() < 0.8):
                lives.append(await siege.start(inside=not last))
        # After all that, they go on.
        for person in people:
            person.news.clear()
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*(person.news.wait() for person in people))
        for task in playing:
            task.cancel()
        for life, _ in lives:
            await life.kill()
    await audited(base, before, people, deep=True)
    return siege
