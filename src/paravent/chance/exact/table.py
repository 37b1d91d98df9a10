"""A law as a table: each outcome with its weight, its chance, and those of no more and of no less."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate
from typing import Generic, NamedTuple, TypeVar

from paravent.chance.exact.law import Law

T = TypeVar("T")


class Line(NamedTuple, Generic[T]):
    """An outcome; `weight` of `total` equally likely answers, in lowest terms, bring it.

    `at_most` and `at_least` follow the order of the table.
    """

    value: T
    weight: int
    total: int
    p: Fraction
    at_most: Fraction
    at_least: Fraction

    @property
    def one_in(self) -> Fraction:
        """« 1 in so many »: how many tries it takes on average."""
        return 1 / self.p


def table(law: Law[T]) -> tuple[Line[T], ...]:
    """Every outcome in ascending order; as first met where outcomes have no order.

    >>> from paravent.chance.exact import die
    >>> for line in table(die(2) + die(2)):
    ...     print(line.value, line.weight, line.p, line.at_least, line.one_in)
    2 1 1/4 1 4
    3 2 1/2 3/4 2
    4 1 1/4 1/4 4
    """
    total = law.total
    values = [v for v, _ in law.rows()]
    weights = [law.weights[v] for v in values]
    return tuple(
        Line(v, w, total, Fraction(w, total), Fraction(upto, total), Fraction(total - upto + w, total))
        for v, w, upto in zip(values, weights, accumulate(weights), strict=True)
    )
