"""One seat at the keyboard: what it may do is shown, typed lines become answers, and the table goes on meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import aclosing
from time import monotonic
from typing import Any
from uuid import uuid4

from paravent.cli.terminal import draw
from paravent.cli.terminal.draw import Row, row
from paravent.cli.terminal.menu import Entry, Menu, decides, find, found, keys, menu_of, opened, urgent
from paravent.cli.terminal.plain import NBSP, fold, quoted, upper
from paravent.cli.terminal.posts import Failed, Lost, Post, View
from paravent.cli.terminal.question import Ask, Back, Dialogue, Talk
from paravent.cli.terminal.screen import Screen
from paravent.cli.terminal.shapes import Wrong, form
from paravent.cli.terminal.shares import KEPT, Shares
from paravent.cli.terminal.words import command_of
from paravent.core.refusals import Refusal
from paravent.table.rulebooks import rules, title_of

HASTE = 0.8
"""A number typed less than so many seconds after the choices changed by themselves was meant for the former ones."""
RECENT = 1.0
"""For so many seconds after a view was fetched, an older one may still come by the stream."""
LOST = f"La liaison est perdue. Je la cherche{NBSP}; rien n’est perdu."
UNSENT = f"Le serveur ne répond pas{NBSP}: ta réponse est gardée, recommence dans un moment."


class Leaving(Exception):
    """Whoever plays is leaving; `passing`: only the keyboard."""

    def __init__(self, *, passing: bool = False) -> None:
        super().__init__()
        self.passing = passing


class Player:
    """A conversation with one seat. `hot`: the keyboard goes from seat to seat."""

    def __init__(
        self, post: Post, screen: Screen, *, hot: bool = False, shares: Shares | None = None
    ) -> None:
        self._post, self._screen, self._hot = post, screen, hot
        self._shares = shares or Shares()
        self._view: View = {}
        self._menu = Menu((), ())
        self._read = 0
        self._asking = False
        self._fetched = self._changed = float("-inf")
        self._drafts: dict[tuple[str, ...], dict[str, Any]] = {}
        self._unsure: dict[tuple[str, str], tuple[dict[str, Any], str]] = {}

    async def play(self) -> bool:
        """Until the seat leaves: True when it only passes the keyboard on. `Gone` when the seat is no more."""
        await self._refresh(told=False)
        self._arrive()
        following = asyncio.ensure_future(self._follow())
        talking = asyncio.ensure_future(self._talk())
        try:
            await asyncio.wait({following, talking}, return_when=asyncio.FIRST_COMPLETED)
            if not talking.done():
                following.result()
            talking.result()
        except Leaving as leaving:
            return leaving.passing
        except EOFError:
            return False
        finally:
            following.cancel()
            talking.cancel()
            await asyncio.gather(following, talking, return_exceptions=True)
        return False

    # What the table tells

    def _arrive(self) -> None:
        lines = self._view["journal"]
        self._read = max((x["n"] for x in lines), default=0)
        self._show(draw.place(self._view) + draw.scene(self._view))
        if lines:
            self._show([draw.BLANK, row("Derniers événements", draw.STRONG)])
            self._show(draw.journal(draw.last(lines, draw.LATEST)))
        self._show([draw.BLANK, row(f"{quoted('aide')} dit ce qu’on peut taper.", draw.SOFT)])

    async def _refresh(self, *, told: bool = True) -> None:
        view = await self._post.view()
        self._fetched = monotonic()
        self._see(view, told=told)

    def _see(self, view: View, *, told: bool = True) -> None:
        new = [x for x in view["journal"] if x["n"] > self._read]
        self._view = view
        if told:
            self._read = max((x["n"] for x in new), default=self._read)
            self._show(draw.journal(new))

    async def _follow(self) -> None:
        """Live news: lines of the log as they come, and the choices again when what is asked has changed."""
        lost = False
        async with aclosing(self._post.changes()) as changes:
            async for view in changes:
                if view is None:
                    lost = True
                    self._show([row(LOST, draw.ALERT)])
                    continue
                if lost:
                    lost = False
                    self._show([row("La liaison est revenue.", draw.STRONG)])
                last = max((x["n"] for x in view["journal"]), default=0)
                if last < self._read and monotonic() - self._fetched < RECENT:
                    continue
                self._see(view)
                fresh = menu_of(view)
                if not self._asking and urgent(fresh) != urgent(self._menu):
                    self._changed = monotonic() if keys(fresh) != keys(self._menu) else self._changed
                    self._draw_menu(fresh)

    def _show(self, rows: Iterable[Row]) -> None:
        self._screen.show(rows)

    def _say(self, text: str, style: str = "") -> None:
        self._show([row(text, style)] if text else [])

    # What is typed

    async def _talk(self) -> None:
        self._draw_menu(menu_of(self._view))
        while True:
            line = await self._screen.line()
            if await self._typed(line):
                self._draw_menu(menu_of(self._view))

    def _draw_menu(self, menu: Menu) -> None:
        self._menu = menu
        self._show(draw.menu(menu, self._view))

    async def _typed(self, line: str) -> bool:
        """Do what a line says; True when the whole menu is to be shown again."""
        name, text = command_of(line)
        if name:
            return await self._command(name, text)
        if not text.strip():
            return True
        meant = self._menu.read(text)
        if isinstance(meant, str):
            self._say(f"{upper(meant)}.", draw.ALERT)
        elif isinstance(meant, tuple):
            self._draw_menu(found(meant))
        elif self._screen.live and monotonic() - self._changed < HASTE:
            self._say("La question vient de changer. Regarde, puis recommence.", draw.ALERT)
        elif meant.offer is None:
            self._draw_menu(opened(meant.waiting))
        elif meant.barred:
            self._say(f"{upper(draw.BARRED)}{meant.barred} [{meant.offer['rule']}].", draw.ALERT)
        else:
            self._asking = True
            try:
                await self._answer(meant)
            finally:
                self._asking = False
            return True
        return False

    async def _command(self, name: str, text: str) -> bool:
        """A command of the terminal; True when the whole menu is to be shown again."""
        match name:
            case "quitter":
                raise Leaving
            case "passer" if self._hot:
                raise Leaving(passing=True)
            case "passer":
                self._say("Ce clavier n’a qu’un siège.")
            case "annuler" | "retour":
                return True
            case "aide":
                self._show(draw.help_(hot=self._hot))
            case "journal":
                count = int(text) if text.isascii() and text.isdigit() and len(text) < 5 else 20
                lines = draw.last(self._view["journal"], count)
                self._show([draw.BLANK, *draw.journal(lines, clock=True)])
            case "fiche":
                await self._sheet(text)
            case "table":
                await self._people()
            case "regle":
                rule = rules().get(text.upper())
                unknown = f"Aucune règle ne s’appelle {quoted(text or '…')}. Essaie {quoted('règle ARC-12')}."
                self._show(draw.rule(rule) if rule else [row(unknown)])
            case "lien":
                self._say(self._post.link or "Ce siège est sur cette machine : il n’a pas de lien.")
        return False

    async def _sheet(self, name: str) -> None:
        readable = [a for a in self._view["actors"] if a["readable"]]
        asked = fold(name)
        chosen = [a for a in readable if asked in fold(a["name"])] if asked else []
        if not asked:
            chosen = [a for a in readable if a["id"] in self._view["me"]["actors"]]
        if len(chosen) != 1:
            names = ", ".join(a["name"] for a in chosen or readable)
            self._say(
                f"Quelle fiche{NBSP}? {quoted('fiche NOM')}, parmi{NBSP}: {names}."
                if names
                else "Il n’y a pas de fiche que tu puisses lire."
            )
            return
        try:
            sheet = await self._post.sheet(chosen[0]["id"])
        except (Lost, Failed) as e:
            self._say(str(e) or LOST, draw.ALERT)
            return
        self._show(draw.sheet(sheet) if sheet else [row("Cette fiche n’est pas à lire.")])

    async def _people(self) -> None:
        try:
            sheets = {
                a["id"]: s
                for a in self._view["actors"]
                if a["readable"] and (s := await self._post.sheet(a["id"])) is not None
            }
        except (Lost, Failed):
            sheets = {}
        self._show(draw.people(self._view, sheets))

    # Answering

    async def _answer(self, entry: Entry) -> None:
        """Fill an entry's form and send it, again and again while a rule refuses it; nothing written is lost."""
        now = (w for w in self._view["waitings"] if w["key"] == entry.waiting["key"])
        fresh = find(now, entry)
        if fresh is None or fresh.offer is None:
            self._say("Cette question n’est plus posée.", draw.ALERT)
            return
        offer, waiting = fresh.offer, fresh.waiting
        place = (waiting["topic"], waiting["who"], offer["command"])
        answers = self._drafts.setdefault(place, {})
        wrong: Wrong | None = None
        made = self._shares.fields(self._view, offer["command"])
        if made is not None:
            answers.update(made)
        while True:
            # A number slips easily: what nothing asks for is not done by one keystroke.
            asking = form(offer, answers, wrong, look=not decides(waiting))
            if made is None and not await self._fill(asking):
                return
            try:
                await self._send(waiting["key"], offer["command"], answers)
            except Refusal as r:
                wrong, made = self._refused(r, offer), None
                if r.stale or not offer["fields"]:
                    await self._refresh()
                    return
            except (Lost, Failed) as e:
                self._say(f"{upper(str(e))}." if str(e) else UNSENT, draw.ALERT)
                return
            else:
                self._say(KEPT if offer["command"] == "CommitShare" and made else "")
                self._drafts.pop(place, None)
                await self._refreshed()
                return

    async def _refreshed(self) -> None:
        """The view after an answer was taken; should the server be lost just then, the stream will bring it."""
        try:
            await self._refresh()
        except (Lost, Failed):
            self._say(LOST, draw.ALERT)

    def _refused(self, r: Refusal, offer: Any) -> Wrong:
        labels = {f["name"]: f["label"] for f in offer["fields"]}
        label = labels.get(r.field, r.field)
        self._show(draw.refusal(r.rule, title_of(r.rule), label, r.why))
        if r.stale:
            kept = f"{NBSP}; ce que tu avais écrit est gardé" if offer["fields"] else ""
            self._say(f"La question a changé entre-temps{kept}.")
        return Wrong(r.field, r.why)

    async def _send(self, key: str, command: str, fields: dict[str, Any]) -> None:
        """Send an answer; one whose fate is unknown keeps its name, so that sent again it counts once."""
        before, id = self._unsure.pop((key, command), ({}, ""))
        if not id or before != fields:
            id = uuid4().hex
        try:
            await self._post.act(key, command, fields, id)
        except Lost:
            self._unsure[key, command] = dict(fields), id
            raise

    async def _fill(self, dialogue: Dialogue) -> bool:
        """Hold a dialogue to its end; False when it is left."""
        try:
            talk = Talk(dialogue)
            while talk.ask is not None:
                self._show(draw.ask(talk.ask))
                await self._reply(talk, talk.ask)
        except Back:
            return False
        return True

    async def _reply(self, talk: Talk, ask: Ask) -> None:
        """Take lines until one answers. `Back` when the form is left."""
        while True:
            name, text = command_of(await self._screen.line(), form=True, free=ask.free)
            match name:
                case "":
                    return talk.say(text)
                case "annuler":
                    raise Back
                case "retour":
                    return talk.back()
                case "fini":
                    return talk.skip() if ask.skip else talk.say("fini")
                case _:
                    await self._command(name, text)
