"""The editor of data packs: checked key by key as they are written, with the forms and the sheet they give (TAB-01).

Nothing is kept and no seat is needed, unless the text to begin with is a table's own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fastapi import HTTPException, Request
from fastapi.responses import JSONResponse, Response

from paravent.core.game import all_options
from paravent.core.packs import MAX_SOURCE, PackError
from paravent.core.sheet import as_json
from paravent.core.system import System
from paravent.core.toml_places import located
from paravent.table.packs import pack_schema, shipped_packs
from paravent.table.preview import Preview, preview
from paravent.web import screen
from paravent.web.bodies import NOT_TEXT, form_with_file, source_of
from paravent.web.desk import UNKNOWN
from paravent.web.opening import chosen_options, named, toml_file
from paravent.web.security import MOST_PACKED
from paravent.web.site import TOKEN, Routes, Site, router_of

PREVIEWED = 100_000
"""The longest pack that is shown, in characters; up to the longest there may be, it is checked all the same."""
CHECKED = 2
"""Packs checked at once, for everyone."""
IN_PLACE = "x-verdict"
"""The header of a request for the verdict alone, to be put in the page."""


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong, and the line where it shows, if it is known."""

    text: str
    line: int | None


class PackPages:
    """The editor of each system's packs, and their schema."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._checked = asyncio.Semaphore(CHECKED)
        gets: Routes = {"/paquets/{system}": self.editor, "/paquets/{system}/schema.json": self.schema}
        self.router = router_of(gets, {"/paquets/{system}": self.check})

    async def editor(self, request: Request, system: str, modele: str = "", table: str = "") -> Response:
        """A shipped pack to begin with, or that of a table one leads."""
        rules = named(system)
        options: dict[str, str] = {}
        if table:
            text, options = await self._of_table(request, rules, table)
            start = f"table-{table}"
        else:
            packs = shipped_packs(rules)
            found = next((p for p in packs if p.name == modele), None if modele else packs[0])
            if found is None:
                raise HTTPException(404, UNKNOWN)
            text, start = found.toml, found.name
        return await self._page(request, rules, text, start, options)

    async def _of_table(self, request: Request, rules: System[Any], table: str) -> tuple[str, dict[str, str]]:
        access, _ = await self._site.seat(request, table)
        self._site.desk.taking_away(access)
        text = await self._site.tables.pack(table, access.seat)
        if (await self._site.tables.glance(table, access.seat))["system"] != rules.name:
            raise HTTPException(404, UNKNOWN)
        return text, await self._site.tables.options(table, access.seat)

    async def check(self, request: Request, system: str) -> Response:
        """What is wrong with a pack, or what it gives; or the pack itself, to take away as it was written."""
        rules = named(system)
        async with form_with_file(request, longest=MOST_PACKED) as (form, sent):
            is_text = await source_of(form, sent)
        text, start, asked = (form.get(n, [""])[0] for n in ("paquet_texte", "depart", "geste"))
        if asked == "telecharger":
            return toml_file(text.replace("\r\n", "\n"), f"paquet-{rules.name}")
        options = chosen_options(rules, form)
        if not is_text:
            return await self._page(request, rules, text, start, options, file_error=NOT_TEXT)
        return await self._page(request, rules, text, start, options, posted=True)

    async def _page(
        self,
        request: Request,
        rules: System[Any],
        text: str,
        start: str,
        options: Mapping[str, str],
        *,
        posted: bool = False,
        file_error: str = "",
    ) -> Response:
        self._site.desk.checking(request)
        async with self._checked:
            problems, shown = await asyncio.to_thread(_verdict, rules, text, options)
        in_place = posted and bool(request.headers.get(IN_PLACE))
        return self._site.page(
            request,
            "paquet_verdict.html" if in_place else "paquet.html",
            422 if file_error or (posted and problems) else 200,
            system=rules.name,
            title=rules.title,
            packs=shipped_packs(rules),
            has_schema=pack_schema(rules) is not None,
            longest=MAX_SOURCE,
            options=all_options(rules),
            values={f"option.{name}": chosen for name, chosen in options.items()},
            text=text,
            start=start if TOKEN.fullmatch(start) else "",
            file_error=file_error,
            problems=problems,
            steps=_steps(rules, shown) if shown else [],
            sheet=as_json(shown.sheet) if shown and shown.sheet else None,
            why_no_sheet=shown.why if shown else "",
        )

    async def schema(self, request: Request, system: str) -> Response:
        """The JSON Schema of a system's packs, for editors."""
        found = pack_schema(named(system))
        if found is None:
            raise HTTPException(404, "Les paquets de ce système n’ont pas de schéma.")
        return JSONResponse(found, media_type="application/schema+json")


def _verdict(
    rules: System[Any], text: str, options: Mapping[str, str]
) -> tuple[list[Problem], Preview | None]:
    """The problems of a pack, else what it gives with these options, those that are none left out; neither for one too
    long to be shown.
    """
    known = {o.name: {value for value, _ in o.choices} for o in all_options(rules)}
    try:
        content = rules.read_pack(text)
    except PackError as error:
        return [Problem(*found) for found in located(error.problems, text)], None
    kept = {name: chosen for name, chosen in options.items() if chosen in known.get(name, ())}
    return [], preview(rules, content, kept) if len(text) <= PREVIEWED else None


def _steps(rules: System[Any], shown: Preview) -> list[dict[str, Any]]:
    return [
        {"prompt": s.waiting["prompt"], "offers": screen.tried(s.waiting, rules.name, s.world)}
        for s in shown.steps
    ]
