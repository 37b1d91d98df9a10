"""What can be asked of the odds of « Les Architectes », as forms."""

from __future__ import annotations

from typing import Final

from paravent.core.asking import Field, Form, Forms, Question, prefixed
from paravent.systems.architectes import headlines as say
from paravent.systems.architectes.odds.skill import CARDS

MOST_HORIZON: Final = 20
MODES: Final = {"normal": "normal", "facile": "facile", "difficile": "difficile"}
POLICIES: Final = {"tant_que_echec": "tant que le test échoue", "toutes": "tous quoi qu’il arrive"}
"""Those that a form offers: spending none is having none."""
DECK: Final = Field(
    "cartes_restantes",
    "Cartes du paquet",
    "numbers",
    "1..22",
    1,
    CARDS,
    most=CARDS,
    help="Des numéros de 1 à 22 : « 1..22 » pour le paquet entier, « 3 9 11 » pour ces trois-là.",
)
SKILL: Final = (
    Field("arcane", "Arcane testé", "whole", "11", 1, CARDS),
    Field("score", "Score", "whole", "11", 1, CARDS),
)
MODE: Final = Field("mode", "Difficulté", "choice", "normal", choices=MODES)
HAND: Final = (*SKILL, MODE, DECK)
DESTINY: Final = Field("destin", "Points de Destin", "whole", "0", 0, CARDS)
DAMAGE: Final = Field("dommages", "Dommages", "whole", "3", 1, CARDS)
NAMES: Final = {
    "p_critique_premiere_carte": "réussite critique, première carte",
    "p_critique_seconde_ou_destin": "réussite critique, autre carte",
    "p_reussite_ordinaire": "réussite ordinaire",
    "esperance_points_depenses": "points dépensés, en moyenne",
    "issue": "issue",
    "p_a_touche": "le premier touche",
    "p_b_touche": "le second touche",
    "p_personne": "personne ne touche",
    "p_fin": "",
    "a_mort": "le premier meurt",
    "a_inconscient": "le premier tombe inconscient",
    "b_mort": "le second meurt",
    "b_inconscient": "le second tombe inconscient",
    "sans_fin": "le duel n’a pas de fin",
    "esperance_echanges": "échanges, en moyenne",
    "loi_nombre_echanges": "nombre d’échanges",
    "echanges": "échanges",
    "p_plus_que_horizon": "plus d’échanges que détaillé",
    "cartes_apres": "cartes restantes",
    "etat": "état",
    "p_arcane_survit": "l’arcane est encore là",
    "loi_cartes_inferieures_au_score": "cartes sous le score",
    "nombre": "nombre",
}
VALUES: Final = {
    "issue": {
        "critique_premiere_carte": "réussite critique, première carte",
        "critique_seconde_ou_destin": "réussite critique, autre carte",
        "reussite_ordinaire": "réussite ordinaire",
        "echec": "échec",
    },
    "etat": {"debout": "debout", "inconscient": "inconscient", "mort": "mort"},
}
LOW_CARDS: Final = "loi_cartes_inferieures_au_score"
NO_DISCARD: Final = "personne ne se défausse"


def _spent_as_asked(question: Question, measure: str) -> str:
    spent = "le Destin se dépense comme le dit la question, une carte à la fois, et "
    return f"{spent if question['points_destin'] else ''}{NO_DISCARD}"


def _all_spent(question: Question, measure: str) -> str:
    spent = "tous les points de Destin sont dépensés, quoi qu’il arrive, et "
    return f"{spent if question['points_destin'] else ''}{NO_DISCARD}"


def _each_spends_all(question: Question, measure: str) -> str:
    some = any(question[side]["destin"] for side in "ab")
    spent = ", et chacun dépense tous ses points de Destin, quoi qu’il arrive"
    return f"{NO_DISCARD}{spent if some else ''}"


FORMS: Final[Forms] = {
    "test": Form(
        "Un test",
        "Les chances d’un test, et ce qu’y ajoutent des points de Destin.",
        (
            *HAND,
            Field("points_destin", "Points de Destin", "whole", "0", 0, CARDS),
            Field("politique_destin", "Dépensés", "choice", "tant_que_echec", choices=POLICIES),
        ),
        say.of_test,
        _spent_as_asked,
        NAMES,
    ),
    "issue_et_marge": Form(
        "L’issue et la marge",
        "Ensemble, l’issue d’un test et sa marge.",
        (*HAND, Field("points_destin", "Points de Destin", "whole", "0", 0, CARDS)),
        say.of_margin,
        _all_spent,
        NAMES,
        VALUES,
        follows=lambda _: "loi.issue=echec",
    ),
    "echange": Form(
        "Un échange",
        "Qui touche qui, en un échange de combat.",
        (*prefixed("a", "Premier", (*HAND, DESTINY)), *prefixed("b", "Second", (*HAND, DESTINY))),
        say.of_exchange,
        _each_spends_all,
        NAMES,
    ),
    "duel": Form(
        "Un duel",
        "Des échanges jusqu’à ce que l’un des deux tombe.",
        (
            *prefixed("a", "Premier", (*SKILL, MODE, DECK._replace(usual="3 5 9 11 16 18"), DAMAGE)),
            *prefixed("b", "Second", (*SKILL, MODE, DECK._replace(usual="1 7 10 11 15 21"), DAMAGE)),
            Field("horizon", "Échanges détaillés", "whole", "8", 0, MOST_HORIZON),
        ),
        say.of_duel,
        f"{NO_DISCARD} ni ne dépense de Destin, et personne ne renonce",
        NAMES,
        moved={"horizon": "p_plus_que_horizon"},
    ),
    "blessures": Form(
        "Des blessures",
        "Ce qu’il reste d’un paquet après des coups.",
        (
            *SKILL,
            DECK,
            Field("coups", "Dommages de chaque coup", "numbers", "3 3", 1, CARDS, most=12),
        ),
        say.of_wounds,
        names=NAMES,
        values=VALUES,
        moved={"score": f"{LOW_CARDS}.nombre.moyenne"},
    ),
}
