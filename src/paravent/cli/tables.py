"""`paravent servir` and `essai`: the web server, on one's own tables or on ready-made ones."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from paravent.table.service import Created, Tables

NBSP = "\N{NO-BREAK SPACE}"
LOCAL = ("127.0.0.1", "localhost")


@click.command()
@click.option(
    "--hote",
    default="127.0.0.1",
    show_default=True,
    help=f"Adresse d’écoute (0.0.0.0{NBSP}: le réseau local).",
)
@click.option("--port", default=8765, show_default=True, type=click.IntRange(1, 65535), help="Port d’écoute.")
@click.option(
    "--base", default="paravent.sqlite", show_default=True, help="Fichier des tables, créé au besoin."
)
def servir(hote: str, port: int, base: str) -> None:
    """Ouvre le serveur des tables ; Ctrl-C l’arrête."""
    click.echo(f"Paravent écoute sur http://{_shown(hote)}:{port}/ — Ctrl-C pour arrêter.")
    _run(_serve(hote, port, base))


@click.command()
@click.option("--port", default=8765, show_default=True, type=click.IntRange(1, 65535), help="Port d’écoute.")
@click.option(
    "--base", default="", help=f"Fichier des tables (par défaut{NBSP}: un fichier neuf, effacé à la fin)."
)
def essai(port: int, base: str) -> None:
    """Ouvre sur le réseau local une table prête à jouer par système, avec ses liens et un QR code."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(prefix="paravent-") as folder:
        _run(_serve("0.0.0.0", port, base or str(Path(folder, "essai.sqlite")), ready_made=True))  # noqa: S104


async def _serve(host: str, port: int, base: str, *, ready_made: bool = False) -> None:
    import uvicorn

    from paravent.store import open_store
    from paravent.table.service import Tables
    from paravent.web.app import create_app
    from paravent.web.server import server_config

    tables = Tables(open_store(f"sqlite:///{base}"))
    address = lan_address() if host == "0.0.0.0" else host  # noqa: S104
    try:
        if ready_made:
            await _announce(tables, f"http://{address}:{port}")
        app = create_app(tables, hosts=tuple(dict.fromkeys((*LOCAL, address))))
        await uvicorn.Server(server_config(app, host=host, port=port)).serve()
    finally:
        await tables.close()


async def _announce(tables: Tables, root: str) -> None:
    """Set the ready-made tables and print their links."""
    import segno

    from paravent.systems import all_systems
    from paravent.table.ready_made import example_of, set_table

    for system in all_systems().values():
        example = example_of(system)
        if example is None:
            continue
        created = await set_table(tables, system.name, example)
        click.echo(f"\n{system.title} — {example.title}")
        for name, path in links(created):
            click.echo(f"  {name}{NBSP}: {root}{path}")
        segno.make(f"{root}/lien/{created.invitation}", error="m").terminal(compact=True)
    click.echo("Les téléphones du même réseau scannent le code. Ctrl-C pour arrêter.")


def links(created: Created) -> tuple[tuple[str, str], ...]:
    """The three links of a new table: a French name, and the path of the address."""
    named = (
        ("Mener", created.game_master),
        ("Inviter à jouer", created.invitation),
        ("Inviter à regarder", created.spectator),
    )
    return tuple((name, f"/lien/{token}") for name, token in named)


def _run(serving: Coroutine[Any, Any, None]) -> None:
    try:
        asyncio.run(serving)
    except KeyboardInterrupt:
        click.echo("\nArrêté.")


def _shown(host: str) -> str:
    return lan_address() if host == "0.0.0.0" else host  # noqa: S104


def lan_address() -> str:
    """This machine's address on its network; no packet is sent. Its own name when it has no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
