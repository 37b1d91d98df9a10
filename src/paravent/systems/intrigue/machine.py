"""The procedures of Intrigue put together, in the rulebook's order.

creation                            characters (ITG-01 to ITG-06)
composing, rolling, ones            a roll (ITG-10 to ITG-19, ITG-32 to ITG-37)
desk                                the trouble pool, sheets (ITG-20, ITG-35)
episode_start, purse, boosts        plot points (ITG-30 to ITG-39)
contests, stress                    contests (ITG-40 to ITG-49)
aid, resources, helping             aid, resources, whoever steps between (ITG-50 to ITG-53)
initiative, trials, recovery        the other trials (ITG-54, ITG-60, ITG-61)
episode_end, growth                 the end of an episode (ITG-70 to ITG-76)

Each has its questions, decides on their answers, goes on by itself where the rules do, and keeps its books. What the
state is made of stands in the `…_model` files, what happens in the `…_events`, in the same order.
"""

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
    growth,
    initiative,
    ones,
    recovery,
    resources,
    rolling,
    trials,
)
from paravent.systems.intrigue.model import Game

PARTS = (
    creation,
    rolling,
    ones,
    desk,
    episode_start,
    contests,
    aid,
    resources,
    initiative,
    trials,
    recovery,
    episode_end,
    growth,
)
ON_THEIR_OWN = (ones, aid, episode_start, contests, initiative, trials, recovery)


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
    for part in ON_THEIR_OWN:
        facts: tuple[Any, ...] = part.follow(game)
        if facts:
            return facts
    return ()


def evolve(game: Game, event: Any) -> Game:
    """Each procedure keeps its own books."""
    for part in PARTS:
        game = part.evolve(game, event)
    return game
