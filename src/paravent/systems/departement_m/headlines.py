"""What the odds of « Département M » say first, in a sentence."""

from __future__ import annotations

from typing import Any, Final

from paravent.core.asking import Question
from paravent.core.french import count
from paravent.core.headlines import Line, chance, exact, mean, on_average, where

NBSP: Final = "\N{NO-BREAK SPACE}"


def of_test(asked: Question, found: Line) -> str:
    success, trouble = (
        exact(found["p_reussite"]),
        where(found["loi_reussite_complication"], complication=True),
    )
    gained = mean(found["loi_impulsion_gagnee"], "impulsion")
    said = f"{chance(success)} de réussir, {chance(trouble)} de complication"
    return f"{said}{NBSP}; {on_average(gained, 'point d’Impulsion')}"


def of_pool(asked: Question, found: Line) -> str:
    hits, trouble = mean(found["loi"], "reussites"), exact(found["p_au_moins_une_complication"])
    return f"{on_average(hits, 'réussite')}, {chance(trouble)} de complication"


def of_purchase(asked: Question, found: Line) -> str:
    """Without buying, then what is to be bought, or the best that can be."""
    choices: list[Any] = found["choix"]
    alone = f"{chance(exact(choices[0]['p_reussite']))} de réussir sans acheter de dé"
    match found["des_a_acheter"]:
        case None:
            best = max(choices, key=lambda line: exact(line["p_reussite"]))
            return f"{alone}, {_with(best)}{NBSP}: la chance voulue est hors d’atteinte"
        case 0:
            return f"{alone}{NBSP}: la chance voulue est atteinte"
        case bought:
            line = next(line for line in choices if line["des_achetes"] == bought)
            return f"{alone}, {_with(line)}"


def _with(line: Line) -> str:
    dice, cost = line["des_achetes"], count(line["cout"], "point")
    bought = "un dé acheté" if dice == 1 else f"{dice}{NBSP}dés achetés"
    return f"{chance(exact(line['p_reussite']))} avec {bought} ({_price(line, cost)})"


def _price(line: Line, cost: str) -> str:
    paid = line.get("paiement")
    if not paid:
        return cost
    return f"{cost}{NBSP}: {paid['impulsion']} d’Impulsion et {paid['menace']} de Menace"
