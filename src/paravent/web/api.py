"""The same table for programs: JSON in, JSON out, a seat's token as bearer."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import JSONResponse, Response, StreamingResponse

from paravent.core.codec import canonical, digest, strict_json
from paravent.core.refusals import Refusal
from paravent.table.service import Access, Created
from paravent.web.desk import Desk
from paravent.web.security import MOST_BYTES, MOST_IMPORTED, bearer
from paravent.web.stream import HEADERS, MEDIA, message, views

NO_TOKEN = "Il faut un jeton de siège : « Authorization: Bearer … »."  # noqa: S105


def _body(required: dict[str, str]) -> dict[str, Any]:
    """What the OpenAPI document says of a body that is read by hand."""
    properties = {name: {"type": kind} for name, kind in required.items()}
    schema = {"type": "object", "properties": properties, "additionalProperties": False}
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}


class Api:
    """The routes under /api."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._tables = desk.tables
        self.router = APIRouter(prefix="/api", default_response_class=JSONResponse)
        add = self.router.add_api_route
        opening = _body({"system": "string", "name": "string", "game_master": "string", "options": "object"})
        joining = _body({"name": "string", "command_id": "string"})
        acting = _body({"key": "string", "command": "string", "command_id": "string", "fields": "object"})
        add("/tables", self.create, methods=["POST"], openapi_extra=opening, status_code=201)
        add("/invitations/{token}", self.join, methods=["POST"], openapi_extra=joining, status_code=201)
        add("/tables/{table}/vue", self.view, methods=["GET"])
        add("/tables/{table}/attentes", self.waitings, methods=["GET"])
        add("/tables/{table}/gestes", self.act, methods=["POST"], openapi_extra=acting)
        add("/tables/{table}/flux", self.stream, methods=["GET"], response_model=None)
        add("/tables/{table}/export", self.export, methods=["GET"])
        add("/import", self.import_, methods=["POST"], status_code=201, openapi_extra=_body({}))

    async def _access(self, request: Request, table: str) -> tuple[Access, str]:
        token = bearer(request.headers)
        if not token:
            raise HTTPException(401, NO_TOKEN)
        return await self._desk.seat(request, table, token), token

    async def create(self, request: Request) -> dict[str, Any]:
        """Create a table; its three tokens are told this once."""
        body = await _read(request)
        options = body.get("options", {})
        if not isinstance(options, dict) or not all(isinstance(v, str) for v in options.values()):
            raise Refusal("TAB-17", "il faut des options nommées, chacune un texte", "options")
        self._desk.opening(request)
        system, name, who = (_text(body, n) for n in ("system", "name", "game_master"))
        return _created(await self._tables.create(system, name, who, options=options))

    async def join(self, request: Request, token: str) -> dict[str, Any]:
        """Take a seat by an invitation."""
        access = await self._desk.opened(request, token)
        body = await _read(request)
        self._desk.opening(request)
        seat_token, seat = await self._tables.join(token, _text(body, "name"), _text(body, "command_id"))
        return {"table": access.table, "seat": seat, "token": seat_token}

    async def view(self, request: Request, table: str) -> dict[str, Any]:
        """All that the seat may see."""
        access, _ = await self._access(request, table)
        return await self._tables.view(table, access.seat)

    async def waitings(self, request: Request, table: str) -> dict[str, Any]:
        """What the seat may answer, and whom play waits for."""
        access, _ = await self._access(request, table)
        view = await self._tables.view(table, access.seat)
        return {"waitings": view["waitings"], "awaited": view["awaited"]}

    async def act(self, request: Request, table: str) -> dict[str, Any]:
        """Answer a waiting. The same `command_id` again counts once."""
        access, _ = await self._access(request, table)
        body = await _read(request)
        if unknown := sorted(set(body) - {"key", "command", "command_id", "fields"}):
            raise Refusal("TAB-08", "ce champ est inconnu", unknown[0][:80])
        fields = body.get("fields", {})
        if not isinstance(fields, dict):
            raise Refusal("TAB-08", "il faut un objet", "fields")
        key, command, id = (_text(body, n) for n in ("key", "command", "command_id"))
        answer = await self._desk.act(access, key, command, fields, id)
        return {"repeated": answer.repeated}

    async def stream(self, request: Request, table: str) -> Response:
        """The seat's view at each change, as server-sent events; the `id` is opaque."""
        access, token = await self._access(request, table)

        def written(view: dict[str, Any]) -> str:
            text = canonical(view)
            return message(text, digest(text)[:24])

        gone = canonical({"rule": "TAB-16", "why": "ce siège n’est plus à la table", "field": ""})
        return StreamingResponse(
            views(self._tables, token, access, written, gone), media_type=MEDIA, headers=HEADERS
        )

    async def export(self, request: Request, table: str) -> dict[str, Any]:
        """The table as this seat may take it away."""
        access, _ = await self._access(request, table)
        return await self._tables.export(table, access.seat)

    async def import_(self, request: Request) -> dict[str, Any]:
        """Bring in a game master's export; links are new."""
        self._desk.opening(request)
        return _created(await self._tables.import_(await _read(request, MOST_IMPORTED)))


async def _read(request: Request, longest: int = MOST_BYTES) -> dict[str, Any]:
    try:
        data = strict_json(await request.body(), longest=longest)
    except ValueError as e:
        raise HTTPException(400, str(e)) from e
    if not isinstance(data, dict):
        raise HTTPException(400, "il faut un objet JSON")
    return data


def _text(body: dict[str, Any], name: str) -> str:
    found = body.get(name, "")
    if not isinstance(found, str):
        raise Refusal("TAB-08", "il faut un texte", name)
    return found


def _created(made: Created) -> dict[str, Any]:
    return {
        "table": made.table,
        "game_master": made.game_master,
        "invitation": made.invitation,
        "spectator": made.spectator,
    }
