"""What people call the keys and values of an answer: every heading of a table or a chart, in the French of its form."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from paravent.chance.words import number
from paravent.core.asking import COMMON, NBSP, Form, alike
from paravent.core.figures import MEAN, Spread, figures

NOTHING = "—"
INDEX = re.compile(r"\[(\d+)\]")


class Naming:
    """The words of a form, for these answers: a line of a list is called after what it holds, where that is the same
    in all of them; else it goes by its list.
    """

    def __init__(self, form: Form, answers: Sequence[Mapping[str, Any]]) -> None:
        self._form = form
        self._answers = answers
        self._known: dict[str, str] = {}

    def of(self, answer: Mapping[str, Any]) -> Naming:
        """The words of the form for one of these answers alone."""
        return Naming(self._form, [answer])

    def figure(self, path: str) -> str:
        """A number or a law of an answer: « réussir, 2 dés achetés » for « choix[2].p_reussite »."""
        if path not in self._known:
            self._known[path] = self._figure(path)
        return self._known[path]

    def _figure(self, path: str) -> str:
        whole, equal, value = path.partition("=")
        mean = not equal and whole.endswith(f".{MEAN}")
        whole = whole.removesuffix(f".{MEAN}") if mean else whole
        found = next((told for a in self._answers if (told := self._steps(a, whole)) is not None), None)
        steps = found or Steps([self.column(whole)], [], "")
        line = [self._line_of(parent, at) for parent, at in steps.lines]
        name = ", ".join(filter(None, (*steps.said, *line)))
        if not steps.key:
            return name
        about, lined = self.column(steps.key), ", ".join(filter(None, line))
        if lined:
            about = lined if alike(about) in alike(lined) else f"{lined}, {about}"
        if equal:
            return f"{about} ({self._of_law(whole, steps.key, value)})"
        return f"{about}, en moyenne" if mean else f"{name}{NBSP}: {self.column(steps.key)}, à part"

    def _of_law(self, path: str, key: str, text: str) -> str:
        """A value of a law as a path has it, in words."""
        law = path.rpartition(".")[0]
        spreads = (s for a in self._answers if isinstance(s := figures(a).get(law), Spread))
        known = next((v[text] for s in spreads if key in s.keys and text in (v := s.values(key))), text)
        return self.value(key, known)

    def _steps(self, answer: Mapping[str, Any], path: str) -> Steps | None:
        """What leads to a figure. None where this answer has no such path."""
        here: object = answer
        parent = ""
        said: list[str] = []
        lines: list[tuple[str, int]] = []
        while path:
            match here:
                case dict():
                    key = next((k for k in here if path == k or path.startswith((f"{k}.", f"{k}["))), None)
                    if key is None:
                        return None
                    said.append(key if parent in self._form.own else self.column(key))
                    here, parent, path = here[key], key, path[len(key) :].removeprefix(".")
                case list():
                    place = INDEX.match(path)
                    if place is None:
                        return Steps(said, lines, path)
                    if int(place[1]) >= len(here):
                        return None
                    at = int(place[1])
                    here, path = here[at], path[place.end() :].removeprefix(".")
                    # The line says what the list is of.
                    said.pop()
                    lines.append((parent, at))
                case _:
                    return None
        return Steps(said, lines, "")

    def _line_of(self, key: str, at: int) -> str:
        """What tells a line of a list from the others: what it holds, or, where that differs from answer to answer, its
        list and its place there.
        """
        lists = [found for a in self._answers if isinstance(found := a.get(key), list)]
        told = {self._line(key, lines[at]) for lines in lists if at < len(lines)}
        if len(told) == 1:
            return told.pop()
        name = self.column(key)
        return f"{name}, ligne {at + 1}" if any(len(lines) > 1 for lines in lists) else name

    def _line(self, key: str, line: object) -> str:
        if not isinstance(line, dict) or not line:
            return ""
        if key in self._form.lines:
            return self._form.lines[key](line)
        first, value = next(iter(line.items()))
        return f"{self.column(first)}{NBSP}: {self.value(first, value)}"

    def asked(self, key: str) -> str:
        """A key of the question."""
        return next((f.label for f in self._form.fields if f.key == key), spoken(key.replace(".", ", ")))

    def column(self, path: str) -> str:
        """A key of the lines of an answer, of « paiement.menace » as well."""
        *before, last = path.split(".", 1)
        if before and before[0] in self._form.own:
            return last
        if before:
            return f"{self.column(before[0])}, {self.column(last)}"
        if last in self._form.names:
            return self._form.names[last]
        return COMMON.get(last) or self._label(last) or spoken(last)

    def _label(self, key: str) -> str:
        return next((f.label for f in self._form.fields if f.key == key), "")

    def value(self, key: str, value: object) -> str:
        """A value under that heading of an answer, or asked under that key of the question."""
        words = self._form.values.get(key.rpartition(".")[2], {})
        if (value is None or type(value) is int) and value in words:
            return words[value]
        match value:
            case None | [] | ():
                return NOTHING
            case bool():
                return "oui" if value else "non"
            case list() | tuple():
                return ", ".join(self.value(key, v) for v in value)
            case str():
                return self._word(key, value)
            case int():
                return number(value)
            case _:
                return str(value)

    def values(self, keys: Sequence[str], values: Sequence[object]) -> str:
        """A line of a law: its value, or each of its values after what it is of, but for whatever does not hold."""
        said = [*zip(keys, values, strict=True)]
        if len(said) == 1:
            return self.value(*said[0])
        held = [(key, v) for key, v in said if v is not None and v is not False]
        told = [
            self.column(key) if v is True else f"{self.column(key)} {self.value(key, v)}" for key, v in held
        ]
        return ", ".join(told) or "ni " + " ni ".join(map(self.column, keys))

    def _word(self, key: str, value: str) -> str:
        field = next((f for f in self._form.fields if f.key == key), None)
        known = self._form.values.get(key) or (field.choices if field else {})
        return known.get(value, value)


class Steps(NamedTuple):
    """What leads to a figure: keys in words, lines of lists by their key and place; of a law, the key of the values
    that are looked at.
    """

    said: list[str]
    lines: list[tuple[str, int]]
    key: str


def spoken(key: str) -> str:
    """A key that has no name, as near to words as can be."""
    return key.replace("_", " ")
