"""`paravent paquet`: the data packs that tables play with, for those who write them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from paravent.cli.complete import FILE, systems
from paravent.cli.jsonfile import read_text

if TYPE_CHECKING:
    from paravent.core.system import System

NBSP = "\N{NO-BREAK SPACE}"


@click.group(subcommand_metavar="COMMANDE …")
def paquet() -> None:
    """Aide à écrire un paquet de données : compétences, armes, feuille… (docs/paquets.md)."""


@paquet.command(short_help="Affiche un paquet dont partir.")
@click.argument("systeme", metavar="SYSTÈME", shell_complete=systems)
def modele(systeme: str) -> None:
    """Affiche en TOML le paquet livré avec SYSTÈME, pour partir de là."""
    from paravent.table.packs import shipped_packs

    click.echo(shipped_packs(_named(systeme))[0].toml, nl=False)


@paquet.command(short_help="Affiche le schéma JSON des paquets.")
@click.argument("systeme", metavar="SYSTÈME", shell_complete=systems)
def schema(systeme: str) -> None:
    """Affiche le schéma JSON des paquets de SYSTÈME, pour les éditeurs."""
    from paravent.table.packs import pack_schema

    found = pack_schema(_named(systeme))
    if found is None:
        raise click.UsageError(f"les paquets de «{NBSP}{systeme}{NBSP}» n’ont pas de schéma")
    click.echo(json.dumps(found, ensure_ascii=False, indent=2))


@paquet.command(short_help="Vérifie des paquets.")
@click.argument("fichiers", metavar="FICHIER…", nargs=-1, required=True, type=FILE)
@click.option(
    "--systeme",
    metavar="SYSTÈME",
    shell_complete=systems,
    help="Le système des paquets ; sans elle, celui que disent leurs clés.",
)
def verifier(fichiers: tuple[str, ...], systeme: str | None) -> None:
    """Lit chaque FICHIER (« - » : l’entrée) comme une table le ferait, et dit ce qui ne va pas, clé par clé."""
    from paravent.cli.odds import finish
    from paravent.core.packs import PackError

    named = _named(systeme) if systeme else None
    right = wrong = 0
    for name in fichiers:
        try:
            text = read_text(name)
            (named or _meant(name, text)).read_pack(text)
        except PackError as error:
            wrong += 1
            for problem in error.problems:
                click.echo(f"{name}{NBSP}: {problem}")
        else:
            right += 1
    finish(right, wrong)


def _named(name: str) -> System[Any]:
    from paravent.systems import all_systems

    found = all_systems().get(name)
    if found is None:
        raise click.UsageError(f"aucun système ne s’appelle «{NBSP}{name}{NBSP}» (paravent systemes)")
    return found


def _meant(name: str, text: str) -> System[Any]:
    from paravent.systems import all_systems
    from paravent.table.packs import meant_for

    found = meant_for(text, all_systems().values())
    if found is None:
        names = ", ".join(all_systems())
        raise click.UsageError(f"{name}{NBSP}: de quel système{NBSP}? Ajoutez --systeme, parmi {names}")
    return found
