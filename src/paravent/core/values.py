"""The only kind of object inside the rules: a frozen, slotted dataclass that knows its own name."""

from __future__ import annotations

from dataclasses import dataclass, field
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
