"""What a question is to whoever times it. Imported by the peers' processes too: the standard library only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Literal, NamedTuple

OURS = "paravent"
NUMPY = "paravent, numpy"
Law = Mapping[int, Fraction]
"""What an answer is read as, to be compared: each outcome that may be, with its chance."""


def nothing() -> None:
    """Nothing to forget."""


class Ask(NamedTuple):
    """`work` is timed, after `forget` has emptied what would be the very answer; `read` makes laws of what it gave."""

    work: Callable[[], Any]
    read: Callable[[Any], list[Law]]
    forget: Callable[[], object] = nothing


class Question(NamedTuple):
    """`contenders`: for each name, which starts with that of its library, the ask; made in its own process.

    `target`: how many times faster than the best exact peer Paravent is to be, and `with_numpy` the same with numpy;
    `most`: the milliseconds it may take. `against`: the one peer that a target is about.
    """

    title: str
    kind: Literal["tableau", "seule"]
    contenders: Mapping[str, Callable[[], Ask]]
    target: float | None = None
    with_numpy: float | None = None
    most: float | None = None
    against: str | None = None


def shares(weights: Mapping[int, Any]) -> dict[int, Fraction]:
    """A law of whole or fractional weights."""
    total = sum(weights.values())
    return {outcome: Fraction(w) / Fraction(total) for outcome, w in weights.items() if w}
