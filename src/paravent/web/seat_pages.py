"""How people come to a table and stay there: links, invitations, lost seats, second devices."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from fastapi import HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from paravent.core.refusals import Refusal
from paravent.core.values import NOBODY, Who
from paravent.table import tokens
from paravent.table.links import INVITATIONS
from paravent.table.service import Access
from paravent.web.bodies import form_of
from paravent.web.desk import UNKNOWN, refusal_status
from paravent.web.security import cookie
from paravent.web.site import CLAIM, SEAT, TOKEN, Routes, Site, forget, keep, qr, router_of, to_table


class SeatPages:
    """Arriving, coming back, and a game master's care of who may."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._desk = site.desk
        self._tables = site.tables
        gets: Routes = {
            "/lien/{token}": self.link,
            "/lien/{token}/place": self.lost,
            "/code": self.code,
            "/table/{table}/attente": self.waiting,
            "/table/{table}/appareil": self.device,
            "/table/{table}/liens": self.links,
            "/table/{table}/liens/remplacer": self.replacing,
        }
        posts: Routes = {
            "/lien/{token}": self.enter,
            "/lien/{token}/place": self.claim,
            "/code": self.redeem,
            "/table/{table}/appareil": self.new_code,
            "/table/{table}/liens": self.renew,
        }
        self.router = router_of(gets, posts)

    # By a link

    async def link(self, request: Request, token: str) -> Response:
        """What a link opens; nothing happens before the button."""
        return await self._link(request, token, await self._desk.opened(request, token))

    async def _link(
        self, request: Request, token: str, access: Access, refused: Refusal | None = None, value: str = ""
    ) -> HTMLResponse:
        return self._site.page(
            request,
            "lien.html",
            refusal_status(refused) if refused else 200,
            token=token,
            access=access,
            table_name=await self._tables.name(access.table),
            # A browser that already sits here needs no second seat.
            here=bool(cookie(request.headers, SEAT + access.table)),
            command_id=uuid4().hex,
            refused=refused,
            value=value,
        )

    async def enter(self, request: Request, token: str) -> Response:
        access = await self._desk.opened(request, token)
        form = await form_of(request)
        if not access.seat:
            name, command_id = (form.get(n, [""])[0] for n in ("nom", "command_id"))
            self._desk.opening(request)
            try:
                token, _ = await self._tables.join(token, name, command_id or uuid4().hex)
            except Refusal as r:
                return await self._link(request, token, access, r, name)
        return _seated(request, access.table, token)

    # A lost seat

    async def lost(self, request: Request, token: str) -> Response:
        """Which of the table's seats was yours?"""
        await self._desk.invited(request, token)
        return await self._lost(request, token)

    async def _lost(self, request: Request, token: str, refused: Refusal | None = None) -> Response:
        seats = await self._tables.claimable(token)
        status = refusal_status(refused) if refused else 200
        context = {"token": token, "seats": seats, "refused": refused, "command_id": uuid4().hex}
        return self._site.page(request, "place.html", status, **context)

    async def claim(self, request: Request, token: str) -> Response:
        access = await self._desk.invited(request, token)
        form = await form_of(request)
        answer = RedirectResponse(f"/table/{access.table}/attente", 303)
        if await self._tables.claimed(cookie(request.headers, CLAIM + access.table)) is not None:
            return answer
        self._desk.claiming(access)
        place, command_id = (form.get(n, [""])[0] for n in ("place", "command_id"))
        try:
            claimed = await self._tables.claim(token, place, command_id)
        except Refusal as r:
            return await self._lost(request, token, r)
        keep(request, answer, CLAIM + access.table, claimed)
        return answer

    async def waiting(self, request: Request, table: str) -> Response:
        """The claimant's page, until it is their table. It tells nothing of the table but the name they chose."""
        token = cookie(request.headers, CLAIM + table) if TOKEN.fullmatch(table) else ""
        if not token:
            raise HTTPException(404, UNKNOWN)
        access = await self._tables.access(token)
        if access is not None and access.table == table:
            answer = _seated(request, table, token)
            forget(answer, CLAIM + table)
            if request.headers.get("hx-request"):
                answer = Response(headers={"HX-Redirect": f"/table/{table}/attente"})
            return answer
        claim = await self._tables.claimed(token)
        name = claim.name if claim is not None and claim.table == table else ""
        return self._site.page(request, "attente.html", claimed=name, table_id=table)

    # A second device

    async def device(self, request: Request, table: str) -> Response:
        """How to play on another device too."""
        access, _ = await self._site.seat(request, table)
        glance = await self._tables.glance(table, access.seat)
        return self._site.page(request, "appareil.html", t=glance, system=glance["system"], code="")

    async def new_code(self, request: Request, table: str) -> Response:
        access, _ = await self._site.seat(request, table)
        self._desk.linking(access)
        code = await self._tables.device_code(table, access.seat)
        glance = await self._tables.glance(table, access.seat)
        address = f"{request.base_url}code"
        return self._site.page(
            request,
            "appareil.html",
            t=glance,
            system=glance["system"],
            code=f"{code[:3]} {code[3:]}",
            address=address,
            svg=qr(f"{address}?code={code}"),
        )

    async def code(self, request: Request, code: str = "") -> Response:
        """Where a short code is typed, or arrives by its picture; nothing happens before the button."""
        return self._code(request, tokens.typed_code(code[:40]))

    def _code(self, request: Request, value: str, status: int = 200, error: str = "") -> Response:
        context = {"value": value, "error": error, "command_id": uuid4().hex}
        return self._site.page(request, "code.html", status, **context)

    async def redeem(self, request: Request) -> Response:
        form = await form_of(request)
        code, command_id = (form.get(n, [""])[0] for n in ("code", "command_id"))
        self._desk.guessing(request)
        try:
            token, access = await self._tables.redeem(code, command_id)
        except Refusal as r:
            why = r.why[:1].upper() + r.why[1:] + "."
            return self._code(request, code[:40], refusal_status(r), why)
        return _seated(request, access.table, token)

    # A game master's links

    async def _leading(self, request: Request, table: str) -> Access:
        access, _ = await self._site.seat(request, table)
        if access.role != "mj":
            raise HTTPException(404, UNKNOWN)
        return access

    async def links(self, request: Request, table: str) -> Response:
        """« Liens et places »: how to invite, and what each person's seat allows."""
        access = await self._leading(request, table)
        view = await self._tables.view(table, access.seat)
        known = await self._tables.invitations(table, access.seat)
        invitations = {
            kind: {"address": address, "svg": qr(address)}
            for kind, token in known.items()
            for address in [f"{request.base_url}lien/{token}"]
        }
        return self._site.page(
            request,
            "liens.html",
            table=view["table"],
            me=view["me"],
            system=view["table"]["system"],
            seats=_seats(view),
            invitations=invitations,
            archive=_form(view, "ArchiveTable"),
        )

    async def replacing(self, request: Request, table: str, lien: str = "", place: str = "") -> Response:
        """What replacing a link will withdraw, before it does."""
        access = await self._leading(request, table)
        view = await self._tables.view(table, access.seat)
        seat = next((s for s in view["seats"] if s["id"] == place), None)
        if lien not in INVITATIONS and (lien != "siege" or seat is None):
            raise HTTPException(404, UNKNOWN)
        context = {"kind": lien, "seat": seat if lien == "siege" else None, "me": view["me"]}
        return self._site.page(
            request, "remplacer.html", table=view["table"], system=view["table"]["system"], **context
        )

    async def renew(self, request: Request, table: str) -> Response:
        access = await self._leading(request, table)
        form = await form_of(request)
        kind, place = (form.get(n, [""])[0] for n in ("lien", "place"))
        self._desk.linking(access)
        token = await self._tables.renew(table, access.seat, kind, Who(place) if place else NOBODY)
        if kind != "siege":
            return RedirectResponse(f"/table/{table}/liens", 303)
        view = await self._tables.view(table, access.seat)
        seat = next(s for s in view["seats"] if s["id"] == place)
        address = f"{request.base_url}lien/{token}"
        context = {"table": view["table"], "system": view["table"]["system"], "me": view["me"], "seat": seat}
        answer = self._site.page(request, "lien_neuf.html", **context, address=address, svg=qr(address))
        if place == access.seat:
            keep(request, answer, SEAT + table, token)
        return answer


def _seated(request: Request, table: str, token: str) -> Response:
    answer = to_table(table)
    keep(request, answer, SEAT + table, token)
    return answer


def _form(view: dict[str, Any], command: str, seat: str = "") -> dict[str, Any] | None:
    """What a small form needs to send a command of the desk, about one seat when told; None when it is not offered."""
    for w in view["waitings"]:
        for o in w["offers"]:
            seats = {x["id"] for f in o["fields"] if f["name"] == "seat" for x in f["options"]}
            if o["command"] == command and not o["barred"] and (not seat or seat in seats):
                return {"key": w["key"], "command": command, "seat": seat, "grave": o["grave"]}
    return None


def _seats(view: dict[str, Any]) -> list[dict[str, Any]]:
    played: dict[str, list[str]] = {}
    for a in view["actors"]:
        played.setdefault(a["seat"], []).append(a["name"])
    return [
        {
            **s,
            "plays": played.get(s["id"], []),
            "remove": _form(view, "RemoveSeat", s["id"]),
            "absence": _form(view, "MarkAbsent", s["id"]),
            "rename": _form(view, "RenameSeat", s["id"]),
        }
        for s in view["seats"]
    ]
