"""Chance's own domains: dice and cards. Same protocol as people's, plus `law()`, each answer with its weight."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from math import perm, prod
from typing import Any

from paravent.core.domains import Pick, read_whole
from paravent.core.refusals import Unreadable
from paravent.core.values import value


@value
class Faces:
    """One face a die, in the order of the dice; `names`: what each die is called, where the rules name it."""

    dice: tuple[int, ...]
    names: tuple[str, ...] = ()

    def why_not(self, v: Any) -> str | None:
        fits = (
            type(v) is tuple
            and len(v) == len(self.dice)
            and all(type(f) is int and 1 <= f <= d for f, d in zip(v, self.dice, strict=True))
        )
        return None if fits else f"il faut une face par dé, dans l’ordre\N{NO-BREAK SPACE}: {self.told()}"

    def told(self) -> str:
        """The dice in words: their names, else their sides."""
        return ", ".join(self.names) if self.names else " ".join(f"D{d}" for d in self.dice)

    def price(self, v: Any) -> int:
        return 0

    def size(self) -> int:
        return prod(self.dice)

    def each(self) -> Iterator[tuple[int, ...]]:
        return product(*(range(1, d + 1) for d in self.dice))

    def law(self) -> Iterator[tuple[tuple[int, ...], int]]:
        """Every answer with its weight."""
        return ((v, 1) for v in self.each())

    def pick(self, pick: Pick, budget: int = 0) -> tuple[int, ...]:
        return tuple(1 + pick(d) for d in self.dice)

    def read(self, raw: Any) -> tuple[int, ...]:
        return read_numbers(raw, len(self.dice))


@value
class Cards:
    """`count` distinct cards of what is left of a deck, in the order drawn."""

    deck: tuple[int, ...]
    count: int

    def why_not(self, v: Any) -> str | None:
        cards = f"{self.count} carte" + ("s" if self.count > 1 else "")
        if type(v) is not tuple or len(v) != self.count or any(type(c) is not int for c in v):
            return f"il faut {cards}, dans l’ordre du tirage"
        if absent := [c for c in v if c not in self.deck]:
            return f"la carte {absent[0]} n’est pas dans le paquet"
        if len(set(v)) != len(v):
            return "la même carte est tirée deux fois"
        return None

    def price(self, v: Any) -> int:
        return 0

    def size(self) -> int:
        return perm(len(self.deck), self.count)

    def each(self) -> Iterator[tuple[int, ...]]:
        return permutations(self.deck, self.count)

    def law(self) -> Iterator[tuple[tuple[int, ...], int]]:
        """Every answer with its weight."""
        return ((v, 1) for v in self.each())

    def pick(self, pick: Pick, budget: int = 0) -> tuple[int, ...]:
        left = list(self.deck)
        return tuple(left.pop(pick(len(left))) for _ in range(self.count))

    def read(self, raw: Any) -> tuple[int, ...]:
        return read_numbers(raw, self.count)


@value
class Percents:
    """One D100 a chance: a face at or under it is a hit. The odds need only hit and miss, so `law` lumps the faces.

    `names`: what each one decides, where the rules name it.
    """

    chances: tuple[int, ...]
    names: tuple[str, ...] = ()

    def why_not(self, v: Any) -> str | None:
        return Faces((100,) * len(self.chances)).why_not(v)

    def price(self, v: Any) -> int:
        return 0

    def size(self) -> int:
        return int(100 ** len(self.chances))

    def each(self) -> Iterator[tuple[int, ...]]:
        return (v for v, _ in self.law())

    def law(self) -> Iterator[tuple[tuple[int, ...], int]]:
        """Hits and misses with their weights, one representative face each."""
        bounded = [min(100, max(0, c)) for c in self.chances]
        sides = [[(1, c)] * (c > 0) + [(100, 100 - c)] * (c < 100) for c in bounded]
        return ((tuple(f for f, _ in hit), prod(w for _, w in hit)) for hit in product(*sides))

    def pick(self, pick: Pick, budget: int = 0) -> tuple[int, ...]:
        return tuple(1 + pick(100) for _ in self.chances)

    def read(self, raw: Any) -> tuple[int, ...]:
        return read_numbers(raw, len(self.chances))


def read_numbers(raw: Any, count: int) -> tuple[int, ...]:
    """Whole numbers from a JSON list, or from a typed text such as « 4 18 » or « 4, 18 »."""
    if isinstance(raw, str) and len(raw) <= 2000:
        raw = raw.replace(",", " ").replace(";", " ").split()
    if not isinstance(raw, list | tuple) or len(raw) > count:
        raise Unreadable(f"il faut {count} nombre" + ("s" if count > 1 else ""))
    return tuple(read_whole(r) for r in raw)
