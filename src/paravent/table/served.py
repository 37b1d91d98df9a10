"""A table kept by the service itself, on a store of its own that lives as long as it: for scenarios that send a command
again, put a share in chance, or take the table elsewhere."""

from __future__ import annotations

from asyncio import Runner
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from paravent.chance.draws import contribution_hash
from paravent.chance.verifier import Report, verify
from paravent.core import events as ev
from paravent.core.game import Game, Record
from paravent.core.offers import Waiting
from paravent.core.system import System
from paravent.core.values import Who
from paravent.store import open_store
from paravent.table.raw_fields import sent
from paravent.table.rehearsal import Playable
from paravent.table.room import Room
from paravent.table.service import Tables


class Served(Playable):
    """One table of a service. Chance is answered at once by verifiable draws, unless real dice or cards are awaited.

    pack      the default one of the system when empty
    people    (name, role) of each seat; the first game master opens the table, the others come by its invitations
    """

    def __init__(
        self,
        system: System[Any],
        people: Sequence[tuple[str, ev.Role]],
        options: Mapping[str, str],
        pack: str = "",
    ) -> None:
        self.system = system
        self._open = ExitStack()
        self._run = self._open.enter_context(Runner()).run
        self._stores = Path(self._open.enter_context(TemporaryDirectory(prefix="paravent-")))
        self._tables = self._service()
        self.seats: dict[str, Who] = {}
        try:
            self._room = self._run(self._seated(people, options, pack))
        except BaseException:
            self.close()
            raise

    def _service(self) -> Tables:
        """A service on a new store."""
        self._file = self._stores / f"{len(list(self._stores.glob('*.sqlite')))}.sqlite"
        return Tables(open_store(f"sqlite:///{self._file}"))

    async def _seated(
        self, people: Sequence[tuple[str, ev.Role]], options: Mapping[str, str], pack: str
    ) -> Room:
        leader = next(name for name, role in people if role == "mj")
        made = await self._tables.create(self.system.name, "Répétition", leader, options=options, pack=pack)
        room = await self._tables.room(made.table)
        self.seats[leader] = room.now.core.game_masters[0]
        links = {"joueur": made.invitation, "spectateur": made.spectator}
        for n, (name, role) in enumerate(people):
            if name != leader:
                _, self.seats[name] = await self._tables.join(links[role], name, f"siege-{n}")
        return room

    def close(self) -> None:
        """Let go of the store and its file."""
        self._run(self._tables.close())
        self._open.close()

    def restart(self) -> None:
        """The server stops, starts again and opens the table from its store."""
        self._run(self._tables.close())
        self._tables = Tables(open_store(f"sqlite:///{self._file}"))
        self._room = self._run(self._tables.room(self._room.id))

    @property
    def now(self) -> Game[Any]:
        return self._room.now

    @property
    def told(self) -> Sequence[Record]:
        return self._room.records

    @property
    def key_secret(self) -> bytes:
        return self._room.key

    def take(self, seat: Who, w: Waiting, command: Any, *, id: str = "") -> None:
        name = type(command).__name__
        raw = sent(w.offer_for(name), command)
        if self.send(seat, self.key(seat, w), name, raw, id or f"geste-{self.now.action + 1}"):
            raise AssertionError("a new command needs an id of its own")

    def fall(self, seat: Who, w: Waiting, numbers: tuple[int, ...], *, own_action: bool) -> None:
        """Real dice or cards, typed: an action of its own, whatever it follows."""
        o = w.offers[0]
        self.take(seat, w, o.read({o.fields[0][0]: list(numbers)}))

    def send(self, seat: Who, key: str, command: str, raw: Mapping[str, Any], id: str) -> bool:
        """A command as a page sends it; whether it had been taken before (TAB-09)."""
        return self._run(self._tables.act(self._room.id, seat, key, command, raw, id)).repeated

    def print_of(self, seat: Who, share: str) -> str:
        """The print a player gives of a share of chance before showing it (TAB-04)."""
        return contribution_hash(self._room.id, self.now.core.epoch.number, seat, bytes.fromhex(share))

    def verified(self, seat: Who) -> Report:
        """What anyone finds who checks this seat's export (TAB-04)."""
        return verify(self._run(self._tables.export(self._room.id, seat)))

    def move(self) -> None:
        """Export the table as its game master, bring it in elsewhere and go on there (TAB-13)."""
        data = self._run(self._tables.export(self._room.id, self.game_master))
        self._run(self._tables.close())
        self._tables = self._service()
        made = self._run(self._tables.import_(data))
        self._room = self._run(self._tables.room(made.table))
