"""Where each key of a TOML document stands, by the paths that problems begin with (`armes[0].degats`).

`tomllib` keeps no places. The document has already been read by it: this walk only follows what is well formed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from paravent.core.packs import BROKEN, TOO_LONG

Path = tuple[str | int, ...]

_TOKEN = re.compile(
    r"""(?P<blank>[ \t\r]+|\#[^\n]*)
    |(?P<line>\n)
    |(?P<text>\"{3}(?:[^\\]|\\.)*?\"{3,5}(?!\")|'{3}.*?'{3,5}(?!')|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')
    |(?P<mark>[\[\]{}=,])
    |(?P<bare>[^\s\[\]{}=,\#"']+)""",
    re.DOTALL | re.VERBOSE,
)
_PATH = re.compile(r"([^.\[\]\s]+)|\[(\d+)\]")
_AT_LINE = re.compile(rf"{BROKEN} à la ligne (\d+)")


class _Token(NamedTuple):
    kind: str
    text: str
    line: int


def located(problems: Iterable[str], text: str) -> list[tuple[str, int | None]]:
    """Each problem of a pack with the line of `text` to look at, None where there is none to show."""
    told = list(problems)
    # What breaks is told with its line, and may not be walked.
    broken = any(p.startswith((BROKEN, TOO_LONG)) for p in told) or text.lstrip().startswith("{")
    known = {} if broken else places(text)
    return [(p, line_of(p, known)) for p in told]


def places(text: str) -> dict[Path, int]:
    """The line, from 1, where each key and each entry of a list begins, of a text that has been read as TOML."""
    try:
        return _Walk(_tokens(text)).places
    except (IndexError, RecursionError):
        return {}


def line_of(problem: str, known: Mapping[Path, int]) -> int | None:
    """The line to look at for a problem: that of its key; else that of the table it should be in; else None."""
    if found := _AT_LINE.match(problem):
        return int(found[1])
    path: Path = tuple(name or int(index) for name, index in _PATH.findall(_path_of(problem)))
    return next((known[path[:n]] for n in range(len(path), 0, -1) if path[:n] in known), None)


def _path_of(problem: str) -> str:
    """What stands before the colon; a path holds neither blank nor colon."""
    return re.split(r"[\s:]", problem, maxsplit=1)[0]


def _tokens(text: str) -> list[_Token]:
    out, line = [], 1
    for found in _TOKEN.finditer(text):
        kind = found.lastgroup or ""
        if kind != "blank":
            out.append(_Token(kind, found[0], line))
        line += found[0].count("\n")
    return [*out, _Token("line", "\n", line)]


class _Walk:
    """One pass over the tokens. `places` is what it found."""

    def __init__(self, tokens: list[_Token]) -> None:
        self._tokens, self._at = tokens, 0
        self._entries: Counter[Path] = Counter()
        self.places: dict[Path, int] = {}
        here: Path = ()
        while self._at < len(tokens):
            match self._tokens[self._at]:
                case _Token("line"):
                    self._at += 1
                case _Token("mark", "[", line):
                    here = self._heading(line)
                case _:
                    self._pair(here)

    def _heading(self, line: int) -> Path:
        self._at += 1
        listed = self._tokens[self._at].text == "["
        self._at += listed
        path = self._within(self._key())
        # A table may be named on the way to another, and nowhere else.
        for n in range(1, len(path)):
            self._put(path[:n], line)
        self._at += 1 + listed
        if listed:
            self._put(path, line)
            self._entries[path] += 1
            path = (*path, self._entries[path] - 1)
        self._put(path, line)
        return path

    def _within(self, key: tuple[str, ...]) -> Path:
        """The path of a heading: each list of tables named on the way means its latest entry."""
        path: Path = ()
        for name in key:
            if n := self._entries[path]:
                path = (*path, n - 1)
            path = (*path, name)
        return path

    def _pair(self, here: Path) -> None:
        line = self._tokens[self._at].line
        path = here
        for name in self._key():
            path = (*path, name)
            self._put(path, line)
        self._at += 1
        self._value(path)

    def _key(self) -> tuple[str, ...]:
        """A dotted key, as its parts."""
        parts: list[str] = []
        while (token := self._tokens[self._at]).kind in ("bare", "text"):
            parts += [token.text[1:-1]] if token.kind == "text" else [p for p in token.text.split(".") if p]
            self._at += 1
        return tuple(parts)

    def _value(self, path: Path) -> None:
        token = self._tokens[self._at]
        self._at += 1
        if token.text == "[" and token.kind == "mark":
            self._list(path)
        elif token.text == "{" and token.kind == "mark":
            while self._next() != "}":
                self._pair(path)
            self._at += 1
        else:
            # A date and its time are two.
            while self._tokens[self._at].kind == "bare":
                self._at += 1

    def _list(self, path: Path) -> None:
        n = 0
        while self._next() != "]":
            self._put((*path, n), self._tokens[self._at].line)
            self._value((*path, n))
            n += 1
        self._at += 1

    def _next(self) -> str:
        """The mark that ends a list or a table, or what begins its next entry."""
        while (token := self._tokens[self._at]).kind == "line" or token[:2] == ("mark", ","):
            self._at += 1
        return token.text if token.kind == "mark" else ""

    def _put(self, path: Path, line: int) -> None:
        self.places.setdefault(path, line)
