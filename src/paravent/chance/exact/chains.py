"""Markov chains: how they end, after how many steps, and where they are meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import islice
from typing import Any, Generic, TypeVar

from paravent.chance.exact.law import Law

S = TypeVar("S", bound=Hashable)
C = TypeVar("C", bound=Hashable)


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

    >>> duel = Chain(3, lambda points: Law.uniform([points - 1, points + 1]),
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

        >>> six = Chain(0, lambda _: Law.uniform(range(1, 7)), lambda face: face if face == 6 else None)
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
