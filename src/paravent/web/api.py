"""The same table for programs: JSON in, JSON out, a seat's token as bearer."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import JSONResponse, Response

from paravent.core.codec import canonical, digest
from paravent.core.game import all_options
from paravent.core.packs import PackError
from paravent.core.refusals import Refusal
from paravent.core.sheet import as_json
from paravent.core.system import System
from paravent.systems import all_systems
from paravent.table.links import GONE
from paravent.table.packs import shipped_packs
from paravent.table.recap import FORMATS
from paravent.table.service import Access, Created
from paravent.web.bodies import json_of, renamed, text_of, token_of
from paravent.web.desk import TOO_HEAVY, Desk
from paravent.web.seat_api import SeatApi
from paravent.web.security import MOST_IMPORTED, MOST_PACKED
from paravent.web.stream import Stream, message, views

DOCUMENT = Path(__file__).with_name("openapi.json")
"""The contract of these routes (OpenAPI 3.1), written by hand and held true by its tests."""

SIGHTS = ("table", "own")
"""Whose eyes a story is told by: what anyone at the table sees, or this seat."""
NOT_A_PACK = "ce paquet de données ne peut pas servir tel quel"


class Api:
    """The routes under /api."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._tables = desk.tables
        self._importing = asyncio.Lock()
        self._document = json.loads(DOCUMENT.read_text("utf-8"))
        self.router = APIRouter(prefix="/api", include_in_schema=False)
        for path, route, method, status in (
            ("/openapi.json", self.document, "GET", 200),
            ("/systemes", self.systems, "GET", 200),
            ("/tables", self.create, "POST", 201),
            ("/acces", self.access, "GET", 200),
            ("/invitations/{token}", self.join, "POST", 201),
            ("/tables/{table}/vue", self.view, "GET", 200),
            ("/tables/{table}/attentes", self.waitings, "GET", 200),
            ("/tables/{table}/recapitulatif", self.recap, "GET", 200),
            ("/tables/{table}/gestes", self.act, "POST", 200),
            ("/tables/{table}/flux", self.stream, "GET", 200),
            ("/tables/{table}/fiches/{actor}", self.sheet, "GET", 200),
            ("/tables/{table}/export", self.export, "GET", 200),
            ("/tables/{table}/paquet", self.pack, "GET", 200),
            ("/import", self.import_, "POST", 201),
            *SeatApi(desk).routes,
        ):
            self.router.add_api_route(path, route, methods=[method], status_code=status, response_model=None)

    async def document(self) -> Response:
        """This API's own description."""
        return JSONResponse(self._document)

    async def _access(self, request: Request, table: str) -> tuple[Access, str]:
        token = token_of(request)
        return await self._desk.seat(request, table, token), token

    async def access(self, request: Request) -> dict[str, Any]:
        """What a token opens: a seat, or an invitation."""
        found = await self._desk.opened(request, token_of(request))
        return {"table": found.table, "seat": found.seat, "role": found.role}

    async def systems(self) -> dict[str, Any]:
        """What a table may be created with: each system, its options, the packs it ships."""
        return {"systems": [_described(s) for s in all_systems().values()]}

    async def create(self, request: Request) -> Any:
        """Create a table; its three tokens are told this once. A wrong pack is refused with all its problems."""
        known = ("system", "name", "game_master", "options", "pack", "command_id")
        body = await json_of(request, known, longest=MOST_PACKED)
        options = body.get("options", {})
        if not isinstance(options, dict) or not all(isinstance(v, str) for v in options.values()):
            raise Refusal("TAB-17", "il faut des options nommées, chacune un texte", "options")
        system, name, who, pack, id = (
            text_of(body, n) for n in ("system", "name", "game_master", "pack", "command_id")
        )
        self._desk.opening(request)
        try:
            made = await self._tables.create(system, name, who, options=options, pack=pack, command_id=id)
        except PackError as error:
            told = {"rule": "TAB-01", "why": NOT_A_PACK, "field": "pack", "problems": list(error.problems)}
            return JSONResponse(told, 422)
        except Refusal as r:
            raise renamed(r) from None
        return _created(made)

    async def join(self, request: Request, token: str) -> dict[str, Any]:
        """Take a seat by an invitation."""
        access = await self._desk.opened(request, token)
        body = await json_of(request, ("name", "command_id"))
        name, command_id = text_of(body, "name"), text_of(body, "command_id")
        self._desk.opening(request)
        try:
            seat_token, seat = await self._tables.join(token, name, command_id)
        except Refusal as r:
            raise renamed(r) from None
        return {"table": access.table, "seat": seat, "token": seat_token}

    async def view(self, request: Request, table: str) -> dict[str, Any]:
        """All that the seat may see."""
        access, _ = await self._access(request, table)
        return await self._tables.view(table, access.seat)

    async def waitings(self, request: Request, table: str) -> dict[str, Any]:
        """What the seat may answer, whom play waits for, and since when it awaits this seat."""
        access, _ = await self._access(request, table)
        view = await self._tables.view(table, access.seat)
        since = {a.key: a.since for a in await self._tables.awaiting(table, access.seat)}
        return {"waitings": view["waitings"], "awaited": view["awaited"], "since": since}

    async def recap(
        self, request: Request, table: str, part: str = "", form: str = FORMATS[0], sight: str = SIGHTS[0]
    ) -> dict[str, Any]:
        """A part of the table's story, to paste elsewhere."""
        access, _ = await self._access(request, table)
        for field, chosen, known in (("form", form, FORMATS), ("sight", sight, SIGHTS)):
            if chosen not in known:
                raise Refusal(
                    "TAB-13", f"il faut l’un de ces mots\N{NO-BREAK SPACE}: {', '.join(known)}", field
                )
        self._desk.taking_away(access)
        told = await self._tables.recap(table, access.seat, part, form, public=sight != "own")
        choices = [{"id": id, "name": name} for id, name in told.choices]
        return {"text": told.text, "part": told.part, "form": told.form, "choices": choices}

    async def act(self, request: Request, table: str) -> dict[str, Any]:
        """Answer a waiting. The same `command_id` again counts once."""
        access, _ = await self._access(request, table)
        body = await json_of(request, ("key", "command", "command_id", "fields"))
        fields = body.get("fields", {})
        if not isinstance(fields, dict):
            raise Refusal("TAB-08", "il faut un objet", "fields")
        key, command, id = (text_of(body, n) for n in ("key", "command", "command_id"))
        answer = await self._desk.act(access, key, command, fields, id)
        return {"repeated": answer.repeated}

    async def stream(self, request: Request, table: str) -> Response:
        """The seat's view now and at each change, as server-sent events. The `id` is an opaque cursor: whoever comes
        back, with that cursor, another one or none, is sent the view as it is now."""
        access, token = await self._access(request, table)
        self._desk.streaming(access)

        async def fresh() -> tuple[str, str]:
            text = canonical(await self._tables.view(table, access.seat))
            return text, message(text, digest(text)[:24])

        gone = canonical({"rule": "TAB-16", "why": GONE, "field": ""})
        return Stream(views(self._tables, token, access, fresh, gone, places=self._desk.places))

    async def sheet(self, request: Request, table: str, actor: str) -> dict[str, Any]:
        """The sheet of a character that the seat may read."""
        access, _ = await self._access(request, table)
        found = await self._tables.sheet(table, access.seat, actor)
        if found is None:
            raise HTTPException(404, "Cette fiche n’existe pas, ou n’est pas à lire.")
        return as_json(found)

    async def export(self, request: Request, table: str) -> dict[str, Any]:
        """The table as this seat may take it away."""
        access, _ = await self._access(request, table)
        self._desk.taking_away(access)
        return await self._tables.export(table, access.seat)

    async def pack(self, request: Request, table: str) -> dict[str, Any]:
        """The table's data pack, for its game masters."""
        access, _ = await self._access(request, table)
        self._desk.taking_away(access)
        return {"pack": await self._tables.pack(table, access.seat)}

    async def import_(self, request: Request) -> dict[str, Any]:
        """Bring in a game master's export; links are new. One at a time: each may be large."""
        self._desk.opening(request)
        if self._importing.locked():
            raise HTTPException(429, TOO_HEAVY, {"Retry-After": "10"})
        async with self._importing:
            return _created(await self._tables.import_(await json_of(request, longest=MOST_IMPORTED)))


def _described(system: System[Any]) -> dict[str, Any]:
    return {
        "name": system.name,
        "title": system.title,
        "summary": system.summary,
        "options": [
            {
                "name": o.name,
                "rule": o.rule,
                "label": o.label,
                "default": o.default,
                "choices": [{"value": value, "label": label} for value, label in o.choices],
            }
            for o in all_options(system)
        ],
        "packs": [{"name": p.name, "title": p.title, "summary": p.summary} for p in shipped_packs(system)],
    }


def _created(made: Created) -> dict[str, Any]:
    return {
        "table": made.table,
        "game_master": made.game_master,
        "invitation": made.invitation,
        "spectator": made.spectator,
    }
