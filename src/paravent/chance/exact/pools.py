"""Order statistics of pools: the best or the worst kept, their total, how many dice show a face.

A die known to show x or less shows each face of 1 to x alike, whatever its size. So the fair dice of a mixed pool are
read from the highest face down, and of the dice that are not read yet only the number matters, beside what is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, groupby
from math import comb, prod
from typing import NamedTuple

from paravent.chance.exact import arrays
from paravent.chance.exact.law import Law, fold
from paravent.chance.exact.packed import Cells

Weights = tuple[int, ...]
"""How often each total comes, from 0 to the highest."""


class Tally(NamedTuple):
    """What a throw gives: the total of the dice kept, and how many of all its dice show the face that is counted."""

    total: int
    shown: int


def pool(
    dice: Sequence[int],
    keep: int,
    *,
    lowest: bool = False,
    counted: int = 1,
    worth: Sequence[int] | None = None,
) -> Law[Tally]:
    """The joint law of the total of the `keep` highest of fair dice (or the lowest) and of how many show `counted`.

    `worth[face]`: what a face adds once kept, itself by default; faces still rank by themselves. All dice are kept
    where there are fewer than `keep`. `ValueError` for a size under 1 or a negative number kept.

    >>> pool([4, 6, 8], keep=2).p(lambda tally: tally.total >= 10 and not tally.shown)
    Fraction(17, 64)
    """
    rows = pool_weights(dice, keep, lowest=lowest, counted=counted, worth=worth)
    return Law({Tally(total, shown): w for shown, row in enumerate(rows) for total, w in enumerate(row) if w})


def pool_weights(
    dice: Sequence[int],
    keep: int,
    *,
    lowest: bool = False,
    counted: int = 1,
    worth: Sequence[int] | None = None,
) -> tuple[Weights, ...]:
    """The same as whole numbers of throws: for each number of dice that show `counted`, how often each total comes."""
    read = _Read(tuple(sorted(dice)), keep, lowest, worth)
    if counted == 1 and not read.ones:
        return tuple([read.cells.unpack(row, read.length) for row in read.down_to_ones(read.length, 0)])
    flat = read.cells.unpack(read.whole(read.length, counted), read.length * (len(dice) + 1))
    return tuple([flat[i : i + read.length] for i in range(0, len(flat), read.length)])


def total_weights(
    dice: Sequence[int], keep: int, *, lowest: bool = False, worth: Sequence[int] | None = None
) -> Weights:
    """How many throws come to each total of the dice kept."""
    read = _Read(tuple(sorted(dice)), keep, lowest, worth)
    return read.cells.unpack(read.whole(0, 0), read.length)


def total_rows(
    pools: Sequence[Sequence[int]], keep: int, *, worth: Sequence[int] | None = None
) -> list[Weights]:
    """`total_weights` of many pools, read all together with numpy where int64 holds their throws."""
    largest = max((max(dice, default=1) for dice in pools), default=1)
    values = range(largest + 1) if worth is None else worth[: largest + 1]
    throws = largest ** max(map(len, pools), default=0)
    whole = keep > 0 and min(map(len, pools), default=0) >= keep
    if whole and throws < arrays.INT64 and arrays.numpy() is not None:
        best = list(accumulate(values[1:], max, initial=0))
        lengths = [sum(best[size] for size in sorted(dice)[-keep:]) + 1 for dice in pools]
        rows = arrays.best_totals(pools, keep, values).tolist()
        return [tuple(row[:length]) for row, length in zip(rows, lengths, strict=True)]
    return [total_weights(dice, keep, worth=worth) for dice in pools]


class _Read:
    """A pool of fair dice, smallest first, read from its highest face down."""

    __slots__ = ("cells", "dice", "dropped", "keep", "length", "ones", "worth")

    def __init__(self, dice: tuple[int, ...], keep: int, lowest: bool, worth: Sequence[int] | None) -> None:
        if keep < 0 or (dice and dice[0] < 1):
            raise ValueError("a pool has dice of one side or more, and keeps none or more")
        count = len(dice)
        self.dice = dice
        self.worth = range(dice[-1] + 1 if dice else 2) if worth is None else worth
        self.keep = min(keep, count)
        self.dropped = count - self.keep if lowest else 0
        """How many of the first dice read are not kept."""
        self.ones = self.worth[1]
        kept = dice[: self.keep] if lowest else dice[count - self.keep :]
        if worth is None:
            self.length = sum(kept) + 1
        else:
            if min(worth) < 0:
                raise ValueError("a face is worth nothing or more")
            best = list(accumulate(worth[1:], max, initial=0))
            self.length = sum(best[size] for size in kept) + 1
        # What is read so far goes on to as many throws at least: no cell passes their number.
        self.cells = Cells(prod(dice))

    def down_to_ones(self, row: int, counted: int) -> list[int]:
        """The packed rows once all faces but the ones are read, by how many dice are left, which all show a one.

        Dice that show `counted` move what is counted up by `row` cells each.
        """
        dice, bits, worth, dropped = self.dice, self.cells.bits, self.worth, self.dropped
        keep = self.keep + dropped
        unread, thrown = [1], 0
        for face in range(dice[-1] if dice else 1, 1, -1):
            if joining := dice.count(face):
                thrown += joining
                unread = [0] * joining + unread
            value, mark = worth[face], row if face == counted else 0
            after = unread[:]  # where no die shows this face
            for left, packed in enumerate(unread):
                if packed:
                    read = thrown - left
                    room, skipped = keep - read, dropped - read
                    if room < 0:
                        room = 0
                    ways = _ways(left)
                    for showing in range(1, left + 1):
                        gained = showing if showing < room else room
                        if skipped > 0:
                            gained -= gained if gained < skipped else skipped
                        after[left - showing] += (
                            packed * ways[showing] << (value * gained + mark * showing) * bits
                        )
            unread = after
        return [0] * dice.count(1) + unread

    def whole(self, row: int, counted: int) -> int:
        """All rows in one number, the ones read too."""
        count, mark, found = len(self.dice), row if counted == 1 else 0, 0
        for left, packed in enumerate(self.down_to_ones(row, counted)):
            read = count - left
            gained = max(0, self.keep + self.dropped - read) - max(0, self.dropped - read)
            found += packed << (self.ones * gained + mark * left) * self.cells.bits
        return found


@lru_cache(maxsize=256)
def _ways(n: int) -> tuple[int, ...]:
    return tuple([comb(n, k) for k in range(n + 1)])


def kept(laws: Iterable[Law[int]], keep: int, *, lowest: bool = False) -> Law[tuple[int, ...]]:
    """The `keep` highest of independent numbers, best first (or the lowest, least first).

    Cost grows with the number of distinct hands of `keep` values, which are counted without their throws where all
    laws are the same: meant for a few kept dice. For a total only, see `kept_total`.

    >>> from paravent.chance.exact import die
    >>> kept([die(6)] * 4, 3).map(sum).p(18)
    Fraction(7, 432)
    >>> kept([die(4), die(10)], 1, lowest=True).p((1,))
    Fraction(13, 40)
    """
    listed = [*laws]
    if listed and keep > 0 and all(law == listed[0] for law in listed):
        return Law(dict(_hands(listed[0], len(listed), min(keep, len(listed)), lowest)))
    none: tuple[int, ...] = ()
    return fold(listed, none, lambda best, v: tuple(sorted((*best, v), reverse=not lowest)[:keep]))


def _hands(law: Law[int], count: int, keep: int, lowest: bool) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every hand kept of so many alike, and in how many throws it is.

    With its last value given, the others are chosen above it, and the dice left over do not pass it: of those that
    are not above, a difference of powers counts where enough come to it.
    """
    values = sorted(law.weights, reverse=not lowest)
    weights = [law.weights[v] for v in values]
    within = [sum(weights[i:]) for i in range(len(values) + 1)]

    def above(hand: tuple[int, ...], ways: int, start: int) -> Iterator[tuple[tuple[int, ...], int]]:
        """`ways`: throws of the dice of the hand so far, up to the order of each run of equals."""
        size = len(hand)
        for i in range(start, len(values)):
            w, upto, below = weights[i], within[i], within[i + 1]
            # As the last value: all that is left of the hand.
            need, free = keep - size, count - size
            least = sum(comb(free, j) * w**j * below ** (free - j) for j in range(need))
            yield (*hand, *(values[i],) * need), ways * comb(count, size) * (upto**free - least)
            for n in range(1, need):
                yield from above((*hand, *(values[i],) * n), ways * comb(size + n, n) * w**n, i + 1)

    yield from ((hand, w) for hand, w in above((), 1, 0) if w)


def ranked(laws: Sequence[Law[int]], rank: int) -> Law[int]:
    """The `rank`-th highest of independent numbers (1 the highest, `len(laws)` the lowest).

    Value after value, all that matters is how many of the numbers reach it.

    >>> from paravent.chance.exact import die
    >>> ranked([die(20)] * 2, 1).at_least(11), ranked([die(20)] * 2, 2).at_least(11)
    (Fraction(3, 4), Fraction(1, 4))
    """
    if not 1 <= rank <= len(laws):
        raise ValueError(f"no rank {rank} among {len(laws)}")
    weights: dict[int, int] = {}
    reaching, before = [0] * len(laws), 0
    for value in sorted({v for law in laws for v in law.weights}, reverse=True):
        reaching = [n + law.weights.get(value, 0) for n, law in zip(reaching, laws, strict=True)]
        ways = [1] + [0] * rank  # rank and more are counted together
        for n, law in zip(reaching, laws, strict=True):
            missed = law.total - n
            ways = [
                ways[0] * missed,
                *(ways[k] * missed + ways[k - 1] * n for k in range(1, rank)),
                ways[rank] * law.total + ways[rank - 1] * n,
            ]
        weights[value], before = ways[rank] - before, ways[rank]
    return Law(weights)


def kept_total(
    laws: Sequence[Law[int]],
    keep: int,
    *,
    lowest: bool = False,
    counted: Callable[[int], bool] = lambda _: False,
) -> Law[Tally]:
    """The same as `pool` for dice of any laws: the total kept, and how many of all the values satisfy `counted`.

    Values are read in order, dice of one law together: what matters is how many of each law are not read yet.

    >>> from paravent.chance.exact import die
    >>> fudge = Law.uniform([-1, 0, 1])
    >>> kept_total([fudge, fudge, die(2)], 2, counted=lambda v: v == 0).p((3, 0))
    Fraction(1, 6)
    """
    if keep < 0:
        raise ValueError("a pool keeps none or more")
    alike = [(law, len([*run])) for law, run in groupby(sorted(laws, key=hash))]
    keep = min(keep, len(laws))
    states: dict[tuple[tuple[int, ...], int, int], int] = {(tuple(n for _, n in alike), 0, 0): 1}
    for value in sorted({v for law in laws for v in law.weights}, reverse=not lowest):
        marked = counted(value)
        after: dict[tuple[tuple[int, ...], int, int], int] = {}
        for (unread, total, shown), ways in states.items():
            room = max(0, keep - len(laws) + sum(unread))
            for showing, w in _showing(unread, [law.weights.get(value, 0) for law, _ in alike]):
                many = sum(showing)
                state = (
                    tuple([n - k for n, k in zip(unread, showing, strict=True)]),
                    total + value * min(many, room),
                    shown + many * marked,
                )
                after[state] = after.get(state, 0) + ways * w
        states = after
    none = (0,) * len(alike)
    return Law({Tally(total, shown): w for (unread, total, shown), w in states.items() if unread == none})


def _showing(unread: Sequence[int], weights: Sequence[int]) -> list[tuple[tuple[int, ...], int]]:
    """How many dice of each law show a value, and in how many ways."""
    found: list[tuple[tuple[int, ...], int]] = [((), 1)]
    for n, w in zip(unread, weights, strict=True):
        most = n if w else 0
        found = [((*hand, k), ways * comb(n, k) * w**k) for hand, ways in found for k in range(most + 1)]
    return found
