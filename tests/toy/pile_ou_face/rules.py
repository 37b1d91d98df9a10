"""The rules of Pile ou face: model, commands, events and procedure in one file, for there are but three rules."""

from __future__ import annotations

from dataclasses import replace
from math import comb
from typing import Any, Literal

from paravent.core import events as ev
from paravent.core.chances import Faces
from paravent.core.domains import Group, Option, Pool, Text, Whole, one_of, yes_or_no
from paravent.core.offers import Offer, Waiting, offer
from paravent.core.rules import rule
from paravent.core.shapes import Allotment, ListOf, Record
from paravent.core.sight import seen
from paravent.core.values import CHANCE, GM, Who, value

TRICKS = ("gant", "souffle", "regard")
PILE = 1


@seen(all="actor", sheet="gold motto memories", own="silver")
@value
class Purse:
    actor: Who
    gold: int
    silver: int
    motto: str
    memories: tuple[str, ...]


@seen(all="actor", own="coins tricks")
@value
class Stake:
    actor: Who
    coins: int
    tricks: tuple[str, ...]


@seen(all="id a b shown stakes to")
@value
class Wager:
    """`to`: who knows of it; stakes stay their owner's until both are down."""

    id: str
    a: Who
    b: Who
    stakes: tuple[Stake, ...] = ()
    shown: bool = False
    to: tuple[Who, ...] | None = None


@seen(all="seats purses wagers")
@value
class State:
    """`cast`: who may play (accepted players' characters, extras), whether they hide, whose purse was shown."""

    size: int
    high: bool = False
    seats: tuple[Who, ...] = ()
    purses: tuple[Purse, ...] = ()
    cast: tuple[Who, ...] = ()
    extras: tuple[Who, ...] = ()
    hidden: tuple[Who, ...] = ()
    shared: tuple[Who, ...] = ()
    names: tuple[tuple[Who, str], ...] = ()
    wagers: tuple[Wager, ...] = ()


@value
class ToCreate:
    seat: Who


@value
class ToDeal:
    """The game masters' standing question."""


@value
class ToStake:
    wager: str
    actor: Who


@value
class ToToss:
    wager: str


@value
class Propose:
    name: str
    purse: tuple[int, ...]
    story: tuple[Any, ...]


@value
class Hire:
    """A character of the game masters, with `gold` pieces."""

    name: str
    gold: int
    hidden: bool


@value
class Deal:
    a: Who
    b: Who


@value
class DealInSecret:
    a: Who
    b: Who


@value
class Put:
    coins: int
    tricks: tuple[str, ...]


@value
class GiveUp:
    pass


@value
class Toss:
    faces: tuple[int, ...]


@seen(all="actor", sheet="gold motto memories", own="silver")
@value
class PurseFilled:
    actor: Who
    gold: int
    silver: int
    motto: str
    memories: tuple[str, ...]


@seen(all="wager a b")
@value
class WagerOpened:
    wager: str
    a: Who
    b: Who
    secret: bool


@seen(all="wager actor", own="coins tricks")
@value
class Staked:
    wager: str
    actor: Who
    coins: int
    tricks: tuple[str, ...]


@seen(all="wager coins")
@value
class StakesShown:
    wager: str
    coins: tuple[int, int]


@seen(all="wager faces winner coins")
@value
class Tossed:
    wager: str
    faces: tuple[int, ...]
    winner: Literal["a", "b"]
    coins: int


Event = PurseFilled | WagerOpened | Staked | StakesShown | Tossed


@rule("PIF-01")
def purse_offer(size: int) -> Offer:
    """Points over two metals, a motto, memories."""
    story = Record(
        (
            ("devise", "Devise", Text(60, required=True)),
            ("souvenirs", "Souvenirs", ListOf(Text(40, required=True), most=3)),
        )
    )
    purse = Allotment((("Or", 1, size - 1), ("Argent", 1, size - 1)), size)
    return offer(Propose, "PIF-01", name=Text(40, required=True), purse=purse, story=story)


@rule("PIF-02")
def stake_offers(gold: int, silver: int, high: bool) -> tuple[Offer, ...]:
    """Gold to put down, tricks at a silver piece each beyond the first."""
    tricks = Pool(tuple(Option(t, t.capitalize(), "Tours") for t in TRICKS), (Group("Tours", most=2),))
    most = gold if high else min(3, gold)
    return (
        offer(Put, "PIF-02", budget=silver, coins=Whole(1, most), tricks=tricks),
        offer(GiveUp, "PIF-02"),
    )


@rule("PIF-03")
def winner(faces: tuple[int, ...]) -> Literal["a", "b"]:
    """The majority of an odd number of coins."""
    return "a" if 2 * faces.count(PILE) > len(faces) else "b"


def chances(coins: int) -> tuple[int, int]:
    """The chance that most of an odd number of coins show pile, as a fraction."""
    return sum(comb(coins, k) for k in range(coins // 2 + 1, coins + 1)), 2**coins


def _purse(state: State, actor: Who) -> Purse:
    return next(p for p in state.purses if p.actor == actor)


def waiting(state: State) -> tuple[Waiting, ...]:
    out = [
        Waiting(ToCreate(s), s, "PIF-01", (purse_offer(state.size),), holds=False, to=(s,))
        for s in state.seats
    ]
    out.append(Waiting(ToDeal(), GM, "PIF-02", _dealing(state), holds=False, to=(GM,)))
    for w in state.wagers:
        if w.shown:
            toss = offer(Toss, "PIF-03", faces=Faces((2,) * (1 + 2 * sum(len(s.tricks) for s in w.stakes))))
            out.append(
                Waiting(
                    ToToss(w.id), CHANCE, "PIF-03", (toss,), hand=w.a, to=w.to, sealed=True, procedure=w.id
                )
            )
            continue
        for actor in (w.a, w.b):
            if not any(s.actor == actor for s in w.stakes):
                p = _purse(state, actor)
                offers = stake_offers(p.gold, p.silver, state.high)
                topic = ToStake(w.id, actor)
                out.append(Waiting(topic, actor, "PIF-02", offers, to=w.to, idle=GiveUp(), procedure=w.id))
    return tuple(out)


def _unseen(state: State, actor: Who) -> bool:
    """Whether the game masters alone know the actor's purse."""
    return actor in state.extras and (actor in state.hidden or actor not in state.shared)


def _dealing(state: State) -> tuple[Offer, ...]:
    names = dict(state.names)
    busy = {x for w in state.wagers for x in (w.a, w.b)}
    free = [x for x in state.cast if x not in busy and _purse(state, x).gold]
    open_ones = one_of((x, names[x]) for x in free if x not in state.hidden)
    extras = one_of((x, names[x]) for x in free if _unseen(state, x))
    few = "il faut deux personnes libres et qui aient de l’or"
    return (
        offer(Hire, "PIF-01", name=Text(40, required=True), gold=Whole(1, 9), hidden=yes_or_no()),
        offer(
            Deal,
            "PIF-02",
            distinct=("a", "b"),
            barred="" if open_ones.size() > 1 else few,
            a=open_ones,
            b=open_ones,
        ),
        offer(
            DealInSecret,
            "PIF-02",
            distinct=("a", "b"),
            barred="" if extras.size() > 1 else few,
            a=extras,
            b=extras,
        ),
    )


def decide(state: State, w: Waiting, c: Any, new_id: str) -> tuple[Any, ...]:
    match w.topic, c:
        case ToCreate(seat), Propose(name, (gold, silver), (motto, memories)):
            actor = Who(new_id)
            return (
                ev.ActorCast(actor, name, seat, False, False),
                PurseFilled(actor, gold, silver, motto, memories),
            )
        case ToDeal(), Hire(name, gold, hidden):
            actor = Who(new_id)
            return ev.ActorCast(actor, name, Who(""), True, hidden), PurseFilled(actor, gold, 1, "…", ())
        case ToDeal(), Deal(a, b):
            return (WagerOpened(new_id, a, b, False),)
        case ToDeal(), DealInSecret(a, b):
            return (WagerOpened(new_id, a, b, True),)
        case ToStake(wager, actor), Put(coins, tricks):
            return (Staked(wager, actor, coins, tricks),)
        case ToStake(wager, actor), GiveUp():
            return (Staked(wager, actor, 0, ()),)
        case ToToss(wager), Toss(faces):
            won = winner(faces)
            stakes = next(x for x in state.wagers if x.id == wager).stakes
            x = next(x for x in state.wagers if x.id == wager)
            loser = x.b if won == "a" else x.a
            return (Tossed(wager, faces, won, next(s.coins for s in stakes if s.actor == loser)),)
        case other:
            raise AssertionError(other)


def follow(state: State) -> tuple[Any, ...]:
    for w in state.wagers:
        if w.to is not None and not (_unseen(state, w.a) and _unseen(state, w.b)):
            return (ev.Abandoned(w.id, "", w.to),)  # coins that others can count cannot be won in secret
        if len(w.stakes) == 2 and not w.shown:
            by = {s.actor: s.coins for s in w.stakes}
            return (StakesShown(w.id, (by[w.a], by[w.b])),)
    return ()


def evolve(state: State, e: Any) -> State:
    match e:
        case ev.SeatTaken(seat, _, "joueur"):
            return replace(state, seats=(*(s for s in state.seats if s != seat), seat))
        case ev.SeatRemoved(seat):
            return replace(state, seats=tuple(s for s in state.seats if s != seat))
        case ev.ActorCast(actor, name, seat, extra, hidden):
            return replace(
                state,
                seats=tuple(s for s in state.seats if s != seat),
                names=(*state.names, (actor, name)),
                cast=(*state.cast, actor) if extra else state.cast,
                extras=(*state.extras, actor) if extra else state.extras,
                hidden=(*state.hidden, actor) if hidden else state.hidden,
            )
        case ev.ActorAccepted(actor):
            return replace(state, cast=(*state.cast, actor))
        case ev.ActorRevealed(actor):
            return replace(state, hidden=tuple(a for a in state.hidden if a != actor))
        case ev.SheetShared(actor, public):
            others = tuple(a for a in state.shared if a != actor)
            return replace(state, shared=(*others, actor) if public else others)
        case ev.ActorGiven(actor):
            return replace(state, extras=tuple(a for a in state.extras if a != actor))
        case ev.ActorRefused(actor):
            return replace(state, purses=tuple(p for p in state.purses if p.actor != actor))
        case ev.OptionSet("mise", chosen):
            return replace(state, high=chosen == "haute")
        case ev.Abandoned(procedure):
            return replace(state, wagers=tuple(w for w in state.wagers if w.id != procedure))
        case PurseFilled(actor, gold, silver, motto, memories):
            return replace(state, purses=(*state.purses, Purse(actor, gold, silver, motto, memories)))
        case WagerOpened(wager, a, b, secret):
            return replace(state, wagers=(*state.wagers, Wager(wager, a, b, to=(GM,) if secret else None)))
        case Staked(wager, actor, coins, tricks):
            paid = tuple(
                replace(p, silver=p.silver - max(0, len(tricks) - 1)) if p.actor == actor else p
                for p in state.purses
            )
            put = Stake(actor, coins, tricks)
            wagers = tuple(replace(w, stakes=(*w.stakes, put)) if w.id == wager else w for w in state.wagers)
            return replace(state, purses=paid, wagers=wagers)
        case StakesShown(wager):
            wagers = tuple(replace(w, shown=True) if w.id == wager else w for w in state.wagers)
            return replace(state, wagers=wagers)
        case Tossed(wager, _, won, coins):
            w = next(w for w in state.wagers if w.id == wager)
            gains = {w.a: coins, w.b: -coins} if won == "a" else {w.a: -coins, w.b: coins}
            purses = tuple(replace(p, gold=p.gold + gains.get(p.actor, 0)) for p in state.purses)
            return replace(state, purses=purses, wagers=tuple(x for x in state.wagers if x.id != wager))
    return state


def audience(state: State, e: Any) -> tuple[Who, ...] | None:
    match e:
        case PurseFilled(actor):
            return (GM,) if actor in state.hidden else None
        case WagerOpened(secret=True):
            return (GM,)
        case Staked(wager=wager) | StakesShown(wager=wager) | Tossed(wager=wager):
            return next(w.to for w in state.wagers if w.id == wager)
    return None
