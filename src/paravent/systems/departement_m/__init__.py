"""Département M: 2D20 under a target number, and two pools that everybody shares."""

from __future__ import annotations

from paravent.core.system import Option, System
from paravent.systems.departement_m import live_odds
from paravent.systems.departement_m.asking import FORMS
from paravent.systems.departement_m.events import Event
from paravent.systems.departement_m.lexicon import LEXICON
from paravent.systems.departement_m.machine import decide, evolve, follow, waiting
from paravent.systems.departement_m.model import Game, start
from paravent.systems.departement_m.pack import FORMAT, SHIPPED, default_pack
from paravent.systems.departement_m.prompts import prompt
from paravent.systems.departement_m.sheet import about, sheet
from paravent.systems.departement_m.sight import audience
from paravent.systems.departement_m.vectors import answer
from paravent.systems.departement_m.words import RULES_OF, sentence

OPTIONS = (
    Option(
        "prix_des_des",
        "DEM-12",
        "Prix des dés",
        (("constant", "un point par dé"), ("croissant", "un point, puis deux, puis trois")),
    ),
    Option(
        "impulsion",
        "DEM-20",
        "Impulsion",
        (("commune", "une réserve pour le groupe"), ("individuelle", "une réserve par agent")),
    ),
    Option("plafond", "DEM-20", "Plafond de l’Impulsion", (("aucun", "aucun"), ("6", "six points"))),
    Option(
        "erosion",
        "DEM-20",
        "Érosion de l’Impulsion",
        (("aucune", "aucune"), ("scene", "un point de moins à chaque fin de scène")),
    ),
    Option(
        "complication_contre_menace",
        "DEM-23",
        "Complication contre Menace",
        (
            ("non", "la complication se raconte"),
            ("oui", "celle d’un agent peut devenir deux points de Menace"),
        ),
    ),
)


SYSTEM: System[Game] = System(
    name="departement_m",
    title="Département M",
    summary="Des agents, deux D20 sous un seuil, et deux réserves que tout le monde partage.",
    package="paravent.systems.departement_m",
    state=Game,
    events=Event,
    start=start,
    waiting=waiting,
    decide=decide,
    follow=follow,
    evolve=evolve,
    audience=audience,
    odds=live_odds.odds,
    sentence=sentence,
    prompt=prompt,
    sheet=sheet,
    lexicon=LEXICON,
    default_pack=lambda: FORMAT.text_of(default_pack()),
    read_pack=FORMAT.read,
    options=OPTIONS,
    packs=SHIPPED,
    vectors=answer,
    asking=FORMS,
    about=about,
    composes=frozenset({"CallTest", "SayTest"}),
    supposed=live_odds.supposed,
    rules_of=RULES_OF,
)
