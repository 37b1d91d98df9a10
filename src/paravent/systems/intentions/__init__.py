"""Intentions: a main die, a critical die, intentions, and counters that live."""

from __future__ import annotations

from paravent.core.codec import canonical, strict_json
from paravent.core.packs import MAX_SOURCE, PackError
from paravent.core.system import Option, System
from paravent.systems.intentions import live_odds
from paravent.systems.intentions.events import Event
from paravent.systems.intentions.lexicon import LEXICON
from paravent.systems.intentions.machine import decide, evolve, follow, waiting
from paravent.systems.intentions.model import Game, start
from paravent.systems.intentions.pack import default_pack, load_pack, pack_from_json, pack_to_json
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


def read_pack(text: str) -> str:
    """A pack, TOML or JSON, as canonical JSON text; raises PackError, in French, with every problem found."""
    if not text.lstrip().startswith("{"):
        return canonical(pack_to_json(load_pack(text)))
    try:
        data = strict_json(text, longest=MAX_SOURCE)
    except ValueError as error:
        raise PackError([str(error)]) from error
    return canonical(pack_to_json(pack_from_json(data)))


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
    lexicon=LEXICON,
    default_pack=lambda: canonical(pack_to_json(default_pack())),
    read_pack=read_pack,
    options=OPTIONS,
    vectors=answer,
    rules_of=RULES_OF,
)
