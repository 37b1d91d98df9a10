"""The standing questions of every table: the game masters' desk, each seat's own, proposals, free dice, chance."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from paravent.core import commands as co
from paravent.core import events as ev
from paravent.core.cast import GM_WORDS, SESSION_WORDS, Actor, Core, Epoch, FreeRoll, Seat, own_actors
from paravent.core.chances import Faces
from paravent.core.domains import Text, Whole, one_of, yes_or_no
from paravent.core.offers import Offer, Waiting, offer
from paravent.core.system import Option
from paravent.core.values import CHANCE, GM, NOBODY, Who, value

SHARED_OPTIONS = (
    Option(
        "hasard",
        "TAB-03",
        "Dés et cartes",
        (
            ("libre", "au choix de chaque personne"),
            ("table", "toujours tirés par la table"),
            ("reel", "toujours réels"),
        ),
    ),
)
"""Options of every table, before those of its system."""

RECENT = 256
"""For how many tables what each seat may do at any time is remembered."""
NO_EPOCH = Epoch(0)
SIDES = (2, 3, 4, 6, 8, 10, 12, 20, 100)
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


@dataclass(frozen=True, slots=True)
class Past:
    """An action that may be taken back or shown: its number, the version before it, a label, what it hides."""

    action: int
    upto: int
    label: str
    secret: bool


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


@dataclass(frozen=True, slots=True)
class Procedure:
    """A procedure that holds play: its id, and who may know of it (None: everyone)."""

    id: str
    to: tuple[Who, ...] | None


def procedures(waitings: Iterable[Waiting]) -> tuple[Procedure, ...]:
    """The procedures that hold play, in order; one that anybody may know of is public."""
    found: dict[str, tuple[Who, ...] | None] = {}
    for w in waitings:
        if w.holds and w.procedure:
            to = found.get(w.procedure, ())
            found[w.procedure] = None if to is None or w.to is None else tuple(dict.fromkeys((*to, *w.to)))
    return tuple(Procedure(id, to) for id, to in found.items())


def desk(
    core: Core, options: Sequence[Option], past: Sequence[Past], running: Sequence[Procedure]
) -> tuple[Waiting, ...]:
    """Every shared waiting. While a procedure is `running`, time may not move."""
    out = [_settling(core, claim, seat) for claim, seat in core.claims]
    out += [_judging(a) for a in core.actors if not a.accepted and not a.extra and a.seat]
    out += throws(core)
    back = _back(past, running)
    calm = replace(core, rolls=(), epoch=NO_EPOCH)
    for s, offers in _standing(calm, tuple(options), bool(running)):
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
    core: Core, options: tuple[Option, ...], busy: bool
) -> tuple[tuple[Seat, tuple[Offer, ...]], ...]:
    """What each seat may do at any time. Neither the dice in the air nor chance changes it, so it lasts many commands:
    the caller leaves them out of `core`."""
    out = []
    for s in core.seats:
        if s.removed or s.role == "spectateur":
            continue
        offers = _own(core, s)
        if s.role == "mj":
            offers = (
                *_time(core, busy),
                *offers,
                *_people(core),
                *_casting(core),
                *_table(core, options),
            )
        out.append((s, offers))
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


def _time(core: Core, busy: bool) -> tuple[Offer, ...]:
    wait = "une procédure est en cours\N{NO-BREAK SPACE}: terminez-la ou abandonnez-la" if busy else ""
    closed = wait or ("" if core.session_open else f"aucune {core.session_word} n’est ouverte")
    if core.session_word == "épisode" and not wait and not core.session_open:
        closed = "aucun épisode n’est ouvert"
    title = Text(120, required=True)
    return (
        offer(co.CloseSession, "TAB-05", barred=wait)
        if core.session_open
        else offer(co.OpenSession, "TAB-05", barred=wait),
        offer(co.OpenScene, "TAB-05", barred=closed, title=title, text=Text(2000, lines=True)),
        offer(
            co.CloseScene, "TAB-05", barred=wait or ("" if core.scene_open else "aucune scène n’est ouverte")
        ),
        offer(co.CloseScenario, "TAB-05", barred=wait)
        if core.scenario
        else offer(co.OpenScenario, "TAB-05", barred=wait, title=title),
        offer(co.ReachMilestone, "TAB-05", barred=wait, name=title),
    )


def _own(core: Core, s: Seat) -> tuple[Offer, ...]:
    """What any seat may do on its own: notes, free dice, its hand, its character."""
    readers = [(Who("tous"), "toute la table"), (GM, core.game_master_word), (s.id, "moi seulement")]
    readers += [(o.id, o.name) for o in core.seats if o.id != s.id and not o.removed and o.role == "joueur"]
    secret = yes_or_no() if s.role == "mj" or s.secrecy else one_of(((False, "non"),))
    out = [
        offer(co.Write, "TAB-02", text=Text(2000, required=True, lines=True), to=one_of(readers)),
        offer(
            co.ThrowDice,
            "TAB-03",
            count=Whole(1, 20),
            sides=one_of((n, f"D{n}") for n in SIDES),
            why=Text(120),
            secret=secret,
        ),
        offer(
            co.ChooseHand,
            "TAB-03",
            hand=one_of(
                (("table", "la table tire pour moi"), ("reel", "je lance mes dés, je tire mes cartes"))
            ),
            once=yes_or_no(),
            barred=""
            if core.option("hasard", "libre") == "libre"
            else "la table a réglé la question pour tout le monde",
        ),
    ]
    if s.role == "joueur":
        out.append(offer(co.MarkAbsent, "TAB-16", seat=one_of(((s.id, "moi"),)), absent=yes_or_no()))
        if mine := [(a.id, a.name) for a in core.actors if a.id in own_actors(core, s.id)]:
            public = one_of(
                ((True, "visible de toute la table"), (False, f"pour moi et {core.game_master_word}"))
            )
            out.append(offer(co.ShareSheet, "TAB-14", actor=one_of(mine), public=public))
    return tuple(out)


def _people(core: Core) -> tuple[Offer, ...]:
    here = [(o.id, o.name) for o in core.seats if not o.removed]
    players = [(o.id, o.name) for o in core.seats if not o.removed and o.role == "joueur"]
    guests = [(o.id, o.name) for o in core.seats if not o.removed and o.role != "mj"]
    out = [offer(co.RenameSeat, "TAB-16", seat=one_of(here), name=Text(200, required=True))]
    if players:
        out.append(offer(co.MarkAbsent, "TAB-16", seat=one_of(players), absent=yes_or_no()))
        out.append(offer(co.GrantSecrecy, "TAB-15", seat=one_of(players), granted=yes_or_no()))
    if guests:
        gone = "Cette personne ne verra plus la table et son lien cessera de marcher."
        out.append(offer(co.RemoveSeat, "TAB-16", seat=one_of(guests), grave=gone))
    return tuple(out)


def _casting(core: Core) -> tuple[Offer, ...]:
    out = []
    if hidden := [(a.id, a.name) for a in core.actors if a.hidden]:
        out.append(offer(co.RevealActor, "TAB-14", actor=one_of(hidden)))
    if core.actors:
        everyone = one_of((a.id, a.name) for a in core.actors)
        out.append(offer(co.ShareSheet, "TAB-14", actor=everyone, public=yes_or_no()))
        seats = [(NOBODY, "personne")] + [
            (s.id, s.name) for s in core.seats if s.role == "joueur" and not s.removed
        ]
        out.append(offer(co.GiveActor, "TAB-10", actor=everyone, seat=one_of(seats)))
    return tuple(out)


def _table(core: Core, options: Sequence[Option]) -> tuple[Offer, ...]:
    current = dict(core.options)
    choices = [
        (f"{o.name}={v}", f"{o.label}\N{NO-BREAK SPACE}: {label}")
        for o in options
        for v, label in o.choices
        if current.get(o.name, o.default) != v
    ]
    return (
        offer(co.SetOption, "TAB-17", choice=one_of(choices)),
        offer(
            co.ChooseWords,
            "TAB-18",
            game_master=one_of((w, w) for w in GM_WORDS),
            session=one_of((w, w) for w in SESSION_WORDS),
        ),
        offer(co.HideOdds, "TAB-11", hidden=yes_or_no()),
        offer(co.RenameTable, "TAB-16", name=Text(120, required=True)),
        offer(
            co.ArchiveTable,
            "TAB-16",
            archived=one_of(((not core.archived, "non" if core.archived else "oui"),)),
        ),
    )


def _back(past: Sequence[Past], running: Sequence[Procedure]) -> tuple[Offer, ...]:
    """Taking back, showing, giving up."""
    out = []
    if past:
        out.append(offer(co.Undo, "TAB-06", upto=one_of((p.upto, p.label) for p in past)))
    if secrets := [(p.action, p.label) for p in past if p.secret]:
        out.append(offer(co.RevealSecret, "TAB-15", action=one_of(secrets)))
    if running:
        grave = "Ce qui a déjà été tiré ou dépensé le reste."
        which = one_of(
            (p.id, "la procédure en cours" if p.to is None else "la procédure secrète") for p in running
        )
        out.append(offer(co.Abandon, "TAB-06", procedure=which, why=Text(200), grave=grave))
    return tuple(out)


def _taking(core: Core, s: Seat) -> Waiting | None:
    """Asked while the seat plays nobody and a character waits to be played."""
    free = [(a.id, a.name) for a in core.actors if not a.seat and not a.extra and not a.hidden]
    if not free or own_actors(core, s.id):
        return None
    offers = (offer(co.TakeActor, "TAB-10", actor=one_of(free)),)
    return Waiting(ToTake(s.id), s.id, "TAB-10", offers, holds=False, to=(s.id,))


def _sharing(core: Core, s: Seat) -> Waiting | None:
    """Contributions: prints until someone reveals, then reveals; closed once the key is fixed (TAB-04)."""
    epoch = core.epoch
    if not epoch.number or epoch.revealed or epoch.fixed is not None or s.role == "mj":
        return None
    mine = next((x for x in epoch.shares if x.seat == s.id), None)
    if mine is None:
        if any(x.share for x in epoch.shares):
            return None
        offers: tuple[Offer, ...] = (offer(co.CommitShare, "TAB-04", print=Hex64()),)
    elif not mine.share:
        offers = (offer(co.RevealShare, "TAB-04", share=Hex64()),)
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
            return _decide_standing(core, author, seat, c, new_id)
        case _:
            return None


def _decide_standing(core: Core, author: Who, owner: Who, c: Any, new_id: str) -> tuple[ev.CoreEvent, ...]:
    """`owner` is whose question it was: a game master may settle it for an absent person, but writes as themself."""
    match c:
        case co.OpenSession():
            return (ev.SessionOpened(core.session + 1),)
        case co.CloseSession():
            scene = (ev.SceneClosed(core.scene),) if core.scene_open else ()
            return (*scene, ev.SessionClosed(core.session))
        case co.OpenScene(title, text):
            before = (ev.SceneClosed(core.scene),) if core.scene_open else ()
            return (*before, ev.SceneOpened(core.scene + 1, title, text))
        case co.CloseScene():
            return (ev.SceneClosed(core.scene),)
        case co.OpenScenario(title):
            return (ev.ScenarioOpened(title),)
        case co.CloseScenario():
            return (ev.ScenarioClosed(),)
        case co.ReachMilestone(name):
            return (ev.MilestoneReached(name),)
        case co.Write(text, reader):
            return (ev.Noted(author, text, None if reader == "tous" else (reader,)),)
        case co.ThrowDice(count, sides, why, secret):
            s = core.seat(author)
            to = None if not secret else (GM,) if s and s.role == "mj" else (author, GM)
            return (ev.FreeRollAsked(new_id, author, (sides,) * count, why, to),)
        case co.ChooseHand(hand, once):
            return (ev.HandChosen(owner, hand, once),)
        case co.MarkAbsent(seat, absent):
            return (ev.AbsenceMarked(seat, absent),)
        case co.RemoveSeat(seat):
            return (ev.SeatRemoved(seat),)
        case co.RenameSeat(seat, name):
            return (ev.SeatRenamed(seat, name),)
        case co.GrantSecrecy(seat, granted):
            return (ev.SecrecyGranted(seat, granted),)
        case co.TakeActor(actor):
            return (ev.ActorGiven(actor, owner),)
        case co.GiveActor(actor, seat):
            return (ev.ActorGiven(actor, seat),)
        case co.RevealActor(actor):
            found = core.actor(actor)
            return (ev.ActorRevealed(actor, found.name if found else ""),)
        case co.ShareSheet(actor, public):
            return (ev.SheetShared(actor, public),)
        case co.SetOption(choice):
            name, _, chosen = choice.partition("=")
            return (ev.OptionSet(name, chosen),)
        case co.ChooseWords(game_master, session):
            return (ev.WordsChosen(game_master, session),)
        case co.HideOdds(hidden):
            return (ev.OddsHidden(hidden),)
        case co.RenameTable(name):
            return (ev.TableRenamed(name),)
        case co.ArchiveTable(archived):
            return (ev.TableArchived(archived),)
        case co.Undo(upto):
            return (ev.Undone(upto),)
        case co.RevealSecret(action):
            return (ev.SecretRevealed(action),)
        case other:
            raise AssertionError(other)
