"""Who may know what happens (TAB-07, TAB-14, TAB-15); which fields they see stands beside each event."""

from __future__ import annotations

from typing import Any

from paravent.core.secrecy import audience_for, known_to
from paravent.core.values import GM, NOBODY, Who
from paravent.systems.departement_m import events as e
from paravent.systems.departement_m.model import Game

ON_THE_SHEET = (e.ScoreSet, e.FocusesSet)
"""Facts that change nothing but a sheet: who may not read it does not learn of them."""


def audience(game: Game, event: Any) -> tuple[Who, ...] | None:
    """The audience of an event, from the state before it; None: everyone."""
    actor: Who = getattr(event, "actor", NOBODY)
    usual = audience_for(game, actor)
    match event:
        case e.TestAnnounced(secrecy=secrecy):
            return known_to(secrecy, actor) or usual
        case e.ChanceWished():
            return (actor, GM)
        case e.ComplicationTold(id) | e.ComplicationConverted(id):
            return next((c.to for c in game.complications if c.id == id), usual)
    if (test := getattr(event, "test", None)) is not None:
        found = next((t for t in game.tests if t.id == test), None)
        return found.to if found and found.to is not None else usual
    person = game.find(actor) if actor else None
    if isinstance(event, ON_THE_SHEET) and person and not person.readable:
        return (actor, GM)
    return usual
