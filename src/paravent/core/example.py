"""A ready-made table, as a list of what people do: it is played through the rules, never written into a state."""

from __future__ import annotations

from collections.abc import Mapping
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
