"""`paravent systemes`, `regle` and `completion`."""

from __future__ import annotations

import click

from paravent.cli.complete import rules

NBSP = "\N{NO-BREAK SPACE}"


@click.command()
def systemes() -> None:
    """Liste les systèmes de jeu."""
    from paravent.systems import all_systems

    for name, system in all_systems().items():
        click.echo(f"{name} — {system.title}\n    {system.summary}")


@click.command()
@click.argument("identifiant", metavar="RÈGLE", shell_complete=rules)
def regle(identifiant: str) -> None:
    """Montre la règle RÈGLE (« ARC-12 ») : énoncé, fonctions qui la jouent, scénarios qui la montrent."""
    from paravent.cli.shipped import code_of, shipped_scenarios
    from paravent.table import rulebooks

    wanted = identifiant.upper()
    rule = rulebooks.rules().get(wanted)
    if rule is None:
        raise click.BadParameter(f"aucune règle ne s’appelle «{NBSP}{identifiant}{NBSP}»", param_hint="RÈGLE")
    click.echo(f"{rule.id} — {rule.title}\n\n{rule.text}\n")
    click.echo("Jouée par le moteur." if rule.status == "jouee" else "Laissée au jugement de la table.")
    _list("Code", code_of(wanted))
    shown = [f"{path.name} — {s.titre}" for path, s in shipped_scenarios() if wanted in s.regles]
    _list("Scénarios", shown)


def _list(title: str, lines: list[str]) -> None:
    click.echo(f"{title}{NBSP}: " + ("aucun" if not lines else ""))
    for line in lines:
        click.echo(f"  {line}")


SHELLS = {
    "bash": ("~/.bashrc", 'eval "$(_PARAVENT_COMPLETE=bash_source paravent)"'),
    "zsh": ("~/.zshrc", 'eval "$(_PARAVENT_COMPLETE=zsh_source paravent)"'),
    "fish": ("~/.config/fish/completions/paravent.fish", "_PARAVENT_COMPLETE=fish_source paravent | source"),
}


@click.command()
@click.argument("terminal", type=click.Choice(list(SHELLS)), metavar="[TERMINAL]", default="bash")
def completion(terminal: str) -> None:
    """Dit quelle ligne ajouter, et où, pour la complétion de TERMINAL (bash, zsh ou fish)."""
    file, line = SHELLS[terminal]
    click.echo(f"À ajouter dans {file}{NBSP}:\n\n{line}")
