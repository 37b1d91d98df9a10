"""What a test comes to, before and after its dice, on plain values (INT-03 to INT-12, INT-22, INT-25, INT-40)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal, NamedTuple

from paravent.core.rules import rule
from paravent.core.sight import seen
from paravent.core.values import replace, value

Category = Literal["common", "specialist", "initiate"]
Mode = Literal["normal", "advantage", "disadvantage"]
Outcome = Literal["failure", "success", "critical_failure", "critical_success"]

IMPOSSIBLE: Final = 0
"""The strength of an initiate's skill one does not have (INT-22)."""


@seen(all="advantage why skill cancelled apart")
@value
class Source:
    """An advantage or a disadvantage, with its reason (INT-12).

    `skill` is the key of the skill it is attached to, "" when it belongs to the situation. `cancelled` is said of
    those that no longer count once all are weighed together (INT-11), `apart` of those attached to another skill
    than the weakest, which never count (INT-25).
    """

    advantage: bool
    why: str
    skill: str = ""
    cancelled: bool = False
    apart: bool = False


class Attempt(NamedTuple):
    """One action of a test, as its skill stands: `bonus` is None for whoever has not the skill."""

    skill: str
    category: Category
    bonus: int | None
    risky: bool = True


class Options(NamedTuple):
    """The options of the table that bear on a test (INT-08, INT-11, INT-43)."""

    every_double: bool = False
    one_for_one: bool = False
    prudent_raises: bool = False


class Weighed(NamedTuple):
    """A test ready to be thrown. `possible`: no initiate's skill is missing; `weakest`: the skill that counts;
    `sources`: all that were given, those that count first.
    """

    possible: bool
    weakest: str
    difficulty: int
    bonus: int
    mode: Mode
    sources: tuple[Source, ...]


# Advantages and disadvantages (INT-10 to INT-12)


@rule("INT-11")
def net_mode(advantages: int, disadvantages: int, *, one_for_one: bool = False) -> Mode:
    """What any number of each comes to: they never add up, and one of each is enough to cancel all."""
    if one_for_one:
        gap = advantages - disadvantages
    else:
        gap = 0 if advantages and disadvantages else advantages - disadvantages
    return "advantage" if gap > 0 else "disadvantage" if gap < 0 else "normal"


def mode_of(sources: Iterable[Source], options: Options) -> Mode:
    """The mode that these sources come to, whatever their order."""
    kinds = [s.advantage for s in sources]
    return net_mode(kinds.count(True), kinds.count(False), one_for_one=options.one_for_one)


@rule("INT-11", "INT-12")
def struck_out(sources: Sequence[Source], options: Options) -> tuple[Source, ...]:
    """The sources, those that cancel each other marked: all of them, or one for one, the first ones first."""
    kinds = [s.advantage for s in sources]
    fewer = min(kinds.count(True), kinds.count(False))
    if not fewer:
        return tuple(sources)
    left = {True: fewer, False: fewer} if options.one_for_one else {True: len(kinds), False: len(kinds)}
    out = []
    for s in sources:
        struck = left[s.advantage] > 0
        left[s.advantage] -= struck
        out.append(replace(s, cancelled=struck))
    return tuple(out)


# Skills (INT-22, INT-25)


@rule("INT-22", "INT-25")
def strength(category: Category, bonus: int | None) -> int:
    """How strong a skill is: one that is missing by its category, then bonus 1, then bonus 2."""
    if bonus is not None:
        return 2 + bonus
    return {"initiate": IMPOSSIBLE, "specialist": 1, "common": 2}[category]


@rule("INT-22")
def missing(attempt: Attempt) -> tuple[Source, ...]:
    """The disadvantage of whoever tries a specialist's skill without having it."""
    if attempt.bonus is None and attempt.category == "specialist":
        return (Source(advantage=False, why="compétence de spécialiste absente", skill=attempt.skill),)
    return ()


@rule("INT-25")
def weakest(attempts: Sequence[Attempt], sources: Sequence[Source], options: Options) -> Attempt:
    """The skill that counts, among the actions that may fail; at equal strength, the one worst off."""
    order: Mapping[Mode, int] = {"disadvantage": 0, "normal": 1, "advantage": 2}

    def rank(a: Attempt) -> tuple[int, int]:
        return strength(a.category, a.bonus), order[mode_of(_bearing(a, sources), options)]

    return min((a for a in attempts if a.risky), key=rank)


def _bearing(attempt: Attempt, sources: Sequence[Source]) -> tuple[Source, ...]:
    """The sources that bear on a skill: its own, those of the situation, and what its absence costs."""
    return (*missing(attempt), *(s for s in sources if s.skill in ("", attempt.skill)))


# Difficulty (INT-05, INT-25, INT-32, INT-35, INT-40, INT-41, INT-43)


@rule("INT-40", "INT-41", "INT-43")
def raises(intentions: Sequence[str], instincts: Iterable[str], prudent: str, options: Options) -> int:
    """What the intentions add to the difficulty: one each, repeated ones too.

    Not those of an instinct (INT-32), nor `prudent`, the intention that takes its time, unless the table says so.
    """
    free = set(instincts)
    return sum(i not in free and (i != prudent or options.prudent_raises) for i in intentions)


@rule("INT-05", "INT-25", "INT-35")
def effective_difficulty(base: int, raised: int, actions: int, *, drinks: bool, tippler: bool) -> int:
    """The difficulty to reach: one more an action beyond the first; drinking is one, save for a « Soiffard »."""
    return base + raised + actions - 1 + (drinks and not tippler)


@rule("INT-06", "INT-11", "INT-25")
def weigh(
    attempts: Sequence[Attempt], sources: Sequence[Source], difficulty: int, options: Options
) -> Weighed:
    """Put a test together: the weakest skill gives its bonus and its sources; the situation gives the others."""
    possible = all(strength(a.category, a.bonus) != IMPOSSIBLE for a in attempts)
    worst = weakest(attempts, sources, options)
    bearing = _bearing(worst, sources)
    mode = mode_of(bearing, options)
    apart = tuple(replace(s, apart=True) for s in sources if s.skill not in ("", worst.skill))
    counted = (*struck_out(bearing, options), *apart)
    return Weighed(possible, worst.skill, difficulty, worst.bonus or 0, mode, counted)


# Dice (INT-03, INT-06 to INT-08, INT-10)


@rule("INT-03", "INT-10")
def main_die(first: int, critical: int | None, mode: Mode) -> int:
    """The die that counts: the first, or the better or worse of the two; alone, it is what it is."""
    if critical is None or mode == "normal":
        return first
    return max(first, critical) if mode == "advantage" else min(first, critical)


@rule("INT-03", "INT-06", "INT-07", "INT-08")
def outcome(
    first: int, critical: int | None, mode: Mode, bonus: int, difficulty: int, *, every_double: bool
) -> Outcome:
    """A double 1 always fails and a double 6 always succeeds; else the main die and the bonus must reach."""
    if critical == first:
        if first == 1:
            return "critical_failure"
        if first == 6 or every_double:
            return "critical_success"
    reached = main_die(first, critical, mode) + bonus >= difficulty
    return "success" if reached else "failure"
