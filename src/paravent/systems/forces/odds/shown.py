"""Chances of a test as a table shows them, in French (TAB-11)."""

from __future__ import annotations

from fractions import Fraction

from paravent.core.system import OddsLine
from paravent.systems.forces.odds.throw import DESTINY, Throw, throw_law
from paravent.systems.forces.words import CRITICALS, DEGREES


def throw_odds(test: Throw) -> tuple[OddsLine, ...]:
    """The chance to pass, then what the options of the table add: degrees, criticals, corruption, destiny.

    With corruption there are two: without the +2, then that of whoever takes it when it saves the test, and only then,
    to whom all that follows belongs.
    """
    law, options = throw_law(test), test.options
    lines = [_line("réussir", law.success, main=True)]
    if options.corruption:
        pure = throw_law(test._replace(options=options._replace(corruption=False)))
        lines = [
            _line("réussir", pure.success, main=True),
            _line("réussir, quitte à prendre la corruption", law.success, main=True),
        ]
    if options.degrees:
        found = law.law.map(lambda row: row[0].degree)
        lines += [_line(label, found.p(degree)) for degree, label in DEGREES.items()]
    if options.critical:
        lines.append(_line(CRITICALS["success"], law.critical("success")))
        lines.append(_line(CRITICALS["failure"], law.critical("failure")))
    if options.destiny:
        lines.append(_line("coup de pouce du destin", DESTINY.p("boost")))
        lines.append(_line("revers du destin", DESTINY.p("setback")))
    return tuple(lines)


def _line(label: str, p: Fraction, *, main: bool = False) -> OddsLine:
    return OddsLine(label, p.numerator, p.denominator, main)
