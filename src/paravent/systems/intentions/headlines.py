"""What the odds of « Intentions » say first, in a sentence."""

from __future__ import annotations

from typing import Final

from paravent.core.asking import Question
from paravent.core.headlines import Line, chance, exact, on_average

NBSP: Final = "\N{NO-BREAK SPACE}"


def of_test(asked: Question, found: Line) -> str:
    success, best, worst = (
        chance(exact(found[key])) for key in ("p_reussite", "p_reussite_critique", "p_echec_critique")
    )
    return f"{success} de réussir, {best} de réussite critique, {worst} d’échec critique"


def of_composition(asked: Question, found: Line) -> str:
    if not found["possible"]:
        return f"0{NBSP}% de réussir{NBSP}: ce test ne peut pas se tenter"
    return of_test(asked, found)


def of_race(asked: Question, found: Line) -> str:
    a, b, both = (chance(exact(found[key])) for key in ("p_a_avant_b", "p_b_avant_a", "p_meme_tour"))
    said = f"{a} que le premier finisse d’abord, {b} que ce soit le second, {both} qu’ils finissent ensemble"
    turns = found["esperance_tours"]
    return f"{said}{NBSP}; {on_average(exact(turns), 'tour')}" if turns else said
