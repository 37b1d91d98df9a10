"""The table's own pages. Everything works without a script; htmx only makes it live."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from fastapi import HTTPException, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from markupsafe import Markup

from paravent.core.refusals import Refusal
from paravent.core.system import SUPPOSE
from paravent.sheets.pdf import SheetError, to_pdf
from paravent.systems import all_systems
from paravent.table import rulebooks
from paravent.table.service import Access
from paravent.web import away, forms, marks, screen
from paravent.web.bodies import form_of
from paravent.web.marks import Followed
from paravent.web.security import cookie
from paravent.web.site import CLAIM, SEAT, SEEN, Routes, Site, forget, router_of, to_table
from paravent.web.stream import Stream, views
from paravent.web.system_pages import is_page
from paravent.web.tries import HIDDEN, Tries, offer_of, refused_of

YEAR = 365 * 24 * 3600
BACK = ("liens", "preuve", "courrier")
"""Pages of a table that an answer given there comes back to."""
NO_SHEET = "Cette fiche n’existe pas, ou n’est pas à lire."
PROVEN = {
    "commitment": "Empreinte du secret",
    "sealed_commitment": "Empreinte du secret scellé",
    "print": "Empreinte d’une part",
    "share": "Part révélée",
    "secret": "Secret révélé",
}


class Pages:
    """A table as its people see it, what they take away from it, and the rules."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._desk = site.desk
        self._tables = site.tables
        self._tries = Tries(site)
        gets: Routes = {
            "/table/{table}": self.table,
            "/table/{table}/flux": self.stream,
            "/table/{table}/geste": self.question,
            "/table/{table}/bureau/{part}": self.part,
            "/table/{table}/journal": self.journal,
            "/table/{table}/fiche/{actor}.pdf": self.sheet,
            "/table/{table}/fiche/{actor}": self.reading,
            "/table/{table}/preuve": self.proof,
            "/table/{table}/export.json": self.export,
            "/systemes.css": self.accents,
            "/regles": self.rules,
            "/regles/{rule}": self.rule,
        }
        posts: Routes = {
            "/table/{table}/geste": self.answer,
            "/table/{table}/essai": self.tried,
            "/table/{table}/vu": self.seen,
        }
        self.router = router_of(gets, posts)

    # The table

    def _fragment(self, shown: Mapping[str, Any], refused: Mapping[str, Any] | None = None) -> str:
        """The whole view, arranged, as the page holds it under `#vue`."""
        return self._site.env.get_template("vue.html").render({**shown, "refused": refused})

    async def _shown(self, access: Access) -> dict[str, Any]:
        """The seat's view as the table stands, arranged."""
        return await self._tables.drawn(access.table, access.seat, screen.arrange)

    async def table(self, request: Request, table: str) -> Response:
        if cookie(request.headers, CLAIM + table) and not cookie(request.headers, SEAT + table):
            return RedirectResponse(f"/table/{table}/attente", 303)
        access, _ = await self._site.seat(request, table)
        shown = await self._shown(access)
        view = shown["view"]
        seen = away.seen_of(cookie(request.headers, SEEN + table))
        absence = away.missed(view, seen, time.time_ns() // 1_000_000)
        answer = self._site.page(request, "table.html", absence=absence, **shown, refused=None)
        if absence is None:
            _mark(request, answer, view)
        return answer

    async def seen(self, request: Request, table: str) -> Response:
        """What happened in one's absence has been read."""
        access, _ = await self._site.seat(request, table)
        page = (await form_of(request)).get("retour", [""])[0]
        view = await self._tables.view(table, access.seat)
        answer = _back(table, view["table"]["system"], page)
        _mark(request, answer, view)
        return answer

    async def stream(self, request: Request, table: str) -> Response:
        """The seat's view at each change. A page that comes back gives the mark (`vu`) of the view it shows."""
        access, token = await self._site.seat(request, table)
        self._desk.streaming(access)
        gone = self._site.env.get_template("parti.html").render()

        mark = marks.read(request.query_params.get("vu", ""))
        page = Followed(self._tables, access, mark, lambda: self._shown(access), self._fragment)
        written = views(
            self._tables,
            token,
            access,
            page.fresh,
            gone,
            places=self._desk.places,
            back=mark is not None,
        )
        return Stream(written)

    async def question(self, request: Request, table: str) -> Response:
        """One offer on a page of its own, or its form alone for a page that shows it in place."""
        access, _ = await self._site.seat(request, table)
        view = await self._tables.view(table, access.seat)
        key, command = (request.query_params.get(n, "") for n in ("question", "commande"))
        if not _in_place(request):
            back = request.query_params.get("retour", "")
            which = request.query_params.get("offre", "")
            return self._question(request, view, key, command, given={"retour": [back]}, which=which)
        shown = screen.arrange(view)
        w, o = _shown(shown, key, command, request.query_params.get("offre", "")) or (None, None)
        return self._part("offre.html", {**shown, "w": w, "o": o})

    async def part(self, request: Request, table: str, part: str) -> Response:
        """Offers that the table's page folds together."""
        access, _ = await self._site.seat(request, table)
        shown = screen.arrange(await self._tables.view(table, access.seat))
        context = {**shown, "part": screen.part_of(shown, part)}
        if _in_place(request):
            return self._part("section.html", context)
        return self._site.page(request, "bureau.html", **context) if context["part"] else to_table(table)

    async def reading(self, request: Request, table: str, actor: str) -> Response:
        """A sheet that this seat may read, as its system lays it out."""
        access, _ = await self._site.seat(request, table)
        view = await self._tables.view(table, access.seat)
        name = next((a["name"] for a in view["actors"] if a["id"] == actor and a["readable"]), None)
        if name is None:
            raise HTTPException(404, NO_SHEET)
        context = {**screen.arrange(view), "read": actor, "read_name": name}
        if _in_place(request):
            return self._part("feuille.html", context)
        return self._site.page(request, "lecture.html", **context)

    async def journal(self, request: Request, table: str) -> Response:
        """The journal, as far back as it is kept at hand."""
        access, _ = await self._site.seat(request, table)
        shown = screen.arrange(await self._tables.view(table, access.seat), lines=None)
        return self._site.page(request, "journal.html", **shown)

    def _part(self, name: str, context: Mapping[str, Any]) -> Response:
        return HTMLResponse(self._site.env.get_template(name).render(context))

    def _question(
        self,
        request: Request,
        view: Mapping[str, Any],
        key: str,
        command: str,
        refused: Mapping[str, Any] | None = None,
        given: Mapping[str, Any] | None = None,
        which: str = "",
        tried: Markup | None = None,
    ) -> Response:
        shown = screen.arrange(view)
        found = _shown(shown, key, command, which, given)
        system = view["table"]["system"]
        back = _known(system, (given or {}).get("retour", [""])[0])
        if found is None:
            return _back(view["table"]["id"], system, back)
        w, o = found
        context = {**shown, "w": w, "o": o, "given": given or {}, "refused": refused, "back": back}
        page = "supposition.html" if command == SUPPOSE else "geste.html"
        return self._site.page(request, page, refused["status"] if refused else 200, **context, tried=tried)

    async def answer(self, request: Request, table: str) -> Response:
        """An answer, by form. The seat's fresh view in return, or the refusal beside the question it is about."""
        access, token = await self._site.seat(request, table)
        form = await form_of(request)
        key, command, id = (form.get(n, [""])[0] for n in ("key", "command", "command_id"))
        live = _in_place(request)
        offer = offer_of(await self._tables.asked(table, access.seat, key), command, form)
        cards = offer is not None and any(f["cards"] for f in offer["fields"])
        faces = await self._tables.faces(table, access.seat) if cards else ()
        fields = forms.read_fields(offer, form, faces) if offer else {}
        refused: dict[str, Any] | None = None
        late: Mapping[str, str] = {}
        try:
            await self._desk.act(
                access, key, command, fields, id or forms.command_id(key, command, dict(form))
            )
        except Refusal as r:
            refused = refused_of(r, key, command, offer)
        except HTTPException as e:
            refused = {"key": "", "command": "", "rule": "", "why": e.detail, "placed": False}
            refused |= {"title": "Un instant", "status": e.status_code}
            late = e.headers or {}
        status = refused["status"] if refused else 200
        if await self._tables.access(token) is None:
            return _left(table, live=live)
        if live:
            return HTMLResponse(self._fragment(await self._shown(access), refused), status, late)
        view = await self._tables.view(table, access.seat)
        if refused is None:
            return _back(table, view["table"]["system"], form.get("retour", [""])[0])
        if offer and not offer["barred"] and status == 422:
            return self._question(request, view, key, command, refused, form)
        return self._site.page(request, "table.html", status, **_arranged(view, refused))

    async def tried(self, request: Request, table: str) -> Response:
        """The chances of a throw as its form stands, before it is sent, or were it otherwise."""
        access, _ = await self._site.seat(request, table)
        form = await form_of(request)
        if _in_place(request):
            return await self._tries.part(access, form)
        told = await self._tries.told(access, form)
        key, command = (form.get(n, [""])[0] for n in ("key", "command"))
        if command == SUPPOSE and await self._tables.odds_hidden(table, access.seat):
            # The form itself has nothing left to suppose.
            raise HTTPException(403, HIDDEN)
        view = await self._tables.view(table, access.seat)
        return self._question(request, view, key, command, given=form, tried=told)

    # Taking away, checking, reading

    async def export(self, request: Request, table: str) -> Response:
        access, _ = await self._site.seat(request, table)
        self._desk.taking_away(access)
        data = await self._tables.export(table, access.seat)
        name = f'attachment; filename="table-{table}.json"'
        return JSONResponse(data, headers={"Content-Disposition": name})

    async def sheet(self, request: Request, table: str, actor: str) -> Response:
        access, _ = await self._site.seat(request, table)
        found = await self._tables.sheet(table, access.seat, actor)
        if found is None:
            raise HTTPException(404, NO_SHEET)
        self._desk.taking_away(access)
        try:
            pdf = await asyncio.to_thread(to_pdf, found)
        except SheetError as e:
            raise HTTPException(422, str(e)) from e
        return Response(pdf, media_type="application/pdf")

    async def proof(self, request: Request, table: str) -> Response:
        access, _ = await self._site.seat(request, table)
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
        return self._site.page(request, "preuve.html", **context)

    async def accents(self, request: Request) -> Response:
        """Each system's own colours."""
        sheets = (files(s.package).joinpath("templates", "theme.css") for s in all_systems().values())
        css = "".join(sheet.read_text("utf-8") for sheet in sheets if sheet.is_file())
        return Response(css, media_type="text/css")

    async def rules(self, request: Request, systeme: str = "") -> Response:
        found = all_systems().get(systeme)
        heading = f"Les règles\N{NO-BREAK SPACE}: {found.title}" if found else "Les règles de toute table"
        return self._site.page(
            request,
            "regles.html",
            heading=heading,
            rules=rulebooks.rules_of(systeme),
            system=found.name if found else None,
        )

    async def rule(self, request: Request, rule: str) -> Response:
        found = rulebooks.rules().get(rule)
        if found is None:
            raise HTTPException(404, "Cette règle n’existe pas.")
        return self._site.page(request, "regles.html", heading=rule, rules=[found])


def _arranged(view: Mapping[str, Any], refused: Mapping[str, Any] | None = None) -> dict[str, Any]:
    return {**screen.arrange(view), "refused": refused}


def _in_place(request: Request) -> bool:
    """Whether a page asks for a part of itself."""
    return request.headers.get("hx-request") == "true"


def _shown(
    shown: Mapping[str, Any], key: str, command: str, which: str = "", form: forms.Posted | None = None
) -> tuple[Any, Any] | None:
    """The arranged question and offer that a page asks for, when they are still there.

    Among several of that command: the one of that name, or that a form was for.
    """
    for w in (*shown["now"], *shown["helped"], *shown["free"], *shown["standing"], *shown["shares"]):
        if w["key"] == key and command == SUPPOSE:
            return (w, w["suppose"]) if w["suppose"] else None
        if w["key"] == key:
            open_ones = [o for o in w["offers"] if not o["barred"]]
            named = [o for o in open_ones if which and o["which"] == which]
            if found := forms.meant(named or open_ones, command, form or {}):
                return w, found
    return None


def _known(system: str, page: str) -> str:
    return page if page in BACK or is_page(system, page) else ""


def _back(table: str, system: str, page: str) -> RedirectResponse:
    """To the page of the table that an answer was given from."""
    return RedirectResponse(f"/table/{table}/{page}", 303) if _known(system, page) else to_table(table)


def _left(table: str, *, live: bool) -> Response:
    """Home, without the seat that this very answer gave up."""
    answer = Response(headers={"HX-Redirect": "/"}) if live else RedirectResponse("/", 303)
    forget(answer, SEAT + table)
    return answer


def _mark(request: Request, answer: Response, view: Mapping[str, Any]) -> None:
    """Remember in this browser the last line it was shown; its script moves the mark on as lines arrive (seats.js)."""
    table = view["table"]["id"]
    answer.set_cookie(
        SEEN + table,
        str(away.last_line(view)),
        max_age=YEAR,
        path=f"/table/{table}",
        secure=request.url.scheme == "https",
        samesite="lax",
    )
