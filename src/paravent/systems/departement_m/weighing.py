"""What dice come to and what points become, on plain values (DEM-12 to DEM-15, DEM-20)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from paravent.core.rules import rule
from paravent.core.sight import seen
from paravent.core.values import value

SIDES: Final = 20
FREE_DICE: Final = 2
MOST_EXTRA: Final = 3
MOST_DICE: Final = FREE_DICE + MOST_EXTRA


@seen(all="successes complication")
@value
class Verdict:
    """What one die gives: 0, 1 or 2 successes, and whether it brings a complication."""

    successes: int
    complication: bool


class Tally(NamedTuple):
    """What a whole throw gives."""

    successes: int
    complications: int


class Outcome(NamedTuple):
    """Whether the action comes off, and the successes beyond its difficulty, none where it fails."""

    passed: bool
    excess: int


class Gain(NamedTuple):
    """A pool of Momentum after points were earned, those it took and those lost above its cap."""

    pool: int
    kept: int
    lost: int


# Dice (DEM-13 to DEM-15)


@rule("DEM-13", "DEM-14")
def verdict(face: int, target: int, discipline: int, focused: bool) -> Verdict:
    """The verdict of one face of 1 to 20; never more than two successes, whatever it is owed them for.

    A 20 is a complication always, and a success too under a target number that reaches it.
    """
    if face == 1 or (focused and face <= discipline):
        successes = 2
    else:
        successes = int(face <= target)
    return Verdict(successes, face == SIDES)


@rule("DEM-13", "DEM-14")
def tally(faces: Iterable[int], target: int, discipline: int, focused: bool) -> Tally:
    """What these faces come to together."""
    verdicts = [verdict(face, target, discipline, focused) for face in faces]
    return Tally(sum(v.successes for v in verdicts), sum(v.complication for v in verdicts))


@rule("DEM-11", "DEM-15")
def outcome(successes: int, difficulty: int) -> Outcome:
    """The successes against the difficulty: at 0 nothing can fail, and every success is in excess."""
    passed = successes >= difficulty
    return Outcome(passed, successes - difficulty if passed else 0)


# Extra dice (DEM-12)


@rule("DEM-12")
def price(prices: Sequence[int], rank: int) -> int:
    """The points that the extra die of this rank costs, 1 being the first bought."""
    if not 1 <= rank <= len(prices):
        raise ValueError(f"no extra die of rank {rank}")
    return prices[rank - 1]


@rule("DEM-12")
def cost(prices: Sequence[int], extra: int) -> int:
    """The points that so many extra dice cost together, from whichever pools."""
    return sum(price(prices, rank) for rank in range(1, extra + 1))


# Momentum (DEM-20)


@rule("DEM-20")
def capped(pool: int, gain: int, cap: int | None) -> Gain:
    """The pool after a gain. A pool above a cap set since then is left as it is, and earns nothing."""
    kept = gain if cap is None else min(gain, max(0, cap - pool))
    return Gain(pool + kept, kept, gain - kept)


@rule("DEM-20")
def eroded(pool: int) -> int:
    """The pool after a scene's end where the table erodes it."""
    return max(0, pool - 1)
