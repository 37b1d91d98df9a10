"""The part of a table's state that every system shares: seats, cast, time, words, pending free dice, chance."""

from __future__ import annotations

from typing import Literal, TypeVar, get_args

from paravent.core import events as ev
from paravent.core.sight import Eyes
from paravent.core.values import CHANCE, GM, NOBODY, Who, replace, value

T = TypeVar("T")

GM_WORDS = ("la meneuse", "le meneur", "le MJ", "la MJ")
SESSION_WORDS = ("séance", "épisode")


@value
class Seat:
    """A person at the table, on however many devices. `once`: `hand` overrides `usual` for the next throw only."""

    id: Who
    name: str
    role: ev.Role
    removed: bool = False
    absent: bool = False
    usual: ev.Hand = "table"
    once: ev.Hand | None = None
    secrecy: bool = False


@value
class Actor:
    """A character. `extra`: the game masters' own; `public`: its sheet may be read by all."""

    id: Who
    name: str
    seat: Who
    extra: bool
    hidden: bool
    accepted: bool
    public: bool


@value
class FreeRoll:
    """Free dice in the air."""

    roll: str
    author: Who
    dice: tuple[int, ...]
    why: str
    to: tuple[Who, ...] | None


@value
class Share:
    """A player's contribution to an epoch of chance: its print, then the share itself (hexadecimal)."""

    seat: Who
    print: str
    share: str = ""


@value
class Epoch:
    """One secret's life: committed, perhaps contributed to, its key fixed at the first open draw, then revealed."""

    number: int
    commitment: str = ""
    sealed_commitment: str = ""
    shares: tuple[Share, ...] = ()
    fixed: tuple[tuple[Who, str], ...] | None = None
    open_draws: int = 0
    sealed_draws: int = 0
    revealed: bool = False


@value
class Core:
    """What every table has. `session` and `scene` are the numbers of the last ones opened."""

    name: str = ""
    system: str = ""
    archived: bool = False
    options: tuple[tuple[str, str], ...] = ()
    game_master_word: str = GM_WORDS[0]
    session_word: str = SESSION_WORDS[0]
    seats: tuple[Seat, ...] = ()
    actors: tuple[Actor, ...] = ()
    claims: tuple[tuple[str, Who], ...] = ()
    scenario: str = ""
    session: int = 0
    session_open: bool = False
    scene: int = 0
    scene_open: bool = False
    scene_title: str = ""
    scene_text: str = ""
    odds_hidden: bool = False
    rolls: tuple[FreeRoll, ...] = ()
    epoch: Epoch = Epoch(0)

    def seat(self, id: Who) -> Seat | None:
        return next((s for s in self.seats if s.id == id), None)

    def actor(self, id: Who) -> Actor | None:
        return next((a for a in self.actors if a.id == id), None)

    def option(self, name: str, default: str = "") -> str:
        return dict(self.options).get(name, default)

    @property
    def game_masters(self) -> tuple[Who, ...]:
        return tuple(s.id for s in self.seats if s.role == "mj" and not s.removed)


def own_actors(core: Core, seat: Who) -> frozenset[Who]:
    """The characters a seat plays."""
    return frozenset(a.id for a in core.actors if a.seat == seat)


def eyes_of(core: Core, seat: Who) -> Eyes:
    """What the seat may see now; a removed or unknown seat sees what a stranger would: nothing hidden, no sheet."""
    s = core.seat(seat)
    if s is None or s.removed:
        return Eyes(seat, frozenset(), frozenset(), frozenset(a.id for a in core.actors))
    if s.role == "mj":
        every = frozenset(a.id for a in core.actors)
        return Eyes(seat, frozenset({seat, GM}) | every, every)
    own = own_actors(core, seat)
    sheets = own | {a.id for a in core.actors if a.public and not a.hidden}
    return Eyes(seat, frozenset({seat}) | own, sheets, frozenset(a.id for a in core.actors if a.hidden) - own)


def public_eyes(core: Core) -> Eyes:
    """What the whole table may see and no more: what somebody watches who was told nothing aside."""
    sheets = frozenset(a.id for a in core.actors if a.public and not a.hidden)
    return Eyes(NOBODY, frozenset(), sheets, frozenset(a.id for a in core.actors if a.hidden))


def speaks_as(core: Core, seat: Who) -> frozenset[Who]:
    """Every name the seat may answer for. Authority is decided here and nowhere else.

    A game master also answers for characters nobody plays and for people marked absent or gone.
    """
    s = core.seat(seat)
    if s is None or s.removed:
        return frozenset()
    own = frozenset({seat}) | own_actors(core, seat)
    if s.role != "mj":
        return own
    idle = {o.id for o in core.seats if o.absent or o.removed} | {NOBODY}
    return own | {GM} | (idle - {NOBODY}) | {a.id for a in core.actors if a.extra or a.seat in idle}


def keeper_of(core: Core, who: Who) -> Who:
    """The seat whose habit decides how `who` throws: its player's, or the first game master's."""
    actor = core.actor(who)
    if actor and not actor.extra and (s := core.seat(actor.seat)) and not s.removed:
        return s.id
    if core.seat(who):
        return who
    return core.game_masters[0] if core.game_masters else NOBODY


def hand_of(core: Core, who: Who) -> ev.Hand:
    """How `who` throws next: with real dice or cards, or by the table (TAB-03)."""
    allowed = core.option("hasard", "libre")
    if allowed != "libre":
        return "reel" if allowed == "reel" else "table"
    s = core.seat(keeper_of(core, who))
    return (s.once or s.usual) if s else "table"


def table_may_throw(core: Core) -> bool:
    """Whether the table may draw in place of whoever is awaited: not where dice and cards are always real ones (TAB-03,
    TAB-17)."""
    return core.option("hasard", "libre") != "reel"


def name_of(core: Core, id: str, eyes: Eyes | None = None) -> str:
    """The French name the table gives an actor, a seat or a role; hidden actors stay « quelqu’un »."""
    if id == GM:
        return core.game_master_word
    if id == CHANCE:
        return "la table"
    if actor := core.actor(Who(id)):
        hidden = eyes is not None and actor.id in eyes.hidden
        return "quelqu’un" if hidden else actor.name
    if seat := core.seat(Who(id)):
        return seat.name
    return "quelqu’un"


def audience_of(core: Core, event: ev.CoreEvent) -> tuple[Who, ...] | None:
    """Who may know a shared fact, decided when it is written; None: everyone."""
    match event:
        case ev.Noted(author, _, to):
            return None if to is None else (author, *(w for w in to if w != author))
        case ev.FreeRollAsked(to=to) | ev.Abandoned(to=to):
            return to
        case ev.FreeRolled(roll=roll):
            return next((r.to for r in core.rolls if r.roll == roll), None)
        case ev.SeatClaimed() | ev.ClaimSettled():
            return (GM,)
        case ev.ActorCast(hidden=True):
            return (GM,)
        case ev.ActorGiven(actor, seat):
            return _who_knows(core, actor, seat)
        case ev.ActorRenamed(actor=actor) | ev.SheetShared(actor=actor):
            return _who_knows(core, actor)
        case _:
            return None


def _who_knows(core: Core, id: Who, *more: Who) -> tuple[Who, ...] | None:
    """Who may know of an actor's fact: everyone, or for a hidden one the game masters and whoever plays it."""
    found = core.actor(id)
    if found is None or not found.hidden:
        return None
    return (GM, *dict.fromkeys(s for s in (found.seat, *more) if s != NOBODY))


def _put(items: tuple[T, ...], new: T, id: str) -> tuple[T, ...]:
    """`items` with the one called `id` replaced."""
    return tuple(new if x.id == id else x for x in items)  # type: ignore[attr-defined]  # seats and actors


def _seat(core: Core, id: Who, **changes: object) -> Core:
    found = core.seat(id)
    if found is None:
        return core
    return replace(core, seats=_put(core.seats, replace(found, **changes), id))


def _actor(core: Core, id: Who, **changes: object) -> Core:
    found = core.actor(id)
    if found is None:
        return core
    return replace(core, actors=_put(core.actors, replace(found, **changes), id))


SHARED = frozenset(get_args(ev.CoreEvent))
"""The facts of every table: most of a long log are its system's, and concern no one here."""


def evolve_core(core: Core, event: object) -> Core:
    """Bookkeeping of shared facts; system events pass through unchanged."""
    if type(event) not in SHARED:
        return core
    match event:
        case ev.TableOpened(name, system, _, _, options):
            return replace(core, name=name, system=system, options=options)
        case ev.TableRenamed(name):
            return replace(core, name=name)
        case ev.TableArchived(archived):
            return replace(core, archived=archived)
        case ev.OptionSet(name, chosen):
            return replace(core, options=(*((n, v) for n, v in core.options if n != name), (name, chosen)))
        case ev.WordsChosen(game_master, session):
            return replace(core, game_master_word=game_master, session_word=session)
        case ev.OddsHidden(hidden):
            return replace(core, odds_hidden=hidden)
        case ev.FreeRollAsked(roll, author, dice, why, to):
            return replace(core, rolls=(*core.rolls, FreeRoll(roll, author, dice, why, to)))
        case ev.FreeRolled(roll=roll):
            return replace(core, rolls=tuple(r for r in core.rolls if r.roll != roll))
        case ev.Abandoned():
            return core
    for part in (_evolve_people, _evolve_cast, _evolve_time, _evolve_chance):
        if (after := part(core, event)) is not core:
            return after
    return core


def _evolve_people(core: Core, event: object) -> Core:
    match event:
        case ev.SeatTaken(seat, name, role):
            if core.seat(seat):
                return _seat(core, seat, name=name, role=role, removed=False)
            return replace(core, seats=(*core.seats, Seat(seat, name, role)))
        case ev.SeatRenamed(seat, name):
            return _seat(core, seat, name=name)
        case ev.SeatRemoved(seat):
            left = tuple(c for c in core.claims if c[1] != seat)
            return replace(_seat(core, seat, removed=True), claims=left)
        case ev.SeatClaimed(seat, claim):
            return replace(core, claims=(*core.claims, (claim, seat)))
        case ev.ClaimSettled(_, claim, _):
            return replace(core, claims=tuple(c for c in core.claims if c[0] != claim))
        case ev.AbsenceMarked(seat, absent):
            return _seat(core, seat, absent=absent)
        case ev.HandChosen(seat, hand, once):
            return _seat(core, seat, once=hand) if once else _seat(core, seat, usual=hand, once=None)
        case ev.SecrecyGranted(seat, granted):
            return _seat(core, seat, secrecy=granted)
        case _:
            return core


def _evolve_cast(core: Core, event: object) -> Core:
    match event:
        case ev.ActorCast(actor, name, seat, extra, hidden):
            new = Actor(actor, name, seat, extra, hidden, accepted=extra, public=not extra)
            return replace(core, actors=(*core.actors, new))
        case ev.ActorAccepted(actor):
            return _actor(core, actor, accepted=True)
        case ev.ActorRefused(actor, _):
            return replace(core, actors=tuple(a for a in core.actors if a.id != actor))
        case ev.ActorGiven(actor, seat):
            return _actor(core, actor, seat=seat, extra=False)
        case ev.ActorRenamed(actor, name):
            return _actor(core, actor, name=name)
        case ev.ActorRevealed(actor, _):
            return _actor(core, actor, hidden=False)
        case ev.SheetShared(actor, public):
            return _actor(core, actor, public=public)
        case _:
            return core


def _evolve_time(core: Core, event: object) -> Core:
    match event:
        case ev.ScenarioOpened(title):
            return replace(core, scenario=title)
        case ev.ScenarioClosed():
            return replace(core, scenario="")
        case ev.SessionOpened(number):
            return replace(core, session=number, session_open=True, scene=0, scene_open=False)
        case ev.SessionClosed():
            return replace(core, session_open=False)
        case ev.SceneOpened(number, title, text):
            return replace(core, scene=number, scene_open=True, scene_title=title, scene_text=text)
        case ev.SceneClosed():
            return replace(core, scene_open=False, scene_title="", scene_text="")
        case _:
            return core


def _evolve_chance(core: Core, event: object) -> Core:
    epoch = core.epoch
    match event:
        case ev.ChanceCommitted(number, commitment, sealed):
            return replace(core, epoch=Epoch(number, commitment, sealed))
        case ev.ContributionCommitted(_, seat, print_):
            others = tuple(s for s in epoch.shares if s.seat != seat)
            return replace(core, epoch=replace(epoch, shares=(*others, Share(seat, print_))))
        case ev.ContributionRevealed(_, seat, share):
            shares = tuple(replace(s, share=share) if s.seat == seat else s for s in epoch.shares)
            return replace(core, epoch=replace(epoch, shares=shares))
        case ev.KeyFixed(_, shares):
            return replace(core, epoch=replace(epoch, fixed=shares))
        case ev.ChanceRevealed():
            return replace(core, epoch=replace(epoch, revealed=True))
        case _:
            return core


Stream = Literal["open", "sealed"]


@value
class DrawRef:
    """Where a drawn answer came from: the nth draw of a stream of an epoch (`docs/hasard.md`)."""

    epoch: int
    stream: Stream
    n: int


def count_draw(core: Core, ref: DrawRef) -> Core:
    """Advance the draw counter past `ref`; it never goes back."""
    epoch = core.epoch
    if ref.epoch != epoch.number:
        return core
    if ref.stream == "open":
        return replace(core, epoch=replace(epoch, open_draws=max(epoch.open_draws, ref.n + 1)))
    return replace(core, epoch=replace(epoch, sealed_draws=max(epoch.sealed_draws, ref.n + 1)))


def thrown(core: Core, hand: Who) -> Core:
    """A throw uses up the « for once » choice of whoever threw."""
    keeper = core.seat(keeper_of(core, hand))
    return _seat(core, keeper.id, once=None) if keeper and keeper.once else core
