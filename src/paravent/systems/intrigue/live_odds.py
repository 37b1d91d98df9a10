"""The exact chances of what a question leads to (TAB-11)."""

from __future__ import annotations

from paravent.core.offers import Waiting
from paravent.core.system import Odds
from paravent.systems.intrigue.model import Game


def odds(game: Game, w: Waiting) -> Odds | None:
    """None yet."""
    return None
