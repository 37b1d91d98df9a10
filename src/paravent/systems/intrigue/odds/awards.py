"""Who throws highest and who lowest as an episode starts, and the plot points that gives (ITG-30)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import combinations
from math import prod
from typing import Final

from paravent.chance.exact import Law
from paravent.chance.exact.pools import Weights
from paravent.systems.intrigue.odds.pool import Pool, totals
from paravent.systems.intrigue.weighing import award

MOST_PLAYERS: Final = 8

Places = tuple[int, ...]
"""Players, by their places in the list."""


def first_and_last(relationships: Sequence[Sequence[int]]) -> Law[tuple[int, int]]:
    """Who comes first and who last, by their places in the list, ties thrown again as often as it takes.

    Each player throws all their relationships and keeps two. One player alone is both. `ValueError` for none, beyond
    eight, and where two have no relationship at all: level at 0, they would throw again for ever.
    """
    if not 1 <= len(relationships) <= MOST_PLAYERS:
        raise ValueError(f"1 to {MOST_PLAYERS} players throw")
    if sum(not dice for dice in relationships) > 1:
        raise ValueError("two players without a relationship never come apart")
    if len(relationships) == 1:
        return Law.certain((0, 0))
    highs = [totals(Pool(tuple(dice))) for dice in relationships]
    longest = max(map(len, highs))
    rows = [row + (0,) * (longest - len(row)) for row in highs]
    highest, lowest = _Ties(rows), _Ties([row[::-1] for row in rows])
    found: dict[tuple[int, int], Fraction] = {}
    for (first, last), weight in _extremes(rows).items():
        for i, p in highest.winner(first).items():
            for j, q in lowest.winner(last).items():
                found[i, j] = found.get((i, j), Fraction(0)) + weight * p * q
    return Law.of(found)


class _Ties:
    """Who comes first, throw after throw, of players level with each other."""

    def __init__(self, rows: Sequence[Weights]) -> None:
        self.rows = rows
        self.winner = cache(self._winner)

    def _winner(self, players: Places) -> dict[int, Fraction]:
        if len(players) == 1:
            return {players[0]: Fraction(1)}
        again = dict(self._ahead(players))
        all_level = again.pop(players)
        found = dict.fromkeys(players, Fraction(0))
        for left, weight in again.items():
            for i, p in self.winner(left).items():
                found[i] += weight * p
        throws = prod(sum(self.rows[i]) for i in players)
        return {i: p / (throws - all_level) for i, p in found.items()}

    def _ahead(self, players: Places) -> Iterator[tuple[Places, int]]:
        """Those who come out level at the top of one throw, and how often they do."""
        upto = {i: _below(self.rows[i]) for i in players}
        for n in range(1, len(players) + 1):
            for left in combinations(players, n):
                out = [i for i in players if i not in left]
                yield (
                    left,
                    sum(
                        prod(self.rows[i][top] for i in left) * prod(upto[i][top] for i in out)
                        for top in range(len(self.rows[0]))
                    ),
                )


def _below(row: Weights) -> list[int]:
    """How often less than each total comes."""
    found, n = [], 0
    for w in row:
        found.append(n)
        n += w
    return found


def _extremes(rows: Sequence[Weights]) -> dict[tuple[Places, Places], int]:
    """How often these are level at the top of one throw, and those at its bottom; not all at once, who throw again."""
    below = [_below(row) for row in rows]
    found: dict[tuple[Places, Places], int] = {}
    for top in range(len(rows[0])):
        for bottom in range(top):
            shares: dict[tuple[Places, Places], int] = {((), ()): 1}
            for i, row in enumerate(rows):
                within = below[i][top] - below[i][bottom] - row[bottom]
                after: dict[tuple[Places, Places], int] = {}
                for (first, last), w in shares.items():
                    if row[top]:
                        after[(*first, i), last] = w * row[top]
                    if row[bottom]:
                        after[first, (*last, i)] = w * row[bottom]
                    if within:
                        after[first, last] = w * within
                shares = after
            for (first, last), w in shares.items():
                if first and last:
                    found[first, last] = found.get((first, last), 0) + w
    return found


def points_law(relationships: Sequence[Sequence[int]], *, big_group: bool = False) -> tuple[Law[int], ...]:
    """The plot points of each player; see `first_and_last`."""
    players = len(relationships)
    first, *others, last = award(max(players, 2), big_group=big_group)
    ends = first_and_last(relationships)

    def points(of: int, ranked: tuple[int, int]) -> int:
        return first if ranked[0] == of else last if ranked[1] == of else others[0]

    return tuple(ends.map(partial(points, i)) for i in range(players))
