"""A table under attack: everyone around it, what each keeps sending, and what must stay true whatever comes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

from hostile.each_system import SHEETS, SOUND
from hostile.hands import NUMERALS, TEXTS, Hands, as_json, flat
from paravent.core import events as ev
from paravent.core.cast import Core, own_actors
from paravent.core.game import Record
from paravent.core.values import NOBODY, Who
from paravent.store import open_store
from paravent.table.log import broken_at
from paravent.table.room import Room
from paravent.table.service import Tables
from paravent.web.app import create_app
from paravent.web.security import Buckets

HOST = "http://localhost"


@dataclass
class Person:
    """Somebody at the table, or who was, or never was."""

    name: str
    seat: Who = NOBODY
    token: str = "0" * 22
    role: str = ""
    feed: str = "0" * 22


@dataclass
class Siege:
    """One attacked table, and another whose keys and links are foreign to it."""

    tables: Tables
    app: Any
    id: str
    people: dict[str, Person]
    foreign: tuple[str, str]
    invitation: str
    old_keys: list[str] = field(default_factory=list)
    removed_at: int = 0
    asked: int = 0

    def client(self) -> httpx.AsyncClient:
        transport = httpx.ASGITransport(self.app)
        return httpx.AsyncClient(transport=transport, base_url=HOST, headers={"Origin": HOST})

    async def room(self) -> Room:
        return await self.tables.room(self.id)

    async def view(self, who: str) -> dict[str, Any]:
        return await self.tables.view(self.id, self.people[who].seat)

    async def ask(self, who: str, command: str, **fields: Any) -> None:
        """A legal answer to the first question that offers this command; fields not given take their first value."""
        view = await self.view(who)
        for w in view["waitings"]:
            for offer in w["offers"]:
                if offer["command"] == command and not offer["barred"] and _about(offer, fields):
                    filled = {f["name"]: fields.get(f["name"], first_of(f)) for f in offer["fields"]}
                    self.asked += 1
                    id = f"g{self.asked}"
                    await self.tables.act(self.id, self.people[who].seat, w["key"], command, filled, id)
                    return
        raise AssertionError(f"{who} may not {command}")

    async def actor(self, name: str) -> str:
        """The id of a character."""
        return next(str(a.id) for a in (await self.room()).now.core.actors if a.name == name)

    async def sound(self) -> None:
        """The log folds to what is in memory, its chain holds, cards and points are conserved, and nobody did what was
        not theirs to do."""
        room = await self.room()
        rows = await self.tables.store.read(self.id)
        assert broken_at(rows) is None
        again = Room(room.id, room.system, room.key, dict(room.secrets))
        again.load(rows)
        assert again.now.core == room.now.core
        assert again.now.world == room.now.world
        assert again.now.tallies == room.now.tallies
        assert len({(r.seat, r.command) for r in rows}) == len({r.action for r in rows})
        SOUND[room.system.name](room.now.world)
        self._in_their_right(room)

    def _in_their_right(self, room: Room) -> None:
        """Told apart from the engine: by author, and by what each fact says of whom at that moment."""
        walking = Room(room.id, room.system, room.key, {})
        action = 0
        for r in room.records:
            if r.action != action and r.seat and r.seat != self.people["ada"].seat:
                self._rightful(r, walking.now.core)
            action = r.action
            walking.absorb([r])

    def _rightful(self, r: Record, core: Core) -> None:
        if isinstance(r.event, ev.SeatTaken):
            return
        seat = core.seat(r.seat)
        assert seat, r
        assert not seat.removed, r
        if r.event == ev.SeatRemoved(r.seat):
            # Anyone may leave.
            return
        assert seat.role == "joueur", r
        match r.event:
            case ev.Noted(author=who) | ev.FreeRollAsked(author=who):
                assert who == r.seat
            case ev.HandChosen(seat=who) | ev.AbsenceMarked(seat=who) | ev.ActorGiven(seat=who):
                assert who == r.seat
            case ev.ContributionCommitted(seat=who) | ev.ContributionRevealed(seat=who):
                assert who == r.seat
            case ev.ActorCast(seat=who):
                assert who == r.seat
            case ev.SheetShared(actor=actor):
                assert actor in own_actors(core, r.seat)
            case ev.FreeRolled(author=who):
                assert who == r.seat
                assert r.typed or r.draw
            case ev.KeyFixed():
                pass
            case event if isinstance(event, ev.CoreEvent):
                raise AssertionError(r)
            case event:
                actor = getattr(event, "actor", None)
                assert actor is None or actor in own_actors(core, r.seat), r


def _about(offer: Mapping[str, Any], fields: Mapping[str, Any]) -> bool:
    """Whether the offer's choices hold those asked for."""
    choices = {f["name"]: [o["id"] for o in f["options"]] for f in offer["fields"] if f["domain"] == "one_of"}
    return all(str(v) in choices[n] for n, v in fields.items() if n in choices)


def first_of(f: Mapping[str, Any]) -> Any:
    """The plainest value of a described field."""
    match f["domain"]:
        case "one_of":
            return f["options"][0]["id"]
        case "whole":
            return f["low"]
        case "record":
            return {p["name"]: first_of(p) for p in f["fields"]}
        case "text":
            return "x" if f["required"] else ""
        case "allotment":
            return [x["low"] for x in f["lines"]]
        case _:
            return []


async def _sit(tables: Tables, invitation: str, name: str, role: str) -> Person:
    token, seat = await tables.join(invitation, name, f"place-{name.encode().hex()}")
    return Person(name, seat, token, role)


async def besiege(path: Path, clock: Callable[[], int] | None = None, system: str = "architectes") -> Siege:
    """Ada leads; Léa and Noé play Iris and Otto; Sam watches; Zoé was removed; Max never came."""
    store = open_store(f"sqlite:///{path}")
    tables = Tables(store, clock) if clock else Tables(store)
    made = await tables.create(system, "La Brume", "Ada")
    access = await tables.access(made.game_master)
    assert access
    other = await tables.create(system, "Ailleurs", "Bo")
    theirs = await tables.access(other.game_master)
    assert theirs
    foreign_key = (await tables.view(other.table, theirs.seat))["waitings"][0]["key"]
    people = {
        "ada": Person("Ada", access.seat, made.game_master, "mj"),
        "léa": await _sit(tables, made.invitation, "Léa", "joueur"),
        "noé": await _sit(tables, made.invitation, "Noé", "joueur"),
        "zoé": await _sit(tables, made.invitation, "Zoé", "joueur"),
        "sam": await _sit(tables, made.spectator, "Sam", "spectateur"),
        "max": Person("Max"),
    }
    app = create_app(tables, hosts=("localhost",))
    siege = Siege(tables, app, made.table, people, (foreign_key, other.game_master), made.invitation)
    for who, name in (("léa", "Iris"), ("noé", "Otto"), ("zoé", "Ulla")):
        for n, (proposed, sheet) in enumerate(SHEETS[system]):
            await siege.ask(who, proposed, **({} if n else {"name": name}), **sheet)
        await siege.ask("ada", "AcceptActor")
    for person in people.values():
        if person.seat:
            person.feed = await tables.renew_feed(siege.id, person.seat)
    await siege.ask("ada", "RemoveSeat", seat=people["zoé"].seat)
    siege.removed_at = (await siege.room()).now.version
    await siege.ask("ada", "OpenSession")
    return siege


@pytest.fixture
async def siege(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> AsyncIterator[Siege]:
    """A siege without limits: they have tests of their own, and here nothing may hold the attackers back. Its parameter
    is a system's name.
    """
    monkeypatch.setattr(Buckets, "take", lambda self, key: True)
    siege = await besiege(tmp_path / "t.sqlite", system=getattr(request, "param", "architectes"))
    yield siege
    await siege.tables.close()


class Attack:
    """One seeded run of hostile commands against a siege."""

    def __init__(self, siege: Siege, seed: object) -> None:
        self.siege, self.hands = siege, Hands(seed)
        self.sent = 0
        self.statuses: dict[int, int] = {}

    async def run(self, commands: int, batch: int = 250) -> None:
        async with self.siege.client() as client:
            for n in range(commands):
                before = (await self.siege.room()).now.version
                answer = await self.one(client)
                self.sent += 1
                self.statuses[answer.status_code] = self.statuses.get(answer.status_code, 0) + 1
                self.checked(answer, (await self.siege.room()).now.version - before)
                if n % batch == batch - 1:
                    await self.siege.sound()
        await self.siege.sound()

    def checked(self, answer: httpx.Response, grown: int) -> None:
        """Never a 5xx; a refusal teaches in French and writes nothing."""
        asked = f"{answer.request.method} {answer.request.url} {answer.request.content[:600]!r}"
        assert answer.status_code < 500, f"{answer.text[:300]} ← {asked}"
        if answer.status_code >= 400:
            assert grown == 0, f"refused, yet {grown} records written ← {asked}"
            if answer.headers.get("content-type") == "application/json":
                told = answer.json()
                assert set(told) == {"rule", "why", "field"}, asked
                assert told["why"], asked
                assert told["rule"] or answer.status_code not in (409, 422), f"{told} ← {asked}"
            else:
                assert 'lang="fr"' in answer.text or "</section>" in answer.text, (
                    f"{answer.text[:200]} ← {asked}"
                )

    async def one(self, client: httpx.AsyncClient) -> httpx.Response:
        hands = self.hands
        client.cookies.clear()
        if hands.chance(0.06):
            return await self.elsewhere(client)
        who = hands.one("ada", "léa", "léa", "noé", "noé", "sam", "zoé", "max")
        key, command, fields = await self.answer(who)
        person = self.siege.people[who]
        id = (
            hands.one("", "é", "x" * 65, "same", 7)
            if hands.chance(0.03)
            else f"c{hands.rng.getrandbits(60):x}"
        )
        if hands.chance(0.4):
            items = [("key", str(key)), ("command", str(command)), ("command_id", str(id))]
            given = (
                [x for name, v in fields.items() for x in flat(f"f.{name}", v)]
                if isinstance(fields, dict)
                else []
            )
            return await self.by_form(client, person, [*items, *given])
        body = as_json({"key": key, "command": command, "command_id": id, "fields": fields})
        if hands.chance(0.12):
            body = hands.spoiled(body)
        path = f"/api/tables/{self.siege.id}/gestes"
        return await client.post(path, content=body, headers={"Authorization": f"Bearer {person.token}"})

    async def by_form(
        self, client: httpx.AsyncClient, person: Person, items: list[tuple[str, str]]
    ) -> httpx.Response:
        hands = self.hands
        headers = {"Cookie": f"siege-{self.siege.id}={person.token}"}
        if hands.chance(0.7):
            headers["HX-Request"] = "true"
        path = f"/table/{self.siege.id}/geste"
        if hands.chance(0.1):
            charset = hands.one(
                "utf-8", "utf-7", "unicode_escape", "idna", "punycode", "undefined", "hex", "\\x", "utf-16"
            )
            text = "".join(
                f'--b\r\nContent-Disposition: form-data; name="{k}"\r\n\r\n{v}\\ud800\r\n'
                for k, v in items[:5]
            )
            headers["Content-Type"] = f"multipart/form-data; boundary=b; charset={charset}"
            return await client.post(
                path, content=f"{text}--b--\r\n".encode("utf-8", "replace"), headers=headers
            )
        data: dict[str, list[str]] = {}
        for k, v in items:
            data.setdefault(k, []).append(v)
        return await client.post(path, data=data, headers=headers)

    async def answer(self, who: str) -> tuple[Any, Any, Any]:
        """A key, a command and fields: sometimes a legal answer, so that the game goes on."""
        hands = self.hands
        by = who if who in ("ada", "léa", "noé") else hands.one("ada", "léa", "noé")
        if hands.chance(0.25):
            # Somebody else's question, answered as if it were one's own.
            by = hands.one("ada", "léa", "noé")
        waitings = (await self.siege.view(by))["waitings"]
        w = hands.one(*waitings)
        offer = hands.one(*w["offers"])
        if offer["command"] in ("Abandon", "Undo") and hands.chance(0.8):
            offer = hands.one(*w["offers"])
        keys = self.siege.old_keys
        keys.append(w["key"])
        del keys[:-400]
        key, command, fields = w["key"], offer["command"], hands.fields(offer)
        if command == "LeaveTable":
            # Legal, but the siege would end: asked of a question nobody is asked.
            return "0" * 32, command, fields
        if command in ("RemoveSeat", "ArchiveTable", "CloseSession") and by == "ada":
            fields = {**fields, "seat": self.siege.people["ada"].seat, "archived": "peut-être", "x": 1}
        match hands.rng.randrange(10):
            case 0:
                key = hands.one(*keys)
            case 1:
                key = hands.one(self.siege.foreign[0], "", "0" * 32, hands.junk(), *TEXTS)
            case 2:
                command = hands.one(
                    "Undo",
                    "Draw",
                    "Write",
                    "LetTableThrow",
                    "Roll",
                    "Move",
                    "Throw",
                    "Noted",
                    "__init__",
                    *TEXTS,
                )
            case 3 | 4 | 5:
                fields = hands.bent(fields)
            case _:
                pass
        return key, command, fields

    async def elsewhere(self, client: httpx.AsyncClient) -> httpx.Response:
        """Other doors: names at the entrance, odd addresses, files."""
        hands, siege = self.hands, self.siege
        who = siege.people[hands.one(*siege.people)]
        cookies = f"théme=x; a={{b}}; siege-{siege.id}={who.token}; theme={hands.one('x', '<b>', 'é')}"
        headers = {"Cookie": cookies.encode()}
        odd = str(hands.one(*TEXTS, *NUMERALS))[:300]
        token = {"Authorization": f"Bearer {hands.one(who.token, siege.foreign[1], 'x', odd.encode().hex())}"}
        match hands.rng.randrange(9):
            case 0:
                body = {
                    "name": hands.one("Léa", odd),
                    "command_id": hands.one(f"j{siege.removed_at}", "", odd),
                }
                path = f"/api/invitations/{hands.one(siege.invitation, 'x', who.token)}"
                taken = len((await siege.room()).now.core.seats)
                return await client.post(path, content=as_json(body if taken < 40 else {}))
            case 1:
                body = {
                    "system": hands.one("architectes", odd),
                    "name": odd,
                    "game_master": hands.one("Bo", odd),
                }
                return await client.post("/api/tables", content=as_json({**body, "options": hands.junk()}))
            case 2:
                path = f"/table/{siege.id}/geste"
                return await client.get(path, params={"question": odd, "commande": odd}, headers=headers)
            case 3:
                actor = hands.one(odd, *[a.id for a in (await siege.room()).now.core.actors])
                return await client.get(
                    f"/api/tables/{siege.id}/fiches/{httpx.URL('/', params={'a': actor}).query.decode()[2:]}",
                    headers=token,
                )
            case 4:
                return await client.get("/regles", params={"systeme": odd})
            case 5:
                return await client.post("/tables", data={"systeme": odd, "nom": odd, "pseudo": odd})
            case 6:
                return await client.post(f"/lien/{siege.invitation}x", data={"nom": odd})
            case 7:
                export = await siege.tables.export(siege.id, siege.people["ada"].seat)
                export["table"] = f"t{hands.rng.getrandbits(40):x}"
                record = hands.one(*export["records"])
                record[hands.one(*record)] = hands.junk()
                return await client.post("/api/import", content=as_json(export))
            case _:
                return await client.get(
                    f"/api/tables/{siege.id}/{hands.one('vue', 'attentes', 'export')}", headers=token
                )
