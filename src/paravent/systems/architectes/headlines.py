"""What the odds of « Les Architectes » say first, in a sentence."""

from __future__ import annotations

from typing import Any, Final

from paravent.core.asking import Question
from paravent.core.french import count
from paravent.core.headlines import Line, chance, exact, mean, on_average, where

NBSP: Final = "\N{NO-BREAK SPACE}"


def of_test(asked: Question, found: Line) -> str:
    critical = exact(found["p_critique_premiere_carte"]) + exact(found["p_critique_seconde_ou_destin"])
    said = f"{chance(exact(found['p_reussite']))} de réussir, {chance(critical)} de réussite critique"
    spent = exact(found["esperance_points_depenses"])
    return f"{said}, {on_average(spent, 'point de Destin')}" if asked["points_destin"] else said


def of_margin(asked: Question, found: Line) -> str:
    law: list[Any] = found["loi"]
    critical = where(law, issue="critique_premiere_carte") + where(law, issue="critique_seconde_ou_destin")
    success = 1 - where(law, issue="echec")
    said = f"{chance(success)} de réussir, {chance(critical)} de réussite critique"
    if any(line["marge"] is None for line in law):
        return said
    return f"{said}{NBSP}; {on_average(mean(law, 'marge'), 'de marge')}"


def of_exchange(asked: Question, found: Line) -> str:
    a, b, nobody = (chance(exact(found[key])) for key in ("p_a_touche", "p_b_touche", "p_personne"))
    return f"{a} que le premier touche, {b} que le second touche, {nobody} que personne ne touche"


def of_duel(asked: Question, found: Line) -> str:
    ends = found["p_fin"]
    a, b = (exact(ends[f"{side}_mort"]) + exact(ends[f"{side}_inconscient"]) for side in "ab")
    said = f"{chance(a)} que le premier tombe, {chance(b)} que le second tombe"
    if endless := exact(ends["sans_fin"]):
        return f"{said}, {chance(endless)} que le duel n’ait pas de fin"
    return f"{said}{NBSP}; {on_average(exact(found['esperance_echanges']), 'échange')}"


def of_wounds(asked: Question, found: Line) -> str:
    left = count(found["cartes_apres"], "carte")
    survives = chance(exact(found["p_arcane_survit"]))
    return f"{survives} que l’arcane soit encore dans le paquet, où il reste {left}"
