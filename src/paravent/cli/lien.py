"""`paravent lien`: a seat's new link, from the file of the tables, for whoever has lost them all."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import click

from paravent.cli.bases import BASE, existing
from paravent.cli.transfers import only, opened, room_named

if TYPE_CHECKING:
    from paravent.core.cast import Seat
    from paravent.table.room import Room

NBSP = "\N{NO-BREAK SPACE}"
ROLES = {"mj": "mène", "joueur": "joue", "spectateur": "regarde"}


@click.command()
@click.argument("table", metavar="[TABLE]", default="")
@click.option(
    "--siege", metavar="NOM", default="", help=f"La place (par défaut{NBSP}: celle de qui mène la table)."
)
@click.option("--oui", is_flag=True, help="Remplace sans demander.")
@click.option(
    "--adresse",
    metavar="ADRESSE",
    default="http://127.0.0.1:8765",
    show_default=True,
    help="Adresse du serveur, telle qu’il l’affiche.",
)
@BASE
def lien(table: str, siege: str, oui: bool, adresse: str, base: str) -> None:
    """Donne un lien neuf à une place de TABLE (son identifiant ou son nom), pour qui a perdu les siens.

    Les anciens liens de cette place cessent de marcher. Le serveur peut tourner ou non. Sans TABLE : liste les tables
    et leurs places.
    """
    asyncio.run(_list(base) if not table else _give(base, table, siege, adresse.rstrip("/"), sure=oui))


async def _list(base: str) -> None:
    async with opened(existing(base)) as tables:
        for row in await tables.every():
            room = await tables.room(row.id)
            click.echo(f"{room.id}  {room.now.core.name}{' (archivée)' if room.now.core.archived else ''}")
            for s in _seats(room):
                click.echo(f"  {s.id}  {s.name} ({ROLES[s.role]})")


async def _give(base: str, table: str, name: str, address: str, *, sure: bool) -> None:
    import segno

    from paravent.core.french import of

    async with opened(existing(base)) as tables:
        room = await room_named(tables, table)
        seat = _seat(room, name)
        if not sure:
            click.echo(
                f"Les anciens liens {of(seat.name)} ({ROLES[seat.role]}) à la table «{NBSP}{room.now.core.name}{NBSP}» "
                "cesseront de marcher, sur tous ses appareils."
            )
            if click.prompt(f"Les remplacer{NBSP}? (oui/non)", default="non").strip().lower() not in (
                "oui",
                "o",
            ):
                click.echo("Rien n’a changé.")
                return
        link = f"{address}/lien/{await tables.reseat(room.id, seat.id)}"
    click.echo(f"{seat.name}{NBSP}: {link}")
    segno.make(link, error="m").terminal(compact=True)


def _seats(room: Room) -> list[Seat]:
    return [s for s in room.now.core.seats if not s.removed]


def _seat(room: Room, name: str) -> Seat:
    """The one seat numbered or called so; without a name, the first game master's."""
    seats = _seats(room)
    if not name:
        found = [s for s in seats if s.role == "mj"][:1]
    else:
        found = [s for s in seats if s.id == name] or [s for s in seats if s.name == name]
    if not found:
        raise click.UsageError(f"personne ne s’appelle «{NBSP}{name}{NBSP}» à cette table")
    return only(found, [s.id for s in found], f"plusieurs personnes s’appellent «{NBSP}{name}{NBSP}»")
