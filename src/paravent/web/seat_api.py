"""Seats and their links for programs: what `seat_pages` is for browsers, under the same limits (TAB-16)."""

from __future__ import annotations

from typing import Any

from fastapi import HTTPException, Request

from paravent.core.refusals import Refusal
from paravent.core.values import NOBODY, Who
from paravent.table import tokens
from paravent.web.bodies import json_of, renamed, text_of, token_of
from paravent.web.desk import UNKNOWN, Desk


class SeatApi:
    """Lost seats, second devices, and a game master's care of links."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._tables = desk.tables
        self.routes = (
            ("/invitations/{token}/places", self.claimable, "GET", 200),
            ("/invitations/{token}/demandes", self.claim, "POST", 201),
            ("/demande", self.claimed, "GET", 200),
            ("/tables/{table}/codes", self.device_code, "POST", 201),
            ("/codes", self.redeem, "POST", 201),
            ("/tables/{table}/liens", self.links, "GET", 200),
            ("/tables/{table}/liens", self.renew, "POST", 201),
        )

    async def claimable(self, request: Request, token: str) -> dict[str, Any]:
        """The seats that someone invited may say they have lost."""
        await self._desk.invited(request, token)
        return {"seats": [{"id": s.id, "name": s.name} for s in await self._tables.claimable(token)]}

    async def claim(self, request: Request, token: str) -> dict[str, Any]:
        """Ask the game masters for a lost seat; the token told opens it once they agree."""
        access = await self._desk.invited(request, token)
        body = await json_of(request, ("seat", "command_id"))
        self._desk.claiming(access)
        try:
            claim = await self._tables.claim(token, text_of(body, "seat"), text_of(body, "command_id"))
        except Refusal as r:
            raise renamed(r) from None
        return {"table": access.table, "token": claim}

    async def claimed(self, request: Request) -> dict[str, Any]:
        """A claim: still open, or granted; a refused one is not known any more."""
        token = token_of(request)
        claim = await self._tables.claimed(token)
        if claim is not None:
            return {"table": claim.table, "granted": False}
        access = await self._desk.opened(request, token)
        if not access.seat:
            raise HTTPException(404, UNKNOWN)
        return {"table": access.table, "granted": True}

    async def device_code(self, request: Request, table: str) -> dict[str, Any]:
        """A short code for a second device; the seat's earlier ones are withdrawn."""
        access = await self._desk.seat(request, table, token_of(request))
        self._desk.linking(access)
        code = await self._tables.device_code(table, access.seat)
        return {"code": code, "seconds": tokens.CODE_LIFE_MS // 1000}

    async def redeem(self, request: Request) -> dict[str, Any]:
        """The seat that a short code opens, with a token of its own."""
        body = await json_of(request, ("code", "command_id"))
        code, command_id = text_of(body, "code"), text_of(body, "command_id")
        self._desk.guessing(request)
        token, access = await self._tables.redeem(code, command_id)
        return {"table": access.table, "seat": access.seat, "token": token}

    async def links(self, request: Request, table: str) -> dict[str, Any]:
        """The current invitations, for a game master."""
        access = await self._desk.seat(request, table, token_of(request))
        return dict(await self._tables.invitations(table, access.seat))

    async def renew(self, request: Request, table: str) -> dict[str, Any]:
        """A new link in place of all older ones of its kind, or of a seat."""
        access = await self._desk.seat(request, table, token_of(request))
        body = await json_of(request, ("kind", "seat"))
        kind, seat = text_of(body, "kind"), text_of(body, "seat")
        self._desk.linking(access)
        try:
            link = await self._tables.renew(table, access.seat, kind, Who(seat) if seat else NOBODY)
        except Refusal as r:
            raise renamed(r) from None
        return {"token": link}
