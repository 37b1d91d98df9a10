"""The home page: one's own tables, a new one, one brought in from a file, and the ready-made ones of a trial."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any
from uuid import uuid4

from fastapi import HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from paravent.core.codec import strict_json
from paravent.core.refusals import Refusal
from paravent.store.port import UnknownTable
from paravent.systems import all_systems
from paravent.table.service import Created
from paravent.web.bodies import file_of, form_of, form_with_file
from paravent.web.desk import TOO_HEAVY, refusal_status
from paravent.web.security import MOST_BYTES, MOST_IMPORTED, client_of
from paravent.web.site import SEAT, TOKEN, Routes, Site, forget, keep, router_of

NO_FILE = "choisis le fichier d’un export"


@dataclass(frozen=True, slots=True)
class ReadyMade:
    """A table set for people who only want to look: the system it shows, its name, and its links."""

    system: str
    name: str
    links: Created


class HomePages:
    """Where everyone arrives without a link."""

    def __init__(self, site: Site, ready_made: Sequence[ReadyMade] = ()) -> None:
        self._site = site
        self._tables = site.tables
        self._ready_made = ready_made
        self._importing = asyncio.Lock()
        gets: Routes = {"/": self.home, "/oublier/{table}": self.forgetting}
        posts: Routes = {"/tables": self.create, "/importer": self.import_, "/oublier/{table}": self.forget}
        self.router = router_of(gets, posts)

    async def home(self, request: Request) -> Response:
        return await self._home(request)

    async def _home(
        self,
        request: Request,
        status: int = 200,
        values: Any = None,
        errors: Any = None,
        import_error: str = "",
    ) -> HTMLResponse:
        systems = [{"id": s.name, "title": s.title, "text": s.summary} for s in all_systems().values()]
        chosen = values or {"systeme": systems[0]["id"] if len(systems) == 1 else "", "nom": "", "pseudo": ""}
        return self._site.page(
            request,
            "accueil.html",
            status,
            systems=systems,
            values=chosen,
            errors=errors,
            import_error=import_error,
            command_id=uuid4().hex,
            tables=await self._mine(request),
            examples=self._examples(request),
        )

    async def _mine(self, request: Request) -> list[dict[str, Any]]:
        """The tables whose seats this browser holds, those that await its owner first, archived ones last."""
        found = []
        for access in await self._site.seats(request):
            try:
                found.append(await self._tables.glance(access.table, access.seat))
            except (Refusal, UnknownTable):
                continue
        return sorted(found, key=lambda t: (t["archived"], not t["awaits"], t["name"].casefold()))

    def _examples(self, request: Request) -> list[dict[str, Any]]:
        """The ready-made tables; only whoever sits at the server's own machine is offered to lead them."""
        here = _is_here(client_of(request.scope))
        out = []
        for made in self._ready_made:
            links = [("Jouer", made.links.invitation), ("Regarder", made.links.spectator)]
            if here:
                links.insert(0, ("Mener", made.links.game_master))
            title = all_systems()[made.system].title
            out.append({"system": made.system, "title": title, "name": made.name, "links": links})
        return out

    async def create(self, request: Request) -> Response:
        form = await form_of(request)
        system, name, who = (form.get(n, [""])[0] for n in ("systeme", "nom", "pseudo"))
        command_id = form.get("command_id", [""])[0]
        self._site.desk.opening(request)
        try:
            made = await self._tables.create(system, name, who, command_id=command_id)
        except Refusal as r:
            errors = {"nom": "", "meneuse": "", r.field: r.why}
            return await self._home(request, 422, {"systeme": system, "nom": name, "pseudo": who}, errors)
        return led(request, made)

    async def import_(self, request: Request) -> Response:
        """A game master's export, brought in with new links. One at a time: each may be large."""
        self._site.desk.opening(request)
        if self._importing.locked():
            raise HTTPException(429, TOO_HEAVY, {"Retry-After": "10"})
        async with self._importing:
            try:
                made = await self._tables.import_(await _export_in(request))
            except Refusal as r:
                place = f"{r.field} : " if r.rule == "TAB-13" and r.field else ""
                return await self._home(request, refusal_status(r), import_error=f"{place}{r.why}")
        return led(request, made)

    async def forgetting(self, request: Request, table: str) -> Response:
        """What forgetting a table on this device will do."""
        access, _ = await self._site.seat(request, table)
        found = await self._tables.glance(table, access.seat)
        return self._site.page(request, "oublier.html", t=found)

    async def forget(self, request: Request, table: str) -> Response:
        """Drop this browser's hold on a table. The seat stays, and so do its other devices."""
        answer = RedirectResponse("/", 303)
        if TOKEN.fullmatch(table):
            forget(answer, SEAT + table)
        return answer


async def _export_in(request: Request) -> Any:
    """The JSON of the file in a posted form; `Refusal` (TAB-13) without one."""
    async with form_with_file(request, longest=MOST_BYTES) as (_, sent):
        body = await file_of(sent, "fichier")
    if body is None:
        raise Refusal("TAB-13", NO_FILE)
    try:
        return await asyncio.to_thread(strict_json, body, longest=MOST_IMPORTED)
    except ValueError as e:
        raise Refusal("TAB-13", f"ce fichier n’est pas un export de Paravent ({e})") from None


def led(request: Request, made: Created) -> Response:
    """To a new table's links, as its game master: the first thing to do is to invite."""
    answer = RedirectResponse(f"/table/{made.table}/liens", 303)
    keep(request, answer, SEAT + made.table, made.game_master)
    return answer


def _is_here(client: str) -> bool:
    try:
        return ip_address(client).is_loopback
    except ValueError:
        return False
