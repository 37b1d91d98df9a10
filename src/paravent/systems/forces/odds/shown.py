"""Chances of a test as a table shows them, in French (TAB-11)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from paravent.chance.exact import die, exploding, kept
from paravent.core.system import OddsLine
from paravent.systems.forces.odds.throw import DESTINY, Throw, best_of, throw_law
from paravent.systems.forces.weighing import KEPT, MOST_REROLLS, SIDES, Chain, critical_of, wants_reroll
from paravent.systems.forces.words import CRITICALS, DEGREES

FAR = 12
"""By how much a test passes or fails, told apart up to here."""


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
        lines.append(_line(CRITICALS["success"], law.critical("success"), said="de réussite critique"))
        lines.append(_line(CRITICALS["failure"], law.critical("failure"), said="d’échec critique"))
    if options.destiny:
        lines.append(_line("coup de pouce du destin", DESTINY.p("boost"), said="de coup de pouce du destin"))
        lines.append(_line("revers du destin", DESTINY.p("setback"), said="de revers du destin"))
    return tuple(lines)


def throw_rows(test: Throw) -> tuple[OddsLine, ...]:
    """Every issue: criticals; then successes and failures, by degree where the table has them, else by how much."""
    law, degrees = throw_law(test).law, test.options.degrees
    best: list[tuple[tuple[int, int], str, Fraction]] = []
    for (v, _), p in law.rows():
        if v.critical:
            at, label = (-FAR if v.critical == "success" else FAR, 0), CRITICALS[v.critical]
        elif degrees:
            at, label = (0, list(DEGREES).index(v.degree)), DEGREES[v.degree]
        else:
            by = min(abs(v.margin), FAR)
            more = " ou plus" if by == FAR else ""
            at, label = (0, -by if v.passed else by), f"{'réussite' if v.passed else 'échec'} de {by}{more}"
        best.append((at, label, p))
    chances: dict[str, Fraction] = {}
    for _, label, p in sorted(best):
        chances[label] = chances.get(label, Fraction(0)) + p
    return tuple(_line(label, p) for label, p in chances.items())


def again_odds(test: Throw, chains: Sequence[Chain]) -> tuple[OddsLine, ...]:
    """The chance to pass once the sixes are thrown again, the other dice being down (FOR-22).

    Dice that are thrown again are alike: they have shown nothing but sixes, as many times.
    """
    again = [c for c in chains if wants_reroll(c, exploding=test.options.exploding)]
    down = [sum(c) for c in chains if c not in again]
    lowest = test.net < 0
    more = exploding(die(SIDES), lambda face: face == SIDES, MOST_REROLLS - len(again[0])).map(
        lambda added: sum(again[0]) + added
    )

    def passes(thrown: tuple[int, ...]) -> bool:
        pair = sorted((*thrown, *down), reverse=not lowest)[:KEPT]
        struck = critical_of((min(pair[0], SIDES), min(pair[1], SIDES)))
        return best_of(test, sum(pair), struck)[0].passed

    chance = kept([more] * len(again), KEPT, lowest=lowest).p(passes)
    return (_line("réussir", chance, main=True),)


def _line(label: str, p: Fraction, *, main: bool = False, said: str = "") -> OddsLine:
    return OddsLine(label, p.numerator, p.denominator, main, said)
