"""What the page of odds is asked, read from its address, and its answers. Nothing is kept between two requests."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any
from urllib.parse import urlencode

from paravent.core import answers, drawings
from paravent.core.answers import Found, Grid, Results
from paravent.core.asking import LONGEST, NBSP, Form
from paravent.core.drawings import NoChart
from paravent.core.figures import MEAN, Figure, Spread, figures, in_order, pick
from paravent.core.french import stopped, upper
from paravent.core.naming import Naming
from paravent.core.questions import BadQuestion
from paravent.core.sweeps import Swept
from paravent.core.system import System
from paravent.web.odds_refused import besides, refused

MOST_CASES = 400
"""Questions that one page may ask at once."""
SECONDS = 1.0
"""How long a page may compute before another case is begun."""
MOST_VARIANTS = 3
LONGEST_NAME = 40
MOST_CHOICES = 12
"""Values of a law that may each be followed over a sweep."""
AS_IT_IS = "telle quelle"
AWAITED = "attendu champ = valeur"
Typed = Mapping[str, Sequence[str]]


@dataclass
class Asked:
    """A question as it was typed. `wrong`: what cannot be read, by the control it is about; "" for the whole.

    `sweeps` and `compared`: which controls hold what is swept and the variants, by their numbers.
    """

    system: System[Any]
    calcul: str
    form: Form
    typed: Typed
    question: dict[str, Any] = field(default_factory=dict)
    over: list[Swept] = field(default_factory=list)
    sweeps: list[int] = field(default_factory=list)
    variants: list[tuple[str, list[tuple[str, object]]]] = field(default_factory=list)
    compared: list[int] = field(default_factory=list)
    wrong: dict[str, str] = field(default_factory=dict)

    def first(self, name: str) -> str:
        """What was typed in a control of the page, "" for nothing."""
        return next(iter(self.typed.get(name, ())), "").strip()

    def filled(self, *names: str) -> bool:
        """Whether anything was typed in one of these controls."""
        return any(map(self.first, names))

    @property
    def naming(self) -> Naming:
        """The words of its form for what is asked."""
        return Naming(self.form, [])

    @property
    def measure(self) -> str | None:
        return self.first("mesure") or None

    def label(self, name: str) -> str:
        """What a control is called on the page."""
        return LABELS.get(name) or self.form.label(name)

    @property
    def refusals(self) -> list[str]:
        """All that is wrong, each under the label of its control, as sentences."""
        return [
            stopped(upper(f"{self.label(name)}{NBSP}: {why}" if name else why))
            for name, why in self.wrong.items()
        ]

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
LABELS: Mapping[str, str] = {
    "varie1": "Champ",
    "valeurs1": "Valeurs",
    "varie2": "Second champ",
    "valeurs2": "Valeurs du second champ",
    **{f"nom{n}": f"Variante {n}, son nom" for n in range(1, MOST_VARIANTS + 1)},
    **{f"change{n}": f"Variante {n}" for n in range(1, MOST_VARIANTS + 1)},
    "mesure": "Mesure",
}
"""What these are called on the page, and in what it refuses."""


def asked(system: System[Any], calcul: str, typed: Typed) -> Asked:
    """What a page is asked, as far as it can be read."""
    a = Asked(system, calcul, system.asking[calcul], typed)
    a.question, a.wrong = a.form.read(calcul, typed)
    for n in (1, 2):
        key, values = a.first(f"varie{n}"), a.first(f"valeurs{n}")
        if not key:
            if values:
                a.wrong[f"varie{n}"] = f"lequel doit prendre ces valeurs{NBSP}?"
            continue
        try:
            swept = a.form.field(key)
            if any(one.key == swept.key for one in a.over):
                raise BadQuestion(key, "ce champ varie déjà")
            a.over.append(swept.values(values))
            a.sweeps.append(n)
        except BadQuestion as error:
            a.wrong[f"valeurs{n}"] = error.text
    names = {AS_IT_IS}
    for n in range(1, MOST_VARIANTS + 1):
        text = a.first(f"change{n}")
        name = a.first(f"nom{n}") or text
        if not text:
            if name:
                a.wrong[f"change{n}"] = f"«{NBSP}{name[:LONGEST_NAME]}{NBSP}» ne change rien{NBSP}: {AWAITED}"
            continue
        try:
            if name in names:
                raise BadQuestion("nom", "deux variantes portent le même nom")
            if len(name) > LONGEST_NAME or len(text) > LONGEST:
                raise BadQuestion("nom", f"au plus {LONGEST_NAME} signes pour son nom")
            a.variants.append((name, a.form.changes(text)))
            a.compared.append(n)
            names.add(name)
        except BadQuestion as error:
            a.wrong[f"change{n}"] = error.text if error.key == "nom" else _labelled(a.form, error)
    return a


def _labelled(form: Form, error: BadQuestion) -> str:
    """What is wrong, under the label of the field that is changed."""
    return f"{form.label(error.key)}{NBSP}: {error.text}"


def answered(a: Asked) -> Results | None:
    """The answers to all of it; None, and `wrong`, for what cannot be asked, or would take too long."""
    if a.wrong:
        a.wrong.update(besides(a))
        return None
    cases = (1 + len(a.variants)) * _cases(a.over)
    if cases > MOST_CASES:
        a.wrong[""] = f"{cases} cas{NBSP}: au plus {MOST_CASES} à la fois ici. {BEYOND}"
        return None
    assert a.system.vectors is not None
    until = time.monotonic() + SECONDS
    series: list[tuple[str, list[tuple[str, object]]]] = [
        ("" if not a.variants else AS_IT_IS, []),
        *a.variants,
    ]
    found: list[Found] = []
    name, at = "", tuple[object, ...]()
    try:
        for name, changes in series:
            for at, case in a.form.cases(a.form.changed(a.question, changes), a.over):
                if time.monotonic() > until:
                    told = f"Trop long pour cette page{NBSP}: {len(found)} cas sur {cases} en une seconde."
                    a.wrong[""] = f"{told} {BEYOND}"
                    return None
                found.append(Found(name, at, a.system.vectors(dict(case)), case))
    except ValueError as error:
        a.wrong.update(refused(a, error, name, at))
        a.wrong.update(besides(a))
        return None
    return Results(found, a.over, bool(a.variants))


BEYOND = f"On peut faire varier moins de choses, ou le demander à la ligne de commande{NBSP}: paravent cotes."


def _cases(over: Sequence[Swept]) -> int:
    count = 1
    for one in over:
        count *= len(one.values)
    return count


@dataclass(frozen=True)
class Told:
    """Answers as a page shows them."""

    sentence: str
    chart: str
    grids: list[Grid]
    measures: list[tuple[str, str]]
    policies: list[str]


def told(a: Asked, results: Results) -> Told:
    """A sentence, a chart, tables, and what else may be followed; `NoMeasure` for a measure the answers have not."""
    naming = naming_of(a, results)
    followed = _followed(a, results)
    grids = list(answers.grids(results, followed, naming))
    policies = a.form.policies((f.question for f in results.found), followed or "")
    return Told(_sentence(a, results, naming), _drawn(a, results), grids, measures(a, results), policies)


def naming_of(a: Asked, results: Results) -> Naming:
    """The words of a form for these answers."""
    return Naming(a.form, [f.answer for f in results.found])


def _followed(a: Asked, results: Results) -> str | None:
    """The measure that is told over a sweep, None for the first number."""
    if not results.over:
        return None
    return a.measure or a.form.first([f.answer for f in results.found], results.over)


def chart(a: Asked, results: Results) -> str:
    """The answers as a drawing; `NoChart` where tables tell them better, or there is nothing to draw."""
    return drawings.svg(results, _followed(a, results) or a.measure, naming_of(a, results))


def _drawn(a: Asked, results: Results) -> str:
    try:
        return chart(a, results)
    except NoChart:
        return ""


def measures(a: Asked, results: Results) -> list[tuple[str, str]]:
    """What may be followed over a sweep, or drawn: its path and its name, each name once."""
    naming = naming_of(a, results)
    found: dict[str, str] = {}
    for path in _followable(results) if results.over else _drawable(results):
        found.setdefault(naming.figure(path), path)
    return [(path, name) for name, path in found.items()]


def _followable(results: Results) -> Iterator[str]:
    """Every number of an answer, and of every law its mean, and each value where these are few."""
    every: dict[str, list[Figure]] = {}
    for one in results.found:
        for path, figure in figures(one.answer).items():
            every.setdefault(path, []).append(figure)
    for path, all_of_it in every.items():
        laws = [figure for figure in all_of_it if isinstance(figure, Spread)]
        if not laws:
            yield path
        for key in laws[0].keys if laws else ():
            if laws[0].by(key).numeric():
                yield f"{path}.{key}.{MEAN}"
            values = {
                text: value for law in laws if key in law.keys for text, value in law.values(key).items()
            }
            if len(values) <= MOST_CHOICES:
                yield from (f"{path}.{key}={text}" for text in in_order(values))


def _drawable(results: Results) -> Iterator[str]:
    """The laws of an answer, whole and of one value."""
    for path, figure in (item for one in results.found for item in figures(one.answer).items()):
        if isinstance(figure, Spread):
            yield path
            if len(figure.keys) > 1:
                yield from (f"{path}.{key}" for key in figure.keys)


def _sentence(a: Asked, results: Results, naming: Naming) -> str:
    """What a screen reader is told: the chances that count, each variant's, or their range over a sweep."""
    if not results.over:
        return " ".join(_headline(a, found) for found in results.found)
    parts = []
    for name in results.series:
        here = [pick(f.answer, _followed(a, results)) for f in results.found if f.series == name]
        numbers = [x[1] for x in here if x and isinstance(x[1], Fraction | int)]
        if not numbers:
            continue
        path = next(x[0] for x in here if x)
        least, most = (answers.told(path, n) for n in (min(numbers), max(numbers)))
        value = least if least == most else f"de {least} à {most}"
        if missing := len(here) - len(numbers):
            value += f", et rien dans {missing} cas sur {len(here)}"
        label = f"{naming.figure(path)}, {name}" if name else naming.figure(path)
        parts.append(f"{label}{NBSP}: {value}")
    return upper(f"{NBSP}; ".join(parts)) + "."


def _headline(a: Asked, found: Found) -> str:
    """« 61 % de réussir, 4 % de complication. », after the name of its variant where there are several."""
    asked_here = next((c for name, c in a.variants if name == found.series), [])
    said = a.form.headline(a.form.changed(a.question, asked_here), found.answer)
    return upper(f"{found.series}{NBSP}: {said}." if found.series else f"{said}.")
