"""Damage, unconsciousness, death, cards given back (ARC-24 to ARC-29)."""

from __future__ import annotations

from typing import Any

from paravent.core import events as ev
from paravent.core.chances import Cards
from paravent.core.domains import Group, Pool, Text, Whole, one_of
from paravent.core.offers import Offer, Waiting, offer
from paravent.core.roster import change
from paravent.core.rules import rule
from paravent.core.secrecy import audience_for
from paravent.core.values import CHANCE, Who, replace, value
from paravent.systems.architectes import commands as co
from paravent.systems.architectes import events as e
from paravent.systems.architectes.creation import card_options
from paravent.systems.architectes.model import (
    Blow,
    Character,
    Game,
    Healing,
    lose,
    regain,
)
from paravent.systems.architectes.pack import ARCANA

KNOCK_OUT = 5
"""So many cards at one blow, and one falls unconscious (ARC-25)."""

IRREVERSIBLE = "la mort est irréversible\N{NO-BREAK SPACE}; seule une annulation la défait"


@value
class ToLoseCards:
    """Damage outside any exchange: which cards?"""

    blow: str
    actor: Who


@value
class ToRegain:
    """Cards given back at random: which ones?"""

    healing: str
    actor: Who


# Wounds (ARC-24 to ARC-26)


@rule("ARC-24", "ARC-25", "ARC-26")
def blow(procedure: str, c: Character, cards: tuple[int, ...]) -> tuple[Any, ...]:
    """The cards of one blow. An empty deck is death, before anything else; five cards knock out."""
    wound = e.Wounded(procedure, c.actor, cards)
    if len(cards) == len(c.deck):
        return (wound, e.Died(c.actor))
    if len(cards) >= KNOCK_OUT and not c.unconscious:
        return (wound, e.FellUnconscious(c.actor))
    return (wound,)


@rule("ARC-26", "ARC-40")
def dead_by_discard(game: Game) -> tuple[Any, ...]:
    """Whoever discarded their last card dies once the test or the exchange is over."""
    still = {s.actor for x in game.contests for s in x.sides if s.declared == "discard"}
    return tuple(
        e.Died(c.actor)
        for c in game.characters
        if c.ready and not c.deck and not c.dead and c.actor not in still
    )


# Outside any exchange (ARC-29)


@rule("ARC-29")
def may_inflict(c: Character, barred: str) -> Offer:
    """Damage that no weapon of an exchange deals: a fall, a trap."""
    return offer(
        co.Inflict,
        "ARC-29",
        barred=barred,
        actor=one_of(((c.actor, c.name),)),
        damage=Whole(1, ARCANA),
        why=Text(200),
    )


@rule("ARC-24", "ARC-29")
def blows_in_the_air(game: Game) -> tuple[Waiting, ...]:
    """As many cards as the damage, at most what is left."""
    out = []
    for b in game.blows:
        deck = game.character(b.actor).deck
        domain = Cards(deck, min(b.damage, len(deck)))
        out.append(_chance(game, ToLoseCards(b.id, b.actor), "ARC-24", b, co.LoseCards, domain))
    return tuple(out)


def _chance(
    game: Game, topic: Any, rule_id: str, about: Blow | Healing, command: type, domain: Cards
) -> Waiting:
    return Waiting(
        topic,
        CHANCE,
        rule_id,
        (offer(command, rule_id, cards=domain),),
        hand=about.actor,
        to=about.to,
        sealed=about.to is not None or not game.character(about.actor).readable,
        procedure=about.id,
    )


# Waking, and cards given back (ARC-25, ARC-28)


@rule("ARC-25")
def may_wake(c: Character, barred: str) -> Offer | None:
    """The game masters wake an unconscious character when they see fit."""
    if not c.unconscious:
        return None
    return offer(co.Wake, "ARC-25", barred=barred, actor=one_of(((c.actor, c.name),)))


@rule("ARC-28")
def may_heal(game: Game, c: Character, barred: str) -> tuple[Offer, ...]:
    """Cards given back, chosen or at random among the lost ones; never to the dead."""
    barred = IRREVERSIBLE if c.dead else barred or ("" if c.lost else "aucune carte n’est perdue")
    who = one_of(((c.actor, c.name),))
    every = card_options(game, "cartes perdues")
    cards = tuple(every[n - 1] for n in sorted(c.lost))
    chosen = Pool(cards, (Group("cartes perdues", least=1, free=ARCANA, most=ARCANA),))
    return (
        offer(co.Heal, "ARC-28", barred=barred, actor=who, cards=chosen),
        offer(co.HealAtRandom, "ARC-28", barred=barred, actor=who, count=Whole(1, len(c.lost))),
    )


@rule("ARC-28")
def healing_in_the_air(game: Game) -> tuple[Waiting, ...]:
    """So many of the lost cards, at most all of them."""
    out = []
    for h in game.healings:
        lost = tuple(sorted(game.character(h.actor).lost))
        domain = Cards(lost, min(h.count, len(lost)))
        out.append(_chance(game, ToRegain(h.id, h.actor), "ARC-28", h, co.RegainCards, domain))
    return tuple(out)


def waiting(game: Game) -> tuple[Waiting, ...]:
    return (*blows_in_the_air(game), *healing_in_the_air(game))


def decide(game: Game, w: Waiting, c: Any, new_id: str) -> tuple[Any, ...] | None:
    match w.topic, c:
        case _, co.Inflict(actor, damage, why):
            return (e.DamageInflicted(new_id, actor, damage, why),)
        case ToLoseCards(id, actor), co.LoseCards(cards):
            return blow(id, game.character(actor), cards)
        case _, co.Wake(actor):
            return (e.Woken(actor),)
        case _, co.Heal(actor, cards):
            return (e.Healed(new_id, actor, cards, drawn=False),)
        case _, co.HealAtRandom(actor, count):
            return (e.HealingOpened(new_id, actor, count),)
        case ToRegain(id, actor), co.RegainCards(cards):
            return (e.Healed(id, actor, cards, drawn=True),)
        case _:
            return None


@rule("ARC-26", "ARC-28")
def too_late(game: Game) -> tuple[Any, ...]:
    """What was in the air over someone who died meanwhile takes nothing, and gives nothing back."""
    blows = (e.Wounded(b.id, b.actor, ()) for b in game.blows if game.character(b.actor).dead)
    healings = (
        e.Healed(h.id, h.actor, (), drawn=True) for h in game.healings if game.character(h.actor).dead
    )
    return (*blows, *healings)


def follow(game: Game) -> tuple[Any, ...]:
    return dead_by_discard(game) or too_late(game)


def evolve(game: Game, event: Any) -> Game:
    match event:
        case e.DamageInflicted(id, actor, damage, why):
            return replace(game, blows=(*game.blows, Blow(id, actor, damage, why, audience_for(game, actor))))
        case e.Wounded(id, actor, cards):
            return lose(_landed(game, id), actor, cards)
        case e.FellUnconscious(actor):
            return change(game, actor, unconscious=True)
        case e.Died(actor):
            return change(game, actor, dead=True)
        case e.Woken(actor):
            return change(game, actor, unconscious=False)
        case e.HealingOpened(id, actor, count):
            new = Healing(id, actor, count, audience_for(game, actor))
            return replace(game, healings=(*game.healings, new))
        case e.Healed(id, actor, cards):
            return regain(_landed(game, id), actor, cards)
        case ev.Abandoned(procedure=id):
            return _landed(game, id)
        case _:
            return game


def _landed(game: Game, id: str) -> Game:
    """The blow or the healing of that id is over."""
    blows = tuple(b for b in game.blows if b.id != id)
    return replace(game, blows=blows, healings=tuple(h for h in game.healings if h.id != id))
