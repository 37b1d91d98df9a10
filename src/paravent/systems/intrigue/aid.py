"""A character helps another's roll (ITG-50)."""

from __future__ import annotations

from typing import Any

from paravent.core.domains import one_of
from paravent.core.offers import Waiting
from paravent.core.rules import rule
from paravent.core.values import Who, value
from paravent.systems.intrigue import commands as co
from paravent.systems.intrigue import roll_events as rev
from paravent.systems.intrigue.composing import compose, composed
from paravent.systems.intrigue.model import Game, change_roll
from paravent.systems.intrigue.ones import foes_of
from paravent.systems.intrigue.roll_model import Roll


@value
class ToAid:
    procedure: str
    actor: Who
    roll: str


def waiting(game: Game) -> tuple[Waiting, ...]:
    return tuple(w for r in game.rolls if may_be_aided(r) for w in may_aid(game, r))


@rule("ITG-50")
def may_be_aided(r: Roll) -> bool:
    """Somebody's own roll that has fallen and is not kept yet, by one ally at a time; aid itself is not aided."""
    return bool(r.actor) and not (r.settled or r.in_air or r.helps or r.aided_by)


@rule("ITG-48", "ITG-50")
def may_aid(game: Game, r: Roll) -> tuple[Waiting, ...]:
    """Whoever is in play and seen, on neither side of that roll, and not stressed out: one roll each."""
    busy = (r.actor, *foes_of(game, r), *(x.actor for x in game.rolls if x.helps == r.id))
    return tuple(
        Waiting(
            ToAid(r.procedure, c.actor, r.id),
            c.actor,
            "ITG-50",
            (
                compose(
                    game,
                    co.Aid,
                    c,
                    r.foe,
                    "ITG-50",
                    keeps_more=False,
                    roll=one_of(((r.id, game.character(r.actor).name),)),
                ),
            ),
            holds=False,
            to=r.to,
        )
        for c in game.characters
        if c.ready and c.actor not in busy and not c.stressed_out and not c.hidden
    )


def decide(game: Game, w: Waiting, c: Any, new_id: str) -> tuple[Any, ...] | None:
    match w.topic, c:
        case ToAid(procedure, actor, aided), co.Aid():
            r = game.roll(aided)
            roll = composed(game, new_id, procedure, actor, r.foe, c, helps=aided, to=r.to)
            return (roll, rev.AidBegun(procedure, actor, r.actor, new_id, aided))
        case _:
            return None


@rule("ITG-50")
def follow(game: Game) -> tuple[Any, ...]:
    """The best die of an aid that is kept joins the result."""
    for r in game.rolls:
        if r.helps and r.over and game.roll(r.helps).aided_by == r.id:
            return (rev.AidGiven(r.procedure, r.actor, game.roll(r.helps).actor, r.helps, r.total),)
    return ()


def evolve(game: Game, event: Any) -> Game:
    match event:
        case rev.AidBegun(roll=roll, aided=aided):
            return change_roll(game, aided, aided_by=roll)
        case rev.AidGiven(aided=aided, points=points):
            return change_roll(game, aided, aid=game.roll(aided).aid + points, aided_by="")
        case _:
            return game
