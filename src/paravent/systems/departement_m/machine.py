"""The procedures of Département M put together, in the rulebook's order."""

from __future__ import annotations

from typing import Any

from paravent.core.offers import Waiting
from paravent.systems.departement_m import calling, complications, creation, pools, testing
from paravent.systems.departement_m.model import Game

ASKING = (calling, testing, complications, creation, pools)


def waiting(game: Game) -> tuple[Waiting, ...]:
    """What holds play first, then standing questions."""
    asked = [w for part in ASKING for w in part.waiting(game)]
    return tuple(sorted(asked, key=lambda w: not w.holds))


def decide(game: Game, w: Waiting, command: Any, new_id: str) -> tuple[Any, ...]:
    """The facts an admitted command makes."""
    for part in ASKING:
        facts: tuple[Any, ...] | None = part.decide(game, w, command, new_id)
        if facts is not None:
            return facts
    raise AssertionError((w.topic, command))


def follow(game: Game) -> tuple[Any, ...]:
    """What the rules do by themselves."""
    return pools.follow(game)


def evolve(game: Game, event: Any) -> Game:
    """Each procedure keeps its own books; complications read the test that `testing` then closes."""
    for part in (creation, pools, calling, complications, testing):
        game = part.evolve(game, event)
    return game
