"""A table opened from a snapshot is the table its whole log tells: for every seat, whatever was undone or shown."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from paravent.core import commands as co
from paravent.core.cast import eyes_of
from paravent.core.game import answerable, apply, key_of, open_game, void_versions
from paravent.core.journal import heads, journal
from paravent.core.refusals import Refusal
from paravent.core.since import topics
from paravent.core.values import Who
from paravent.store import open_store
from paravent.store.port import Snapshot, Store
from paravent.table import keeper, lines, room, snapshot
from paravent.table.log import to_record
from paravent.table.raw_fields import sent
from paravent.table.room import Room
from paravent.table.service import Tables
from paravent.table.view import view
from toy import on_the_path

EVERY, WINDOW, SHOWN, PAST = 30, 40, 12, 30
NOT_NOW = {"RemoveSeat", "LeaveTable", "ArchiveTable", "RenameSeat", "SettleClaim", "Undo"}
"""Commands that would end the walk, and the undo, which it does at its own moments."""


@pytest.fixture(autouse=True, params=["architectes", "pile_ou_face"])
def system(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Everything at a small scale, so that a few hundred records hold many snapshots."""
    for place, name, value in (
        (keeper, "EVERY", EVERY),
        (keeper, "WORTH", 1),
        (lines, "WINDOW", WINDOW),
        (lines, "SHOWN_LINES", SHOWN),
        (room, "SHOWN_LINES", SHOWN),
        (room, "PAST", PAST),
        (room, "CHECKPOINT", 20),
        (room, "CHECKPOINTS_KEPT", 2),
    ):
        monkeypatch.setattr(place, name, value)
    with on_the_path():
        yield request.param


class Walk:
    """A table played at random through the service, chance, secrets and notes included."""

    def __init__(self, tables: Tables, table: str, seats: list[Who], seed: int) -> None:
        self.tables, self.table, self.seats = tables, table, seats
        self.rng = random.Random(seed)
        self.sent = 0

    @classmethod
    async def start(cls, store: Store, system: str, seed: int) -> Walk:
        tables = Tables(store)
        made = await tables.create(system, "Marche", "Maud")
        leader = await tables.access(made.game_master)
        assert leader is not None
        seats = [leader.seat]
        for name in ("Léa", "Noé"):
            seats.append((await tables.join(made.invitation, name, f"j-{name[0]}"))[1])
        return cls(tables, made.table, seats, seed)

    async def step(self, seat: Who | None = None, only: type | None = None) -> bool:
        """One command that some seat may send; False when none was found or it was refused."""
        seat = seat or self.rng.choice(self.seats)
        at = await self.tables.room(self.table)
        offered = [
            (w, o)
            for w in answerable(at.now, seat, at.waitings(seat))
            for o in w.offers
            if not o.barred and (o.command is only if only else o.command.__name__ not in NOT_NOW)
        ]
        held = [(w, o) for w, o in offered if w.holds]
        if not offered:
            return False
        w, o = self.rng.choice(held if held and self.rng.random() < 0.7 else offered)
        command = o.pick(self.rng.randrange)
        if command is None:
            return False
        return await self.send(seat, key_of(at.key, at.now, seat, w), o, command)

    async def send(self, seat: Who, key: str, offer: Any, command: Any) -> bool:
        self.sent += 1
        name = offer.command.__name__
        try:
            await self.tables.act(self.table, seat, key, name, sent(offer, command), f"m-{self.sent}")
        except Refusal:
            return False
        return True

    async def until(self, version: int) -> None:
        while (await self.tables.room(self.table)).now.version < version:
            if self.rng.random() < 0.04:
                await self.step(self.seats[0], co.Undo)
            await self.step()

    async def undo_the_oldest(self) -> int:
        """Take back as much as may be; the version it goes back to."""
        master = self.seats[0]
        at = await self.tables.room(self.table)
        w, o = next(
            (w, o)
            for w in answerable(at.now, master, at.waitings(master))
            for o in w.offers
            if o.command is co.Undo
        )
        upto = min(x.value for x in dict(o.fields)["upto"].options)  # type: ignore[attr-defined]  # a OneOf
        assert await self.send(master, key_of(at.key, at.now, master, w), o, co.Undo(upto))
        return int(upto)

    async def again(self) -> Room:
        """The same table in a process that has just started; this walk goes on there."""
        await self.tables._keeper.close(self.tables._rooms.values())
        self.tables = Tables(self.tables.store)
        return await self.tables.room(self.table)


async def cold(store: Store, like: Room) -> Room:
    """The table as its whole log tells it, no snapshot read."""
    fresh = Room(like.id, like.system, like.key, {})
    fresh.load(await store.read(like.id))
    return fresh


async def check_alike(walk: Walk, warm: Room) -> None:
    """Everything a seat or a game master may get is the same from both."""
    told = await cold(walk.tables.store, warm)
    assert (warm.now, warm.head) == (told.now, told.head)
    for seat in walk.seats:
        assert await walk.tables.view(walk.table, seat) == view(told, seat)
        assert warm.lines(seat) == journal(told.system, told.now.core, told.records, seat)[-SHOWN:]
        assert [w.topic for w in warm.waitings(seat)] == [w.topic for w in told.waitings(seat)]
    assert warm.past(walk.seats[0]) == told.past(walk.seats[0])


@pytest.fixture
async def store(tmp_path: Path) -> Any:
    found = open_store(f"sqlite:///{tmp_path / 'instantanes.sqlite'}")
    yield found
    await found.close()


@pytest.mark.parametrize("seed", range(2))
async def test_opening_from_a_snapshot_changes_nothing(store: Store, system: str, seed: int) -> None:
    walk = await Walk.start(store, system, seed)
    partly = 0
    for goal in (100, 160, 300):
        await walk.until(goal)
        warm = await walk.again()
        partly += not warm.whole
        await check_alike(walk, warm)
    assert partly, "no opening did without the oldest records"


@pytest.mark.parametrize("seed", range(2))
async def test_an_undo_goes_back_beyond_the_snapshot(store: Store, system: str, seed: int) -> None:
    walk = await Walk.start(store, system, seed)
    await walk.until(300)
    warm = await walk.again()
    assert not warm.whole
    assert warm.saved == warm.now.version
    upto = await walk.undo_the_oldest()
    assert upto < warm.saved
    await check_alike(walk, warm)
    await walk.until(warm.now.version + 10)
    await check_alike(walk, warm)
    # The snapshot kept before the undo tells of a past that is no more: it is not used.
    walk.tables = Tables(store)
    await check_alike(walk, await walk.tables.room(walk.table))


async def test_what_another_process_undid_is_caught_up_with(store: Store, system: str) -> None:
    walk = await Walk.start(store, system, 5)
    await walk.until(300)
    warm = await walk.again()
    other = Walk(Tables(store), walk.table, walk.seats, 6)
    other.sent = 10_000
    await other.undo_the_oldest()
    while not await walk.step(walk.seats[1]):
        pass
    await check_alike(walk, warm)


async def test_a_command_from_before_the_snapshot_still_counts_once(store: Store, system: str) -> None:
    walk = await Walk.start(store, system, 1)
    at = await walk.tables.room(walk.table)
    lea = walk.seats[1]
    w = next(w for w in answerable(at.now, lea, at.waitings(lea)) if type(w.topic).__name__ == "ToPlay")
    key = key_of(at.key, at.now, lea, w)
    note = ("Write", {"text": "une note", "to": "tous"}, "la-meme")
    assert not (await walk.tables.act(walk.table, lea, key, *note)).repeated
    await walk.until(300)
    warm = await walk.again()
    assert not warm.whole
    before = warm.now.version
    assert (await walk.tables.act(walk.table, lea, key, *note)).repeated
    assert warm.now.version == before


@pytest.mark.parametrize(
    "spoil",
    [
        lambda s: replace(s, schema="0" * 64),
        lambda s: replace(s, state=s.state[:-1]),
        lambda s: replace(s, state=s.state.replace("Maud", "Mona", 1)),
        lambda s: replace(s, state=""),
        lambda s: replace(s, state=s.state[:64] + "{}"),
    ],
    ids=["other code", "cut", "changed", "empty", "another text"],
)
async def test_a_snapshot_that_cannot_be_relied_on_is_ignored(store: Store, system: str, spoil: Any) -> None:
    walk = await Walk.start(store, system, 2)
    await walk.until(150)
    await walk.again()
    kept = await store.snapshot(walk.table)
    assert kept is not None
    spoiled: Snapshot = spoil(kept)
    assert spoiled != kept
    await store.save_snapshot(walk.table, spoiled)
    walk.tables = Tables(store)
    warm = await walk.tables.room(walk.table)
    assert warm.whole
    await check_alike(walk, warm)


async def test_a_snapshot_of_another_log_is_ignored(store: Store, system: str) -> None:
    walk, stranger = await Walk.start(store, system, 2), await Walk.start(store, system, 3)
    await walk.until(200)
    await stranger.until(120)
    await stranger.again()
    await walk.again()
    kept = await store.snapshot(stranger.table)
    mine = await store.snapshot(walk.table)
    assert kept is not None
    assert mine is not None
    await store.save_snapshot(walk.table, replace(kept, version=mine.version))
    walk.tables = Tables(store)
    await check_alike(walk, await walk.tables.room(walk.table))


async def test_lines_are_counted_as_they_are_told(store: Store, system: str) -> None:
    walk = await Walk.start(store, system, 4)
    await walk.until(300)
    for _ in range(3):
        await walk.step(walk.seats[0], co.RevealSecret)
    at = await walk.tables.room(walk.table)
    records = [to_record(at.system, r) for r in await store.read(walk.table)]
    for part in (records, records[:100], records[:200]):
        count = heads(part, part)
        for seat in walk.seats:
            eyes = eyes_of(at.now.core, seat)
            told = journal(at.system, at.now.core, part, seat)
            assert sum(n for head, n in count.items() if head.shown(eyes)) == len(told)


def test_any_change_to_the_code_makes_snapshots_stale(system: str, tmp_path: Path) -> None:
    from hashlib import sha256

    def print_of(text: str) -> str:
        (tmp_path / "rules.py").write_text(text)
        found = sha256()
        snapshot._add(found, tmp_path)
        return found.hexdigest()

    assert print_of("a = 1\n") == print_of("a = 1\n") != print_of("a = 2\n")


def _told_forwards(room: Room, seat: Who) -> dict[str, int]:
    """Since when the seat has been asked each question, found the plain way: from the first record on."""
    void = void_versions(room.records)
    game = open_game(room.system, room.records[0].event)
    since: dict[str, int] = {}
    for r, after in zip(room.records, [*room.records[1:], None], strict=True):
        game = apply(room.system, game, r, void=r.version in void)
        if after is None or after.action != r.action:
            since = {t: since.get(t, r.at) for t in topics(room.system, game, seat)}
    return since


@pytest.mark.parametrize("seed", [0, 1, 2])
async def test_since_when_a_seat_is_awaited_outlives_restarts_and_undos(
    store: Store, system: str, seed: int
) -> None:
    walk = await Walk.start(store, system, seed)
    clock = itertools.count(1_000)
    walk.tables._clock = lambda: next(clock)
    met = 0
    for version in range(20, 150, 10):
        await walk.until(version)
        if version % 50 == 0:
            await walk.again()
            walk.tables._clock = lambda: next(clock)
        for seat in walk.seats:
            told = [a.since for a in await walk.tables.awaiting(walk.table, seat)]
            whole = await cold(store, await walk.tables.room(walk.table))
            assert told == sorted(_told_forwards(whole, seat).values())
            met += len(told)
    assert met > 10
