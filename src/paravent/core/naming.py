"""What people call the keys and values of an answer: every heading of a table or a chart, in the French of its form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from paravent.core.asking import COMMON, NBSP, Form

NOTHING = "—"
INDEX = re.compile(r"\[(\d+)\]")


class Naming:
    """The words of a form, for these answers: lines of a list are called after what they hold."""

    def __init__(self, form: Form, answers: Sequence[Mapping[str, Any]]) -> None:
        self._form = form
        self._answers = answers
        self._known: dict[str, str] = {}

    def figure(self, path: str) -> str:
        """A number or a law of an answer: « réussir, 2 dés achetés » for « choix[2].p_reussite »."""
        if path not in self._known:
            self._known[path] = self._figure(path)
        return self._known[path]

    def _figure(self, path: str) -> str:
        whole, equal, value = path.partition("=")
        found = next((told for a in self._answers if (told := self._steps(a, whole)) is not None), None)
        law, key = found or ([self.column(whole)], "")
        name = ", ".join(filter(None, law))
        if not key:
            return name
        if not equal:
            return f"{name}{NBSP}: {self.column(key)}, à part"
        return f"{self.column(key)}{NBSP}: {self.value(key, UNWRITTEN.get(value, value))}"

    def _steps(self, answer: Mapping[str, Any], path: str) -> tuple[list[str], str] | None:
        """What leads to a figure, in words, what tells a line of a list from the others coming last; then, of a law,
        the key of the values that are looked at. None where this answer has no such path.
        """
        here: object = answer
        parent = ""
        said: list[str] = []
        lines: list[str] = []
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
                        return said + lines, path
                    if int(place[1]) >= len(here):
                        return None
                    here, path = here[int(place[1])], path[place.end() :].removeprefix(".")
                    # The line says what the list is of.
                    said.pop()
                    lines += self._line(parent, here)
                case _:
                    return None
        return said + lines, ""

    def _line(self, key: str, line: object) -> Iterator[str]:
        """What tells a line of a list from the others."""
        if not isinstance(line, dict) or not line:
            return
        if key in self._form.lines:
            yield self._form.lines[key](line)
            return
        first, value = next(iter(line.items()))
        yield f"{self.column(first)}{NBSP}: {self.value(first, value)}"

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
        match value:
            case None | [] | ():
                return NOTHING
            case bool():
                return "oui" if value else "non"
            case list() | tuple():
                return ", ".join(self.value(key, v) for v in value)
            case str():
                return self._word(key, value)
            case _:
                return str(value)

    def _word(self, key: str, value: str) -> str:
        field = next((f for f in self._form.fields if f.key == key), None)
        known = self._form.values.get(key) or (field.choices if field else {})
        return known.get(value, value)


UNWRITTEN: Mapping[str, object] = {"oui": True, "non": False, "rien": None}


def spoken(key: str) -> str:
    """A key that has no name, as near to words as can be."""
    return key.replace("_", " ")
