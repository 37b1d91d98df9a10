"""A ready-made table, as a list of what people do: it is played through the rules, never written into a state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class ExampleStep:
    """`who` (« mj », or a player's name) answers the first question that takes `command`.

    Fields are raw values; a character's or a player's name may stand for its id. `asked`: the name of whoever the
    question is for, where several people are asked the same.
    """

    who: str
    command: str
    fields: Mapping[str, Any] = field(default_factory=dict)
    asked: str = ""


@dataclass(frozen=True, slots=True)
class Example:
    """A table to play at once: its title, who leads, who plays, and what has already happened."""

    title: str
    game_master: str
    players: tuple[str, ...]
    steps: tuple[ExampleStep, ...]


Data = Mapping[str, Any]
"""A part of the file that a story is written in."""


def gm(command: str, /, *, asked: str = "", **fields: Any) -> ExampleStep:
    """A step by the game master, who also speaks for characters nobody plays yet."""
    return ExampleStep("mj", command, fields, asked)


def by_hand(steps: Iterable[ExampleStep]) -> list[ExampleStep]:
    """The same with dice and cards typed from a real table, so that the log tells a story that never changes."""
    return [gm("ChooseHand", hand="reel", once=False), *steps, gm("ChooseHand", hand="table", once=False)]


class Script:
    """The steps of a story written by the ids of its people, `called` by that key of theirs."""

    def __init__(self, data: Data, called: str = "nom") -> None:
        self._extras = {x["id"]: x for x in data["pnj"]}
        self._names = {x["id"]: x[called] for x in data["personnage"]}
        self._names |= {id: x["nom"] for id, x in self._extras.items()}

    def session(self, session: Data) -> list[ExampleStep]:
        """One that opens, with all that happens in it."""
        return [gm("OpenSession"), *(x for step in session["pas"] for x in self.step(step))]

    def step(self, step: Data) -> list[ExampleStep]:
        """What one step of the file makes people do: a scene, a note, else something of the system's own."""
        match step:
            case {"scene": title, "texte": text}:
                return [gm("OpenScene", title=title, text=text)]
            case {"note": text}:
                return [gm("Write", text=text, to=step.get("pour", "tous"))]
        return self.own(step)

    def own(self, step: Data) -> list[ExampleStep]:
        """A step of the system's own; `ValueError` for one that it does not know."""
        raise ValueError(f"unknown step: {step}")
