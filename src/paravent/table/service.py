"""The table's use cases: create, act, see, watch, take away, bring in. Who may come in: `links`."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from paravent.chance.draws import contribution_hash
from paravent.core import events as ev
from paravent.core.cast import eyes_of, table_may_throw
from paravent.core.codec import canonical
from paravent.core.commands import LeaveTable, LetTableThrow, RemoveSeat, RevealShare, SettleClaim
from paravent.core.desk import ToShare
from paravent.core.game import (
    Fact,
    Game,
    all_options,
    answerable,
    created,
    decide,
    gate,
    key_of,
    stale,
    supposed_for,
    view_of,
)
from paravent.core.offers import Waiting
from paravent.core.pages import Download, Page
from paravent.core.refusals import Refusal
from paravent.core.remembered import Aside
from paravent.core.sheet import Sheet
from paravent.core.system import SUPPOSE, Face, Odds
from paravent.core.values import CHANCE, NOBODY, Who
from paravent.store.port import (
    DuplicateCommand,
    Sealed,
    TableExists,
    TableRow,
)
from paravent.systems import all_systems
from paravent.table import tokens
from paravent.table.archive import export, rows_of
from paravent.table.courier import Courier
from paravent.table.dealer import Dealer, asked, new_epoch, turn_epoch
from paravent.table.glance import glance
from paravent.table.links import INVITATIONS, LEADER, Access, check_command, check_name
from paravent.table.packs import as_toml, pack_named
from paravent.table.room import Drawn, Room
from paravent.table.rooms import KEYS_EPOCH, Beside
from paravent.table.stamps import Moment, moment
from paravent.table.trying import tried
from paravent.table.view import view, waiting_view

__all__ = ["Access", "Answer", "Created", "Tables"]

MOVING = (LeaveTable.__name__, RemoveSeat.__name__, SettleClaim.__name__)
"""Commands that change what opens a seat."""
T = TypeVar("T")


_drawn_of = Aside[Game[Any], Any](most=4)
"""What was drawn of the games asked about last: enough for screens that look together, and no more."""


@dataclass(frozen=True, slots=True)
class Created:
    """A new table and its three links' tokens, known only now."""

    table: str
    game_master: str
    invitation: str
    spectator: str


@dataclass(frozen=True, slots=True)
class Answer:
    """A command was taken. `repeated`: it had been before, and counts once (TAB-09)."""

    repeated: bool = False


class Tables(Courier):
    """All tables of one store, as one process serves them."""

    async def create(
        self,
        system: str,
        name: str,
        game_master: str,
        *,
        options: Mapping[str, str] | None = None,
        pack: str = "",
        command_id: str = "",
    ) -> Created:
        """Open a table with its first game master. `pack`: the name of one that the system ships, a pack's own text in
        TOML or JSON, or "" for the default one. Raises `Refusal` (TAB-01, TAB-17); `PackError` for a wrong pack.

        The same request again (TAB-09), under the conditions of `join`, gives the same table and links.
        """
        if system not in all_systems():
            raise Refusal("TAB-01", "ce système n’existe pas", "systeme")
        rules = all_systems()[system]
        known = {o.name: o for o in all_options(rules)}
        for option, chosen in (options or {}).items():
            if option not in known or chosen not in dict(known[option].choices):
                raise Refusal("TAB-17", "cette option n’existe pas", option[:80])
        for field, text, longest in (("nom", name, 120), ("meneuse", game_master, 200)):
            check_name(field, text, longest)
        if command_id:
            check_command(command_id)
        seat = Who(tokens.new_id())
        chosen_options = tuple(sorted((options or {}).items()))
        asked_for = (system, name.strip(), game_master.strip(), canonical(chosen_options), pack)
        # No table, no key yet: the request's own id makes this one unguessable.
        id, _ = tokens.answered(b"", "table", command_id, *asked_for)
        content = (
            await asyncio.to_thread(rules.read_pack, pack_named(rules, pack))
            if pack
            else rules.default_pack()
        )
        committed, pair = new_epoch(id, 1)
        first = [
            Fact(ev.TableOpened(name.strip(), system, rules.title, content, chosen_options), None),
            Fact(ev.SeatTaken(seat, game_master.strip(), "mj"), None),
            committed,
        ]
        key = Sealed(KEYS_EPOCH, "sealed", secrets.token_bytes(32))
        room = Room(id, rules, key.secret, {})
        rows, records = room.rows(NOBODY, "ouverture", self._clock(), [Drawn(f) for f in first])
        told, credentials = self._first_links(room, seat, command_id)
        try:
            await self.store.create(TableRow(id, system, self._clock()), rows, (key, *pair), credentials)
        except TableExists:
            return await self._created(id, command_id)
        room.committed(rows, records, pair)
        # The same request, sent again meanwhile, may already have opened it.
        self._rooms.setdefault(id, room)
        return Created(id, *told)

    async def _created(self, table: str, command_id: str) -> Created:
        """What the request that created this table was told."""
        room = await self.room(table)
        _, own = tokens.answered(room.key, LEADER, command_id)
        await self._opens(own)
        told = await self.invitations(table, room.now.core.game_masters[0])
        return Created(table, own, *(told[kind] for kind in INVITATIONS))

    async def act(
        self, table: str, seat: Who, key: str, command: str, fields: Mapping[str, Any], command_id: str
    ) -> Answer:
        """Answer the waiting that `key` names. Raises `Refusal`: nothing is then spent, drawn or written."""
        check_command(command_id)
        room = await self.room(table)
        async with room.lock:
            links = await self.store.credentials(table) if command in MOVING else []

            def acting(beside: Beside) -> list[Drawn]:
                drawn = self._decide(room, seat, key, command, fields, command_id, beside.sealed)
                self._move(room, links, (d.fact.event for d in drawn), beside)
                return drawn

            try:
                await self._commit(room, seat, command_id, acting)
            except DuplicateCommand:
                return Answer(repeated=True)
            except Refusal:
                # The question of a command already taken is gone, so it is refused before the log is asked.
                if await self.store.answered(table, seat, command_id) is None:
                    raise
                return Answer(repeated=True)
        return Answer()

    def _find(self, room: Room, seat: Who, key: str) -> Waiting:
        game = room.now
        # Only hexadecimal names a question; anything else names none.
        for w in answerable(game, seat, room.waitings(seat)) if key.isascii() else ():
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
            if not table_may_throw(game.core):
                raise Refusal("TAB-03", "à cette table, dés et cartes sont toujours réels")
            after, out = dealer.answer(room.system, game, w)
        else:
            value = w.offer_for(command, fields).read(fields)
            gate(game, seat, w, value)
            if w.who == CHANCE:
                typed = getattr(value, w.offers[0].fields[0][0])
                after, out = dealer.enter(room.system, game, w, typed, None, asked(w.chance))
            else:
                _check_share(room, seat, w, value)
                new_id = created(seat, command_id)
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

    async def _seen(self, table: str, seat: Who) -> Room:
        """The table, ready to be shown to a seat that is there."""
        room = await self.room(table)
        self._present(room, seat)
        if room.lacks_lines(seat):
            await self._keeper.complete(room)
        return room

    async def view(self, table: str, seat: Who) -> dict[str, Any]:
        """All that `seat` may see; `UnknownTable`; `Refusal` for a seat that is not, or no longer, at the table."""
        return view(await self._seen(table, seat), seat)

    async def drawn(self, table: str, seat: Who, draw: Callable[[dict[str, Any]], T]) -> T:
        """What `draw` makes of the seat's folded view: once for all its screens and the answer to its command, while
        the table stands still. To read, not to change. Raises as `view` does."""
        room = await self._seen(table, seat)
        made = _drawn_of(room.now)
        if (seat, draw) not in made:
            made[seat, draw] = draw(view(room, seat, folded=not self.store.shared))
        drawn: T = made[seat, draw]
        return drawn

    async def moment(self, table: str) -> Moment:
        """The table as it stands, to stamp what is then shown of it; `UnknownTable`."""
        return moment(await self.room(table))

    async def asked(self, table: str, seat: Who, key: str) -> dict[str, Any] | None:
        """The question that `key` names, as the seat's view holds it; None once it is not asked. Raises as `view`."""
        room = await self.room(table)
        self._present(room, seat)
        try:
            return waiting_view(room, seat, self._find(room, seat, key), folded=True)
        except Refusal:
            return None

    async def faces(self, table: str, seat: Who) -> tuple[Face, ...]:
        """Every card of the game, as this seat knows it; none where the system has no cards. Raises as `view`."""
        room = await self.room(table)
        self._present(room, seat)
        return room.system.faces(view_of(room.now, seat), NOBODY) if room.system.faces else ()

    async def name(self, table: str) -> str:
        """What the table is called, which a link tells before one sits down; `UnknownTable`."""
        return (await self.room(table)).now.core.name

    async def glance(self, table: str, seat: Who) -> dict[str, Any]:
        """The table in one line, for the list of this person's tables; `Refusal` for a seat no longer there."""
        room = await self.room(table)
        self._present(room, seat)
        return glance(room, seat)

    async def sheet(self, table: str, seat: Who, actor: str) -> Sheet | None:
        """The printable sheet of a character, when this seat may read it (TAB-14)."""
        room = await self.room(table)
        eyes = eyes_of(room.now.core, seat)
        if actor not in eyes.sheets:
            return None
        return room.system.sheet(room.now.world, Who(actor), eyes)

    async def tried(
        self, table: str, seat: Who, key: str, command: str, fields: Mapping[str, Any]
    ) -> Odds | None:
        """The chances of the throw that an answer would compose, or of one supposed otherwise; `Refusal` when it may
        not be sent."""
        room = await self.room(table)
        self._present(room, seat)
        w = self._find(room, seat, key)
        if command == SUPPOSE:
            return supposed_for(room.system, room.now, seat, w, fields)
        if command not in room.system.composes:
            return None
        return tried(room, seat, w, w.offer_for(command, fields).read(fields))

    async def odds_hidden(self, table: str, seat: Who) -> bool:
        """Whether the game masters keep all chances from this seat."""
        room = await self.room(table)
        return room.now.core.odds_hidden and not eyes_of(room.now.core, seat).game_master

    async def page(
        self, table: str, seat: Who, name: str, key: str, query: Mapping[str, str]
    ) -> Page | Download | None:
        """A page of the system's own, as this seat may see it; None for what is not there, or not to be known.

        Drawn beside the loop: a forecast may take a while.
        """
        room = await self.room(table)
        self._present(room, seat)
        made = room.system.pages.get(name)
        if made is None:
            return None
        game = room.now
        return await asyncio.to_thread(made, game.world, eyes_of(game.core, seat), key, query)

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

    async def export(self, table: str, seat: Who) -> dict[str, Any]:
        """The table as this seat may take it away (TAB-13); a player's export holds what the player may read."""
        room = await self.room(table)
        async with room.lock:
            self._present(room, seat)
            await self._keeper.complete(room)
            # Not what another process has written since: this one has not taken it in.
            return export(room, await self.store.read(table, limit=room.now.version), seat)

    async def pack(self, table: str, seat: Who) -> str:
        """The table's data pack in TOML, for its game masters to edit and begin another table with (TAB-01).

        With what play added to it, where the system's state holds the pack as it is now (INT-24).
        """
        room = await self.room(table)
        self._present(room, seat)
        if seat not in room.now.core.game_masters:
            raise Refusal("TAB-07", "le paquet de données se garde chez qui mène la table")
        if now := getattr(room.now.world, "pack", ""):
            return as_toml(now)
        (opened,) = await self.store.read(table, limit=1)
        return as_toml(json.loads(opened.data)["pack"])

    async def options(self, table: str, seat: Who) -> dict[str, str]:
        """The options the table plays with, those chosen rather than usual ones (TAB-17)."""
        room = await self.room(table)
        self._present(room, seat)
        return dict(room.now.core.options)

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
        told, credentials = self._first_links(room, leader.id)
        key = Sealed(KEYS_EPOCH, "sealed", room.key)
        try:
            await self.store.create(
                TableRow(table, system, self._clock()), [*rows, *more], (key, *pair), credentials
            )
        except TableExists:
            raise Refusal("TAB-13", "cette table est déjà ici", "table") from None
        room.committed(more, fresh, pair)
        self._rooms[table] = room
        return Created(table, *told)


def _check_share(room: Room, seat: Who, w: Waiting, command: Any) -> None:
    """A revealed share must be the one whose print was given (TAB-04)."""
    if isinstance(w.topic, ToShare) and isinstance(command, RevealShare):
        epoch = room.now.core.epoch
        printed = next(s.print for s in epoch.shares if s.seat == w.topic.seat)
        if contribution_hash(room.id, epoch.number, w.topic.seat, bytes.fromhex(command.share)) != printed:
            raise Refusal("TAB-04", "cette part n’est pas celle dont l’empreinte a été donnée", "share")
