"""Pieces of pages rendered once: a tag that keeps what it surrounds, by the value of all that it shows.

    {% kept line %}{{ log_line(line) }}{% endkept %}

The expression must name everything the piece shows: two seats, or two moments, with the same value get the same text,
and nothing else decides. Values are told apart by their `repr`.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from jinja2 import Environment, nodes
from jinja2.ext import Extension
from jinja2.parser import Parser
from markupsafe import Markup

MOST = 24_000_000
"""How many bytes of pieces are kept; those used longest ago go first."""


class Pieces:
    """Rendered pieces, as bytes: as text, one typographic apostrophe doubles their size."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._size = 0
        self._pieces: OrderedDict[str, bytes] = OrderedDict()

    def get(self, key: str, render: Callable[[], str]) -> str:
        """The piece of this key, rendered unless it is known."""
        if (found := self._pieces.get(key)) is not None:
            self._pieces.move_to_end(key)
            return found.decode()
        text = render()
        piece = self._pieces[key] = text.encode()
        self._size += len(piece) + len(key)
        while self._size > self._most:
            gone, old = self._pieces.popitem(last=False)
            self._size -= len(old) + len(gone)
        return text


class KeptExtension(Extension):
    """The tag `kept`."""

    tags = {"kept"}  # noqa: RUF012  # as Jinja asks for it

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        self._pieces = Pieces()

    def parse(self, parser: Parser) -> nodes.Node:
        line = next(parser.stream).lineno
        shown = parser.parse_tuple()
        body = parser.parse_statements(("name:endkept",), drop_needle=True)
        place = nodes.Const(f"{parser.name}:{line}")
        call = self.call_method("_render", [place, shown])
        return nodes.CallBlock(call, [], [], body).set_lineno(line)

    def _render(self, place: str, shown: Any, caller: Callable[[], str]) -> Markup:
        return Markup(self._pieces.get(f"{place} {shown!r}", caller))  # noqa: S704  # rendered with escaping
