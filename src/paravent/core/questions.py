"""Probability questions as JSON values, read strictly: what every system's vectors share.

A question is a table of French keys; whatever is missing, unknown or out of range is said with the path of its key.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import TypeVar

from paravent.chance import words

Answer = dict[str, object]
Table = Mapping[str, object]
T = TypeVar("T")

NBSP = "\N{NO-BREAK SPACE}"
LONGEST_FRACTION = 40
LONGEST_NUMBER = 14_000
"""Bits of a number of an answer: Python writes no longer ones."""


class Long(list[Answer]):
    """A law so long that a vector may leave it out: an answer that has it is no further from what is expected."""


class BadQuestion(ValueError):
    """A question that cannot be read; the message is French and names the key at fault, `text` is what is wrong."""

    def __init__(self, key: str, text: str) -> None:
        super().__init__(f"{key}\N{NO-BREAK SPACE}: {text}")
        self.key = key
        self.text = text


def asked(donnees: object, questions: Mapping[str, Callable[[Table], Answer]]) -> Answer:
    """The answer of the computation that `calcul` names; raises BadQuestion."""
    return choice(table(donnees, "donnees"), "calcul", "donnees", questions)(table(donnees, "donnees"))


def table(value: object, key: str) -> Table:
    if not isinstance(value, dict):
        raise BadQuestion(key, "un objet est attendu")
    return value


def keys(record: Table, key: str, *known: str) -> None:
    """Exactly these keys."""
    for name in record:
        if name not in known:
            shown = name[:40] if isinstance(name, str) else "?"
            raise BadQuestion(f"{key}.{shown}", "clé inconnue")
    for name in known:
        if name not in record:
            raise BadQuestion(f"{key}.{name}", "clé manquante")


def record(parent: Table, name: str, key: str, *known: str) -> Table:
    """A table of exactly these keys."""
    found = table(parent[name], f"{key}.{name}")
    keys(found, f"{key}.{name}", *known)
    return found


def records(parent: Table, name: str, key: str, most: int, *known: str) -> tuple[Table, ...]:
    """A list of tables of exactly these keys."""
    rows = items(parent, name, key, most)
    found = []
    for at, row in enumerate(rows):
        where = f"{key}.{name}[{at}]"
        found.append(table(row, where))
        keys(found[-1], where, *known)
    return tuple(found)


def items(parent: Table, name: str, key: str, most: int) -> list[object]:
    value = parent[name]
    if not isinstance(value, list):
        raise BadQuestion(f"{key}.{name}", "une liste est attendue")
    if len(value) > most:
        raise BadQuestion(f"{key}.{name}", f"au plus {most} éléments")
    return value


def choice(parent: Table, name: str, key: str, choices: Mapping[str, T]) -> T:
    """One of the French words of `choices`."""
    return one_of(parent.get(name), f"{key}.{name}", choices)


def one_of(value: object, key: str, choices: Mapping[str, T]) -> T:
    if not isinstance(value, str) or value not in choices:
        raise BadQuestion(key, f"attendu\N{NO-BREAK SPACE}: {_list(choices)}")
    return choices[value]


def _list(names: Iterable[str]) -> str:
    return ", ".join(f"«\N{NO-BREAK SPACE}{name}\N{NO-BREAK SPACE}»" for name in names)


def flag(parent: Table, name: str, key: str) -> bool:
    """True or false, nothing else."""
    value = parent[name]
    if not isinstance(value, bool):
        raise BadQuestion(f"{key}.{name}", "true ou false est attendu")
    return value


def whole(parent: Table, name: str, key: str, least: int, most: int) -> int:
    return in_range(parent[name], f"{key}.{name}", least, most)


def whole_or_none(parent: Table, name: str, key: str, least: int, most: int) -> int | None:
    """A number, or null."""
    return None if parent[name] is None else whole(parent, name, key, least, most)


def wholes(parent: Table, name: str, key: str, count: int, least: int, most: int) -> tuple[int, ...]:
    """At most `count` numbers, each of `least` to `most`."""
    found = items(parent, name, key, count)
    return tuple(in_range(item, f"{key}.{name}[{at}]", least, most) for at, item in enumerate(found))


def in_range(value: object, key: str, least: int, most: int) -> int:
    if type(value) is not int:  # a bool is no number here
        raise BadQuestion(key, f"un nombre entier de {_range(least, most)} est attendu")
    if not least <= value <= most:
        raise BadQuestion(key, f"attendu de {_range(least, most)}")
    return value


def _range(least: int, most: int) -> str:
    return f"{words.number(least)} à {words.number(most)}"


def fraction(parent: Table, name: str, key: str) -> Fraction:
    """A chance written « a/b », of 0 to 1."""
    text = parent[name]
    if (
        not isinstance(text, str)
        or len(text) > LONGEST_FRACTION
        or not re.fullmatch(r"[0-9]+/[0-9]*[1-9][0-9]*", text)
    ):
        raise BadQuestion(
            f"{key}.{name}", "une fraction «\N{NO-BREAK SPACE}a/b\N{NO-BREAK SPACE}» est attendue"
        )
    value = Fraction(text)
    if value > 1:
        raise BadQuestion(f"{key}.{name}", "une chance ne dépasse pas 1")
    return value


def number(value: Fraction) -> dict[str, object]:
    """A reduced fraction, and its first twelve significant digits; `BadQuestion` past `LONGEST_NUMBER`."""
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > LONGEST_NUMBER:
        text = (
            f"la réponse exacte a des milliers de chiffres{NBSP}: moins d’étapes, ou des chances plus rondes"
        )
        raise BadQuestion("donnees", text)
    return {
        "exact": f"{value.numerator}/{value.denominator}",
        "approx": float(f"{value.numerator / value.denominator:.12g}"),
    }
