"""A probability question as a form: what each system can be asked, in French, and how typed text becomes the question.

The question is the table that its system's `vectors` answers. Bounds here may be closer than there: what a form asks
is answered at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from fractions import Fraction
from itertools import product
from typing import Any, Literal, NamedTuple

from paravent.chance.words import MINUS, number
from paravent.core.figures import pick
from paravent.core.french import fine, lower
from paravent.core.questions import BadQuestion
from paravent.core.sweeps import Case, Swept

NBSP = "\N{NO-BREAK SPACE}"
Kind = Literal["whole", "maybe", "choice", "flag", "chance", "numbers", "several", "names", "rows"]
"""A whole number; one or nothing; a word of a few; yes or no; a chance; a list of whole numbers; some words of a few;
words of one's own; lines of a table."""

LONGEST = 2_000
"""Letters of one field."""
MOST_SWEPT = 200
"""Values that one field may take in turn."""
SWEPT_KINDS: frozenset[Kind] = frozenset({"whole", "maybe", "choice", "flag", "chance", "numbers"})
YES_NO = {"oui": True, "non": False}
DICE = re.compile(r"(?:(\d{0,2})[dD])?(-?\d{1,6})")
RANGE = re.compile(r"(-?\d{1,6})(?:\.\.|-)(-?\d{1,6})")
WHOLE = re.compile(r"-?\d{1,6}")


class Column(NamedTuple):
    """A column of a table that people fill in, a word of `choices` where there are some."""

    key: str
    label: str
    kind: Kind
    choices: Mapping[str, str] = {}  # never changed


class Field(NamedTuple):
    """One thing to fill in. `key`: its path in the question, « a.score »; `usual`: what is written there at first.

    most      how many numbers, words or lines at most
    columns   of a table; `fixed` is added to every line; `in_cell`: how many numbers one cell holds at most
    instead   once filled in, it stands alone in its table of the question; while it is blank, it is not there
    """

    key: str
    label: str
    kind: Kind
    usual: str = ""
    low: int = 0
    high: int = 0
    choices: Mapping[str, str] = {}  # never changed
    most: int = 0
    columns: tuple[Column, ...] = ()
    fixed: Mapping[str, str] = {}
    in_cell: int = 1
    instead: bool = False
    help: str = ""

    @property
    def swept(self) -> bool:
        """Whether a sweep may make it take several values."""
        return self.kind in SWEPT_KINDS

    def read(self, typed: Sequence[str]) -> object:
        """The value that was typed, or ticked; `BadQuestion` names the key."""
        if any(len(text) > LONGEST for text in typed):
            raise BadQuestion(self.key, f"au plus {LONGEST} signes")
        if self.kind == "several":
            return [self._word(text) for text in dict.fromkeys(typed) if text]
        return self._value(typed[0].strip() if typed else self.usual)

    def values(self, text: str) -> Swept:
        """Those that a sweep takes in turn: « 1..5 », « normal, facile », « 6 8 | 6 8 10 » for lists."""
        if not self.swept:
            raise BadQuestion(self.key, "ce champ ne varie pas")
        if len(text) > LONGEST:
            raise BadQuestion(self.key, f"au plus {LONGEST} signes")
        parts = [part.strip() for part in text.split("|" if self.kind == "numbers" else ",")]
        if "" in parts:
            blank = f", «{NBSP}rien{NBSP}» pour aucune" if self.kind in ("maybe", "numbers") else ""
            raise BadQuestion(self.key, f"une valeur est attendue{blank}")
        found: list[object] = []
        for part in parts:
            part = part.replace(MINUS, "-")
            several = self.kind in ("whole", "maybe") and RANGE.fullmatch(part)
            found += self._range(several) if several else [self._value(part)]
            if len(found) > MOST_SWEPT:
                raise BadQuestion(self.key, f"au plus {MOST_SWEPT} valeurs")
        return Swept(self.key, tuple(found))

    def _range(self, found: re.Match[str]) -> list[object]:
        first, last = map(int, found.groups())
        if not first <= last < first + MOST_SWEPT:
            raise BadQuestion(self.key, f"attendu PREMIER..DERNIER en montant, au plus {MOST_SWEPT} valeurs")
        return [self._value(str(n)) for n in range(first, last + 1)]

    def _value(self, text: str) -> object:
        match self.kind:
            case "maybe" if text in ("", "rien"):
                return None
            case "whole" | "maybe":
                return self._whole(text)
            case "choice":
                return self._word(text)
            case "flag":
                if alike(text) not in YES_NO:
                    raise BadQuestion(self.key, f"attendu{NBSP}: {', '.join(YES_NO)}")
                return YES_NO[alike(text)]
            case "chance":
                return self._chance(text)
            case "numbers":
                return self._numbers(text)
            case "names":
                return self._names(text)
            case _:
                return self._rows(text)

    def _whole(self, text: str) -> int:
        text = text.replace(MINUS, "-")
        if not WHOLE.fullmatch(text) or not self.low <= int(text) <= self.high:
            bounds = f"{number(self.low)} à {number(self.high)}"
            given = f", et non «{NBSP}{text[:20].replace('-', MINUS)}{NBSP}»" if text else ""
            raise BadQuestion(self.key, f"un nombre entier de {bounds} est attendu{given}")
        return int(text)

    def _word(self, text: str) -> str:
        """The key of a choice, for that key or for its label."""
        found = next(
            (k for k, label in self.choices.items() if alike(text) in (alike(k), alike(label))), None
        )
        if found is None:
            raise BadQuestion(self.key, f"attendu{NBSP}: {', '.join(self.choices.values())}")
        return found

    def _chance(self, text: str) -> str:
        """« 3/4 », « 0,75 » or « 75 % », as a fraction."""
        bare = text.replace(NBSP, "").replace(" ", "").replace(",", ".")
        percent = bare.endswith("%")
        if not re.fullmatch(r"\d{1,6}(/[1-9]\d{0,5}|\.\d{1,6})?", bare.rstrip("%")):
            raise BadQuestion(self.key, f"une chance est attendue{NBSP}: 3/4, 0,75 ou 75{NBSP}%")
        value = Fraction(bare.rstrip("%")) / (100 if percent else 1)
        if value > 1:
            raise BadQuestion(self.key, f"une chance ne dépasse pas 1, et non «{NBSP}{text}{NBSP}»")
        return f"{value.numerator}/{value.denominator}"

    def _numbers(self, text: str) -> list[int]:
        """« 6 8 8 », « 2D6, D10 », « 1..22 », « rien »."""
        text = "" if alike(text) == "rien" else text.replace(MINUS, "-")
        found: list[int] = []
        for part in re.split(r"[\s,;]+", text.strip()) if text.strip() else []:
            if several := RANGE.fullmatch(part):
                first, last = map(int, several.groups())
                found += range(first, min(last, first + self.most) + 1)
            elif dice := DICE.fullmatch(part):
                found += [int(dice[2])] * min(int(dice[1] or 1), self.most + 1)
            else:
                raise BadQuestion(self.key, f"des nombres sont attendus, et non «{NBSP}{part[:20]}{NBSP}»")
            if len(found) > self.most:
                raise BadQuestion(self.key, f"au plus {self.most} nombres")
        for n in found:
            if not self.low <= n <= self.high:
                raise BadQuestion(
                    self.key, f"des nombres de {number(self.low)} à {number(self.high)} sont attendus"
                )
        return found

    def _names(self, text: str) -> list[str]:
        found = [part.strip() for part in re.split(r"[,;\n]+", text) if part.strip()]
        if len(found) > self.most:
            raise BadQuestion(self.key, f"au plus {self.most} noms")
        return [self._word(name) for name in found] if self.choices else found

    def _rows(self, text: str) -> list[dict[str, object]]:
        """A line a row, cells apart by semicolons."""
        lines = [line for line in text.splitlines() if line.strip()]
        if len(lines) > self.most:
            raise BadQuestion(self.key, f"au plus {self.most} lignes")
        rows = []
        for n, line in enumerate(lines, 1):
            cells = [cell.strip() for cell in line.split(";")]
            if len(cells) != len(self.columns):
                wanted = f"{NBSP}; ".join(column.label for column in self.columns)
                raise BadQuestion(self.key, f"ligne {n}{NBSP}: attendu{NBSP}: {wanted}")
            row: dict[str, object] = dict(self.fixed)
            for column, cell in zip(self.columns, cells, strict=True):
                row[column.key] = self._cell(column, cell, n)
            rows.append(row)
        return rows

    def _cell(self, column: Column, text: str, line: int) -> object:
        if column.kind == "names":
            return text
        try:
            return self._replace(kind=column.kind, most=self.in_cell, choices=column.choices)._value(text)
        except BadQuestion as error:
            raise BadQuestion(self.key, f"ligne {line}, {column.label}{NBSP}: {error.text}") from None


Question = Mapping[str, Any]
Policy = str | Callable[[Question, str], str]
"""What people are taken to do: always, or for a question and a measure of its answer, "" for all of them."""
Told = Callable[[Question, Mapping[str, Any]], str]
"""The sentence of an answer to a question: « 61 % de réussir, 4 % de complication », without its stop."""


class Form(NamedTuple):
    """One computation (`calcul`) as a form.

    headline  what its answer says first
    policy    what people are taken to do, where the catalogue has them choose
    names     what the keys of its answer are called, "" for those that go without saying
    values    what the values under a key are called: words, numbers, None
    lines     what tells a line of a list from the others, by the key of the list
    own       keys under which keys are names that people gave
    follows   the measure that counts first over a sweep, of such answers; the first number, where there is none
    moved     the measure to follow where only this field is swept and the first measure does not move, by its key
    """

    title: str
    about: str
    fields: tuple[Field, ...]
    headline: Told
    policy: Policy = ""
    names: Mapping[str, str] = {}
    values: Mapping[str, Mapping[Any, str]] = {}
    lines: Mapping[str, Callable[[Mapping[str, Any]], str]] = {}
    own: frozenset[str] = frozenset()
    follows: Callable[[Sequence[Mapping[str, Any]]], str] | None = None
    moved: Mapping[str, str] = {}

    def field(self, name: str) -> Field:
        """The field of that key, or of that label; `BadQuestion` where there is none."""
        typed = alike(name).replace(" :", ",")
        found = next((f for f in self.fields if typed in (alike(f.key), alike(f.label))), None)
        if found is None:
            raise BadQuestion(name[:40] or "champ", "cette question n’a pas ce champ")
        return found

    def first(self, answers: Sequence[Mapping[str, Any]], over: Sequence[Swept]) -> str | None:
        """The measure to follow over a sweep where none is asked for: the one that the question is about, or, where
        what is swept leaves it as it is, the one that this moves.
        """
        first = self.follows(answers) if self.follows else None
        if _moves(answers, first):
            return first
        others = (self.moved[one.key] for one in over if one.key in self.moved)
        return next((path for path in others if _moves(answers, path)), first)

    def policies(self, questions: Iterable[Question], measure: str = "") -> list[str]:
        """What is taken for granted in the answers to these, in that measure of them or in all; whatever another one
        says as well is left out.
        """
        if isinstance(self.policy, str):
            found = [self.policy]
        else:
            found = [*dict.fromkeys(self.policy(question, measure) for question in questions)]
        found = [*map(fine, found)]
        return [one for one in found if one and not any(one != other and one in other for other in found)]

    def read(self, calcul: str, typed: Mapping[str, Sequence[str]]) -> tuple[dict[str, Any], dict[str, str]]:
        """The question as far as it can be read, and what is wrong, by key. What was not sent is as usual."""
        values: list[tuple[Field, object]] = []
        wrong: dict[str, str] = {}
        for f in self.fields:
            sent = typed.get(f.key)
            try:
                usual = f.usual.split() if f.kind == "several" else [f.usual]
                values.append((f, f.read(usual if sent is None else sent)))
            except BadQuestion as error:
                wrong[f.key] = error.text
        return _together({"calcul": calcul}, values), wrong

    def cases(self, question: dict[str, Any], over: Sequence[Swept]) -> list[Case]:
        """Every combination of the values swept, the last key varying fastest."""
        return [
            Case(at, self.changed(question, [*zip((one.key for one in over), at, strict=True)]))
            for at in product(*(one.values for one in over))
        ]

    def changed(self, question: dict[str, Any], changes: Sequence[tuple[str, object]]) -> dict[str, Any]:
        """The same question, some of its fields changed."""
        return _together(deepcopy(question), [(self.field(key), value) for key, value in changes])

    def changes(self, text: str) -> list[tuple[str, object]]:
        """What a variant changes: « Dés lancés = 3 », « des=3 ; seuil=12 »."""
        found = []
        for part in text.split(";"):
            key, equal, value = part.partition("=")
            if not equal:
                raise BadQuestion(part.strip()[:40] or "variante", "attendu champ = valeur")
            f = self.field(key.strip())
            if not f.swept:
                raise BadQuestion(f.key, "une variante ne peut pas changer ce champ")
            found.append((f.key, f.read([value])))
        return found

    def label(self, key: str) -> str:
        """What the field of that key is called on the page, the key itself where there is none."""
        return next((f.label for f in self.fields if f.key == key), key)


def _moves(answers: Sequence[Mapping[str, Any]], path: str | None) -> bool:
    """Whether a measure differs from answer to answer."""
    picked = [pick(answer, path) for answer in answers]
    return len({found and found[1] for found in picked}) > 1


def alike(text: str) -> str:
    """What is the same for people: neither case nor the kind of blanks counts."""
    return " ".join(text.split()).casefold()


Forms = Mapping[str, Form]
"""By the name of the computation."""

COMMON: Mapping[str, str] = {
    "p_reussite": "réussir",
    "p_echec": "échouer",
    "loi": "toutes les issues",
    "marge": "marge",
    "reussite": "réussite",
    "complication": "complication",
    "stress": "Stress",
    "total": "total",
}
"""Names that several questions share."""


def _together(question: dict[str, Any], values: Sequence[tuple[Field, object]]) -> dict[str, Any]:
    """The question once these are put into it."""
    for f, value in sorted(values, key=lambda x: x[0].instead):
        *path, last = f.key.split(".")
        inside = question
        for name in path:
            inside = inside.setdefault(name, {})
        if f.instead and value is None:
            continue
        if f.instead:
            inside.clear()
        inside[last] = value
    return question


def prefixed(prefix: str, title: str, fields: Sequence[Field]) -> tuple[Field, ...]:
    """The fields of a table inside the question, each named after whose they are."""
    return tuple(f._replace(key=f"{prefix}.{f.key}", label=f"{title}, {lower(f.label)}") for f in fields)
