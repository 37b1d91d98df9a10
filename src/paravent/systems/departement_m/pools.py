"""The two pools: what extra dice cost, what tests earn, what becomes of the Threat (DEM-12, DEM-20 to DEM-24)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from paravent.core import events as ev
from paravent.core.domains import OneOf, Option, Text, Whole, one_of
from paravent.core.french import NBSP, of, signed
from paravent.core.offers import Offer, Waiting, offer
from paravent.core.roster import change
from paravent.core.rules import rule
from paravent.core.values import GM, NOBODY, Who, replace, value
from paravent.systems.departement_m import commands as co
from paravent.systems.departement_m import events as e
from paravent.systems.departement_m.model import MOVES_KEPT, Game, Move, SkillTest
from paravent.systems.departement_m.weighing import FREE_DICE, cost, eroded, price

HIGHEST_POOL = 99
"""A bound of the forms, not of the rules."""


@value
class ToSpend:
    """The game masters' standing question about the pools."""


class Plan(NamedTuple):
    """A way to pay for extra dice: each from one pool, at the price of its rank (DEM-12)."""

    extra: int
    momentum: int
    threat: int

    @property
    def id(self) -> str:
        """How a command names it: the extra dice, then the points of Momentum."""
        return f"{self.extra}-{self.momentum}"


@rule("DEM-12")
@cache
def plans(prices: tuple[int, ...]) -> tuple[Plan, ...]:
    """Every way to pay, those that come to the same once: fewest dice first, then least Threat."""
    found = set()
    for extra in range(len(prices) + 1):
        for from_momentum in product((False, True), repeat=extra):
            paid = sum(price(prices, rank) for rank, own in enumerate(from_momentum, 1) if own)
            found.add(Plan(extra, paid, cost(prices, extra) - paid))
    return tuple(sorted(found, key=lambda p: (p.extra, p.threat)))


@rule("DEM-12", "DEM-21", "DEM-22", "DEM-24")
def purse(game: Game, t: SkillTest) -> tuple[int, int | None]:
    """The Momentum and the Threat that the dice of a test may be paid with; None for any Threat one likes.

    An agent's Threat is made as it is paid; the game masters pay for their own characters with the Threat there is.
    """
    if not t.terms.pays:
        return 0, 0
    if game.character(t.actor).extra:
        return 0, game.threat
    return game.momentum_of(t.pool_owner), None


@rule("DEM-12", "DEM-22", "DEM-25")
def affordable(game: Game, t: SkillTest) -> OneOf[str]:
    """The pools one may throw; those that cannot be paid for stand aside, each with its reason."""
    within: list[Option[str]] = []
    out: list[Option[str]] = []
    momentum, threat = purse(game, t)
    for p in plans(t.terms.prices):
        if game.character(t.actor).extra and p.momentum:
            continue
        why = _why_not(p, t, momentum, threat)
        option = Option(p.id, described(p, made=threat is None), group=dice(p), note=why)
        (out if why else within).append(option)
    return OneOf(tuple(within), tuple(out))


def _why_not(p: Plan, t: SkillTest, momentum: int, threat: int | None) -> str:
    """Why a plan cannot be paid out of that purse, "" when it can."""
    if p.extra and not t.terms.pays:
        return (
            "un test tenu secret n’achète pas de dés\N{NO-BREAK SPACE}: les réserves le trahiraient (TAB-15)"
        )
    if p.momentum > momentum:
        return f"l’Impulsion est à {momentum}, il en faut {p.momentum} (DEM-22)"
    if threat is not None and p.threat > threat:
        return f"la Menace est à {threat}, il en faut {p.threat} (DEM-22)"
    return ""


def described(p: Plan, *, made: bool) -> str:
    """« 2 dés », « 4 dés : −1 Impulsion, +1 Menace »: what becomes of both pools; `made`: Threat is made, not spent."""
    moved = ((-p.momentum, "Impulsion"), (p.threat if made else -p.threat, "Menace"))
    paid = [f"{signed(n)}{NBSP}{name}" for n, name in moved if n]
    return f"{dice(p)}{NBSP}: {', '.join(paid)}" if paid else dice(p)


def dice(p: Plan) -> str:
    """« 3 dés »: what a plan throws, whatever pays for it."""
    return f"{FREE_DICE + p.extra}{NBSP}dés"


def plan_of(t: SkillTest, id: str) -> Plan:
    return next(p for p in plans(t.terms.prices) if p.id == id)


# The game masters and the pools (DEM-21, DEM-22)


@rule("DEM-21", "DEM-22")
def may_spend(game: Game) -> tuple[Offer, ...]:
    """Spend the Threat there is, raise it for a reckless conduct, put a pool right by hand."""
    reason = Text(200, required=True)
    empty = "" if game.threat else "la Menace est à 0"
    own = [
        (c.actor, f"Impulsion {of(c.name)}")
        for c in game.characters
        if c.ready and not c.extra and not c.hidden
    ]
    owners = own if game.individual else [(NOBODY, "Impulsion du groupe")]
    fullest, most = game.terms(None).cap or HIGHEST_POOL, max(HIGHEST_POOL, game.threat)
    return (
        offer(co.SpendThreat, "DEM-22", barred=empty, points=Whole(1, max(1, game.threat)), why=reason),
        offer(co.RaiseThreat, "DEM-21", why=reason),
        offer(co.AdjustMomentum, "TAB-10", owner=one_of(owners), value=Whole(0, fullest), why=reason),
        offer(co.AdjustThreat, "TAB-10", value=Whole(0, most, usual=game.threat), why=reason),
    )


def waiting(game: Game) -> tuple[Waiting, ...]:
    return (Waiting(ToSpend(), GM, "DEM-21", may_spend(game), holds=False, to=(GM,)),)


def decide(game: Game, w: Waiting, c: Any, new_id: str) -> tuple[Any, ...] | None:
    match w.topic, c:
        case ToSpend(), co.SpendThreat(points, why):
            return (e.ThreatMoved(-points, game.threat - points, why, "spent"),)
        case ToSpend(), co.RaiseThreat(why):
            return (e.ThreatMoved(1, game.threat + 1, why, "raised"),)
        case ToSpend(), co.AdjustThreat(held, why):
            return (e.ThreatMoved(held - game.threat, held, why, "adjusted"),)
        case ToSpend(), co.AdjustMomentum(owner, held, why):
            return (e.MomentumAdjusted(owner, held - game.momentum_of(owner), held, why),)
        case _:
            return None


# Books


@rule("DEM-20")
def follow(game: Game) -> tuple[Any, ...]:
    """What a scene's end wears away, where the table has it so."""
    if not game.ended:
        return ()
    if game.individual:
        owners = tuple(c.actor for c in game.characters if c.momentum and not c.hidden)
        return (e.MomentumEroded(common=False, owners=owners),)
    return (e.MomentumEroded(common=True, owners=()),)


def evolve(game: Game, event: Any) -> Game:
    match event:
        case ev.SceneOpened(title=title):
            return replace(game, scene=title)
        case ev.SessionOpened(number):
            return replace(game, session=number)
        case ev.SceneClosed():
            due = game.option("erosion") == "scene" and _anything(game)
            return replace(game, scene="", ended=due)
        case e.MomentumEroded(common, owners):
            return _eroded(replace(game, ended=False), (NOBODY,) if common else owners)
        case e.DicePoolComposed(actor=actor, paid=paid):
            owner = actor if event.individual else NOBODY
            game = _momentum(game, actor, owner, -paid.momentum, event.momentum, "dés achetés")
            return _threat(game, actor, event.threat - game.threat, event.threat, "dés achetés")
        case e.Rolled(actor=actor, kept=kept):
            owner = actor if event.individual else NOBODY
            return _momentum(game, actor, owner, kept, event.momentum, "excédent")
        case e.ComplicationConverted(actor=actor, points=points, threat=threat):
            return _threat(game, actor, points, threat, "complication")
        case e.ThreatMoved(moved, held, why):
            return _threat(game, GM, moved, held, why)
        case e.MomentumAdjusted(owner, moved, held, why):
            return _momentum(game, GM, owner, moved, held, why)
        case _:
            return game


def _anything(game: Game) -> bool:
    """Whether there is any Momentum to wear away."""
    return any(c.momentum for c in game.characters) if game.individual else game.momentum > 0


@rule("DEM-20")
def _eroded(game: Game, owners: Sequence[Who]) -> Game:
    for owner in owners:
        game = _momentum(game, GM, owner, -1, eroded(game.momentum_of(owner)), "fin de scène")
    return game


@rule("DEM-20", "DEM-22")
def _momentum(game: Game, actor: Who, owner: Who, moved: int, held: int, why: str) -> Game:
    if not moved:
        return game
    if owner == NOBODY:
        game = replace(game, momentum=held)
    else:
        game = change(game, owner, momentum=held)
    return _noted(game, Move("momentum", moved, held, actor, owner, why, game.session, game.scene))


@rule("DEM-21")
def _threat(game: Game, actor: Who, moved: int, held: int, why: str) -> Game:
    if not moved:
        return game
    return _noted(
        replace(game, threat=held), Move("threat", moved, held, actor, NOBODY, why, game.session, game.scene)
    )


def _noted(game: Game, move: Move) -> Game:
    """The history at hand, its oldest lines forgotten."""
    return replace(game, moves=(*game.moves, move)[-MOVES_KEPT:])
