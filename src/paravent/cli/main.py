"""Entry point. Commands live in modules imported only when used, so that help is immediate."""

from __future__ import annotations

import errno
import os
import sys
from importlib import import_module

import click

from paravent.cli.french import speak_french, typeset

NBSP = "\N{NO-BREAK SPACE}"
speak_french()

COMMANDS = {
    "servir": ("tables", "Ouvre le serveur des tables."),
    "essai": ("tables", "Ouvre des tables prêtes à jouer, avec liens et QR code."),
    "lien": ("lien", "Donne un lien neuf à qui a perdu les siens."),
    "jouer": ("jouer", "Joue dans le terminal, par un lien ou à plusieurs sur une base."),
    "recap": ("recap", "Raconte une scène, à coller sur un forum."),
    "systemes": ("rules", "Liste les systèmes de jeu."),
    "regle": ("rules", f"Montre une règle{NBSP}: énoncé, code, scénarios."),
    "cotes": ("odds", "Calcule des probabilités exactes."),
    "simuler": ("simulations", "Fait jouer des séances à des robots et dit ce qui en sort."),
    "conformite": ("odds", "Compare le moteur à des vecteurs de probabilités."),
    "scenario": ("scenarios", "Joue des scénarios et dit ce qui diffère."),
    "paquet": ("packs", "Aide à écrire un paquet de données et le vérifie."),
    "exporter": ("transfers", "Écrit l’export complet d’une table."),
    "importer": ("transfers", "Ouvre une table à partir d’un export."),
    "verifier": ("transfers", "Vérifie les tirages d’un export, hors ligne, ou les journaux d’une base."),
    "sauvegarder": ("bases", "Copie la base dans un fichier, sans arrêter le serveur."),
    "restaurer": ("bases", "Remet dans une base les tables d’une sauvegarde."),
    "migrer": ("bases", "Copie toutes les tables d’une base dans une autre."),
    "fiche": ("transfers", "Met en PDF la fiche d’un personnage."),
    "completion": ("rules", "Dit comment activer la complétion du terminal."),
}

EPILOGUE = (
    f"Code de sortie{NBSP}: 0 tout va bien, 1 il y a des écarts, 2 la demande est mal formée. "
    f"Complétion{NBSP}: «{NBSP}paravent completion{NBSP}»."
)


class Lazy(click.Group):
    """A group that knows its commands by name and imports one only to run it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"paravent.cli.{COMMANDS[cmd_name][0]}")
        found: click.Command = getattr(module, cmd_name)
        return typeset(found)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commandes\N{NO-BREAK SPACE}"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


@click.command(
    cls=Lazy,
    subcommand_metavar="COMMANDE …",
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=EPILOGUE,
)
@click.version_option(package_name="paravent", prog_name="paravent")
def cli() -> None:
    """Paravent : des parties de jeu de rôle menées selon les règles."""


def main(arguments: list[str] | None = None) -> None:
    """Run one command line and exit: 0, 1 for differences, 2 for a wrong request, 130 when interrupted."""
    try:
        code = cli.main(arguments, prog_name="paravent", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        code = 2
    except (click.Abort, KeyboardInterrupt):
        click.echo("Interrompu.", err=True)
        code = 130
    except OSError as error:
        if error.errno != errno.EPIPE:
            raise
        # The reader has left (`| head`): nothing is wrong, and the interpreter must not flush to it again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    sys.exit(code if isinstance(code, int) else 0)
