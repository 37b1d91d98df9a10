"""Finite laws with whole weights, and what comes of independent draws from them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from math import gcd, lcm, prod, sqrt
from types import MappingProxyType
from typing import Any, Generic, TypeVar, cast

from paravent.chance.exact.packed import Cells

T = TypeVar("T")
U = TypeVar("U")
S = TypeVar("S", bound=Hashable)

MOST_CELLS = 100_000
SPARSE = 8
"""Sums go by whole rows up to so many cells, where there are no more than so many for each value that may come."""


@dataclass(frozen=True, slots=True)
class Law(Generic[T]):
    """Who comes out how often: hashable values, each with a positive whole weight, reduced by their gcd.

    Two laws are equal when every value has the same chance in both. Build one with `of`, `uniform` or `certain`.

    >>> Law.of({"face": 2, "pile": 2})
    Law({'face': 1, 'pile': 1})
    """

    weights: Mapping[T, int]
    total: int = field(init=False, compare=False)

    def __post_init__(self) -> None:
        if any(w < 0 for w in self.weights.values()):
            raise ValueError("a weight is negative")
        shared = gcd(*self.weights.values())
        if not shared:
            raise ValueError("a law needs at least one possible value")
        weights = {v: w // shared for v, w in self.weights.items() if w}
        object.__setattr__(self, "weights", MappingProxyType(weights))
        object.__setattr__(self, "total", sum(weights.values()))

    @staticmethod
    def of(weights: Mapping[U, int | Fraction] | Iterable[tuple[U, int | Fraction]]) -> Law[U]:
        """The law of these weights, whole or fractional; pairs may repeat a value. `ValueError` if none is positive.

        >>> Law.of([("touché", Fraction(1, 2)), ("raté", Fraction(1, 3)), ("raté", Fraction(1, 6))])
        Law({'raté': 1, 'touché': 1})
        """
        pairs = [*(weights.items() if isinstance(weights, Mapping) else weights)]
        scale = lcm(*(w.denominator for _, w in pairs))
        merged: dict[U, int] = {}
        for v, w in pairs:
            if w < 0:
                raise ValueError("a weight is negative")
            merged[v] = merged.get(v, 0) + w.numerator * (scale // w.denominator)
        return Law(merged)

    @staticmethod
    def uniform(values: Iterable[U]) -> Law[U]:
        """Each of the values as often as the others; one given twice weighs double.

        >>> Law.uniform("ABBA").p("A")
        Fraction(1, 2)
        """
        return Law.of((v, 1) for v in values)

    @staticmethod
    def certain(value: U) -> Law[U]:
        """Always this value."""
        return Law({value: 1})

    def __repr__(self) -> str:
        return f"Law({ {v: self.weights[v] for v in self._ordered()} })"

    def __hash__(self) -> int:
        return hash(frozenset(self.weights.items()))

    def __reduce__(self) -> tuple[Any, ...]:
        return Law, (dict(self.weights),)

    def _ordered(self) -> list[T]:
        try:
            return sorted(cast("Iterable[Any]", self.weights))
        except TypeError:
            return list(self.weights)

    def rows(self) -> tuple[tuple[T, Fraction], ...]:
        """Every value with its chance, in ascending order; as first met where the values have no order.

        >>> (die(2) + die(2)).rows()
        ((2, Fraction(1, 4)), (3, Fraction(1, 2)), (4, Fraction(1, 4)))
        """
        return tuple((v, Fraction(self.weights[v], self.total)) for v in self._ordered())

    def p(self, event: T | Callable[[T], bool]) -> Fraction:
        """The chance of a value, or that a predicate holds.

        >>> die(20).p(20), die(20).p(lambda face: face % 5 == 0)
        (Fraction(1, 20), Fraction(1, 5))
        """
        if callable(event):
            return Fraction(sum(w for v, w in self.weights.items() if event(v)), self.total)
        return Fraction(self.weights.get(event, 0), self.total)

    def at_least(self: Law[int], least: int) -> Fraction:
        """The chance of `least` or more."""
        return self.p(lambda v: v >= least)

    def at_most(self: Law[int], most: int) -> Fraction:
        """The chance of `most` or less."""
        return self.p(lambda v: v <= most)

    def mean(self: Law[int] | Law[Fraction]) -> Fraction:
        """The expectation of a law of numbers.

        >>> die(6).mean()
        Fraction(7, 2)
        """
        rows = cast("Mapping[int, int]", self.weights).items()
        return Fraction(sum(v * w for v, w in rows)) / self.total

    def variance(self: Law[int] | Law[Fraction]) -> Fraction:
        """The mean of the squared distance to the mean.

        >>> die(6).variance()
        Fraction(35, 12)
        """
        rows = cast("Mapping[int, int]", self.weights).items()
        return Fraction(sum(v * v * w for v, w in rows)) / self.total - self.mean() ** 2

    def deviation(self: Law[int] | Law[Fraction]) -> float:
        """The standard deviation, which is seldom a fraction: the square root of `variance`, as a float."""
        return sqrt(self.variance())

    def map(self, f: Callable[[T], U]) -> Law[U]:
        """The law of `f` of the value.

        >>> die(6).map(lambda face: "oui" if face >= 5 else "non")
        Law({'non': 2, 'oui': 1})
        """
        return Law.of((f(v), w) for v, w in self.weights.items())

    def then(self, f: Callable[[T], Law[U]]) -> Law[U]:
        """The law of a second draw which depends on the first.

        >>> again = die(6).then(lambda a: die(6).map(lambda b: a + b) if a == 6 else Law.certain(a))
        >>> again.p(6), again.at_least(7)
        (Fraction(0, 1), Fraction(1, 6))
        """
        branches = [(w, f(v)) for v, w in self.weights.items()]
        scale = lcm(*(law.total for _, law in branches))
        return Law.of(
            (u, w * x * (scale // law.total)) for w, law in branches for u, x in law.weights.items()
        )

    def given(self, holds: Callable[[T], bool]) -> Law[T]:
        """The law once it is known that `holds`; `ValueError` when that cannot be.

        >>> die(6).given(lambda face: face % 2 == 0)
        Law({2: 1, 4: 1, 6: 1})
        """
        return Law.of((v, w) for v, w in self.weights.items() if holds(v))

    def joint(self, other: Law[U]) -> Law[tuple[T, U]]:
        """Both values, drawn independently."""
        return _combine(self, other, lambda a, b: (a, b))

    def __add__(self: Law[int], other: Law[int] | int) -> Law[int]:
        """The sum of two independent numbers, or a shift: `die(6) + die(4) + 2`."""
        return sums((self, other if isinstance(other, Law) else Law.certain(other)))

    def times(self: Law[int], n: int) -> Law[int]:
        """The sum of `n` independent copies (n ≥ 0).

        >>> die(6).times(3).p(18)
        Fraction(1, 216)
        """
        if n < 0:
            raise ValueError("a negative number of copies")
        return _row_sum((self,), n) or fold([self] * n, 0, _add)


def _combine(a: Law[T], b: Law[U], f: Callable[[T, U], S]) -> Law[S]:
    out: dict[S, int] = {}
    for v, w in a.weights.items():
        for u, x in b.weights.items():
            both = f(v, u)
            out[both] = out.get(both, 0) + w * x
    return Law(out)


def die(sides: int) -> Law[int]:
    """A fair die, 1..sides."""
    return Law.uniform(range(1, sides + 1))


def fold(laws: Iterable[Law[T]], start: S, step: Callable[[S, T], S]) -> Law[S]:
    """Read independent draws one by one, remembering only a state: the cheap way to any statistic of a pool.

    Here, the total and the number of ones of two D6 and a D8:

    >>> pool = fold([die(6), die(6), die(8)], (0, 0), lambda s, face: (s[0] + face, s[1] + (face == 1)))
    >>> pool.p((3, 3)), pool.p(lambda s: s[1] == 0)
    (Fraction(1, 288), Fraction(175, 288))
    """
    return reduce(lambda law, drawn: _combine(law, drawn, step), laws, Law.certain(start))


def product(laws: Iterable[Law[T]]) -> Law[tuple[T, ...]]:
    """All values of independent draws, in order.

    >>> product([die(2), die(2)])
    Law({(1, 1): 1, (1, 2): 1, (2, 1): 1, (2, 2): 1})
    """
    start: tuple[T, ...] = ()
    return fold(laws, start, lambda drawn, v: (*drawn, v))


def sums(laws: Iterable[Law[int]]) -> Law[int]:
    """The sum of independent numbers, alike or not; 0 when there is none.

    >>> sums([die(4), die(6), die(8)]).p(18)
    Fraction(1, 192)
    """
    listed = tuple(laws)
    return _row_sum(listed, 1) or fold(listed, 0, _add)


def _add(a: int, b: int) -> int:
    return a + b


def _row_sum(laws: Sequence[Law[int]], copies: int) -> Law[int] | None:
    """The sum of so many copies of these laws, as one product of rows; None where rows would be mostly empty."""
    values = [law.weights for law in laws]
    if any(type(v) is not int for row in values for v in row):
        return None
    least = [min(row) for row in values]
    spans = [max(row) - low for row, low in zip(values, least, strict=True)]
    count = copies * sum(spans) + 1
    if count > MOST_CELLS or any(span > SPARSE * len(row) for span, row in zip(spans, values, strict=True)):
        return None
    cells = Cells(prod(law.total for law in laws) ** copies)
    packed = prod(
        cells.pack([row.get(v, 0) for v in range(low, low + span + 1)])
        for row, low, span in zip(values, least, spans, strict=True)
    )
    first = copies * sum(least)
    return Law(dict(enumerate(cells.unpack(packed**copies, count), first)))
