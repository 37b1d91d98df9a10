"""The exact chances of what a question leads to (TAB-11)."""

from __future__ import annotations

from paravent.core.offers import Waiting
from paravent.core.rules import rule
from paravent.core.system import Odds
from paravent.systems.forces.model import Game, SkillTest, pack_of
from paravent.systems.forces.odds.shown import throw_odds
from paravent.systems.forces.odds.throw import Throw
from paravent.systems.forces.testing import ToRoll, ToThrow, asked
from paravent.systems.forces.weighing import GAUGE

POLICY = "la corruption prise quand elle change l’issue"


def odds(game: Game, w: Waiting) -> Odds | None:
    """Before the dice: success, criticals, degrees, for whoever may read the sheet."""
    match w.topic:
        case ToThrow(id) | ToRoll(id):
            t = game.test(id)
        case _:
            return None
    test = throw_of(game, t)
    return Odds(throw_odds(test), (t.actor,), POLICY if test.options.corruption else "")


@rule("FOR-25")
def throw_of(game: Game, t: SkillTest) -> Throw:
    """A test as the odds read it; only who may still take some corruption has it on."""
    c = game.character(t.actor)
    tempted = not c.extra and c.corruption < GAUGE and asked(game, t) == t.actor
    options = t.rules._replace(corruption=t.rules.corruption and tempted)
    return Throw(t.bonus, t.difficulty, options, t.net, pack_of(game.pack).degrees)
