"""What a « Ligne Brisée » does outside any test: discard a card, see the lines of fate (ARC-40 to ARC-42)."""

from __future__ import annotations

from typing import Any

from paravent.core.domains import OneOf, Text
from paravent.core.offers import Offer, Waiting, offer
from paravent.core.packs import of_pack
from paravent.core.rules import rule
from paravent.core.secrecy import audience_for
from paravent.core.values import GM, Who, replace, value
from paravent.systems.architectes import commands as co
from paravent.systems.architectes import events as e
from paravent.systems.architectes.creation import card_options
from paravent.systems.architectes.destiny import may_climb
from paravent.systems.architectes.model import (
    BEFORE_THE_EVENT,
    Character,
    Game,
    Proposal,
    lose,
)

LAST_CARD = "C’est la dernière carte du paquet\N{NO-BREAK SPACE}: la défausser tue {name}."


@value
class ToAct:
    """A character's standing question."""

    actor: Who


@value
class ToAllow:
    """Does this discard do what it is meant to?"""

    proposal: str
    actor: Who
    card: int


@rule("ARC-05", "ARC-25", "ARC-26")
def why_not_beyond(c: Character) -> str:
    """Why a character may neither discard nor see the lines; "" when it may."""
    if c.unconscious:
        return "sans connaissance, on n’agit pas"
    return "" if c.broken else BEFORE_THE_EVENT


@rule("ARC-40", "ARC-42")
def may_propose(game: Game, c: Character) -> Offer:
    """The card of one's choice, for any action, even one held to be impossible."""
    barred = why_not_beyond(c)
    if any(p.actor == c.actor for p in game.proposals):
        barred = barred or "une défausse attend déjà sa réponse"
    if in_public_contest(game, c.actor):
        barred = barred or "pendant un test, la défausse se déclare avant le tirage"
    every = card_options(game, named=True)
    cards = tuple(every[n - 1] for n in sorted(c.deck))
    return offer(
        co.ProposeDiscard,
        "ARC-40" if c.broken else "ARC-05",
        barred=barred,
        grave=LAST_CARD.format(name=c.name) if len(c.deck) == 1 else "",
        card=OneOf(cards),
        action=Text(400, required=True),
    )


@rule("ARC-41")
def may_see_lines(c: Character) -> Offer:
    """No figure changes: what is seen is written in the log."""
    return offer(co.SeeLines, "ARC-41", barred=why_not_beyond(c), text=Text(400))


def in_public_contest(game: Game, actor: Who) -> bool:
    """Secret contests never count: their characters must not feel them."""
    return any(x.to is None and any(s.actor == actor for s in x.sides) for x in game.contests)


@rule("ARC-40", "ARC-42")
def judgements(game: Game) -> tuple[Waiting, ...]:
    """The game masters accept or refuse each discard proposed."""
    out = []
    for p in game.proposals:
        c = game.character(p.actor)
        barred = _unfinished(game, p)
        grave = LAST_CARD.format(name=c.name) if len(c.deck) == 1 else ""
        out.append(
            Waiting(
                ToAllow(p.id, p.actor, p.card),
                GM,
                "ARC-42",
                (
                    offer(co.AllowDiscard, "ARC-42", barred=barred, grave=grave),
                    offer(co.DenyDiscard, "ARC-42", why=Text(200)),
                ),
                to=p.to,
            )
        )
    return tuple(out)


def _unfinished(game: Game, p: Proposal) -> str:
    """A test is judged, and cards in the air have fallen, before another card is lost."""
    if in_public_contest(game, p.actor):
        return "il faut d’abord finir le test en cours"
    hurt, healed = (b.actor for b in game.blows), (h.actor for h in game.healings)
    if p.actor in (*hurt, *healed):
        return "il faut d’abord tirer les cartes perdues ou rendues"
    return ""


def waiting(game: Game) -> tuple[Waiting, ...]:
    return (*judgements(game), *(_acting(game, c) for c in game.characters if _has_a_say(c)))


def _has_a_say(c: Character) -> bool:
    return c.present and (c.broken or not c.extra)


def _acting(game: Game, c: Character) -> Waiting:
    pending = any(p.actor == c.actor for p in game.proposals)
    testing = in_public_contest(game, c.actor)
    return _asked(game, c, pending, testing, game.climbing, game.session_word)


@of_pack
def _asked(game: Game, c: Character, *rests_on: object) -> Waiting:
    """Kept by all that its offers rest on: most commands change none of it."""
    offers = (may_propose(game, c), may_see_lines(c), may_climb(game, c))
    return Waiting(ToAct(c.actor), c.actor, "ARC-40", offers, holds=False, to=(c.actor, GM))


def decide(game: Game, w: Waiting, c: Any, new_id: str) -> tuple[Any, ...] | None:
    match w.topic, c:
        case ToAct(actor), co.ProposeDiscard(card, action):
            return (e.DiscardProposed(new_id, actor, card, game.skill_name(card), action),)
        case ToAct(actor), co.SeeLines(text):
            return (e.LinesSeen(actor, text),)
        case ToAllow(id), co.AllowDiscard():
            return _allowed(game, next(p for p in game.proposals if p.id == id))
        case ToAllow(id, actor), co.DenyDiscard(why):
            return (e.DiscardDenied(id, actor, why),)
        case _:
            return None


@rule("ARC-26", "ARC-40", "ARC-42")
def _allowed(game: Game, p: Proposal) -> tuple[Any, ...]:
    """A critical success, for a card; the last one kills. It is no blow: nobody falls unconscious."""
    done = e.DiscardAllowed(p.id, p.actor, p.card, p.skill_name, p.action)
    return (done, e.Died(p.actor)) if game.character(p.actor).deck == (p.card,) else (done,)


def follow(game: Game) -> tuple[Any, ...]:
    """A proposal lapses when its card is lost meanwhile, or its character no longer acts."""
    out = []
    for p in game.proposals:
        c = game.character(p.actor)
        if p.card not in c.deck or not c.acts:
            out.append(e.DiscardLapsed(p.id, p.actor))
    return tuple(out)


def evolve(game: Game, event: Any) -> Game:
    match event:
        case e.DiscardProposed(id, actor, card, skill_name, action):
            new = Proposal(id, actor, card, skill_name, action, audience_for(game, actor))
            return replace(game, proposals=(*game.proposals, new))
        case e.DiscardAllowed(id, actor, card):
            return lose(_answered(game, id), actor, (card,))
        case e.DiscardDenied(id) | e.DiscardLapsed(id):
            return _answered(game, id)
        case _:
            return game


def _answered(game: Game, id: str) -> Game:
    return replace(game, proposals=tuple(p for p in game.proposals if p.id != id))
