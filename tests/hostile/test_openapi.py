"""The API's own document turned against it by Schemathesis, in all its phases, from every kind of seat: whatever is
sent, the answer is one that the document tells, and a refusal has written nothing."""

from __future__ import annotations

import asyncio
import json
import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import events, from_schema

from hostile.each_system import SHEETS
from hostile.foes import Siege, besiege
from hostile.hands import Hands
from paravent.store import open_store
from paravent.table.service import Tables
from paravent.web.app import create_app
from paravent.web.security import Buckets

SEED = int(os.environ.get("PARAVENT_SEED", "1"))
HOST = "testserver"
PHASES = ("examples", "coverage", "fuzzing", "stateful")
STREAM = "GET /api/tables/{table}/flux"
LEAVING = ("LeaveTable", "RemoveSeat", "ArchiveTable")
"""Legal, but there would be no one left to attack with."""


@dataclass
class Siegeworks:
    """An application under Schemathesis, which runs it on a loop of its own, and what each answer wrote."""

    siege: Siege
    tables: Tables
    app: Any
    wrote: int = 0
    waitings: list[Any] = field(default_factory=list)
    wrongs: list[str] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    played: int = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        before, status, body = self.wrote, 0, bytearray()

        async def seen(message: Any) -> None:
            nonlocal status
            status = message.get("status", status)
            body.extend(message.get("body", b""))
            await send(message)

        await self.app(scope, receive, seen)
        path = scope["path"]
        self.statuses[status] += 1
        if status >= 400 and self.wrote != before:
            self.wrongs.append(f"{status}, yet written: {scope['method']} {path}")
        if status == 200 and path.endswith(("/vue", "/attentes")):
            self.waitings = json.loads(body)["waitings"]
        self.played += status == 200 and path.endswith("/gestes")


def works(folder: Path, system: str) -> Siegeworks:
    async def begun() -> Siege:
        siege = await besiege(folder / "t.sqlite", system=system)
        await siege.tables.close()
        return siege

    siege = asyncio.run(begun())
    tables = Tables(open_store(f"sqlite:///{folder}/t.sqlite"))
    made = Siegeworks(siege, tables, create_app(tables, hosts=(HOST,)))
    for name in ("append", "create"):
        write = getattr(tables.store, name)

        async def counted(*given: Any, write: Any = write, **more: Any) -> None:
            await write(*given, **more)
            made.wrote += 1

        setattr(tables.store, name, counted)
    return made


def attacked(made: Siegeworks, who: str, phases: tuple[str, ...], examples: int) -> Counter[str]:
    """What happened in each phase: how many scenarios. Problems are in `made.wrongs`."""
    person = made.siege.people[who]
    config = SchemathesisConfig.from_dict(
        {
            "seed": SEED,
            "headers": {"Authorization": f"Bearer {person.token}"},
            "parameters": {"path.table": made.siege.id},
            "max-stream-events": 1,
            "continue-on-failure": True,
            "generation": {"max-examples": examples, "database": "none"},
            "phases": {name: {"enabled": name in phases} for name in PHASES},
            "checks": {
                # What the document allows, the rules may still refuse.
                "positive_data_acceptance": {"enabled": False},
                # A token that opens nothing is answered as a table that is not there: 404, which is in the document.
                "ignored_auth": {"enabled": False},
                # For the same reason a table just created is not there for the token of another.
                "ensure_resource_availability": {"enabled": False},
                # Too long is told as such, by 413.
                "negative_data_rejection": {"expected-statuses": ["4xx"]},
            },
            "operations": [
                # Before OpenAPI 3.2 a schema is that of the whole stream; it is taken here for that of each message.
                {"include-name": STREAM, "checks": {"response_schema_conformance": {"enabled": False}}}
            ],
        }
    )
    schema = schemathesis.openapi.from_asgi("/api/openapi.json", made, config=config)
    hands = Hands(f"{SEED} {who}")

    @schema.hook
    def map_case(context: Any, case: Any) -> Any:
        """Half of the good answers are to real questions, so that the game goes on."""
        sound = case.meta is not None and case.meta.generation.mode.value == "positive"
        offers = [(w, o) for w in made.waitings for o in w["offers"] if o["command"] not in LEAVING]
        if case.operation.label.endswith("/gestes") and sound and offers and hands.chance(0.6):
            w, offer = hands.one(*offers)
            fields = hands.fields(offer)
            fields = hands.bent(fields) if hands.chance(0.3) else fields
            case.body = {
                "key": w["key"],
                "command": offer["command"],
                "command_id": f"s{hands.rng.getrandbits(60):x}",
                "fields": fields if isinstance(fields, dict) else {},
            }
        return case

    seen: Counter[str] = Counter()
    for event in from_schema(schema).execute():
        match event:
            case events.ScenarioFinished() if event.status.value != "skip":
                seen[event.phase.value] += 1
                failed = [c for checks in event.recorder.checks.values() for c in checks if c.failure_info]
                told = f"{event.phase.value} {event.label}"
                made.wrongs += [
                    f"{told}: {c.name}: {c.failure_info.failure}\n{c.failure_info.code_sample}"
                    for c in failed
                ]
            case events.NonFatalError():
                made.wrongs.append(f"{event.label}: {event.value!r}")
            case events.FatalError():
                raise event.exception
    return seen


@pytest.fixture
def made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Iterator[Siegeworks]:
    monkeypatch.setattr(Buckets, "take", lambda self, key: True)
    made = works(tmp_path, request.param)
    yield made
    asyncio.run(made.tables.close())


async def sound(made: Siegeworks, path: Path) -> None:
    """What was written besides is a table that still folds and holds its laws."""
    made.siege.tables = Tables(open_store(f"sqlite:///{path}/t.sqlite"))
    await made.siege.sound()
    await made.siege.tables.close()


def judged(made: Siegeworks, path: Path) -> None:
    assert not made.wrongs, f"PARAVENT_SEED={SEED}\n" + "\n\n".join(dict.fromkeys(made.wrongs))
    asyncio.run(sound(made, path))


@pytest.mark.parametrize("made", ["architectes"], indirect=True)
@pytest.mark.parametrize(
    ("who", "phases"), [("ada", PHASES), ("léa", PHASES[2:]), ("sam", PHASES[2:]), ("max", PHASES[2:])]
)
def test_the_document_holds_whatever_is_sent(
    made: Siegeworks, who: str, phases: tuple[str, ...], tmp_path: Path
) -> None:
    seen = attacked(made, who, phases, 4)
    assert set(seen) == set(phases)
    assert {200, 404, 422} <= set(made.statuses)
    # The game goes on meanwhile.
    assert made.played or who != "ada"
    judged(made, tmp_path)


@pytest.mark.nightly
@pytest.mark.parametrize("made", sorted(SHEETS), indirect=True)
@pytest.mark.parametrize("who", ["ada", "léa", "noé", "sam", "zoé", "max"])
def test_the_document_holds_for_long(made: Siegeworks, who: str, tmp_path: Path) -> None:
    seen = attacked(made, who, PHASES, 100)
    assert set(seen) == set(PHASES)
    judged(made, tmp_path)
