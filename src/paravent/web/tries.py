"""An answer read and told about: the offer that a form is for, the chances it would bring, why it was refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import HTTPException
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from paravent.core.refusals import Refusal
from paravent.core.system import SUPPOSE
from paravent.table.service import Access
from paravent.web import forms, screen
from paravent.web.desk import refusal_status
from paravent.web.site import Site

NBSP = screen.NBSP
HIDDEN = "Les chances sont cachées."
GONE = "Cette question n’est plus posée\N{NO-BREAK SPACE}: la table a bougé."


class Tries:
    """The chances of throws that are not called for yet, or that are only supposed otherwise."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._tables = site.tables

    async def part(self, access: Access, form: forms.Posted) -> HTMLResponse:
        """The chances as a form in its page stands. Too many at once are told there too: the form is not lost."""
        try:
            return HTMLResponse(await self.told(access, form))
        except HTTPException as e:
            return HTMLResponse(self._render([_nothing(e.detail)]), e.status_code, e.headers)

    async def told(self, access: Access, form: forms.Posted) -> Markup:
        """The chances as a form stands, in words and in a table; 429 for a seat that looks at too many."""
        self._site.desk.trying(access)
        key, command = (form.get(n, [""])[0] for n in ("key", "command"))
        asked = await self._tables.asked(access.table, access.seat, key)
        offer = _supposed(asked) if command == SUPPOSE else offer_of(asked, command, form)
        if asked is not None and await self._tables.odds_hidden(access.table, access.seat):
            return self._render([_nothing(HIDDEN)])
        if offer is None:
            return self._render([_nothing(GONE)])
        ways = forms.each_choice(offer, form)
        return self._render(
            [await self._way(access, key, offer, {**form, **more}, name) for name, more in ways]
        )

    async def _way(
        self, access: Access, key: str, offer: Mapping[str, Any], form: forms.Posted, name: str
    ) -> dict[str, Any]:
        """What one way to fill a form in leads to."""
        command = offer["command"]
        if left := [f["label"] for f in offer["fields"] if forms.unchosen(f, form)]:
            return {**_nothing(f"À choisir encore{NBSP}: {', '.join(left)}."), "name": name}
        try:
            fields = forms.read_fields(offer, form)
            odds = await self._tables.tried(access.table, access.seat, key, command, fields)
        except Refusal as r:
            return {**_nothing(refused_of(r, key, command, offer)["why"]), "name": name}
        return {"name": name, "odds": odds, "why": ""}

    def _render(self, tried: list[dict[str, Any]]) -> Markup:
        told = self._site.env.get_template("essai.html").render(tried=tried, hidden=HIDDEN)
        return Markup(told)  # noqa: S704  # rendered with escaping


def _nothing(why: str) -> dict[str, Any]:
    return {"name": "", "odds": None, "why": why}


def _supposed(asked: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """What may be supposed otherwise of a question's throw, as a described offer."""
    return asked["odds"]["supposes"] if asked and asked["odds"] else None


def offer_of(asked: Mapping[str, Any] | None, command: str, form: forms.Posted) -> Any:
    """The described offer that an answer is for, when its question is still asked."""
    return forms.meant(asked["offers"], command, form) if asked else None


def refused_of(r: Refusal, key: str, command: str, offer: Mapping[str, Any] | None) -> dict[str, Any]:
    """A refusal as a page tells it, beside the question it is about when that can be answered again."""
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
