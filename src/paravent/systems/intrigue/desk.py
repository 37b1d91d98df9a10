"""The game masters' desk, and what a character may do at any time (ITG-02, ITG-18, ITG-20, ITG-35, ITG-36)."""

from __future__ import annotations

from typing import Any

from paravent.core.domains import OneOf, Option, Text, Whole, one_of
from paravent.core.offers import Offer, Waiting, offer
from paravent.core.roster import change
from paravent.core.rules import rule
from paravent.core.values import GM, Who, replace, value
from paravent.systems.intrigue import commands as co
from paravent.systems.intrigue import events as e
from paravent.systems.intrigue.boosts import boost_of, boosts_of, cost_told
from paravent.systems.intrigue.composing import POINTS_MOST
from paravent.systems.intrigue.model import Game
from paravent.systems.intrigue.purse import contest_meant, paid_aside, which_contest, why_poor
from paravent.systems.intrigue.recovery import soothed
from paravent.systems.intrigue.sheet_model import Character, Trait
from paravent.systems.intrigue.weighing import (
    DETAIL,
    LARGEST,
    SIZES,
    may_lower,
    may_remove,
    step_down,
    step_up,
)

MOST_POOL = 12
DAMAGES = (("", "en état"), ("lost", "perdu"), ("stolen", "volé"), ("broken", "cassé"))


@value
class ToSetPool:
    """A game master's standing question about the trouble pool."""


@value
class ToTendSheet:
    """A game master's standing question about one character."""

    actor: Who


@value
class ToUse:
    """A character's standing question: an asset, besides any roll?"""

    actor: Who


@value
class ToImprovise:
    """A character's standing question: a relationship on the fly?"""

    actor: Who


# The trouble pool (ITG-20)


@rule("ITG-20")
def pool_offers(game: Game) -> tuple[Offer, ...]:
    """A die more or a step up when tension rises; a die less or a step down when it falls, never under 2D4."""
    each = dict.fromkeys(sorted(game.pool))
    up = [Option(f"+{n}", f"un D{n} de plus") for n in SIZES if len(game.pool) < MOST_POOL]
    up += [Option(f"u{n}", f"un D{n} → D{step_up(n)}") for n in each if n < LARGEST]
    down = [Option(f"-{n}", f"un D{n} de moins") for n in each if may_remove(game.pool, n)]
    down += [Option(f"d{n}", f"un D{n} → D{step_down(n)}") for n in each if may_lower(game.pool, n)]
    barred = "" if down else "la pile ne descend pas sous 2D4"
    return (
        offer(co.RaisePool, "ITG-20", how=OneOf(tuple(up))),
        offer(co.LowerPool, "ITG-20", barred=barred, how=OneOf(tuple(down))),
    )


def moved(pool: tuple[int, ...], how: str) -> tuple[int, ...]:
    """The pool after « +6 », « -6 », « u8 » or « d8 »."""
    sort, size = how[0], int(how[1:])
    if sort == "+":
        return (*pool, size)
    place = pool.index(size)
    new = {"-": (), "u": (step_up(size),), "d": (step_down(size),)}[sort]
    return (*pool[:place], *new, *pool[place + 1 :])


# Sheets


@rule("ITG-02", "ITG-04", "ITG-05", "ITG-18")
def sheet_offers(game: Game, c: Character) -> tuple[Offer, ...]:
    who = one_of(((c.actor, c.name),))
    categories = one_of((i, name) for i, name in enumerate(game.stresses_named))
    dice = one_of((n, f"D{n}" if n else "vide") for n in (0, *SIZES))
    out = [
        offer(co.SetStress, "ITG-04", actor=who, category=categories, die=dice, why=Text(200, required=True)),
    ]
    if not c.extra:
        points, why = Whole(0, POINTS_MOST), Text(200, required=True)
        out.append(offer(co.SetPoints, "ITG-05", actor=who, points=points, why=why))
        out.append(offer(co.Excuse, "ITG-18", barred="c’est déjà permis" if c.excused else "", actor=who))
    gear = one_of((t.id, t.name) for t in c.of("gear"))
    if gear.options:
        out.append(offer(co.DamageGear, "ITG-02", actor=who, gear=gear, damage=one_of(DAMAGES)))
    return tuple(out)


@rule("ITG-35")
def improvising(game: Game, c: Character) -> Offer:
    return offer(
        co.MakeRelationship,
        "ITG-35",
        barred=why_poor(c, 1),
        name=Text(60, required=True),
        statement=Text(200, required=True),
        **which_contest(game, c.actor),
    )


@rule("ITG-02", "ITG-36", "ITG-48")
def using(game: Game, c: Character) -> Offer | None:
    """What an asset does by words alone needs no roll; those out of reach stay, with the reason."""
    within: list[Option[str]] = []
    out: list[Option[str]] = []
    for id, t, b in boosts_of(c, ("text",)):
        why = why_poor(c, b.points) if b.points else ""
        option = Option(id, f"{t.name}\N{NO-BREAK SPACE}: {b.gain}", note=why or cost_told(b))
        (out if why else within).append(option)
    if not within and not out:
        return None
    barred = "" if within else out[0].note
    boosts = OneOf(tuple(within), tuple(out))
    return offer(co.UseAsset, "ITG-36", barred=barred, boost=boosts, **which_contest(game, c.actor))


def waiting(game: Game) -> tuple[Waiting, ...]:
    ready = [c for c in game.characters if c.ready]
    return (
        Waiting(ToSetPool(), GM, "ITG-20", pool_offers(game), holds=False, to=(GM,)),
        *(
            Waiting(ToTendSheet(c.actor), GM, "TAB-10", sheet_offers(game, c), holds=False, to=(GM,))
            for c in ready
        ),
        *(
            Waiting(
                ToImprovise(c.actor),
                c.actor,
                "ITG-35",
                (improvising(game, c),),
                holds=False,
                to=(c.actor, GM),
            )
            for c in ready
            if not c.extra
        ),
        *(
            Waiting(ToUse(c.actor), c.actor, "ITG-36", (use,), holds=False, to=(c.actor, GM))
            for c in ready
            if (use := using(game, c)) is not None
        ),
    )


def decide(game: Game, w: Waiting, c: Any, new_id: str) -> tuple[Any, ...] | None:
    match w.topic, c:
        case ToSetPool(), (co.RaisePool(how) | co.LowerPool(how)):
            return (e.PoolMoved(moved(game.pool, how)),)
        case ToTendSheet(), co.SetStress(actor, category, die, why):
            return (e.StressCorrected(actor, category, game.stresses_named[category], die, why),)
        case ToTendSheet(), co.SetPoints(actor, points, why):
            return (e.PointsCorrected(actor, points, why),)
        case ToTendSheet(), co.Excuse(actor):
            return (e.Excused(actor),)
        case ToTendSheet(), co.DamageGear(actor, gear, damage):
            return (e.GearDamaged(actor, gear, game.character(actor).trait(gear).name, damage),)
        case ToUse(actor), co.UseAsset(boost, contest):
            t, b = boost_of(game.character(actor), boost)
            return (e.AssetUsed(actor, t.name, b.gain, b.points, contest_meant(game, actor, contest)),)
        case ToImprovise(actor), co.MakeRelationship(name, statement, contest):
            meant = contest_meant(game, actor, contest)
            return (e.RelationshipMade(actor, f"{actor}-{new_id}", name, statement, meant),)
        case _:
            return None


@rule("ITG-18", "ITG-35", "ITG-36", "ITG-61")
def evolve(game: Game, event: Any) -> Game:
    match event:
        case e.PoolMoved(pool):
            return replace(game, pool=pool)
        case e.StressCorrected(actor, category, _, die):
            before = game.character(actor).stress[category]
            if die < before:
                return soothed(game, actor, category, die, before)
            stress = game.character(actor).stress
            return change(game, actor, stress=(*stress[:category], die, *stress[category + 1 :]))
        case e.PointsCorrected(actor, points):
            return change(game, actor, points=points)
        case e.Excused(actor):
            return change(game, actor, excused=True)
        case e.AssetUsed(actor, _, _, cost, contest):
            return paid_aside(game, actor, contest, cost)
        case e.RelationshipMade(actor, trait, name, statement, contest):
            c = game.character(actor)
            made = Trait(trait, "relationship", name, DETAIL, statement, flying="scene")
            return paid_aside(change(game, actor, traits=(*c.traits, made)), actor, contest)
        case _:
            return game
