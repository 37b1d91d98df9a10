"""A contest in which nobody gives in, played to its end, and the Stress it inflicts (ITG-40, ITG-43 to ITG-47).

Each throw must beat the one before, so a contest is a rising walk over totals, the two sides in turn. What a side
throws does not depend on what stood before: whatever else its dice say, how often they stand as the last throw is
how often they come times how often something less stood to be beaten.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import accumulate, count
from math import lcm
from operator import mul
from typing import NamedTuple, TypeVar

from paravent.chance.exact import Law
from paravent.chance.exact.opposed import at_most
from paravent.systems.intrigue.odds.pool import Pool, totals
from paravent.systems.intrigue.odds.stress import Struck, pile_law, struck, total_and_size
from paravent.systems.intrigue.weighing import FAR, NOTHING

T = TypeVar("T")


class Contest(NamedTuple):
    """Two pools thrown in turn, the same at every throw, `first` acting; `held` is the action where it is known."""

    first: Pool
    second: Pool
    held: int | None = None


class End(NamedTuple):
    """How a contest ends: who wins, whether by five or more, and after how many throws, the action included."""

    first_wins: bool
    far: bool
    throws: int


class Lost(NamedTuple):
    """How a contest ends, and the loser's Stress then; `may_stress_out` is that of ITG-47, `far` that of ITG-44."""

    first_wins: bool
    far: bool
    stress: int
    may_stress_out: bool


class Turn(NamedTuple):
    """Before a throw: how often each total would beat what stands, over `scale`; any does before the action."""

    first_throws: bool
    below: list[int]
    scale: int


@lru_cache(maxsize=1024)
def contest_law(contest: Contest) -> Law[End]:
    """Exact."""
    opening = contest.first if contest.held is None else contest.held
    action, first, second = ({NOTHING: totals(side)} for side in (opening, contest.first, contest.second))
    ends = _ends(contest, action, first, second)
    return _law((End(e.first_wins, e.far, e.throws), e.weight, e.scale) for e in ends)


@lru_cache(maxsize=1024)
def lost_law(
    contest: Contest, first_stress: int, second_stress: int, pile: tuple[int, ...] | None = None
) -> Law[Lost]:
    """The same with the Stress that the winner's last throw inflicts; each side's is what it has of the kind aimed at.

    `pile`: where the action is known, those of its dice that did not show a 1; `ValueError` where it lacks.
    """
    action = first = total_and_size(contest.first)
    if contest.held is not None:
        if pile is None:
            raise ValueError("a known action has known dice")
        law = pile_law(tuple(sorted(pile)))
        action = {size: (*(0,) * contest.held, w) for size, w in law.weights.items()}
    ends = _ends(contest, action, first, total_and_size(contest.second))

    def lost(end: _Ended) -> Lost:
        stress = second_stress if end.first_wins else first_stress
        return Lost(end.first_wins, end.far, *struck(stress, end.size))

    return _law((lost(e), e.weight, e.scale) for e in ends)


class _Ended(NamedTuple):
    """An end, what the winner's dice would inflict (`size`), and its weight over a scale."""

    first_wins: bool
    far: bool
    throws: int
    size: int
    weight: int
    scale: int


def _ends(contest: Contest, action: Struck, first: Struck, second: Struck) -> Iterator[_Ended]:
    """Every end, the totals of each throw being split by what its dice would inflict."""
    sides = totals(contest.first), totals(contest.second)
    played = [*turns(contest)]
    answers = [(sum(side), at_most(side, len(played[0].below))) for side in sides]
    split = [(rows, sum(map(sum, rows.values()))) for rows in (second, first, action)]
    for throws, turn in enumerate(played, 2):
        rows, scale = split[2 if throws == 2 else turn.first_throws]
        answer, upto = answers[turn.first_throws]
        scale *= turn.scale * answer
        for size, row in rows.items():
            stands = [*map(mul, row, turn.below)]
            lost = sum(map(mul, stands, upto))
            far = sum(map(mul, stands[FAR:], upto))
            yield _Ended(turn.first_throws, True, throws, size, far, scale)
            yield _Ended(turn.first_throws, False, throws, size, lost - far, scale)


def _law(rows: Iterable[tuple[T, int, int]]) -> Law[T]:
    """The law of values with their weights, each over its own scale."""
    listed = [*rows]
    whole = lcm(*{scale for _, _, scale in listed})
    found: dict[T, int] = {}
    for value, weight, scale in listed:
        found[value] = found.get(value, 0) + weight * (whole // scale)
    return Law(found)


def turns(contest: Contest) -> Iterator[Turn]:
    """Every throw of a contest, from the action on, until none can beat the last."""
    sides = totals(contest.first), totals(contest.second)
    thrown = sides[0] if contest.held is None else totals(contest.held)
    length = max(len(thrown), *map(len, sides))
    below, scale = [1] * length, 1
    for made in count(1):
        yield Turn(made % 2 == 1, below, scale)
        scale *= sum(thrown)
        below = [*accumulate(map(mul, thrown, below), initial=0)][:length]
        below += [below[-1]] * (length - len(below))
        thrown = sides[made % 2]
        if not any(map(mul, thrown, below)):
            return
