"""Finite laws with whole weights: exact chances of dice, cards and chains, as fractions.

>>> two = die(6) + die(6)
>>> two.p(7), two.at_least(10), two.mean()
(Fraction(1, 6), Fraction(1, 6), Fraction(7, 1))
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, reduce
from itertools import islice, permutations
from math import comb, gcd, lcm
from types import MappingProxyType
from typing import Any, Generic, TypeVar, cast

T = TypeVar("T")
U = TypeVar("U")
S = TypeVar("S", bound=Hashable)
C = TypeVar("C", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Law(Generic[T]):
    """Who comes out how often: hashable values, each with a positive whole weight, reduced by their gcd.

    Two laws are equal when every value has the same chance in both. Build one with `of`, `uniform` or `certain`.

    >>> Law.of({"face": 2, "pile": 2})
    Law({'face': 1, 'pile': 1})
    """

    weights: Mapping[T, int]
    total: int = field(init=False, compare=False)

    def __post_init__(self) -> None:
        if any(w < 0 for w in self.weights.values()):
            raise ValueError("a weight is negative")
        shared = gcd(*self.weights.values())
        if not shared:
            raise ValueError("a law needs at least one possible value")
        weights = {v: w // shared for v, w in self.weights.items() if w}
        object.__setattr__(self, "weights", MappingProxyType(weights))
        object.__setattr__(self, "total", sum(weights.values()))

    @staticmethod
    def of(weights: Mapping[U, int | Fraction] | Iterable[tuple[U, int | Fraction]]) -> Law[U]:
        """The law of these weights, whole or fractional; pairs may repeat a value. `ValueError` if none is positive.

        >>> Law.of([("touché", Fraction(1, 2)), ("raté", Fraction(1, 3)), ("raté", Fraction(1, 6))])
        Law({'raté': 1, 'touché': 1})
        """
        pairs = [*(weights.items() if isinstance(weights, Mapping) else weights)]
        scale = lcm(*(w.denominator for _, w in pairs))
        merged: dict[U, int] = {}
        for v, w in pairs:
            if w < 0:
                raise ValueError("a weight is negative")
            merged[v] = merged.get(v, 0) + w.numerator * (scale // w.denominator)
        return Law(merged)

    @staticmethod
    def uniform(values: Iterable[U]) -> Law[U]:
        """Each of the values as often as the others; one given twice weighs double.

        >>> Law.uniform("ABBA").p("A")
        Fraction(1, 2)
        """
        return Law.of((v, 1) for v in values)

    @staticmethod
    def certain(value: U) -> Law[U]:
        """Always this value."""
        return Law({value: 1})

    def __repr__(self) -> str:
        return f"Law({ {v: self.weights[v] for v in self._ordered()} })"

    def __hash__(self) -> int:
        return hash(frozenset(self.weights.items()))

    def __reduce__(self) -> tuple[Any, ...]:
        return Law, (dict(self.weights),)

    def _ordered(self) -> list[T]:
        try:
            return sorted(cast("Iterable[Any]", self.weights))
        except TypeError:
            return list(self.weights)

    def rows(self) -> tuple[tuple[T, Fraction], ...]:
        """Every value with its chance, in ascending order; as first met where the values have no order.

        >>> hits(deck=4, good=2, drawn=2).rows()
        ((0, Fraction(1, 6)), (1, Fraction(2, 3)), (2, Fraction(1, 6)))
        """
        return tuple((v, Fraction(self.weights[v], self.total)) for v in self._ordered())

    def p(self, event: T | Callable[[T], bool]) -> Fraction:
        """The chance of a value, or that a predicate holds.

        >>> die(20).p(20), die(20).p(lambda face: face % 5 == 0)
        (Fraction(1, 20), Fraction(1, 5))
        """
        if callable(event):
            return Fraction(sum(w for v, w in self.weights.items() if event(v)), self.total)
        return Fraction(self.weights.get(event, 0), self.total)

    def at_least(self: Law[int], least: int) -> Fraction:
        """The chance of `least` or more."""
        return self.p(lambda v: v >= least)

    def at_most(self: Law[int], most: int) -> Fraction:
        """The chance of `most` or less."""
        return self.p(lambda v: v <= most)

    def mean(self: Law[int] | Law[Fraction]) -> Fraction:
        """The expectation of a law of numbers.

        >>> die(6).mean()
        Fraction(7, 2)
        """
        rows = cast("Mapping[int, int]", self.weights).items()
        return Fraction(sum(v * w for v, w in rows)) / self.total

    def map(self, f: Callable[[T], U]) -> Law[U]:
        """The law of `f` of the value.

        >>> die(6).map(lambda face: "oui" if face >= 5 else "non")
        Law({'non': 2, 'oui': 1})
        """
        return Law.of((f(v), w) for v, w in self.weights.items())

    def then(self, f: Callable[[T], Law[U]]) -> Law[U]:
        """The law of a second draw which depends on the first.

        >>> again = die(6).then(lambda a: die(6).map(lambda b: a + b) if a == 6 else Law.certain(a))
        >>> again.p(6), again.at_least(7)
        (Fraction(0, 1), Fraction(1, 6))
        """
        branches = [(w, f(v)) for v, w in self.weights.items()]
        scale = lcm(*(law.total for _, law in branches))
        return Law.of(
            (u, w * x * (scale // law.total)) for w, law in branches for u, x in law.weights.items()
        )

    def given(self, holds: Callable[[T], bool]) -> Law[T]:
        """The law once it is known that `holds`; `ValueError` when that cannot be.

        >>> die(6).given(lambda face: face % 2 == 0)
        Law({2: 1, 4: 1, 6: 1})
        """
        return Law.of((v, w) for v, w in self.weights.items() if holds(v))

    def joint(self, other: Law[U]) -> Law[tuple[T, U]]:
        """Both values, drawn independently."""
        return _combine(self, other, lambda a, b: (a, b))

    def __add__(self: Law[int], other: Law[int] | int) -> Law[int]:
        """The sum of two independent numbers, or a shift: `die(6) + die(4) + 2`."""
        return _combine(self, other if isinstance(other, Law) else Law.certain(other), lambda a, b: a + b)

    def times(self: Law[int], n: int) -> Law[int]:
        """The sum of `n` independent copies (n ≥ 0).

        >>> die(6).times(3).p(18)
        Fraction(1, 216)
        """
        return sums([self] * n)


def _combine(a: Law[T], b: Law[U], f: Callable[[T, U], S]) -> Law[S]:
    out: dict[S, int] = {}
    for v, w in a.weights.items():
        for u, x in b.weights.items():
            both = f(v, u)
            out[both] = out.get(both, 0) + w * x
    return Law(out)


def die(sides: int) -> Law[int]:
    """A fair die, 1..sides."""
    return Law.uniform(range(1, sides + 1))


def fold(laws: Iterable[Law[T]], start: S, step: Callable[[S, T], S]) -> Law[S]:
    """Read independent draws one by one, remembering only a state: the cheap way to any statistic of a pool.

    Here, the total and the number of ones of two D6 and a D8:

    >>> pool = fold([die(6), die(6), die(8)], (0, 0), lambda s, face: (s[0] + face, s[1] + (face == 1)))
    >>> pool.p((3, 3)), pool.p(lambda s: s[1] == 0)
    (Fraction(1, 288), Fraction(175, 288))
    """
    return reduce(lambda law, drawn: _combine(law, drawn, step), laws, Law.certain(start))


def product(laws: Iterable[Law[T]]) -> Law[tuple[T, ...]]:
    """All values of independent draws, in order.

    >>> product([die(2), die(2)])
    Law({(1, 1): 1, (1, 2): 1, (2, 1): 1, (2, 2): 1})
    """
    start: tuple[T, ...] = ()
    return fold(laws, start, lambda drawn, v: (*drawn, v))


def sums(laws: Iterable[Law[int]]) -> Law[int]:
    """The sum of independent numbers, alike or not; 0 when there is none."""
    return fold(laws, 0, lambda a, b: a + b)


def kept(laws: Iterable[Law[int]], keep: int, *, lowest: bool = False) -> Law[tuple[int, ...]]:
    """The `keep` highest of independent numbers, best first (or the lowest, least first).

    Cost grows with the number of distinct hands of `keep` values: meant for a few kept dice.

    >>> kept([die(6)] * 4, 3).map(sum).p(18)
    Fraction(7, 432)
    >>> kept([die(4), die(10)], 1, lowest=True).p((1,))
    Fraction(13, 40)
    """
    none: tuple[int, ...] = ()
    return fold(laws, none, lambda best, v: tuple(sorted((*best, v), reverse=not lowest)[:keep]))


def ranked(laws: Sequence[Law[int]], rank: int) -> Law[int]:
    """The `rank`-th highest of independent numbers (1 the highest, `len(laws)` the lowest).

    >>> ranked([die(20)] * 2, 1).at_least(11), ranked([die(20)] * 2, 2).at_least(11)
    (Fraction(3, 4), Fraction(1, 4))
    """
    if not 1 <= rank <= len(laws):
        raise ValueError(f"no rank {rank} among {len(laws)}")
    return kept(laws, rank).map(lambda best: best[-1])


def draw(deck: Iterable[T], count: int) -> Law[tuple[T, ...]]:
    """`count` cards drawn without replacement, in the order drawn.

    >>> draw([1, 2, 3], 2).p(lambda hand: hand[1] == 3)
    Fraction(1, 3)
    """
    return Law.uniform(permutations(deck, count))


def hits(deck: int, good: int, drawn: int) -> Law[int]:
    """How many of the `good` cards come among `drawn` from a deck of so many cards (hypergeometric).

    >>> hits(deck=22, good=1, drawn=2).p(1)
    Fraction(1, 11)
    """
    if not (0 <= good <= deck and 0 <= drawn <= deck):
        raise ValueError("more cards than the deck holds")
    return Law.of((k, comb(good, k) * comb(deck - good, drawn - k)) for k in range(min(good, drawn) + 1))


@dataclass(frozen=True, slots=True)
class Absorption(Generic[C]):
    """How a chain ends. `ends`: the chance of each kind of end; `never`: the chance of none.

    `steps` is the expected number of steps before the end, None when the end is not certain.
    """

    ends: Mapping[C, Fraction]
    never: Fraction
    steps: Fraction | None


@dataclass(frozen=True, slots=True)
class Chain(Generic[S, C]):
    """A finite Markov chain from `start`: `step` gives the law of the next state.

    `end` names the kind of end a state is, None while the chain runs on; `step` is not asked about ended states.

    >>> duel = Chain(3, lambda points: die(2).map(lambda side: points + (1, -1)[side - 1]),
    ...              lambda points: {0: "ruine", 5: "fortune"}.get(points))
    >>> outcome = duel.absorption()
    >>> outcome.ends["fortune"], outcome.ends["ruine"], outcome.never, outcome.steps
    (Fraction(3, 5), Fraction(2, 5), Fraction(0, 1), Fraction(6, 1))
    """

    start: S
    step: Callable[[S], Law[S]]
    end: Callable[[S], C | None]

    def absorption(self, most: int = 100_000) -> Absorption[C]:
        """The ends with their exact chances; `ValueError` past `most` reachable running states.

        >>> Chain("seul", Law.certain, lambda state: None).absorption()
        Absorption(ends={}, never=Fraction(1, 1), steps=None)
        """
        if (at_once := self.end(self.start)) is not None:
            return Absorption({at_once: Fraction(1)}, Fraction(0), Fraction(0))
        states = self._reachable(most)
        place = {state: i for i, state in enumerate(states)}
        rows: list[dict[int | _End[C], Fraction]] = []
        into: list[set[int]] = [set() for _ in states]
        for i, law in enumerate(states.values()):
            row: dict[int | _End[C], Fraction] = {}
            for state, w in law.weights.items():
                kind = self.end(state)
                target = place[state] if kind is None else _End(kind)
                row[target] = row.get(target, Fraction(0)) + Fraction(w, law.total)
                if isinstance(target, int):
                    into[target].add(i)
            rows.append(row)
        steps = _eliminate(rows, into)
        never = rows[-1].pop(_NEVER, Fraction(0))
        ends = {target.kind: p for target, p in rows[-1].items() if isinstance(target, _End)}
        return Absorption(ends, never, None if never else steps)

    def _reachable(self, most: int) -> dict[S, Law[S]]:
        """The running states with their steps, each after all it leads to (cycles aside): the start comes last."""
        found = {self.start: self.step(self.start)}
        done: dict[S, Law[S]] = {}
        path = [(self.start, iter(found[self.start].weights))]
        while path:
            state, ahead = path[-1]
            new = next((s for s in ahead if s not in found and self.end(s) is None), None)
            if new is None:
                path.pop()
                done[state] = found[state]
                continue
            found[new] = self.step(new)
            path.append((new, iter(found[new].weights)))
            if len(found) > most:
                raise ValueError(f"more than {most} states")
        return done

    def _laws(self) -> Iterator[Law[S]]:
        @cache
        def move(state: S) -> Law[S]:
            return self.step(state) if self.end(state) is None else Law.certain(state)

        law = Law.certain(self.start)
        while True:
            yield law
            law = law.then(move)

    def after(self, steps: int) -> Law[S]:
        """The law of the state after so many steps; an ended state stays as it is."""
        return next(islice(self._laws(), steps, None))

    def steps(self, horizon: int) -> Law[int | None]:
        """The law of the number of steps to the end; None stands for « more than `horizon` », never included.

        >>> six = Chain(0, lambda _: die(6), lambda face: face if face == 6 else None)
        >>> six.steps(2).rows()
        ((1, Fraction(1, 6)), (2, Fraction(5, 36)), (None, Fraction(25, 36)))
        """
        ended = [law.p(lambda s: self.end(s) is not None) for law in islice(self._laws(), horizon + 1)]
        rows: list[tuple[int | None, Fraction]] = [(0, ended[0])]
        rows += [(n, ended[n] - ended[n - 1]) for n in range(1, horizon + 1)]
        return Law.of([*rows, (None, 1 - ended[-1])])


@dataclass(frozen=True, slots=True)
class _End(Generic[C]):
    kind: C


_NEVER: _End[Any] = _End(None)


def _eliminate(rows: list[dict[int | _End[C], Fraction]], into: list[set[int]]) -> Fraction:
    """Leave only ends in the last row, and return the expected number of steps from there.

    States are taken out one at a time, their passages handed to their predecessors: Gaussian elimination on a
    sparse system, without fill-in where the chain only runs forward. A state that can but return to itself is a trap.
    """
    waits = [Fraction(1)] * len(rows)
    for i, row in enumerate(rows):
        stay = row.pop(i, Fraction(0))
        if not row:
            row[_NEVER] = Fraction(1)
        elif stay:
            waits[i] /= 1 - stay
            for target in row:
                row[target] /= 1 - stay
        for j in into[i]:
            if j <= i:
                continue
            via = rows[j].pop(i)
            waits[j] += via * waits[i]
            for target, p in row.items():
                rows[j][target] = rows[j].get(target, Fraction(0)) + via * p
                if isinstance(target, int):
                    into[target].add(j)
    return waits[-1]
