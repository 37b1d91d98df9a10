"""`paravent simuler`: whole sessions played by bots, and the laws of what came of them."""

from __future__ import annotations

import json
import re
import secrets
import sys
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from paravent.cli.complete import FILE, systems
from paravent.cli.outputs import outputs

if TYPE_CHECKING:
    from paravent.core.system import System
    from paravent.table.simulation.plan import Plan
    from paravent.table.simulation.report import Report
    from paravent.table.simulation.session import Tally, Told
    from paravent.table.simulation.spreading import Job

NBSP = "\N{NO-BREAK SPACE}"
MOST = 10_000_000
LONGEST_SEED = 80
LEAST_LEVEL = 50


def _between(low: int, high: int) -> Callable[[click.Context, click.Parameter, str | None], int | None]:
    """What reads an option as a whole number of these bounds."""

    def read(ctx: click.Context, param: click.Parameter, text: str | None) -> int | None:
        if text is None:
            return None
        if not (text.isascii() and text.isdigit() and len(text) <= 9 and low <= int(text) <= high):
            raise click.BadParameter(f"un nombre entier de {low} à {high} est attendu")
        return int(text)

    return read


def _level(ctx: click.Context, param: click.Parameter, text: str) -> float:
    """A percentage, with a point or a comma, as a share."""
    found = re.fullmatch(r"([0-9]{2})(?:[.,]([0-9]{1,4}))?", text.strip())
    if found is None or int(found[1]) < LEAST_LEVEL:
        raise click.BadParameter(f"un nombre de {LEAST_LEVEL} à 99,9999 est attendu")
    return float(f"{found[1]}.{found[2] or 0}") / 100


@click.command()
@click.argument("systeme", metavar="SYSTÈME", required=False, shell_complete=systems)
@click.argument("fichier", metavar="FICHIER", required=False, type=FILE)
@click.option(
    "--fois",
    metavar="N",
    callback=_between(1, MOST),
    default="1000",
    show_default=True,
    help="Combien de séances.",
)
@click.option(
    "--graine", metavar="GRAINE", help="D’où vient tout le hasard ; sans elle, une neuve, dite à la fin."
)
@click.option(
    "--niveau",
    metavar="POURCENT",
    callback=_level,
    default="95",
    show_default=True,
    help="Confiance des intervalles, en pour cent.",
)
@click.option("--ensemble", is_flag=True, help="Les intervalles valent tous à la fois (Bonferroni).")
@click.option(
    "--ouvriers",
    metavar="N",
    callback=_between(1, 512),
    help="Processus ; sans elle, tous les cœurs s’il y a de quoi.",
)
@click.option(
    "--ordonnanceur", metavar="ADRESSE", default="", help="Un ordonnanceur Dask : tcp://machine:8786."
)
@outputs(
    tableau="Des tableaux à lire (par défaut).",
    markdown="Les mêmes tableaux, en Markdown.",
    bbcode="Les mêmes tableaux, pour un forum.",
    json="Du JSON.",
    csv="Un nombre par ligne, pour un tableur.",
    svg="Un graphique, avec ses intervalles.",
)
@click.option("--mesure", metavar="NOM", help="La mesure à dessiner.")
@click.option(
    "--seance", metavar="N", callback=_between(1, MOST), help="Raconte la seule séance n° N de cette graine."
)
@click.option("--schema", is_flag=True, help="Affiche le schéma JSON des fichiers de simulation.")
def simuler(
    systeme: str | None,
    fichier: str | None,
    fois: int,
    graine: str | None,
    niveau: float,
    ensemble: bool,
    ouvriers: int | None,
    ordonnanceur: str,
    forme: str | None,
    mesure: str | None,
    seance: int | None,
    schema: bool,
) -> None:
    """Fait jouer des séances à des robots, par le moteur des tables, et dit ce qui en sort (docs/simuler.md).

    FICHIER est un fichier TOML, « - » pour l’entrée, ou le nom d’une simulation livrée avec SYSTÈME. La même graine
    donne la même réponse, quel que soit le nombre de processus.
    """
    from paravent.table.simulation.plan import PlanError, json_schema
    from paravent.table.simulation.report import exact_laws
    from paravent.table.simulation.report import report as reported
    from paravent.table.simulation.session import ready_for, told
    from paravent.table.simulation.spreading import CannotSpread, job_of

    if schema:
        click.echo(json.dumps(json_schema(), ensure_ascii=False, indent=2))
        return
    system = _system(systeme)
    if mesure is not None and forme != "svg":
        raise click.UsageError(f"--mesure{NBSP}: pour un graphique (--svg)")
    if ouvriers is not None and ordonnanceur:
        raise click.UsageError(f"--ouvriers et --ordonnanceur{NBSP}: l’un ou l’autre")
    if seance is not None and ordonnanceur:
        raise click.UsageError(f"--seance et --ordonnanceur{NBSP}: une séance racontée se joue ici")
    seed = secrets.token_hex(8) if graine is None else graine
    if not 0 < len(seed) <= LONGEST_SEED or not seed.isprintable():
        raise click.UsageError(f"--graine{NBSP}: un texte d’une ligne, de 1 à {LONGEST_SEED} signes")
    try:
        plan, source = _plan(system, fichier)
        if mesure is not None and mesure not in {m.nom for m in plan.mesure}:
            known = ", ".join(m.nom for m in plan.mesure)
            raise click.UsageError(f"--mesure {mesure}{NBSP}: aucune ne porte ce nom (parmi {known})")
        exact = exact_laws(plan, system, source)
        ready = ready_for(system, plan, source)
        if seance is not None:
            if graine is None:
                raise click.UsageError(f"--seance{NBSP}: il faut aussi sa --graine")
            _tell(told(ready, seed, seance - 1))
            return
        tally, cut = _played(job_of(system.name, plan, source, seed), fois, ouvriers, ordonnanceur)
    except (PlanError, CannotSpread) as error:
        raise click.UsageError(str(error)) from error
    found = reported(plan, tally, exact, ready.names, seed=seed, asked=fois, level=niveau, together=ensemble)
    _write(found, forme, mesure)
    if cut:
        click.echo(f"Interrompu{NBSP}: ces chiffres ne portent que sur les séances déjà jouées.", err=True)
        click.get_current_context().exit(130)
    if found.stops:
        click.get_current_context().exit(1)


def _system(name: str | None) -> System[Any]:
    from paravent.systems import all_systems

    if name is None:
        raise click.UsageError(f"Il manque l’argument «{NBSP}SYSTÈME{NBSP}».")
    found = all_systems().get(name)
    if found is None:
        raise click.UsageError(f"aucun système ne s’appelle «{NBSP}{name}{NBSP}» (paravent systemes)")
    return found


def _plan(system: System[Any], name: str | None) -> tuple[Plan, str]:
    """The simulation asked for, and what to call its file in messages."""
    from paravent.cli.jsonfile import read_text
    from paravent.table.simulation.plan import read_plan
    from paravent.table.simulation.shipped import shipped_simulations

    shipped = {path.stem: path for path in shipped_simulations(system)}
    known = ", ".join(shipped)
    if name is None:
        raise click.UsageError(
            f"Il manque l’argument «{NBSP}FICHIER{NBSP}», ou une simulation livrée{NBSP}: {known}."
        )
    if name != "-" and not Path(name).exists():
        if name not in shipped:
            shipped_ones = f"ni ne compte parmi les simulations livrées{NBSP}: {known}"
            raise click.UsageError(f"{name}{NBSP}: ce fichier n’existe pas, {shipped_ones}")
        name = str(shipped[name])
    return read_plan(read_text(name), name, system), name


def _played(job: Job, times: int, workers: int | None, scheduler: str) -> tuple[Tally, bool]:
    """All the sessions, a bar on the terminal telling how many are left."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from paravent.table.simulation.spreading import run

    console = Console(stderr=True)
    columns = (TextColumn("Séances"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    shown = Progress(*columns, console=console, transient=True) if console.is_terminal else None
    with shown or nullcontext():
        task = shown.add_task("", total=times) if shown else None

        def done(n: int) -> None:
            if shown and task is not None:
                shown.advance(task, n)

        return run(job, times, workers, scheduler, done)


def _tell(session: Told) -> None:
    from paravent.cli.simulation_output import word

    for line in session.lines:
        click.echo(line)
    click.echo("")
    for name, value in session.found:
        click.echo(f"{name}{NBSP}: {word(value)}")
    if session.why:
        click.echo(f"Arrêtée en chemin{NBSP}: {session.why}")
        click.get_current_context().exit(1)


def _write(report: Report, form: str | None, measure: str | None) -> None:
    from paravent.cli import simulation_output as output
    from paravent.cli.odds import show
    from paravent.core import answers

    match form:
        case "json":
            click.echo(json.dumps(output.as_json(report), ensure_ascii=False, indent=1))
        case "csv":
            click.echo(output.as_csv(report), nl=False)
        case "svg":
            click.echo(output.svg(report, measure), nl=False)
        case "markdown":
            click.echo("\n".join(map(answers.markdown, output.grids(report))), nl=False)
        case "bbcode":
            click.echo("\n".join(map(answers.bbcode, output.grids(report))), nl=False)
        case _:
            show(output.grids(report))
    sys.stdout.flush()
    for note in output.notes(report):
        click.echo(note, err=True)
