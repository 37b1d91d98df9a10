"""The Stress that a throw inflicts, known or still to be made, a failed test's too (ITG-46, ITG-47, ITG-60)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb, prod
from operator import mul

from paravent.chance.exact import Law
from paravent.chance.exact.opposed import at_most
from paravent.chance.exact.pools import Weights
from paravent.systems.intrigue.odds.pool import Pool, Side, joint_weights, totals, with_aids
from paravent.systems.intrigue.weighing import NOTHING, Inflicted, new_stress

Struck = Mapping[int, Weights]
"""For each size that the dice of a throw would inflict, `NOTHING` for none, how often each total comes with it."""


@lru_cache(maxsize=4096)
def pile_law(pile: tuple[int, ...]) -> Law[int]:
    """The size that a pile inflicts, thrown again: that of its highest die, of equals the largest; none from none.

    For a size to win with a face, one of its dice at least shows it, no smaller die more, every larger one less.
    """
    if not pile:
        return Law.certain(NOTHING)
    count = Counter(pile)

    def wins(size: int) -> int:
        found = 0
        for face in range(1, size + 1):
            own = face ** count[size] - (face - 1) ** count[size]
            found += own * prod(
                (min(face, other) if other < size else face - 1) ** n
                for other, n in count.items()
                if other != size
            )
        return found

    return Law({size: wins(size) for size in count})


def struck_law(current: int, pile: Sequence[int]) -> Law[Inflicted]:
    """What becomes of a Stress under a known pile: the dice of the winner's last throw that did not show a 1."""
    return pile_law(tuple(sorted(pile))).map(lambda size: struck(current, size))


def struck(current: int, size: int) -> Inflicted:
    """What becomes of a Stress: an empty pile leaves it as it is."""
    return new_stress(current, size) if size else Inflicted(current, False)


def average_law(current: int, dice: Sequence[int]) -> Law[Inflicted]:
    """The same for dice that are not thrown yet, whatever they come to."""
    return Law.of(
        (inflicted, Fraction(ways, prod(dice)) * p)
        for pile, ways in piles(dice)
        for inflicted, p in struck_law(current, pile).rows()
    )


def p_empty(dice: Sequence[int]) -> Fraction:
    """The chance that dice leave no pile: all show a 1."""
    return Fraction(1, prod(dice))


def piles(dice: Sequence[int]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every pile that dice may leave, and in how many of their throws they do."""
    for pile, ways in _subsets(dice):
        yield pile, ways * prod(size - 1 for size in pile)


def _subsets(dice: Sequence[int]) -> Iterator[tuple[tuple[int, ...], int]]:
    """The subsets of dice, those alike taken together, with how many there are of each."""
    count = sorted(Counter(dice).items())
    for taken in product(*(range(n + 1) for _, n in count)):
        pile = tuple(size for (size, _), n in zip(count, taken, strict=True) for _ in range(n))
        yield pile, prod(comb(n, k) for (_, n), k in zip(count, taken, strict=True))


@lru_cache(maxsize=1024)
def total_and_size(pool: Pool) -> Struck:
    """The total of a throw together with the size that its dice would then inflict, thrown again (ITG-46)."""
    again = prod(pool.dice)
    found: dict[int, list[int]] = {}
    for pile, ways in _subsets(pool.dice):
        own = with_aids(joint_weights(pile, pool.keep)[0], pool)
        law = pile_law(pile)
        for size, w in law.weights.items():
            row = found.setdefault(size, [])
            row += [0] * (len(own) - len(row))
            for total, x in enumerate(own):
                row[total] += ways * x * w * (again // law.total)
    return {size: tuple(row) for size, row in found.items()}


def failure_law(player: Side, trouble: Pool, current: int) -> Law[Inflicted | None]:
    """What a test comes to with an announced risk (ITG-60): None for a success, else the Stress once it was inflicted.

    The greatest Stress of the player that the game master joins to the pool is one of its dice.
    """
    own = totals(player)
    thrown = total_and_size(trouble)
    rows: list[tuple[Inflicted | None, int]] = []
    for size, row in thrown.items():
        upto = at_most(own, len(row))
        rows.append((struck(current, size), sum(map(mul, row, upto))))
    failures = sum(w for _, w in rows)
    return Law.of([*rows, (None, sum(map(sum, thrown.values())) * sum(own) - failures)])
