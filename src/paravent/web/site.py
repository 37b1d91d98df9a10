"""What all pages share: the viewer's theme, errors, and the cookies that hold seats."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import segno
from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from markupsafe import Markup

from paravent.table.service import Access
from paravent.web.desk import UNKNOWN, Desk
from paravent.web.security import cookie, cookies
from paravent.web.templating import environment

MOST_LISTED = 24
"""Tables of one browser that a page looks at."""
MONTH = 30 * 24 * 3600
TOKEN = re.compile(r"[A-Za-z0-9_-]{1,64}")
SEAT, CLAIM, SEEN = "siege-", "demande-", "vu-"
"""Cookies, each followed by a table's id: the seat this browser holds there, its claim to one, the last line it saw."""


@lru_cache(maxsize=256)
def qr(address: str) -> Markup:
    """An address as a picture to scan."""
    return Markup(segno.make(address, error="m").svg_inline(scale=4, border=0, omitsize=True))  # noqa: S704


class Site:
    """The pages' common ground on one server."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.tables = desk.tables
        self.env = environment()

    def page(self, request: Request, name: str, status: int = 200, **context: Any) -> HTMLResponse:
        """A page in the viewer's theme."""
        theme = cookie(request.headers, "theme")
        return HTMLResponse(self.env.get_template(name).render(**{"theme": theme, **context}), status)

    def error(
        self, request: Request, status: int, text: str, rule: str = "", back: tuple[str, str] = ("", "")
    ) -> HTMLResponse:
        """An error says what happened and what to do next; `back`: an address and what it is called, home without."""
        titles = {404: "On ne trouve rien ici", 429: "Un instant", 503: "Le serveur n’en peut plus"}
        title = titles.get(status, "Ce n’est pas possible")
        told = {"title": title, "text": text, "rule": rule, "next_url": back[0], "next_label": back[1]}
        answer = self.page(request, "erreur.html", status, **told)
        if request.headers.get("hx-request"):
            # A fragment was awaited: the whole page is opened again instead, and says the same.
            answer.headers["HX-Refresh"] = "true"
        return answer

    async def seat(self, request: Request, table: str) -> tuple[Access, str]:
        """The seat this browser holds at a table, and its token; 404 without one."""
        token = cookie(request.headers, SEAT + table) if TOKEN.fullmatch(table) else ""
        if not token:
            raise HTTPException(404, UNKNOWN)
        return await self.desk.seat(request, table, token), token

    async def seats(self, request: Request) -> list[Access]:
        """Every seat this browser holds, one a table."""
        found = []
        for name, token in cookies(request.headers, SEAT)[:MOST_LISTED]:
            table = name.removeprefix(SEAT)
            access = await self.tables.access(token) if TOKEN.fullmatch(token) else None
            if access is not None and access.table == table and access.seat:
                found.append(access)
        return found


Routes = dict[str, Callable[..., Any]]


def router_of(gets: Routes, posts: Routes) -> APIRouter:
    """Pages by address: those to look at, and those that change something."""
    router = APIRouter(include_in_schema=False)
    for method, routes in (("GET", gets), ("POST", posts)):
        for path, route in routes.items():
            router.add_api_route(path, route, methods=[method], response_model=None)
    return router


def to_table(table: str) -> RedirectResponse:
    """Go and look at the table."""
    return RedirectResponse(f"/table/{table}", 303)


def keep(request: Request, answer: Response, name: str, value: str) -> None:
    """A cookie out of scripts' reach and of other sites' requests. The home page reads all seats: its path is all."""
    secure = request.url.scheme == "https"
    answer.set_cookie(name, value, max_age=MONTH, secure=secure, httponly=True, samesite="lax")


def forget(answer: Response, name: str) -> None:
    """Drop a cookie that `keep` made."""
    answer.delete_cookie(name, httponly=True, samesite="lax")
