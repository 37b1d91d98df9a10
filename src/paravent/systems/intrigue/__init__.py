"""Intrigue: contests to their end, stress, trouble, growth."""

from __future__ import annotations

from paravent.core.system import Option, System
from paravent.systems.intrigue import live_odds
from paravent.systems.intrigue.asking import FORMS
from paravent.systems.intrigue.events import Event
from paravent.systems.intrigue.lexicon import LEXICON
from paravent.systems.intrigue.machine import decide, evolve, follow, waiting
from paravent.systems.intrigue.model import Game, start
from paravent.systems.intrigue.pack import FORMAT, SHIPPED, default_pack
from paravent.systems.intrigue.prompts import prompt
from paravent.systems.intrigue.sheet import about, sheet
from paravent.systems.intrigue.sight import audience
from paravent.systems.intrigue.vectors import answer
from paravent.systems.intrigue.words import RULES_OF, sentence

OPTIONS = (
    Option(
        "grand_groupe",
        "ITG-30",
        "Grand groupe",
        (("non", "4, 3 et 2 Points d’Intrigue"), ("oui", "à partir de six, 3, 2 et 1")),
    ),
)

COMPOSES = frozenset(
    {
        "Act",
        "React",
        "Aid",
        "Interfere",
        "Brawl",
        "ThrowInitiative",
        "CallTest",
        "Attempt",
        "Tend",
        "Heal",
        "SharePoints",
    }
)

SYSTEM: System[Game] = System(
    name="intrigue",
    title="Intrigue",
    summary="Des Valeurs à trahir, des Relations à compliquer, des duels menés jusqu’au bout.",
    package="paravent.systems.intrigue",
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
    composes=COMPOSES,
    supposed=live_odds.supposed,
    packs=SHIPPED,
    vectors=answer,
    asking=FORMS,
    about=about,
    rules_of=RULES_OF,
)
