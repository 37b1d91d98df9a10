"""The pages people see. Everything works without a script; htmx only makes it live."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any
from uuid import uuid4

import segno
from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response, StreamingResponse
from jinja2 import BaseLoader, ChoiceLoader, Environment, PackageLoader, PrefixLoader
from markupsafe import Markup

from paravent.core.refusals import Refusal
from paravent.sheets.pdf import SheetError, to_pdf
from paravent.systems import all_systems
from paravent.table.service import Access
from paravent.web import forms, screen
from paravent.web.desk import UNKNOWN, Desk, refusal_status
from paravent.web.forms import posted
from paravent.web.security import cookie
from paravent.web.stream import HEADERS, MEDIA, message, views

MONTH = 30 * 24 * 3600
TOKEN = re.compile(r"[A-Za-z0-9_-]{1,64}")
GONE = "Ta place n’est plus à cette table. Demande un nouveau lien à qui mène la partie."
PROVEN = {
    "commitment": "Empreinte du secret",
    "sealed_commitment": "Empreinte du secret scellé",
    "print": "Empreinte d’une part",
    "share": "Part révélée",
    "secret": "Secret révélé",
}


def environment() -> Environment:
    """Templates of the pages, and each system's own under `<system>/`."""
    own: dict[str, BaseLoader] = {
        s.name: PackageLoader(s.package, "templates")
        for s in all_systems().values()
        if files(s.package).joinpath("templates").is_dir()
    }
    loader = ChoiceLoader([PackageLoader("paravent.web", "templates"), PrefixLoader(own)])
    env = Environment(loader=loader, autoescape=True)
    env.globals |= {
        "percent": screen.percent,
        "permille": screen.permille,
        "rule_title": screen.title_of,
        "default_of": forms.default_of,
        "groups_of": forms.groups_of,
        "dice_of": forms.dice_of,
        "rows_of": forms.rows_of,
        "theme": None,
        "system": None,
    }
    return env


@lru_cache(maxsize=256)
def _qr(address: str) -> Markup:
    return Markup(segno.make(address, error="m").svg_inline(scale=4, border=0, omitsize=True))  # noqa: S704


class Pages:
    """The pages of one server."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._tables = desk.tables
        self._env = environment()
        self.router = APIRouter(include_in_schema=False)
        gets: dict[str, Callable[..., Any]] = {
            "/": self.home,
            "/lien/{token}": self.link,
            "/table/{table}": self.table,
            "/table/{table}/flux": self.stream,
            "/table/{table}/geste": self.question,
            "/table/{table}/preuve": self.proof,
            "/table/{table}/export.json": self.export,
            "/table/{table}/fiche/{actor}.pdf": self.sheet,
            "/regles": self.rules,
            "/regles/{rule}": self.rule,
        }
        posts: dict[str, Callable[..., Any]] = {
            "/tables": self.create,
            "/lien/{token}": self.enter,
            "/table/{table}/geste": self.answer,
            "/table/{table}/lien": self.renew,
        }
        for method, routes in (("GET", gets), ("POST", posts)):
            for path, route in routes.items():
                self.router.add_api_route(path, route, methods=[method], response_model=None)

    def page(self, request: Request, name: str, status: int = 200, **context: Any) -> HTMLResponse:
        """A page in the viewer's theme."""
        theme = cookie(request.headers, "theme")
        return HTMLResponse(self._env.get_template(name).render(**{"theme": theme, **context}), status)

    def error(self, request: Request, status: int, text: str, rule: str = "") -> HTMLResponse:
        """An error says what happened and what to do next."""
        titles = {404: "On ne trouve rien ici", 429: "Un instant", 503: "Le serveur n’en peut plus"}
        title = titles.get(status, "Ce n’est pas possible")
        answer = self.page(request, "erreur.html", status, title=title, text=text, rule=rule)
        if request.headers.get("hx-request"):
            # A fragment was awaited: the whole page is opened again instead, and says the same.
            answer.headers["HX-Refresh"] = "true"
        return answer

    # Arriving

    async def home(self, request: Request) -> Response:
        return self._home(request)

    def _home(
        self, request: Request, status: int = 200, values: Any = None, errors: Any = None
    ) -> HTMLResponse:
        systems = [{"id": s.name, "title": s.title, "text": s.summary} for s in all_systems().values()]
        chosen = values or {"systeme": systems[0]["id"] if len(systems) == 1 else "", "nom": "", "pseudo": ""}
        return self.page(
            request,
            "accueil.html",
            status,
            systems=systems,
            values=chosen,
            errors=errors,
            tables=(),
            examples=(),
        )

    async def create(self, request: Request) -> Response:
        form = posted((await request.form()).multi_items())
        system, name, who = (form.get(n, [""])[0] for n in ("systeme", "nom", "pseudo"))
        self._desk.opening(request)
        try:
            made = await self._tables.create(system, name, who)
        except Refusal as r:
            errors = {"nom": "", "meneuse": "", r.field: r.why}
            return self._home(request, 422, {"systeme": system, "nom": name, "pseudo": who}, errors)
        answer = _to_table(made.table)
        _keep(request, answer, f"siege-{made.table}", made.table, made.game_master)
        _keep(request, answer, f"invitation-{made.table}", made.table, made.invitation)
        return answer

    async def link(self, request: Request, token: str) -> Response:
        access = await self._desk.opened(request, token)
        return self._link(request, token, access)

    def _link(
        self,
        request: Request,
        token: str,
        access: Access,
        refused: Refusal | None = None,
        value: str = "",
    ) -> HTMLResponse:
        return self.page(
            request,
            "lien.html",
            refusal_status(refused) if refused else 200,
            token=token,
            seat=access.seat,
            command_id=uuid4().hex,
            refused=refused,
            value=value,
        )

    async def enter(self, request: Request, token: str) -> Response:
        access = await self._desk.opened(request, token)
        form = posted((await request.form()).multi_items())
        if not access.seat:
            name, command_id = (form.get(n, [""])[0] for n in ("nom", "command_id"))
            self._desk.opening(request)
            try:
                token, _ = await self._tables.join(token, name, command_id or uuid4().hex)
            except Refusal as r:
                return self._link(request, token, access, r, name)
        answer = _to_table(access.table)
        _keep(request, answer, f"siege-{access.table}", access.table, token)
        return answer

    # The table

    async def _seat(self, request: Request, table: str) -> tuple[Access, str]:
        token = cookie(request.headers, f"siege-{table}") if TOKEN.fullmatch(table) else ""
        if not token:
            raise HTTPException(404, UNKNOWN)
        return await self._desk.seat(request, table, token), token

    def _arranged(
        self, request: Request, view: Mapping[str, Any], refused: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        invitation = None
        if view["me"]["role"] == "mj":
            token = cookie(request.headers, f"invitation-{view['table']['id']}")
            if TOKEN.fullmatch(token):
                address = str(request.base_url) + f"lien/{token}"
                invitation = {"address": address, "svg": _qr(address)}
        return {**screen.arrange(view), "invitation": invitation, "refused": refused}

    def fragment(
        self, request: Request, view: Mapping[str, Any], refused: Mapping[str, Any] | None = None
    ) -> str:
        """The whole view as the page holds it under `#vue`."""
        return self._env.get_template("vue.html").render(self._arranged(request, view, refused))

    async def table(self, request: Request, table: str) -> Response:
        access, _ = await self._seat(request, table)
        return self.page(
            request, "table.html", **self._arranged(request, await self._tables.view(table, access.seat))
        )

    async def stream(self, request: Request, table: str) -> Response:
        access, token = await self._seat(request, table)
        gone = self._env.from_string("<p class='waiting'>{{ text }}</p>").render(text=GONE)
        written = views(self._tables, token, access, lambda v: message(self.fragment(request, v)), gone)
        return StreamingResponse(written, media_type=MEDIA, headers=HEADERS)

    async def question(self, request: Request, table: str) -> Response:
        """One offer on a page of its own."""
        access, _ = await self._seat(request, table)
        view = await self._tables.view(table, access.seat)
        asked = request.query_params
        return self._question(request, view, asked.get("question", ""), asked.get("commande", ""))

    def _question(
        self,
        request: Request,
        view: Mapping[str, Any],
        key: str,
        command: str,
        refused: Mapping[str, Any] | None = None,
        given: Mapping[str, Any] | None = None,
    ) -> Response:
        shown = screen.arrange(view)
        for w in (*shown["now"], *shown["standing"], *shown["shares"]):
            for o in w["offers"]:
                if w["key"] == key and o["command"] == command and not o["barred"]:
                    status = refused["status"] if refused else 200
                    return self.page(
                        request,
                        "geste.html",
                        status,
                        w=w,
                        o=o,
                        given=given or {},
                        **{**shown, "refused": refused},
                    )
        return _to_table(view["table"]["id"])

    async def answer(self, request: Request, table: str) -> Response:
        """An answer, by form. The seat's fresh view in return, or the refusal beside the question it is about."""
        access, _ = await self._seat(request, table)
        form = posted((await request.form()).multi_items())
        key, command, id = (form.get(n, [""])[0] for n in ("key", "command", "command_id"))
        live = request.headers.get("hx-request") == "true"
        offer = _offer(await self._tables.view(table, access.seat), key, command)
        fields = forms.read_fields(offer, form) if offer else {}
        refused: dict[str, Any] | None = None
        try:
            await self._desk.act(
                access, key, command, fields, id or forms.command_id(key, command, dict(form))
            )
        except Refusal as r:
            refused = _refused(r, key, command, offer)
        except HTTPException as e:
            refused = {"key": "", "command": "", "rule": "", "why": e.detail, "placed": False}
            refused |= {"title": "Un instant", "status": e.status_code}
        status = refused["status"] if refused else 200
        view = await self._tables.view(table, access.seat)
        if live:
            return HTMLResponse(self.fragment(request, view, refused), status)
        if refused is None:
            return _to_table(table)
        if offer and forms.is_long(offer) and status == 422:
            return self._question(request, view, key, command, refused, form)
        return self.page(request, "table.html", status, **self._arranged(request, view, refused))

    async def renew(self, request: Request, table: str) -> Response:
        access, _ = await self._seat(request, table)
        token = await self._tables.renew(table, access.seat, "invitation")
        answer = _to_table(table)
        _keep(request, answer, f"invitation-{table}", table, token)
        return answer

    # Taking away, checking, reading

    async def export(self, request: Request, table: str) -> Response:
        access, _ = await self._seat(request, table)
        data = await self._tables.export(table, access.seat)
        name = f'attachment; filename="table-{table}.json"'
        return JSONResponse(data, headers={"Content-Disposition": name})

    async def sheet(self, request: Request, table: str, actor: str) -> Response:
        access, _ = await self._seat(request, table)
        found = await self._tables.sheet(table, access.seat, actor)
        if found is None:
            raise HTTPException(404, "Cette fiche n’existe pas, ou n’est pas à lire.")
        try:
            pdf = await asyncio.to_thread(to_pdf, found)
        except SheetError as e:
            raise HTTPException(422, str(e)) from e
        return Response(pdf, media_type="application/pdf")

    async def proof(self, request: Request, table: str) -> Response:
        access, _ = await self._seat(request, table)
        view = await self._tables.view(table, access.seat)
        facts = [x["data"] for x in view["journal"]]
        lines = [
            {"text": x["text"] or f"Période {x['data'].get('epoch', '')}", "data": proven}
            for x in view["journal"]
            if (proven := [(label, x["data"][k]) for k, label in PROVEN.items() if x["data"].get(k)])
        ]
        epochs = [d["epoch"] for d in facts if d["kind"] == "ChanceCommitted"]
        context = {
            **screen.arrange(view),
            "lines": lines,
            "epoch": epochs[-1] if epochs else 0,
            "refused": None,
        }
        return self.page(request, "preuve.html", **context)

    async def rules(self, request: Request, systeme: str = "") -> Response:
        found = all_systems().get(systeme)
        heading = f"Les règles : {found.title}" if found else "Les règles de toute table"
        return self.page(
            request,
            "regles.html",
            heading=heading,
            rules=screen.rules_of(systeme),
            system=found.name if found else None,
        )

    async def rule(self, request: Request, rule: str) -> Response:
        found = screen.rules().get(rule)
        if found is None:
            raise HTTPException(404, "Cette règle n’existe pas.")
        return self.page(request, "regles.html", heading=rule, rules=[found])


def _offer(view: Mapping[str, Any], key: str, command: str) -> dict[str, Any] | None:
    """The described offer that an answer is for, when it is still asked."""
    offers = (o for w in view["waitings"] if w["key"] == key for o in w["offers"])
    return next((o for o in offers if o["command"] == command), None)


def _refused(r: Refusal, key: str, command: str, offer: Mapping[str, Any] | None) -> dict[str, Any]:
    labels = {f["name"]: f["label"] for f in offer["fields"]} if offer else {}
    label = labels.get(r.field, "")
    why = f"{label}{screen.NBSP}: {r.why}" if label else r.why[:1].upper() + r.why[1:]
    placed = offer is not None and not r.stale and not offer["barred"] and not forms.is_long(offer)
    title = "La question a changé entre-temps" if r.stale else "La règle en décide autrement"
    return {
        "key": key,
        "command": command,
        "rule": r.rule,
        "why": why,
        "placed": placed,
        "title": title,
        "status": refusal_status(r),
    }


def _to_table(table: str) -> RedirectResponse:
    return RedirectResponse(f"/table/{table}", 303)


def _keep(request: Request, answer: Response, name: str, table: str, token: str) -> None:
    """A cookie for this table's pages only, out of scripts' reach."""
    answer.set_cookie(
        name,
        token,
        max_age=MONTH,
        path=f"/table/{table}",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="lax",
    )
