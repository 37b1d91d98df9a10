"""A table as a value: the fold of its log. Core meets system here: one log, one gate, undo, audiences, keys.

The law: state is what the log tells. Undo changes which records count, so it lives here and no system knows it.
Whatever counts (answers given, undone actions seen) is kept per seat, so that nothing hidden shows in a key.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from paravent.core import events as ev
from paravent.core.cast import (
    Core,
    DrawRef,
    audience_of,
    count_draw,
    evolve_core,
    eyes_of,
    hand_of,
    name_of,
    speaks_as,
    thrown,
)
from paravent.core.codec import canonical, digest
from paravent.core.desk import decide_core, desk, throws
from paravent.core.offers import LATE, Waiting, admit
from paravent.core.refusals import Refusal
from paravent.core.remembered import Aside, Remembered
from paravent.core.sight import SIGHT, Eyes, project
from paravent.core.standing import SHARED_OPTIONS, Past, procedures
from paravent.core.system import Odds, System, drive
from paravent.core.values import CHANCE, GM, Who, replace

S = TypeVar("S")

RECENT = 64
"""How many states of a system have their questions remembered."""
UNDO_REACH = 60
"""How many actions back an undo may go; a table keeps at least so many in memory."""


@dataclass(frozen=True, slots=True)
class Record:
    """One fact in a table's log. Records made by one command share its `action` number.

    audience   who may know it, fixed when it was written; None: everyone
    hand       for a drawn answer, whose throw it was
    draw       where a drawn answer came from; None for typed ones and for facts without chance
    typed      a drawn answer was typed from real dice or cards (TAB-03)
    asked      for a drawn answer, what was asked of chance and what it answered, as canonical JSON
    """

    version: int
    action: int
    seat: Who
    command: str
    at: int
    event: Any
    audience: tuple[Who, ...] | None = None
    hand: Who | None = None
    draw: DrawRef | None = None
    typed: bool = False
    asked: str = ""


@dataclass(frozen=True, slots=True)
class Tally:
    """What one seat knows to have happened: its own commands, and the undone actions it saw."""

    answered: int = 0
    undos: int = 0


@dataclass(frozen=True)
class Game(Generic[S]):
    """The state of a table: the shared part, the system's part, each seat's tally, and where the log stands.

    by_hand    the throws in the air when « hasard » last changed: real dice or cards stay awaited for them (TAB-17)
    """

    core: Core
    world: S
    tallies: Mapping[Who, Tally] = field(default_factory=lambda: MappingProxyType({}))
    version: int = 0
    action: int = 0
    by_hand: frozenset[str] = frozenset()

    def tally(self, seat: Who) -> Tally:
        return self.tallies.get(seat, Tally())


def open_game(system: System[S], event: ev.TableOpened) -> Game[S]:
    """The game before its first record, made from what that record will say."""
    return Game(Core(), system.start(event.pack, dict(event.options)))


def apply(system: System[S], game: Game[S], r: Record, *, void: bool = False) -> Game[S]:
    """Fold one record. A void (undone) one still counts for chance and tallies, never for state."""
    core, world = game.core, game.world
    if not void:
        core = evolve_core(core, r.event)
        if not isinstance(r.event, ev.Undone):
            world = system.evolve(world, r.event)
    if r.draw is not None:
        core = count_draw(core, r.draw)
    if r.hand is not None:
        core = thrown(core, r.hand)
    tallies = game.tallies
    if r.action != game.action and r.seat:
        was = game.tally(r.seat)
        tallies = MappingProxyType({**tallies, r.seat: replace(was, answered=was.answered + 1)})
    if isinstance(r.event, ev.Undone):
        saw = [s.id for s in core.seats if eyes_of(core, s.id).among(r.audience)]
        undone = {s: replace(t, undos=t.undos + 1) for s in saw for t in [tallies.get(s, Tally())]}
        tallies = MappingProxyType({**tallies, **undone})
    by_hand = game.by_hand
    if by_hand and r.action != game.action:
        # Only between two actions is the system at rest, and can be asked what is in the air.
        by_hand &= _in_the_air(system, game)
    if not void and _changes_hands(r.event):
        by_hand |= _in_the_air(system, game)
    return Game(core, world, tallies, r.version, r.action, by_hand)


def _changes_hands(event: Any) -> bool:
    return isinstance(event, ev.OptionSet) and event.name == "hasard"


def _in_the_air(system: System[S], game: Game[S]) -> frozenset[str]:
    """The throws still awaited. The table throws its own at once, so someone's hand holds them."""
    return frozenset(repr(w.topic) for w in chances(system, game))


def thrown_by(game: Game[Any], w: Waiting) -> ev.Hand:
    """Who answers a throw: real dice or cards, or the table (TAB-03, TAB-17)."""
    return "reel" if repr(w.topic) in game.by_hand else hand_of(game.core, w.hand)


def void_versions(records: Iterable[Record]) -> set[int]:
    """The versions undo has taken back; lasting facts stay (`events.LASTING`)."""
    void: set[int] = set()
    reach: int | None = None
    for r in reversed(list(records)):
        if isinstance(r.event, ev.Undone):
            reach = r.event.upto if reach is None else min(reach, r.event.upto)
        elif reach is not None and r.version > reach and not isinstance(r.event, ev.LASTING):
            void.add(r.version)
    return void


def fold(system: System[S], base: Game[S], records: Sequence[Record]) -> Game[S]:
    """The game after `records`, which follow `base`; every undo among them reaches no further back than `base`."""
    void = void_versions(records)
    game = base
    for r in records:
        game = apply(system, game, r, void=r.version in void)
    return game


def all_options(system: System[Any]) -> tuple[Any, ...]:
    """The options of a table: those every table has, then the system's."""
    return (*SHARED_OPTIONS, *system.options)


def _asker(system: System[Any]) -> Remembered[Any, tuple[Waiting, ...]]:
    return Remembered(system.waiting, RECENT)


_asked = Remembered(_asker, most=64)


def questions(system: System[S], world: S) -> tuple[Waiting, ...]:
    """The system's own questions. Most commands leave its state alone, so those of the latest states are remembered."""
    return _asked(system)(world)


def _own_questions(system: System[S], game: Game[S]) -> tuple[Waiting, ...]:
    return () if game.core.archived else questions(system, game.world)


def waitings(system: System[S], game: Game[S], past: Sequence[Past] = ()) -> tuple[Waiting, ...]:
    """Everything that may be done now, by anyone: the system's questions, then the shared ones."""
    mine = _own_questions(system, game)
    names = system.milestones(game.world) if system.milestones else ()
    return (*mine, *desk(game.core, all_options(system), past, procedures(mine), names))


def chances(system: System[S], game: Game[S]) -> tuple[Waiting, ...]:
    """The waitings that chance answers, in the order of `waitings`."""
    return tuple(w for w in (*_own_questions(system, game), *throws(game.core)) if w.who == CHANCE)


def answerable(game: Game[Any], seat: Who, all_waitings: Iterable[Waiting]) -> tuple[Waiting, ...]:
    """The waitings this seat may answer; chance's too, where its hand (or a game master's) may type real dice."""
    names = speaks_as(game.core, seat)
    asked = (w for w in all_waitings if w.who in names or (w.who == CHANCE and _may_type(w, names)))
    return tuple(put for w in asked if (put := w.put_to(seat)).offers)


def _may_type(w: Waiting, names: frozenset[Who]) -> bool:
    return w.hand in names or GM in names


def key_of(table_key: bytes, game: Game[Any], seat: Who, w: Waiting) -> str:
    """The opaque name of a question for one seat: it changes with the question, with each undo the seat saw, and,
    for a standing question, with each of the seat's own answers."""
    tally = game.tally(seat)
    question = [seat, repr(w.topic), tally.undos, 0 if w.holds else tally.answered]
    return hmac.digest(table_key, canonical(question).encode(), "sha256").hex()[:32]


def gate(game: Game[Any], seat: Who, waiting: Waiting, command: Any) -> None:
    """Let `command` through, or refuse it; the one place where legality and authority meet."""
    names: set[Who] = set(speaks_as(game.core, seat))
    if waiting.who == CHANCE and _may_type(waiting, frozenset(names)):
        names.add(CHANCE)
        if game.core.option("hasard", "libre") == "table" and thrown_by(game, waiting) == "table":
            raise Refusal("TAB-03", "à cette table, c’est la table qui tire dés et cartes")
    admit((waiting.put_to(seat),), names, command)


def created(seat: Who, command: str) -> str:
    """The id of what the command of that id creates: it tells nothing of how many came before."""
    return digest(f"{seat}/{command}")[:16]


@dataclass(frozen=True, slots=True)
class Fact:
    """An event about to be written, with its audience."""

    event: Any
    audience: tuple[Who, ...] | None


def decide(
    system: System[S],
    game: Game[S],
    w: Waiting,
    author: Who,
    command: Any,
    new_id: str,
    records: Sequence[Record],
) -> tuple[Game[S], tuple[Fact, ...]]:
    """What an admitted command does: the facts to write, and the game after them (undo excepted: fold anew).

    `records` are those in memory, for what an undo takes back; `new_id` names what the command creates.
    """
    first: tuple[Any, ...] | None = decide_core(
        game.core, w, author, command, new_id, procedures(questions(system, game.world))
    )
    if first is None:
        first = system.decide(game.world, w, command, new_id)
    if isinstance(first[0], ev.SecretRevealed):
        first = (_revealing(system, game.world, records, first[0].action),)
    if isinstance(first[0], ev.Undone):
        return game, (Fact(first[0], _undo_audience(game.core, records, first[0].upto)),)
    return unfold(system, game, first)


def unfold(system: System[S], game: Game[S], first: tuple[Any, ...]) -> tuple[Game[S], tuple[Fact, ...]]:
    """Fold `first` and whatever the rules then do by themselves, each fact with its audience at that moment."""
    facts: list[Fact] = []

    def evolve(state: tuple[Core, S], event: Any) -> tuple[Core, S]:
        core, world = state
        shared = isinstance(event, ev.CoreEvent)
        facts.append(Fact(event, audience_of(core, event) if shared else system.audience(world, event)))
        return evolve_core(core, event), system.evolve(world, event)

    def follow(state: tuple[Core, S]) -> tuple[Any, ...]:
        return system.follow(state[1])

    (core, world), _ = drive(evolve, follow, (game.core, game.world), first)
    by_hand = game.by_hand | _in_the_air(system, game) if any(map(_changes_hands, first)) else game.by_hand
    return replace(game, core=core, world=world, by_hand=by_hand), tuple(facts)


def _revealing(system: System[S], world: S, records: Sequence[Record], action: int) -> ev.SecretRevealed:
    """What of an action may be shown now, and was not before."""
    secret = [r for r in records if r.action == action and r.audience is not None]
    before = [r.event for r in records if isinstance(r.event, ev.SecretRevealed) and r.event.action == action]
    kept = system.withheld or (lambda _, __: False)
    facts = [r for r in secret if not (any(tells(e, r) for e in before) or kept(world, r.event))]
    if facts == secret:
        return ev.SecretRevealed(action)
    # What players never know of in any case makes no line, and is not worth one.
    some = any(type(r.event) in SIGHT for r in facts)
    return ev.SecretRevealed(action, tuple(r.version for r in facts) if some else ())


def tells(shown: ev.SecretRevealed, r: Record) -> bool:
    """Whether a secret shown later tells this fact, to whoever did not know it."""
    mine = r.action == shown.action and r.audience is not None
    return mine and (shown.facts is None or r.version in shown.facts)


def _undo_audience(core: Core, records: Sequence[Record], upto: int) -> tuple[Who, ...] | None:
    """Those who saw something of what is undone: undoing a hidden action changes nothing for the others."""
    already = void_versions(records)
    gone = [r for r in records if r.version > upto and r.version not in already]
    gone = [r for r in gone if not isinstance(r.event, ev.LASTING)]
    if any(r.audience is None for r in gone):
        return None
    saw = [s.id for s in core.seats if any(eyes_of(core, s.id).among(r.audience) for r in gone)]
    return (GM, *(s for s in saw if s not in core.game_masters))


def view_of(game: Game[Any], seat: Who) -> Any:
    """The system's state as the seat may see it, as plain JSON."""
    return project(game.world, eyes_of(game.core, seat))


def names_for(core: Core, eyes: Eyes | None = None) -> Callable[[str], str]:
    """How this table calls everyone, for one viewer."""
    return lambda id: name_of(core, id, eyes)


def _weigher(system: System[Any]) -> Callable[[Any, Waiting], Odds | None]:
    """The chances of a system's questions, those of its latest states remembered: each seat is told the same ones."""
    of_world = Aside[Any, tuple[Waiting, Odds | None]](RECENT)

    def weighed(world: Any, w: Waiting) -> Odds | None:
        known = of_world(world)
        found = known.get(id(w))
        if found is None or found[0] is not w:
            found = known[id(w)] = w, system.odds(world, w)
        return found[1]

    return weighed


_weighed = Remembered(_weigher, most=64)


def odds_for(system: System[S], game: Game[S], seat: Who, w: Waiting) -> Odds | None:
    """The exact chances a seat may see beside a waiting: only if it may read every sheet they tell about (TAB-11)."""
    eyes = eyes_of(game.core, seat)
    if game.core.odds_hidden and not eyes.game_master:
        return None
    return _told_to(eyes, _weighed(system)(game.world, w))


def odds_withheld(system: System[S], game: Game[S], seat: Who, w: Waiting) -> bool:
    """Whether the game masters keep from a seat the chances that it would see beside a waiting."""
    eyes = eyes_of(game.core, seat)
    hidden = game.core.odds_hidden and not eyes.game_master
    return hidden and _told_to(eyes, _weighed(system)(game.world, w)) is not None


def supposed_for(
    system: System[S], game: Game[S], seat: Who, w: Waiting, raw: Mapping[str, Any]
) -> Odds | None:
    """The chances of a waiting if it were otherwise (« et si »), for a seat that sees those it has; `Refusal` for what
    may not be supposed."""
    odds = odds_for(system, game, seat, w)
    if odds is None or odds.supposes is None or system.supposed is None:
        return None
    command = odds.supposes.read(raw)
    if (flaw := odds.supposes.why_not(command)) is not None:
        raise Refusal(odds.supposes.rule, flaw[1], flaw[0])
    return _told_to(eyes_of(game.core, seat), system.supposed(game.world, w, command))


def _told_to(eyes: Eyes, odds: Odds | None) -> Odds | None:
    if odds is None or eyes.game_master or set(odds.reveals) <= eyes.sheets:
        return odds
    return _told_to(eyes, odds.instead)


def stale() -> Refusal:
    """An answer to a question that is no longer asked, or was never this seat's."""
    return Refusal("TAB-08", LATE, stale=True)
