"""Playing by post: what awaits a person, their feed, and what they take to a forum."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from email.utils import format_datetime, parsedate_to_datetime
from typing import Any

from fastapi import Request
from fastapi.responses import RedirectResponse, Response

from paravent.core.french import listed
from paravent.core.refusals import Refusal
from paravent.store.port import UnknownTable
from paravent.table.courier import Awaited
from paravent.table.service import Access
from paravent.web import away
from paravent.web.bodies import form_of
from paravent.web.feed import MEDIA, Feed, feed
from paravent.web.security import cookie
from paravent.web.site import SEEN, Routes, Site, router_of

LINES = 40
"""News that a page tells at most; the journal holds the rest."""
NAMES = {"bbcode": "BBCode (la plupart des forums)", "markdown": "Markdown", "texte": "Texte simple"}


class PostPages:
    """What a table asks of people who come by once a day."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._desk = site.desk
        self._tables = site.tables
        gets: Routes = {
            "/courrier": self.everywhere,
            "/table/{table}/courrier": self.here,
            "/table/{table}/fil": self.feed_page,
            "/table/{table}/recapitulatif": self.recap,
            "/fil/{token}": self.feed,
        }
        self.router = router_of(gets, {"/table/{table}/fil": self.feed_changed})

    # What awaits me

    async def everywhere(self, request: Request) -> Response:
        """What awaits this browser's owner at all its tables, those that have waited longest first."""
        found = []
        for access in await self._site.seats(request):
            try:
                found.append(await self._told(access))
            except (Refusal, UnknownTable):
                continue
        found.sort(key=lambda t: (not t["asked"], t["asked"][0]["since"] if t["asked"] else -t["latest"]))
        return self._site.page(request, "courrier.html", tables=found)

    async def here(self, request: Request, table: str) -> Response:
        """What awaits one seat, and what happened since this browser last saw the table."""
        access, _ = await self._site.seat(request, table)
        seen = away.seen_of(cookie(request.headers, SEEN + table))
        told = await self._told(access, seen)
        return self._site.page(request, "courrier_place.html", t=told, system=told["system"])

    async def _told(self, access: Access, seen: int | None = None) -> dict[str, Any]:
        view = await self._tables.view(access.table, access.seat)
        awaited = await self._tables.awaiting(access.table, access.seat)
        news = away.news(view, seen or 0, drawn=True)
        me = view["me"]
        own = {me["name"], *(a["name"] for a in view["actors"] if a["mine"])}
        others = [n for n in view["awaited"] if n and n not in own]
        return {
            "id": access.table,
            "name": view["table"]["name"],
            "title": view["table"]["title"],
            "system": view["table"]["system"],
            "archived": view["table"]["archived"],
            "seat_name": me["name"],
            "asked": asked(view, awaited, time.time_ns() // 1_000_000),
            "others": listed(others) if others else "",
            "news": [_line(x) for x in news[-LINES:]],
            "more": len(news[:-LINES]),
            "since_last": seen is not None,
            "latest": news[-1]["at"] if news else 0,
        }

    # The feed

    async def feed(self, request: Request, token: str) -> Response:
        """A seat's feed, for readers that hold no cookie."""
        access = await self._desk.fed(request, token)
        view = await self._tables.view(access.table, access.seat)
        awaited = await self._tables.awaiting(access.table, access.seat)
        base = str(request.base_url)
        made = feed(view, awaited, base, f"{base}fil/{token}")
        headers = {"ETag": f'"{made.print}"'}
        # Of two changes in one second, a reader that only knows the date could miss the second one.
        if time.time() >= made.changed // 1000 + 1:
            headers["Last-Modified"] = format_datetime(_second(made.changed), usegmt=True)
        if _unchanged(request, made):
            return Response(status_code=304, headers=headers)
        return Response(made.body, media_type=MEDIA, headers=headers)

    async def feed_page(self, request: Request, table: str) -> Response:
        """The address of one's feed, to whoever holds the seat."""
        access, _ = await self._site.seat(request, table)
        glance = await self._tables.glance(table, access.seat)
        token = await self._tables.feed_of(table, access.seat)
        address = f"{request.base_url}fil/{token}" if token else ""
        return self._site.page(request, "fil.html", t=glance, system=glance["system"], address=address)

    async def feed_changed(self, request: Request, table: str) -> Response:
        """A new feed in place of the earlier one, or none any more."""
        access, _ = await self._site.seat(request, table)
        form = await form_of(request)
        self._desk.linking(access)
        if form.get("fil", [""])[0] == "retirer":
            await self._tables.drop_feed(table, access.seat)
        else:
            await self._tables.renew_feed(table, access.seat)
        return RedirectResponse(f"/table/{table}/fil", 303)

    # What is told elsewhere

    async def recap(
        self, request: Request, table: str, partie: str = "", forme: str = "bbcode", vue: str = "table"
    ) -> Response:
        """A scene to copy into a forum."""
        access, _ = await self._site.seat(request, table)
        view = await self._tables.view(table, access.seat)
        self._desk.taking_away(access)
        told = await self._tables.recap(table, access.seat, partie, forme, public=vue != "moi")
        shown = {"table": view["table"], "me": view["me"], "system": view["table"]["system"]}
        return self._site.page(
            request, "recapitulatif.html", **shown, told=told, public=vue != "moi", formats=NAMES
        )


def asked(view: Mapping[str, Any], awaited: Sequence[Awaited], now: int) -> list[dict[str, Any]]:
    """What awaits a seat as a page tells it, each question with the forms that answer it."""
    known = {w["key"]: w for w in view["waitings"]}
    mine = {a["id"] for a in view["actors"] if a["mine"]}
    out = []
    for a in awaited:
        if (w := known.get(a.key)) is None:
            continue
        offers = [o for o in w["offers"] if not o["barred"]]
        labels = {o["command"]: o["label"] for o in offers}
        out.append(
            {
                "key": a.key,
                "prompt": w["prompt"],
                # One's only character needs no name.
                "who": w["who_name"] if w["holder"] in mine and len(mine) > 1 else "",
                "rule": w["rule"],
                "holds": w["holds"],
                "offers": [{"command": c, "label": label} for c, label in labels.items()],
                "since": a.since,
                "iso": datetime.fromtimestamp(a.since / 1000, UTC).isoformat(timespec="seconds"),
                "when": away.when(a.since),
                "lasting": away.lasting(now - a.since),
            }
        )
    return out


def _line(x: Mapping[str, Any]) -> dict[str, str]:
    return {"text": x["text"], "when": away.when(x["at"])}


def _second(ms: int) -> datetime:
    return datetime.fromtimestamp(ms // 1000, UTC)


def _unchanged(request: Request, made: Feed) -> bool:
    """Whether the reader already holds this very feed (RFC 9110, 13.1)."""
    if (tags := request.headers.get("if-none-match")) is not None:
        return tags.strip() == "*" or f'"{made.print}"' in (
            t.strip().removeprefix("W/") for t in tags.split(",")
        )
    if (since := request.headers.get("if-modified-since")) is not None:
        try:
            held = parsedate_to_datetime(since)
        except (ValueError, OverflowError):
            return False
        return held.tzinfo is not None and held >= _second(made.changed)
    return False
