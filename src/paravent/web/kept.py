"""Pieces of pages rendered once: a tag that keeps what it surrounds, by the value of all that it shows.

    {% kept line.text, line.who %}{{ log_line(line) }}{% endkept %}

The expression must name everything the piece shows: two seats, or two moments, with the same value get the same text,
and nothing else decides. Values are told apart by their prints. A stream names the pieces that its page already
holds instead of sending them again: docs/decisions/0012-morceaux.md.
"""

from __future__ import annotations

import marshal
from base64 import urlsafe_b64encode
from collections import OrderedDict
from collections.abc import Callable, Set
from contextvars import ContextVar
from hashlib import sha256
from typing import Any

from jinja2 import Environment, nodes
from jinja2.ext import Extension
from jinja2.parser import Parser
from markupsafe import Markup

MOST = 8_000_000
"""How many bytes of pieces are kept; those used longest ago go first."""


def print_of(*shown: Any) -> bytes:
    """What tells these values from any others: a digest. The same values, of the same types and in the same order, have
    the same."""
    try:
        # Plain values, nearly all there are, in a third of the time; version 0 tells nothing of how they are stored.
        told = marshal.dumps(shown, 0)
    except ValueError:
        told = repr(shown).encode()
    return sha256(told).digest()


def short_print(*shown: Any) -> str:
    """The beginning of a print, for the id of an element: it says that something changed, and is never relied on."""
    return print_of(*shown).hex()[:8]


class Pieces:
    """Rendered pieces, as bytes: as text, one typographic apostrophe doubles their size. Their keys, often as long as
    they are, are kept as prints."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._size = 0
        self._pieces: OrderedDict[bytes, bytes] = OrderedDict()

    def get(self, name: bytes, render: Callable[[], str]) -> str:
        """The piece of this name, rendered unless it is known."""
        if (found := self._pieces.get(name)) is not None:
            self._pieces.move_to_end(name)
            return found.decode()
        text = render()
        piece = self._pieces[name] = text.encode()
        self._size += len(piece)
        while self._size > self._most:
            self._size -= len(self._pieces.popitem(last=False)[1])
        return text


class Sent:
    """What the page at the other end of one stream holds. While a message is being written, a piece that the page holds
    is named instead of rendered, and the others are set apart to be sent beside it.

    A page holds the pieces of its last message, and those only: both ends forget the rest.
    """

    def __init__(self) -> None:
        self._held = ""
        """The names of the pieces held, end to end: one string, for each of thousands of streams."""
        self._named: dict[str, str | None] = {}
        self._told = 0
        """How many times a piece was named."""
        self._known: Set[str] = frozenset()
        self._within = False

    def message(self, render: Callable[[], str]) -> tuple[str, str]:
        """What `render` makes, its pieces named, which alone tells a view from another; then the whole message, with
        the pieces that the page does not hold."""
        self._known = {self._held[n : n + NAME] for n in range(0, len(self._held), NAME)}
        self._told = 0
        outer = _SENT.set(self)
        try:
            text = render()
        finally:
            _SENT.reset(outer)
        bodies = {name: body for name, body in self._named.items() if body is not None}
        if text.count(NAMED) != self._told or PIECE in text or any(map(_marked, bodies.values())):
            return self._whole(render)
        fresh = [f"{PIECE}{name}{body}" for name, body in bodies.items()]
        self._held, self._named, self._known = "".join(self._named), {}, frozenset()
        return text, "".join((text, *fresh))

    def _whole(self, render: Callable[[], str]) -> tuple[str, str]:
        """The view without pieces: a table brought in by an older Paravent may hold the very marks that name them."""
        self._held, self._named, self._known = "", {}, frozenset()
        text = render().replace(PIECE, "").replace(NAMED, "")
        return text, text

    def piece(self, key: bytes, render: Callable[[], str]) -> str:
        """The name of a piece, or its text inside another one: only the outermost are named."""
        if self._within:
            return render()
        name = urlsafe_b64encode(key[: NAME * 3 // 4]).decode()
        if name not in self._named:
            body = None
            if name not in self._known:
                self._within = True
                try:
                    body = render()
                finally:
                    self._within = False
            self._named[name] = body
        self._told += 1
        return NAMED + name


def _marked(text: str) -> bool:
    return PIECE in text or NAMED in text


PIECE, NAMED = "\x1e", "\x1f"
"""What stands before a piece sent, and before a piece named: no text that a table takes in holds control characters."""
NAME = 16
"""Letters that name a piece, from its print (static/live.js)."""
_SENT: ContextVar[Sent | None] = ContextVar("sent", default=None)


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
        key = print_of(place, shown)

        def piece() -> str:
            return self.pieces.get(key, caller)

        sent = _SENT.get()
        return Markup(sent.piece(key, piece) if sent else piece())  # noqa: S704  # rendered with escaping
