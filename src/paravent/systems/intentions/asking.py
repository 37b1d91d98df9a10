"""What can be asked of the odds of « Intentions », as forms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from paravent.core.asking import Column, Field, Form, Forms, prefixed
from paravent.systems.intentions import headlines as say
from paravent.systems.intentions.pack import default_pack

FAR: Final = 30
MOST: Final = 9
MOST_ROWS: Final = 6
MOST_HORIZON: Final = 20
LAST: Final = 8
"""How far a counter goes in a race that a page answers at once."""
CATEGORIES: Final = {"commune": "commune", "specialiste": "de spécialiste", "initiee": "d’initiée"}
INTENTIONS: Final = {i.id: i.name for i in default_pack().intentions}
DIRECTIONS: Final = {"croissant": "croissant", "decroissant": "décroissant"}
GRANTED: Final = (
    Field("avantages", "Avantages", "whole", "0", 0, MOST),
    Field("desavantages", "Désavantages", "whole", "0", 0, MOST),
)
DOUBLES: Final = Field("tout_double_critique", "Tout double est critique", "flag", "non")
ONE_FOR_ONE: Final = Field("annulation_un_pour_un", "Annulation un pour un", "flag", "non")
DIAL: Final = (
    Field("valeur", "valeur", "whole", "0", 0, LAST),
    Field("fin", "fin", "whole", "6", 0, LAST),
    Field("sens", "sens", "choice", "croissant", choices=DIRECTIONS),
    Field("limite_arriere", "limite arrière", "maybe", "", 0, LAST, help="Vide : il ne recule pas."),
)
STEPS: Final = Field(
    "a",
    "pas",
    "rows",
    "1 ; 1/2\n0 ; 1/2",
    -LAST,
    LAST,
    most=MOST_ROWS,
    columns=(Column("pas", "pas", "whole"), Column("p", "chance", "chance")),
    help="Un par ligne : pas ; chance. Les chances font 1.",
)
NAMES: Final = {
    "mode_net": "avantage ou désavantage",
    "p_reussite_critique": "réussite critique",
    "p_echec_critique": "échec critique",
    "rc": "réussite critique",
    "ec": "échec critique",
    "possible": "possible",
    "difficulte_effective": "difficulté à atteindre",
    "bonus_applique": "bonus appliqué",
    "p_a_avant_b": "le premier d’abord",
    "p_b_avant_a": "le second d’abord",
    "p_meme_tour": "au même tour",
    "esperance_tours": "tours, en moyenne",
    "p_course_finie_au_tour": "course finie au plus tard au tour",
    "tour": "tour",
}
VALUES: Final[Mapping[str, Mapping[Any, str]]] = {
    "de_precedent": {None: "le premier"},
    "limite_arriere": {None: "aucune"},
    "mode_net": {"normal": "ni l’un ni l’autre", "avantage": "avantage", "desavantage": "désavantage"},
}

FORMS: Final[Forms] = {
    "test": Form(
        "Un test",
        "Le dé principal, le dé critique, et les deux ensemble.",
        (
            Field("difficulte", "Difficulté", "whole", "4", -FAR, FAR),
            Field("bonus", "Bonus", "whole", "0", -FAR, FAR),
            *GRANTED,
            DOUBLES,
            ONE_FOR_ONE,
            Field("un_seul_de", "Un seul dé", "flag", "non"),
            Field(
                "de_precedent",
                "Dé du test précédent",
                "maybe",
                "",
                1,
                6,
                help="Avec un seul dé ; vide : le premier.",
            ),
        ),
        say.of_test,
        names=NAMES,
        values=VALUES,
        moved={"un_seul_de": "p_reussite_critique"},
    ),
    "composition": Form(
        "Un test composé",
        "Plusieurs actions, des intentions : ce qu’il faut atteindre, et les chances.",
        (
            Field("difficulte_base", "Difficulté annoncée", "whole", "4", -FAR, FAR),
            Field(
                "intentions",
                "Intentions",
                "names",
                "",
                most=MOST,
                choices=INTENTIONS,
                help=f"Séparées par des virgules : {', '.join(INTENTIONS.values())}.",
            ),
            Field(
                "instincts",
                "Instincts",
                "names",
                "",
                most=MOST,
                choices=INTENTIONS,
                help="Les intentions que porte un instinct.",
            ),
            Field(
                "actions",
                "Actions",
                "rows",
                "commune ; 1 ; 0 ; 0",
                0,
                MOST,
                most=6,
                columns=(
                    Column("categorie", "catégorie", "choice", CATEGORIES),
                    Column("bonus", "bonus", "maybe"),
                    Column("avantages", "avantages", "whole"),
                    Column("desavantages", "désavantages", "whole"),
                ),
                help=f"Une par ligne : catégorie ({', '.join(CATEGORIES.values())}) ; bonus ou rien ; avantages ; "
                "désavantages.",
            ),
            *GRANTED,
            Field("boit_une_potion", "Boit une potion", "flag", "non"),
            Field("soiffard", "Soiffard", "flag", "non"),
            DOUBLES,
            ONE_FOR_ONE,
            Field("prudente_augmente", "Prudente augmente la difficulté", "flag", "non"),
        ),
        say.of_composition,
        names=NAMES,
        values=VALUES,
    ),
    "course": Form(
        "Une course de compteurs",
        "Lequel de deux compteurs arrive le premier.",
        (
            *prefixed("compteur_a", "Premier", DIAL),
            *prefixed("compteur_b", "Second", DIAL),
            Field("pas.type", "Pas", "choice", "independants", choices={"independants": "indépendants"}),
            *(
                f._replace(key=f"pas.{side}", label=f"{who}, pas")
                for side, who in (("a", "Premier"), ("b", "Second"))
                for f in (STEPS,)
            ),
            Field("horizon", "Tours détaillés", "whole", "8", 0, MOST_HORIZON),
        ),
        say.of_race,
        "les compteurs ne bougent que de ces pas, un de chacun à chaque tour",
        NAMES,
        VALUES,
    ),
}
