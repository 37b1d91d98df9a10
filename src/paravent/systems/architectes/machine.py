"""The procedures of Les Architectes put together, in the rulebook's order."""

from __future__ import annotations

from typing import Any

from paravent.core.offers import Waiting
from paravent.systems.architectes import broken_line, contest, creation, damage, desk, destiny
from paravent.systems.architectes.model import Game


def waiting(game: Game) -> tuple[Waiting, ...]:
    """What holds play first, then standing questions."""
    return (
        *contest.waiting(game),
        *damage.waiting(game),
        *broken_line.waiting(game),
        *creation.waiting(game),
        *desk.waiting(game),
    )


def decide(game: Game, w: Waiting, command: Any, new_id: str) -> tuple[Any, ...]:
    """The facts an admitted command makes."""
    for part in (contest, damage, destiny, broken_line, creation, desk):
        facts: tuple[Any, ...] | None = part.decide(game, w, command, new_id)
        if facts is not None:
            return facts
    raise AssertionError((w.topic, command))


def follow(game: Game) -> tuple[Any, ...]:
    """What the rules do by themselves, one thing at a time."""
    for part in (contest, damage, broken_line, creation):
        facts: tuple[Any, ...] = part.follow(game)
        if facts:
            return facts
    return ()


def evolve(game: Game, event: Any) -> Game:
    """Each procedure keeps its own books."""
    for part in (creation, contest, damage, broken_line, destiny, desk):
        game = part.evolve(game, event)
    return game
