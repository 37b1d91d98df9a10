"""Everybody acts at the same time: the best roll becomes the first action (ITG-54)."""

from __future__ import annotations

from typing import Any

from paravent.core import events as ev
from paravent.core.domains import Group, Option, Pool, Text, one_of
from paravent.core.offers import Offer, Waiting, offer
from paravent.core.rules import rule
from paravent.core.values import GM, NOBODY, Who, replace, value
from paravent.systems.intrigue import commands as co
from paravent.systems.intrigue import contest_events as cev
from paravent.systems.intrigue import trial_events as tev
from paravent.systems.intrigue.composing import compose, composed, nothing, or_nothing
from paravent.systems.intrigue.model import Game, why_closing
from paravent.systems.intrigue.purse import thawed
from paravent.systems.intrigue.trial_model import Initiative
from paravent.systems.intrigue.weighing import contenders


@value
class ToThrowIn:
    """Initiative: roll at the same time as everybody."""

    initiative: str
    actor: Who
    turn: int


@value
class ToTarget:
    """The best of all names whom it acts against."""

    initiative: str
    actor: Who


@value
class ToStart:
    """A game master's standing question: does everybody act at once?"""


@rule("ITG-54")
def may_start(game: Game) -> Offer:
    able = tuple(
        Option(c.actor, c.name, "qui agit")
        for c in game.characters
        if c.ready and not c.stressed_out and not c.hidden
    )
    people = Pool(able, (Group("qui agit", least=2, free=99),))
    barred = why_closing(game) or ("" if len(able) > 1 else "il faut au moins deux personnages")
    return offer(co.CallInitiative, "ITG-54", barred=barred, people=people, goal=Text(200, required=True))


@rule("ITG-54")
def throwing_in(game: Game, x: Initiative) -> tuple[Waiting, ...]:
    """Everybody composes at once; no foe's stress, the target not being known."""
    done = {game.roll(r).actor for r in x.rolls}
    return tuple(
        Waiting(
            ToThrowIn(x.id, a, sum(r.procedure == x.id and r.actor == a for r in game.rolls)),
            a,
            "ITG-54",
            or_nothing(
                game.character(a),
                compose(game, co.ThrowInitiative, game.character(a), NOBODY, "ITG-54", foe_stress=False),
            ),
            to=x.to,
            procedure=x.id,
        )
        for a in x.people
        if a not in done
    )


@rule("ITG-54")
def to_target(game: Game, x: Initiative) -> Waiting:
    actor = game.roll(x.best).actor
    targets = one_of((c.actor, c.name) for c in game.characters if c.actor in x.rolled and c.actor != actor)
    return Waiting(
        ToTarget(x.id, actor),
        actor,
        "ITG-54",
        (offer(co.NameTarget, "ITG-54", target=targets),),
        to=x.to,
        procedure=x.id,
    )


def waiting(game: Game) -> tuple[Waiting, ...]:
    return (
        *(w for x in game.initiatives for w in ((to_target(game, x),) if x.best else throwing_in(game, x))),
        Waiting(ToStart(), GM, "ITG-54", (may_start(game),), holds=False, to=(GM,)),
    )


def decide(game: Game, w: Waiting, c: Any, new_id: str) -> tuple[Any, ...] | None:
    match w.topic, c:
        case ToStart(), co.CallInitiative(people, goal):
            return (tev.InitiativeCalled(new_id, people, goal),)
        case ToThrowIn(id, actor), co.StandBy():
            return (nothing(new_id, id, actor, None), tev.InitiativeThrown(id, actor, new_id))
        case ToThrowIn(id, actor), co.ThrowInitiative():
            x = _of(game, id)
            roll = composed(game, new_id, id, actor, NOBODY, c, to=x.to, foe_stress=False)
            return (roll, tev.InitiativeThrown(id, actor, new_id))
        case ToTarget(id, actor), co.NameTarget(target):
            x = _of(game, id)
            opened = cev.ContestOpened(f"{id}-duel", actor, target, x.goal, x.best, x.rolled)
            return (tev.InitiativeWon(id, actor, x.best), opened)
        case _:
            return None


def _of(game: Game, id: str) -> Initiative:
    return next(x for x in game.initiatives if x.id == id)


def follow(game: Game) -> tuple[Any, ...]:
    for x in game.initiatives:
        if facts := _first(game, x):
            return facts
    return ()


@rule("ITG-54")
def _first(game: Game, x: Initiative) -> tuple[Any, ...]:
    """Once all have kept their rolls: the best, or those level with it roll again."""
    if x.best or len(x.rolls) < len(x.people) or not all(game.roll(r).over for r in x.rolls):
        return ()
    totals = {str(game.roll(r).actor): game.roll(r).total for r in x.rolls}
    best = contenders(totals).first
    if len(best) > 1:
        return (tev.InitiativeTied(x.id, tuple(Who(b) for b in best)),)
    roll = next(r for r in x.rolls if game.roll(r).actor == best[0])
    return (tev.InitiativeFirst(x.id, Who(best[0]), roll),)


def evolve(game: Game, event: Any) -> Game:
    match event:
        case tev.InitiativeCalled(id, people, goal):
            return replace(game, initiatives=(*game.initiatives, Initiative(id, goal, people)))
        case tev.InitiativeThrown(id, actor, roll):
            x = _of(game, id)
            rolled = tuple(dict.fromkeys((*x.rolled, actor)))
            return _change(game, id, rolls=(*x.rolls, roll), rolled=rolled)
        case tev.InitiativeTied(id, people):
            return _change(game, id, people=people, rolls=())
        case tev.InitiativeFirst(id, _, roll):
            return _change(game, id, best=roll)
        case tev.InitiativeWon(id, _, roll):
            return _opened_by(game, id, roll)
        case ev.Abandoned(procedure=id) if any(x.id == id for x in game.initiatives):
            return thawed(replace(game, initiatives=tuple(x for x in game.initiatives if x.id != id)), id)
        case _:
            return game


def _opened_by(game: Game, id: str, best: str) -> Game:
    """The best roll goes on as the first action; the others are over, and what was received in them waits with it."""
    duel = f"{id}-duel"
    rolls = tuple(
        replace(r, procedure=duel) if r.id == best else r
        for r in game.rolls
        if r.procedure != id or r.id == best
    )
    characters = tuple(
        replace(c, frozen=tuple((duel if p == id else p, n) for p, n in c.frozen)) for c in game.characters
    )
    left = tuple(x for x in game.initiatives if x.id != id)
    return replace(game, rolls=rolls, characters=characters, initiatives=left)


def _change(game: Game, id: str, **fields: Any) -> Game:
    found = (replace(x, **fields) if x.id == id else x for x in game.initiatives)
    return replace(game, initiatives=tuple(found))
