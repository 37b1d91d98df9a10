"""What the rules refuse of a question of odds, said at the control that it is about: line, value, and all at once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from paravent.chance.words import number
from paravent.core.asking import NBSP, Field
from paravent.core.questions import BadQuestion

if TYPE_CHECKING:
    from paravent.web.odds_asked import Asked

INSIDE = re.compile(r"(?P<field>[\w.]+)\[(?P<at>\d+)\](?:\.(?P<column>\w+))?(?:\[(?P<inner>\d+)\])?")
"""A key of one value of a list, or of one cell of a line: « aretes[1].vers »."""


def refused(a: Asked, error: ValueError, series: str, at: Sequence[object]) -> dict[str, str]:
    """What is wrong, by control, "" for the whole question: what the rules refused, in that series and at these values
    of what is swept.
    """
    about = _about(a, error)
    if about is None:
        return {"": _text(error)}
    for (one, value), n in zip(zip(a.over, at, strict=False), a.sweeps, strict=False):
        if one.key == about.key:
            return {f"valeurs{n}": f"{a.naming.value(one.key, value)}{NBSP}: {_text(error)}"}
    for (name, changes), n in zip(a.variants, a.compared, strict=True):
        if name == series and any(changed == about.key for changed, _ in changes):
            question = a.form.changed(a.question, changes)
            return {f"change{n}": f"{about.label}{NBSP}: {_placed(about, error, question)}"}
    return {about.key: _placed(about, error, a.question)}


def besides(a: Asked) -> dict[str, str]:
    """What else the rules refuse, by control: of the question without what was refused so far, and of the usual one as
    well, for a refusal may rest on two fields of which only one is to be mended.
    """
    usual, _ = a.form.read(a.calcul, {})
    values = {f.key: f.read([f.usual]) for f in a.form.fields if f.kind != "several"}
    found: dict[str, str] = {}
    mended = [key for key in a.wrong if key in values]
    question = a.form.changed(a.question, [(key, values.pop(key)) for key in mended])
    while error := _asked(a, question):
        about = _about(a, error)
        if about is None or about.key not in values:
            break
        typed = about.read(a.typed.get(about.key, [about.usual]))
        alone = _asked(a, a.form.changed(usual, [(about.key, typed)]))
        if alone is None or _text(alone) != _text(error) or _about(a, alone) != about:
            break
        found[about.key] = _placed(about, error, question)
        question = a.form.changed(question, [(about.key, values.pop(about.key))])
    return found


def _asked(a: Asked, question: dict[str, Any]) -> ValueError | None:
    assert a.system.vectors is not None
    try:
        a.system.vectors(question)
    except ValueError as error:
        return error
    return None


def _about(a: Asked, error: ValueError) -> Field | None:
    """The field that a refusal is about, None for the whole question."""
    if not isinstance(error, BadQuestion):
        return None
    key = error.key.removeprefix("donnees.")
    return next((f for f in a.form.fields if f.key in (key, key.partition("[")[0])), None)


def _text(error: ValueError) -> str:
    return error.text if isinstance(error, BadQuestion) else str(error)


def _placed(about: Field, error: ValueError, question: dict[str, Any]) -> str:
    """A refusal with the line, the column and the value that it is about, where it is about one of several."""
    text = _text(error)
    inside = INSIDE.match(error.key.removeprefix("donnees.")) if isinstance(error, BadQuestion) else None
    if inside is None:
        return text
    value: Any = question
    for name in about.key.split("."):
        value = value[name]
    at, key = int(inside["at"]), inside["column"]
    value = value[at]
    if not about.columns:
        return f"{text}, et non {_typed(about, value)}"
    column = next((c for c in about.columns if c.key == key), None)
    if column is None:
        return f"ligne {at + 1}{NBSP}: {text}"
    cell = value[column.key]
    wrong = cell[int(inside["inner"])] if inside["inner"] else cell
    return f"ligne {at + 1}, {column.label}{NBSP}: {text}, et non {_typed(column, wrong)}"


def _typed(about: Any, value: object) -> str:
    """A value as it is typed in a field or a column."""
    match value:
        case list():
            return " ".join(map(str, value)) or "rien"
        case None:
            return "rien"
        case str():
            return f"«{NBSP}{about.choices.get(value, value)}{NBSP}»"
        case int():
            return number(value)
        case _:
            return str(value)
