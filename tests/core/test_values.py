"""A value with some of its fields changed is what the standard library makes of it, refusals included."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from typing import Any

import pytest

from paravent.core.values import replace, value


@value
class Several:
    first: int
    second: str = "b"
    third: tuple[int, ...] = ()


@value
class Alone:
    only: int = 0


@dataclass(frozen=True)
class Named:
    first: int
    second: int = field(kw_only=True)


@pytest.mark.parametrize(
    ("old", "changes"),
    [
        (Several(1), {}),
        (Several(1), {"third": (1, 2)}),
        (Several(1, "c", (3,)), {"first": 4, "second": "d"}),
        (Several(1), {"kind": "Several"}),
        (Alone(1), {"only": 2}),
        (Named(1, second=2), {"second": 3}),
    ],
)
def test_as_the_standard_library(old: Any, changes: dict[str, Any]) -> None:
    made, expected = replace(old, **changes), dataclasses.replace(old, **changes)
    assert made == expected
    assert type(made) is type(expected)


@pytest.mark.parametrize("old", [Several(1), Alone(1), Named(1, second=2)])
def test_an_unknown_field_is_refused(old: Any) -> None:
    with pytest.raises(TypeError):
        replace(old, nowhere=1)


def test_only_a_dataclass_has_fields() -> None:
    with pytest.raises(TypeError):
        replace(3)
