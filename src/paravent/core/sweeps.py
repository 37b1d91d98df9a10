"""Variants of a probability question: some of its keys changed, one or two of them over a range."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from copy import deepcopy
from itertools import product
from typing import NamedTuple

from paravent.core.questions import BadQuestion, Table

MOST_CASES = 5_000
"""Questions that one sweep may ask."""
WHOLE = re.compile(r"-?\d{1,6}")
RANGE = re.compile(r"(-?\d{1,9})\.\.(-?\d{1,9})")
WORDS: dict[str, object] = {"oui": True, "true": True, "non": False, "false": False, "null": None}


class Swept(NamedTuple):
    """A key that takes each of these values in turn; « a.score » is a key of the table « a »."""

    key: str
    values: tuple[object, ...]


class Case(NamedTuple):
    """A question with the values that were put into it, in the order of what is swept."""

    at: tuple[object, ...]
    question: Table


def swept(text: str) -> Swept:
    """« difficulte=1..5 », « mode=normal,facile », « des=[[6,6],[6,8]] »; `BadQuestion` for anything else."""
    key, equal, values = text.partition("=")
    key = key.strip()
    if not key or not equal or not values.strip():
        raise BadQuestion(text[:40], "attendu CLÉ=VALEURS, par exemple difficulte=1..5")
    return Swept(key, tuple(_values(key, values.strip())))


WITHIN = (
    "une ligne d’une liste ne varie pas seule\N{NO-BREAK SPACE}: c’est la liste entière qui varie, en JSON"
)


def changed(question: object, changes: Sequence[tuple[str, object]]) -> Table:
    """The question with these keys replaced; `BadQuestion` for a key that it does not have."""
    if not isinstance(question, dict):
        raise BadQuestion("donnees", "la question n’est pas un objet")
    found = deepcopy(question)
    for key, value in changes:
        *path, last = key.split(".")
        inside: object = found
        for name in path:
            inside = inside.get(name) if isinstance(inside, dict) else None
        if not isinstance(inside, dict) or last not in inside:
            raise BadQuestion(key, WITHIN if "[" in key else "la question n’a pas cette clé")
        inside[last] = value
    return found


def cases(question: object, over: Sequence[Swept]) -> list[Case]:
    """Every combination, the last key varying fastest; `BadQuestion` past `MOST_CASES`."""
    count = 1
    for one in over:
        count *= len(one.values)
    if count > MOST_CASES:
        raise BadQuestion(over[-1].key, f"{count} cas, au plus {MOST_CASES}")
    keys = [one.key for one in over]
    return [
        Case(at, changed(question, [*zip(keys, at, strict=True)]))
        for at in product(*(one.values for one in over))
    ]


def value_of(text: str) -> object:
    """A value as it is typed: a whole number, oui or non, null, JSON in brackets, else the text itself."""
    if WHOLE.fullmatch(text):
        return int(text)
    if text[:1] in ("[", "{"):
        return _json(text)
    return WORDS.get(text, text)


def _values(key: str, text: str) -> list[object]:
    if found := RANGE.fullmatch(text):
        first, last = map(int, found.groups())
        if not first <= last < first + MOST_CASES:
            raise BadQuestion(key, f"attendu PREMIER..DERNIER en montant, au plus {MOST_CASES} valeurs")
        return [*range(first, last + 1)]
    if text.startswith("["):
        listed = _json(text)
        if isinstance(listed, list) and listed:
            return listed
        raise BadQuestion(key, "une liste de valeurs est attendue")
    return [value_of(part.strip()) for part in text.split(",")]


def _json(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise BadQuestion(text[:40], "ce JSON ne se lit pas") from None
