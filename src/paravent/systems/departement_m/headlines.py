"""What the odds of « Département M » say first, in a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
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
            return f"{alone}{_short_of(choices, Fraction(asked['chance_voulue']))}"
        case 0:
            return f"{alone}{NBSP}: la chance voulue est atteinte"
        case bought:
            line = next(line for line in choices if line["des_achetes"] == bought)
            return f"{alone}, {_with(line)}"


def _short_of(choices: Sequence[Line], wanted: Fraction) -> str:
    """What the most that can be bought is worth, and what lacks: dice that would do, or points to pay for them."""
    best = max((line for line in choices if _payable(line)), key=lambda line: exact(line["p_reussite"]))
    said = f", {_with(best)}" if best["des_achetes"] else ""
    enough = next((line for line in choices if exact(line["p_reussite"]) >= wanted), None)
    if enough is None:
        most = "" if best is choices[-1] else f", même avec {_dice(choices[-1])}"
        return f"{said}{NBSP}: la chance voulue est hors d’atteinte{most}"
    cost = count(enough["cout"], "point")
    return f"{said}{NBSP}: la chance voulue demande {_dice(enough)}, et il manque des points pour les payer ({cost})"


def _payable(line: Line) -> bool:
    return "paiement" not in line or line["paiement"] is not None


def _dice(line: Line) -> str:
    return count(line["des_achetes"], "dé acheté")


def _with(line: Line) -> str:
    dice, cost = line["des_achetes"], count(line["cout"], "point")
    bought = "un dé acheté" if dice == 1 else f"{dice}{NBSP}dés achetés"
    return f"{chance(exact(line['p_reussite']))} avec {bought} ({_price(line, cost)})"


def _price(line: Line, cost: str) -> str:
    paid = line.get("paiement")
    if not paid:
        return cost
    return f"{cost}{NBSP}: {paid['impulsion']} d’Impulsion et {paid['menace']} de Menace"
