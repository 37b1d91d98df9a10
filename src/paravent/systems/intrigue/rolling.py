"""One roll, from the moment it is composed until it is kept (ITG-12, ITG-17, ITG-32 to ITG-37, ITG-51).

A roll belongs to a contest, a test, a recovery or an initiative, and runs by itself: whatever it belongs to only asks
whether it is over.
"""

from __future__ import annotations

from typing import Any

from paravent.core.chances import Faces
from paravent.core.domains import OneOf, Option, Text
from paravent.core.french import signed
from paravent.core.offers import Waiting, offer
from paravent.core.roster import change
from paravent.core.rules import rule
from paravent.core.values import CHANCE, GM, Who, replace, value
from paravent.systems.intrigue import commands as co
from paravent.systems.intrigue import roll_events as rev
from paravent.systems.intrigue.boosts import apply_boost, roll_boosts
from paravent.systems.intrigue.composing import dice_of, pool_of, throws_own
from paravent.systems.intrigue.model import Game, change_die, change_roll
from paravent.systems.intrigue.purse import paid_to, payee_of, stepped_down, why_poor
from paravent.systems.intrigue.resources import helping_options, price_of
from paravent.systems.intrigue.roll_model import Die, Helping, Roll
from paravent.systems.intrigue.sheet_model import Character
from paravent.systems.intrigue.weighing import DETAIL, may_remove, total, worth


@value
class ToRoll:
    """Dice in the air; `dice` so far, for each throw is another question."""

    roll: str
    actor: Who
    dice: int
    thrown: int


@value
class ToBuy:
    """The window of a roll, for whoever rolled; `beat` changes with each purchase."""

    roll: str
    actor: Who
    beat: int


@value
class ToHelp:
    """The dice of a resource, in the air or to be kept."""

    roll: str
    resource: str
    fallen: bool


# The window (ITG-15, ITG-16, ITG-32 to ITG-37)


def waiting(game: Game) -> tuple[Waiting, ...]:
    return tuple(w for r in game.rolls for w in of_roll(game, r))


def of_roll(game: Game, r: Roll) -> tuple[Waiting, ...]:
    """Dice in the air; else what its roller may buy, until it is kept."""
    if r.in_air:
        return (_in_the_air(game, r),)
    helping = next((h for h in r.helpings if not h.chosen), None)
    if helping is not None:
        return (_helping(game, r, helping),)
    return () if r.settled else (_window(game, r),)


def beat_of(r: Roll) -> int:
    """What a window's name changes with."""
    said = len(r.helpings) + len(r.used) * 1_000_000
    return len(r.dice) + r.keep * 100 + r.aid * 10_000 + sum(d.face for d in r.dice) + said


def hand_of(game: Game, r: Roll) -> Who:
    return r.actor or GM


def _in_the_air(game: Game, r: Roll) -> Waiting:
    topic = ToRoll(r.id, r.actor, len(r.dice), sum(bool(d.face) for d in r.dice))
    roll = offer(
        co.Roll,
        "ITG-12",
        faces=Faces(tuple(d.size for d in r.in_air), tuple(f"{d.name} D{d.size}" for d in r.in_air)),
    )
    return Waiting(
        topic,
        CHANCE,
        "ITG-12",
        (roll,),
        hand=hand_of(game, r),
        to=r.to,
        sealed=r.to is not None,
        procedure=r.procedure,
    )


def _helping(game: Game, r: Roll, h: Any) -> Waiting:
    if not h.faces:
        fall = offer(co.Roll, "ITG-51", faces=Faces((h.size,) * h.dice))
        topic = ToHelp(r.id, h.resource, False)
        return Waiting(
            topic,
            CHANCE,
            "ITG-51",
            (fall,),
            hand=hand_of(game, r),
            to=r.to,
            sealed=r.to is not None,
            procedure=r.procedure,
        )
    kept = offer(co.KeepHelp, "ITG-51", dice=OneOf(tuple(_kept_of(r, h, n) for n in range(1, h.dice + 1))))
    topic = ToHelp(r.id, h.resource, True)
    return Waiting(topic, r.actor, "ITG-51", (kept,), to=r.to, idle=co.KeepHelp(1), procedure=r.procedure)


def _kept_of(r: Roll, h: Helping, dice: int) -> Option[int]:
    """« Un dé : 12 »: the result with that many of the best."""
    added = total(h.faces, dice)
    label = f"{'un dé' if dice == 1 else 'les deux'}\N{NO-BREAK SPACE}: {r.total + added}"
    left = "" if dice == h.dice else ", l’autre reste pour l’épisode"
    return Option(dice, label, note=f"{signed(added)}{left}")


@rule("ITG-32", "ITG-33", "ITG-34", "ITG-36", "ITG-37", "ITG-51")
def _window(game: Game, r: Roll) -> Waiting:
    """Buy, or keep: the game masters' characters pay too, with endless points (ITG-38)."""
    if not r.actor:
        keep = (
            offer(co.Settle, "ITG-60"),
            offer(co.KeepMore, "ITG-33", barred=_why_no_more(game, r)),
        )
        return Waiting(
            ToBuy(r.id, GM, beat_of(r)), GM, "ITG-33", keep, to=r.to, idle=co.Settle(), procedure=r.procedure
        )
    c = game.character(r.actor)
    poor = why_poor(c, 1)
    pool = pool_of(game, c, r.foe, uses_own=throws_own(game, r.procedure, c.actor))
    more = tuple(o for o in pool.options if o.value[0] in "ts" and not _has(r, o))
    offers = [
        offer(co.Settle, "ITG-12"),
        offer(co.BuyDie, "ITG-32", barred=poor, source=OneOf(more)),
        offer(co.BuyDetail, "ITG-34", barred=poor, name=Text(80, required=True), die=_detail_dice(game, c)),
    ]
    if not r.helps:  # of which the best die alone counts
        offers.append(offer(co.KeepMore, "ITG-33", barred=poor or _why_no_more(game, r)))
        if helps := helping_options(game, c, r):
            why = "" if helps.options else helps.out[0].note
            offers.append(offer(co.UseResource, "ITG-51", barred=why, resource=helps))
    offers += roll_boosts(game, c, r)
    return Waiting(
        ToBuy(r.id, r.actor, beat_of(r)),
        r.actor,
        "ITG-32",
        tuple(offers),
        to=r.to,
        idle=co.Settle(),
        procedure=r.procedure,
    )


def _has(r: Roll, o: Option[str]) -> bool:
    key = o.value[2:]
    return any(d.source[2:] == key and d.source[0] in ("t", "c", o.value[0]) for d in r.dice)


def _detail_dice(game: Game, c: Character) -> OneOf[int]:
    usual = Option(DETAIL, f"D{DETAIL}")
    spent = (
        Option(-n, f"D{n} de la pile")
        for n in dict.fromkeys(game.pool)
        if c.extra and may_remove(game.pool, n)
    )
    return OneOf((usual, *spent))


@rule("ITG-16", "ITG-20", "ITG-33")
def _why_no_more(game: Game, r: Roll) -> str:
    """Why no further die can be kept: one of the pool is spent, if the pool can do without it."""
    die = next_kept(r)
    if die is None:
        return "tous les dés sont déjà gardés"
    if die.source.startswith("p:") and not may_remove(game.pool, die.size):
        gone = die.size not in game.pool
        return "ce dé a quitté la pile" if gone else "la pile ne descend pas sous deux dés (ITG-20)"
    return ""


def next_kept(r: Roll) -> Die | None:
    """The best die not kept yet."""
    ranked = sorted(r.dice, key=lambda d: (-worth(d.face), d.source[:1] == "p"))
    return ranked[r.keep] if len(ranked) > r.keep else None


# What is decided


def decide(game: Game, w: Waiting, c: Any, new_id: str) -> tuple[Any, ...] | None:
    match w.topic:
        case ToRoll(id):
            r = game.roll(id)
            return (rev.Fell(id, r.actor, r.in_air, c.faces),)
        case ToHelp(id, resource, fallen):
            return _helped(game, game.roll(id), resource, c, fallen=fallen)
        case ToBuy(id):
            return _bought(game, game.roll(id), c)
        case _:
            return None


def _helped(game: Game, r: Roll, resource: str, c: Any, *, fallen: bool) -> tuple[Any, ...]:
    h = next(h for h in r.helpings if h.resource == resource and not h.chosen)
    if not fallen:
        return (rev.HelpFell(r.id, r.actor, resource, h.name, c.faces),)
    return (rev.HelpKept(r.id, r.actor, resource, h.name, c.dice, total(h.faces, c.dice)),)


@rule("ITG-32", "ITG-33", "ITG-34", "ITG-36", "ITG-37")
def _bought(game: Game, r: Roll, c: Any) -> tuple[Any, ...]:
    payee = payee_of(game, r.procedure, r.actor, r.foe)
    match c:
        case co.Settle():
            return (rev.RollSettled(r.id, r.actor, r.total),)
        case co.BuyDie(source):
            (die,) = dice_of(game, game.character(r.actor), r.foe, source)
            return (rev.DieBought(r.id, r.actor, die, payee, 1, "ITG-32"),)
        case co.KeepMore():
            kept = next_kept(r)
            spent = kept.size if kept is not None and kept.source.startswith("p:") else 0
            return (rev.KeptMore(r.id, r.actor, payee, 0 if spent else 1, spent),)
        case co.BuyDetail(name, die):
            spent = -die if die < 0 else 0
            new = Die(f"d:{name}", name, spent or DETAIL)
            return (rev.DieBought(r.id, r.actor, new, payee, 1, "ITG-34", name, spent),)
        case co.UseResource(resource):
            found = game.resource(resource)
            cost = price_of(game, game.character(r.actor), found)
            return (rev.ResourceUsed(r.id, r.actor, resource, found.name, found.die, found.left, cost),)
        case co.Activate(boost, die):
            return apply_boost(game, r, payee, boost, die)
        case other:
            raise AssertionError(other)


# Books


def evolve(game: Game, event: Any) -> Game:
    match event:
        case rev.RollComposed(roll, roller, _, _, paid, payee):
            game = replace(game, rolls=(*game.rolls, roll))
            if not roll.settled:  # a patient composes nothing, nor does whoever stands by
                game = change(game, roller, excused=False)
            return paid_to(game, roll.procedure, roller, payee, paid)
        case rev.Fell(id, _, _, faces):
            return _fallen(game, id, faces)
        case rev.DieBought(id, actor, die, payee, cost, _, detail, spent):
            r = game.roll(id)
            game = change_roll(game, id, dice=(*r.dice, die), ones_left=False)
            if detail:
                game = change(game, actor, details=(*game.character(actor).details, detail))
            return paid_to(without_size(game, spent), r.procedure, actor, payee, cost)
        case rev.KeptMore(id, actor, payee, cost, spent):
            r = game.roll(id)
            game = change_roll(game, id, keep=r.keep + 1)
            return paid_to(without_size(game, spent), r.procedure, actor, payee, cost)
        case rev.BoostUsed(id, actor, _, _, cost, payee, again, larger, boost):
            r = game.roll(id)
            game = change_roll(game, id, used=(*r.used, boost))
            return _boosted(paid_to(game, r.procedure, actor, payee, cost), id, again, larger)
        case rev.RollSettled(id):
            return change_roll(game, id, settled=True)
        case _:
            return game


@rule("ITG-13")
def _challenge(game: Game, actor: Who, trait: str, die: int) -> Game:
    """A die of the size thrown joins the growth pool, and it steps down for the episode."""
    c = game.character(actor)
    game = change(game, actor, growth=(*c.growth, die))
    return stepped_down(game, actor, trait)


def _fallen(game: Game, id: str, faces: tuple[int, ...]) -> Game:
    """Faces for the dice in the air; what was challenged pays for it at the first throw."""
    r, new = game.roll(id), iter(faces)
    if not any(d.face for d in r.dice):
        for trait in r.challenged:
            size = next(d.size for d in r.dice if d.source == f"c:{trait}")
            game = _challenge(game, r.actor, trait, size)
    dice = tuple(d if d.face else replace(d, face=next(new)) for d in r.dice)
    return change_roll(game, id, dice=dice)


def _boosted(game: Game, id: str, again: int, larger: int) -> Game:
    """A die thrown again, at another size where the bonus says so."""
    if again < 0:
        return game
    size = {"size": larger} if larger else {}
    game = change_roll(game, id, ones_left=False)
    return change_die(game, id, again, face=0, bought=False, **size)


def without_size(game: Game, size: int) -> Game:
    """The trouble pool without a die of that size; 0 for none."""
    if not size:
        return game
    left = list(game.pool)
    left.remove(size)
    return replace(game, pool=tuple(left))
