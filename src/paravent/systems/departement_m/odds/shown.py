"""Chances as a table shows them, in French (TAB-11)."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from paravent.chance.words import NBSP, decimal, percent
from paravent.core.french import count
from paravent.core.system import OddsLine
from paravent.systems.departement_m.odds.dice_pool import (
    dice_pool_law,
    expected_momentum,
    issue_law,
    p_complication,
    p_success,
)
from paravent.systems.departement_m.odds.purchase import Step


class Shown(NamedTuple):
    """The chances of a test before its dice: line by line, and all in one sentence, the expected points included."""

    lines: tuple[OddsLine, ...]
    sentence: str


def offer_odds(
    dice: int,
    target: int,
    discipline: int,
    focused: bool,
    difficulty: int,
    cap: int | None,
    pool: int,
) -> Shown:
    """What so many dice are worth; `pool` is the Momentum left once they are paid, which the cap bears on. A cap of 0
    is that of a test which earns none: its sentence does not speak of it.

    « 61 % de réussir, 1,2 point d’Impulsion attendu, 10 % de complication ».
    """
    law = dice_pool_law(dice, target, discipline, focused)
    success, complication = p_success(law, difficulty), p_complication(law)
    clean = issue_law(law, difficulty).p((True, False))
    lines = (
        _line("réussir", success, main=True),
        _line("réussir sans complication", clean),
        _line("une complication au moins", complication, said="de complication"),
    )
    earned = () if cap == 0 else (expected(expected_momentum(law, difficulty, pool, cap)),)
    parts = (f"{percent(success)} de réussir", *earned, f"{percent(complication)} de complication")
    return Shown(lines, ", ".join(parts))


def pool_rows(dice: int, target: int, discipline: int, focused: bool) -> tuple[OddsLine, ...]:
    """So many successes at a time: « 2 réussites », « 2 réussites, et une complication ou plus »."""
    law = dice_pool_law(dice, target, discipline, focused)
    found = law.map(lambda t: (-t.successes, t.complications > 0)).rows()
    return tuple(
        _line(f"{count(-n, 'réussite')}{', et une complication ou plus' if bad else ''}", p)
        for (n, bad), p in found
    )


def expected(points: Fraction) -> str:
    """« 1,2 point d’Impulsion attendu », « 2 points d’Impulsion attendus »: to a tenth, never 0 for what may come."""
    tenth = Fraction(1, 10)
    if 0 < points < tenth / 2:
        return f"moins de {decimal(tenth)}{NBSP}point d’Impulsion attendu"
    s = "s" if points >= 2 - tenth / 2 else ""
    return f"{decimal(points, 1)}{NBSP}point{s} d’Impulsion attendu{s}"


def next_point(step: Step) -> str:
    """« 1 dé de plus, pour 2 points : 83 % de réussir au lieu de 67 % »."""
    price = f"pour {count(step.price, 'point')}" if step.payment else "hors de portée"
    now = percent(step.success - step.gained)
    return f"{count(step.more, 'dé')} de plus, {price}{NBSP}: {percent(step.success)} de réussir au lieu de {now}"


def _line(label: str, p: Fraction, *, main: bool = False, said: str = "") -> OddsLine:
    return OddsLine(label, p.numerator, p.denominator, main, said)
