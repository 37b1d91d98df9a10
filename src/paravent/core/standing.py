"""What a seat may do at any time: move time, write, throw free dice, look after people, cast and table, take back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from paravent.core import commands as co
from paravent.core import events as ev
from paravent.core.cast import GM_WORDS, SESSION_WORDS, Core, Seat, name_of, own_actors
from paravent.core.domains import OneOf, Text, Whole, one_of, yes_or_no
from paravent.core.offers import Offer, Waiting, offer
from paravent.core.system import Option
from paravent.core.values import CHANCE, GM, NOBODY, Who

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

SIDES = (2, 3, 4, 6, 8, 10, 12, 20, 100)


@dataclass(frozen=True, slots=True)
class Past:
    """An action that may be taken back or shown: its number, the version before it, a label, what it hides."""

    action: int
    upto: int
    label: str
    secret: bool


@dataclass(frozen=True, slots=True)
class Procedure:
    """A procedure that holds play: who may know of it (None: everyone), the rule and the people it waits for."""

    id: str
    to: tuple[Who, ...] | None
    rule: str
    awaits: tuple[Who, ...]


def procedures(waitings: Iterable[Waiting]) -> tuple[Procedure, ...]:
    """The procedures that hold play, in order; one that anybody may know of is public."""
    open_: dict[str, list[Waiting]] = {}
    for w in waitings:
        if w.holds and w.procedure:
            open_.setdefault(w.procedure, []).append(w)
    return tuple(_procedure(id, asked) for id, asked in open_.items())


def _procedure(id: str, asked: Sequence[Waiting]) -> Procedure:
    told = [w.to for w in asked if w.to is not None]
    to = tuple(dict.fromkeys(who for to in told for who in to)) if len(told) == len(asked) else None
    awaits = tuple(dict.fromkeys(w.hand if w.who == CHANCE else w.who for w in asked))
    return Procedure(id, to, asked[0].rule, awaits)


def offers_at_any_time(
    core: Core, s: Seat, options: Sequence[Option], milestones: tuple[str, ...] = (), *, busy: bool
) -> tuple[Offer, ...]:
    """What the seat may do at any time. While play is `busy` with a procedure, time may not move (TAB-05)."""
    if s.role == "spectateur":
        return (_leaving(core),)
    own = _own(core, s)
    if s.role != "mj":
        return (*own, _leaving(core))
    return (*_time(core, milestones, busy), *own, *_people(core), *_casting(core), *_table(core, options))


def _time(core: Core, milestones: tuple[str, ...], busy: bool) -> tuple[Offer, ...]:
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
        offer(co.ReachMilestone, "TAB-05", barred=wait, name=Text(120, required=True, ideas=milestones)),
    )


def _own(core: Core, s: Seat) -> tuple[Offer, ...]:
    """What any seat may do on its own: notes, free dice, its hand, its character."""
    secret = yes_or_no() if s.role == "mj" or s.secrecy else one_of(((False, "non"),))
    out = [
        offer(co.Write, "TAB-02", text=Text(2000, required=True, lines=True), to=_readers(core, s)),
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


def _leaving(core: Core) -> Offer:
    """A game master never leaves: somebody must be able to let people in. Whom they send away, they remove."""
    grave = (
        "Tu rends ta place et ton lien cessera de marcher. Tes personnages restent à la table, confiés à "
        f"{core.game_master_word}."
    )
    return offer(co.LeaveTable, "TAB-16", grave=grave, personal=True)


def _readers(core: Core, s: Seat) -> OneOf[Who]:
    """Whom a note may be for. The game masters read every note (their export holds the whole log), and it is said."""
    leading = core.game_master_word
    with_them = "" if s.role == "mj" else f" et {leading}"
    return one_of(
        [
            (Who("tous"), "toute la table"),
            (GM, f"{leading} seulement"),
            *(
                (o.id, f"{o.name}{with_them}")
                for o in core.seats
                if o.id != s.id and not o.removed and o.role == "joueur"
            ),
        ]
    )


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
        offer(co.HideOdds, "TAB-11", hidden=one_of(((not core.odds_hidden, ""),))),
        offer(co.RenameTable, "TAB-16", name=Text(120, required=True)),
        offer(
            co.ArchiveTable,
            "TAB-16",
            archived=one_of(((not core.archived, "la rouvrir" if core.archived else "le jeu s’arrête"),)),
        ),
    )


def taking_back(core: Core, past: Sequence[Past], running: Sequence[Procedure]) -> tuple[Offer, ...]:
    """The game masters' undo, reveals, and giving up what runs (TAB-06, TAB-15)."""
    out = []
    if past:
        out.append(offer(co.Undo, "TAB-06", upto=one_of((p.upto, p.label) for p in past)))
    if secrets := [(p.action, p.label) for p in past if p.secret]:
        out.append(offer(co.RevealSecret, "TAB-15", action=one_of(secrets)))
    if running:
        grave = "Ce qui a déjà été tiré ou dépensé le reste."
        which = one_of((p.id, _called(core, p, alone=len(running) == 1)) for p in running)
        out.append(offer(co.Abandon, "TAB-06", procedure=which, why=Text(200), grave=grave))
    return tuple(out)


def _called(core: Core, p: Procedure, *, alone: bool) -> str:
    """A procedure's name among those that run: its rule and whom it waits for tell it from the others."""
    sort = "la procédure en cours" if p.to is None else "la procédure secrète"
    names = " et ".join(name_of(core, who) for who in p.awaits)
    return sort if alone else f"{sort} ({p.rule}, on attend {names})"


def decide_standing(core: Core, author: Who, owner: Who, c: Any, new_id: str) -> tuple[ev.CoreEvent, ...]:
    """The facts of what is done at any time.

    `owner` is whose question it was: a game master may settle it for an absent person, but writes as themself.
    """
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
        case co.LeaveTable():
            return (ev.SeatRemoved(owner),)
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
