"""The table's use cases: create, join, act, see, watch. One decision at a time a table; nothing is told before it is
committed; the loser of a race between processes reloads and decides again."""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from paravent.chance.draws import contribution_hash
from paravent.core import events as ev
from paravent.core.cast import eyes_of
from paravent.core.codec import digest as print_of
from paravent.core.commands import LetTableThrow, RevealShare
from paravent.core.desk import ToShare
from paravent.core.domains import Text
from paravent.core.game import (
    Fact,
    all_options,
    answerable,
    decide,
    gate,
    key_of,
    stale,
    unfold,
    waitings,
)
from paravent.core.offers import Waiting
from paravent.core.refusals import Refusal
from paravent.core.sheet import Sheet
from paravent.core.values import CHANCE, NOBODY, Who
from paravent.store.port import (
    Conflict,
    Credential,
    DuplicateCommand,
    Sealed,
    Store,
    TableExists,
    TableRow,
    UnknownTable,
)
from paravent.systems import all_systems
from paravent.table import tokens
from paravent.table.archive import export, rows_of
from paravent.table.dealer import Dealer, asked, new_epoch, turn_epoch
from paravent.table.room import Drawn, Room
from paravent.table.view import view

COMMAND_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
KEYS_EPOCH = 0
"""The key that names a table's waitings is kept beside the secrets of chance, as those of « epoch 0 »."""
TRIES = 8
SEAT_LIMIT = 60


@dataclass(frozen=True, slots=True)
class Created:
    """A new table and its three links' tokens, known only now."""

    table: str
    game_master: str
    invitation: str
    spectator: str


@dataclass(frozen=True, slots=True)
class Access:
    """What a token opens. An invitation opens no seat."""

    table: str
    seat: Who
    role: str


@dataclass(frozen=True, slots=True)
class Answer:
    """A command was taken. `repeated`: it had been before, and counts once (TAB-09)."""

    repeated: bool = False


def _now_ms() -> int:
    return time.time_ns() // 1_000_000


class Tables:
    """All tables of one store, as one process serves them."""

    def __init__(self, store: Store, clock: Callable[[], int] = _now_ms) -> None:
        self.store = store
        self._clock = clock
        self._rooms: dict[str, Room] = {}
        self._opening = asyncio.Lock()

    async def create(
        self,
        system: str,
        name: str,
        game_master: str,
        *,
        options: Mapping[str, str] | None = None,
        pack: str = "",
    ) -> Created:
        """Open a table with its first game master. Raises `Refusal` (TAB-01, TAB-17) or the pack's own error."""
        if system not in all_systems():
            raise Refusal("TAB-01", "ce système n’existe pas", "systeme")
        rules = all_systems()[system]
        known = {o.name: o for o in all_options(rules)}
        for option, chosen in (options or {}).items():
            if option not in known or chosen not in dict(known[option].choices):
                raise Refusal("TAB-17", "cette option n’existe pas", option[:80])
        for field, text, longest in (("nom", name, 120), ("meneuse", game_master, 200)):
            _check_name(field, text, longest)
        id, seat = tokens.new_id(), Who(tokens.new_id())
        content = rules.read_pack(pack) if pack else rules.default_pack()
        chosen_options = tuple(sorted((options or {}).items()))
        committed, pair = new_epoch(id, 1)
        first = [
            Fact(ev.TableOpened(name.strip(), system, rules.title, content, chosen_options), None),
            Fact(ev.SeatTaken(seat, game_master.strip(), "mj"), None),
            committed,
        ]
        key = Sealed(KEYS_EPOCH, "sealed", secrets.token_bytes(32))
        room = Room(id, rules, key.secret, {})
        rows, records = room.rows(NOBODY, "ouverture", self._clock(), [Drawn(f) for f in first])
        made = Created(id, *(tokens.new_token() for _ in range(3)))
        credentials = [
            self._credential(id, seat, "mj", made.game_master),
            self._credential(id, NOBODY, "invitation", made.invitation),
            self._credential(id, NOBODY, "invitation-spectateur", made.spectator),
        ]
        await self.store.create(TableRow(id, system, self._clock()), rows, (key, *pair), credentials)
        room.committed(rows, records, pair)
        self._rooms[id] = room
        return made

    def _credential(
        self, table: str, seat: Who, role: str, token: str, life: int | None = None
    ) -> Credential:
        now = self._clock()
        return Credential(table, seat, role, tokens.digest(token), now, None if life is None else now + life)

    async def room(self, table: str) -> Room:
        """The table in memory, loaded on first use; `UnknownTable`."""
        if table in self._rooms:
            return self._rooms[table]
        async with self._opening:
            if table in self._rooms:
                return self._rooms[table]
            row = await self.store.table(table)
            if row is None or row.system not in all_systems():
                raise UnknownTable(table)
            sealed = {(s.epoch, s.stream): s.secret for s in await self.store.sealed(table)}
            key = sealed.pop((KEYS_EPOCH, "sealed"))
            room = Room(table, all_systems()[row.system], key, sealed)
            room.load(await self.store.read(table))
            self._rooms[table] = room
            return room

    async def every(self) -> list[TableRow]:
        """Every table of the store, the oldest first."""
        return await self.store.tables()

    async def access(self, token: str) -> Access | None:
        """What a link's token opens now; None for unknown, expired or withdrawn ones."""
        if not 0 < len(token) <= 200:
            return None
        found = await self.store.credential(tokens.digest(token))
        if found is None or (found.expires is not None and found.expires < self._clock()):
            return None
        return Access(found.table, Who(found.seat), found.role)

    async def join(self, invitation: str, name: str, command_id: str) -> tuple[str, Who]:
        """Take a new seat by an invitation; returns the seat's token and id. Raises `Refusal` (TAB-16)."""
        access = await self.access(invitation)
        if access is None or not access.role.startswith("invitation"):
            raise Refusal("TAB-16", "cette invitation n’est plus valable")
        _check_name("nom", name, 200)
        _check_command(command_id)
        role: ev.Role = "spectateur" if access.role.endswith("spectateur") else "joueur"
        room = await self.room(access.table)
        seat, token = Who(tokens.new_id()), tokens.new_token()
        async with room.lock:
            if sum(not s.removed for s in room.now.core.seats) >= SEAT_LIMIT:
                raise Refusal("TAB-16", "la table est pleine")

            def taking() -> list[Drawn]:
                _, facts = unfold(room.system, room.now, (ev.SeatTaken(seat, name.strip(), role),))
                return [Drawn(f) for f in facts]

            credential = self._credential(room.id, seat, role, token)
            await self._commit(room, seat, command_id, taking, add=(credential,))
        return token, seat

    async def act(
        self, table: str, seat: Who, key: str, command: str, fields: Mapping[str, Any], command_id: str
    ) -> Answer:
        """Answer the waiting that `key` names. Raises `Refusal`: nothing is then spent, drawn or written."""
        _check_command(command_id)
        room = await self.room(table)
        async with room.lock:
            if (seat, command_id) in room.answered:
                return Answer(repeated=True)
            sealed: list[Sealed] = []

            def acting() -> list[Drawn]:
                sealed.clear()
                return self._decide(room, seat, key, command, fields, command_id, sealed)

            leaving = str(fields.get("seat", "")) if command == "RemoveSeat" else ""
            links = await self.store.credentials(table) if leaving else []
            dropped = tuple(c.digest for c in links if c.seat == leaving)
            try:
                await self._commit(room, seat, command_id, acting, sealed=sealed, drop=dropped)
            except DuplicateCommand:
                return Answer(repeated=True)
        return Answer()

    def _find(self, room: Room, seat: Who, key: str) -> Waiting:
        game = room.now
        me = game.core.seat(seat)
        past = room.past(seat) if me and me.role == "mj" else ()
        for w in answerable(game, seat, waitings(room.system, game, past)):
            if secrets.compare_digest(key_of(room.key, game, seat, w), key):
                return w
        raise stale()

    def _decide(
        self,
        room: Room,
        seat: Who,
        key: str,
        command: str,
        fields: Mapping[str, Any],
        command_id: str,
        sealed: list[Sealed],
    ) -> list[Drawn]:
        """What a command does, chance included: all facts of the action, in order."""
        game = room.now
        w = self._find(room, seat, key)
        dealer = Dealer(room.id, room.secrets)
        if command == LetTableThrow.__name__ and w.who == CHANCE:
            after, out = dealer.answer(room.system, game, w)
        else:
            value = w.offer_for(command).read(fields)
            gate(game, seat, w, value)
            if w.who == CHANCE:
                typed = getattr(value, w.offers[0].fields[0][0])
                after, out = dealer.enter(room.system, game, w, typed, None, asked(w.chance))
            else:
                _check_share(room, seat, w, value)
                new_id = print_of(f"{seat}/{command_id}")[:16]
                after, facts = decide(room.system, game, w, seat, value, new_id, room.records)
                out = [Drawn(f) for f in facts]
        if any(isinstance(d.fact.event, ev.Undone) for d in out):
            return out
        after, thrown = dealer.throw_all(room.system, after)
        out += thrown
        if any(isinstance(d.fact.event, ev.SessionOpened | ev.SessionClosed) for d in out):
            turn, pair = turn_epoch(room.id, after.core, room.secrets)
            sealed += pair
            out += [Drawn(f) for f in turn]
        return out

    async def _commit(
        self,
        room: Room,
        seat: Who,
        command_id: str,
        deciding: Callable[[], list[Drawn]],
        *,
        sealed: list[Sealed] | None = None,
        add: tuple[Credential, ...] = (),
        drop: tuple[str, ...] = (),
    ) -> None:
        """Decide and append; after a lost race, catch up and decide again."""
        for _ in range(TRIES):
            drawn = deciding()
            rows, records = room.rows(seat, command_id, self._clock(), drawn)
            after = room.now.version
            secrets_made = tuple(sealed or ())
            writing = asyncio.ensure_future(
                self.store.append(
                    room.id, after, rows, sealed=secrets_made, add_credentials=add, drop_credentials=drop
                )
            )
            try:
                await asyncio.shield(writing)
            except asyncio.CancelledError:
                # The write goes on without its caller: take it in, so that memory and log stay the same.
                await asyncio.wait([writing])
                if writing.exception() is None:
                    room.committed(rows, records, secrets_made)
                raise
            except Conflict:
                await self._catch_up(room)
                continue
            room.committed(rows, records, secrets_made)
            return
        raise Refusal("TAB-09", "la table est trop sollicitée\N{NO-BREAK SPACE}; recommencez")

    async def _catch_up(self, room: Room) -> None:
        room.secrets |= {(s.epoch, s.stream): s.secret for s in await self.store.sealed(room.id)}
        room.load(await self.store.read(room.id, after=room.now.version))
        room.ring()

    async def view(self, table: str, seat: Who) -> dict[str, Any]:
        """All that `seat` may see; `UnknownTable`; `Refusal` for a seat that is not, or no longer, at the table."""
        room = await self.room(table)
        found = room.now.core.seat(seat)
        if found is None or found.removed:
            raise Refusal("TAB-16", "ce siège n’est plus à la table")
        return view(room, seat)

    async def sheet(self, table: str, seat: Who, actor: str) -> Sheet | None:
        """The printable sheet of a character, when this seat may read it (TAB-14)."""
        room = await self.room(table)
        eyes = eyes_of(room.now.core, seat)
        if actor not in eyes.sheets:
            return None
        return room.system.sheet(room.now.world, Who(actor), eyes)

    @asynccontextmanager
    async def watch(self, table: str, seat: Who) -> AsyncIterator[asyncio.Event]:
        """A bell that rings after each commit; the watcher reads the whole view again."""
        room = await self.room(table)
        bell = asyncio.Event()
        room.bells[bell] = seat
        try:
            yield bell
        finally:
            del room.bells[bell]

    async def device_code(self, table: str, seat: Who) -> str:
        """A short code that opens this seat on a second device, for ten minutes (TAB-16)."""
        code = tokens.new_code()
        room = await self.room(table)
        credential = self._credential(table, seat, "code", code, tokens.CODE_LIFE_MS)
        async with room.lock:
            await self.store.append(table, room.now.version, (), add_credentials=(credential,))
        return code

    async def redeem(self, code: str) -> tuple[str, Access]:
        """The seat's new token, for a short code; the code serves once. `Refusal` (TAB-16)."""
        access = await self.access(code.strip().upper())
        if access is None or access.role != "code":
            raise Refusal("TAB-16", "ce code n’est plus valable", "code")
        room = await self.room(access.table)
        found = room.now.core.seat(access.seat)
        if found is None or found.removed:
            raise Refusal("TAB-16", "ce siège n’est plus à la table")
        token = tokens.new_token()
        async with room.lock:
            await self.store.append(
                access.table,
                room.now.version,
                (),
                add_credentials=(self._credential(access.table, found.id, found.role, token),),
                drop_credentials=(tokens.digest(code.strip().upper()),),
            )
        return token, Access(access.table, found.id, found.role)

    async def renew(self, table: str, seat: Who, kind: str, target: Who = NOBODY) -> str:
        """A new link in place of all older ones of its kind (« invitation », « invitation-spectateur ») or of a
        seat (« siege »); only a game master may. `Refusal` (TAB-16)."""
        room = await self.room(table)
        me = room.now.core.seat(seat)
        if me is None or me.role != "mj" or me.removed:
            raise Refusal(
                "TAB-16", f"seule la personne qui mène renouvelle un lien ({room.now.core.game_master_word})"
            )
        aimed = room.now.core.seat(target) if kind == "siege" else None
        if kind not in ("invitation", "invitation-spectateur") and (aimed is None or aimed.removed):
            raise Refusal("TAB-16", "ce lien n’existe pas", "lien")
        role = aimed.role if aimed else kind
        owner = aimed.id if aimed else NOBODY
        async with room.lock:
            old = [
                c.digest for c in await self.store.credentials(table) if c.seat == owner and c.role == role
            ]
            token = tokens.new_token()
            await self.store.append(
                table,
                room.now.version,
                (),
                add_credentials=(self._credential(table, owner, role, token),),
                drop_credentials=tuple(old),
            )
        room.ring()
        return token

    async def export(self, table: str, seat: Who) -> dict[str, Any]:
        """The table as this seat may take it away (TAB-13); a player's export holds what the player may read."""
        room = await self.room(table)
        async with room.lock:
            found = room.now.core.seat(seat)
            if found is None or found.removed:
                raise Refusal("TAB-16", "ce siège n’est plus à la table")
            return export(room, await self.store.read(table), seat)

    async def import_(self, data: Any) -> Created:
        """Bring in a game master's export as it was; links are new, and a new round of chance begins (TAB-13)."""
        table, system, rows = await asyncio.to_thread(rows_of, data)
        room = Room(table, all_systems()[system], secrets.token_bytes(32), {})
        room.load(rows)
        leader = next((s for s in room.now.core.seats if s.role == "mj" and not s.removed), None)
        if leader is None:
            raise Refusal("TAB-13", "personne ne mène cette table", "records")
        committed, pair = new_epoch(table, room.now.core.epoch.number + 1)
        more, fresh = room.rows(NOBODY, f"reprise-{room.now.version}", self._clock(), [Drawn(committed)])
        made = Created(table, *(tokens.new_token() for _ in range(3)))
        credentials = [
            self._credential(table, leader.id, "mj", made.game_master),
            self._credential(table, NOBODY, "invitation", made.invitation),
            self._credential(table, NOBODY, "invitation-spectateur", made.spectator),
        ]
        key = Sealed(KEYS_EPOCH, "sealed", room.key)
        try:
            await self.store.create(
                TableRow(table, system, self._clock()), [*rows, *more], (key, *pair), credentials
            )
        except TableExists:
            raise Refusal("TAB-13", "cette table est déjà ici", "table") from None
        room.committed(more, fresh, pair)
        self._rooms[table] = room
        return made

    async def close(self) -> None:
        """Let go of the store."""
        await self.store.close()


def _check_name(field: str, text: str, longest: int) -> None:
    if (
        why := Text(longest, required=True).why_not(text.strip() if isinstance(text, str) else text)
    ) is not None:
        raise Refusal("TAB-01" if field != "nom" else "TAB-16", why, field)


def _check_command(command_id: str) -> None:
    if not isinstance(command_id, str) or not COMMAND_ID.fullmatch(command_id):
        raise Refusal("TAB-09", "il faut de 1 à 64 lettres, chiffres, tirets", "command_id")


def _check_share(room: Room, seat: Who, w: Waiting, command: Any) -> None:
    """A revealed share must be the one whose print was given (TAB-04)."""
    if isinstance(w.topic, ToShare) and isinstance(command, RevealShare):
        epoch = room.now.core.epoch
        printed = next(s.print for s in epoch.shares if s.seat == seat)
        if contribution_hash(room.id, epoch.number, seat, bytes.fromhex(command.share)) != printed:
            raise Refusal("TAB-04", "cette part n’est pas celle dont l’empreinte a été donnée", "share")
