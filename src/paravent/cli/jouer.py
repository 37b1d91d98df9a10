"""`paravent jouer`: the table in a terminal, by a seat's link or on a local base."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

import click

from paravent.cli.bases import address_of, existing
from paravent.cli.complete import FILE, systems
from paravent.cli.new_table import NewTable, begun
from paravent.cli.transfers import only

if TYPE_CHECKING:
    from paravent.cli.terminal.screen import Screen
    from paravent.table.service import Tables

T = TypeVar("T")
NBSP = "\N{NO-BREAK SPACE}"
FAREWELL = f"À bientôt{NBSP}!"


@click.command()
@click.argument("lien", metavar="[LIEN]", default="")
@click.option(
    "--base",
    metavar="FICHIER",
    type=click.Path(dir_okay=False),
    help="Joue sur une base locale, à plusieurs devant le même clavier.",
)
@click.option(
    "--table", metavar="TABLE", default="", help="Table de la base, par son identifiant ou son nom."
)
@click.option(
    "--nouvelle",
    metavar="SYSTÈME",
    default="",
    shell_complete=systems,
    help="Ouvre une table neuve dans la base, créée au besoin.",
)
@click.option(
    "--paquet",
    metavar="FICHIER",
    default="",
    type=FILE,
    help="Avec --nouvelle : le paquet de données de la table, un fichier ou le nom d’un paquet livré.",
)
@click.option(
    "--option",
    "options",
    metavar="NOM=VALEUR",
    multiple=True,
    help="Avec --nouvelle : une option de la table ; se répète.",
)
def jouer(
    lien: str, base: str | None, table: str, nouvelle: str, paquet: str, options: tuple[str, ...]
) -> None:
    """Joue à une table dans le terminal.

    Par le LIEN d’un siège, ou par une invitation (demandé s’il manque, ce qui le garde hors de l’historique du
    terminal) ; ou, avec --base, à plusieurs sur cette machine, l’écran étant effacé entre chaque siège.
    """
    from paravent.cli.terminal.posts import Failed, Gone, Lost
    from paravent.cli.terminal.screen import Screen
    from paravent.core.refusals import Refusal
    from paravent.store.port import StoreError

    if base is None and (table or nouvelle):
        raise click.UsageError("--table et --nouvelle demandent --base FICHIER")
    if (paquet or options) and not nouvelle:
        raise click.UsageError("--paquet et --option demandent --nouvelle SYSTÈME")
    if base is not None and lien:
        raise click.UsageError("un LIEN ou --base, pas les deux")
    if base is not None and not nouvelle:
        existing(base)
    new = begun(nouvelle, paquet, options) if nouvelle else None
    try:
        with Screen() as screen:
            asyncio.run(_far(lien, screen) if base is None else _near(base, table, new, screen))
            click.echo(FAREWELL)
    except EOFError:
        click.echo(FAREWELL)
    except (Refusal, StoreError, Failed, Gone) as error:
        raise click.UsageError(str(error)) from error
    except Lost as error:
        raise click.UsageError("ce serveur ne répond pas") from error


async def _far(link: str, screen: Screen) -> None:
    """Play a seat of a server, taken first if the link is an invitation."""
    import httpx

    from paravent.cli.terminal.draw import STRONG, row
    from paravent.cli.terminal.play import Player
    from paravent.cli.terminal.posts import ANSWER, Far, address, join, opened

    if not link:
        screen.show([row(f"Ton lien, ou une invitation{NBSP}?", STRONG)])
        link = await screen.line()
    try:
        server, token = address(link)
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    async with httpx.AsyncClient(base_url=server, timeout=ANSWER) as client:
        access = await opened(client, token)
        if not access["seat"]:
            token = await _until_taken(
                screen, f"Ton nom à la table{NBSP}?", lambda name: join(client, token, name)
            )
        post = Far(client, access["table"], token)
        if not access["seat"]:
            screen.show([row(f"Ton lien, à garder pour revenir{NBSP}: ", STRONG, (post.link, ""))])
        await Player(post, screen).play()


async def _near(base: str, table: str, new: NewTable | None, screen: Screen) -> None:
    """Play all seats of a table of a base."""
    from paravent.cli.terminal.hot_seat import HotSeat
    from paravent.store import open_store
    from paravent.table.service import Tables

    tables = Tables(open_store(address_of(base)))
    try:
        invitation = ""
        if new:
            table, invitation = await _created(tables, new, table, screen)
        else:
            table = await _found(tables, table, screen)
        await HotSeat(tables, table, screen, invitation).play()
    finally:
        await tables.close()


async def _created(tables: Tables, new: NewTable, name: str, screen: Screen) -> tuple[str, str]:
    """A new table and its invitation."""
    from paravent.cli.terminal.draw import ALERT, STRONG, row
    from paravent.cli.terminal.plain import upper
    from paravent.core.domains import Text

    while not name or (why := Text(120, required=True).why_not(name)):
        told = [row(f"{upper(why)}.", ALERT)] if name and why else []
        screen.show([*told, row(f"Nom de la table{NBSP}?", STRONG)])
        name = (await screen.line()).strip()
    who = f"Nom de la personne qui mène{NBSP}?"
    made = await _until_taken(
        screen,
        who,
        lambda leader: tables.create(new.system, name, leader, options=new.options, pack=new.pack),
    )
    return made.table, made.invitation


async def _until_taken(screen: Screen, question: str, take: Callable[[str], Awaitable[T]]) -> T:
    """Ask a name until the table takes it; a refusal is told, and the question asked again."""
    from paravent.cli.terminal.draw import STRONG, refusal, row
    from paravent.core.refusals import Refusal
    from paravent.table.rulebooks import title_of

    while True:
        screen.show([row(question, STRONG)])
        try:
            return await take(await screen.line())
        except Refusal as r:
            if not r.field:
                raise
            screen.show(refusal(r.rule, title_of(r.rule), "", r.why))


async def _found(tables: Tables, name: str, screen: Screen) -> str:
    """The table called or numbered so; the only one when no name is given, else the one that is picked."""
    from paravent.cli.terminal.draw import STRONG, row

    known = [(r.id, (await tables.room(r.id)).now.core.name) for r in await tables.every()]
    if not known:
        raise click.UsageError(f"cette base n’a pas de table{NBSP}: --nouvelle SYSTÈME en ouvre une")
    if not name and len(known) > 1:
        screen.show([row(f"Quelle table{NBSP}?", STRONG)])
        screen.show(row(called, head=f"{n}. ") for n, (_, called) in enumerate(known, start=1))
        name = (await screen.line()).strip()
    return _picked(known, name)


def _picked(known: Sequence[tuple[str, str]], name: str) -> str:
    if not name and len(known) == 1:
        return known[0][0]
    found = [id for n, (id, called) in enumerate(known, start=1) if name in (id, called, str(n))]
    if not found:
        raise click.UsageError(f"aucune table ne s’appelle «{NBSP}{name}{NBSP}»")
    return only(found, found, f"plusieurs tables s’appellent «{NBSP}{name}{NBSP}»")
