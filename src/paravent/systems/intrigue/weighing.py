"""What dice come to, what a throw inflicts and what pools become, on plain values (ITG-12 to ITG-75).

A die is its number of faces: 4, 6, 8, 10 or 12. An empty Stress, or nothing left of a die, is `NOTHING`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal, NamedTuple

from paravent.core.rules import rule
from paravent.core.sight import seen
from paravent.core.values import value

Comparison = Literal["raised", "short", "far"]
"""A reaction against the action: it beats it, falls short of it, or falls short by five or more."""

Growing = Literal["ability", "distinction", "gear", "location", "relationship", "extra"]
"""What may grow at the end of an episode: anything but a value."""

SIZES: Final = (4, 6, 8, 10, 12)
NOTHING: Final = 0
SMALLEST: Final = SIZES[0]
LARGEST: Final = SIZES[-1]
KEPT: Final = 2
FAR: Final = 5
BIG_GROUP_FROM: Final = 6
"""Players from whom the option « grand groupe » has fewer points shared out (ITG-30)."""
CHALLENGE_DICE: Final = 3
"""What a challenged motivation throws instead of one die (ITG-13)."""
DETAIL: Final = 6
"""The die of a useful detail, and of a relationship made on the fly (ITG-34, ITG-35)."""
RESOURCE_DICE: Final = 2
"""The dice that an extra or a location has an episode (ITG-51)."""
TROUBLE_START: Final = (6, 6)
TROUBLE_FEWEST: Final = 2
BONUSES_AT: Final = (4, 8, 12)
DIFFICULTIES: Final[Mapping[Growing, int]] = {
    "ability": 12,
    "distinction": 10,
    "gear": 8,
    "location": 8,
    "relationship": 6,
    "extra": 6,
}


@seen(all="size face")
@value
class Die:
    """One die thrown: its number of faces, and the face it shows."""

    size: int
    face: int


class Inflicted(NamedTuple):
    """A victim's Stress once it was struck, and whether the winner may make it stress out for that (ITG-47)."""

    size: int
    may_stress_out: bool


class Answer(NamedTuple):
    """What a player does to the trouble pool for a 1 of the game master: one die of this size goes, or is lowered."""

    removes: bool
    size: int


class Contenders(NamedTuple):
    """Who is level at the highest total, and who at the lowest: one each, or those who throw again."""

    first: tuple[str, ...]
    last: tuple[str, ...]


class ThreeWay(NamedTuple):
    """What the three throws of ITG-53 say. `best`: 1 for the first opponent, -1 for the second, 0 where level."""

    best: int
    first_beats: bool
    second_beats: bool


# Dice


def step_up(size: int) -> int:
    """One step larger: a D4 of nothing, and a D12 stays one."""
    _known(size)
    return next((larger for larger in SIZES if larger > size), LARGEST)


def step_down(size: int) -> int:
    """One step smaller: nothing under a D4."""
    _known(size)
    return max((smaller for smaller in SIZES if smaller < size), default=NOTHING)


def _known(size: int) -> None:
    if size != NOTHING and size not in SIZES:
        raise ValueError(f"no die of {size} faces")


@rule("ITG-14")
def worth(face: int) -> int:
    """What a face counts for: itself, nothing for a 1."""
    return 0 if face == 1 else face


@rule("ITG-14")
def ones(faces: Iterable[int]) -> int:
    """How many of the dice show a 1, each a complication that the game master may buy, kept or not."""
    return sum(face == 1 for face in faces)


@rule("ITG-12", "ITG-33")
def total(faces: Iterable[int], keep: int = KEPT) -> int:
    """The best `keep` dice together, all of them where there are fewer, 0 where there is none."""
    return sum(sorted(map(worth, faces), reverse=True)[:keep])


@rule("ITG-02")
def bonuses_open(size: int) -> int:
    """How many of a distinction's three bonuses its die opens: one at D4, two at D8, three at D12."""
    return sum(size >= at for at in BONUSES_AT)


# Throws against each other


@rule("ITG-43", "ITG-44", "ITG-45")
def comparison(action: int, reaction: int) -> Comparison:
    """What a reaction is to the action it answers: level with it, it falls short."""
    if reaction > action:
        return "raised"
    return "far" if reaction <= action - FAR else "short"


@rule("ITG-52", "ITG-60", "ITG-61", "ITG-74")
def beats(result: int, other: int) -> bool:
    """Whether a test, an interference, a recovery or a growth comes off: never where the results are level."""
    return result > other


@rule("ITG-53")
def three_way(first: int, second: int, between: int) -> ThreeWay:
    """Who of the two opponents has the better result, and which of them beats the person who interfered."""
    return ThreeWay((first > second) - (first < second), beats(first, between), beats(second, between))


@rule("ITG-30", "ITG-54")
def contenders(totals: Mapping[str, int]) -> Contenders:
    """Who has the highest total and who the lowest, in the order given; `ValueError` where nobody threw.

    Where several do, these alone throw again, to settle that place only; where all are level, both places at once.
    """
    if not totals:
        raise ValueError("nobody threw")
    highest, lowest = max(totals.values()), min(totals.values())
    return Contenders(
        tuple(who for who, n in totals.items() if n == highest),
        tuple(who for who, n in totals.items() if n == lowest),
    )


@rule("ITG-30")
def award(count: int, *, big_group: bool = False) -> tuple[int, ...]:
    """The plot points of so many players, from the highest throw to the lowest; a player alone is the highest."""
    first, others, last = (3, 2, 1) if big_group else (4, 3, 2)
    if count < 2:
        return (first,) * count
    return first, *(others,) * (count - 2), last


# Stress


@rule("ITG-46")
def stress_pile(dice: Iterable[Die]) -> tuple[int, ...]:
    """The sizes that the winner throws again, in order: the dice of the last throw that did not show a 1."""
    return tuple(die.size for die in dice if die.face != 1)


@rule("ITG-46")
def stress_size(pile: Sequence[int], faces: Sequence[int]) -> int:
    """The size of the die that shows most, of equals the largest; a 1 counts for itself here.

    `ValueError` for an empty pile, which inflicts nothing, or unless there is a face a die.
    """
    if not pile:
        raise ValueError("an empty pile inflicts nothing")
    return max(zip(faces, pile, strict=True))[1]


@rule("ITG-47")
def new_stress(current: int, size: int) -> Inflicted:
    """A Stress struck by a die of this size, `current` being what it was: at that size or above it steps up.

    A D12 stays one: the winner may make its victim stress out instead.
    """
    if size > current:
        return Inflicted(size, False)
    return Inflicted(step_up(current), current == LARGEST)


# The trouble pool


@rule("ITG-16", "ITG-20", "ITG-33")
def may_remove(pool: Sequence[int], *sizes: int) -> bool:
    """Whether dice of these sizes are in the pool and may leave it, for an answer or spent: two are to remain."""
    return _holds(pool, sizes) and len(pool) - len(sizes) >= TROUBLE_FEWEST


@rule("ITG-16", "ITG-20")
def may_lower(pool: Sequence[int], size: int) -> bool:
    """Whether a die of this size in the pool may step down: none is under a D4."""
    return size in pool and size > SMALLEST


@rule("ITG-16")
def answer_to_one(pool: Sequence[int], size: int) -> tuple[Answer, ...]:
    """What may answer a 1 that the game master threw on a die of this size, smallest die first.

    One die as large or smaller goes. Where there is none, or where fewer than two would be left, any one steps down;
    a pool of 2D4 has nothing to give.
    """
    sizes = sorted(set(pool))
    gone = tuple(Answer(True, s) for s in sizes if s <= size and may_remove(pool, s))
    return gone or tuple(Answer(False, s) for s in sizes if may_lower(pool, s))


@rule("ITG-16", "ITG-33")
def removed(pool: Sequence[int], *sizes: int) -> tuple[int, ...]:
    """The pool once dice of these sizes have left it; `ValueError` where `may_remove` refuses."""
    if not may_remove(pool, *sizes):
        raise ValueError("these dice may not leave the pool")
    left = list(pool)
    for size in sizes:
        left.remove(size)
    return tuple(left)


@rule("ITG-16", "ITG-20")
def lowered(pool: Sequence[int], size: int) -> tuple[int, ...]:
    """The pool once a die of this size has stepped down; `ValueError` where `may_lower` refuses."""
    if not may_lower(pool, size):
        raise ValueError("this die may not step down")
    at = list(pool).index(size)
    return *pool[:at], step_down(size), *pool[at + 1 :]


@rule("ITG-16")
def answered(pool: Sequence[int], answer: Answer) -> tuple[int, ...]:
    """The pool once a 1 of the game master was answered so."""
    return removed(pool, answer.size) if answer.removes else lowered(pool, answer.size)


def _holds(pool: Sequence[int], sizes: Sequence[int]) -> bool:
    return all(pool.count(size) >= sizes.count(size) for size in set(sizes))


# Growth


@rule("ITG-73")
def growth_difficulty(kind: Growing) -> int:
    """The size of the die that the game master throws beside the size aimed at."""
    return DIFFICULTIES[kind]


@rule("ITG-73")
def size_aimed(size: int) -> int:
    """What a characteristic would grow to, a D4 for a new one (`NOTHING`); `ValueError` for a D12."""
    if size == LARGEST:
        raise ValueError("nothing grows beyond a D12")
    return step_up(size)
