"""`paravent recap`: a scene to paste on a forum, from a link, an export or the file of the tables."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from paravent.cli.bases import BASE, existing
from paravent.cli.jsonfile import read_json
from paravent.cli.terminal.plain import clean
from paravent.cli.transfers import led, opened

if TYPE_CHECKING:
    from paravent.table.recap import Told

NBSP = "\N{NO-BREAK SPACE}"
FORMS = ("bbcode", "markdown", "texte")
"""`table.recap.FORMATS`, known here without importing it: help is immediate."""


@click.command()
@click.argument("source", metavar="[SOURCE]", default="")
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMS),
    default=FORMS[0],
    show_default=True,
    help="La forme du texte.",
)
@click.option(
    "--partie", metavar="PARTIE", default="", help=f"Quelle partie (par défaut{NBSP}: la dernière)."
)
@click.option("--parties", is_flag=True, help="Liste les parties au lieu d’en raconter une.")
@click.option(
    "--vue",
    type=click.Choice(("table", "moi")),
    default="table",
    show_default=True,
    help="Ce que toute la table voit, ou ce que voit le siège, secrets compris.",
)
@BASE
def recap(source: str, form: str, partie: str, parties: bool, vue: str, base: str) -> None:
    """Raconte une scène en BBCode, en Markdown ou en texte simple.

    SOURCE est le lien d’un siège (demandé s’il manque, ce qui le garde hors de l’historique du terminal), l’export
    complet d’une table (fichier .json), ou une table de la base, par son identifiant ou son nom.
    """
    source = source or str(click.prompt(f"Ton lien{NBSP}", prompt_suffix=": "))
    public = vue == "table"
    if source.startswith(("http://", "https://")):
        told = asyncio.run(_far(source, partie, form, public))
    else:
        told = asyncio.run(_near(source, base, partie, form, public))
    if partie and told.part != partie:
        raise click.UsageError(f"«{NBSP}{partie}{NBSP}» n’est pas une partie{NBSP}: --parties les liste")
    if parties:
        for id, name in told.choices:
            click.echo(f"{clean(id) or '(par défaut)'}\t{clean(name)}")
    elif told.text:
        click.echo(clean(told.text, lines=True), nl=False)
    else:
        raise click.UsageError("rien n’est encore arrivé à cette table")


async def _near(source: str, base: str, part: str, form: str, public: bool) -> Told:
    """From a file of this machine, as its first game master."""
    from tempfile import TemporaryDirectory

    if not source.endswith(".json"):
        async with opened(existing(base)) as tables:
            room, leader = await led(tables, source)
            return await tables.recap(room.id, leader, part, form, public=public)
    with TemporaryDirectory(prefix="paravent-") as folder:
        async with opened(Path(folder, "export.sqlite")) as tables:
            created = await tables.import_(read_json(source))
            room, leader = await led(tables, created.table)
            return await tables.recap(room.id, leader, part, form, public=public)


async def _far(link: str, part: str, form: str, public: bool) -> Told:
    """From a server, as the seat of the link."""
    import httpx

    from paravent.cli.terminal import posts
    from paravent.core.refusals import Refusal
    from paravent.table.recap import Told

    try:
        server, token = posts.address(link)
        async with httpx.AsyncClient(base_url=server, timeout=posts.ANSWER) as client:
            access = await posts.opened(client, token)
            if not access["seat"]:
                raise click.UsageError("ce lien est une invitation, pas celui d’un siège")
            sight = "table" if public else "own"
            found: dict[str, Any] = await posts.Far(client, access["table"], token).recap(part, form, sight)
    except (ValueError, Refusal, posts.Failed, posts.Gone) as error:
        raise click.UsageError(str(error)) from error
    except posts.Lost as error:
        raise click.UsageError("ce serveur ne répond pas") from error
    choices = [(c["id"], c["name"]) for c in found["choices"]]
    return Told(found["text"], found["part"], found["form"], choices)
