"""Who sees what. `project` is the only door to pages, streams, exports, errors and sheets (TAB-07, TAB-14).

Private by default: a class says, with `@seen`, which of its fields which people see; an undeclared class does not
exist for players, its kind and count included. A projected view is plain JSON of another type than what it shows,
so it can never be written back.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from typing import Any, TypeVar

from paravent.core.values import GM, Who

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Eyes:
    """One viewer, as far as seeing goes.

    who      every name the viewer answers to: the seat itself, its actors, « mj » for a game master
    sheets   the actors whose sheet the viewer may read
    hidden   the actors whose very existence is hidden from the viewer
    """

    seat: Who
    who: frozenset[Who]
    sheets: frozenset[Who] = frozenset()
    hidden: frozenset[Who] = frozenset()

    @property
    def game_master(self) -> bool:
        return GM in self.who

    def among(self, audience: tuple[Who, ...] | None) -> bool:
        """Whether the viewer belongs to an audience (None: everyone; the game masters belong to all)."""
        return audience is None or self.game_master or not self.who.isdisjoint(audience)


@dataclass(frozen=True, slots=True)
class Marks:
    """What `@seen` declared: fields for all, for readers of the actor's sheet, for the actor's own player."""

    all: frozenset[str]
    sheet: frozenset[str]
    own: frozenset[str]


SIGHT: dict[type, Marks] = {}


def seen(*, all: str = "", sheet: str = "", own: str = "") -> Callable[[type[T]], type[T]]:
    """Declare the fields each may see, names separated by spaces; a name that is no field is an error at import.

    `sheet` and `own` need an `actor` field, which says whose.
    """

    def mark(cls: type[T]) -> type[T]:
        marks = Marks(frozenset(all.split()), frozenset(sheet.split()), frozenset(own.split()))
        names = {f.name for f in fields(cls)}  # type: ignore[arg-type]  # every value is a dataclass
        if unknown := (marks.all | marks.sheet | marks.own) - names:
            raise TypeError(f"{cls.__name__} has no field {sorted(unknown)}")
        if (marks.sheet or marks.own) and "actor" not in names:
            raise TypeError(f"{cls.__name__} needs an actor field")
        SIGHT[cls] = marks
        return cls

    return mark


def project(thing: Any, eyes: Eyes, *, told: bool = False) -> Any:
    """What `eyes` may see of a value, as plain JSON; None when they may not know it exists.

    `told`: a record's audience, or a later reveal, already let the viewer know; the value's own `to` does not count.
    """
    cls = type(thing)
    if cls in PLAIN:
        return thing
    if isinstance(thing, tuple):
        # Most are of plain values: a deck, a list of names.
        return [
            v for x in thing if (v := x if type(x) in PLAIN else project(x, eyes)) is not None or x is None
        ]
    return _project_value(thing, eyes, told) if is_dataclass(cls) else thing


PLAIN = frozenset((str, int, bool, type(None)))
"""What shows as it is: nearly all that a state is made of."""


def _project_value(thing: Any, eyes: Eyes, told: bool) -> dict[str, Any] | None:
    cls: Any = type(thing)
    if eyes.game_master:
        names = _every(cls)
    else:
        actor = getattr(thing, "actor", None)
        if cls not in SIGHT or actor in eyes.hidden:
            return None
        if not told and not eyes.among(getattr(thing, "to", None)):
            return None
        own = actor in eyes.who
        names = _shown(cls, sheet=own or actor in eyes.sheets, own=own)
    view: dict[str, Any] = {"kind": cls.__name__}
    for name in names:
        field = getattr(thing, name)
        view[name] = field if type(field) in PLAIN else project(field, eyes)
    return view


@cache
def _every(cls: Any) -> tuple[str, ...]:
    return tuple(f.name for f in fields(cls) if f.name != "kind")


@cache
def _shown(cls: Any, *, sheet: bool, own: bool) -> tuple[str, ...]:
    marks = SIGHT[cls]
    names = marks.all | (marks.sheet if sheet else frozenset()) | (marks.own if own else frozenset())
    return tuple(name for name in _every(cls) if name in names)
