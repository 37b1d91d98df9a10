"""Destiny: points won, spent for cards, spent to raise skills (ARC-50 to ARC-54)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from paravent.core import events as ev
from paravent.core.domains import OneOf, Option
from paravent.core.french import of
from paravent.core.offers import Offer, Waiting, offer
from paravent.core.roster import change
from paravent.core.rules import rule
from paravent.core.shapes import Allotment
from paravent.core.values import replace
from paravent.systems.architectes import commands as co
from paravent.systems.architectes import events as e
from paravent.systems.architectes.model import Character, Contest, Game, Side, without_cards
from paravent.systems.architectes.pack import ARCANA

MOST_AWARDED = 20
"""The most points one session gives a character; a bound of the form, not of the rules."""


# One more card (ARC-51)


@dataclass(frozen=True, slots=True)
class NoPurchase:
    """Why no card can be bought; `plain` when the whole table knows it."""

    why: str
    plain: bool


@rule("ARC-13", "ARC-51")
def left_to_draw(c: Character, side: Side) -> tuple[int, ...]:
    """The cards of the deck not drawn yet in this test."""
    return without_cards(c.deck, (*side.drawn, *side.bought))


@rule("ARC-07", "ARC-40", "ARC-51")
def why_no_purchase(game: Game, x: Contest, side: Side) -> NoPurchase | None:
    """None when a point may be spent. In secret, a sheet that all may read would show it spent."""
    c = game.character(side.actor)
    if side.declared != "draw":
        return NoPurchase("qui ne tire pas n’achète pas de carte", plain=True)
    if c.extra and not c.broken:
        return NoPurchase("ce n’est pas une Ligne Brisée", plain=True)
    if x.to is not None and (c.readable or (x.asked(side.actor) != side.actor and not c.extra)):
        return NoPurchase("un point dépensé en secret se verrait", plain=True)
    if not c.destiny:
        return NoPurchase("il ne reste pas de point de Destin", plain=False)
    if not left_to_draw(c, side):
        return NoPurchase("il ne reste pas de carte à tirer", plain=False)
    return None


@rule("ARC-51")
def may_buy(topic: Any, x: Contest, side: Side) -> Waiting:
    """Spend a point, or pass."""
    return Waiting(
        topic,
        x.asked(side.actor),
        "ARC-51",
        (offer(co.Buy, "ARC-51"), offer(co.Pass, "ARC-51")),
        to=x.to,
        idle=co.Pass(),
        procedure=x.id,
    )


# The end of a session (ARC-50)


@rule("ARC-50")
def rewarded(game: Game) -> tuple[Character, ...]:
    """Who a session rewards: the living characters of players."""
    return tuple(c for c in game.characters if c.ready and not c.extra and not c.dead)


@rule("ARC-50", "ARC-54")
def may_award(game: Game) -> Offer:
    """Once a session, when it is closed."""
    lines = tuple((c.name, 0, MOST_AWARDED) for c in rewarded(game))
    if game.session_open:
        the = "l’épisode" if game.session_word == "épisode" else f"la {game.session_word}"
        end = f"en fin {of(game.session_word)}"
        barred = f"le Destin se gagne {end}\N{NO-BREAK SPACE}: il faut d’abord clore {the}"
    elif not game.awardable:
        barred = f"il n’y a pas {of(game.session_word)} qui attende ses points de Destin"
    elif not lines:
        barred = "aucun personnage à récompenser"
    else:
        barred = ""
    return offer(co.AwardDestiny, "ARC-50", barred=barred, points=Allotment(lines))


# Raising a skill (ARC-52 to ARC-54)


@rule("ARC-52", "ARC-53")
def just_above(scores: tuple[int, ...], skill: int) -> int | None:
    """The skill ranked just above; None at the top, or where scores are no ranking."""
    wanted = scores[skill - 1] + 1
    found = [n for n, s in enumerate(scores, start=1) if s == wanted]
    return found[0] if len(found) == 1 else None


@rule("ARC-52")
def raised(scores: tuple[int, ...], skill: int, other: int) -> tuple[int, ...]:
    """The scores after `skill` and `other` exchange theirs."""
    swap = {skill: scores[other - 1], other: scores[skill - 1]}
    return tuple(swap.get(n, s) for n, s in enumerate(scores, start=1))


@rule("ARC-52", "ARC-53", "ARC-54")
def may_climb(game: Game, c: Character) -> Offer:
    """One step a skill between two sessions, a point a step, while the window is open."""
    options: list[Option[int]] = []
    out: list[Option[int]] = []
    for skill, score in enumerate(c.scores, start=1):
        name, other = game.skill_name(skill), just_above(c.scores, skill)
        if skill in c.climbed:
            again = f"une compétence ne monte que d’un cran entre deux {game.session_word}s"
            out.append(Option(skill, name, note=f"{name} vient de monter\N{NO-BREAK SPACE}: {again}"))
        elif other is None:
            why = f"{name} est à {score}\N{NO-BREAK SPACE}: rien n’est classé au-dessus"
            out.append(Option(skill, name, note=why))
        else:
            note = f"{score} → {score + 1}, échange avec {game.skill_name(other)}"
            options.append(Option(skill, name, note=note))
    if not game.climbing:
        barred = f"on progresse en fin {of(game.session_word)}, une fois les points de Destin attribués"
    elif sorted(c.scores) != list(range(1, ARCANA + 1)):
        barred = "ses scores ne sont pas un classement de 1 à 22"
    elif not c.destiny:
        barred = "il ne reste pas de point de Destin"
    else:
        barred = ""
    # While points may be spent, all that is left to refuse is the skill.
    rule_id = "ARC-54" if not game.climbing else "ARC-52" if barred else "ARC-53"
    return offer(co.Climb, rule_id, barred=barred, skill=OneOf(tuple(options), tuple(out)))


def decide(game: Game, w: Waiting, c: Any, new_id: str) -> tuple[Any, ...] | None:
    match c:
        case co.AwardDestiny(points):
            lines = zip(rewarded(game), points, strict=True)
            return (*(e.DestinyAwarded(who.actor, n) for who, n in lines), e.ClimbOpened())
        case co.Climb(skill):
            climber = game.character(w.who)
            other = just_above(climber.scores, skill)
            assert other is not None, "the offer lists only skills with one just above"
            names = game.skill_name(skill), game.skill_name(other)
            after = raised(climber.scores, skill, other)
            return (e.Climbed(climber.actor, skill, names[0], other, names[1], after),)
        case _:
            return None


def evolve(game: Game, event: Any) -> Game:
    match event:
        case ev.SessionOpened():
            rested = tuple(replace(c, climbed=()) for c in game.characters)
            return replace(game, session_open=True, climbing=False, awardable=False, characters=rested)
        case ev.SessionClosed():
            return replace(game, session_open=False, awardable=True)
        case e.DestinyAwarded(actor, points):
            c = game.character(actor)
            return change(game, actor, destiny=c.destiny + points, destiny_gained=c.destiny_gained + points)
        case e.ClimbOpened():
            return replace(game, climbing=True, awardable=False)
        case e.Climbed(actor, skill, _, _, _, scores):
            c = game.character(actor)
            return change(game, actor, scores=scores, destiny=c.destiny - 1, climbed=(*c.climbed, skill))
        case _:
            return game
