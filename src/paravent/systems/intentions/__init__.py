"""Intentions: a main die, a critical die, intentions, and counters that live."""

from __future__ import annotations

from paravent.core.system import Option, System
from paravent.systems.intentions import live_odds
from paravent.systems.intentions.about import about
from paravent.systems.intentions.asking import FORMS
from paravent.systems.intentions.events import Event
from paravent.systems.intentions.lexicon import LEXICON
from paravent.systems.intentions.machine import decide, evolve, follow, waiting
from paravent.systems.intentions.model import Game, start
from paravent.systems.intentions.pack import FORMAT, SHIPPED, default_pack
from paravent.systems.intentions.prompts import prompt
from paravent.systems.intentions.sheet import sheet
from paravent.systems.intentions.sight import audience
from paravent.systems.intentions.vectors import answer
from paravent.systems.intentions.words import RULES_OF, sentence

OPTIONS = (
    Option(
        "doubles",
        "INT-08",
        "Critiques",
        (("non", "le double 6 et le double 1"), ("oui", "tout double")),
    ),
    Option(
        "un_pour_un",
        "INT-11",
        "Avantages et désavantages",
        (("non", "un de chaque, et tous s’annulent"), ("oui", "ils s’annulent un pour un")),
    ),
    Option(
        "un_seul_de",
        "INT-03",
        "Un seul dé",
        (("non", "deux dés à chaque test"), ("oui", "qui le veut enchaîne un seul dé")),
    ),
    Option(
        "prudente_augmente",
        "INT-43",
        "Prudente",
        (("non", "un avantage, sans rien coûter"), ("oui", "un avantage, et la difficulté monte")),
    ),
    Option(
        "blessure_par_jauge",
        "INT-55",
        "Blessures d’Endurance",
        (("non", "à la dernière jauge"), ("oui", "à chaque jauge vidée")),
    ),
)


SYSTEM: System[Game] = System(
    name="intentions",
    title="Intentions",
    summary="Deux dés, des intentions qui nuancent chaque geste, des compteurs qui font monter la pression.",
    package="paravent.systems.intentions",
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
    about=about,
    composes=frozenset({"CallTest", "Judge"}),
    supposed=live_odds.supposed,
    lexicon=LEXICON,
    default_pack=lambda: FORMAT.text_of(default_pack()),
    read_pack=FORMAT.read,
    options=OPTIONS,
    packs=SHIPPED,
    vectors=answer,
    asking=FORMS,
    rules_of=RULES_OF,
)
