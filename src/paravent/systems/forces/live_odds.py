"""The exact chances of what a question leads to (TAB-11)."""

from __future__ import annotations

from dataclasses import replace

from paravent.core.domains import OneOf, Option, Whole, yes_or_no
from paravent.core.offers import Offer, Waiting, offer
from paravent.core.rules import rule
from paravent.core.system import Odds, OddsLine
from paravent.core.values import value
from paravent.systems.forces.gauges import ToBreak
from paravent.systems.forces.model import Game, SkillTest, pack_of
from paravent.systems.forces.odds.shown import again_odds, throw_odds, throw_rows
from paravent.systems.forces.odds.throw import Throw
from paravent.systems.forces.pack import HARDEST
from paravent.systems.forces.testing import ToRoll, ToRollAgain, ToThrow, asked
from paravent.systems.forces.weighing import GAUGE, MOST_EXTRA

POLICY = "la corruption prise quand elle change l’issue"


@value
class Suppose:
    """A test otherwise hard, with other dice, or without a corruption that one may take."""

    difficulty: int
    net: int
    corruption: bool


def odds(game: Game, w: Waiting) -> Odds | None:
    """Before the dice: success, criticals, degrees, for whoever may read the sheet.

    Before sixes are thrown again: success, with the dice that are down.
    """
    match w.topic:
        case ToThrow(id) | ToRoll(id):
            t = game.test(id)
            thrown = throw_of(game, t)
            return replace(_of(t, thrown), supposes=_supposing(game, t, thrown))
        case ToRollAgain(id):
            t = game.test(id)
            return Odds(again_odds(throw_of(game, t), t.chains), (t.actor,), _policy(throw_of(game, t)))
        case ToBreak(_, actor):
            states = pack_of(game.pack).madness
            rows = tuple(OddsLine(name, states.count(name), len(states)) for name in dict.fromkeys(states))
            return Odds((), (actor,), law=rows)
    return None


def supposed(game: Game, w: Waiting, c: Suppose) -> Odds | None:
    """Those of the same test, were it otherwise hard, or thrown with other dice."""
    match w.topic:
        case ToThrow(id) | ToRoll(id):
            t = game.test(id)
            thrown = throw_of(game, t)
            options = thrown.options._replace(corruption=thrown.options.corruption and c.corruption)
            return _of(t, thrown._replace(difficulty=c.difficulty, net=c.net, options=options))
    return None


def _of(t: SkillTest, thrown: Throw) -> Odds:
    return Odds(throw_odds(thrown), (t.actor,), _policy(thrown), law=throw_rows(thrown))


def _policy(thrown: Throw) -> str:
    return POLICY if thrown.options.corruption else ""


@rule("FOR-12", "FOR-23", "FOR-25")
def _supposing(game: Game, t: SkillTest, thrown: Throw) -> Offer:
    """One more or less to reach; dice of bonus or of malus where the table plays them; corruption left alone."""
    dice = range(-MOST_EXTRA, MOST_EXTRA + 1) if game.option("bonus_malus") else (t.net,)
    nets = (t.net, *(n for n in dice if n != t.net))
    tempted = yes_or_no().options[::-1] if thrown.options.corruption else (Option(False, ""),)
    return offer(
        Suppose,
        "FOR-12",
        difficulty=Whole(min(0, t.difficulty), max(HARDEST, t.difficulty), usual=t.difficulty),
        net=OneOf(tuple(Option(n, _dice(n) if len(nets) > 1 else "") for n in nets)),
        corruption=OneOf(tempted),
    )


def _dice(net: int) -> str:
    if not net:
        return "aucun"
    s = "s" if abs(net) > 1 else ""
    return f"{abs(net)}\N{NO-BREAK SPACE}dé{s} de {'bonus' if net > 0 else 'malus'}"


@rule("FOR-25")
def throw_of(game: Game, t: SkillTest) -> Throw:
    """A test as the odds read it; only who may still take some corruption has it on."""
    c = game.character(t.actor)
    tempted = not c.extra and c.corruption < GAUGE and asked(game, t) == t.actor
    options = t.rules._replace(corruption=t.rules.corruption and tempted)
    return Throw(t.bonus, t.difficulty, options, t.net, pack_of(game.pack).degrees)
