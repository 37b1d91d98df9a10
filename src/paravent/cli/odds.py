"""`paravent cotes` and `conformite`: exact odds, in the French of the vector files."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from typing import Any

import click

from paravent.cli.complete import FILE, systems
from paravent.cli.jsonfile import read_json
from paravent.core.questions import Long

NBSP = "\N{NO-BREAK SPACE}"


@click.command()
@click.argument("systeme", metavar="SYSTÈME", shell_complete=systems)
@click.argument("fichier", metavar="FICHIER", type=FILE)
@click.option("--tableau", is_flag=True, help="Des tableaux à lire plutôt que du JSON.")
def cotes(systeme: str, fichier: str, tableau: bool) -> None:
    """Calcule les probabilités exactes que demande FICHIER (« - » : l’entrée).

    FICHIER contient les « donnees » d’un vecteur, un vecteur, une liste, ou tout un fichier de vecteurs.
    """
    answer = _calculator(systeme)
    data = read_json(fichier)
    many = isinstance(data, list) or (isinstance(data, dict) and "cas" in data)
    asked = data if isinstance(data, list) else data["cas"] if many else [data]
    if not isinstance(asked, list):
        raise click.UsageError(f"{fichier}{NBSP}: cas{NBSP}: une liste est attendue")
    answers = []
    for n, case in enumerate(asked):
        question = case["donnees"] if isinstance(case, dict) and "donnees" in case else case
        try:
            answers.append(answer(question))
        except ValueError as error:
            where = f", cas n°{NBSP}{n + 1}" if many else ""
            raise click.UsageError(f"{fichier}{where}{NBSP}: {error}") from error
    if tableau:
        _show(answers)
    else:
        click.echo(json.dumps(answers if many else answers[0], ensure_ascii=False, indent=1))


@click.command()
@click.argument("fichiers", metavar="FICHIER…", nargs=-1, required=True, type=FILE)
def conformite(fichiers: tuple[str, ...]) -> None:
    """Compare le moteur aux vecteurs de chaque FICHIER (« - » : l’entrée) : chaque fraction doit être exacte.

    FICHIER contient « systeme » et « cas », une liste de vecteurs, ou un seul vecteur.
    """
    right = wrong = 0
    for name in fichiers:
        system, cases = _vectors(name)
        answer = _calculator(system)
        for n, case in enumerate(cases):
            if not isinstance(case, dict) or not {"donnees", "attendu"} <= set(case):
                wanted = f"il faut «{NBSP}donnees{NBSP}» et «{NBSP}attendu{NBSP}»"
                raise click.UsageError(f"{name}{NBSP}: cas[{n}]{NBSP}: {wanted}")
            try:
                gap = next(differences(case["attendu"], answer(case["donnees"]), "attendu"), None)
            except ValueError as error:
                gap = str(error)
            right, wrong = (right + 1, wrong) if gap is None else (right, wrong + 1)
            if gap is not None:
                click.echo(f"{name}, {case.get('id', n)}{NBSP}: {gap}")
    finish(right, wrong)


def _vectors(name: str) -> tuple[str | None, list[Any]]:
    """The system a vector file names, if it does, and its cases."""
    data = read_json(name)
    match data:
        case list():
            return None, data
        case {"cas": list() as cases}:
            return data.get("systeme"), cases
        case {"donnees": _, "attendu": _}:
            return data.get("systeme"), [data]
    raise click.UsageError(f"{name}{NBSP}: ce n’est pas un fichier de vecteurs («{NBSP}cas{NBSP}» manque)")


def finish(right: int, wrong: int) -> None:
    """The last line of a comparison, and its exit code."""
    click.echo(f"{right} conformes, {wrong} écarts")
    if wrong:
        click.get_current_context().exit(1)


def differences(wanted: Any, found: Any, path: str) -> Iterator[str]:
    """Where two answers differ. Fractions are compared exactly, `approx` to its twelve digits."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        for key in dict.fromkeys((*wanted, *found)):
            if key not in wanted and isinstance(found[key], Long):
                continue
            if key not in wanted or key not in found:
                yield f"{path}.{key}{NBSP}: {'en trop' if key in found else 'manque'}"
            else:
                yield from differences(wanted[key], found[key], f"{path}.{key}")
    elif isinstance(wanted, list) and isinstance(found, list):
        if len(wanted) != len(found):
            yield f"{path}{NBSP}: {len(wanted)} lignes attendues, {len(found)} trouvées"
        for n, (a, b) in enumerate(zip(wanted, found, strict=False)):
            yield from differences(a, b, f"{path}[{n}]")
    elif isinstance(wanted, float) and isinstance(found, float):
        if not math.isclose(wanted, found, rel_tol=2e-12, abs_tol=0):
            yield f"{path}{NBSP}: {wanted} attendu, {found} trouvé"
    elif type(wanted) is not type(found) or wanted != found:
        yield f"{path}{NBSP}: {wanted!r} attendu, {found!r} trouvé"


def _calculator(name: Any) -> Any:
    """What answers the vectors of a system; for None, of the only one that can."""
    from paravent.systems import all_systems

    able = {s.name: s.vectors for s in all_systems().values() if s.vectors is not None}
    if name is None and len(able) == 1:
        return next(iter(able.values()))
    if name is None:
        raise click.UsageError(f"«{NBSP}systeme{NBSP}» manque, parmi {', '.join(able)}")
    if not isinstance(name, str) or name not in able:
        raise click.UsageError(f"aucun système calculable ne s’appelle «{NBSP}{name}{NBSP}»")
    return able[name]


def _show(answers: list[dict[str, Any]]) -> None:
    """Single figures in one table, each list of lines (a law, or cases compared) in its own."""
    from rich.console import Console
    from rich.table import Table

    console = Console()
    for answer in answers:
        single = Table("mesure", "valeur", "fraction exacte")
        for path, value in _figures(answer, ""):
            if isinstance(value, dict):
                single.add_row(path, _percent(path, value), value["exact"])
            elif not isinstance(value, list):
                single.add_row(path, _cell(path, value), "")
        if single.row_count:
            console.print(single)
        for name, lines in answer.items():
            if isinstance(lines, list) and lines:
                found = [dict(_figures(_line(line), "")) for line in lines]
                known = dict.fromkeys(head for line in found for head in line)
                # What is null on one line may be a record on another: its parts say it.
                heads = [head for head in known if not any(k.startswith(f"{head}.") for k in known)]
                rows = Table(*heads, title=name)
                for line in found:
                    rows.add_row(*(_cell(head, line.get(head)) for head in heads))
                console.print(rows)


def _line(line: dict[str, Any]) -> dict[str, Any]:
    """A line of a law has its own chance, shown last."""
    if "exact" not in line:
        return line
    about = {k: v for k, v in line.items() if k not in ("exact", "approx")}
    return {**about, "chances": _percent("p_", line), "fraction exacte": line["exact"]}


def _figures(answer: dict[str, Any], path: str) -> Iterator[tuple[str, Any]]:
    for key, value in answer.items():
        if isinstance(value, dict) and "exact" not in value:
            yield from _figures(value, f"{path}{key}.")
        else:
            yield path + key, value


def _cell(path: str, value: Any) -> str:
    match value:
        case None | []:
            return "—"
        case bool():
            return "oui" if value else "non"
        case list():
            return ", ".join(_cell(path, v) for v in value)
        case {"exact": exact}:
            return f"{_percent(path, value)} ({exact})"
        case _:
            return str(value)


def _percent(path: str, number: dict[str, Any]) -> str:
    """Probabilities as percentages, expectations as they are; a decimal comma."""
    if path.startswith("esperance"):
        return f"{number['approx']:.3f}".replace(".", ",")
    return f"{100 * number['approx']:.2f}{NBSP}%".replace(".", ",")
