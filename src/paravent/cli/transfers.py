"""`paravent exporter`, `importer`, `verifier` and `fiche`: tables as files."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import click

from paravent.cli.jsonfile import read_json

NBSP = "\N{NO-BREAK SPACE}"
BASE = click.option("--base", default="paravent.sqlite", show_default=True, help="Fichier des tables.")


@click.command()
@click.argument("table", metavar="TABLE")
@click.option(
    "--sortie",
    default="-",
    metavar="FICHIER",
    help=f"Où écrire («{NBSP}-{NBSP}»{NBSP}: la sortie).",
    show_default=True,
)
@BASE
def exporter(table: str, sortie: str, base: str) -> None:
    """Écrit l’export complet de TABLE (son identifiant ou son nom), sans secret de hasard non révélé."""
    text = json.dumps(asyncio.run(_export(table, _existing(base))), ensure_ascii=False)
    if sortie == "-":
        click.echo(text)
    else:
        Path(sortie).write_text(text + "\n", "utf-8")


@click.command()
@click.argument("fichier", metavar="FICHIER")
@click.option("--meneuse", default="Meneuse", show_default=True, help="Nom de qui mènera la table.")
@BASE
def importer(fichier: str, meneuse: str, base: str) -> None:
    """Ouvre une table neuve à partir de l’export FICHIER et donne son lien de meneuse."""
    created = asyncio.run(_import(read_json(fichier), meneuse, base))
    click.echo(f"Table {created.table}")
    click.echo(f"Lien de la meneuse ou du MJ{NBSP}: /lien/{created.game_master}")
    click.echo(f"Lien d’invitation{NBSP}: /lien/{created.invitation}")


@click.command()
@click.argument("export", metavar="EXPORT")
@click.pass_context
def verifier(ctx: click.Context, export: str) -> None:
    """Vérifie hors ligne la chaîne et chaque tirage d’EXPORT."""
    from paravent.chance.verifier import main

    ctx.exit(main([export]))


@click.command()
@click.argument("table", metavar="TABLE")
@click.argument("personnage", metavar="PERSONNAGE")
@click.option("--sortie", default="-", metavar="FICHIER", help="Où écrire le PDF.", show_default=True)
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


def _existing(base: str) -> str:
    if not Path(base).exists():
        raise click.UsageError(f"{base}{NBSP}: cette base n’existe pas")
    return base


def _tables(base: str) -> Any:
    from paravent.store import open_store
    from paravent.table.service import Tables

    return Tables(open_store(f"sqlite:///{base}"))


async def _export(name: str, base: str) -> dict[str, Any]:
    tables = _tables(base)
    try:
        table, seat = await _led(tables, name)
        data: dict[str, Any] = await tables.export(table, seat)
        return data
    finally:
        await tables.close()


async def _import(data: Any, game_master: str, base: str) -> Any:
    tables = _tables(base)
    try:
        return await tables.import_(data, game_master)
    except (ValueError, KeyError, TypeError) as error:
        raise click.UsageError(f"ce n’est pas un export lisible ({error})") from error
    finally:
        await tables.close()


async def _led(tables: Any, name: str) -> tuple[str, str]:
    """The table called or numbered so, and its first game master."""
    for row in await tables.every():
        if name in (row.table, row.name):
            return row.table, await tables.game_master(row.table)
    raise click.UsageError(f"aucune table ne s’appelle «{NBSP}{name}{NBSP}»")


async def _sheet(name: str, character: str, base: str) -> Any:
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(prefix="paravent-") as folder:
        if not name.endswith(".json"):
            return await _sheet_of(_tables(_existing(base)), name, character)
        tables = _tables(str(Path(folder, "export.sqlite")))
        created = await tables.import_(read_json(name), "fiche")
        return await _sheet_of(tables, created.table, character)


async def _sheet_of(tables: Any, name: str, character: str) -> Any:
    try:
        table, seat = await _led(tables, name)
        view = await tables.view(table, seat)
        actor = next((a["id"] for a in view["actors"] if character in (a["id"], a["name"])), None)
        if actor is None:
            raise click.UsageError(f"aucun personnage ne s’appelle «{NBSP}{character}{NBSP}»")
        return await tables.sheet(table, seat, actor)
    finally:
        await tables.close()
