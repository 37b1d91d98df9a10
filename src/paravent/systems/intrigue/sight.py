"""Who may know what happens (TAB-07, TAB-14); which fields they see stands beside each event."""

from __future__ import annotations

from typing import Any

from paravent.core.values import GM, Who
from paravent.systems.intrigue import events as e
from paravent.systems.intrigue.model import Contest, Game, Recovery, TroubleTest, audience_for

ON_THE_SHEET = (e.MotivationSettled, e.ValueRaised, e.GrowthAimed, e.GrowthOpposed, e.GrowthThrown, e.Grown)
"""Facts that change nothing but a sheet: who may not read it does not learn of them."""


def audience(game: Game, event: Any) -> tuple[Who, ...] | None:
    """The audience of an event, from the state before it; None: everyone."""
    people = [getattr(event, name, "") for name in ("actor", "against", "other", "foe", "healer", "third")]
    usual = audience_for(game, *(Who(p) for p in people if p))
    procedure = next(
        (
            found
            for name in ("contest", "procedure", "test", "recovery")
            if (found := getattr(event, name, ""))
        ),
        "",
    )
    kept: tuple[Contest | TroubleTest | Recovery, ...] = (*game.contests, *game.tests, *game.recoveries)
    if under_way := next((k for k in kept if k.id == procedure), None):
        return under_way.to
    roll = next((r for r in game.rolls if r.id == getattr(event, "roll", "")), None)
    if roll is not None:
        return roll.to
    person = game.find(getattr(event, "actor", Who("")))
    if isinstance(event, ON_THE_SHEET) and person and not person.readable:
        return (person.actor, GM)
    return usual
