"""The exact chances of what a question leads to, and of each way to pay for dice (TAB-11, DEM-12)."""

from __future__ import annotations

from fractions import Fraction

from paravent.chance.words import NBSP
from paravent.core.domains import OneOf, Whole, yes_or_no
from paravent.core.offers import Offer, Waiting, offer
from paravent.core.rules import rule
from paravent.core.system import Beside, Odds, OddsLine
from paravent.core.values import replace, value
from paravent.systems.departement_m import commands as co
from paravent.systems.departement_m.calling import HARDEST
from paravent.systems.departement_m.model import Game, SkillTest
from paravent.systems.departement_m.odds.purchase import (
    Purchase,
    Task,
    best_purchase,
    nearest_purchase,
    purchases,
    steps,
)
from paravent.systems.departement_m.odds.shown import Shown, next_point, offer_odds, pool_rows
from paravent.systems.departement_m.pools import Plan, affordable, plan_of, purse
from paravent.systems.departement_m.testing import ToCompose, ToRoll
from paravent.systems.departement_m.weighing import FREE_DICE, MOST_DICE

PLAIN = "sans acheter de dés"
DICE_ALONE = "sans compter ce que les dés coûteraient"


@value
class Suppose:
    """A test thrown with other dice, otherwise hard, or with a focus."""

    dice: int
    difficulty: int
    focused: bool


def odds(game: Game, w: Waiting) -> Odds | None:
    """Before the dice, for whoever may read the sheet: those of each purchase, then those of the pool thrown."""
    match w.topic:
        case ToCompose(id):
            return _composing(game, game.test(id))
        case ToRoll(id, actor):
            t = game.test(id)
            shown = _shown(game, t, _thrown(t))
            return Odds(
                shown.lines, (actor,), law=_rows(t, t.dice_count), supposes=_supposing(t, t.dice_count)
            )
    return None


def supposed(game: Game, w: Waiting, c: Suppose) -> Odds | None:
    """Those of the same test with other dice, or otherwise hard: what they would cost is left aside."""
    match w.topic:
        case ToCompose(id) | ToRoll(id):
            t = game.test(id)
            # Any focus but none: which one makes no difference to the dice.
            focus = (t.focus or "spécialisation") if c.focused else ""
            otherwise = replace(t, difficulty=c.difficulty, focus=focus)
            shown = _shown(game, otherwise, Plan(c.dice - FREE_DICE, 0, 0))
            return Odds(shown.lines, (t.actor,), DICE_ALONE, law=_rows(otherwise, c.dice))
    return None


@rule("DEM-10", "DEM-11", "DEM-12")
def _supposing(t: SkillTest, dice: int) -> Offer:
    """A die more or less, a focus that serves or does not, another difficulty."""
    focused = yes_or_no().options
    return offer(
        Suppose,
        "DEM-12",
        dice=Whole(FREE_DICE, MOST_DICE, usual=dice),
        difficulty=Whole(0, max(HARDEST, t.difficulty), usual=t.difficulty),
        focused=OneOf(focused[::-1] if t.focus else focused),
    )


def _rows(t: SkillTest, dice: int) -> tuple[OddsLine, ...]:
    return pool_rows(dice, t.target, t.expertise, bool(t.focus))


def _thrown(t: SkillTest) -> Plan:
    """The dice that were paid for."""
    return Plan(t.dice_count - FREE_DICE, t.paid.momentum, t.paid.threat)


def _composing(game: Game, t: SkillTest) -> Odds:
    """What each way to pay is worth, which one reaches the wished chance for the least or comes nearest, and what the
    next point would buy beyond it."""
    momentum, threat = purse(game, t)
    task = Task(t.target, t.expertise, bool(t.focus), t.difficulty, momentum, t.terms.cap)
    offered = purchases(task, t.terms.prices, threat)
    wished = game.character(t.actor).wished
    best = best_purchase(offered, Fraction(wished, 100))
    chosen = best or nearest_purchase(offered)
    mark = f"le meilleur achat pour {wished}{NBSP}%" if best else f"au plus près de {wished}{NBSP}%"
    payable = [plan_of(t, o.value) for o in affordable(game, t).options]
    beside = tuple(
        Beside("dice_pool", p.id, _shown(game, t, p).sentence, mark if _is(chosen, p) else "")
        for p in payable
    )
    further = next((s for s in steps(offered, chosen.extra) if s.gained and t.terms.pays), None)
    plain = _shown(game, t, Plan(0, 0, 0))
    return Odds(
        plain.lines,
        (t.actor,),
        policy=PLAIN,
        of=co.Throw.__name__,
        beside=beside,
        beyond=f"Au-delà, {next_point(further)}." if further else "",
        law=_rows(t, FREE_DICE),
        supposes=_supposing(t, FREE_DICE),
    )


def _is(chosen: Purchase, p: Plan) -> bool:
    """Whether a plan is that purchase, paid as it is best paid."""
    return chosen.payment is not None and (chosen.extra, chosen.payment.momentum) == (p.extra, p.momentum)


def _shown(game: Game, t: SkillTest, p: Plan) -> Shown:
    """The Momentum a plan leaves is what the cap bears on; the game masters' characters and secret tests earn none."""
    earns = t.terms.pays and not game.character(t.actor).extra
    left = game.momentum_of(t.pool_owner) - p.momentum
    cap, left = (t.terms.cap, left) if earns else (0, 0)
    return offer_odds(FREE_DICE + p.extra, t.target, t.expertise, bool(t.focus), t.difficulty, cap, left)
