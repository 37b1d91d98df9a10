"""What can be asked of the odds of « Intrigue », as forms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from paravent.core.asking import Column, Field, Form, Forms, Question, Told, prefixed
from paravent.core.french import of
from paravent.systems.intrigue import headlines as say
from paravent.systems.intrigue.odds import MOST_DICE, MOST_KEPT
from paravent.systems.intrigue.weighing import BIG_GROUP_FROM, LARGEST, SMALLEST

NBSP: Final = "\N{NO-BREAK SPACE}"
HIGHEST: Final = 60
PLAYERS: Final = 6
"""Those whose points a page shares out at once."""
HELP: Final = "« 6 8 8 » ou « D6 2D8 » : des dés de 4, 6, 8, 10 ou 12 faces."
DICE: Final = Field("des", "Dés", "numbers", "6 8", SMALLEST, LARGEST, most=MOST_DICE, help=HELP)
KEEP: Final = Field("garde", "Dés gardés", "whole", "2", 1, MOST_KEPT)
POOL: Final = (DICE, KEEP)
SIZES: Final = {"4": "D4", "6": "D6", "8": "D8", "10": "D10", "12": "D12"}
STRESS: Final = Field(
    "stress_actuel", "Stress actuel", "maybe", "", SMALLEST, LARGEST, help="Un dé ; vide : aucun."
)
RESULT: Final = Field(
    "resultat",
    "Résultat connu",
    "maybe",
    "",
    0,
    HIGHEST,
    instead=True,
    help="S’il est donné, ces dés sont déjà tombés.",
)
GROWING: Final = {
    "talent": "talent",
    "trait": "trait",
    "matos": "matos",
    "lieu": "lieu",
    "relation": "relation",
    "figurant": "figurant",
}
DIE: Final = Field("de_ajoute", "Dé ajouté", "whole", "8", SMALLEST, LARGEST)
NAMES: Final = {
    "esperance_total": "total, en moyenne",
    "p_au_moins_un_1": "au moins un 1",
    "uns": "nombre de 1",
    "p_reaction_superieure": "la réaction dépasse l’action",
    "p_egalite": "égalité",
    "p_reaction_inferieure_ou_egale": "la réaction ne dépasse pas",
    "p_reaction_inferieure_de_5_ou_plus": "elle perd de 5 ou plus",
    "loi_echec_et_stress": "échec, et Stress",
    "craquer_possible": "craquer par le Stress",
    "p_guerison": "guérir",
    "p_superieur_base": "dépasser, sans Point d’Intrigue",
    "p_superieur_un_de_de_plus": "dépasser, un dé de plus",
    "p_superieur_un_garde_de_plus": "dépasser, un dé gardé de plus",
    "loi_soutien": "le soutien",
    "valeur": "valeur",
    "loi_total_allie": "total de l’allié",
    "p_superieur_sans_soutien": "dépasser sans soutien",
    "p_superieur_avec_soutien": "dépasser avec soutien",
    "p_conflit_acheve": "le conflit s’achève",
    "p_ignore": "l’interposition est ignorée",
    "meilleur": "le meilleur",
    "a_depasse_interpose": "le premier dépasse",
    "b_depasse_interpose": "le second dépasse",
    "pile_de_stress": "pile de Stress",
    "loi_nouveau_stress": "nouveau Stress",
    "p_pile_vide": "pile vide",
    "p_premier_gagne": "le premier gagne",
    "p_premier_gagne_de_5_ou_plus": "le premier gagne de 5 ou plus",
    "p_second_gagne": "le second gagne",
    "p_second_gagne_de_5_ou_plus": "le second gagne de 5 ou plus",
    "esperance_jets": "jets, en moyenne",
    "loi_nombre_jets": "nombre de jets",
    "jets": "jets",
    "perdant": "perdant",
    "ecart_de_5_ou_plus": "écart de 5 ou plus",
    "loi_premier_dernier": "premier et dernier",
    "premier": "premier",
    "dernier": "dernier",
    "loi_pi_par_joueur": "Points d’Intrigue de chacun",
    "nom": "nom",
    "pi": "Points d’Intrigue",
    "de_de_difficulte": "dé de difficulté",
    "p_progression": "progresser",
}
_STRESS: Final[Mapping[object, str]] = {None: "aucun", **{int(size): die for size, die in SIZES.items()}}
VALUES: Final[Mapping[str, Mapping[Any, str]]] = {
    **dict.fromkeys(
        (
            "stress",
            "stress_actuel",
            "stress_du_soigne",
            "pile_de_stress",
            "plus_gros_stress",
            "heritage",
            "de_ajoute",
            "de_vise",
            "de_de_difficulte",
        ),
        _STRESS,
    ),
    **{key: {None: "à lancer"} for key in ("resultat", "action_connue")},
    "meilleur": {"a": "le premier", "b": "le second", "egalite": "égalité"},
    "perdant": {"premier": "le premier", "second": "le second"},
}
TO_THE_END: Final = "personne ne cède, et chacun relance les mêmes dés jusqu’au bout"
UNSPENT: Final = "les meilleurs dés sont gardés, sans dépenser de Point d’Intrigue"
STRUCK: Final = "le Stress est infligé dans cette catégorie, sans atout qui change la pile"
UNYIELDING: Final = f"personne ne cède{NBSP}; {UNSPENT}"


def _form(
    title: str,
    about: str,
    headline: Told,
    *fields: Field,
    policy: str = "",
    follows: str = "",
    moved: Mapping[str, str] = {},  # never changed
) -> Form:
    first = (lambda _: follows) if follows else None
    return Form(title, about, fields, headline, policy, NAMES, VALUES, follows=first, moved=moved)


def _first_player(answers: Sequence[Mapping[str, Any]]) -> str:
    return f"loi_premier_dernier.premier={answers[0]['loi_premier_dernier'][0]['premier']}"


def _too_few(question: Question, measure: str) -> str:
    few = question["grand_groupe"] and len(question["joueurs"]) < BIG_GROUP_FROM
    return "le partage d’un grand groupe, que la règle ne propose qu’à partir de six (ITG-30)" if few else ""


FORMS: Final[Forms] = {
    "reserve": _form("Une poignée de dés", "Le total gardé, et les 1.", say.of_pool, *POOL, policy=UNSPENT),
    "opposition": _form(
        "Une action, une réaction",
        "Un jet à dépasser, ou déjà tombé, et celui qui le tente.",
        say.of_opposition,
        *prefixed("action", "Action", (*POOL, RESULT)),
        *prefixed("reaction", "Réaction", (*POOL, RESULT)),
        policy=UNYIELDING,
    ),
    "test": _form(
        "Un test",
        "Contre la pile des problèmes.",
        say.of_test,
        *prefixed("joueur", "Joueuse ou joueur", POOL),
        *prefixed("pile_des_problemes", "Pile des problèmes", (DICE._replace(usual="6 6"), KEEP)),
        Field("risque_de_stress", "Il y a un risque de Stress", "flag", "non"),
        STRESS,
        policy=UNSPENT,
        moved=dict.fromkeys(
            ("risque_de_stress", "stress_actuel"), "loi_echec_et_stress.craquer_possible=oui"
        ),
    ),
    "duel": _form(
        "Un duel",
        "Jusqu’à son terme : qui gagne, de combien, en combien de jets.",
        say.of_contest,
        *prefixed("premier", "Premier", POOL),
        *prefixed("second", "Second", POOL),
        Field(
            "action_connue", "Action déjà tombée", "maybe", "", 0, HIGHEST, help="Vide : elle reste à lancer."
        ),
        policy=TO_THE_END,
    ),
    "duel_et_stress": _form(
        "Un duel et son Stress",
        "Qui perd, et ce que devient son Stress.",
        say.of_loser,
        *prefixed("premier", "Premier", (*POOL, STRESS)),
        *prefixed("second", "Second", (*POOL, STRESS)),
        policy=TO_THE_END,
        follows="loi.perdant=premier",
        moved=dict.fromkeys(("premier.stress_actuel", "second.stress_actuel"), "loi.craquer_possible=oui"),
    ),
    "effet_pi": _form(
        "Un Point d’Intrigue",
        "Un dé de plus, ou un dé gardé de plus.",
        say.of_plot_point,
        *prefixed("joueur", "Joueuse ou joueur", (DICE._replace(usual="6 8 8"), KEEP)),
        DIE,
        *prefixed("contre", "En face", (*POOL, RESULT)),
        policy="un seul Point d’Intrigue, dépensé avant le jet ; en face, rien de plus",
        follows="p_superieur_un_de_de_plus",
    ),
    "soutien": _form(
        "Un soutien",
        "Ce qu’ajoute un personnage, ou une ressource.",
        say.of_aid,
        Field(
            "type",
            "Qui soutient",
            "choice",
            "personnage",
            choices={"personnage": "un personnage", "ressource": "une ressource"},
        ),
        *prefixed("soutien", "Soutien", (DICE, KEEP._replace(usual="1"))),
        *prefixed("allie", "Allié", POOL),
        *prefixed("contre", "En face", (*POOL, RESULT)),
        policy=UNYIELDING,
        follows="p_superieur_avec_soutien",
    ),
    "interposition": _form(
        "S’interposer",
        "Dépasser l’action, pour achever le conflit.",
        say.of_interference,
        *prefixed("interpose", "Qui s’interpose", POOL),
        *prefixed("action", "Action", (*POOL, RESULT)),
        policy=UNSPENT,
    ),
    "interposition_poursuivie": _form(
        "Un conflit à trois",
        "Les deux camps paient pour continuer : tout le monde lance.",
        say.of_three,
        *prefixed("a", "Premier", POOL),
        *prefixed("b", "Second", POOL),
        *prefixed("interpose", "Qui s’interpose", POOL),
        policy="les deux paient pour continuer, et personne ne dépense rien de plus",
        follows="loi.meilleur=a",
        moved=dict.fromkeys(("interpose.des", "interpose.garde"), "loi.a_depasse_interpose=oui"),
    ),
    "recuperation": _form(
        "Une récupération",
        "Soigner le Stress de quelqu’un.",
        say.of_recovery,
        *prefixed("soigneur", "Qui soigne", POOL),
        DICE._replace(key="stress_du_soigne", label="Stress à soigner", usual="6"),
        policy=UNSPENT,
    ),
    "stress_moyenne": _form(
        "Le Stress infligé",
        "Avant le jet : ce que deviendra le Stress.",
        say.of_stress,
        DICE._replace(label="Dés du jet gagnant"),
        STRESS,
        policy=STRUCK,
        follows="loi_nouveau_stress.craquer_possible=oui",
        moved={"des": "p_pile_vide"},
    ),
    "stress_jet_connu": _form(
        "Le Stress d’un jet connu",
        "Les dés du jet gagnant sont tombés.",
        say.of_stress,
        Field(
            "jet",
            "Jet",
            "rows",
            "6 ; 4\n8 ; 7",
            1,
            LARGEST,
            most=MOST_DICE,
            columns=(Column("de", "faces du dé", "whole"), Column("face", "face obtenue", "whole")),
            help="Un dé par ligne : faces du dé ; face obtenue.",
        ),
        STRESS,
        policy=STRUCK,
        follows="loi_nouveau_stress.craquer_possible=oui",
    ),
    "progression": _form(
        "Une progression",
        "Faire grandir une caractéristique à la fin d’un épisode.",
        say.of_growth,
        Field("caracteristique", "Caractéristique", "choice", "talent", choices=GROWING),
        DIE._replace(key="de_vise", label="Dé visé"),
        DICE._replace(key="reserve_de_developpement", label="Réserve de développement"),
        STRESS._replace(key="plus_gros_stress", label="Plus gros Stress"),
        STRESS._replace(key="heritage", label="Héritage"),
        policy="dépasser le jet d’en face, sans rien baisser d’un cran pour monter quand même (ITG-74)",
    ),
    "points_intrigue": Form(
        "Les Points d’Intrigue d’un épisode",
        "Qui est premier, qui est dernier, et ce que chacun reçoit.",
        (
            Field(
                "joueurs",
                "Joueuses et joueurs",
                "rows",
                "J1 ; 6 8\nJ2 ; 6 8\nJ3 ; 6 8",
                SMALLEST,
                LARGEST,
                most=PLAYERS,
                in_cell=4,
                columns=(Column("nom", "nom", "names"), Column("relations", "dés des relations", "numbers")),
                help=f"Une personne par ligne, {PLAYERS} au plus : nom ; dés de ses relations, quatre au plus.",
            ),
            Field("grand_groupe", "Grand groupe", "flag", "non", help="3, 2, 1 : à partir de six (ITG-30)."),
        ),
        say.of_points,
        _too_few,
        names={**NAMES, "loi": ""},
        lines={"loi_pi_par_joueur": lambda line: f"Points d’Intrigue {of(line['nom'])}"},
        follows=_first_player,
        moved={"grand_groupe": "loi_pi_par_joueur[0].loi.pi.moyenne"},
    ),
}
