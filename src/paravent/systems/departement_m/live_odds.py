"""The exact chances of what a question leads to, and of each way to pay for dice (TAB-11, DEM-12)."""

from __future__ import annotations

from fractions import Fraction

from paravent.chance.words import NBSP
from paravent.core.offers import Waiting
from paravent.core.system import Beside, Odds
from paravent.systems.departement_m import commands as co
from paravent.systems.departement_m.model import Game, SkillTest
from paravent.systems.departement_m.odds.dice_pool import dice_pool_law, p_success
from paravent.systems.departement_m.odds.shown import Shown, offer_odds
from paravent.systems.departement_m.pools import Plan, affordable, plan_of
from paravent.systems.departement_m.testing import ToCompose, ToRoll
from paravent.systems.departement_m.weighing import FREE_DICE


def odds(game: Game, w: Waiting) -> Odds | None:
    """Before the dice, for whoever may read the sheet: those of each purchase, then those of the pool thrown."""
    match w.topic:
        case ToCompose(id, actor):
            t = game.test(id)
            plain = _shown(game, t, Plan(0, 0, 0))
            return Odds(plain.lines, (actor,), of=co.Throw.__name__, beside=beside(game, t), policy=PLAIN)
        case ToRoll(id, actor):
            t = game.test(id)
            thrown = Plan(t.dice_count - FREE_DICE, t.paid.momentum, t.paid.threat)
            return Odds(_shown(game, t, thrown).lines, (actor,))
    return None


PLAIN = "sans acheter de dés"


def beside(game: Game, t: SkillTest) -> tuple[Beside, ...]:
    """What each way to pay is worth, and which one reaches the wished chance for the least, or comes nearest."""
    plans = [plan_of(t, o.value) for o in affordable(game, t).options]
    wished = game.character(t.actor).wished
    best = best_plan(t, plans, wished)
    nearest = max(plans, key=lambda p: (_success(t, p), -p.extra, -p.threat, -p.momentum))
    out = []
    for p in plans:
        told = _shown(game, t, p).sentence
        mark = f"le meilleur achat pour {wished}{NBSP}%" if p == best else ""
        if best is None and p == nearest:
            mark = f"au plus près de {wished}{NBSP}%"
        out.append(Beside("dice_pool", p.id, told, mark))
    return tuple(out)


def best_plan(t: SkillTest, plans: list[Plan], wished: int) -> Plan | None:
    """The fewest dice that reach a chance in percent, the least Threat, then the least Momentum; None when none do."""
    enough = [p for p in plans if _success(t, p) >= Fraction(wished, 100)]
    return min(enough, key=lambda p: (p.extra, p.threat, p.momentum), default=None)


def _success(t: SkillTest, p: Plan) -> Fraction:
    law = dice_pool_law(FREE_DICE + p.extra, t.target, t.expertise, bool(t.focus))
    return p_success(law, t.difficulty)


def _shown(game: Game, t: SkillTest, p: Plan) -> Shown:
    """The Momentum a plan leaves is what the cap bears on; the game masters' characters and secret tests earn none."""
    earns = t.terms.pays and not game.character(t.actor).extra
    left = game.points(t.actor, individual=t.terms.individual) - p.momentum
    cap, left = (t.terms.cap, left) if earns else (0, 0)
    return offer_odds(FREE_DICE + p.extra, t.target, t.expertise, bool(t.focus), t.difficulty, cap, left)
