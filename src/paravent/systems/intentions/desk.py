"""Standing questions: the game masters' desk, and what each character may try (INT-12, INT-31, INT-36, TAB-10)."""

from __future__ import annotations

from typing import Any

from paravent.core.domains import OneOf, Option, Text, one_of, yes_or_no
from paravent.core.offers import Offer, Waiting, offer
from paravent.core.roster import change
from paravent.core.rules import rule
from paravent.core.secrecy import secrecies
from paravent.core.values import GM, Who, replace, value
from paravent.systems.intentions import commands as co
from paravent.systems.intentions import counters
from paravent.systems.intentions import events as e
from paravent.systems.intentions.creation import (
    extra_offer,
    may_choose_instinct,
    may_create_skill,
    may_grant,
    sheet_offer,
)
from paravent.systems.intentions.endurance import may_concentrate, may_give_endurance
from paravent.systems.intentions.judging import difficulties, judged, reasons, why_impossible
from paravent.systems.intentions.model import (
    Character,
    Condition,
    Game,
)
from paravent.systems.intentions.skills import callable_skills, covered_skills
from paravent.systems.intentions.testing import ToAct, action_of, may_announce, opened
from paravent.systems.intentions.thresholds import active

STILL_THERE = "le compteur qui l’a donné est toujours à ce seuil"


@value
class ToLead:
    """A game master's standing question about the table."""


@value
class ToTend:
    """A game master's standing question about one character."""

    actor: Who


# Calling a test (INT-04, INT-05, TAB-15)


@rule("INT-04", "INT-05", "INT-12")
def may_call(game: Game) -> Offer:
    """One skill, its difficulty, at once; the player throws."""
    able = one_of((c.actor, c.name) for c in game.characters if c.ready)
    return offer(
        co.CallTest,
        "INT-04",
        barred="" if able.options else "aucun personnage n’est encore à la table",
        actor=able,
        skill=callable_skills(game),
        difficulty=difficulties(game),
        advantages=reasons(()),
        disadvantages=reasons(()),
        secrecy=secrecies(),
    )


@rule("INT-22")
def called(game: Game, c: co.CallTest, new_id: str) -> tuple[Any, ...]:
    """Announced and judged in one. An initiate's skill one has not ends it at once, before any die."""
    action = action_of(game, game.character(c.actor), c.skill, risky=True)
    announced = e.TestAnnounced(
        test=new_id,
        actor=c.actor,
        text="",
        actions=(action,),
        intentions=(),
        potion=False,
        knowledge="",
        secrecy=c.secrecy,
    )
    test = opened(game, announced)
    if why := why_impossible(game, test):
        return (announced, e.TestRefused(new_id, c.actor, why))
    judgement = co.Judge(c.difficulty, c.advantages, c.disadvantages, patient=False, knowing=False)
    return (announced, *judged(game, test, judgement))


# Conditions (INT-36)


@rule("INT-36")
def may_give_condition(game: Game, c: Character) -> Offer:
    """A temporary trait, with or without effect on tests."""
    return offer(
        co.GiveCondition,
        "INT-36",
        actor=one_of(((c.actor, c.name),)),
        name=Text(60, required=True),
        text=Text(300),
        mode=one_of(counters.MODE_CHOICES),
        skills=covered_skills(game),
    )


@rule("INT-36", "INT-52", "INT-55")
def may_lift(game: Game, c: Character) -> Offer | None:
    """A wound or a condition ends when the game masters say so; not while its counter keeps it there."""
    if not c.conditions:
        return None
    free = tuple(Option(s.id, s.name) for s in c.conditions if not kept(game, s))
    held = tuple(Option(s.id, s.name, note=STILL_THERE) for s in c.conditions if kept(game, s))
    return offer(
        co.LiftCondition,
        "INT-52",
        barred="" if free else STILL_THERE,
        actor=one_of(((c.actor, c.name),)),
        condition=OneOf(free, held),
    )


@rule("INT-52")
def kept(game: Game, s: Condition) -> bool:
    """Whether a counter still holds this condition there."""
    found = next((c for c in game.counters if c.id == s.counter), None)
    return found is not None and any(t.id == s.id and active(found, t) for t in found.thresholds)


def tending(game: Game, c: Character) -> tuple[Offer, ...]:
    lift = may_lift(game, c)
    return (may_give_condition(game, c), *((lift,) if lift else ()), *may_grant(game, c))


# Dice (INT-03)


@rule("INT-03")
def may_choose_dice(game: Game, c: Character) -> tuple[Offer, ...]:
    """One die chained from test to test, where the table allows it."""
    if not game.option("un_seul_de"):
        return ()
    return (offer(co.SingleDie, "INT-03", single=yes_or_no()),)


def waiting(game: Game) -> tuple[Waiting, ...]:
    lead = (
        may_call(game),
        *counters.may_create(game),
        may_give_endurance(game),
        may_concentrate(game),
        extra_offer(game),
        sheet_offer(game, co.CreateReadyMade),
        may_create_skill(game),
        offer(co.PassDay, "INT-31"),
    )
    ready = [c for c in game.characters if c.ready]
    return (
        Waiting(ToLead(), GM, "INT-04", lead, holds=False, to=(GM,)),
        *(Waiting(ToTend(c.actor), GM, "TAB-10", tending(game, c), holds=False, to=(GM,)) for c in ready),
        *(_acting(game, c) for c in ready),
    )


def _acting(game: Game, c: Character) -> Waiting:
    offers = (may_announce(game, c), *may_choose_instinct(game, c), *may_choose_dice(game, c))
    return Waiting(ToAct(c.actor), c.actor, "INT-04", offers, holds=False, to=(c.actor, GM))


def decide(game: Game, w: Waiting, c: Any, new_id: str) -> tuple[Any, ...] | None:
    match w.topic, c:
        case _, co.CallTest():
            return called(game, c, new_id)
        case _, co.GiveCondition(actor, name, text, mode, skills):
            return (e.ConditionBegan(actor, new_id, name, text, mode, skills, False, False, ""),)
        case _, co.LiftCondition(actor, id):
            found = next(s for s in game.character(actor).conditions if s.id == id)
            return (e.ConditionEnded(actor, id, found.name),)
        case _, co.PassDay():
            return (e.DayPassed(game.day + 1),)
        case ToAct(actor), co.SingleDie(single):
            return (e.DiceChosen(actor, single),)
        case _:
            return None


@rule("INT-31")
def evolve(game: Game, event: Any) -> Game:
    match event:
        case e.DayPassed(day):
            rested = tuple(replace(c, heroism_used=0) for c in game.characters)
            return replace(game, day=day, characters=rested)
        case e.DiceChosen(actor, single):
            return change(game, actor, single_die=single)
        case _:
            return game
