"""The exact chances of what a question leads to (TAB-11)."""

from __future__ import annotations

from fractions import Fraction

from paravent.core.offers import Waiting
from paravent.core.rules import rule
from paravent.core.system import Odds, OddsLine
from paravent.systems.forces.model import Game, SkillTest, pack_of
from paravent.systems.forces.odds.throw import Throw, throw_law
from paravent.systems.forces.testing import ToRoll, ToThrow, asked
from paravent.systems.forces.weighing import GAUGE
from paravent.systems.forces.words import DEGREES

POLICY = "la corruption prise quand elle change l’issue"


def odds(game: Game, w: Waiting) -> Odds | None:
    """Before the dice: success, criticals, degrees, for whoever may read the sheet."""
    match w.topic:
        case ToThrow(id) | ToRoll(id):
            t = game.test(id)
        case _:
            return None
    test = throw_of(game, t)
    law = throw_law(test)
    lines = [_line("réussir", law.success, main=True)]
    if t.rules.critical:
        lines.append(_line("réussite critique", law.critical("success")))
        lines.append(_line("échec critique", law.critical("failure")))
    if t.rules.degrees:
        weights = law.degrees.map(lambda row: row[1]).weights
        total = sum(weights.values())
        lines += [_line(name, Fraction(weights.get(id, 0), total)) for id, name in DEGREES.items()]
    if test.options.corruption:
        lines.append(_line("prendre un point de corruption", law.corrupted))
    return Odds(tuple(lines), (t.actor,), POLICY if test.options.corruption else "")


@rule("FOR-25")
def throw_of(game: Game, t: SkillTest) -> Throw:
    """A test as the odds read it; only who may still take some corruption has it on."""
    c = game.character(t.actor)
    tempted = not c.extra and c.corruption < GAUGE and asked(game, t) == t.actor
    options = t.rules._replace(corruption=t.rules.corruption and tempted)
    return Throw(t.bonus, t.difficulty, options, t.net, pack_of(game.pack).degrees)


def _line(label: str, p: Fraction, *, main: bool = False) -> OddsLine:
    return OddsLine(label, p.numerator, p.denominator, main)
