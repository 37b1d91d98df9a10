"""Seats and what opens them: links, invitations, short codes, claims to a lost seat (TAB-16).

Only digests are stored. A seat's token is random and told once; an invitation's can be told again to a game master
(docs/decisions/0004-liens.md).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from paravent.core import events as ev
from paravent.core.cast import Seat
from paravent.core.domains import Text
from paravent.core.game import unfold
from paravent.core.refusals import Refusal
from paravent.core.values import NOBODY, Who
from paravent.store.port import Credential, DuplicateCommand
from paravent.table import tokens
from paravent.table.room import Drawn, Room
from paravent.table.rooms import Beside, Rooms

COMMAND_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
SEAT_LIMIT = 60
CLAIM_LIMIT = 4
"""Claims open at once at one table."""
INVITATIONS = ("invitation", "invitation-spectateur")
CODE, USED, CLAIM = "code", "code-servi", "demande"
"""Credentials that open nothing by themselves: a short code, one that has just served, a claim not yet settled."""
FEED = "fil"
"""A credential that lets read a seat's feed and opens no page (docs/decisions/0007-par-courrier.md)."""
LEADER = "mener"
"""The kind of request that opens a table."""
JOINED = "entree"
"""The command of whoever takes a seat that their request named: the log goes into exports, and whoever read the
request's own id there could send it again for its token."""
CLAIM_NAME = 16
"""A claim is named by so many letters of its token's digest."""
GONE = "ce siège n’est plus à la table"


@dataclass(frozen=True, slots=True)
class Access:
    """What a token opens. An invitation opens no seat."""

    table: str
    seat: Who
    role: str


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim to a lost seat that the game masters have not settled: all that its author may know."""

    table: str
    name: str


class Links(Rooms):
    """Who may come in, and how."""

    def _credential(
        self, table: str, seat: Who, role: str, token: str, life: int | None = None
    ) -> Credential:
        now = self._clock()
        print_ = tokens.code_digest(token) if role in (CODE, USED) else tokens.digest(token)
        return Credential(table, seat, role, print_, now, None if life is None else now + life)

    def _invitation(self, room: Room, kind: str, after: int = 0) -> tuple[str, Credential]:
        """A new invitation, made later than `after`."""
        made = max(self._clock(), after + 1)
        token = tokens.invitation(room.key, room.id, kind, made)
        return token, Credential(room.id, NOBODY, kind, tokens.digest(token), made, None)

    def _first_links(
        self, room: Room, leader: Who, command_id: str = ""
    ) -> tuple[tuple[str, str, str], list[Credential]]:
        """The links a table begins with: its game master's, then the two invitations."""
        _, own = tokens.answered(room.key, LEADER, command_id)
        made = [self._invitation(room, kind) for kind in INVITATIONS]
        credentials = [self._credential(room.id, leader, "mj", own), *(c for _, c in made)]
        return (own, made[0][0], made[1][0]), credentials

    async def _stored(self, digest: str) -> Credential | None:
        found = await self._link(digest)
        alive = found and (found.expires is None or found.expires >= self._clock())
        return found if alive else None

    async def access(self, token: str) -> Access | None:
        """What a link's token opens now; None for unknown, expired or withdrawn ones, short codes, claims and feeds."""
        if not 0 < len(token) <= 200:
            return None
        found = await self._stored(tokens.digest(token))
        if found is None or found.role in (CODE, USED, CLAIM, FEED):
            return None
        return Access(found.table, Who(found.seat), found.role)

    async def join(self, invitation: str, name: str, command_id: str) -> tuple[str, Who]:
        """Take a new seat by an invitation; returns the seat's token and id. Raises `Refusal` (TAB-16).

        The same request (TAB-09), with a `command_id` of `tokens.UNGUESSABLE` letters or more drawn at random, gives
        the same seat and token, or a refusal once they were withdrawn; with a shorter one, a new seat each time.
        """
        access = await self._invited(invitation)
        check_name("nom", name, 200)
        check_command(command_id)
        role: ev.Role = "spectateur" if access.role.endswith("spectateur") else "joueur"
        room = await self.room(access.table)
        again = len(command_id) >= tokens.UNGUESSABLE
        id, token = tokens.answered(room.key, "place", command_id, tokens.digest(invitation), name.strip())
        seat = Who(id)

        def taking(beside: Beside) -> list[Drawn]:
            if sum(not s.removed for s in room.now.core.seats) >= SEAT_LIMIT:
                raise Refusal("TAB-16", "la table est pleine")
            beside.add.append(self._credential(room.id, seat, role, token))
            _, facts = unfold(room.system, room.now, (ev.SeatTaken(seat, name.strip(), role),))
            return [Drawn(f) for f in facts]

        async with room.lock:
            if room.now.core.seat(seat) is None:
                try:
                    await self._commit(room, seat, JOINED if again else command_id, taking)
                    return token, seat
                except DuplicateCommand:
                    # Another process has just taken it in.
                    await self._catch_up(room)
            self._present(room, seat)
            await self._opens(token)
        return token, seat

    async def _opens(self, token: str) -> None:
        """Refuse to tell again a token that was withdrawn since."""
        if await self._stored(tokens.digest(token)) is None:
            raise Refusal("TAB-16", "ce lien a été remplacé depuis\N{NO-BREAK SPACE}: demande le nouveau")

    async def _invited(self, invitation: str) -> Access:
        access = await self.access(invitation)
        if access is None or access.role not in INVITATIONS:
            raise Refusal("TAB-16", "cette invitation n’est plus valable")
        return access

    # A lost seat

    async def claimable(self, invitation: str) -> list[Seat]:
        """The seats that someone holding this invitation may say they have lost."""
        access = await self._invited(invitation)
        core = (await self.room(access.table)).now.core
        return [s for s in core.seats if s.role == "joueur" and not s.removed]

    async def claim(self, invitation: str, seat: str, command_id: str = "") -> str:
        """Ask the game masters for a lost seat; returns the claim's token, which opens the seat once they agree.

        Raises `Refusal` (TAB-16): one claim a seat and `CLAIM_LIMIT` a table at a time. Nobody else hears of it. The
        same request again, under the conditions of `join`, gives the same token, whatever became of the claim.
        """
        if command_id:
            check_command(command_id)
        access = await self._invited(invitation)
        room = await self.room(access.table)
        _, token = tokens.answered(room.key, CLAIM, command_id, tokens.digest(invitation), seat)
        # Nobody's command: the claimed seat must not notice, in its keys or elsewhere.
        command = f"demande-{tokens.digest(token)[:CLAIM_NAME]}"

        def asking(beside: Beside) -> list[Drawn]:
            core = room.now.core
            found = core.seat(Who(seat))
            if found is None or found.removed or found.role != "joueur":
                raise Refusal("TAB-16", "choisis une des places de cette table", "place")
            if any(s == found.id for _, s in core.claims):
                raise Refusal("TAB-16", "cette place est déjà demandée\N{NO-BREAK SPACE}: attends la réponse")
            if len(core.claims) >= CLAIM_LIMIT:
                raise Refusal("TAB-16", "trop de demandes attendent déjà une réponse")
            asked = self._credential(room.id, NOBODY, CLAIM, token)
            beside.add.append(asked)
            claimed = ev.SeatClaimed(found.id, asked.digest[:CLAIM_NAME])
            return [Drawn(f) for f in unfold(room.system, room.now, (claimed,))[1]]

        async with room.lock:
            try:
                await self._commit(room, NOBODY, command, asking)
            except DuplicateCommand:
                await self._catch_up(room)
            except Refusal:
                if await self.store.answered(room.id, NOBODY, command) is None:
                    raise
        return token

    async def claimed(self, token: str) -> Claim | None:
        """The open claim of this token; None once settled: `access` then tells whether it was granted."""
        found = await self._stored(tokens.digest(token)) if 0 < len(token) <= 200 else None
        if found is None or found.role != CLAIM:
            return None
        core = (await self.room(found.table)).now.core
        seat = core.seat(dict(core.claims).get(found.digest[:CLAIM_NAME], NOBODY))
        return Claim(found.table, seat.name) if seat else None

    def _move(
        self, room: Room, links: Sequence[Credential], events: Iterable[object], beside: Beside
    ) -> None:
        """What the facts of a command do to the table's links: a seat that leaves loses its own, and a granted claim's
        token opens the seat in place of all older ones."""
        claims = [(c, c.digest[:CLAIM_NAME]) for c in links if c.role == CLAIM]
        for event in events:
            match event:
                case ev.SeatRemoved(seat):
                    lost = {claim for claim, s in room.now.core.claims if s == seat}
                    beside.drop += [c.digest for c in links if c.seat == seat]
                    beside.drop += [c.digest for c, claim in claims if claim in lost]
                case ev.ClaimSettled(seat, name, granted):
                    asked = [c for c, claim in claims if claim == name]
                    beside.drop += [c.digest for c in asked]
                    # An imported table remembers claims whose tokens it never had: granting those moves nothing.
                    if granted and asked:
                        beside.drop += [c.digest for c in links if c.seat == seat]
                        beside.add += [replace(c, seat=seat, role="joueur") for c in asked]

    # A second device

    async def device_code(self, table: str, seat: Who) -> str:
        """A short code that opens this seat on a second device, for ten minutes and once (TAB-16). It withdraws the
        seat's earlier ones."""
        room = await self.room(table)
        async with room.lock:
            self._present(room, seat)
            code = tokens.new_code()
            older = [
                c.digest
                for c in await self.store.credentials(table)
                if c.seat == seat and c.role in (CODE, USED)
            ]
            fresh = self._credential(table, seat, CODE, code, tokens.CODE_LIFE_MS)
            await self._open(room, [fresh], older)
        return code

    async def redeem(self, code: str, command_id: str = "") -> tuple[str, Access]:
        """The seat's new token, for a short code; the code serves once. `Refusal` (TAB-16).

        The same request again within `tokens.AGAIN_MS`, under the conditions of `join`, gives the same token.
        """
        if command_id:
            check_command(command_id)
        code = tokens.typed_code(code[:40])
        print_ = tokens.code_digest(code)
        wrong = Refusal("TAB-16", "ce code n’existe pas, ou il a plus de dix minutes", "code")
        found = await self._stored(print_)
        if found is None:
            raise wrong
        room = await self.room(found.table)
        _, token = tokens.answered(room.key, CODE, command_id, print_)
        async with room.lock:
            # Of two devices that send it together, one finds it used.
            found = await self._stored(print_)
            if found is None or (found.role == USED and await self._stored(tokens.digest(token)) is None):
                raise wrong
            seat = self._present(room, Who(found.seat))
            if found.role == CODE:
                fresh = self._credential(room.id, seat.id, seat.role, token)
                used = self._credential(room.id, seat.id, USED, code, tokens.AGAIN_MS)
                await self._open(room, [fresh, used], [print_])
        return token, Access(room.id, seat.id, seat.role)

    # A game master's care of links

    async def invitations(self, table: str, seat: Who) -> dict[str, str]:
        """The current invitations' tokens, by kind, for a game master; none for one made by an older Paravent, which
        only its print remembers. Raises `Refusal` (TAB-16)."""
        room = await self.room(table)
        _leading(room, seat)
        out = {}
        for c in await self.store.credentials(table):
            if c.role in INVITATIONS:
                token = tokens.invitation(room.key, table, c.role, c.created)
                if tokens.digest(token) == c.digest:
                    out[c.role] = token
        return out

    async def renew(self, table: str, seat: Who, kind: str, target: Who = NOBODY) -> str:
        """A new link in place of all older ones of its kind (« invitation », « invitation-spectateur ») or of a
        seat (« siege »), short codes included; only a game master may. `Refusal` (TAB-16)."""
        room = await self.room(table)
        async with room.lock:
            _leading(room, seat)
            if kind not in (*INVITATIONS, "siege"):
                raise Refusal("TAB-16", "ce lien n’existe pas", "lien")
            links = await self.store.credentials(table)
            if kind == "siege":
                token = await self._reseat(room, target, links)
            else:
                old = [c for c in links if c.role == kind]
                token, fresh = self._invitation(room, kind, max((c.created for c in old), default=0))
                await self._open(room, [fresh], [c.digest for c in old])
        room.ring()
        return token

    async def reseat(self, table: str, seat: Who) -> str:
        """A seat's new link in place of all its older ones, for whoever holds the tables' file: nobody else is asked.
        `Refusal` (TAB-16)."""
        room = await self.room(table)
        async with room.lock:
            token = await self._reseat(room, seat, await self.store.credentials(table))
        room.ring()
        return token

    async def _reseat(self, room: Room, seat: Who, links: Sequence[Credential]) -> str:
        aimed, token = self._present(room, seat), tokens.new_token()
        fresh = self._credential(room.id, aimed.id, aimed.role, token)
        await self._open(room, [fresh], [c.digest for c in links if c.seat == aimed.id])
        return token

    def _present(self, room: Room, seat: Who) -> Seat:
        found = room.now.core.seat(seat)
        if found is None or found.removed:
            raise Refusal("TAB-16", GONE)
        return found


def _leading(room: Room, seat: Who) -> None:
    core = room.now.core
    if seat not in core.game_masters:
        raise Refusal("TAB-16", f"seule la personne qui mène s’occupe des liens ({core.game_master_word})")


def check_name(field: str, text: str, longest: int) -> None:
    """Refuse an empty, too long or unprintable name of a table or a person."""
    if (
        why := Text(longest, required=True).why_not(text.strip() if isinstance(text, str) else text)
    ) is not None:
        raise Refusal("TAB-01" if field != "nom" else "TAB-16", why, field)


def check_command(command_id: str) -> None:
    """Refuse what cannot name a command (TAB-09)."""
    if not isinstance(command_id, str) or not COMMAND_ID.fullmatch(command_id):
        raise Refusal("TAB-09", "il faut de 1 à 64 lettres, chiffres, tirets", "command_id")
