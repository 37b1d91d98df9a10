"""What was made of the latest values, found again by identity: hashing a deep value costs more than finding it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Generic, TypeVar

A = TypeVar("A")
B = TypeVar("B")

MOST = 4096


class Itself(Generic[A]):
    """A value that equals nothing but itself. It is held here, so that no other takes its place."""

    __slots__ = ("value",)

    def __init__(self, value: A) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Itself) and self.value is other.value


class Remembered(Generic[A, B]):
    """`make`, asked once for each of the latest values. Neither they nor what is made of them may ever change."""

    def __init__(self, make: Callable[[A], B], most: int = MOST) -> None:
        def made(itself: Itself[A]) -> B:
            return make(itself.value)

        self._made = lru_cache(maxsize=most)(made)

    def __call__(self, value: A) -> B:
        return self._made(Itself(value))


class Aside(Generic[A, B]):
    """A dictionary beside each of the latest values, for what is found out about it bit by bit."""

    def __init__(self, most: int) -> None:
        def nothing_yet(value: A) -> dict[Any, B]:
            return {}

        self._of = Remembered(nothing_yet, most)

    def __call__(self, value: A) -> dict[Any, B]:
        return self._of(value)
