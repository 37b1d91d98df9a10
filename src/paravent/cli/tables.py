"""`paravent servir` and `essai`: the web server, on one's own tables or on ready-made ones."""

from __future__ import annotations

import asyncio
import errno
import socket
from collections.abc import Coroutine
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import click

from paravent.cli.bases import BASE_HELP, address_of, stored
from paravent.cli.complete import FILE

if TYPE_CHECKING:
    from paravent.table.service import Created, Tables
    from paravent.web.home_pages import ReadyMade

NBSP = "\N{NO-BREAK SPACE}"
EVERYWHERE = "0.0.0.0"  # noqa: S104  # a table is shared with the phones of the room
LOCAL = ("127.0.0.1", "localhost")
MOST_PROCESSES = 64
MOST_WAITING = 2048
"""Connections that are not yet accepted."""


def _port(ctx: click.Context, parameter: click.Parameter, given: str) -> int:
    if not given.isdecimal() or len(given) > 5 or int(given) > 65535:
        raise click.BadParameter(
            f"«{NBSP}{given}{NBSP}» n’est pas un port, de 0 (un port libre) à 65535.", ctx, parameter
        )
    return int(given)


def _count(ctx: click.Context, parameter: click.Parameter, given: str) -> int:
    if not given.isdecimal() or len(given) > 3 or not 1 <= int(given) <= MOST_PROCESSES:
        raise click.BadParameter(
            f"«{NBSP}{given}{NBSP}» n’est pas un nombre de processus, de 1 à {MOST_PROCESSES}.",
            ctx,
            parameter,
        )
    return int(given)


def _public(ctx: click.Context, parameter: click.Parameter, given: str) -> str:
    parts = urlsplit(given)
    if given and not (parts.scheme in ("http", "https") and parts.hostname and parts.path in ("", "/")):
        raise click.BadParameter(
            f"«{NBSP}{given}{NBSP}» n’est pas une adresse comme https://table.exemple.org.", ctx, parameter
        )
    return given.rstrip("/")


def _proxy(ctx: click.Context, parameter: click.Parameter, given: str) -> str:
    try:
        return str(ip_address(given)) if given else ""
    except ValueError:
        raise click.BadParameter(f"«{NBSP}{given}{NBSP}» n’est pas une adresse IP.", ctx, parameter) from None


PORT = click.option(
    "--port",
    default="8765",
    show_default=True,
    callback=_port,
    metavar="PORT",
    help=f"Port d’écoute (0{NBSP}: un port libre).",
)


@click.command()
@click.option(
    "--hote",
    default="127.0.0.1",
    show_default=True,
    metavar="ADRESSE",
    help=f"Adresse d’écoute (0.0.0.0{NBSP}: le réseau local).",
)
@PORT
@click.option(
    "--base",
    default="paravent.sqlite",
    show_default=True,
    metavar="BASE",
    type=FILE,
    envvar="PARAVENT_BASE",
    help=f"{BASE_HELP} Créée au besoin.",
)
@click.option(
    "--processus",
    default="1",
    show_default=True,
    metavar="N",
    callback=_count,
    help=f"Combien de processus servent les tables{NBSP}; à plusieurs, il faut PostgreSQL.",
)
@click.option(
    "--adresse",
    default="",
    metavar="ADRESSE",
    callback=_public,
    help=f"L’adresse publique, derrière un mandataire{NBSP}: https://table.exemple.org.",
)
@click.option(
    "--mandataire",
    default="",
    metavar="IP",
    callback=_proxy,
    help="L’adresse IP du mandataire (nginx, Caddy), seul cru quand il dit pour qui il demande.",
)
def servir(hote: str, port: int, base: str, processus: int, adresse: str, mandataire: str) -> None:
    """Ouvre le serveur des tables ; Ctrl-C l’arrête.

    Qui mène une table et a perdu tous ses liens en reçoit un neuf par « paravent lien », sans arrêter le serveur.
    """
    if processus > 1 and "://" not in base:
        raise click.UsageError(
            f"plusieurs processus demandent une base PostgreSQL{NBSP}: --base postgresql://…"
        )
    with _listening(hote, port) as listener:
        front = Front(listener, hote, adresse, mandataire)
        if processus == 1:
            serve(front, base)
            return
        from paravent.cli.workers import serve_together

        asyncio.run(_tried(base))
        front.tell()
        serve_together(processus, front, base)
        click.echo("\nArrêté.")


@dataclass(frozen=True, slots=True)
class Front:
    """Where requests come in: a bound socket, its host; the public address and the proxy before it, "" for none."""

    listener: socket.socket
    host: str
    public: str = ""
    proxy: str = ""

    @property
    def root(self) -> str:
        """The address that people use."""
        return self.public or f"http://{self.local}:{self.listener.getsockname()[1]}"

    @property
    def local(self) -> str:
        return lan_address() if self.host == EVERYWHERE else self.host

    @property
    def hosts(self) -> tuple[str, ...]:
        """The names that a request may ask for."""
        named = urlsplit(self.public).hostname
        return tuple(dict.fromkeys((*LOCAL, self.local, *([named] if named else []))))

    def tell(self) -> None:
        click.echo(f"Paravent écoute sur {self.root}/ — Ctrl-C pour arrêter.")


def serve(front: Front, base: str, *, told: bool = True) -> None:
    """Serve the tables of a base until asked to stop; `told`: say so."""
    _run(_serve(front, base, told=told), told=told)


@click.command()
@PORT
@click.option(
    "--base",
    default="",
    metavar="FICHIER",
    type=FILE,
    help=f"Fichier des tables (par défaut{NBSP}: un fichier neuf, effacé à la fin).",
)
def essai(port: int, base: str) -> None:
    """Ouvre sur le réseau local une table prête à jouer par système, avec ses liens et un QR code."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(prefix="paravent-") as folder, _listening(EVERYWHERE, port) as listener:
        kept = base or str(Path(folder, "essai.sqlite"))
        _run(_serve(Front(listener, EVERYWHERE), kept, ready_made=True))


def _listening(host: str, port: int) -> socket.socket:
    """A socket bound to the address; a usage error, in French, when it cannot be."""
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind)
    except (OSError, UnicodeError) as error:
        raise click.UsageError(f"{host}{NBSP}: cette adresse n’existe pas") from error
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        # While the server starts, everyone who comes back waits here.
        listener.listen(MOST_WAITING)
    except OSError as error:
        listener.close()
        raise click.UsageError(f"{host}:{port}{NBSP}: {_busy(error)}") from error
    return listener


def _busy(error: OSError) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return "ce port est déjà pris, --port en donne un autre (0 : un port libre)"
        case errno.EACCES:
            return "ce port est réservé, --port en donne un autre"
        case _:
            return "cette machine n’a pas cette adresse"


async def _tried(base: str) -> None:
    """Open the base once, so that what is wrong with it is said once, and by one process."""
    async with stored(base):
        pass


async def _serve(front: Front, base: str, *, ready_made: bool = False, told: bool = True) -> None:
    from paravent.store import open_store
    from paravent.table.service import Tables
    from paravent.web.app import create_app
    from paravent.web.server import Server, server_config, settle_memory

    tables = Tables(open_store(address_of(base)))
    try:
        examples = await _announce(tables, front.root) if ready_made else []
        if told and not ready_made:
            front.tell()
        app = create_app(tables, hosts=front.hosts, ready_made=examples)
        settle_memory()
        port = front.listener.getsockname()[1]
        config = server_config(app, host=front.host, port=port, proxy=front.proxy)
        await Server(config).serve([front.listener])
    finally:
        await tables.close()


async def _announce(tables: Tables, root: str) -> list[ReadyMade]:
    """Set the ready-made tables, print their links and return them."""
    import segno

    from paravent.systems import all_systems
    from paravent.table.ready_made import example_of, set_table
    from paravent.web.home_pages import ReadyMade

    out = []
    for system in all_systems().values():
        example = example_of(system)
        if example is None:
            continue
        created = await set_table(tables, system.name, example)
        out.append(ReadyMade(system.name, example.title, created))
        click.echo(f"\n{system.title} — {example.title}")
        for name, path in links(created):
            click.echo(f"  {name}{NBSP}: {root}{path}")
        segno.make(f"{root}/lien/{created.invitation}", error="m").terminal(compact=True)
    click.echo("Les téléphones du même réseau scannent le code. Ctrl-C pour arrêter.")
    return out


def links(created: Created) -> tuple[tuple[str, str], ...]:
    """The three links of a new table: a French name, and the path of the address."""
    named = (
        ("Mener", created.game_master),
        ("Inviter à jouer", created.invitation),
        ("Inviter à regarder", created.spectator),
    )
    return tuple((name, f"/lien/{token}") for name, token in named)


def _run(serving: Coroutine[Any, Any, None], *, told: bool = True) -> None:
    from paravent.store.port import StoreError

    try:
        asyncio.run(serving)
    except KeyboardInterrupt:
        if told:
            click.echo("\nArrêté.")
    except StoreError as error:
        raise click.UsageError(str(error)) from error


def lan_address() -> str:
    """This machine's address on its network; no packet is sent. The loopback one when it has no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
