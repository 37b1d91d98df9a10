"""Tests against the trouble pool, recovery, initiative (ITG-54, ITG-60, ITG-61)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from paravent.core import events as ev
from paravent.core.domains import Group, OneOf, Option, Pool, Text, one_of, yes_or_no
from paravent.core.offers import Offer, Waiting, offer
from paravent.core.roster import change
from paravent.core.rules import rule
from paravent.core.secrecy import audience_for
from paravent.core.values import GM, NOBODY, Who, value
from paravent.systems.intrigue import commands as co
from paravent.systems.intrigue import events as e
from paravent.systems.intrigue import stress
from paravent.systems.intrigue.model import (
    Character,
    Die,
    Game,
    Inflicting,
    Infliction,
    Initiative,
    Recovery,
    Roll,
    TroubleTest,
)
from paravent.systems.intrigue.purse import thawed
from paravent.systems.intrigue.rolling import POOL, compose, composed, nothing, or_nothing, throws_own
from paravent.systems.intrigue.weighing import beats, contenders


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


@value
class ToTend:
    """A character's standing question: whom do you tend?"""

    actor: Who


@value
class ToHeal:
    recovery: str
    actor: Who
    against: int


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


# Tests (ITG-10, ITG-60)


@rule("ITG-10", "ITG-60")
def may_call(game: Game, c: Character) -> Offer:
    busy = any(t.actor == c.actor for t in game.tests)
    return offer(
        co.CallTest,
        "ITG-60",
        barred="un test est en cours" if busy else "",
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
        e.TestCalled(id, c.actor, c.goal, c.risk, c.with_stress, roll.id),
        e.RollComposed(roll, NOBODY, c.actor, roll.dice, 0, GM, ()),
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


# Recovery (ITG-48, ITG-61)


@rule("ITG-48", "ITG-61")
def may_tend(game: Game, c: Character) -> tuple[Offer, ...]:
    """Somebody else, who has stress, has not stressed out, and was not tended in this scene."""
    if c.stressed_out or c.hidden:
        return ()
    out = []
    for p in game.characters:
        if p.actor == c.actor or not p.ready or not any(p.stress) or p.hidden:
            continue
        why = (
            "a craqué dans cette scène (ITG-48)"
            if p.stressed_out
            else "déjà un essai dans cette scène"
            if p.tended
            else ""
        )
        which = OneOf(
            tuple(
                Option(i, f"{game.stresses_named[i]} D{n}", same=p.actor) for i, n in enumerate(p.stress) if n
            )
        )
        out.append(offer(co.Tend, "ITG-61", barred=why, patient=one_of(((p.actor, p.name),)), category=which))
    return tuple(out)


@rule("ITG-61")
def tended(game: Game, healer: Who, c: co.Tend, id: str) -> tuple[Any, ...]:
    """The patient rolls all of their stress first, and keeps two."""
    p = game.character(c.patient)
    dice = tuple(Die(f"s:{i}", game.stresses_named[i], n) for i, n in enumerate(p.stress) if n)
    roll = Roll(
        f"{id}-1",
        id,
        c.patient,
        healer,
        dice,
        settled=True,
        to=audience_for(game, healer, c.patient),
    )
    return (
        e.Tended(id, healer, c.patient, c.category, game.stresses_named[c.category], roll.id),
        e.RollComposed(roll, c.patient, healer, dice, 0, GM, ()),
    )


@rule("ITG-61")
def to_heal(game: Game, x: Recovery) -> Waiting:
    c = game.character(x.healer)
    offers = or_nothing(c, compose(game, co.Heal, c, x.patient, "ITG-61", foe_stress=False))
    return Waiting(
        ToHeal(x.id, x.healer, game.roll(x.patient_roll).total),
        x.healer,
        "ITG-61",
        offers,
        to=x.to,
        procedure=x.id,
    )


# Initiative (ITG-54)


@rule("ITG-54")
def may_start(game: Game) -> Offer:
    able = tuple(
        Option(c.actor, c.name, "qui agit")
        for c in game.characters
        if c.ready and not c.stressed_out and not c.hidden
    )
    people = Pool(able, (Group("qui agit", least=2, free=99),))
    barred = "" if len(able) > 1 else "il faut au moins deux personnages"
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


# The procedures


def waiting(game: Game) -> tuple[Waiting, ...]:
    ready = [c for c in game.characters if c.ready]
    return (
        *(w for t in game.tests for w in _of_test(game, t)),
        *(to_heal(game, x) for x in game.recoveries if not x.roll and game.roll(x.patient_roll).over),
        *(w for x in game.initiatives for w in _of_initiative(game, x)),
        Waiting(ToStart(), GM, "ITG-54", (may_start(game),), holds=False, to=(GM,)),
        *(
            Waiting(ToCall(c.actor), GM, "ITG-60", (may_call(game, c),), holds=False, to=(GM,))
            for c in ready
            if not c.extra and not c.stressed_out and not c.hidden
        ),
        *(
            Waiting(ToTend(c.actor), c.actor, "ITG-61", offers, holds=False, to=(c.actor, GM))
            for c in ready
            if (offers := may_tend(game, c))
        ),
    )


def _of_test(game: Game, t: TroubleTest) -> tuple[Waiting, ...]:
    if t.stage == "compose":
        return (to_attempt(game, t),)
    if t.stage == "stress" and t.inflicting is not None:
        return stress.waiting(game, t.id, t.inflicting, t.to)
    return ()


def _of_initiative(game: Game, x: Initiative) -> tuple[Waiting, ...]:
    return (to_target(game, x),) if x.best else throwing_in(game, x)


def decide(game: Game, w: Waiting, c: Any, new_id: str) -> tuple[Any, ...] | None:
    match w.topic, c:
        case ToCall(), co.CallTest():
            return called(game, c, new_id)
        case ToAttempt(id, actor), co.Attempt():
            t = next(t for t in game.tests if t.id == id)
            roll = composed(game, new_id, id, actor, NOBODY, c, to=t.to, foe_stress=False)
            return (roll, e.Attempted(id, actor, new_id))
        case ToAttempt(id, actor), co.StandBy():
            return (nothing(new_id, id, actor, None), e.Attempted(id, actor, new_id))
        case ToHeal(id, actor), co.StandBy():
            return (nothing(new_id, id, actor, None), e.HealingThrown(id, actor, new_id))
        case ToThrowIn(id, actor), co.StandBy():
            return (nothing(new_id, id, actor, None), e.InitiativeThrown(id, actor, new_id))
        case ToTend(actor), co.Tend():
            return tended(game, actor, c, new_id)
        case ToHeal(id, actor), co.Heal():
            x = next(x for x in game.recoveries if x.id == id)
            roll = composed(game, new_id, id, actor, x.patient, c, to=x.to, foe_stress=False)
            return (roll, e.HealingThrown(id, actor, new_id))
        case ToStart(), co.CallInitiative(people, goal):
            return (e.InitiativeCalled(new_id, people, goal),)
        case ToThrowIn(id, actor), co.ThrowInitiative():
            i = next(i for i in game.initiatives if i.id == id)
            roll = composed(game, new_id, id, actor, NOBODY, c, to=i.to, foe_stress=False)
            return (roll, e.InitiativeThrown(id, actor, new_id))
        case ToTarget(id, actor), co.NameTarget(target):
            i = next(i for i in game.initiatives if i.id == id)
            opened = e.ContestOpened(f"{id}-duel", actor, target, i.goal, i.best, i.rolled)
            return (e.InitiativeWon(id, actor, i.best), opened)
    held = next((t.inflicting for t in game.tests if t.id == w.procedure), None)
    return stress.decide(game, w, c, held)


def follow(game: Game) -> tuple[Any, ...]:
    for t in game.tests:
        if t.stage == "roll" and game.roll(t.roll).over:
            return _settled(game, t)
        if t.stage == "stress" and t.inflicting is not None:
            if not t.inflicting.queue:
                return (e.TestClosed(t.id, t.actor),)
            if spared := stress.follow(game, t.id, t.inflicting):
                return spared
        if t.stage == "pool" and game.roll(t.pool_roll).over:
            return (e.PoolThrown(t.id, t.actor, game.roll(t.pool_roll).total),)
    for x in game.recoveries:
        if x.roll and game.roll(x.roll).over:
            return (_recovered(game, x),)
    for i in game.initiatives:
        if facts := _first(game, i):
            return facts
    return ()


@rule("ITG-60")
def _settled(game: Game, t: TroubleTest) -> tuple[Any, ...]:
    """Strictly better than the pool; else stress, where it was announced, by the dice of the pool."""
    total, pool = game.roll(t.roll).total, game.roll(t.pool_roll)
    passed = beats(total, pool.total)
    settled = e.TestSettled(t.id, t.actor, total, pool.total, passed)
    if passed or not t.risk:
        return (settled, e.TestClosed(t.id, t.actor))
    return (settled, e.FellShort(t.id, (Infliction(NOBODY, t.actor, stress.inflicting_dice(pool)),)))


@rule("ITG-61")
def _recovered(game: Game, x: Recovery) -> e.RecoverySettled:
    healed = beats(game.roll(x.roll).total, game.roll(x.patient_roll).total)
    die = game.character(x.patient).stress[x.category]
    name = game.stresses_named[x.category]
    return e.RecoverySettled(x.id, x.healer, x.patient, x.category, name, healed, die)


@rule("ITG-54")
def _first(game: Game, x: Initiative) -> tuple[Any, ...]:
    """Once all have kept their rolls: the best, or those level with it roll again."""
    if x.best or len(x.rolls) < len(x.people) or not all(game.roll(r).over for r in x.rolls):
        return ()
    totals = {str(game.roll(r).actor): game.roll(r).total for r in x.rolls}
    best = contenders(totals).first
    if len(best) > 1:
        return (e.InitiativeTied(x.id, tuple(Who(b) for b in best)),)
    roll = next(r for r in x.rolls if game.roll(r).actor == best[0])
    return (e.InitiativeFirst(x.id, Who(best[0]), roll),)


# Books


def evolve(game: Game, event: Any) -> Game:
    match event:
        case e.TestCalled(id, actor, goal, risk, with_stress, roll):
            new = TroubleTest(id, actor, goal, risk, with_stress, roll, to=audience_for(game, actor))
            return replace(game, tests=(*game.tests, new))
        case e.PoolThrown(id):
            return _change_test(game, id, stage="compose")
        case e.Attempted(id, _, roll):
            return _change_test(game, id, stage="roll", roll=roll)
        case e.FellShort(procedure, inflictions) if any(t.id == procedure for t in game.tests):
            return _change_test(game, procedure, stage="stress", inflicting=Inflicting(inflictions))
        case e.TestClosed(id):
            return _closed(game, id)
        case e.Tended(id, healer, patient, category, _, roll):
            new_one = Recovery(id, healer, patient, category, roll, to=audience_for(game, healer, patient))
            return replace(change(game, patient, tended=True), recoveries=(*game.recoveries, new_one))
        case e.HealingThrown(id, _, roll):
            found = (replace(x, roll=roll) if x.id == id else x for x in game.recoveries)
            return replace(game, recoveries=tuple(found))
        case e.RecoverySettled(id, _, patient, category, _, healed, die):
            game = thawed(replace(game, recoveries=tuple(x for x in game.recoveries if x.id != id)), id)
            return soothed(game, patient, category, 0, die) if healed else game
        case e.InitiativeCalled(id, people, goal):
            return replace(game, initiatives=(*game.initiatives, Initiative(id, goal, people)))
        case e.InitiativeThrown(id, actor, roll):
            x = next(x for x in game.initiatives if x.id == id)
            return _change_initiative(
                game, id, rolls=(*x.rolls, roll), rolled=tuple(dict.fromkeys((*x.rolled, actor)))
            )
        case e.InitiativeTied(id, people):
            return _change_initiative(game, id, people=people, rolls=())
        case e.InitiativeFirst(id, _, roll):
            return _change_initiative(game, id, best=roll)
        case e.InitiativeWon(id, _, roll):
            return _opened_by(game, id, roll)
        case ev.Abandoned(procedure=id):
            return _abandoned(game, id)
        case _:
            return _struck(game, event)


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


def _struck(game: Game, event: Any) -> Game:
    """Stress under way in a test."""
    t = next((t for t in game.tests if t.id == getattr(event, "procedure", "")), None)
    if t is None or t.inflicting is None:
        return game
    game, inflicting = stress.evolve(game, t.inflicting, event)
    return _change_test(game, t.id, inflicting=inflicting)


@rule("ITG-05", "ITG-61", "ITG-75")
def soothed(game: Game, actor: Who, category: int, die: int, before: int) -> Game:
    """A stress that goes down feeds the growth pool with the die it was."""
    c = game.character(actor)
    stress_now = (*c.stress[:category], die, *c.stress[category + 1 :])
    return change(game, actor, stress=stress_now, growth=(*c.growth, before))


def _closed(game: Game, id: str) -> Game:
    t = next(t for t in game.tests if t.id == id)
    rolls = tuple(r for r in game.rolls if r.procedure == id)
    game = thawed(replace(game, tests=tuple(x for x in game.tests if x.id != id)), id)
    return replace(game, last=t, last_rolls=rolls) if t.to is None else game


def _abandoned(game: Game, id: str) -> Game:
    if any(k.id == id for k in game.contests):
        return game
    return thawed(
        replace(
            game,
            tests=tuple(x for x in game.tests if x.id != id),
            recoveries=tuple(x for x in game.recoveries if x.id != id),
            initiatives=tuple(x for x in game.initiatives if x.id != id),
        ),
        id,
    )


def _change_test(game: Game, id: str, **fields: Any) -> Game:
    return replace(game, tests=tuple(replace(t, **fields) if t.id == id else t for t in game.tests))


def _change_initiative(game: Game, id: str, **fields: Any) -> Game:
    found = (replace(x, **fields) if x.id == id else x for x in game.initiatives)
    return replace(game, initiatives=tuple(found))
