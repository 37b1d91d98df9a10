"""What can be asked of the odds of « Département M », as forms."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from paravent.core.asking import Field, Form, Forms, Question
from paravent.core.french import count
from paravent.systems.departement_m import headlines as say
from paravent.systems.departement_m.weighing import FREE_DICE, MOST_DICE, MOST_EXTRA

MOST: Final = 40
HARDEST: Final = 12
DICE: Final = Field("des", "Dés lancés", "whole", "2", FREE_DICE, MOST_DICE)
ROLL: Final = (
    Field("seuil", "Seuil", "whole", "12", 0, MOST),
    Field("discipline", "Discipline", "whole", "3", 0, MOST),
    Field("specialisation", "Une spécialisation sert", "flag", "non"),
)
DIFFICULTY: Final = Field("difficulte", "Difficulté", "whole", "2", 0, HARDEST)
POOL: Final = (
    Field("impulsion_actuelle", "Impulsion en réserve", "whole", "0", 0, MOST),
    Field("plafond", "Plafond de l’Impulsion", "maybe", "", 0, MOST, help="Vide : sans plafond."),
)
BUYING: Final = (
    *ROLL,
    DIFFICULTY,
    Field("chance_voulue", "Chance voulue", "chance", "75 %"),
    Field("prix_des_des", "Prix des dés", "numbers", "1 1 1", 0, MOST, most=MOST_EXTRA, help="Trois prix."),
)
NAMES: Final = {
    "p_au_moins_une_complication": "une complication au moins",
    "par_difficulte": "par difficulté",
    "esperance_impulsion": "Impulsion, en moyenne",
    "esperance_impulsion_sans_plafond": "Impulsion sans plafond, en moyenne",
    "loi_impulsion_gagnee": "Impulsion gagnée",
    "loi_reussite_complication": "réussite et complication",
    "impulsion": "Impulsion",
    "reussites": "réussites",
    "complications": "complications",
    "choix": "achats",
    "difficulte": "difficulté",
    "des_achetes": "dés achetés",
    "des_a_acheter": "dés à acheter",
    "cout": "coût",
    "paiement": "paiement",
    "menace": "Menace",
    "rangs_en_impulsion": "rangs payés en Impulsion",
    "points_suivants": "points suivants",
    "des_de_plus": "dés de plus",
    "prix": "prix",
    "gain": "gain de chances",
    "accessible": "à portée",
}


VALUES: Final[Mapping[str, Mapping[object, str]]] = {
    "plafond": {None: "sans plafond"},
    "menace_disponible": {None: "sans limite"},
    "des_a_acheter": {None: "aucun achat possible n’y suffit"},
    "paiement": {None: "hors de portée"},
}


def _bought(line: Mapping[str, Any]) -> str:
    dice = line["des_achetes"]
    return f"{count(dice, 'dé')} {'acheté' if dice < 2 else 'achetés'}" if dice else "sans acheter de dé"


def _to_buy(answers: Sequence[Mapping[str, Any]]) -> str:
    """How many dice are to be bought; where none would do, what the most of them are worth."""
    enough = any(answer["des_a_acheter"] is not None for answer in answers)
    return "des_a_acheter" if enough else f"choix[{MOST_EXTRA}].p_reussite"


def _fewest(question: Question, measure: str) -> str:
    """What is said of the purchase itself, and not of every number of dice that there is."""
    return "" if measure.startswith("choix[") else "le moins de dés qui atteigne la chance voulue"


def _fewest_and_paid(question: Question, measure: str) -> str:
    if measure.startswith("choix["):
        return "le moins de Menace" if ".paiement" in measure else ""
    return f"{_fewest(question, measure)}, puis le moins de Menace"


LINES: Final[Mapping[str, Callable[[Mapping[str, Any]], str]]] = {
    "choix": _bought,
    "points_suivants": lambda line: f"{count(line['des_de_plus'], 'dé')} de plus",
    "par_difficulte": lambda line: f"difficulté {line['difficulte']}",
}

FORMS: Final[Forms] = {
    "test": Form(
        "Un test",
        "Réussir, gagner de l’Impulsion, subir une complication.",
        (DICE, *ROLL, DIFFICULTY, *POOL),
        say.of_test,
        names=NAMES,
        values=VALUES,
        moved=dict.fromkeys(("plafond", "impulsion_actuelle"), "loi_impulsion_gagnee.impulsion.moyenne"),
    ),
    "reserve": Form(
        "Une poignée de dés",
        "Réussites et complications ensemble, et chaque difficulté.",
        (DICE, *ROLL, Field("difficultes", "Difficultés", "numbers", "0..5", 0, HARDEST, most=HARDEST + 1)),
        say.of_pool,
        names=NAMES,
        lines=LINES,
        follows=lambda _: "loi.reussites.moyenne",
        moved={"difficultes": "par_difficulte[0].p_reussite"},
    ),
    "achat": Form(
        "Un achat de dés",
        "Combien de dés acheter pour la chance voulue.",
        BUYING,
        say.of_purchase,
        _fewest,
        NAMES,
        VALUES,
        lines=LINES,
        follows=_to_buy,
        moved={"prix_des_des": "choix[3].cout"},
    ),
    "meilleur_achat": Form(
        "Le meilleur achat",
        "Combien de dés, payés comment, et ce que vaudrait le point suivant.",
        (
            *BUYING,
            *POOL,
            Field("menace_disponible", "Menace disponible", "maybe", "", 0, MOST, help="Vide : sans limite."),
        ),
        say.of_purchase,
        _fewest_and_paid,
        NAMES,
        VALUES,
        lines=LINES,
        follows=_to_buy,
        moved={
            **dict.fromkeys(("prix_des_des", "impulsion_actuelle"), "choix[3].paiement.menace"),
            "plafond": "choix[0].esperance_impulsion",
        },
    ),
}
