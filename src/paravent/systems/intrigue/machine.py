"""The procedures of Intrigue put together, in the rulebook's order."""

from __future__ import annotations

from typing import Any

from paravent.core.offers import Waiting
from paravent.systems.intrigue import (
    aid,
    contests,
    creation,
    desk,
    episode_end,
    episode_start,
    resources,
    rolling,
    trials,
)
from paravent.systems.intrigue.model import Game

PARTS = (creation, rolling, aid, episode_start, contests, trials, resources, desk, episode_end)


def waiting(game: Game) -> tuple[Waiting, ...]:
    """What holds play, then standing questions."""
    return tuple(w for part in PARTS for w in part.waiting(game))


def decide(game: Game, w: Waiting, command: Any, new_id: str) -> tuple[Any, ...]:
    """The facts an admitted command makes."""
    for part in PARTS:
        facts: tuple[Any, ...] | None = part.decide(game, w, command, new_id)
        if facts is not None:
            return facts
    raise AssertionError((w.topic, command))


def follow(game: Game) -> tuple[Any, ...]:
    """What the rules do by themselves, one thing at a time."""
    for part in (rolling, aid, episode_start, contests, trials):
        facts: tuple[Any, ...] = part.follow(game)
        if facts:
            return facts
    return ()


def evolve(game: Game, event: Any) -> Game:
    """Each procedure keeps its own books."""
    for part in PARTS:
        game = part.evolve(game, event)
    return game
