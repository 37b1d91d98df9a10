"""The books every system with characters keeps of shared facts: options, seats, proposals, the cast (TAB-10)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from paravent.core import events as ev
from paravent.core.values import Who, replace


class Roster(Protocol):
    """A state with characters, each a value with an `actor`; `pending` are (seat, actor) that await an answer."""

    @property
    def options(self) -> tuple[tuple[str, str], ...]: ...
    @property
    def seats(self) -> tuple[Who, ...]: ...
    @property
    def pending(self) -> tuple[tuple[Who, Who], ...]: ...
    @property
    def characters(self) -> tuple[Any, ...]: ...


R = TypeVar("R", bound=Roster)


def with_fields(game: R, **fields: Any) -> R:
    """The state with fields replaced."""
    state: Any = game
    changed: R = replace(state, **fields)
    return changed


def change(game: R, actor: Who, **fields: Any) -> R:
    """The state with fields of one character replaced; unchanged when there is none."""
    if all(c.actor != actor for c in game.characters):
        return game
    changed = tuple(replace(c, **fields) if c.actor == actor else c for c in game.characters)
    return with_fields(game, characters=changed)


def evolve_roster(game: R, event: object, character: Callable[..., Any]) -> R:
    """What shared facts do to the cast. Other facts pass through.

    `character` is the class of a character, of whoever is cast: it takes actor, name, extra, hidden, accepted, public.
    """
    match event:
        case ev.OptionSet(name, chosen):
            return with_fields(game, options=tuple(sorted({**dict(game.options), name: chosen}.items())))
        case ev.SeatTaken(seat, _, role):
            others = tuple(s for s in game.seats if s != seat)
            return with_fields(game, seats=(*others, seat) if role == "joueur" else others)
        case ev.SeatRemoved(seat):
            return with_fields(game, seats=tuple(s for s in game.seats if s != seat))
        case ev.ActorCast(actor, name, seat, extra, hidden):
            new = character(actor, name, extra, hidden, accepted=extra, public=not extra)
            pending = game.pending if extra or not seat else (*game.pending, (seat, actor))
            return with_fields(game, characters=(*game.characters, new), pending=pending)
        case ev.ActorAccepted(actor):
            return change(_settled(game, actor), actor, accepted=True)
        case ev.ActorRefused(actor):
            left = tuple(c for c in game.characters if c.actor != actor)
            return with_fields(_settled(game, actor), characters=left)
        case ev.ActorGiven(actor):
            return change(game, actor, extra=False)
        case ev.ActorRenamed(actor, name):
            return change(game, actor, name=name)
        case ev.ActorRevealed(actor):
            return change(game, actor, hidden=False)
        case ev.SheetShared(actor, public):
            return change(game, actor, public=public)
        case _:
            return game


def _settled(game: R, actor: Who) -> R:
    """A proposal has its answer."""
    return with_fields(game, pending=tuple(p for p in game.pending if p[1] != actor))
