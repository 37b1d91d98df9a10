"""What can be asked of the odds of « Département M », as forms."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from paravent.core.asking import Field, Form, Forms
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
    Field("prix_des_des", "Prix des dés", "numbers", "1 2 3", 0, MOST, most=MOST_EXTRA, help="Trois prix."),
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


def _bought(line: Mapping[str, Any]) -> str:
    dice = line["des_achetes"]
    return f"{count(dice, 'dé')} {'acheté' if dice < 2 else 'achetés'}" if dice else "sans acheter de dé"


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
    ),
    "reserve": Form(
        "Une poignée de dés",
        "Réussites et complications ensemble, et chaque difficulté.",
        (DICE, *ROLL, Field("difficultes", "Difficultés", "numbers", "0..5", 0, HARDEST, most=HARDEST + 1)),
        say.of_pool,
        names=NAMES,
        lines=LINES,
    ),
    "achat": Form(
        "Un achat de dés",
        "Combien de dés acheter pour la chance voulue.",
        BUYING,
        say.of_purchase,
        "le moins de dés qui atteigne la chance voulue",
        NAMES,
        lines=LINES,
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
        "le moins de dés qui atteigne la chance voulue, puis le moins de Menace",
        NAMES,
        lines=LINES,
    ),
}
