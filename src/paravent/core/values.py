"""The only kind of object inside the rules: a frozen, slotted dataclass that knows its own name."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from operator import attrgetter
from typing import Any, Final, Literal, NewType, TypeVar, dataclass_transform

T = TypeVar("T")

Who = NewType("Who", str)
"""Whoever may answer or see: a seat, an actor (character), the game masters, or chance."""

GM: Final = Who("mj")
CHANCE: Final = Who("hasard")
NOBODY: Final = Who("")


@dataclass_transform(frozen_default=True)
def value(cls: type[T]) -> type[T]:
    """Make `cls` a frozen, slotted dataclass with a keyword-only `kind` tag, its class name.

    The tag lets unions of values travel as JSON without guessing (see `codec`).
    """
    cls.__annotations__ = {**cls.__annotations__, "kind": Literal[cls.__name__]}
    cls.kind = field(default=cls.__name__, kw_only=True, repr=False)  # type: ignore[attr-defined]  # a new field
    return dataclass(frozen=True, slots=True)(cls)


def replace(old: T, /, **changes: Any) -> T:
    """`dataclasses.replace`, in two thirds of the time: a long log is folded by little else. `TypeError` for a field
    that the value does not have."""
    cls: Any = old.__class__
    kept = _kept_of(cls)
    if kept is None or not changes.keys() <= kept[0].keys():
        return dataclasses.replace(old, **changes)  # type: ignore[type-var]  # what is no dataclass is refused there
    places, read = kept
    now = list(read(old))
    for name, changed in changes.items():
        now[places[name]] = changed
    made: T = cls(*now)
    return made


@cache
def _kept_of(cls: type) -> tuple[dict[str, int], Callable[[Any], tuple[Any, ...]]] | None:
    """The place of each field among the arguments of `cls`, and what reads them all; None where some are no
    arguments, or are fewer than two. A value's `kind` never changes."""
    found = [f for f in dataclasses.fields(cls) if f.name != "kind"]
    if len(found) < 2 or any(f.kw_only or not f.init for f in found):
        return None
    names = [f.name for f in found]
    return {name: n for n, name in enumerate(names)}, attrgetter(*names)


class Tagged:
    """Marks a nested union of values: `Annotated[A | B, TAGGED]`.

    Without it a JSON object that lacks its kind would be accepted as the first member that fits. The codec's
    library finds the hook by its name, so the rules need not import that library.
    """

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        from typing import Annotated

        from pydantic import Field

        return handler.generate_schema(Annotated[source, Field(discriminator="kind")])


TAGGED: Final = Tagged()
