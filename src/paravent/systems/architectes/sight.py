"""Who may know what happens (TAB-07, TAB-14, TAB-15); which fields they see stands beside each event."""

from __future__ import annotations

from typing import Any

from paravent.core.secrecy import audience_for, known_to
from paravent.core.values import GM, Who
from paravent.systems.architectes.contest_events import ContestOpened
from paravent.systems.architectes.events import ON_THE_SHEET, DiscardDenied, DiscardLapsed
from paravent.systems.architectes.model import Game


def audience(game: Game, event: Any) -> tuple[Who, ...] | None:
    """The audience of an event, from the state before it; None: everyone."""
    if isinstance(event, ContestOpened):
        return known_to(event.secrecy, *(s.actor for s in event.sides))
    procedure = getattr(event, "procedure", None)
    for x in game.contests:
        if x.id == procedure:
            return x.to
    if isinstance(event, DiscardDenied | DiscardLapsed):
        return next(p.to for p in game.proposals if p.id == event.proposal)
    actor = getattr(event, "actor", None)
    if actor is None:
        return None
    found = game.find(actor)
    if isinstance(event, ON_THE_SHEET) and found and not found.readable:
        return (actor, GM)
    return audience_for(game, actor)
