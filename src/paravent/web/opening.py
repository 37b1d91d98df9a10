"""« Créer une table » in full: the table's options (TAB-17) and the data pack it plays with (TAB-01)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid4

from fastapi import HTTPException, Request
from fastapi.responses import RedirectResponse, Response

from paravent.core.game import all_options
from paravent.core.packs import MAX_SOURCE, PackError
from paravent.core.refusals import Refusal
from paravent.core.system import System
from paravent.systems import all_systems
from paravent.table.packs import shipped_packs
from paravent.web.bodies import NOT_TEXT, form_with_file, source_of
from paravent.web.desk import UNKNOWN, refusal_status
from paravent.web.home_pages import led
from paravent.web.security import MOST_PACKED
from paravent.web.site import Routes, Site, router_of

TOML = "application/toml; charset=utf-8"
PLACES = {"nom": "nom", "meneuse": "pseudo", "systeme": "systeme"}
"""Which control each refused field of a new table is typed in."""


class OpeningPages:
    """The page of a new table, and the packs to begin with."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._tables = site.tables
        gets: Routes = {
            "/creer/{system}": self.new,
            "/paquets/{system}/{name}.toml": self.shipped,
            "/table/{table}/paquet.toml": self.pack,
        }
        posts: Routes = {"/creer": self.chosen, "/creer/{system}": self.create}
        self.router = router_of(gets, posts)

    async def chosen(self, request: Request) -> Response:
        """From the home page or the editor of packs, with what was typed there: the whole form of the system chosen."""
        async with form_with_file(request, longest=MOST_PACKED) as (form, sent):
            is_text = await source_of(form, sent)
        found = all_systems().get(form.get("systeme", [""])[0])
        if found is None:
            return RedirectResponse("/#creer", 303)
        return (
            self._form(request, found, form)
            if is_text
            else self._form(request, found, form, 422, {"fichier": NOT_TEXT})
        )

    async def new(self, request: Request, system: str) -> Response:
        return self._form(request, named(system), {})

    def _form(
        self,
        request: Request,
        system: System[Any],
        typed: Mapping[str, list[str]],
        status: int = 200,
        errors: Mapping[str, str] | None = None,
        problems: Sequence[str] = (),
    ) -> Response:
        values = {name: texts[0] for name, texts in typed.items() if texts}
        return self._site.page(
            request,
            "creer.html",
            status,
            system=system.name,
            title=system.title,
            summary=system.summary,
            options=all_options(system),
            packs=shipped_packs(system),
            longest=MAX_SOURCE,
            values=values,
            errors=errors or {},
            problems=problems,
            command_id=values.get("command_id") or uuid4().hex,
        )

    async def create(self, request: Request, system: str) -> Response:
        """A refused form comes back as it was typed; the text of a file is then in the text's own field."""
        rules = named(system)
        async with form_with_file(request, longest=MOST_PACKED) as (form, sent):
            is_text = await source_of(form, sent)
        if not is_text:
            return self._form(request, rules, form, 422, {"fichier": NOT_TEXT})
        name, who, id, own = (form.get(n, [""])[0] for n in ("nom", "pseudo", "command_id", "paquet_texte"))
        pack = own if own.strip() else form.get("paquet", [""])[0]
        options = chosen_options(rules, form)
        self._site.desk.opening(request)
        try:
            made = await self._tables.create(
                system, name, who, options=options, pack=pack, command_id=id or uuid4().hex
            )
        except PackError as error:
            return self._form(request, rules, form, 422, problems=error.problems)
        except Refusal as r:
            place = PLACES.get(r.field, f"option.{r.field}")
            return self._form(request, rules, form, refusal_status(r), {place: r.why})
        return led(request, made)

    async def shipped(self, request: Request, system: str, name: str) -> Response:
        """A pack that comes with a system, to begin one's own from."""
        found = next((p for p in shipped_packs(named(system)) if p.name == name), None)
        if found is None:
            raise HTTPException(404, UNKNOWN)
        return toml_file(found.toml, name)

    async def pack(self, request: Request, table: str) -> Response:
        """The pack of a table, for whoever leads it."""
        access, _ = await self._site.seat(request, table)
        self._site.desk.taking_away(access)
        return toml_file(await self._tables.pack(table, access.seat), f"paquet-{table}")


def named(system: str) -> System[Any]:
    """The system of an address; 404 when there is none."""
    found = all_systems().get(system)
    if found is None:
        raise HTTPException(404, "Ce système n’est pas ici.")
    return found


def chosen_options(system: System[Any], form: Mapping[str, list[str]]) -> dict[str, str]:
    """The options of a form that differ from the usual ones, as they were sent."""
    return {
        o.name: chosen
        for o in all_options(system)
        if (chosen := form.get(f"option.{o.name}", [""])[0]) not in ("", o.default)
    }


def toml_file(text: str, name: str) -> Response:
    """A text to take away as `name`.toml."""
    return Response(
        text, media_type=TOML, headers={"Content-Disposition": f'attachment; filename="{name}.toml"'}
    )
