"""What is hidden stays hidden: no answer of any kind holds a word of it, and two tables that differ only in it are
the same to whoever may not know."""

from __future__ import annotations

import itertools
import json
import re
import secrets
from pathlib import Path
from typing import Any

import pytest

from hostile.each_system import SHEETS
from hostile.foes import Siege, besiege
from hostile.hidden import CANARY, HIDING, hide, public_life
from hostile.secrets_of import Listener, bearing, everything, seated, unstamped
from paravent.core.cast import eyes_of
from paravent.core.values import Who
from paravent.systems import all_systems
from paravent.web.security import Buckets

NAMED = re.compile(rb'name="command_id" value="[0-9a-f]{32}"')
HEXADECIMAL = re.compile(r"[0-9a-f]{12,}")
every_system = pytest.mark.parametrize("siege", sorted(SHEETS), indirect=True)


def test_every_system_hides_something() -> None:
    assert set(HIDING) == set(all_systems())


async def hidden_texts(siege: Siege, who: str) -> set[str]:
    """Every word of ours and every id that only records unseen by this person hold."""
    room = await siege.room()
    eyes = eyes_of(room.now.core, siege.people[who].seat)
    unseen: set[str] = set()
    open_: set[str] = set()
    for row, record in zip(await siege.tables.store.read(siege.id), room.records, strict=True):
        found = {t for t in _texts(json.loads(row.data)) if CANARY in t or HEXADECIMAL.fullmatch(t)}
        (open_ if eyes.among(record.audience) else unseen).update(found)
        if not eyes.among(record.audience):
            unseen.add(row.hash)
    return unseen - open_


def _texts(value: Any) -> set[str]:
    match value:
        case str():
            return {value}
        case list():
            return {t for v in value for t in _texts(v)}
        case dict():
            return {t for k, v in value.items() if k != "kind" for t in _texts(v)}
        case _:
            return set()


@every_system
async def test_no_answer_holds_a_hidden_word(siege: Siege) -> None:
    streams = {
        who: Listener(siege, f"/table/{siege.id}/flux", seated(siege, siege.people[who]))
        for who in ("léa", "sam")
    }
    await hide(siege)
    await siege.ask("noé", "ShareSheet", actor=await siege.actor("Otto"), public="False")
    await siege.ask("léa", "Write", text="bonjour", to="tous")
    actors = [a.id for a in (await siege.room()).now.core.actors]
    for who in ("léa", "sam", "zoé", "max"):
        person = siege.people[who]
        words = await hidden_texts(siege, who)
        assert sum(CANARY in w for w in words) > 10
        answers = await everything(siege, person, actors)
        answers["flux"] = (200, "", "".join(streams[who].messages).encode() if who in streams else b"")
        for asked, (status, headers, body) in answers.items():
            assert status < 500, asked
            text = headers + body.decode("utf-8", "replace")
            for word in words:
                # An address that names a hidden actor is known to who sent it: it is not told back either.
                assert word not in text, f"{who}: {asked} tells {word}"
    whole = await everything(siege, siege.people["ada"], actors)
    assert CANARY in whole["page "][2].decode(), (
        "the game master reads them, so the words were there to be found"
    )
    assert CANARY in whole["api export"][2].decode()
    for stream in streams.values():
        await stream.close()


@pytest.fixture
def twins(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Makes worlds whose clocks, ids, links and secrets are the same."""
    monkeypatch.setattr(Buckets, "take", lambda self, key: True)
    monkeypatch.setattr("paravent.web.stream.BREATH", 0)

    async def make(path: Path, system: str) -> Siege:
        count = itertools.count(1)
        monkeypatch.setattr(secrets, "token_hex", lambda n: f"{next(count):0{2 * n}x}")
        monkeypatch.setattr(secrets, "token_urlsafe", lambda n: f"{next(count):022d}")
        monkeypatch.setattr(secrets, "token_bytes", lambda n: bytes([7]) * n)
        return await besiege(path, lambda: 1_800_000_000_000, system)

    return make


async def _lived(siege: Siege, hiding: bool) -> dict[str, Any]:
    """One world: perhaps what is hidden, then what everyone sees; all that Léa, Sam and a stranger got of it."""
    streams = {
        (who, kind): Listener(siege, path, headers)
        for who in ("léa", "sam")
        for kind, path, headers in (
            ("page", f"/table/{siege.id}/flux", seated(siege, siege.people[who])),
            ("api", f"/api/tables/{siege.id}/flux", bearing(siege.people[who])),
        )
    }
    for stream in streams.values():
        await stream.heard(1)
    if hiding:
        await hide(siege)
    siege.asked = 100
    for n, (who, command, fields) in enumerate(await public_life(siege), 2):
        await siege.ask(who, command, **fields)
        for stream in streams.values():
            # In one world as in the other, one message each; nothing came of what was hidden.
            assert len(await stream.heard(n)) == n
    actors = [await siege.actor("Iris"), await siege.actor("Otto"), "personne"]
    got: dict[str, Any] = {
        # Some forms name their own answer at random, in either world.
        f"{who} {asked}": (status, headers, NAMED.sub(b"", body))
        for who in ("léa", "sam", "zoé", "max")
        for asked, (status, headers, body) in (await everything(siege, siege.people[who], actors)).items()
    }
    for (who, kind), stream in streams.items():
        messages = [unstamped(m) for m in stream.messages]
        got[f"{who} flux {kind}"] = (stream.status, sorted(stream.headers), messages)
        await stream.close()
    return got


@pytest.mark.parametrize("system", sorted(SHEETS))
async def test_two_worlds_are_one_to_whoever_may_not_know(tmp_path: Path, twins: Any, system: str) -> None:
    quiet = await twins(tmp_path / "calme.sqlite", system)
    without = await _lived(quiet, hiding=False)
    await quiet.tables.close()
    busy = await twins(tmp_path / "secret.sqlite", system)
    assert (quiet.id, quiet.people) == (busy.id, busy.people)
    within = await _lived(busy, hiding=True)
    await busy.tables.close()
    assert without.keys() == within.keys()
    for asked, answer in without.items():
        assert answer == within[asked], asked


@every_system
async def test_what_is_unseen_sends_no_message(siege: Siege) -> None:
    léa = siege.people["léa"]
    stream = Listener(siege, f"/api/tables/{siege.id}/flux", bearing(léa))
    await stream.heard(1)
    await hide(siege)
    await siege.ask("léa", "Write", text="bonjour", to="tous")
    assert len(await stream.heard(2)) == 2
    await stream.close()
    seat = Who(léa.seat)
    assert (await siege.tables.view(siege.id, seat))["journal"][-1]["text"]
