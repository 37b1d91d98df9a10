"""Server-sent events, read from pieces of any length."""

from __future__ import annotations

import re
from collections.abc import Iterator

LINE_END = re.compile(r"\r\n|\r(?!$)|\n")
"""A stream's lines end so and no other way. A final « \\r » waits: its « \\n » may come with the next piece."""


class Messages:
    """Whole messages, as (event name, data), of a stream that comes in pieces."""

    def __init__(self) -> None:
        self._rest = ""
        self._event = ""
        self._data: list[str] = []

    def feed(self, text: str) -> Iterator[tuple[str, str]]:
        """The messages that this piece ends; those without a name are called « message »."""
        *lines, self._rest = LINE_END.split(self._rest + text)
        for line in lines:
            name, _, value = line.partition(":")
            value = value.removeprefix(" ")
            if not line:
                if self._data:
                    yield self._event or "message", "\n".join(self._data)
                self._event, self._data = "", []
            elif name == "data":
                self._data.append(value)
            elif name == "event":
                self._event = value
