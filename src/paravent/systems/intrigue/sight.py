"""Who may know what happens (TAB-07, TAB-14); which fields they see stands beside each event."""

from __future__ import annotations

from typing import Any

from paravent.core.secrecy import audience_for
from paravent.core.values import NOBODY, Who
from paravent.systems.intrigue import episode_events as pev
from paravent.systems.intrigue import events as e
from paravent.systems.intrigue import roll_events as rev
from paravent.systems.intrigue.contest_model import Contest
from paravent.systems.intrigue.model import Game, readers_of
from paravent.systems.intrigue.trial_model import Recovery, TroubleTest

ON_THE_SHEET = (
    e.GearDamaged,
    pev.MotivationSettled,
    pev.ValueRaised,
    pev.NewChosen,
    pev.GrowthAimed,
    pev.GrowthOpposed,
    pev.GrowthThrown,
    pev.Grown,
    pev.GrowthPassed,
)
"""Facts that change nothing but a sheet: who may not read it does not learn of them."""
PEOPLE = ("actor", "against", "other", "patient", "visitor", "who")
"""The fields that name whom a fact is about, where it belongs to nothing under way."""


def audience(game: Game, event: Any) -> tuple[Who, ...] | None:
    """The audience of an event, from the state before it; None: everyone."""
    if isinstance(event, rev.RollComposed):
        return event.roll.to
    named = (getattr(event, name, "") for name in ("contest", "procedure", "test", "recovery"))
    procedure = next(filter(None, named), "")
    kept: tuple[Contest | TroubleTest | Recovery, ...] = (*game.contests, *game.tests, *game.recoveries)
    if under_way := next((k for k in kept if k.id == procedure), None):
        return under_way.to
    if roll := next((r for r in game.rolls if r.id == getattr(event, "roll", "")), None):
        return roll.to
    if isinstance(event, ON_THE_SHEET) and not _of_resources(event):
        return readers_of(game.character(event.actor))
    return audience_for(game, *(getattr(event, name, NOBODY) for name in PEOPLE))


def _of_resources(event: Any) -> bool:
    """Whether a growth changes an extra or a location, which everybody may use and see."""
    return isinstance(event, pev.Grown) and (
        event.sort in ("extra", "location") or event.lost.startswith("r:")
    )
