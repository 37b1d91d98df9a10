"""`paravent scenario`."""

from __future__ import annotations

import json
from pathlib import Path

import click

from paravent.cli.complete import FILE
from paravent.cli.odds import finish

NBSP = "\N{NO-BREAK SPACE}"


@click.command()
@click.argument("fichiers", metavar="FICHIER…", nargs=-1, type=FILE)
@click.option("--schema", is_flag=True, help="Affiche le schéma JSON des fichiers de scénario.")
def scenario(fichiers: tuple[str, ...], schema: bool) -> None:
    """Joue chaque scénario (un fichier TOML, ou tous ceux d’un dossier) et dit ce qui diffère."""
    from paravent.systems import all_systems
    from paravent.table.play_scenario import play_scenario
    from paravent.table.scenario import ScenarioError, json_schema, load_scenario

    if schema:
        click.echo(json.dumps(json_schema(), ensure_ascii=False, indent=2))
        return
    if not fichiers:
        raise click.UsageError("Il manque l’argument «\N{NO-BREAK SPACE}FICHIER…\N{NO-BREAK SPACE}».")
    right = wrong = 0
    for path in _each(fichiers):
        try:
            played = load_scenario(path)
            system = all_systems().get(played.systeme)
            if system is None:
                raise ScenarioError(
                    f"{path}{NBSP}: systeme{NBSP}: aucun ne s’appelle «{NBSP}{played.systeme}{NBSP}»"
                )
            gaps = play_scenario(system, played, str(path))
        except ScenarioError as error:
            gaps = [str(error)]
        for gap in gaps:
            click.echo(gap)
        right, wrong = (right, wrong + 1) if gaps else (right + 1, wrong)
    finish(right, wrong)


def _each(names: tuple[str, ...]) -> list[Path]:
    out: list[Path] = []
    for name in names:
        path = Path(name)
        if path.is_dir():
            found = sorted(path.glob("*.toml"))
            if not found:
                raise click.UsageError(f"{name}{NBSP}: ce dossier ne contient aucun fichier .toml")
            out += found
        elif path.exists():
            out.append(path)
        else:
            raise click.UsageError(f"{name}{NBSP}: ce fichier n’existe pas")
    return out
