"""Tests against the trouble pool (ITG-10, ITG-60)."""

from __future__ import annotations

from typing import Any

from paravent.core import events as ev
from paravent.core.domains import Text, one_of, yes_or_no
from paravent.core.offers import Offer, Waiting, offer
from paravent.core.rules import rule
from paravent.core.secrecy import audience_for
from paravent.core.values import GM, NOBODY, Who, replace, value
from paravent.systems.intrigue import commands as co
from paravent.systems.intrigue import contest_events as cev
from paravent.systems.intrigue import roll_events as rev
from paravent.systems.intrigue import stress
from paravent.systems.intrigue import trial_events as tev
from paravent.systems.intrigue.composing import POOL, compose, composed, nothing, or_nothing, throws_own
from paravent.systems.intrigue.contest_model import Inflicting, Infliction
from paravent.systems.intrigue.model import Game, why_closing
from paravent.systems.intrigue.purse import thawed
from paravent.systems.intrigue.roll_model import Die, Roll
from paravent.systems.intrigue.sheet_model import Character
from paravent.systems.intrigue.trial_model import TroubleTest
from paravent.systems.intrigue.weighing import beats


@value
class ToCall:
    """A game master's standing question: what is uncertain or dangerous here?"""

    actor: Who


@value
class ToAttempt:
    """The player's roll against the pool, whose result is known."""

    test: str
    actor: Who
    pool: int


# Tests (ITG-10, ITG-60)


@rule("ITG-10", "ITG-60")
def may_call(game: Game, c: Character) -> Offer:
    busy = any(t.actor == c.actor for t in game.tests)
    return offer(
        co.CallTest,
        "ITG-60",
        barred=why_closing(game) or ("un test est en cours" if busy else ""),
        actor=one_of(((c.actor, c.name),)),
        goal=Text(200, required=True),
        risk=yes_or_no(),
        with_stress=yes_or_no() if c.worst_stress() >= 0 else one_of(((False, "sans Stress"),)),
    )


@rule("ITG-60")
def called(game: Game, c: co.CallTest, id: str) -> tuple[Any, ...]:
    """The pool is rolled first, for all to see; the player's largest stress may join it for this roll."""
    who = game.character(c.actor)
    dice = [Die(f"p:{i}", POOL, size) for i, size in enumerate(game.pool)]
    if c.with_stress:
        place = who.worst_stress()
        dice.append(Die(f"f:{place}", game.stresses_named[place], who.stress[place]))
    to = audience_for(game, c.actor)
    roll = Roll(f"{id}-1", id, NOBODY, c.actor, tuple(dice), to=to)
    return (
        tev.TestCalled(id, c.actor, c.goal, c.risk, c.with_stress, roll.id),
        rev.RollComposed(roll, NOBODY, c.actor, roll.dice, 0, GM),
    )


@rule("ITG-11", "ITG-60")
def to_attempt(game: Game, t: TroubleTest) -> Waiting:
    c = game.character(t.actor)
    offers = or_nothing(
        c,
        compose(
            game, co.Attempt, c, NOBODY, "ITG-60", foe_stress=False, uses_own=throws_own(game, t.id, t.actor)
        ),
    )
    topic = ToAttempt(t.id, t.actor, game.roll(t.pool_roll).total)
    return Waiting(topic, t.actor, "ITG-60", offers, to=t.to, procedure=t.id)


# The procedure


def waiting(game: Game) -> tuple[Waiting, ...]:
    return (
        *(w for t in game.tests for w in _of_test(game, t)),
        *(
            Waiting(ToCall(c.actor), GM, "ITG-60", (may_call(game, c),), holds=False, to=(GM,))
            for c in game.characters
            if c.ready and not c.extra and not c.stressed_out and not c.hidden
        ),
    )


def _of_test(game: Game, t: TroubleTest) -> tuple[Waiting, ...]:
    if t.stage == "compose":
        return (to_attempt(game, t),)
    if t.stage == "stress" and t.inflicting is not None:
        return stress.waiting(game, t.id, t.inflicting, t.to)
    return ()


def decide(game: Game, w: Waiting, c: Any, new_id: str) -> tuple[Any, ...] | None:
    match w.topic, c:
        case ToCall(), co.CallTest():
            return called(game, c, new_id)
        case ToAttempt(id, actor), co.Attempt():
            t = next(t for t in game.tests if t.id == id)
            roll = composed(game, new_id, id, actor, NOBODY, c, to=t.to, foe_stress=False)
            return (roll, tev.Attempted(id, actor, new_id))
        case ToAttempt(id, actor), co.StandBy():
            return (nothing(new_id, id, actor, None), tev.Attempted(id, actor, new_id))
    held = next((t.inflicting for t in game.tests if t.id == w.procedure), None)
    return stress.decide(game, w, c, held)


def follow(game: Game) -> tuple[Any, ...]:
    for t in game.tests:
        if t.stage == "roll" and game.roll(t.roll).over:
            return _settled(game, t)
        if t.stage == "stress" and t.inflicting is not None:
            if not t.inflicting.queue:
                return (tev.TestClosed(t.id, t.actor),)
            if spared := stress.follow(game, t.id, t.inflicting):
                return spared
        if t.stage == "pool" and game.roll(t.pool_roll).over:
            return (tev.PoolThrown(t.id, t.actor, game.roll(t.pool_roll).total),)
    return ()


@rule("ITG-60")
def _settled(game: Game, t: TroubleTest) -> tuple[Any, ...]:
    """Strictly better than the pool; else stress, where it was announced, by the dice of the pool."""
    total, pool = game.roll(t.roll).total, game.roll(t.pool_roll)
    passed = beats(total, pool.total)
    settled = tev.TestSettled(t.id, t.actor, total, pool.total, passed)
    if passed or not t.risk:
        return (settled, tev.TestClosed(t.id, t.actor))
    struck = Infliction(NOBODY, t.actor, stress.inflicting_dice(pool))
    return (settled, cev.FellShort(t.id, (struck,), "ITG-60"))


# Books


def evolve(game: Game, event: Any) -> Game:
    match event:
        case tev.TestCalled(id, actor, goal, risk, with_stress, roll):
            new = TroubleTest(id, actor, goal, risk, with_stress, roll, to=audience_for(game, actor))
            return replace(game, tests=(*game.tests, new))
        case tev.PoolThrown(id):
            return _change_test(game, id, stage="compose")
        case tev.Attempted(id, _, roll):
            return _change_test(game, id, stage="roll", roll=roll)
        case cev.FellShort(procedure, inflictions) if any(t.id == procedure for t in game.tests):
            return _change_test(game, procedure, stage="stress", inflicting=Inflicting(inflictions))
        case tev.TestClosed(id):
            return _closed(game, id)
        case ev.Abandoned(procedure=id) if any(t.id == id for t in game.tests):
            return _over(game, id)
        case _:
            return _struck(game, event)


def _struck(game: Game, event: Any) -> Game:
    """Stress under way in a test."""
    t = next((t for t in game.tests if t.id == getattr(event, "procedure", "")), None)
    if t is None or t.inflicting is None:
        return game
    game, inflicting = stress.evolve(game, t.inflicting, event)
    return _change_test(game, t.id, inflicting=inflicting)


def _closed(game: Game, id: str) -> Game:
    """The latest test stays before the table's eyes."""
    t = next(t for t in game.tests if t.id == id)
    rolls = tuple(r for r in game.rolls if r.procedure == id)
    game = _over(game, id)
    return replace(game, last=t, last_rolls=rolls) if t.to is None else game


def _over(game: Game, id: str) -> Game:
    return thawed(replace(game, tests=tuple(x for x in game.tests if x.id != id)), id)


def _change_test(game: Game, id: str, **fields: Any) -> Game:
    return replace(game, tests=tuple(replace(t, **fields) if t.id == id else t for t in game.tests))
