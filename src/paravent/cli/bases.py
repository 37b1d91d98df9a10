"""Where tables are kept, as people name it, and what is done with a whole base: move, back up, restore, check."""

from __future__ import annotations

import asyncio
import errno
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from paravent.cli.complete import FILE

if TYPE_CHECKING:
    from paravent.store.port import Store

PART = ".partiel"
"""Ends the name of a backup that is not all there."""
NBSP = "\N{NO-BREAK SPACE}"
BASE_HELP = f"Fichier des tables, ou «{NBSP}postgresql://nom:secret@hôte/base{NBSP}»."
BASE = click.option(
    "--base",
    default="paravent.sqlite",
    show_default=True,
    metavar="BASE",
    type=FILE,
    envvar="PARAVENT_BASE",
    help=BASE_HELP,
)


def address_of(base: str | Path) -> str:
    """The store's address of a base: a file's name, or an address already."""
    return str(base) if "://" in str(base) else f"sqlite:///{base}"


def existing(base: str) -> str:
    """The base's name; a usage error when it is a file that does not exist."""
    if "://" not in base and not Path(base).exists():
        raise click.UsageError(f"{base}{NBSP}: cette base n’existe pas")
    return base


@asynccontextmanager
async def stored(base: str | Path) -> AsyncIterator[Store]:
    """The store of a base; what it refuses becomes a usage error."""
    from paravent.store import open_store
    from paravent.store.port import StoreError

    try:
        store = open_store(address_of(base))
        try:
            yield store
        finally:
            await store.close()
    except StoreError as error:
        raise click.UsageError(str(error)) from error


@click.command()
@click.option("--de", "source", required=True, metavar="BASE", type=FILE, help=f"D’où. {BASE_HELP}")
@click.option("--vers", "target", required=True, metavar="BASE", type=FILE, help="Vers où, de même.")
def migrer(source: str, target: str) -> None:
    """Copie toutes les tables d’une base dans une autre, liens compris, et vérifie chaque journal par sa chaîne.

    Personne ne doit jouer pendant ce temps. Recommencer ne copie que ce qui manque ; la base de départ reste intacte.
    """
    asyncio.run(_carried(existing(source), target))


@click.command()
@click.argument("fichier", metavar="FICHIER", type=FILE)
@BASE
def sauvegarder(fichier: str, base: str) -> None:
    """Écrit dans FICHIER une copie de la base, sans arrêter le serveur ; FICHIER se joue comme une base."""
    _refuse_existing(fichier)
    with _whole(fichier) as part:
        if "://" in base:
            asyncio.run(_carried(base, part))
        else:
            _copied(existing(base), part)
        kept = asyncio.run(_checked(part))
    click.echo(f"{kept} tables gardées dans {fichier}.")


@click.command()
@click.argument("fichier", metavar="FICHIER", type=FILE)
@BASE
def restaurer(fichier: str, base: str) -> None:
    """Remet dans la base les tables d’une sauvegarde, vérifiées ; les tables qui y sont déjà doivent être les mêmes.

    Pour repartir de la sauvegarde seule, donner à --base un fichier neuf ou une base vide.
    """
    asyncio.run(_carried(existing(fichier), base))


async def check(base: str) -> None:
    """Say of every table whether its log holds; exit code 1 when one does not."""
    from paravent.table.moving import broken

    wrong = 0
    async with stored(existing(base)) as store:
        async for table, records, version in broken(store):
            wrong += version is not None
            state = "journal intact" if version is None else f"abîmée à l’enregistrement {version}"
            click.echo(f"{table.id}{NBSP}: {records} enregistrements, {state}")
    click.echo(f"{'Aucun écart' if not wrong else f'{wrong} tables abîmées'}.")
    if wrong:
        click.get_current_context().exit(1)


async def _checked(base: str) -> int:
    """How many tables a base holds; a usage error when the log of one does not hold."""
    from paravent.table.moving import broken

    async with stored(base) as store:
        found = [version async for _, _, version in broken(store)]
    if any(version is not None for version in found):
        raise click.UsageError(f"la base est abîmée{NBSP}: «{NBSP}paravent verifier --base{NBSP}» dit où")
    return len(found)


async def _carried(source: str, target: str) -> None:
    from paravent.table.moving import carry

    tables = records = 0
    async with stored(source) as old, stored(target) as new:
        async for moved in carry(old, new):
            tables, records = tables + 1, records + moved.records
            already = " (déjà là)" if moved.before else ""
            click.echo(f"{moved.table.id}{NBSP}: {moved.records} enregistrements{already}")
    click.echo(f"{tables} tables, {records} enregistrements, chaque chaîne vérifiée.")


def _refuse_existing(file: str) -> None:
    if Path(file).exists():
        raise click.UsageError(f"{file}{NBSP}: ce fichier existe déjà")


@contextmanager
def _whole(file: str) -> Iterator[str]:
    """Another name to write a file under, which becomes `file` once it is all there, and leaves nothing otherwise."""
    part = f"{file}{PART}"
    _forget(part)
    try:
        yield part
        if Path(f"{part}-wal").exists():
            # Closing a base brings its log into its file, and says nothing when the disk is too full for it.
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        with Path(part).open("rb+") as written:
            os.fsync(written.fileno())
        Path(part).replace(file)
    except OSError as error:
        raise click.UsageError(f"{file}{NBSP}: {_unwritten(error)}") from error
    finally:
        _forget(part)


def _forget(part: str) -> None:
    for name in (part, *(f"{part}{suffix}" for suffix in ("-wal", "-shm", "-journal", "-lock"))):
        with suppress(OSError):
            Path(name).unlink()


def _unwritten(error: OSError) -> str:
    return "le disque est plein" if error.errno == errno.ENOSPC else "ce fichier ne s’écrit pas"


def _copied(base: str, file: str) -> None:
    """The file as it is at one moment, by SQLite's own online copy, private to its owner."""
    import sqlite3

    path = Path(file)
    path.touch(0o600, exist_ok=False)
    source = sqlite3.connect(f"{Path(base).absolute().as_uri()}?mode=ro", uri=True)
    target = sqlite3.connect(path)
    try:
        source.backup(target)
    except sqlite3.Error as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_FULL:
            raise click.UsageError(f"{file.removesuffix(PART)}{NBSP}: le disque est plein") from error
        raise click.UsageError(
            f"{base}{NBSP}: cette base ne se lit pas, ou la copie ne s’écrit pas"
        ) from error
    finally:
        target.close()
        source.close()
