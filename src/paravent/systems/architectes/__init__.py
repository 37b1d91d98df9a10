"""Les Architectes: twenty-two cards that are one's skills, chance and health."""

from __future__ import annotations

from paravent.core.system import Option, System
from paravent.systems.architectes import live_odds
from paravent.systems.architectes.asking import FORMS
from paravent.systems.architectes.events import Event
from paravent.systems.architectes.faces import about, faces
from paravent.systems.architectes.lexicon import LEXICON
from paravent.systems.architectes.machine import decide, evolve, follow, waiting
from paravent.systems.architectes.model import Game, start
from paravent.systems.architectes.pack import FORMAT, SHIPPED, default_pack
from paravent.systems.architectes.prompts import prompt
from paravent.systems.architectes.sheet import sheet
from paravent.systems.architectes.sight import audience
from paravent.systems.architectes.vectors import answer
from paravent.systems.architectes.words import RULES_OF, sentence

PROLOGUE = Option(
    "prologue",
    "ARC-05",
    "Prologue",
    (
        ("non", "les personnages sont des Lignes Brisées d’emblée"),
        ("oui", "chaque personnage bascule quand son événement est joué"),
    ),
)

COMPOSES = frozenset(
    {"OpenTest", "OpenOpposition", "OpenExchange", "OpenHiddenExchange", "Inflict", "HealAtRandom"}
)


SYSTEM: System[Game] = System(
    name="architectes",
    title="Les Architectes",
    summary="Vingt-deux arcanes sont à la fois vos compétences, votre hasard et votre vie.",
    package="paravent.systems.architectes",
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
    options=(PROLOGUE,),
    packs=SHIPPED,
    vectors=answer,
    asking=FORMS,
    faces=faces,
    about=about,
    composes=COMPOSES,
    supposed=live_odds.supposed,
    rules_of=RULES_OF,
)
