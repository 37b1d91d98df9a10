"""Who may know what happens (TAB-07, TAB-14, TAB-15, FOR-46); which fields they see stands beside each event."""

from __future__ import annotations

from typing import Any

from paravent.core.secrecy import audience_for, known_to
from paravent.core.values import GM, NOBODY, Who
from paravent.systems.forces import events as e
from paravent.systems.forces import force_events as fe
from paravent.systems.forces.model import Game

Audience = tuple[Who, ...] | None

OF_THE_MASTERS = (
    fe.ForceDrafted,
    fe.ForceTakenUp,
    fe.DraftDiscarded,
    fe.DeedEstimated,
    fe.SessionsCounted,
    fe.PassBegun,
    fe.PassClosed,
)
IN_THE_OPEN = (fe.ResourceMoved, fe.WorldTold)
ON_THE_SHEET = (e.ExperienceGained, e.ScoreRaised)
"""Facts that change nothing but a sheet: who may not read it does not learn of them."""


def audience(game: Game, event: Any) -> Audience:
    """The audience of an event, from the state before it; None: everyone."""
    if isinstance(event, fe.ForceEvent):
        return _of_forces(game, event)
    if isinstance(event, e.DraftBegun):
        return (event.owner,)
    if isinstance(event, e.DraftDropped):
        return (next(d.owner for d in game.drafts if d.id == event.draft),)
    actor: Who = getattr(event, "actor", NOBODY)
    usual = audience_for(game, actor)
    if isinstance(event, e.TestAnnounced):
        return known_to(event.secrecy, actor) or usual
    if (test := getattr(event, "test", None)) is not None:
        found = next((t for t in game.tests if t.id == test), None)
        return found.to if found and found.to is not None else usual
    person = game.find(actor) if actor else None
    if isinstance(event, ON_THE_SHEET) and person and not person.readable:
        return (actor, GM)
    return usual


def withheld(game: Game, event: Any) -> bool:
    """Whether an event names a force that the table does not know of: what befell another, shown later, leaves it out
    (FOR-46)."""
    match event:
        case fe.ForceDrafted(force):
            named = {force.id}
        case fe.PassBegun(edges=edges) | fe.PassDrawn(edges=edges):
            named = {x.force for x in edges}
        case _:
            named = {event.force} if hasattr(event, "force") else set()
    return not named <= {f.id for f in game.forces if f.visible}


def _of_forces(game: Game, event: Any) -> Audience:
    """Nothing of a hidden force; of a partly visible one, nothing that its graph does not show yet (FOR-46)."""
    if isinstance(event, IN_THE_OPEN):
        return None
    if isinstance(event, OF_THE_MASTERS):
        return (GM,)
    if isinstance(event, fe.PassDrawn):
        return (GM,) if event.secret else None
    f = game.force(event.force)
    match event:
        case fe.ForceOpened(visibility=visibility):
            seen = visibility != "hidden"
        case fe.VisibilitySet(visibility=visibility):
            seen = f.opened and (f.visible or visibility != "hidden")
        case fe.EffectsSet():
            seen = f.whole
        case fe.ForceDescribed(name=name):
            seen = f.visible and (f.whole or f.philosophy_shown or name != f.name)
        case _:
            seen = f.visible
    return None if seen else (GM,)
