"""A question as it is asked in a terminal, and the dialogues that ask them. No input or output here: a dialogue
yields what to show and receives a line.

    talk = Talk(field(described))
    talk.ask                            # what to show: title, numbered choices, hint
    talk.say("2")                       # what was typed
    talk.value                          # the raw value, once `ask` is None
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any, TypeAlias

from paravent.cli.terminal.plain import NBSP

ENDS = ("fini", "ok")


@dataclass(frozen=True, slots=True)
class Choice:
    """One numbered line. `taken`: ticked, in a set; None where nothing is ticked."""

    number: int
    label: str
    note: str = ""
    group: str = ""
    taken: bool | None = None


class Back(Exception):
    """The question before, please."""


class Skip(Exception):
    """Leave blank what may be."""


@dataclass(frozen=True, slots=True)
class Ask:
    """What to show before a line is typed: a title, advice (`before`), choices (`left`: how many more), how to answer.

    `out`: what one might expect to choose and may not, each with its reason.
    `free`: any words are the answer. `skip`: the rest may be left blank.
    """

    title: str
    hint: str = ""
    choices: tuple[Choice, ...] = ()
    before: tuple[str, ...] = ()
    left: int = 0
    error: str = ""
    free: bool = False
    skip: bool = False
    out: tuple[Choice, ...] = ()


Dialogue: TypeAlias = Generator[Ask, str, Any]


class Talk:
    """A dialogue under way: `ask` is the question now, None once it has given its `value`."""

    def __init__(self, dialogue: Dialogue) -> None:
        self._dialogue = dialogue
        self.ask: Ask | None = None
        self.value: Any = None
        self._step(lambda: next(dialogue))

    def say(self, line: str) -> None:
        """Answer the question."""
        self._step(lambda: self._dialogue.send(line))

    def back(self) -> None:
        """Ask for the question before; `Back` when there is none."""
        self._step(lambda: self._dialogue.throw(Back()))

    def skip(self) -> None:
        """Leave the rest blank, where the question says that one may."""
        self._step(lambda: self._dialogue.throw(Skip()))

    def _step(self, step: Callable[[], Ask]) -> None:
        try:
            self.ask = step()
        except StopIteration as end:
            self.ask, self.value = None, end.value


def joined(*hints: str) -> str:
    """Hints on one line."""
    return f"{NBSP}; ".join(h for h in hints if h)
