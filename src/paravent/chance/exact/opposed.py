"""Numbers thrown against each other: who is ahead, by how much, one pair or all pairs of a list."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from operator import mul
from typing import Any, NamedTuple

from paravent.chance.exact import arrays
from paravent.chance.exact.law import Law
from paravent.chance.exact.packed import Cells

Weights = Sequence[int]
"""How often each total comes, from 0 to the highest."""
Matrix = tuple[Sequence[int], ...]
"""Whole numbers, row by row: `matrix[a][b]`."""


class Versus(NamedTuple):
    """The chances that the first number is greater, equal or less."""

    above: Fraction
    level: Fraction
    below: Fraction


def versus(a: Law[int], b: Law[int]) -> Versus:
    """Two independent numbers compared.

    >>> from paravent.chance.exact import die
    >>> versus(die(8), die(6))
    Versus(above=Fraction(9, 16), level=Fraction(1, 8), below=Fraction(5, 16))
    """
    values = sorted({*a.weights, *b.weights})
    theirs = [b.weights.get(v, 0) for v in values]
    mine = [a.weights.get(v, 0) for v in values]
    both = a.total * b.total
    above = sum(map(mul, mine[1:], accumulate(theirs)))
    level = sum(map(mul, mine, theirs))
    return Versus(Fraction(above, both), Fraction(level, both), Fraction(both - above - level, both))


def at_most(weights: Weights, count: int) -> list[int]:
    """How many throws come to each total or less, for totals from 0 to `count` - 1."""
    found = list(accumulate(weights[:count]))
    return found + [found[-1]] * (count - len(found))


def all_pairs(rows: Sequence[Weights], gap: int = 1) -> tuple[Matrix, Matrix]:
    """Every row against every other, as `[first][second]`: in how many throws of both the second is above the first,
    and in how many it is at least `gap` below (0 or more).

    With numpy, products of int64 matrices where these are proven to hold every weight; else rows in whole numbers.

    >>> coin, three = [1, 1], [0, 1, 1, 1]
    >>> [[[*row] for row in matrix] for matrix in all_pairs([coin, three], gap=1)]
    [[[1, 5], [0, 3]], [[1, 0], [5, 3]]]
    """
    longest = max(map(len, rows), default=0)
    upto = [at_most(row, longest) for row in rows]
    throws = [row[-1] for row in upto]
    most = max(throws, default=0) ** 2
    np = arrays.numpy()
    made = _by_arrays if np is not None and most < arrays.INT64 else _by_rows
    return made(rows, upto, throws, gap)


def _by_arrays(
    rows: Sequence[Weights], upto: Sequence[Weights], throws: Sequence[int], gap: int
) -> tuple[Matrix, Matrix]:
    np = arrays.needed()
    # Not in float64, exact as it would be under 2**53: its threads take longer to wake than these products to make.
    cumulated = np.array(upto, np.int64)
    own = np.zeros_like(cumulated)
    for place, row in zip(own, rows, strict=True):
        place[: len(row)] = row
    every = np.array(throws, np.int64)
    above = every[:, None] * every - own @ cumulated.T
    below = own[:, gap:] @ cumulated[:, : max(0, own.shape[1] - gap)].T
    return _lines(above), _lines(below)


def _lines(matrix: Any) -> Matrix:
    """Row by row, read as Python's whole numbers: numpy's own would overflow where a caller multiplies them."""
    return tuple([row.data for row in matrix])


def _by_rows(
    rows: Sequence[Weights], upto: Sequence[Weights], throws: Sequence[int], gap: int
) -> tuple[Matrix, Matrix]:
    """For each total, what all rows have at or under it is one whole number, a cell a row: a row weighs these numbers
    by its own totals, and has its comparisons with every other at once.
    """
    cells = Cells(max(throws, default=0) ** 2)
    columns = [cells.pack(column) for column in zip(*upto, strict=True)]
    every = cells.pack(throws)
    above = [n * every - sum(map(mul, row, columns)) for row, n in zip(rows, throws, strict=True)]
    below = [sum(map(mul, row[gap:], columns)) for row in rows]
    return _unpacked(cells, above), _unpacked(cells, below)


def _unpacked(cells: Cells, rows: Sequence[int]) -> Matrix:
    return tuple([cells.unpack(row, len(rows)) for row in rows])
