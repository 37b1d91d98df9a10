"""Tests called: focuses claimed, dice bought and thrown (DEM-10, DEM-12 to DEM-15, DEM-20, DEM-24)."""

from __future__ import annotations

from typing import Any, assert_never

from paravent.core import events as ev
from paravent.core.chances import Faces
from paravent.core.domains import Text, one_of
from paravent.core.french import NBSP
from paravent.core.offers import Offer, Waiting, offer
from paravent.core.roster import change
from paravent.core.rules import rule
from paravent.core.values import CHANCE, GM, Who, replace, value
from paravent.systems.departement_m import commands as co
from paravent.systems.departement_m import events as e
from paravent.systems.departement_m.calling import HELP
from paravent.systems.departement_m.model import (
    Calling,
    Character,
    Claim,
    Composing,
    Game,
    Payment,
    Pleading,
    SkillTest,
    Throwing,
    change_test,
    without_test,
)
from paravent.systems.departement_m.pools import affordable, plan_of
from paravent.systems.departement_m.weighing import FREE_DICE, SIDES, capped, outcome, tally, verdict

CHANCES = (50, 60, 67, 75, 80, 90, 95, 99)
"""The chances, in percent, that a purchase may be wished to reach."""


@value
class ToCompose:
    """How many dice, paid from which pools? It is asked anew once a focus was judged."""

    test: str
    actor: Who
    focus: str
    declined: tuple[str, ...]


@value
class ToWish:
    """A standing question while one composes: which chance should the dice reach?"""

    actor: Who


@value
class ToWeigh:
    """Does that focus serve?"""

    test: str
    actor: Who
    focus: str


@value
class ToRoll:
    test: str
    actor: Who


# Composing the pool (DEM-10, DEM-12, DEM-24)


@rule("DEM-12", "DEM-24")
def may_compose(game: Game, t: SkillTest) -> Waiting:
    """Buy and throw in one; before that, say that a focus is of use."""
    claims = may_claim(game, t)
    return Waiting(
        ToCompose(t.id, t.actor, t.focus, t.declined),
        t.asked(),
        "DEM-12",
        (offer(co.Throw, "DEM-12", dice_pool=affordable(game, t)), *claims),
        to=t.to,
        idle=co.Throw("0-0"),
        procedure=t.id,
    )


@rule("DEM-03", "DEM-10")
def may_claim(game: Game, t: SkillTest) -> tuple[Offer, ...]:
    """One focus at a time, until one is accepted; one that was declined is not claimed again."""
    left = [s for s in game.character(t.actor).focuses if s not in t.declined]
    if t.focus or not left or t.asked() != t.actor:
        return ()
    why = Text(200, required=True, help=HELP)
    return (offer(co.ClaimFocus, "DEM-10", focus=one_of((s, s) for s in left), why=why),)


@rule("DEM-12")
def may_wish(c: Character) -> Waiting:
    """Another chance to reach than the one wished for."""
    others = one_of((n, f"{n}{NBSP}%") for n in CHANCES if n != c.wished)
    offers = (offer(co.WishChance, "DEM-12", percent=others),)
    return Waiting(ToWish(c.actor), c.actor, "DEM-12", offers, holds=False, to=(c.actor, GM))


@rule("DEM-10")
def may_weigh(t: SkillTest, claim: Claim) -> Waiting:
    offers = (offer(co.AcceptFocus, "DEM-10"), offer(co.DeclineFocus, "DEM-10", why=Text(200)))
    return Waiting(ToWeigh(t.id, t.actor, claim.focus), GM, "DEM-10", offers, to=t.to, procedure=t.id)


@rule("DEM-12", "DEM-21", "DEM-22")
def composed(game: Game, t: SkillTest, c: co.Throw) -> tuple[Any, ...]:
    """The points are paid as the dice go: an agent's Threat goes up, the game masters' goes down."""
    plan = plan_of(t, c.dice_pool)
    extra = game.character(t.actor).extra
    return (
        e.DicePoolComposed(
            test=t.id,
            actor=t.actor,
            dice=FREE_DICE + plan.extra,
            paid=Payment(plan.momentum, plan.threat),
            individual=t.terms.individual,
            momentum=game.momentum_of(t.pool_owner) - plan.momentum,
            threat=game.threat + (-plan.threat if extra else plan.threat),
        ),
    )


# Dice (DEM-13 to DEM-15, DEM-20)


@rule("DEM-12")
def dice_in_the_air(t: SkillTest) -> Waiting:
    return Waiting(
        ToRoll(t.id, t.actor),
        CHANCE,
        "DEM-12",
        (offer(co.Roll, "DEM-12", faces=Faces((SIDES,) * t.dice_count)),),
        hand=t.asked(),
        to=t.to,
        sealed=t.to is not None,
        procedure=t.id,
    )


@rule("DEM-13", "DEM-14", "DEM-15", "DEM-20")
def rolled(game: Game, t: SkillTest, faces: tuple[int, ...]) -> tuple[Any, ...]:
    """The verdict of each die; the excess joins the pool as far as its cap, nobody's when a game master's throws."""
    judged = (t.target, t.expertise, bool(t.focus))
    successes, complications = tally(faces, *judged)
    passed, excess = outcome(successes, t.difficulty)
    earns = t.terms.pays and not game.character(t.actor).extra
    gain = capped(game.momentum_of(t.pool_owner), excess if earns else 0, t.terms.cap)
    return (
        e.Rolled(
            test=t.id,
            actor=t.actor,
            faces=faces,
            verdicts=tuple(verdict(f, *judged) for f in faces),
            successes=successes,
            complications=complications,
            difficulty=t.difficulty,
            passed=passed,
            excess=excess,
            kept=gain.kept,
            lost=excess - gain.kept,
            individual=t.terms.individual,
            momentum=gain.pool,
            complication_ids=tuple(f"{t.id}-{i}" for i in range(1, complications + 1)),
        ),
    )


# The procedure


def waiting(game: Game) -> tuple[Waiting, ...]:
    # A test that the game masters keep to themselves asks nothing of its actor.
    composing = {t.actor for t in game.tests if isinstance(t.stage, Composing) and t.asked() == t.actor}
    return (
        *(w for t in game.tests for w in _asked(game, t)),
        *(may_wish(c) for c in game.characters if c.ready and c.actor in composing),
    )


def _asked(game: Game, t: SkillTest) -> tuple[Waiting, ...]:
    match t.stage:
        case Calling():
            return ()
        case Composing():
            return (may_compose(game, t),)
        case Pleading(claim):
            return (may_weigh(t, claim),)
        case Throwing():
            return (dice_in_the_air(t),)
        case other:
            assert_never(other)


def decide(game: Game, w: Waiting, c: Any, new_id: str) -> tuple[Any, ...] | None:
    match w.topic, c:
        case ToWish(actor), co.WishChance(percent):
            return (e.ChanceWished(actor, percent),)
        case ToCompose(id), co.Throw():
            return composed(game, game.test(id), c)
        case ToCompose(id, actor), co.ClaimFocus(focus, why):
            return (e.FocusClaimed(id, actor, Claim(focus, why)),)
        case ToWeigh(id, actor, focus), co.AcceptFocus():
            return (e.ClaimJudged(id, actor, focus, True, ""),)
        case ToWeigh(id, actor, focus), co.DeclineFocus(why):
            return (e.ClaimJudged(id, actor, focus, False, why),)
        case ToRoll(id), co.Roll(faces):
            return rolled(game, game.test(id), faces)
        case _:
            return None


@rule("DEM-10", "DEM-12", "DEM-15")
def evolve(game: Game, event: Any) -> Game:
    match event:
        case e.ChanceWished(actor, percent):
            return change(game, actor, wished=percent)
        case e.FocusClaimed(id, _, claim):
            return change_test(game, id, stage=Pleading(claim), claim=claim)
        case e.ClaimJudged(id, _, focus, accepted):
            if accepted:
                return change_test(game, id, stage=Composing(), focus=focus)
            return change_test(game, id, stage=Composing(), declined=(*game.test(id).declined, focus))
        case e.DicePoolComposed(id, _, dice, paid):
            return change_test(game, id, stage=Throwing(), dice_count=dice, paid=paid)
        case e.Rolled(id):
            return _closed(game, id, event)
        case ev.Abandoned(procedure=id):
            return without_test(game, id)
        case _:
            return game


def _closed(game: Game, id: str, r: e.Rolled) -> Game:
    """A test is over as its dice fall; what they brought besides goes its own way."""
    over = replace(
        game.test(id),
        dice=r.faces,
        verdicts=r.verdicts,
        successes=r.successes,
        complications=r.complications,
        passed=r.passed,
        excess=r.excess,
        kept=r.kept,
    )
    return replace(without_test(game, id), last=over if over.to is None else game.last)
