"""Whoever steps between the sides of a contest, and what comes of it (ITG-52, ITG-53)."""

from __future__ import annotations

from typing import Any

from paravent.core.offers import Waiting, offer
from paravent.core.rules import rule
from paravent.core.values import Who, replace, value
from paravent.systems.intrigue import commands as co
from paravent.systems.intrigue import contest_events as cev
from paravent.systems.intrigue import stress
from paravent.systems.intrigue.composing import compose, composed, nothing, or_nothing, throws_own
from paravent.systems.intrigue.contest_model import (
    Answering,
    Brawling,
    Contest,
    Continuing,
    How,
    Interfering,
)
from paravent.systems.intrigue.model import Game, change_contest
from paravent.systems.intrigue.purse import paid_to, why_poor
from paravent.systems.intrigue.roll_model import Roll
from paravent.systems.intrigue.sheet_model import Character
from paravent.systems.intrigue.weighing import beats, three_way

INTERFERING = 1
"""The plot point of an interference (ITG-52)."""


@value
class ToInterfere:
    contest: str
    actor: Who
    standing: str


@value
class ToContinue:
    contest: str
    actor: Who


@value
class ToBrawl:
    contest: str
    actor: Who
    turn: int


def outside(game: Game, k: Contest) -> list[Character]:
    """Who may step in: in play and seen, no side of it, not stressed out (ITG-48)."""
    return [
        c
        for c in game.characters
        if c.ready and c.actor not in k.sides and not c.stressed_out and not c.hidden
    ]


# Interference (ITG-52)


@rule("ITG-48", "ITG-52")
def may_interfere(game: Game, k: Contest) -> tuple[Waiting, ...]:
    """Before a reaction, once each: a plot point to the game masters, and a roll."""
    return tuple(
        Waiting(
            ToInterfere(k.id, c.actor, k.to_beat),
            c.actor,
            "ITG-52",
            (compose(game, co.Interfere, c, k.standing, "ITG-52", price=INTERFERING),),
            holds=False,
            to=k.to,
        )
        for c in outside(game, k)
        if c.actor not in k.tried
    )


@rule("ITG-52")
def follow_interference(game: Game, k: Contest, stage: Interfering) -> tuple[Any, ...]:
    roll = game.roll(stage.roll)
    if not roll.over:
        return ()
    if beats(roll.total, game.roll(k.to_beat).total):
        return (cev.ConflictBroken(k.id, stage.third),)
    return (cev.InterferenceIgnored(k.id, stage.third),)


# Its sequel (ITG-53)


@rule("ITG-53")
def may_continue(game: Game, k: Contest, stage: Continuing) -> tuple[Waiting, ...]:
    """Both are asked at once; either may let the conflict be over."""
    return tuple(
        Waiting(
            ToContinue(k.id, actor),
            actor,
            "ITG-53",
            (
                offer(co.LetGo, "ITG-53"),
                offer(co.PayOn, "ITG-53", barred=why_poor(game.character(actor), 1)),
            ),
            to=k.to,
            idle=co.LetGo(),
            procedure=k.id,
        )
        for actor in k.sides
        if actor not in stage.paid
    )


@rule("ITG-53")
def order(game: Game, k: Contest, third: Who) -> tuple[Who, ...]:
    """Clockwise from the game masters: their own first, then the others as they stand in the cast."""
    there = (c for c in game.characters if c.actor in (*k.sides, third))
    return tuple(c.actor for c in sorted(there, key=lambda c: not c.extra))


@rule("ITG-48", "ITG-53")
def to_brawl(game: Game, k: Contest, stage: Brawling) -> tuple[Waiting, ...]:
    """One after another, each roll kept before the next."""
    if stage.rolls and not game.roll(stage.rolls[-1]).over:
        return ()
    todo = order(game, k, stage.third)[len(stage.rolls) :]
    if not todo:
        return ()
    c = game.character(todo[0])
    foe = k.against(c.actor) if c.actor in k.sides else k.standing
    uses_own = throws_own(game, k.id, c.actor)
    offers = or_nothing(c, compose(game, co.Brawl, c, foe, "ITG-53", uses_own=uses_own))
    topic = ToBrawl(k.id, c.actor, len(stage.rolls))
    return (Waiting(topic, c.actor, "ITG-53", offers, to=k.to, procedure=k.id),)


@rule("ITG-53")
def follow_brawl(game: Game, k: Contest, stage: Brawling) -> tuple[Any, ...]:
    """The better of the two hurts the other; the third is hurt by each who beats them, nobody stressed out for it."""
    if len(stage.rolls) < 3 or not game.roll(stage.rolls[-1]).over:
        return ()
    by = {r.actor: r for r in map(game.roll, stage.rolls)}
    hurt = clockwise(game, k, stage, by)
    return (cev.FellShort(k.id, hurt, "ITG-53"),)


def clockwise(game: Game, k: Contest, stage: Brawling, by: dict[Who, Roll]) -> tuple[Any, ...]:
    sides = [a for a in order(game, k, stage.third) if a in k.sides]
    first, second, third = by[sides[0]], by[sides[1]], by[stage.third]
    found = three_way(first.total, second.total, third.total)
    out = []
    if found.best:
        winner, loser = (first, second) if found.best > 0 else (second, first)
        out.append(stress.infliction(winner, loser.actor))
    out += [
        stress.infliction(r, stage.third)
        for r, beats in ((first, found.first_beats), (second, found.second_beats))
        if beats
    ]
    return tuple(out)


def end_of(k: Contest) -> How:
    """How a contest ends once stress has fallen (ITG-43, ITG-53)."""
    return "brawled" if k.three_way else "short"


@rule("ITG-55")
def closed(game: Game, k: Contest, how: How) -> cev.ContestClosed:
    """The end of a contest, with all who took part in it."""
    rolled = (r.actor for r in game.rolls if r.procedure == k.id)
    return cev.ContestClosed(k.id, how, tuple(dict.fromkeys((*k.sides, *k.rolled, *rolled))))


def decide(game: Game, w: Waiting, c: Any, new_id: str) -> tuple[Any, ...] | None:
    match w.topic, c:
        case ToInterfere(id, actor), co.Interfere():
            k = game.contest(id)
            roll = composed(game, new_id, id, actor, k.standing, c, to=k.to, price=INTERFERING)
            return (roll, cev.Interfered(id, actor, new_id))
        case ToContinue(id, actor), co.PayOn():
            stage = game.contest(id).stage
            assert isinstance(stage, Continuing)
            return (cev.PaidOn(id, actor, stage.third),)
        case ToContinue(id), co.LetGo():
            return (closed(game, game.contest(id), "broken"),)
        case ToBrawl(id, actor), co.Brawl():
            k = game.contest(id)
            foe = k.against(actor) if actor in k.sides else k.standing
            roll = composed(game, new_id, id, actor, foe, c, to=k.to)
            return (roll, cev.Brawled(id, actor, new_id))
        case ToBrawl(id, actor), co.StandBy():
            return (nothing(new_id, id, actor, game.contest(id).to), cev.Brawled(id, actor, new_id))
        case _:
            return None


def evolve(game: Game, event: Any) -> Game:
    match event:
        case cev.Interfered(id, actor, roll):
            tried = (*game.contest(id).tried, actor)
            return change_contest(game, id, stage=Interfering(actor, roll), tried=tried)
        case cev.InterferenceIgnored(id):
            return change_contest(game, id, stage=Answering())
        case cev.ConflictBroken(id, third):
            return change_contest(game, id, stage=Continuing(third))
        case cev.PaidOn(id, actor, third):
            stage = game.contest(id).stage
            assert isinstance(stage, Continuing)
            game = paid_to(game, id, actor, third, 1)
            return change_contest(game, id, stage=replace(stage, paid=(*stage.paid, actor)))
        case cev.BrawlOpened(id, third):
            return change_contest(game, id, stage=Brawling(third), three_way=True)
        case cev.Brawled(id, _, roll):
            stage = game.contest(id).stage
            assert isinstance(stage, Brawling)
            return change_contest(game, id, stage=replace(stage, rolls=(*stage.rolls, roll)))
        case _:
            return game
