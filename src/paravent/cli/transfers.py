"""`paravent exporter`, `importer`, `verifier` and `fiche`: tables as files."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from paravent.cli.bases import BASE, BASE_HELP, address_of, check, existing
from paravent.cli.complete import FILE
from paravent.cli.jsonfile import read_json
from paravent.cli.tables import links

if TYPE_CHECKING:
    from paravent.core.sheet import Sheet
    from paravent.core.values import Who
    from paravent.table.room import Room
    from paravent.table.service import Created, Tables

T = TypeVar("T")
NBSP = "\N{NO-BREAK SPACE}"


@click.command()
@click.argument("table", metavar="TABLE")
@click.option(
    "--sortie",
    default="-",
    metavar="FICHIER",
    type=FILE,
    help=f"Où écrire («{NBSP}-{NBSP}»{NBSP}: la sortie).",
    show_default=True,
)
@BASE
def exporter(table: str, sortie: str, base: str) -> None:
    """Écrit l’export complet de TABLE (son identifiant ou son nom), sans secret de hasard non révélé."""
    text = json.dumps(asyncio.run(_export(table, existing(base))), ensure_ascii=False)
    if sortie == "-":
        click.echo(text)
    else:
        Path(sortie).write_text(text + "\n", "utf-8")


@click.command()
@click.argument("fichier", metavar="FICHIER", type=FILE)
@BASE
def importer(fichier: str, base: str) -> None:
    """Ouvre la table de l’export FICHIER, telle quelle, avec des liens neufs."""
    created = asyncio.run(_import(read_json(fichier), base))
    click.echo(f"Table{NBSP}: {created.table}")
    for name, path in links(created):
        click.echo(f"{name}{NBSP}: {path}")


@click.command()
@click.argument("export", metavar="[EXPORT]", default="", type=FILE)
@click.option(
    "--base", default="", metavar="BASE", type=FILE, help=f"Vérifie les journaux d’une base. {BASE_HELP}"
)
@click.pass_context
def verifier(ctx: click.Context, export: str, base: str) -> None:
    """Vérifie hors ligne la chaîne et chaque tirage d’EXPORT, ou la chaîne de chaque table d’une base."""
    from paravent.chance.verifier import main

    if bool(export) == bool(base):
        raise click.UsageError("il faut un EXPORT, ou --base")
    if base:
        asyncio.run(check(base))
    else:
        ctx.exit(main([export]))


@click.command()
@click.argument("table", metavar="TABLE")
@click.argument("personnage", metavar="PERSONNAGE")
@click.option(
    "--sortie", default="-", metavar="FICHIER", type=FILE, help="Où écrire le PDF.", show_default=True
)
@BASE
def fiche(table: str, personnage: str, sortie: str, base: str) -> None:
    """Met en PDF la fiche de PERSONNAGE (son nom) de TABLE : un export (fichier .json) ou une table de la base."""
    from paravent.sheets.pdf import to_pdf

    pdf = to_pdf(asyncio.run(_sheet(table, personnage, base)))
    if sortie != "-":
        Path(sortie).write_bytes(pdf)
    elif sys.stdout.isatty():
        raise click.UsageError("un PDF ne se lit pas dans un terminal : donnez --sortie FICHIER")
    else:
        sys.stdout.buffer.write(pdf)


@asynccontextmanager
async def opened(base: str | Path) -> AsyncIterator[Tables]:
    """The tables of a base; what the store or the rules refuse becomes a usage error."""
    from paravent.core.refusals import Refusal
    from paravent.store import open_store
    from paravent.store.port import StoreError
    from paravent.table.service import Tables

    try:
        tables = Tables(open_store(address_of(base)))
        try:
            yield tables
        finally:
            await tables.close()
    except (Refusal, StoreError) as error:
        raise click.UsageError(str(error)) from error


async def _export(name: str, base: str) -> dict[str, Any]:
    async with opened(base) as tables:
        room, leader = await led(tables, name)
        return await tables.export(room.id, leader)


async def _import(data: Any, base: str | Path) -> Created:
    async with opened(base) as tables:
        return await tables.import_(data)


async def room_named(tables: Tables, name: str) -> Room:
    """The one table numbered or called so; a usage error when there is none, or several."""
    ids = [row.id for row in await tables.every()]
    if name in ids:
        return await tables.room(name)
    rooms = [await tables.room(id) for id in ids]
    found = [r for r in rooms if r.now.core.name == name]
    if not found:
        raise click.UsageError(f"aucune table ne s’appelle «{NBSP}{name}{NBSP}»")
    return only(found, [r.id for r in found], f"plusieurs tables s’appellent «{NBSP}{name}{NBSP}»")


def only(found: Sequence[T], ids: Sequence[str], several: str) -> T:
    """The one of a name; a usage error that tells the identifiers when there are several."""
    if len(found) > 1:
        raise click.UsageError(f"{several}{NBSP}: donne l’identifiant ({', '.join(ids)})")
    return found[0]


async def led(tables: Tables, name: str) -> tuple[Room, Who]:
    """The table called or numbered so, and its first game master."""
    room = await room_named(tables, name)
    return room, room.now.core.game_masters[0]


async def _sheet(name: str, character: str, base: str) -> Sheet:
    """The sheet as the game masters read it."""
    from tempfile import TemporaryDirectory

    if not name.endswith(".json"):
        async with opened(existing(base)) as tables:
            return await _sheet_in(tables, name, character)
    with TemporaryDirectory(prefix="paravent-") as folder:
        async with opened(Path(folder, "export.sqlite")) as tables:
            created = await tables.import_(read_json(name))
            return await _sheet_in(tables, created.table, character)


async def _sheet_in(tables: Tables, name: str, character: str) -> Sheet:
    from paravent.core.cast import eyes_of

    room, leader = await led(tables, name)
    core = room.now.core
    actor = next((a.id for a in core.actors if character in (a.id, a.name)), None)
    sheet = None if actor is None else room.system.sheet(room.now.world, actor, eyes_of(core, leader))
    if sheet is None:
        raise click.UsageError(f"aucune fiche pour «{NBSP}{character}{NBSP}» à cette table")
    return sheet
