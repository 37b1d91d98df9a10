"""What can be asked of the odds of « Aptitudes et forces », as forms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from paravent.core.asking import Column, Field, Form, Forms, Question
from paravent.core.french import count
from paravent.systems.forces import headlines as say
from paravent.systems.forces.weighing import GAUGE, MOST_EXTRA

FAR: Final = 60
OPTIONS: Final = {
    "critique": "critiques",
    "explosifs": "dés explosifs",
    "destin": "dé de destin",
    "degres": "degrés",
    "corruption": "corruption",
}
FREQUENCIES: Final = {
    "debut_seance": "début de séance",
    "fin_seance": "fin de séance",
    "fin_scenario": "fin de scénario",
}
NAMES: Final = {
    "p_reussite_critique": "réussite critique",
    "p_echec_critique": "échec critique",
    "p_corruption_prise": "la corruption est prise",
    "loi_degres": "degrés",
    "critique": "critique",
    "degre": "degré",
    "loi_reussite_destin": "réussite et destin",
    "destin": "destin",
    "loi_marge": "marge",
    "p_actif": "sommets actifs",
    "sommets": "",
    "apres_passage": "passages",
    "loi_ensembles_actifs": "ensembles actifs",
    "actifs": "actifs",
}
VALUES: Final[Mapping[str, Mapping[Any, str]]] = {
    "critique": {"aucune": "aucun", "reussite": "réussite critique", "echec": "échec critique"},
    "stress": {None: "sans"},
    "destin": {"rien": "rien", "coup_de_pouce": "coup de pouce", "revers": "revers"},
    "degre": {
        "reussite_simple": "réussite simple",
        "reussite_franche": "réussite franche",
        "reussite_eclatante": "réussite éclatante",
        "echec_simple": "échec simple",
        "echec_net": "échec net",
        "echec_cuisant": "échec cuisant",
    },
}


def _taken(question: Question, measure: str) -> str:
    asked = "corruption" in question["options"]
    return "la corruption est prise quand elle change l’issue, et alors seulement" if asked else ""


def _last(answers: Sequence[Mapping[str, Any]]) -> str:
    """The last vertex after the last passes that every answer tells of: what a force is heading for."""
    rows = min((answer["p_actif"] for answer in answers), key=len)
    return f"p_actif[{len(rows) - 1}].sommets.{[*rows[-1]['sommets']][-1]}" if rows else "p_actif"


FORMS: Final[Forms] = {
    "test": Form(
        "Un test",
        "Deux dés gardés, avec les options de la table.",
        (
            Field("total", "Aptitude et sous-aptitude", "whole", "6", -FAR, FAR),
            Field("difficulte", "Difficulté", "whole", "12", -FAR, FAR),
            Field("options", "Options de la table", "several", "", choices=OPTIONS),
            Field("des_bonus", "Dés de bonus", "whole", "0", 0, MOST_EXTRA),
            Field("des_malus", "Dés de malus", "whole", "0", 0, MOST_EXTRA),
            Field("stress", "Stress", "maybe", "", 0, GAUGE, help="Vide : la table joue sans."),
        ),
        say.of_test,
        _taken,
        NAMES,
        VALUES,
    ),
    "graphe": Form(
        "Une force",
        "Ce que deviennent les sommets d’une force, passage après passage.",
        (
            Field(
                "sommets",
                "Sommets",
                "names",
                "A, B, C",
                most=12,
                help="Douze au plus, séparés par des virgules.",
            ),
            Field("actifs", "Actifs au départ", "names", "A", most=12),
            Field(
                "aretes",
                "Arêtes",
                "rows",
                "A ; B ; 40 % ; fin de séance\nB ; C ; 50 % ; fin de séance",
                most=24,
                columns=(
                    Column("de", "de", "names"),
                    Column("vers", "vers", "names"),
                    Column("chance", "chance", "chance"),
                    Column("frequence", "fréquence", "choice", FREQUENCIES),
                ),
                fixed={"condition": "aleatoire"},
                help=f"Une par ligne : de ; vers ; chance ; fréquence ({', '.join(FREQUENCIES.values())}).",
            ),
            Field(
                "passages",
                "Passages",
                "names",
                "fin de séance, fin de séance, fin de séance",
                most=12,
                choices=FREQUENCIES,
                help="Dans l’ordre où ils viennent, douze au plus.",
            ),
            Field("apres", "Après combien de passages", "numbers", "1..3", 0, 12, most=13),
        ),
        say.of_graph,
        "personne n’intervient, seuls les tirages comptent",
        NAMES,
        lines={"p_actif": lambda line: f"actif après {count(line['apres_passage'], 'passage')}"},
        own=frozenset({"sommets"}),
        follows=_last,
    ),
}
