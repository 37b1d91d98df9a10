"""The odds of a duel: exchanges until one of the two is dead or unconscious (ARC-20 to ARC-26).

Cards that compare alike with all that the other deck can show are interchangeable, so a deck is its counts by
class of card: the lumping is exact. Blows only make decks smaller, so the chain is solved forwards, one pass
over its states.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import groupby, product
from math import comb, lcm, prod
from typing import Literal

from paravent.systems.architectes.odds.exchange import Ladder, Side, hits, ladder
from paravent.systems.architectes.odds.skill import Mode
from paravent.systems.architectes.odds.wounds import KNOCK_OUT

End = Literal["a_dead", "a_unconscious", "b_dead", "b_unconscious"]
Counts = tuple[int, ...]
State = tuple[Counts, Counts]

MOST_STATES = 20_000
MOST_BLOWS = 120_000
MOST_STEPS = 1_500_000
"""Bounds on the pairs of decks met, on the wounds between them, and on the wounds followed up to the horizon:
a few seconds.
"""


class TooManyStates(ValueError):
    """The exact duel is out of reach: too many different decks can be met on the way."""


@dataclass(frozen=True, slots=True)
class Duelist:
    """A fighter who neither discards nor buys: cards left, fighting skill, how hard its tests are, damage it
    deals (1..22).
    """

    deck: Collection[int]
    arcana: int
    score: int
    mode: Mode
    damage: int


@dataclass(frozen=True, slots=True)
class DuelLaw:
    """How a duel ends. `endless`: nobody can hit any more; then `expected_exchanges` is None.

    `exchanges` has P(N = n) for n from 1 to the horizon, zeros left out; `beyond_horizon` the rest, endless
    duels included.
    """

    a_dead: Fraction
    a_unconscious: Fraction
    b_dead: Fraction
    b_unconscious: Fraction
    endless: Fraction
    expected_exchanges: Fraction | None
    exchanges: tuple[tuple[int, Fraction], ...]
    beyond_horizon: Fraction


def duel_law(a: Duelist, b: Duelist, horizon: int = 0) -> DuelLaw:
    """The law of a duel, decks shuffled again before each exchange (ARC-13).

    Raises TooManyStates when the decks are too varied for the damage, ValueError for bad decks, two dead or a
    negative horizon.
    """
    if horizon < 0:
        raise ValueError("the horizon cannot be negative")
    if not a.deck and not b.deck:
        raise ValueError("two dead do not fight (ARC-26)")
    ladder(_side(a)), ladder(_side(b))  # refuses bad decks before anything is counted
    if not a.deck or not b.deck:
        ends: dict[End, Fraction] = {"b_dead" if a.deck else "a_dead": Fraction(1)}
        return _law(ends, Fraction(0), Fraction(0), (), Fraction(0))
    chain = _Chain(_Decks(a, b), _Decks(b, a), horizon)
    edges = chain.edges()
    reached: dict[State, Fraction] = {chain.start: Fraction(1)}
    ends = {}
    endless = expected = Fraction(0)
    for state, out in edges.items():  # parents come first
        chance = reached.get(state)
        if chance is None:
            continue
        moving = sum(out.values())
        if not moving:
            endless += chance
            continue
        expected += chance * Fraction(chain.unit, moving)
        share = chance / moving
        for target, weight in out.items():
            if isinstance(target, str):
                ends[target] = ends.get(target, Fraction(0)) + share * weight
            else:
                reached[target] = reached.get(target, Fraction(0)) + share * weight
    exchanges = tuple(chain.exchanges(edges, horizon))
    beyond = 1 - sum((chance for _, chance in exchanges), Fraction(0))
    return _law(ends, endless, expected, exchanges, beyond)


def _law(
    ends: dict[End, Fraction],
    endless: Fraction,
    expected: Fraction,
    exchanges: tuple[tuple[int, Fraction], ...],
    beyond: Fraction,
) -> DuelLaw:
    zero = Fraction(0)
    return DuelLaw(
        ends.get("a_dead", zero),
        ends.get("a_unconscious", zero),
        ends.get("b_dead", zero),
        ends.get("b_unconscious", zero),
        endless,
        None if endless else expected,
        exchanges,
        beyond,
    )


def _side(duelist: Duelist, deck: Collection[int] | None = None) -> Side:
    return Side(duelist.deck if deck is None else deck, duelist.arcana, duelist.score, duelist.mode)


def _critical_card(duelist: Duelist, card: int) -> int:
    """The kept card when the own arcana comes with `card` (ARC-11)."""
    if duelist.mode == "normal":
        return duelist.arcana
    return (max if duelist.mode == "hard" else min)(duelist.arcana, card)


def card_classes(mine: Duelist, other: Duelist) -> list[list[int]]:
    """My cards, grouped: within a group each compares alike with every margin the other deck can ever show.

    Ordinary successes meet ordinary margins; a critical meets critical margins, and only when both arcana are
    there. The own arcana stands alone. Groups are runs of consecutive cards, so the smaller or larger of two
    is found by group.
    """
    ordinary = {other.score - card for card in other.deck if other.arcana != card < other.score}
    criticals: set[int] = set()
    if mine.arcana in mine.deck and other.arcana in other.deck:
        criticals = {other.score - _critical_card(other, card) for card in other.deck}
        criticals.add(other.score - other.arcana)

    def place(margin: int, marks: set[int]) -> tuple[int, bool]:
        return sum(mark < margin for mark in marks), margin in marks

    def likeness(card: int) -> tuple[object, ...]:
        margin, critical = mine.score - card, mine.score - _critical_card(mine, card)
        return margin > 0 and place(margin, ordinary), place(critical, criticals)

    plain = sorted(card for card in mine.deck if card != mine.arcana)
    groups = [list(run) for _, run in groupby(plain, likeness)]
    return [[mine.arcana], *groups] if mine.arcana in mine.deck else groups


class _Decks:
    """What can become of one fighter's deck under the other's blows."""

    def __init__(self, mine: Duelist, other: Duelist) -> None:
        self.duelist = mine
        self.damage = other.damage
        self.classes = card_classes(mine, other)
        self.start: Counts = tuple(len(cards) for cards in self.classes)
        self.sizes = [len(mine.deck)]
        while self.outcome(self.sizes[-1]) is None:
            self.sizes.append(self.sizes[-1] - self.damage)
        self.ladders: dict[Counts, Ladder] = {}
        self.wounds: dict[Counts, dict[Counts, int]] = {}

    def outcome(self, size: int) -> Literal["dead", "unconscious"] | None:
        """What a blow does to a deck of that size, if it ends the duel."""
        if self.damage >= size:
            return "dead"
        return "unconscious" if self.damage >= KNOCK_OUT else None

    @cached_property
    def states(self) -> int:
        """How many different decks may have to be looked at, counted without listing them."""
        ways = [1]
        for cards in self.start:
            ways = [
                sum(ways[max(0, size - cards) : size + 1]) for size in range(len(ways) + cards)
            ]  # slices stop at the end
        return sum(ways[size] for size in self.sizes)

    def blows(self) -> int:
        """How many different wounds join those decks; stops counting once there are too many."""
        total = 0
        for size in self.sizes[:-1]:
            for counts in self.of_size(size):
                total += len(self.after_blow(counts))
                if total > MOST_BLOWS:
                    return total
        return total

    def of_size(self, size: int) -> Iterator[Counts]:
        return _splits(size, self.start)

    def ladder(self, counts: Counts) -> Ladder:
        """Any cards of each class will do."""
        if counts not in self.ladders:
            deck = [card for cards, n in zip(self.classes, counts, strict=True) for card in cards[:n]]
            self.ladders[counts] = ladder(_side(self.duelist, deck))
        return self.ladders[counts]

    def after_blow(self, counts: Counts) -> dict[Counts, int]:
        """The decks one blow may leave, weighted; the weights add up to C(size, damage)."""
        if counts not in self.wounds:
            self.wounds[counts] = {
                tuple(n - lost for n, lost in zip(counts, losses, strict=True)): prod(
                    map(comb, counts, losses)
                )
                for losses in _splits(self.damage, counts)
            }
        return self.wounds[counts]


def _splits(total: int, most: Counts) -> Iterator[Counts]:
    """All ways to take `total` cards, at most so many of each class."""
    if not most:
        if total == 0:
            yield ()
        return
    room = sum(most[1:])
    for taken in range(max(0, total - room), min(total, most[0]) + 1):
        for others in _splits(total - taken, most[1:]):
            yield (taken, *others)


class _Chain:
    """The duel as a chain whose every step weighs `unit` in all, staying put included."""

    def __init__(self, a: _Decks, b: _Decks, horizon: int) -> None:
        self.a, self.b = a, b
        if a.states * b.states > MOST_STATES:
            raise TooManyStates("these decks are too varied for so little damage")
        blows = a.blows() * b.states + b.blows() * a.states
        if blows > MOST_BLOWS or horizon * blows > MOST_STEPS:
            raise TooManyStates("these decks are too varied, or the horizon too far")
        self.start: State = (a.start, b.start)
        self.unit = lcm(*(self._level_unit(i, j) for i, j in product(a.sizes, b.sizes)))

    def _level_unit(self, size_a: int, size_b: int) -> int:
        """A common denominator of the exchange and of the wound between decks of these sizes."""
        unit = 1
        for decks, size in ((self.a, size_a), (self.b, size_b)):
            drawn = 1 if decks.duelist.mode == "normal" or size < 2 else 2
            unit *= size * (size - 1) if drawn == 2 else size
            if decks.outcome(size) is None:
                unit *= comb(size, decks.damage)
        return unit

    def edges(self) -> dict[State, dict[State | End, int]]:
        """Out of each state, where a hit leads and with what weight; parents before children."""
        every = {}
        for size_a, size_b in product(self.a.sizes, self.b.sizes):
            for mine, theirs in product(self.a.of_size(size_a), self.b.of_size(size_b)):
                every[mine, theirs] = self._out(mine, theirs, size_a, size_b)
        return every

    def _out(self, mine: Counts, theirs: Counts, size_a: int, size_b: int) -> dict[State | End, int]:
        ladder_a, ladder_b = self.a.ladder(mine), self.b.ladder(theirs)
        scale = self.unit // (ladder_a[0] * ladder_b[0])
        out: dict[State | End, int] = {}
        if lands := hits(ladder_b, ladder_a) * scale:
            if end := self.a.outcome(size_a):
                out["a_dead" if end == "dead" else "a_unconscious"] = lands
            else:
                share = lands // comb(size_a, self.a.damage)
                out.update(((left, theirs), share * n) for left, n in self.a.after_blow(mine).items())
        if lands := hits(ladder_a, ladder_b) * scale:
            if end := self.b.outcome(size_b):
                out["b_dead" if end == "dead" else "b_unconscious"] = lands
            else:
                share = lands // comb(size_b, self.b.damage)
                out.update(((mine, left), share * n) for left, n in self.b.after_blow(theirs).items())
        return out

    def exchanges(
        self, edges: dict[State, dict[State | End, int]], horizon: int
    ) -> Iterator[tuple[int, Fraction]]:
        """P(N = n), n from 1 to the horizon, zeros left out."""
        still = {self.start: 1}
        total = 1
        for n in range(1, horizon + 1):
            after: dict[State, int] = {}
            total *= self.unit
            ended = 0
            for state, weight in still.items():
                out = edges[state]
                if not out:
                    continue  # endless: it will never end
                if stay := self.unit - sum(out.values()):
                    after[state] = after.get(state, 0) + weight * stay
                for target, chance in out.items():
                    if isinstance(target, str):
                        ended += weight * chance
                    else:
                        after[target] = after.get(target, 0) + weight * chance
            if ended:
                yield n, Fraction(ended, total)
            still = after
