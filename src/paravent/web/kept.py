"""Pieces of pages rendered once: a tag that keeps what it surrounds, by the value of all that it shows.

    {% kept line %}{{ log_line(line) }}{% endkept %}

The expression must name everything the piece shows: two seats, or two moments, with the same value get the same text,
and nothing else decides. Values are told apart by their `repr`.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from jinja2 import Environment, nodes
from jinja2.ext import Extension
from jinja2.parser import Parser
from markupsafe import Markup

MOST = 8_000_000
"""How many bytes of pieces are kept; those used longest ago go first."""


class Pieces:
    """Rendered pieces, as bytes: as text, one typographic apostrophe doubles their size. Their keys, often as long as
    they are, are kept as prints."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._size = 0
        self._pieces: OrderedDict[bytes, bytes] = OrderedDict()

    def get(self, key: str, render: Callable[[], str]) -> str:
        """The piece of this key, rendered unless it is known."""
        name = sha256(key.encode()).digest()
        if (found := self._pieces.get(name)) is not None:
            self._pieces.move_to_end(name)
            return found.decode()
        text = render()
        piece = self._pieces[name] = text.encode()
        self._size += len(piece)
        while self._size > self._most:
            self._size -= len(self._pieces.popitem(last=False)[1])
        return text


class KeptExtension(Extension):
    """The tag `kept`."""

    tags = {"kept"}  # noqa: RUF012  # as Jinja asks for it

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        self.pieces = Pieces()

    def parse(self, parser: Parser) -> nodes.Node:
        line = next(parser.stream).lineno
        shown = parser.parse_tuple()
        body = parser.parse_statements(("name:endkept",), drop_needle=True)
        # A name of its own in its template: two tags may stand on one line.
        place = nodes.Const(f"{parser.name} {parser.free_identifier().name}")
        call = self.call_method("_render", [place, shown])
        return nodes.CallBlock(call, [], [], body).set_lineno(line)

    def _render(self, place: str, shown: Any, caller: Callable[[], str]) -> Markup:
        return Markup(self.pieces.get(f"{place} {shown!r}", caller))  # noqa: S704  # rendered with escaping
