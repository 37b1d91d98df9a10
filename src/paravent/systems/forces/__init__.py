"""Aptitudes et forces: modules without code, and forces whose graphs run."""

from __future__ import annotations

from paravent.core.system import Option, System
from paravent.systems.forces import live_odds
from paravent.systems.forces.asking import FORMS
from paravent.systems.forces.events import CharacterEvent
from paravent.systems.forces.force_events import ForceEvent
from paravent.systems.forces.lexicon import LEXICON
from paravent.systems.forces.machine import decide, evolve, follow, waiting
from paravent.systems.forces.model import Game, start
from paravent.systems.forces.pack import FORMAT, SHIPPED, default_pack
from paravent.systems.forces.pages import PAGES
from paravent.systems.forces.passes import named
from paravent.systems.forces.prompts import prompt
from paravent.systems.forces.sheet import about, sheet
from paravent.systems.forces.sight import audience, withheld
from paravent.systems.forces.vectors import answer
from paravent.systems.forces.words import RULES_OF, sentence


def _optional(name: str, rule: str, label: str, off: str, on: str) -> Option:
    return Option(name, rule, label, (("non", off), ("oui", on)))


OPTIONS = (
    _optional("destin", "FOR-20", "Dé de destin", "sans", "un dé de plus, qui ne s’ajoute pas"),
    _optional("critiques", "FOR-21", "Critiques", "sans", "le double 6 et le double 1"),
    _optional("explosifs", "FOR-22", "Plus de hasard", "sans", "chaque 6 se relance et s’ajoute"),
    _optional("bonus_malus", "FOR-23", "Plus de dés", "sans", "dés de bonus et de malus"),
    _optional("stress", "FOR-24", "Stress et folie", "sans", "une jauge, des malus, la folie"),
    _optional("corruption", "FOR-25", "Corruption", "sans", "+2 contre un point de corruption"),
    _optional("degres", "FOR-26", "Degrés", "réussite ou échec", "trois degrés de chaque"),
)

MILESTONES = frozenset({"OpenSession", "CloseSession", "CloseScenario", "ReachMilestone"})
"""The shared commands that draw what forces wait for (FOR-42)."""
COMPOSES = frozenset({"CallTest", "Judge", "InflictStress"}) | MILESTONES


SYSTEM: System[Game] = System(
    name="forces",
    title="Aptitudes et forces",
    summary="Des personnages écrits par un module, et des forces extérieures dont le destin suit son cours.",
    package="paravent.systems.forces",
    state=Game,
    events=CharacterEvent | ForceEvent,
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
    composes=COMPOSES,
    supposed=live_odds.supposed,
    pages=PAGES,
    withheld=withheld,
    milestones=named,
    rules_of=RULES_OF,
)
