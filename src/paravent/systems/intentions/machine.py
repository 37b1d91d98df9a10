"""The procedures of Intentions put together, in the rulebook's order."""

from __future__ import annotations

from typing import Any

from paravent.core.offers import Waiting
from paravent.systems.intentions import counters, creation, criticals, desk, endurance, testing
from paravent.systems.intentions.model import Game

ASKING = (testing, endurance, counters, creation, desk)
"""Who asks questions; a test asks those of its criticals."""


def waiting(game: Game) -> tuple[Waiting, ...]:
    """What holds play first, then standing questions."""
    return tuple(w for part in ASKING for w in part.waiting(game))


def decide(game: Game, w: Waiting, command: Any, new_id: str) -> tuple[Any, ...]:
    """The facts an admitted command makes."""
    for part in (*ASKING, criticals):
        facts: tuple[Any, ...] | None = part.decide(game, w, command, new_id)
        if facts is not None:
            return facts
    raise AssertionError((w.topic, command))


def follow(game: Game) -> tuple[Any, ...]:
    """What the rules do by themselves, one thing at a time."""
    for part in (testing, creation, counters, endurance):
        facts: tuple[Any, ...] = part.follow(game)
        if facts:
            return facts
    return ()


def evolve(game: Game, event: Any) -> Game:
    """Each procedure keeps its own books."""
    for part in (creation, testing, criticals, counters, endurance, desk):
        game = part.evolve(game, event)
    return game
