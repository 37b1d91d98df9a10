"""`paravent cotes` and `conformite`: exact odds, in the French of the vector files."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from paravent.cli.complete import FILE, systems
from paravent.cli.jsonfile import read_json
from paravent.cli.outputs import outputs
from paravent.core import answers as output
from paravent.core import drawings, spreadsheets, sweeps
from paravent.core.naming import Naming
from paravent.core.questions import BadQuestion, Long

if TYPE_CHECKING:
    from paravent.core.asking import Form
    from paravent.core.system import System

NBSP = "\N{NO-BREAK SPACE}"


WIDEST = 10_000
EXAMPLE = f"«{NBSP}A:des=3;seuil=12{NBSP}»"


@click.command()
@click.argument("systeme", metavar="SYSTÈME", shell_complete=systems)
@click.argument("fichier", metavar="FICHIER", type=FILE)
@outputs(
    json="Du JSON, au format des vecteurs (par défaut).",
    tableau="Des tableaux à lire.",
    markdown="Les mêmes tableaux, en Markdown.",
    bbcode="Les mêmes tableaux, pour un forum.",
    csv=f"Un nombre par ligne, pour un programme{NBSP}: virgules, points décimaux, clés.",
    tableur=f"Le même pour un tableur en français{NBSP}: points-virgules, virgules décimales.",
    svg="Un graphique.",
)
@click.option(
    "--faire-varier",
    "over",
    metavar="CLÉ=VALEURS",
    multiple=True,
    help="Une clé de la question (deux au plus)\N{NO-BREAK SPACE}: difficulte=1..5, mode=normal,facile.",
)
@click.option(
    "--variante",
    "variants",
    metavar="NOM:CLÉ=VALEUR",
    multiple=True,
    help=f"La même question, une clé changée, à côté de la première ({EXAMPLE} en change deux).",
)
@click.option("--mesure", metavar="CHEMIN", help="Le nombre à suivre, ou la loi à dessiner (loi.total).")
def cotes(
    systeme: str,
    fichier: str,
    forme: str | None,
    over: tuple[str, ...],
    variants: tuple[str, ...],
    mesure: str | None,
) -> None:
    """Calcule les probabilités exactes que demande FICHIER (« - » : l’entrée).

    FICHIER contient une question (les « donnees » d’un vecteur), un vecteur, une liste des unes ou des autres, ou tout
    un fichier de vecteurs. Les éléments d’une liste qui portent un « nom » se lisent côte à côte :

    \b
    [{"nom": "deux dés", "calcul": "reserve", "des": [6, 8], "garde": 2},
     {"nom": "trois dés", "calcul": "reserve", "des": [6, 8, 8], "garde": 2}]

    Là où les règles laissent choisir, la réponse dit ce qui est supposé (« politique » en JSON).
    """
    system = _calculable(systeme)
    answer: Any = system.vectors
    data = read_json(fichier)
    many = isinstance(data, list) or (isinstance(data, dict) and "cas" in data)
    listed = data if isinstance(data, list) else data["cas"] if many else [data]
    if not isinstance(listed, list):
        raise click.UsageError(f"{fichier}{NBSP}: cas{NBSP}: une liste est attendue")
    if not listed:
        raise click.UsageError(f"{fichier}{NBSP}: aucune question n’y est posée")
    try:
        swept = [sweeps.swept(text) for text in over]
        series = _variants(listed, variants)
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    names = [one.name for one in series]
    named = len(series) > 1 and None not in names
    _check(swept, names if named else None, len(series), forme, mesure)
    found = []
    for n, one in enumerate(series):
        at: tuple[object, ...] = ()
        try:
            for at, case in sweeps.cases(one.question, swept) if swept else [sweeps.Case((), one.question)]:
                found.append(output.Found(one.name or "", at, answer(case), case))
        except ValueError as error:
            place = [fichier, *_place(one, n, many)]
            place += [f"--faire-varier {key.key} = {v}" for key, v in zip(swept, at, strict=False)]
            raise click.UsageError(f"{', '.join(place)}{NBSP}: {_said(error, one)}") from error
    forms = [system.asking[one.question["calcul"]] for one in series]
    if forme in (None, "json"):
        if named or swept:
            of_each = zip(found, _form_of_each(found, forms), strict=True)
            answers: Any = [_recorded(f, swept, form) for f, form in of_each]
        else:
            told = [{**f.answer, **_policy_of(f, form)} for f, form in zip(found, forms, strict=True)]
            answers = told if many else told[0]
        click.echo(json.dumps(answers, ensure_ascii=False, indent=1))
        return
    try:
        _write(output.Results(found, swept, named), forme, mesure, forms)
    except output.NoMeasure as error:
        raise click.UsageError(f"--mesure {error}" if error.path else f"--{forme}{NBSP}: {error}") from error


class Series(NamedTuple):
    """A question with the name it goes by, if it has one.

    bare     whether it stands without « donnees »
    variant  whether an option made it
    """

    name: str | None
    question: Any
    bare: bool
    variant: bool = False


def _place(one: Series, n: int, many: bool) -> list[str]:
    """Where a question was typed: its option, its name, or its place in a list."""
    if one.variant:
        return [f"--variante {one.name}"]
    return [one.name] if one.name else [f"cas n°{NBSP}{n + 1}"] if many else []


def _said(error: ValueError, one: Series) -> str:
    """A refusal, its key as it was typed: « donnees » is no part of a question that stands alone."""
    if isinstance(error, BadQuestion) and one.bare:
        return f"{error.key.removeprefix('donnees.')}{NBSP}: {error.text}"
    return str(error)


def _policy_of(found: output.Found, form: Form) -> dict[str, str]:
    said = ", ".join(form.policies([found.question]))
    return {"politique": said} if said else {}


def _check(
    swept: Sequence[sweeps.Swept],
    names: Sequence[str | None] | None,
    count: int,
    forme: str | None,
    mesure: str | None,
) -> None:
    """Refuses options that do not go together; `names` of the series, None where these are not set side by side."""
    if len(swept) > 2 or len({one.key for one in swept}) < len(swept):
        raise click.UsageError(f"--faire-varier{NBSP}: deux clés au plus, qui diffèrent")
    if mesure and not (forme == "svg" or (swept and forme in ("tableau", "markdown", "bbcode"))):
        raise click.UsageError(f"--mesure{NBSP}: pour un graphique, ou un tableau avec --faire-varier")
    if names is not None and len(set(names)) < len(names):
        raise click.UsageError("deux séries portent le même nom")
    if names is None and count != 1 and (swept or forme == "svg"):
        what = "--svg" if forme == "svg" else "--faire-varier"
        named_ones = f"des questions qui portent un «{NBSP}nom{NBSP}»"
        raise click.UsageError(f"{what}{NBSP}: une seule question, ou {named_ones}")


def _variants(asked: list[Any], variants: Sequence[str]) -> list[Series]:
    """The questions with their names, if they have one."""
    series = [*map(_series, asked)]
    if not variants:
        return series
    if len(series) != 1 or not isinstance(series[0].question, dict):
        raise click.UsageError(f"--variante{NBSP}: une seule question est attendue")
    base = series[0]
    found = [base._replace(name=base.name or "telle quelle")]
    for text in variants:
        name, colon, changes = text.partition(":")
        pairs = [change.partition("=") for change in changes.split(";")]
        if not colon or not name.strip() or not all(equal for _, equal, _ in pairs):
            raise click.UsageError(f"--variante {text}{NBSP}: attendu NOM:CLÉ=VALEUR")
        values = [(key.strip(), sweeps.value_of(value.strip())) for key, _, value in pairs]
        try:
            question = sweeps.changed(base.question, values)
            found.append(base._replace(name=name.strip(), question=question, variant=True))
        except BadQuestion as error:
            raise click.UsageError(f"--variante {name.strip()}{NBSP}: {error}") from error
    return found


def _series(case: Any) -> Series:
    """A vector or a question; « nom » may stand in either."""
    if not isinstance(case, dict):
        return Series(None, case, bare=True)
    name = case["nom"] if isinstance(case.get("nom"), str) else None
    if "donnees" in case:
        return Series(name, case["donnees"], bare=False)
    return Series(name, {k: v for k, v in case.items() if k != "nom" or name is None}, bare=True)


def _form_of_each(found: Sequence[output.Found], forms: Sequence[Form]) -> list[Form]:
    """The form of each answer: every question has as many."""
    return [form for form in forms for _ in range(len(found) // len(forms))]


def _recorded(found: output.Found, swept: Sequence[sweeps.Swept], form: Form) -> dict[str, Any]:
    at = {one.key: value for one, value in zip(swept, found.at, strict=True)}
    return {"serie": found.series, "parametres": at, "reponse": found.answer, **_policy_of(found, form)}


def _write(results: output.Results, forme: str, mesure: str | None, forms: Sequence[Form]) -> None:
    """Answers in words; what is taken for granted is said below, or aside of what programs and spreadsheets read."""
    measure = "" if forme in ("csv", "tableur") else _followed(forms[0], results, mesure) or ""
    each = len(results.found) // len(forms)
    policies = dict.fromkeys(
        policy
        for n, form in enumerate(forms)
        for policy in form.policies((f.question for f in results.found[each * n : each * (n + 1)]), measure)
    )
    notes = [f"Calcul exact{NBSP}: {policy}." for policy in policies]
    match forme:
        case "markdown" | "bbcode":
            written = output.markdown if forme == "markdown" else output.bbcode
            texts = [*map(written, _grids(results, forms, mesure)), *(f"{note}\n" for note in notes)]
            click.echo("\n".join(texts), nl=False)
        case "tableau":
            show(_grids(results, forms, mesure))
            for note in notes:
                click.echo(note)
        case _:
            click.echo(_file(results, forme, mesure, forms[0]), nl=False)
            for note in notes:
                click.echo(note, err=True)


def _file(results: output.Results, forme: str, mesure: str | None, form: Form) -> str:
    match forme:
        case "csv":
            return spreadsheets.as_csv(results)
        case "tableur":
            return spreadsheets.as_french_csv(results, _naming(form, results))
        case _:
            return drawings.svg(results, _followed(form, results, mesure), _naming(form, results))


def _grids(results: output.Results, forms: Sequence[Form], mesure: str | None) -> Iterator[output.Grid]:
    """The tables of answers to one question, or of each of a list, in the words of its own."""
    if results.over or results.named:
        naming = _naming(forms[0], results)
        yield from output.grids(results, _followed(forms[0], results, mesure), naming)
        return
    for found, form in zip(results.found, forms, strict=True):
        alone = results._replace(found=[found])
        yield from output.grids(alone, mesure, _naming(form, alone))


def _naming(form: Form, results: output.Results) -> Naming:
    return Naming(form, [found.answer for found in results.found])


def _followed(form: Form, results: output.Results, mesure: str | None) -> str | None:
    return mesure or (form.first([f.answer for f in results.found], results.over) if results.over else None)


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
    """What answers the vectors of a system."""
    return _calculable(name).vectors


def _calculable(name: Any) -> System[Any]:
    """A system that answers vectors; for None, the only one that does."""
    from paravent.systems import all_systems

    able = {s.name: s for s in all_systems().values() if s.vectors is not None}
    if name is None and len(able) == 1:
        return next(iter(able.values()))
    if name is None:
        raise click.UsageError(f"«{NBSP}systeme{NBSP}» manque, parmi {', '.join(able)}")
    if not isinstance(name, str) or name not in able:
        raise click.UsageError(f"aucun système calculable ne s’appelle «{NBSP}{name}{NBSP}»")
    return able[name]


def show(grids: Iterable[output.Grid]) -> None:
    """Tables on the terminal."""
    from rich.console import Console
    from rich.table import Table

    # Exact numbers are never cut: they go on below on a terminal, and on one line elsewhere.
    console = Console()
    if not console.is_terminal:
        console.width = WIDEST
    for grid in grids:
        shown = Table(title=grid.title or None)
        for head in grid.heads:
            shown.add_column(head, overflow="fold")
        for row in grid.rows:
            shown.add_row(*row)
        console.print(shown)
