"""Who may know what happens (TAB-07, TAB-14, TAB-15); which fields they see stands beside each event."""

from __future__ import annotations

from typing import Any

from paravent.core.secrecy import audience_for, known_to
from paravent.core.values import GM, Who
from paravent.systems.intentions import counter_events as ce
from paravent.systems.intentions import events as e
from paravent.systems.intentions.counter_model import Counter
from paravent.systems.intentions.model import Game

MOVES = (
    ce.CounterMoved,
    ce.CounterStuck,
    ce.ThresholdReached,
    ce.ThresholdStruck,
    ce.ThresholdLeft,
    ce.ThresholdAdded,
    ce.TriggerAdded,
    ce.EnduranceExtended,
)
"""What tells where a counter stands."""
ON_THE_SHEET = (e.PointGranted, e.TraitGranted, e.InstinctGranted, e.KnowledgeGranted)
"""Facts that change nothing but a sheet: who may not read it does not learn of them."""


def audience(game: Game, event: Any) -> tuple[Who, ...] | None:
    """The audience of an event, from the state before it; None: everyone."""
    actor: Who | None = getattr(event, "actor", None)
    usual = audience_for(game, actor) if actor else None
    if isinstance(event, e.ConditionEnded) and (held := game.find(event.actor)):
        # Who knew that it began knows that it ends, even once a hidden character has shown itself.
        return next((s.to for s in held.conditions if s.id == event.id and s.to is not None), usual)
    if isinstance(event, e.TestAnnounced):
        chosen = known_to(event.secrecy, event.actor)
        return usual if chosen is None else chosen
    if (test := getattr(event, "test", None)) is not None:
        found = next((t for t in game.tests if t.id == test), None)
        return found.to if found and found.to is not None else usual
    if isinstance(event, ce.CounterCreated | ce.EnduranceGiven):
        return (GM,) if event.standing == "hidden" else usual
    counter = next((c for c in game.counters if c.id == getattr(event, "counter", "")), None)
    if isinstance(event, ce.CounterShown):
        unseen = event.standing == "hidden" and (counter is None or counter.standing == "hidden")
        return (GM,) if unseen else usual
    if counter is not None and not isinstance(event, e.ConditionBegan):
        return _of(game, counter, value=isinstance(event, MOVES))
    if isinstance(event, ON_THE_SHEET) and not game.character(event.actor).readable:
        return (event.actor, GM)
    return usual


def _of(game: Game, c: Counter, *, value: bool) -> tuple[Who, ...] | None:
    """Who may know of a counter, or of its value."""
    if c.standing == "hidden" or (value and c.standing == "known"):
        return (GM,)
    subject = game.find(c.actor)
    if value and c.standing == "sheet" and subject and not subject.readable:
        return (c.actor, GM)
    return audience_for(game, c.actor)
