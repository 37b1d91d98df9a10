"""Several seats at one keyboard, on a local base: the screen is wiped between them, and nobody sees another's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from paravent.cli.terminal import draw
from paravent.cli.terminal.draw import Row, row
from paravent.cli.terminal.plain import NBSP, fold, quoted, upper
from paravent.cli.terminal.play import Player
from paravent.cli.terminal.posts import Gone, Near, View
from paravent.cli.terminal.screen import Screen
from paravent.cli.terminal.shares import Shares
from paravent.cli.terminal.words import command_of
from paravent.core.refusals import Refusal
from paravent.core.values import Who
from paravent.table.service import Tables

JOIN = ("+", "inviter")
RENEWED = (
    f"L’invitation de cette table n’est plus connue d’ici. En faire une autre{NBSP}? "
    f"Celle qui a déjà été envoyée ne marchera plus (oui ou Entrée{NBSP}: non)."
)

READY = f"Entrée quand tu es devant l’écran, et personne d’autre{NBSP}; {quoted('passer')} rend le clavier."


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat as everyone may know it. `asked`: play openly waits for it."""

    seat: Who
    name: str
    role: str
    asked: bool


class HotSeat:
    """One table of a base, with all its seats. `invitation`: its token where it is known."""

    def __init__(self, tables: Tables, table: str, screen: Screen, invitation: str = "") -> None:
        self._tables, self._table, self._screen = tables, table, screen
        self._invitation = invitation
        self._shares = Shares()

    async def play(self) -> None:
        """Until someone quits: « À qui le tour ? », then that seat, then again. The screen is left empty, whatever
        ends it."""
        try:
            await self._play()
        finally:
            self._screen.clear()

    async def _play(self) -> None:
        told: list[Row] = []
        while True:
            chairs, head = await self._chairs()
            self._screen.clear()
            self._screen.show([*head, *_listed(chairs), *told])
            told = []
            try:
                line = await self._screen.line()
            except EOFError:
                return
            name, _ = command_of(line)
            if name == "quitter":
                return
            if name == "aide":
                told = draw.help_(hot=True)
            elif line.strip().partition(" ")[0] in JOIN:
                told = await self._seat(line.strip().partition(" ")[2])
            else:
                chosen = _chosen(chairs, line)
                if isinstance(chosen, str):
                    told = [row(chosen, draw.ALERT)] if chosen else []
                elif not await self._sit(chosen, alone=len(chairs) == 1):
                    return

    async def _sit(self, chair: Chair, *, alone: bool) -> bool:
        """Give the keyboard to a seat; True when it is passed on."""
        self._screen.clear()
        if not alone:
            self._screen.show([row(f"{chair.name}, le clavier est à toi.", draw.TITLE), row(READY)])
            try:
                if command_of(await self._screen.line())[0] in ("passer", "quitter", "annuler"):
                    return True
            except EOFError:
                return False
            self._screen.clear()
        post = Near(self._tables, self._table, chair.seat)
        try:
            return await Player(post, self._screen, hot=True, shares=self._shares).play()
        except Gone:
            return True

    async def _chairs(self) -> tuple[list[Chair], list[Row]]:
        """The seats, and what anyone may read of where play stands: only what every one of them knows."""
        core = (await self._tables.room(self._table)).now.core
        present = [s for s in core.seats if not s.removed]
        views: list[View] = [await self._tables.view(self._table, s.id) for s in present]
        common = set.intersection(*(set(v["awaited"]) for v in views)) if views else set()
        chairs = [
            Chair(s.id, s.name, draw.role(v, s.role), _asked(v, common))
            for s, v in zip(present, views, strict=True)
        ]
        return chairs, [row(core.name, draw.TITLE)]

    async def _seat(self, name: str) -> list[Row]:
        """Seat one more person; what to tell."""
        try:
            if not self._invitation and not await self._renewed():
                return []
            if not name:
                self._screen.show([draw.BLANK, row("Son nom à la table ?", draw.STRONG)])
                name = await self._screen.line()
            await self._tables.join(self._invitation, name, uuid4().hex)
        except EOFError:
            return []
        except Refusal as r:
            return [row(f"{upper(r.why)} [{r.rule}].", draw.ALERT)]
        return [row(f"{name.strip()} s’installe.")]

    async def _renewed(self) -> bool:
        """Make a new invitation in place of one that is not known here, if that is wanted."""
        self._screen.show([draw.BLANK, row(RENEWED)])
        if fold(await self._screen.line()) not in ("oui", "o"):
            return False
        leader = (await self._tables.room(self._table)).now.core.game_masters[0]
        self._invitation = await self._tables.renew(self._table, leader, "invitation")
        return True


def _asked(view: Mapping[str, Any], common: set[str]) -> bool:
    return any(w["holds"] and w["who_name"] in common for w in view["waitings"])


def _listed(chairs: Sequence[Chair]) -> list[Row]:
    rows = [draw.BLANK, row(f"À qui le tour{NBSP}?", draw.STRONG)]
    for n, c in enumerate(chairs, start=1):
        mark = (" — on l’attend", draw.STRONG) if c.asked else ("", "")
        rows.append(row(c.name, "", (f", {c.role}", draw.SOFT), mark, head=f"{n}. "))
    return [*rows, row(f"({quoted('+ NOM')} installe quelqu’un{NBSP}; {quoted('quitter')} ferme)", draw.SOFT)]


def _chosen(chairs: Sequence[Chair], line: str) -> Chair | str:
    """The seat that a line names, or why none is."""
    asked = fold(line)
    if not asked:
        return ""
    if asked.isascii() and asked.isdigit():
        number = int(asked) if len(asked) < 4 else 0
        return chairs[number - 1] if 1 <= number <= len(chairs) else f"Il y a {len(chairs)} sièges."
    close = [c for c in chairs if asked in fold(c.name)]
    if len(close) == 1:
        return close[0]
    return f"Quel siège{NBSP}? Tape son numéro."
