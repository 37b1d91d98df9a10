"""Exact odds for whoever tunes rules: a question as a form, its answer in tables and a chart, all in the address."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

from fastapi import HTTPException, Request
from fastapi.responses import HTMLResponse, Response
from markupsafe import Markup

from paravent.core import answers, spreadsheets
from paravent.core.answers import NoMeasure, Results
from paravent.core.asking import NBSP
from paravent.core.charts import STYLE
from paravent.core.drawings import NoChart
from paravent.systems import all_systems
from paravent.web.odds_asked import LABELS, MOST_VARIANTS, Asked, answered, asked, chart, naming_of, told
from paravent.web.site import Routes, Site, router_of

T = TypeVar("T")
ANSWERED = 1
"""Questions answered at once, for everyone: the others wait for their turn."""
LONGEST_ADDRESS = 8_000


class OddsPages:
    """The page of odds, its drawing and its numbers to take away."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._turn = asyncio.Semaphore(ANSWERED)
        files = {"/cotes.csv": self._or_back(self.csv), "/cotes.svg": self._or_back(self.svg)}
        gets: Routes = {"/cotes": self._or_back(self.page), **files}
        self.router = router_of(gets, {})

    def _or_back(
        self, page: Callable[[Request], Awaitable[Response]]
    ) -> Callable[[Request], Awaitable[Response]]:
        """The page, or why there is none and the way back to the question as it was typed, or to all of them."""

        async def answer(request: Request) -> Response:
            try:
                return await page(request)
            except HTTPException as error:
                back = ("/cotes", "Voir toutes les questions")
                if error.status_code in (422, 429):
                    back = (f"/cotes?{request.url.query}", "Revenir à la question")
                refused = self._site.error(request, error.status_code, str(error.detail), back=back)
                refused.headers.update(error.headers or {})
                return refused

        return answer

    async def page(self, request: Request) -> Response:
        """A question and its answer; the questions there are, where none is asked."""
        able = [s for s in all_systems().values() if s.asking and s.vectors]
        name = request.query_params.get("systeme", "")
        if not name:
            return self._site.page(request, "cotes.html", systems=able, asked=None)
        in_place = request.headers.get("hx-request") == "true"
        try:
            a = self._asked(request)
        except HTTPException as error:
            if not in_place:
                raise
            # What was typed stays where it is.
            return self._part(error.status_code, {"why": error.detail}, error.headers)
        context = {
            "systems": able,
            "asked": a,
            "variants": MOST_VARIANTS,
            "labels": LABELS,
            **await self._answer(request, a),
        }
        return self._part(200, context) if in_place else self._site.page(request, "cotes.html", **context)

    def _part(
        self, status: int, context: Mapping[str, Any], headers: Mapping[str, str] | None = None
    ) -> Response:
        part = self._site.env.get_template("cotes_reponse.html").render(context)
        return HTMLResponse(part, status, headers)

    async def csv(self, request: Request) -> Response:
        """Every number of the answers, exact and rounded, for a spreadsheet in French."""
        a = self._asked(request)
        results = await self._results(request, a)
        text = await self._beside(lambda: spreadsheets.as_french_csv(results, naming_of(a, results)))
        return _file(text, "text/csv; charset=utf-8", f"cotes-{a.calcul}.csv")

    async def svg(self, request: Request) -> Response:
        """The answers as a drawing that stands alone."""
        a = self._asked(request)
        results = await self._results(request, a)
        try:
            drawn = await self._beside(lambda: chart(a, results))
        except NoChart as error:
            raise HTTPException(422, error.text) from error
        except NoMeasure as error:
            raise HTTPException(422, _no_measure(a, error)) from error
        return _file(drawn, "image/svg+xml", f"cotes-{a.calcul}.svg")

    def _asked(self, request: Request) -> Asked:
        """What the address asks; 404 for no question, 429 for whoever asks too many."""
        if len(request.url.query) > LONGEST_ADDRESS:
            raise HTTPException(
                414, f"Cette question est trop longue{NBSP}: {LONGEST_ADDRESS} signes au plus."
            )
        self._site.desk.wondering(request)
        query = request.query_params
        found = all_systems().get(query.get("systeme", ""))
        if found is None or not found.asking or found.vectors is None:
            raise HTTPException(404, UNKNOWN_GAME)
        calcul = query.get("calcul", "") or next(iter(found.asking))
        if calcul not in found.asking:
            raise HTTPException(404, UNKNOWN_QUESTION)
        return asked(found, calcul, {name: query.getlist(name) for name in query})

    async def _beside(self, work: Callable[[], T]) -> T:
        """Beside the loop, in turn."""
        async with self._turn:
            return await asyncio.to_thread(work)

    async def _results(self, request: Request, a: Asked) -> Results:
        results = await self._beside(lambda: answered(a))
        if results is None:
            raise HTTPException(422, " ".join(a.refusals))
        return results

    async def _answer(self, request: Request, a: Asked) -> dict[str, Any]:
        """The answer for the page: found, or why there is none."""

        def work() -> dict[str, Any]:
            results = answered(a)
            if results is None:
                return {"told": None}
            try:
                found = told(a, results)
            except NoMeasure as error:
                a.wrong["mesure"] = error.text
                return {"told": None}
            pasted = {
                "markdown": "\n".join(map(answers.markdown, found.grids)),
                "bbcode": "\n".join(map(answers.bbcode, found.grids)),
            }
            return {"told": found, "drawn": _in_page(found.chart), **pasted}

        address = f"{request.base_url}cotes?{a.query}"
        return {"address": address, **await self._beside(work)}


UNKNOWN_GAME = "Aucun jeu de ce nom ne se calcule ici."
UNKNOWN_QUESTION = "Ce jeu ne sait pas répondre à cette question."


def _no_measure(a: Asked, error: NoMeasure) -> str:
    a.wrong["mesure"] = error.text
    return " ".join(a.refusals)


def _in_page(drawn: str) -> Markup:
    """A chart without its own colours: the page has them, in both themes."""
    return Markup(drawn.replace(f"<style>{STYLE}</style>", ""))  # noqa: S704  # written with escaping


def _file(text: str, kind: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type=kind, headers=headers)
