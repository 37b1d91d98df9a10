"""The exact chances of what a question leads to (TAB-11)."""

from __future__ import annotations

from fractions import Fraction

from paravent.core.offers import Waiting
from paravent.core.system import Odds, OddsLine
from paravent.systems.intentions.model import Game
from paravent.systems.intentions.odds import Throw, throw_law
from paravent.systems.intentions.testing import ToRoll, ToThrow


def odds(game: Game, w: Waiting) -> Odds | None:
    """Before the dice: success, both criticals, for whoever may read the sheet."""
    match w.topic:
        case ToThrow(id) | ToRoll(id):
            t = game.test(id)
        case _:
            return None
    law = throw_law(Throw(t.effective, t.bonus, t.mode, t.every_double, t.single, t.critical or None))
    lines = (
        _line("réussir", law.success, main=True),
        _line("réussite critique", law.critical_success),
        _line("échec critique", law.critical_failure),
    )
    return Odds(lines, (t.actor,))


def _line(label: str, p: Fraction, *, main: bool = False) -> OddsLine:
    return OddsLine(label, p.numerator, p.denominator, main)
