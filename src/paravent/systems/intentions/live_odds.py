"""The exact chances of what a question leads to (TAB-11)."""

from __future__ import annotations

from fractions import Fraction

from paravent.core.domains import OneOf, Option, Whole
from paravent.core.offers import Offer, Waiting, offer
from paravent.core.rules import rule
from paravent.core.system import Odds, OddsLine
from paravent.core.values import replace, value
from paravent.systems.intentions.judging import HARDEST
from paravent.systems.intentions.model import Game, SkillTest
from paravent.systems.intentions.odds import Throw, throw_law
from paravent.systems.intentions.testing import ToRoll, ToThrow
from paravent.systems.intentions.weighing import Mode

MODES: dict[Mode, str] = {
    "normal": "ni l’un ni l’autre",
    "advantage": "avantage",
    "disadvantage": "désavantage",
}
MOST_BONUS = 2


@value
class Suppose:
    """A test otherwise hard, helped or hindered."""

    difficulty: int
    bonus: int
    mode: Mode


def odds(game: Game, w: Waiting) -> Odds | None:
    """Before the dice: success, both criticals, for whoever may read the sheet."""
    match w.topic:
        case ToThrow(id) | ToRoll(id):
            t = game.test(id)
            return replace(_of(t, throw_of(t)), supposes=_supposing(t))
    return None


def supposed(game: Game, w: Waiting, c: Suppose) -> Odds | None:
    """Those of the same test, were it otherwise hard, helped or hindered."""
    match w.topic:
        case ToThrow(id) | ToRoll(id):
            t = game.test(id)
            return _of(t, throw_of(t)._replace(difficulty=c.difficulty, bonus=c.bonus, mode=c.mode))
    return None


def throw_of(t: SkillTest) -> Throw:
    """A test as the odds read it."""
    return Throw(t.effective, t.bonus, t.mode, t.every_double, t.single, t.critical or None)


def _of(t: SkillTest, thrown: Throw) -> Odds:
    law = throw_law(thrown)
    lines = (
        _line("réussir", law.success, main=True),
        _line("réussite critique", law.critical_success, said="de réussite critique"),
        _line("échec critique", law.critical_failure, said="d’échec critique"),
    )
    rows = (
        _line("réussite critique", law.critical_success),
        _line("réussite", law.success - law.critical_success),
        _line("échec", 1 - law.success - law.critical_failure),
        _line("échec critique", law.critical_failure),
    )
    return Odds(lines, (t.actor,), law=rows)


@rule("INT-05", "INT-06", "INT-10")
def _supposing(t: SkillTest) -> Offer:
    """One more or less to reach, a point more or less in the skill, another advantage or disadvantage."""
    modes = (t.mode, *(m for m in MODES if m != t.mode))
    return offer(
        Suppose,
        "INT-05",
        difficulty=Whole(min(1, t.effective), max(HARDEST, t.effective), usual=t.effective),
        bonus=Whole(0, max(MOST_BONUS, t.bonus), usual=t.bonus),
        mode=OneOf(tuple(Option(m, MODES[m]) for m in modes)),
    )


def _line(label: str, p: Fraction, *, main: bool = False, said: str = "") -> OddsLine:
    return OddsLine(label, p.numerator, p.denominator, main, said)
