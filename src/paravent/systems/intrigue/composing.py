"""What a roll is made of, what it costs and to whom (ITG-11, ITG-13, ITG-18, ITG-19, ITG-32, ITG-33)."""

from __future__ import annotations

from typing import Any

from paravent.core.domains import Group, Option, Pool, Whole
from paravent.core.french import of
from paravent.core.offers import Offer, offer
from paravent.core.remembered import Remembered
from paravent.core.rules import rule
from paravent.core.values import GM, NOBODY, Who
from paravent.systems.intrigue import commands as co
from paravent.systems.intrigue import roll_events as rev
from paravent.systems.intrigue.contest_model import Brawling
from paravent.systems.intrigue.model import Game
from paravent.systems.intrigue.purse import frozen_points, payee_of
from paravent.systems.intrigue.roll_model import Die, Roll
from paravent.systems.intrigue.sheet_model import Character, Trait
from paravent.systems.intrigue.weighing import CHALLENGE_DICE, DETAIL, KEPT, step_down

POINTS_MOST = 12
KINDS = {"value": "Valeur", "relationship": "Relation"}
FOE, OWN, DETAILS, POOL = "Stress adverse", "Son propre Stress", "Détails utiles", "Pile des problèmes"


@rule("ITG-11", "ITG-13", "ITG-18", "ITG-19", "ITG-32")
def pool_of(
    game: Game, c: Character, foe: Who, *, foe_stress: bool = True, uses_own: bool = False
) -> Pool[str]:
    """A value, a relationship, an asset if any, the foe's largest stress if any; each further one costs a plot point.

    `uses_own`: the foe already throws this character's largest stress, which it then may not throw itself.
    """
    free = c.extra or c.excused
    options = [*_of_traits(c)]
    options += _foe_stress(game, foe) if foe_stress else []
    worst = c.worst_stress() if uses_own else -1
    options += [
        Option(f"s:{i}", f"{game.stresses_named[i]} D{die}", OWN)
        for i, die in enumerate(c.stress)
        if die and i != worst
    ]
    options += [Option(f"d:{i}", f"{name} D{DETAIL}", DETAILS) for i, name in enumerate(c.details)]
    if c.extra:
        options += [Option(f"p:{i}", f"D{die}", POOL) for i, die in enumerate(game.pool)]
    groups = (
        Group(KINDS["value"], 0 if free or not c.of("value") else 1),
        Group(KINDS["relationship"], 0 if free or not c.of("relationship") else 1),
        Group("Atout"),
        Group(FOE, most=1),
        Group(OWN, free=0),
        Group(DETAILS, free=99),
        *((Group(POOL, free=99),) if c.extra else ()),
    )
    return Pool(tuple(options), groups)


def _plain(t: Trait) -> Option[str]:
    return Option(f"t:{t.id}", f"{t.name} D{t.die}", KINDS.get(t.sort, "Atout"), t.id, t.text)


@rule("ITG-13")
def _challenged(t: Trait) -> Option[str]:
    """Three dice instead of one; the motivation steps down once they have fallen."""
    label = f"{t.name}, remise en question\N{NO-BREAK SPACE}: {CHALLENGE_DICE}D{t.die}"
    return Option(
        f"c:{t.id}", label, KINDS[t.sort], t.id, f"D{t.die} au développement, puis D{step_down(t.die)}"
    )


def _traits_offered(c: Character) -> tuple[Option[str], ...]:
    return (
        *(_plain(t) for t in c.traits if t.sort != "heritage" and t.usable),
        *(_challenged(t) for t in c.traits if t.motivation and t.die > 4 and not t.flying),
    )


_of_traits = Remembered(_traits_offered, most=256)
"""One character is asked about many rolls, and few of them change what it is."""


def _foe_stress(game: Game, foe: Who) -> list[Option[str]]:
    """The largest only (ITG-11); it is named after its owner, as all that tells of somebody who may be hidden."""
    c = game.find(foe)
    place = c.worst_stress() if c else -1
    if c is None or place < 0:
        return []
    label = f"{game.stresses_named[place]} {of(c.name)} D{c.stress[place]}"
    return [Option(f"f:{place}", label, FOE, c.actor)]


@rule("ITG-32")
def throws_own(game: Game, procedure: str, actor: Who) -> bool:
    """Whether that character's own largest stress is thrown against it in what is under way."""
    against = [t.pool_roll for t in game.tests if t.id == procedure]
    if k := game.contest_of(procedure):
        against += k.stage.rolls if isinstance(k.stage, Brawling) else (k.to_beat,)
    return any(
        r.foe == actor and any(d.source.startswith("f:") for d in r.dice)
        for r in game.rolls
        if r.id in against
    )


def compose(
    game: Game, command: type, c: Character, foe: Who, rule_id: str, *, price: int = 0, **more: Any
) -> Offer:
    """The offer of a roll: its pool, what is kept, plot points permitting; `price` besides."""
    foe_stress, uses_own = more.pop("foe_stress", True), more.pop("uses_own", False)
    keeps_more = more.pop("keeps_more", True)
    barred = ""
    if c.stressed_out:
        barred = "qui a craqué ne lance plus de dé (ITG-48)"
    elif not c.extra and c.points < price:
        barred = (
            "il faut un Point d’Intrigue"
            if not frozen_points(c)
            else "les Points d’Intrigue reçus sont gelés (ITG-39)"
        )
    budget = None if c.extra else c.points - price
    most = min(POINTS_MOST, c.points - price) if keeps_more and not c.extra else 0
    keep = Whole(0, max(0, most), each_costs=1)
    pool = pool_of(game, c, foe, foe_stress=foe_stress, uses_own=uses_own)
    return offer(command, rule_id, budget=budget, barred=barred, **more, pool=pool, keep=keep)


@rule("ITG-48")
def or_nothing(c: Character, thrown: Offer) -> tuple[Offer, ...]:
    """The offer of a roll that must come; whoever is stressed out throws nothing instead."""
    return (offer(co.StandBy, "ITG-48"),) if c.stressed_out else (thrown,)


def nothing(id: str, procedure: str, actor: Who, to: tuple[Who, ...] | None) -> rev.RollComposed:
    """A roll without a die, kept at once."""
    roll = Roll(id, procedure, actor, NOBODY, (), settled=True, ones_left=True, to=to)
    return rev.RollComposed(roll, actor, NOBODY, (), 0, GM)


@rule("ITG-11", "ITG-13", "ITG-32", "ITG-33", "ITG-38")
def composed(
    game: Game,
    id: str,
    procedure: str,
    actor: Who,
    foe: Who,
    c: Any,
    *,
    payee: Who | None = None,
    helps: str = "",
    to: tuple[Who, ...] | None,
    price: int = 0,
    keep: int = KEPT,
    foe_stress: bool = True,
) -> rev.RollComposed:
    """The roll as its picks make it, and what it costs; `payee`: who receives the points where it opens a contest."""
    who = game.character(actor)
    dice = tuple(d for source in c.pool for d in dice_of(game, who, foe, source))
    pool = pool_of(game, who, foe, foe_stress=foe_stress)
    further = pool.price(c.pool)
    challenged = tuple(
        (t.id, t.name, t.die)
        for source in c.pool
        if source.startswith("c:")
        for t in (who.trait(source[2:]),)
    )
    ids = tuple(t for t, _, _ in challenged)
    roll = Roll(id, procedure, actor, foe, dice, keep + c.keep, challenged=ids, helps=helps, to=to)
    paid_whom = payee_of(game, procedure, actor, foe) if payee is None else payee
    paid = price + further + c.keep
    return rev.RollComposed(roll, actor, foe, dice, paid, paid_whom, challenged, further, c.keep)


def dice_of(game: Game, c: Character, foe: Who, source: str) -> tuple[Die, ...]:
    """The dice of one pick."""
    sort, _, key = source.partition(":")
    match sort:
        case "t":
            t = c.trait(key)
            return (Die(source, t.name, t.die),)
        case "c":
            t = c.trait(key)
            return (Die(source, t.name, t.die),) * CHALLENGE_DICE
        case "f":
            return (Die(source, game.stresses_named[int(key)], game.character(foe).stress[int(key)]),)
        case "s":
            return (Die(source, game.stresses_named[int(key)], c.stress[int(key)]),)
        case "d":
            return (Die(source, c.details[int(key)], DETAIL),)
        case _:
            return (Die(source, POOL, game.pool[int(key)]),)
