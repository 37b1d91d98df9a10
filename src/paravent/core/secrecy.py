"""For whom something is: a secret test (TAB-15), what befalls a hidden character (TAB-10)."""

from __future__ import annotations

from typing import Literal

from paravent.core.domains import OneOf, Option
from paravent.core.roster import Roster
from paravent.core.values import GM, Who

Secrecy = Literal["table", "shared", "gm"]
OPEN = Option("table", "toute la table")
IN_SECRET = (
    Option("shared", "la meneuse ou le MJ, et qui teste"),
    Option("gm", "la meneuse ou le MJ, personne d’autre"),
)


def secrecies() -> OneOf[str]:
    """For whom a test may be made: the whole table stands first."""
    return OneOf((OPEN, *IN_SECRET))


def known_to(secrecy: Secrecy, *actors: Who) -> tuple[Who, ...] | None:
    """Who may know of a test of these actors; None: everyone (TAB-15)."""
    if secrecy == "table":
        return None
    return (*actors, GM) if secrecy == "shared" else (GM,)


def audience_for(game: Roster, *actors: Who) -> tuple[Who, ...] | None:
    """Who may know what befalls these actors; None: everyone, unless one is a hidden character (TAB-10)."""
    hidden = tuple(c.actor for c in game.characters if c.actor in actors and c.hidden)
    return (*hidden, GM) if hidden else None
