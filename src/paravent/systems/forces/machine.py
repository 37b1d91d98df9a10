"""The procedures of Aptitudes et forces put together, in the rulebook's order."""

from __future__ import annotations

from typing import Any

from paravent.core.offers import Waiting
from paravent.core.values import replace
from paravent.systems.forces import creation, drafting, gauges, passes, steering, testing
from paravent.systems.forces.model import Game
from paravent.systems.forces.world import shown

PARTS = (creation, testing, gauges, passes, steering, drafting)


def waiting(game: Game) -> tuple[Waiting, ...]:
    """What holds play first, then standing questions."""
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
    for part in (testing, creation, gauges, passes):
        facts: tuple[Any, ...] = part.follow(game)
        if facts:
            return facts
    return ()


def evolve(game: Game, event: Any) -> Game:
    """Each procedure keeps its own books; what the table sees of the forces follows from them (FOR-46)."""
    before = game.forces
    for part in PARTS:
        game = part.evolve(game, event)
    return game if game.forces is before else replace(game, shown=shown(game.forces, before, game.shown))
