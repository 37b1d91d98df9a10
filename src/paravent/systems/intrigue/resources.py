"""Extras and locations: who may use them, at what price, with which dice (ITG-03, ITG-37, ITG-51)."""

from __future__ import annotations

from typing import Any

from paravent.core import events as ev
from paravent.core.domains import OneOf, Option, Text, one_of
from paravent.core.offers import Offer, Waiting, offer
from paravent.core.rules import rule
from paravent.core.values import GM, NOBODY, Who, replace, value
from paravent.systems.intrigue import commands as co
from paravent.systems.intrigue import events as e
from paravent.systems.intrigue import roll_events as rev
from paravent.systems.intrigue.model import Game, change_roll
from paravent.systems.intrigue.purse import (
    contest_meant,
    paid_aside,
    paid_to,
    payee_of,
    which_contest,
    why_poor,
)
from paravent.systems.intrigue.roll_model import Helping, Roll
from paravent.systems.intrigue.sheet_model import Character, Resource
from paravent.systems.intrigue.weighing import SIZES

SORTS = {"extra": "Figurant", "location": "Lieu"}
STATES = (("present", "présent"), ("absent", "absent"), ("inspires", "inspire à distance"))


@value
class ToStage:
    """The game masters' standing question about resources."""


@value
class ToSummon:
    """A player's standing question about their own extras."""

    actor: Who


def in_play(game: Game) -> tuple[Resource, ...]:
    """Those of the game masters, and of whoever is in play: a draft that is refused takes its own away."""
    owners = {NOBODY, *(c.actor for c in game.characters if c.ready)}
    return tuple(x for x in game.resources if x.owner in owners)


# Use (ITG-37, ITG-51)


@rule("ITG-37", "ITG-51")
def why_not_use(game: Game, c: Character, x: Resource, r: Roll) -> str:
    """Why a resource cannot help, "" when it can."""
    if not x.left:
        return "plus un dé jusqu’à la fin de l’épisode (ITG-51)"
    if any(h.resource == x.id for h in r.helpings):
        return "déjà dans ce jet"
    if any(h.resource == x.id and not h.chosen for other in game.rolls for h in other.helpings):
        return "ses dés sont dans un autre jet"
    if not (x.present or x.inspires or (x.sort == "location" and c.actor in x.prepared)):
        return "absent de la scène (ITG-37)"
    if price_of(game, c, x) > c.points and not c.extra:
        return "il faut un Point d’Intrigue"
    return ""


@rule("ITG-37")
def price_of(game: Game, c: Character, x: Resource) -> int:
    """Free for one's own that is there, or a location of one's own that was prepared; else a plot point.

    Those that nobody owns are the game masters' own.
    """
    own = x.owner == (NOBODY if c.extra else c.actor)
    there = x.present or (x.sort == "location" and c.actor in x.prepared)
    return 0 if own and there else 1


@rule("ITG-37", "ITG-51")
def helping_options(game: Game, c: Character, r: Roll) -> OneOf[str] | None:
    """Every resource, those that cannot help greyed with the reason; None where there is none to speak of."""
    held = in_play(game)
    if not held or c.stressed_out:
        return None
    within: list[Option[str]] = []
    out: list[Option[str]] = []
    for x in held:
        why = why_not_use(game, c, x, r)
        price = "" if price_of(game, c, x) == 0 else ", 1 PI"
        label = f"{x.name} {x.left}D{x.die}{price}"
        (out if why else within).append(
            Option(x.id, label, SORTS[x.sort], note=why or ", ".join(x.specialties))
        )
    return OneOf(tuple(within), tuple(out))


# Standing


@rule("ITG-03", "ITG-37")
def staging(game: Game) -> tuple[Offer, ...]:
    spec = Text(60, required=True)
    held = in_play(game)
    every = one_of((x.id, x.name) for x in held)
    visitors = one_of((c.actor, c.name) for c in game.characters if c.ready and not c.hidden)
    places = one_of((x.id, x.name) for x in held if x.sort == "location")
    return (
        offer(
            co.CreateResource,
            "ITG-03",
            sort=one_of((("extra", "Figurant"), ("location", "Lieu"))),
            name=Text(80, required=True),
            die=sizes(),
            first=spec,
            second=spec,
        ),
        offer(co.PlaceResource, "ITG-37", resource=every, state=one_of(STATES)),
        offer(co.Prepare, "ITG-37", resource=places, actor=visitors),
    )


def sizes() -> OneOf[int]:
    return one_of((n, f"D{n}") for n in SIZES)


@rule("ITG-37")
def summoning(game: Game, c: Character) -> Offer | None:
    """One's own extra, called here for a plot point; the game masters may then hurt it."""
    away = one_of(
        (x.id, x.name) for x in game.resources if x.owner == c.actor and x.sort == "extra" and not x.present
    )
    if not away.options:
        return None
    return offer(co.Summon, "ITG-37", barred=why_poor(c, 1), resource=away, **which_contest(game, c.actor))


def waiting(game: Game) -> tuple[Waiting, ...]:
    return (
        Waiting(ToStage(), GM, "ITG-37", staging(game), holds=False, to=(GM,)),
        *(
            Waiting(ToSummon(c.actor), c.actor, "ITG-37", (call,), holds=False, to=(c.actor, GM))
            for c in game.characters
            if c.ready and (call := summoning(game, c)) is not None
        ),
    )


def decide(game: Game, w: Waiting, c: Any, new_id: str) -> tuple[Any, ...] | None:
    match w.topic, c:
        case ToStage(), co.CreateResource(sort, name, die, first, second):
            return (e.ResourceCreated(Resource(new_id, NOBODY, sort, name, die, (first, second))),)
        case ToStage(), co.PlaceResource(resource, state):
            return (e.ResourcePlaced(resource, game.resource(resource).name, state),)
        case ToStage(), co.Prepare(resource, actor):
            return (e.ResourcePrepared(resource, actor, game.resource(resource).name),)
        case ToSummon(actor), co.Summon(resource, contest):
            meant = contest_meant(game, actor, contest)
            return (e.ResourceSummoned(resource, actor, game.resource(resource).name, meant),)
        case _:
            return None


# Books


def evolve(game: Game, event: Any) -> Game:
    match event:
        case e.CharacterDrafted(resources=new):
            return replace(game, resources=(*game.resources, *new))
        case ev.ActorRefused(actor):
            return replace(game, resources=tuple(x for x in game.resources if x.owner != actor))
        case e.ResourceCreated(resource):
            return replace(game, resources=(*game.resources, resource))
        case e.ResourcePlaced(id, _, state):
            return change_resource(game, id, present=state == "present", inspires=state == "inspires")
        case e.ResourcePrepared(id, visitor):
            prepared = dict.fromkeys((*game.resource(id).prepared, visitor))
            return change_resource(game, id, prepared=tuple(prepared))
        case e.ResourceSummoned(id, actor, _, contest):
            return change_resource(paid_aside(game, actor, contest), id, present=True)
        case rev.ResourceUsed(roll, actor, resource, name, size, dice, cost):
            return _used(game, roll, actor, Helping(resource, name, size, dice=dice), cost)
        case rev.HelpFell(roll, _, resource, faces=faces):
            return _change_helping(game, roll, resource, faces=faces)
        case rev.HelpKept(roll, _, resource, _, dice, worth):
            game = _change_helping(game, roll, resource, chosen=dice)
            r = game.roll(roll)
            game = change_roll(game, roll, aid=r.aid + worth)
            return change_resource(game, resource, left=game.resource(resource).left - dice)
        case _:
            return game


def _used(game: Game, roll: str, actor: Who, helping: Helping, cost: int) -> Game:
    r = game.roll(roll)
    game = paid_to(game, r.procedure, actor, payee_of(game, r.procedure, actor, r.foe), cost)
    return change_roll(game, roll, helpings=(*r.helpings, helping))


def _change_helping(game: Game, roll: str, resource: str, **fields: Any) -> Game:
    helpings = (
        replace(h, **fields) if h.resource == resource and not h.chosen else h
        for h in game.roll(roll).helpings
    )
    return change_roll(game, roll, helpings=tuple(helpings))


def change_resource(game: Game, id: str, **fields: Any) -> Game:
    return replace(game, resources=tuple(replace(x, **fields) if x.id == id else x for x in game.resources))
