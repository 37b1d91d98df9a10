"""The standing questions of every table: the game masters' desk, each seat's own, proposals, free dice, chance."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from paravent.core import commands as co
from paravent.core import events as ev
from paravent.core.cast import Actor, Core, Epoch, FreeRoll, Seat, own_actors
from paravent.core.chances import Faces
from paravent.core.domains import Text, one_of
from paravent.core.offers import Offer, Waiting, offer
from paravent.core.standing import Past, Procedure, decide_standing, offers_at_any_time, taking_back
from paravent.core.system import Option
from paravent.core.values import CHANCE, GM, Who, replace, value

RECENT = 256
"""For how many tables what each seat may do at any time is remembered."""
NO_EPOCH = Epoch(0)
HEX64 = re.compile(r"[0-9a-f]{64}")


@value
class ToHold:
    """A game master's standing question: what next?"""

    seat: Who


@value
class ToPlay:
    """A player's standing question."""

    seat: Who


@value
class ToJudge:
    """Is this character accepted? (TAB-10)"""

    actor: Who


@value
class ToSettle:
    """Is this claim to a lost seat granted? (TAB-16)"""

    claim: str


@value
class ToTake:
    """Which ready-made character will this seat play?"""

    seat: Who


@value
class ToThrow:
    """Free dice in the air."""

    roll: str


@value
class ToShare:
    """May this seat still put its share in the chance of this epoch? `printed`: its print is known, not the share."""

    seat: Who
    epoch: int
    printed: bool


@value
class Hex64:
    """Sixty-four hexadecimal digits."""

    def why_not(self, v: Any) -> str | None:
        fits = type(v) is str and HEX64.fullmatch(v)
        return None if fits else "il faut 64 chiffres hexadécimaux"

    def price(self, v: Any) -> int:
        return 0

    def size(self) -> int:
        return 16**64

    def each(self) -> Any:
        yield "0" * 64

    def pick(self, pick: Any, budget: int) -> str:
        return "".join("0123456789abcdef"[pick(16)] for _ in range(64))

    def read(self, raw: Any) -> str:
        return Text(64).read(raw).lower()


def desk(
    core: Core,
    options: Sequence[Option],
    past: Sequence[Past],
    running: Sequence[Procedure],
    milestones: tuple[str, ...] = (),
) -> tuple[Waiting, ...]:
    """Every shared waiting. While a procedure is `running`, time may not move; `milestones`: names at hand for one."""
    out = [_settling(core, claim, seat) for claim, seat in core.claims]
    out += [_judging(a) for a in core.actors if not a.accepted and not a.extra and a.seat]
    out += throws(core)
    back = taking_back(core, past, running)
    calm = replace(core, rolls=(), epoch=NO_EPOCH)
    for s, offers in _standing(calm, tuple(options), bool(running), milestones):
        if s.role == "mj":
            out.append(Waiting(ToHold(s.id), s.id, "TAB-01", (*offers, *back), holds=False, to=(s.id,)))
        else:
            out.append(Waiting(ToPlay(s.id), s.id, "TAB-01", offers, holds=False, to=(s.id,)))
        if s.role == "joueur" and (taking := _taking(core, s)) is not None:
            out.append(taking)
        if (sharing := _sharing(core, s)) is not None:
            out.append(sharing)
    return tuple(out)


@lru_cache(maxsize=RECENT)
def _standing(
    core: Core, options: tuple[Option, ...], busy: bool, milestones: tuple[str, ...]
) -> tuple[tuple[Seat, tuple[Offer, ...]], ...]:
    """What each seat may do at any time. Neither the dice in the air nor chance changes it, so it lasts many commands:
    the caller leaves them out of `core`."""
    out = []
    for s in core.seats:
        if s.removed:
            continue
        out.append((s, offers_at_any_time(core, s, options, milestones, busy=busy)))
    return tuple(out)


def _judging(actor: Actor) -> Waiting:
    offers = (offer(co.AcceptActor, "TAB-10"), offer(co.RefuseActor, "TAB-10", why=Text(300)))
    return Waiting(ToJudge(actor.id), GM, "TAB-10", offers, holds=False)


def _settling(core: Core, claim: str, seat: Who) -> Waiting:
    """Only the game masters know of it: to anyone else, the seat's own player included, nothing happens."""
    found = core.seat(seat)
    asked = one_of(((claim, found.name if found else seat),))
    granted = one_of(((True, "rendre la place"), (False, "refuser")))
    offers = (offer(co.SettleClaim, "TAB-16", claim=asked, granted=granted),)
    return Waiting(ToSettle(claim), GM, "TAB-16", offers, holds=False, to=(GM,))


def throws(core: Core) -> tuple[Waiting, ...]:
    """Free dice in the air."""
    return tuple(_throwing(r) for r in core.rolls)


def _throwing(r: FreeRoll) -> Waiting:
    faces = Faces(r.dice)
    return Waiting(
        ToThrow(r.roll),
        CHANCE,
        "TAB-03",
        (offer(co.Throw, "TAB-03", faces=faces),),
        holds=False,
        hand=r.author,
        to=r.to,
        sealed=r.to is not None,
    )


def _taking(core: Core, s: Seat) -> Waiting | None:
    """Asked while the seat plays nobody and a character waits to be played."""
    free = [(a.id, a.name) for a in core.actors if not a.seat and not a.extra and not a.hidden]
    if not free or own_actors(core, s.id):
        return None
    offers = (offer(co.TakeActor, "TAB-10", actor=one_of(free)),)
    return Waiting(ToTake(s.id), s.id, "TAB-10", offers, holds=False, to=(s.id,))


def _sharing(core: Core, s: Seat) -> Waiting | None:
    """Contributions: prints until someone reveals, then reveals; closed once the key is fixed (TAB-04).

    Nobody gives one in another's name: it is what a player need not trust the game masters for.
    """
    epoch = core.epoch
    if not epoch.number or epoch.revealed or epoch.fixed is not None or s.role != "joueur":
        return None
    mine = next((x for x in epoch.shares if x.seat == s.id), None)
    if mine is None:
        if any(x.share for x in epoch.shares):
            return None
        offers: tuple[Offer, ...] = (offer(co.CommitShare, "TAB-04", print=Hex64(), personal=True),)
    elif not mine.share:
        offers = (offer(co.RevealShare, "TAB-04", share=Hex64(), personal=True),)
    else:
        return None
    return Waiting(
        ToShare(s.id, epoch.number, mine is not None), s.id, "TAB-04", offers, holds=False, to=(s.id,)
    )


def decide_core(
    core: Core, w: Waiting, author: Who, c: Any, new_id: str, running: Sequence[Procedure]
) -> tuple[ev.CoreEvent, ...] | None:
    """The facts a shared command makes, or None when the command is the system's."""
    match w.topic, c:
        case ToJudge(actor), co.AcceptActor():
            return (ev.ActorAccepted(actor),)
        case ToJudge(actor), co.RefuseActor(why):
            return (ev.ActorRefused(actor, why),)
        case ToSettle(claim), co.SettleClaim(_, granted):
            return (ev.ClaimSettled(dict(core.claims)[claim], claim, granted),)
        case ToThrow(roll), co.Throw(faces):
            r = next(r for r in core.rolls if r.roll == roll)
            return (ev.FreeRolled(roll, r.author, r.dice, faces, r.why),)
        case ToShare(seat, epoch, False), co.CommitShare(print_):
            return (ev.ContributionCommitted(epoch, seat, print_),)
        case ToShare(seat, epoch, True), co.RevealShare(share):
            return (ev.ContributionRevealed(epoch, seat, share),)
        case ToHold(), co.Abandon(procedure, why):
            to = next(p.to for p in running if p.id == procedure)
            return (ev.Abandoned(procedure, why, to),)
        case ToHold(seat) | ToPlay(seat) | ToTake(seat), _:
            return decide_standing(core, author, seat, c, new_id)
        case _:
            return None
