"""A whole contest in which both sides react or give in as suits them best, to its end (ITG-40 to ITG-45).

Every reaction that goes on raises the total to beat, so the best choices are found from the highest total down, each
side counting on the other's. The utility is stated by the caller: what each end is worth to each side (`Stakes`), of
which both want the greatest expectation; a side that is indifferent reacts.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import lcm
from operator import mul
from typing import Final, Literal, NamedTuple

from paravent.chance.exact import Law
from paravent.chance.exact.opposed import at_most
from paravent.systems.intrigue.odds.pool import Pool, totals
from paravent.systems.intrigue.weighing import FAR

How = Literal["gives in freely", "gives in", "short", "far"]
"""How a side loses: it gives in before it threw, or after, for a point (ITG-41); its reaction fails (ITG-43, 44)."""


class Stakes(NamedTuple):
    """What the ends of a contest cost a side and bring it, all in one unit of its choosing.

    `yielding`: the other reaches its aim. `short`, `far`: its own reaction fails, by less than five or by more.
    `point`: a plot point, paid for giving in or received for it. `obtaining`, `inflicting` and `inflicting_far` are
    what it gains where the other gives in, falls short or falls far short.
    """

    yielding: Fraction | int
    short: Fraction | int
    far: Fraction | int
    point: Fraction | int = 0
    obtaining: Fraction | int = 0
    inflicting: Fraction | int = 0
    inflicting_far: Fraction | int = 0


class Party(NamedTuple):
    """A side of a contest: the pool it throws each time, and what it has at stake.

    `can_pay`: it has a point for giving in, or a motivation to lower instead (ITG-42). `has_thrown`: in this conflict
    already, as in a throw for initiative (ITG-54). `stubborn`: it never gives in.
    """

    pool: Pool
    stakes: Stakes
    can_pay: bool = True
    has_thrown: bool = False
    stubborn: bool = False


class Finish(NamedTuple):
    """How a contest ends: which side loses, and how."""

    first_loses: bool
    how: How


class Choice(NamedTuple):
    """What the side to answer may expect of reacting, and of giving in (None: it cannot)."""

    react: Fraction
    give_in: Fraction | None

    @property
    def gives_in(self) -> bool:
        """Whether giving in is worth more; where both are worth the same, it reacts."""
        return self.give_in is not None and self.give_in > self.react


class Plan(NamedTuple):
    """Both sides' best play. The totals at which each gives in: the second to the action itself, then either later.

    `finish`: how the contest then ends. `worth`: what the first side and the second expect. `now`: what the second
    has to choose between, where the action is known.
    """

    second_at_once: tuple[int, ...]
    second_later: tuple[int, ...]
    first_later: tuple[int, ...]
    finish: Law[Finish]
    worth: tuple[Fraction, Fraction]
    now: Choice | None


WAYS: Final[tuple[How, ...]] = ("gives in freely", "gives in", "short", "far")
FINISHES: Final = tuple(Finish(first_loses, how) for first_loses in (False, True) for how in WAYS)

Spread = list[int]
"""A weight a finish, in the order of FINISHES, over a scale known apart."""

NONE: Final[Spread] = [0] * len(FINISHES)


def plan(first: Party, second: Party, held: int | None = None) -> Plan:
    """Both sides' best play once `first` has acted, or acts, if `held`, the result of that action, is not known."""
    action = totals(first.pool if held is None else held)
    length = max(len(action), len(totals(first.pool)), len(totals(second.pool)))
    sides = _Side(first, 0, length), _Side(second, 1, length)
    both = sides[0].throws * sides[1].throws
    at_once: list[int] = []
    second_later: list[int] = []
    first_later: list[int] = []
    ahead = [NONE, NONE]
    opening, scale, now = NONE, 1, None
    for total in reversed(range(length)):
        reacts = [
            _mix(ahead[i], sides[1 - i].throws, side.failing[total], sides[1 - i].throws * scale)
            for i, side in enumerate(sides)
        ]
        scale *= both
        first_best, second_best = (
            side.best(react, scale, free=False) for side, react in zip(sides, reacts, strict=True)
        )
        answer = sides[1].best(reacts[1], scale, free=not second.has_thrown)
        for chosen, react, where in (
            (answer, reacts[1], at_once),
            (second_best, reacts[1], second_later),
            (first_best, reacts[0], first_later),
        ):
            if chosen is not react:
                where.append(total)
        if total == held:
            now = sides[1].choice(reacts[1], scale, free=not second.has_thrown)
        opening = _mix(opening, both, answer, action[total] if total < len(action) else 0)
        ahead = [
            _mix(ahead[0], both, second_best, sides[0].weights[total]),
            _mix(ahead[1], both, first_best, sides[1].weights[total]),
        ]
    return Plan(
        tuple(reversed(at_once)),
        tuple(reversed(second_later)),
        tuple(reversed(first_later)),
        Law(dict(zip(FINISHES, opening, strict=True))),
        (sides[0].expects(opening, sum(opening)), sides[1].expects(opening, sum(opening))),
        now,
    )


class _Side:
    """What a party needs at every total, and its choices; `place` is 0 for the first side and 1 for the second."""

    def __init__(self, party: Party, place: int, length: int) -> None:
        self.party, self.loses_first = party, place == 0
        weights = totals(party.pool)
        self.throws = sum(weights)
        self.weights = (*weights, *(0,) * (length - len(weights)))
        upto = at_most(weights, length)
        self.failing = [
            self._failing(n, upto[total - FAR] if total >= FAR else 0) for total, n in enumerate(upto)
        ]
        """For each total, how often a reaction to it falls short, and far short."""
        worths = [self._worth(finish) for finish in FINISHES]
        self.unit = lcm(*(w.denominator for w in worths))
        self.worths = [int(w * self.unit) for w in worths]

    def _failing(self, upto: int, far: int) -> Spread:
        return self._spread({"short": upto - far, "far": far})

    def _spread(self, weights: Mapping[How, int]) -> Spread:
        return [
            weights.get(how, 0) if first_loses == self.loses_first else 0 for first_loses, how in FINISHES
        ]

    def _worth(self, finish: Finish) -> Fraction:
        s = self.party.stakes
        found: dict[How, Fraction | int]
        if finish.first_loses == self.loses_first:
            found = {
                "gives in freely": -s.yielding,
                "gives in": -s.yielding - s.point,
                "short": -s.short,
                "far": -s.far,
            }
        else:
            found = {
                "gives in freely": s.obtaining,
                "gives in": s.obtaining + s.point,
                "short": s.inflicting,
                "far": s.inflicting_far,
            }
        return Fraction(found[finish.how])

    def expects(self, spread: Spread, scale: int) -> Fraction:
        """What this side may expect."""
        return Fraction(sum(map(mul, self.worths, spread)), scale * self.unit)

    def best(self, react: Spread, scale: int, *, free: bool) -> Spread:
        """What comes of the better choice; that of reacting where there is no other, or no better."""
        give_in = self._giving_in(scale, free=free)
        if give_in is None or sum(map(mul, self.worths, give_in)) <= sum(map(mul, self.worths, react)):
            return react
        return give_in

    def choice(self, react: Spread, scale: int, *, free: bool) -> Choice:
        give_in = self._giving_in(scale, free=free)
        worth = None if give_in is None else self.expects(give_in, scale)
        return Choice(self.expects(react, scale), worth)

    def _giving_in(self, scale: int, *, free: bool) -> Spread | None:
        if self.party.stubborn or not (free or self.party.can_pay):
            return None
        return self._spread({"gives in freely" if free else "gives in": scale})


def _mix(a: Spread, m: int, b: Spread, n: int) -> Spread:
    return [i * m + j * n for i, j in zip(a, b, strict=True)]
