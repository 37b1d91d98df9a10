"""The terminal itself: rows printed at its width, lines read while news may still be told.

The one door out: every text passes `clean`, and none is read as markup.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
from collections.abc import Iterable
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any, TextIO

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from paravent.cli.terminal.draw import Row
from paravent.cli.terminal.plain import clean

KEPT = {"\N{NO-BREAK SPACE}": "\ue000", "\N{NARROW NO-BREAK SPACE}": "\ue001"}
"""Spaces that must not break a line, while rich breaks it at any space; `clean` lets no private character in."""
TIED = re.compile(r" (?=[:;!?»])|(?<=«) ")
"""Plain spaces where French takes one that does not break."""
NARROWEST = 12
WIPE = "\x1b[2J\x1b[3J\x1b[H"
"""Clears the screen, then what has scrolled away, and goes home."""


class Screen:
    """Standard input and output. Plain, unwrapped text when either is no terminal."""

    def __init__(self, source: TextIO | None = None, target: TextIO | None = None) -> None:
        self._source, self._target = source or sys.stdin, target or sys.stdout
        self.live = self._source.isatty() and self._target.isatty()
        self._console = Console(file=self._target, highlight=False, markup=False, emoji=False)
        self._keyboard = Keyboard(self._source, self.live)
        self._prompt: str | None = None

    def __enter__(self) -> Screen:
        self._keyboard.open()
        return self

    def __exit__(self, *_: object) -> None:
        self._keyboard.close()

    def show(self, rows: Iterable[Row]) -> None:
        """Print, above the line that is being typed if there is one."""
        rows = list(rows)
        if not rows:
            return
        if self._prompt is not None and self.live:
            self._target.write("\r\x1b[K")
        for r in rows:
            self._row(r)
        if self._prompt is not None and self.live:
            self._target.write(self._prompt + self._keyboard.typed())
        self._target.flush()

    def _row(self, r: Row) -> None:
        head = clean(r.head)
        text = Text(end="")
        for part, style in r.parts:
            text.append(clean(part, lines=True), style)
        if not self.live:
            margin = "\n" + " " * len(head)
            self._target.write(head + text.plain.replace("\n", margin) + "\n")
            return
        text.plain = TIED.sub("\N{NO-BREAK SPACE}", text.plain)
        for space, sign in KEPT.items():
            text.plain = text.plain.replace(space, sign)
        width = max(self._console.width - cell_len(head), NARROWEST)
        for n, line in enumerate(text.wrap(self._console, width) or [Text()]):
            for space, sign in KEPT.items():
                line.plain = line.plain.replace(sign, space)
            self._console.print(Text(head if n == 0 else " " * cell_len(head)), line, sep="", crop=False)

    def clear(self) -> None:
        """Nothing of what was shown stays visible, scrolled lines included."""
        if not self.live:
            self._target.write("\n")
        elif os.environ.get("TERM", "dumb") == "dumb":
            self._target.write("\n" * 200)
        else:
            self._target.write(WIPE)
        self._target.flush()

    async def line(self, prompt: str = "> ") -> str:
        """What is typed next. `EOFError` when nothing more will be."""
        self._prompt = clean(prompt)
        try:
            line = await self._keyboard.line(self._prompt)
        finally:
            self._prompt = None
        if not self.live:
            self._target.write(f"{clean(prompt)}{clean(line)}\n")
        return line


class Keyboard:
    """Lines read one at a time, each when asked for, in a thread of its own: the loop goes on meanwhile.

    The thread is a daemon: a line that nobody waits for any more must not keep the program alive. No history: what one
    seat typed is not for the next.
    """

    def __init__(self, source: TextIO, live: bool) -> None:
        self._source, self._live = source, live
        self._asked: SimpleQueue[tuple[str, asyncio.AbstractEventLoop]] = SimpleQueue()
        self._reading = False
        self._future: asyncio.Future[str] | None = None
        self._modes: list[Any] | None = None
        self._rest = b""

    def open(self) -> None:
        if self._live:
            with suppress(ImportError):
                import readline

                readline.set_auto_history(False)
            with suppress(ImportError):
                import termios

                self._modes = termios.tcgetattr(self._source.fileno())
        Thread(target=self._serve, name="clavier", daemon=True).start()

    def close(self) -> None:
        """Leave the terminal as it was found, even in the middle of a line."""
        if self._modes is not None:
            import termios

            termios.tcsetattr(self._source.fileno(), termios.TCSADRAIN, self._modes)

    def typed(self) -> str:
        """The line so far."""
        if not self._live or "readline" not in sys.modules:
            return ""
        return str(sys.modules["readline"].get_line_buffer())

    async def line(self, prompt: str) -> str:
        """The next line; one that was being typed for someone who no longer waits goes on for whoever asks now."""
        loop = asyncio.get_running_loop()
        self._future = loop.create_future()
        if not self._reading:
            self._reading = True
            self._asked.put((prompt, loop))
        return await self._future

    def _settle(self, line: str, error: Exception | None) -> None:
        self._reading = False
        if self._future is None or self._future.done():
            return
        if error is None:
            self._future.set_result(line)
        else:
            self._future.set_exception(error)

    def _serve(self) -> None:
        while True:
            prompt, loop = self._asked.get()
            try:
                line, error = self._read(prompt), None
            except (EOFError, OSError, ValueError):
                line, error = "", EOFError()
            with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                loop.call_soon_threadsafe(self._settle, line, error)

    def _read(self, prompt: str) -> str:
        if self._live:
            return input(prompt)
        try:
            number = self._source.fileno()
        except (AttributeError, OSError, ValueError):
            line = self._source.readline()
            if not line:
                raise EOFError from None
            return line.rstrip("\r\n")
        # Not through the buffered stream: its lock, held by a daemon thread, would stop the interpreter from closing.
        while b"\n" not in self._rest:
            more = os.read(number, 4096)
            if not more and not self._rest:
                raise EOFError
            self._rest += more or b"\n"
        line_, _, self._rest = self._rest.partition(b"\n")
        return line_.decode("utf-8", "replace").rstrip("\r")
