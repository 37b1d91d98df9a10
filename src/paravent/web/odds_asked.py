"""What the page of odds is asked, read from its address, and its answers. Nothing is kept between two requests."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any
from urllib.parse import urlencode

from paravent.core import answers
from paravent.core.answers import Found, Grid, Results
from paravent.core.asking import COMMON, LONGEST, NBSP, Form
from paravent.core.figures import Spread, figures, pick
from paravent.core.french import upper
from paravent.core.questions import BadQuestion
from paravent.core.sweeps import Swept
from paravent.core.system import System

MOST_CASES = 400
"""Questions that one page may ask at once."""
SECONDS = 1.0
"""How long a page may compute before another case is begun."""
MOST_VARIANTS = 3
LONGEST_NAME = 40
AS_IT_IS = "telle quelle"
Typed = Mapping[str, Sequence[str]]


@dataclass
class Asked:
    """A question as it was typed. `wrong`: what cannot be read, by the control it is about; "" for the whole."""

    system: System[Any]
    calcul: str
    form: Form
    typed: Typed
    question: dict[str, Any] = field(default_factory=dict)
    over: list[Swept] = field(default_factory=list)
    variants: list[tuple[str, list[tuple[str, object]]]] = field(default_factory=list)
    wrong: dict[str, str] = field(default_factory=dict)

    def first(self, name: str) -> str:
        """What was typed in a control of the page, "" for nothing."""
        return next(iter(self.typed.get(name, ())), "").strip()

    @property
    def measure(self) -> str | None:
        return self.first("mesure") or None

    @property
    def query(self) -> str:
        """All that was typed and differs from what is usual, as the rest of an address: the question, to share."""
        named = [("systeme", self.system.name), ("calcul", self.calcul)]
        named += [(f.key, v) for f in self.form.fields for v in self.typed.get(f.key, ()) if v != f.usual]
        named += [(name, v) for name in CONTROLS if (v := self.first(name))]
        return urlencode(named)


CONTROLS = (
    *(f"{name}{n}" for n in (1, 2) for name in ("varie", "valeurs")),
    *(f"{name}{n}" for n in range(1, MOST_VARIANTS + 1) for name in ("nom", "change")),
    "mesure",
)
"""The controls that are no field of the question."""


def asked(system: System[Any], calcul: str, typed: Typed) -> Asked:
    """What a page is asked, as far as it can be read."""
    a = Asked(system, calcul, system.asking[calcul], typed)
    a.question, a.wrong = a.form.read(calcul, typed)
    for n in (1, 2):
        key, values = a.first(f"varie{n}"), a.first(f"valeurs{n}")
        if not key:
            continue
        try:
            if any(one.key == key for one in a.over):
                raise BadQuestion(key, "ce champ varie déjà")
            a.over.append(a.form.field(key).values(values))
        except BadQuestion as error:
            a.wrong[f"valeurs{n}"] = _why(error)
    names = {AS_IT_IS}
    for n in range(1, MOST_VARIANTS + 1):
        text = a.first(f"change{n}")
        name = a.first(f"nom{n}") or text
        if not text:
            continue
        try:
            if name in names:
                raise BadQuestion("nom", "deux variantes portent le même nom")
            if len(name) > LONGEST_NAME or len(text) > LONGEST:
                raise BadQuestion("nom", f"au plus {LONGEST_NAME} signes pour son nom")
            a.variants.append((name, a.form.changes(text)))
            names.add(name)
        except BadQuestion as error:
            a.wrong[f"change{n}"] = str(error)
    return a


def answered(a: Asked) -> Results | None:
    """The answers to all of it; None, and `wrong`, for what cannot be asked, or would take too long."""
    if a.wrong:
        return None
    count = (1 + len(a.variants)) * _cases(a.over)
    if count > MOST_CASES:
        a.wrong[""] = f"{count} cas{NBSP}: au plus {MOST_CASES} à la fois ici. {BEYOND}"
        return None
    assert a.system.vectors is not None
    until = time.monotonic() + SECONDS
    series = [("" if not a.variants else AS_IT_IS, a.question)]
    found: list[Found] = []
    try:
        series += [(name, a.form.changed(a.question, changes)) for name, changes in a.variants]
        for name, question in series:
            for at, case in a.form.cases(question, a.over):
                if time.monotonic() > until:
                    told = f"Trop long pour cette page{NBSP}: {len(found)} cas sur {count} en une seconde."
                    a.wrong[""] = f"{told} {BEYOND}"
                    return None
                found.append(Found(name, at, a.system.vectors(dict(case))))
    except ValueError as error:
        a.wrong[_about(a.form, error)] = _why(error)
        return None
    return Results(found, a.over, bool(a.variants))


BEYOND = (
    "Fais varier moins de choses, ou demande-le à la ligne de commande\N{NO-BREAK SPACE}: paravent cotes."
)


def _cases(over: Sequence[Swept]) -> int:
    count = 1
    for one in over:
        count *= len(one.values)
    return count


def _why(error: ValueError) -> str:
    """What is wrong, without the key that the control itself names."""
    return str(error).partition(f"{NBSP}: ")[2] if isinstance(error, BadQuestion) else str(error)


def _about(form: Form, error: ValueError) -> str:
    """The control an answer's refusal is about, "" for the whole question."""
    key = error.key.removeprefix("donnees.") if isinstance(error, BadQuestion) else ""
    bare = key.partition("[")[0]
    return next((f.key for f in form.fields if f.key in (key, bare)), "")


@dataclass(frozen=True)
class Told:
    """Answers as a page shows them."""

    sentence: str
    chart: str
    grids: list[Grid]
    measures: list[tuple[str, str]]


def told(a: Asked, results: Results) -> Told:
    """A sentence, a chart, tables, and what else may be followed; `NoMeasure` for a measure the answers have not."""
    grids = [_named(a.form, grid) for grid in answers.grids(results, a.measure if results.over else None)]
    return Told(_sentence(a, results), chart(a, results), grids, measures(a, results))


def chart(a: Asked, results: Results) -> str:
    """The answers as a drawing; "" for two keys swept at once in several variants, which tables tell better."""
    if len(results.over) == 2 and len(results.series) > 1:
        return ""
    return answers.svg(results, a.measure, a.form.named)


def measures(a: Asked, results: Results) -> list[tuple[str, str]]:
    """What may be followed over a sweep, or drawn: its path and its name."""
    out = []
    for path, figure in figures(results.found[0].answer).items():
        name = a.form.named(path)
        if results.over:
            out += [(path, name)] if isinstance(figure, Fraction) else []
        elif isinstance(figure, Spread):
            out.append((path, name))
            if len(figure.keys) > 1:
                out += [(f"{path}.{key}", f"{name}, {a.form.named(key)} seul") for key in figure.keys]
    return out


def _sentence(a: Asked, results: Results) -> str:
    """What a screen reader is told: the chance that counts, its range over a sweep, each variant's."""
    parts = []
    for name in results.series:
        here = [
            pick(f.answer, a.measure if results.over else None) for f in results.found if f.series == name
        ]
        numbers = [x[1] for x in here if x and isinstance(x[1], Fraction)]
        if not numbers:
            continue
        path = next(x[0] for x in here if x)
        least, most = (answers.told(path, n) for n in (min(numbers), max(numbers)))
        value = least if least == most else f"de {least} à {most}"
        label = f"{a.form.named(path)}, {name}" if name else a.form.named(path)
        parts.append(f"{label}{NBSP}: {value}")
    return upper(f"{NBSP}; ".join(parts)) + "." if parts else "Le tableau et le graphique disent la loi."


def _named(form: Form, grid: Grid) -> Grid:
    """A table in the words of its form."""

    def word(text: str) -> str:
        return form.names.get(text, text)

    def head(text: str) -> str:
        return " \\ ".join(
            form.named(x) if known.issuperset(x.split(".")) or x in keys else x for x in text.split(" \\ ")
        )

    keys = {f.key for f in form.fields}
    known = {*form.names, *COMMON}
    measured = grid.heads[:1] == ("mesure",)
    rows = [
        [form.named(cell) if measured and n == 0 else word(cell) for n, cell in enumerate(row)]
        for row in grid.rows
    ]
    path, comma, series = grid.title.partition(", ")
    title = f"{form.named(path)}{comma}{series}" if path else ""
    return Grid(title, [head(h) for h in grid.heads], rows)
