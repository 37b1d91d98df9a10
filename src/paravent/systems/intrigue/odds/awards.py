"""Who throws highest and who lowest as an episode starts, and the plot points that gives (ITG-30)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache, partial
from itertools import combinations
from math import prod
from typing import Final, NamedTuple

from paravent.chance.exact import Law
from paravent.chance.exact.pools import Weights
from paravent.systems.intrigue.odds.pool import Pool, totals
from paravent.systems.intrigue.weighing import award

MOST_PLAYERS: Final = 8

Places = tuple[int, ...]
"""Players, by their places in the list."""

IN_THE_AIR: Final = -1


class Sharing(NamedTuple):
    """How far the throws of an episode's start have come, a number a player, `IN_THE_AIR` before their dice fall.

    `relationships`: each player's dice. `scores`: their first throws, which place all but the ties. `again`: those
    level for a place, who alone throw for it, and what `throws` of theirs have fallen. `best`: who comes first, once
    known.
    """

    relationships: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    again: Places = ()
    throws: tuple[int, ...] = ()
    best: int | None = None


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
    return _Throwing(relationships).anew()


@lru_cache(maxsize=256)
def ends_of(sharing: Sharing) -> Law[tuple[int, int]]:
    """Who comes first and who last from where the throws stand; see `first_and_last`.

    Players without a relationship who are level with nobody who throws are told apart by their order.
    """
    if len(sharing.relationships) == 1:
        return Law.certain((0, 0))
    return _Throwing(sharing.relationships).from_here(sharing)


class _Throwing:
    """The throws of given players, and who comes out of their ties."""

    def __init__(self, relationships: Sequence[Sequence[int]]) -> None:
        highs = [totals(Pool(tuple(dice))) for dice in relationships]
        self.longest = max(map(len, highs))
        self.rows = [row + (0,) * (self.longest - len(row)) for row in highs]
        throwing = frozenset(i for i, dice in enumerate(relationships) if dice)
        self.highest = _Ties(self.rows, throwing)
        self.lowest = _Ties([row[::-1] for row in self.rows], throwing)
        self.throwing = throwing

    def anew(self) -> Law[tuple[int, int]]:
        """Before any throw."""
        if not self.throwing:
            return Law.certain((0, 1))
        return Law.of(self._spread(self.rows))

    def from_here(self, s: Sharing) -> Law[tuple[int, int]]:
        if s.again:
            return self._of_a_tie(s)
        rows = [self._known(row, n) for row, n in zip(self.rows, s.scores, strict=True)]
        found = self._spread(rows)
        throws = prod(map(sum, rows))
        all_level = throws - sum(found.values())
        if not all_level:
            return Law.of(found)
        # All of them throw again for both places, whatever was known.
        again = ((pair, all_level * p) for pair, p in self.anew().rows())
        return Law.of([*found.items(), *again])

    def _of_a_tie(self, s: Sharing) -> Law[tuple[int, int]]:
        thrown = dict(zip(s.again, s.throws, strict=True))
        rows = {i: self._known(self.rows[i], n) for i, n in thrown.items()}
        if s.best is not None:
            backward = {i: row[::-1] for i, row in rows.items()}
            return Law.of({(s.best, j): p for j, p in self.lowest.winner(s.again, backward).items()})
        lowest = min(s.scores)
        last = self.lowest.winner(tuple(i for i, n in enumerate(s.scores) if n == lowest))
        first = self.highest.winner(s.again, rows)
        return Law.of({(i, j): p * q for i, p in first.items() for j, q in last.items()})

    def _known(self, row: Weights, n: int) -> Weights:
        return row if n == IN_THE_AIR else tuple(int(i == n) for i in range(self.longest))

    def _spread(self, rows: Sequence[Weights]) -> dict[tuple[int, int], Fraction]:
        found: dict[tuple[int, int], Fraction] = {}
        for (first, last), weight in _extremes(rows).items():
            for i, p in self.highest.winner(first).items():
                for j, q in self.lowest.winner(last).items():
                    found[i, j] = found.get((i, j), Fraction(0)) + weight * p * q
        return found


class _Ties:
    """Who comes first, throw after throw, of players level with each other; `throwing`: those who have dice."""

    def __init__(self, rows: Sequence[Weights], throwing: frozenset[int]) -> None:
        self.rows, self.throwing = rows, throwing
        self._fresh = cache(self._winner)

    def winner(self, players: Places, now: Mapping[int, Weights] | None = None) -> dict[int, Fraction]:
        """`now`: what this very throw of theirs may come to, where some of it is known."""
        return self._fresh(players) if now is None else self._winner(players, now)

    def _winner(self, players: Places, now: Mapping[int, Weights] | None = None) -> dict[int, Fraction]:
        if len(players) == 1 or not self.throwing.intersection(players):
            return {players[0]: Fraction(1)}
        rows = now or {i: self.rows[i] for i in players}
        ahead = dict(_ahead(players, rows))
        all_level = ahead.pop(players)
        found = dict.fromkeys(players, Fraction(0))
        for left, weight in ahead.items():
            if weight:
                for i, p in self.winner(left).items():
                    found[i] += weight * p
        throws = prod(sum(rows[i]) for i in players)
        if now is None:
            return {i: p / (throws - all_level) for i, p in found.items()}
        if all_level:
            for i, p in self.winner(players).items():
                found[i] += all_level * p
        return {i: p / throws for i, p in found.items()}


def _ahead(players: Places, rows: Mapping[int, Weights]) -> Iterator[tuple[Places, int]]:
    """Those who come out level at the top of one throw, and how often they do."""
    upto = {i: _below(rows[i]) for i in players}
    longest = len(rows[players[0]])
    for n in range(1, len(players) + 1):
        for left in combinations(players, n):
            out = [i for i in players if i not in left]
            yield (
                left,
                sum(
                    prod(rows[i][top] for i in left) * prod(upto[i][top] for i in out)
                    for top in range(longest)
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
