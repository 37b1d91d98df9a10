"""A table left for days: since when each seat is awaited, and a feed that reads, never acts, and ends with its seat."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from hostile.foes import first_of
from paravent.core.refusals import Refusal
from paravent.core.values import Who
from paravent.store import open_store
from paravent.table.links import FEED
from paravent.table.service import Created, Tables

DAY = 24 * 3600 * 1000
SCORES = list(range(1, 23))


class Post:
    """A table of Les Architectes that time passes over; it may be opened again as after a restart."""

    def __init__(self, path: Path) -> None:
        self.path, self.now, self.sent = path, 100 * DAY, 0
        self.tables = Tables(open_store(f"sqlite:///{path}"), lambda: self.now)
        self.made: Created
        self.gm, self.lea = Who(""), Who("")

    async def begin(self) -> None:
        self.made = await self.tables.create("architectes", "La Brume", "Ada")
        access = await self.tables.access(self.made.game_master)
        assert access
        self.gm = access.seat
        self.token, self.lea = await self.tables.join(self.made.invitation, "Léa", "j1")

    async def restart(self) -> None:
        await self.tables.close()
        self.tables = Tables(open_store(f"sqlite:///{self.path}"), lambda: self.now)

    async def act(self, who: Who, command: str, /, **fields: Any) -> None:
        view = await self.tables.view(self.made.table, who)
        w, o = next(
            (w, o)
            for w in view["waitings"]
            for o in w["offers"]
            if o["command"] == command and not o["barred"]
        )
        usual = {f["name"]: first_of(f) for f in o["fields"]}
        self.sent += 1
        await self.tables.act(self.made.table, who, w["key"], command, {**usual, **fields}, f"c{self.sent}")

    async def since(self, seat: Who) -> list[int]:
        return [a.since for a in await self.tables.awaiting(self.made.table, seat)]


@pytest.fixture
async def post(tmp_path: Path) -> AsyncIterator[Post]:
    post = Post(tmp_path / "t.sqlite")
    await post.begin()
    yield post
    await post.tables.close()


async def test_a_question_waits_since_it_was_asked_whatever_comes(post: Post) -> None:
    assert await post.since(post.gm) == await post.since(post.lea) == []
    asked = post.now
    await post.act(post.lea, "ProposeCharacter", name="Iris", scores=SCORES)
    (told,) = await post.tables.awaiting(post.made.table, post.gm)
    assert told.since == asked
    post.now += 2 * DAY
    await post.act(post.lea, "Write", text="Toc, toc.", to="tous")
    await post.act(post.gm, "Write", text="J’arrive.", to="tous")
    post.now += DAY
    await post.restart()
    (again,) = await post.tables.awaiting(post.made.table, post.gm)
    assert (again.name, again.since) == (told.name, told.since)
    # One's own answers elsewhere renew the key of a standing question; its name and its age stay.
    assert again.key != told.key
    await post.act(post.gm, "AcceptActor")
    assert await post.since(post.gm) == []


async def test_a_test_called_awaits_its_player_from_then_on(post: Post) -> None:
    await post.act(post.lea, "ProposeCharacter", name="Iris", scores=SCORES)
    await post.act(post.gm, "AcceptActor")
    post.now += DAY
    await post.act(post.gm, "OpenTest", skill="12", secrecy="table")
    called = post.now
    post.now += 3 * DAY
    await post.restart()
    assert await post.since(post.lea) == [called]
    assert await post.since(post.gm) == []
    # Away, she is answered for: the game master is awaited since then, not since the call.
    away = post.now
    await post.act(post.gm, "MarkAbsent", seat=post.lea, absent="True")
    assert await post.since(post.gm) == [away]
    await post.act(post.gm, "MarkAbsent", seat=post.lea, absent="False")
    assert await post.since(post.gm) == []
    assert await post.since(post.lea) == [called]


async def test_a_feed_reads_and_does_nothing_else(post: Post) -> None:
    table = post.made.table
    assert await post.tables.feed_of(table, post.lea) == ""
    token = await post.tables.renew_feed(table, post.lea)
    access = await post.tables.feeds(token)
    assert access
    assert (access.table, access.seat, access.role) == (table, post.lea, FEED)
    # It is told again to its seat, whatever the process, and to no other seat.
    await post.restart()
    assert await post.tables.feed_of(table, post.lea) == token
    assert await post.tables.feed_of(table, post.gm) == ""
    # No other door takes it, and its own takes nothing else.
    assert await post.tables.access(token) is None
    assert await post.tables.claimed(token) is None
    for entering in (
        post.tables.join(token, "Max", "j2"),
        post.tables.claimable(token),
        post.tables.claim(token, post.lea, "d1"),
        post.tables.redeem(token, "k1"),
    ):
        with pytest.raises(Refusal):
            await entering
    code = await post.tables.device_code(table, post.lea)
    for other in (post.token, post.made.game_master, post.made.invitation, code, "", "é", "x" * 300):
        assert await post.tables.feeds(other) is None
    stored = b"".join(p.read_bytes() for p in post.path.parent.glob("t.sqlite*"))
    assert token.encode() not in stored


async def test_a_new_feed_ends_the_earlier_one_even_at_once(post: Post) -> None:
    table = post.made.table
    made = [await post.tables.renew_feed(table, post.lea) for _ in range(3)]
    assert len(set(made)) == 3
    assert [await post.tables.feeds(t) is not None for t in made] == [False, False, True]
    assert await post.tables.feed_of(table, post.lea) == made[-1]
    assert await post.tables.access(post.token)
    await post.tables.drop_feed(table, post.lea)
    assert await post.tables.feeds(made[-1]) is None
    assert await post.tables.feed_of(table, post.lea) == ""


async def test_a_feed_ends_with_what_opened_its_seat(post: Post) -> None:
    table = post.made.table
    renewed = await post.tables.renew_feed(table, post.lea)
    await post.tables.renew(table, post.gm, "siege", post.lea)
    assert await post.tables.feeds(renewed) is None
    held_by_file = await post.tables.renew_feed(table, post.lea)
    await post.tables.reseat(table, post.lea)
    assert await post.tables.feeds(held_by_file) is None
    taken_back = await post.tables.renew_feed(table, post.lea)
    claim = await post.tables.claim(post.made.invitation, post.lea, "demande-1")
    assert await post.tables.feeds(taken_back)
    await post.act(post.gm, "SettleClaim", granted="True")
    assert await post.tables.access(claim)
    assert await post.tables.feeds(taken_back) is None
    removed = await post.tables.renew_feed(table, post.lea)
    other = await post.tables.renew_feed(table, post.gm)
    await post.act(post.gm, "RemoveSeat", seat=post.lea)
    assert await post.tables.feeds(removed) is None
    assert await post.tables.feeds(other)
    for asking in (post.tables.feed_of, post.tables.renew_feed, post.tables.awaiting, post.tables.recap):
        with pytest.raises(Refusal):
            await asking(table, post.lea)
