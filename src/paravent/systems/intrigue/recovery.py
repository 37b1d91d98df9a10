"""Somebody tends another (ITG-61); whatever lowers a stress (ITG-05)."""

from __future__ import annotations

from typing import Any

from paravent.core import events as ev
from paravent.core.domains import OneOf, Option, one_of
from paravent.core.offers import Offer, Waiting, offer
from paravent.core.roster import change
from paravent.core.rules import rule
from paravent.core.secrecy import audience_for
from paravent.core.values import GM, Who, replace, value
from paravent.systems.intrigue import commands as co
from paravent.systems.intrigue import roll_events as rev
from paravent.systems.intrigue import trial_events as tev
from paravent.systems.intrigue.composing import compose, composed, nothing, or_nothing
from paravent.systems.intrigue.model import Game, why_closing
from paravent.systems.intrigue.purse import thawed
from paravent.systems.intrigue.roll_model import Die, Roll
from paravent.systems.intrigue.sheet_model import Character
from paravent.systems.intrigue.trial_model import Recovery
from paravent.systems.intrigue.weighing import beats


@value
class ToTend:
    """A character's standing question: whom do you tend?"""

    actor: Who


@value
class ToHeal:
    recovery: str
    actor: Who
    against: int


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
        tev.Tended(id, healer, c.patient, c.category, game.stresses_named[c.category], roll.id),
        rev.RollComposed(roll, c.patient, healer, dice, 0, GM),
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


def waiting(game: Game) -> tuple[Waiting, ...]:
    return (
        *(to_heal(game, x) for x in game.recoveries if not x.roll and game.roll(x.patient_roll).over),
        *(
            Waiting(ToTend(c.actor), c.actor, "ITG-61", offers, holds=False, to=(c.actor, GM))
            for c in game.characters
            if c.ready and not why_closing(game) and (offers := may_tend(game, c))
        ),
    )


def decide(game: Game, w: Waiting, c: Any, new_id: str) -> tuple[Any, ...] | None:
    match w.topic, c:
        case ToTend(actor), co.Tend():
            return tended(game, actor, c, new_id)
        case ToHeal(id, actor), co.StandBy():
            return (nothing(new_id, id, actor, None), tev.HealingThrown(id, actor, new_id))
        case ToHeal(id, actor), co.Heal():
            x = next(x for x in game.recoveries if x.id == id)
            roll = composed(game, new_id, id, actor, x.patient, c, to=x.to, foe_stress=False)
            return (roll, tev.HealingThrown(id, actor, new_id))
        case _:
            return None


def follow(game: Game) -> tuple[Any, ...]:
    for x in game.recoveries:
        if x.roll and game.roll(x.roll).over:
            return (_recovered(game, x),)
    return ()


@rule("ITG-61")
def _recovered(game: Game, x: Recovery) -> tev.RecoverySettled:
    healed = beats(game.roll(x.roll).total, game.roll(x.patient_roll).total)
    die = game.character(x.patient).stress[x.category]
    name = game.stresses_named[x.category]
    return tev.RecoverySettled(x.id, x.healer, x.patient, x.category, name, healed, die)


def evolve(game: Game, event: Any) -> Game:
    match event:
        case tev.Tended(id, healer, patient, category, _, roll):
            new = Recovery(id, healer, patient, category, roll, to=audience_for(game, healer, patient))
            return replace(change(game, patient, tended=True), recoveries=(*game.recoveries, new))
        case tev.HealingThrown(id, _, roll):
            found = (replace(x, roll=roll) if x.id == id else x for x in game.recoveries)
            return replace(game, recoveries=tuple(found))
        case tev.RecoverySettled(id, _, patient, category, _, healed, die):
            game = _over(game, id)
            return soothed(game, patient, category, 0, die) if healed else game
        case ev.Abandoned(procedure=id) if any(x.id == id for x in game.recoveries):
            return _over(game, id)
        case _:
            return game


def _over(game: Game, id: str) -> Game:
    return thawed(replace(game, recoveries=tuple(x for x in game.recoveries if x.id != id)), id)


@rule("ITG-05", "ITG-61", "ITG-75")
def soothed(game: Game, actor: Who, category: int, die: int, before: int) -> Game:
    """A stress that goes down feeds the growth pool with the die it was; one that is gone already feeds nothing."""
    c = game.character(actor)
    stress_now = (*c.stress[:category], die, *c.stress[category + 1 :])
    return change(game, actor, stress=stress_now, growth=(*c.growth, before) if before else c.growth)
