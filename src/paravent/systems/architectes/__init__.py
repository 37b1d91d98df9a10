"""Les Architectes: twenty-two cards that are one's skills, chance and health."""

from __future__ import annotations

from paravent.core.codec import canonical, strict_json
from paravent.core.packs import MAX_SOURCE, PackError
from paravent.core.system import Option, System
from paravent.systems.architectes import live_odds
from paravent.systems.architectes.events import Event
from paravent.systems.architectes.faces import about, faces
from paravent.systems.architectes.lexicon import LEXICON
from paravent.systems.architectes.machine import decide, evolve, follow, waiting
from paravent.systems.architectes.model import Game, start
from paravent.systems.architectes.pack import (
    SHIPPED,
    default_pack,
    load_pack,
    pack_from_json,
    pack_to_json,
)
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
    default_pack=lambda: canonical(pack_to_json(default_pack())),
    read_pack=read_pack,
    options=(PROLOGUE,),
    packs=SHIPPED,
    vectors=answer,
    faces=faces,
    about=about,
    rules_of=RULES_OF,
)
