"""The web application: pages, the JSON API and static files, behind one guard."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.routing import Match

from paravent.core.packs import PackError
from paravent.core.refusals import Refusal
from paravent.store.port import StoreError, UnknownTable
from paravent.table.service import Tables
from paravent.web.api import Api
from paravent.web.bodies import MALFORMED
from paravent.web.desk import UNKNOWN, Desk, refusal_status
from paravent.web.home_pages import HomePages, ReadyMade
from paravent.web.odds_pages import OddsPages
from paravent.web.opening import OpeningPages
from paravent.web.pack_pages import PackPages
from paravent.web.pages import Pages
from paravent.web.post_pages import PostPages
from paravent.web.seat_pages import SeatPages
from paravent.web.security import Guard
from paravent.web.site import Site
from paravent.web.system_pages import SystemPages

STATIC = Path(__file__).parent / "static"
FRENCH = {404: "On ne trouve rien à cette adresse.", 405: "Cette adresse n’accepte pas cette demande."}
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
BROKEN = "Quelque chose s’est cassé de notre côté. Rien n’a été perdu : recharge la page, puis recommence."


def create_app(tables: Tables, *, hosts: tuple[str, ...], ready_made: Sequence[ReadyMade] = ()) -> FastAPI:
    """The server of `tables`, for requests that name one of `hosts` (without their port); `ready_made` ones are offered
    on the home page."""
    app = FastAPI(title="Paravent", docs_url=None, redoc_url=None, openapi_url=None)
    desk = Desk(tables)
    app.state.places = desk.places
    site = Site(desk)
    for router in (
        HomePages(site, ready_made).router,
        OpeningPages(site).router,
        PackPages(site).router,
        OddsPages(site).router,
        SeatPages(site).router,
        PostPages(site).router,
        Pages(site).router,
        SystemPages(site).router,
    ):
        app.include_router(router)
    app.include_router(Api(desk).router)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    app.add_middleware(Guard, hosts=hosts)

    def told(request: Request, status: int, why: str, rule: str = "", field: str = "") -> Response:
        if request.url.path.startswith("/api/"):
            return JSONResponse({"rule": rule, "why": why, "field": field}, status)
        return site.error(request, status, why[:1].upper() + why[1:], rule)

    async def refused(request: Request, error: Exception) -> Response:
        assert isinstance(error, Refusal)
        return told(request, refusal_status(error), error.why, error.rule, error.field)

    async def failed(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        untold = error.detail == HTTPStatus(error.status_code).phrase
        why = FRENCH.get(error.status_code, MALFORMED) if untold else error.detail
        answer = told(request, error.status_code, why)
        answer.headers.update(error.headers or {})
        if error.status_code == 405:
            answer.headers["Allow"] = ", ".join(allowed(request))
        return answer

    def allowed(request: Request) -> list[str]:
        """What this address accepts, over all routes: the one that refuses knows only its own methods."""
        return [
            m
            for m in METHODS
            if any(r.matches({**request.scope, "method": m})[0] is Match.FULL for r in app.routes)
        ]

    async def unknown(request: Request, error: Exception) -> Response:
        return told(request, 404, UNKNOWN)

    async def malformed(request: Request, error: Exception) -> Response:
        return told(request, 422, MALFORMED)

    async def broken(request: Request, error: Exception) -> Response:
        return told(request, 500, BROKEN)

    async def unwritten(request: Request, error: Exception) -> Response:
        return told(request, 503, str(error))

    app.add_exception_handler(Refusal, refused)
    app.add_exception_handler(HTTPException, failed)
    app.add_exception_handler(UnknownTable, unknown)
    app.add_exception_handler(RequestValidationError, malformed)
    app.add_exception_handler(PackError, malformed)
    app.add_exception_handler(StoreError, unwritten)
    app.add_exception_handler(Exception, broken)
    return app
