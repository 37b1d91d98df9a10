"""Predictors of the next face, from all that was public before: each is shown every draw, then asked."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol

Generator = Callable[[], Iterator[int]]
"""A sequence of faces, from its beginning."""


class Predictor(Protocol):
    def guess(self) -> int:
        """The face that comes next, from 1."""

    def see(self, face: int) -> None:
        """What came."""


class Last:
    """The last face again, `step` further."""

    def __init__(self, sides: int, step: int = 0) -> None:
        self._sides, self._step, self._last = sides, step, 1

    def guess(self) -> int:
        return (self._last - 1 + self._step) % self._sides + 1

    def see(self, face: int) -> None:
        self._last = face


class Markov:
    """What most often followed the last `order` faces; of order 0, the most frequent one."""

    def __init__(self, sides: int, order: int) -> None:
        self._sides, self._order = sides, order
        self._followed: defaultdict[tuple[int, ...], Counter[int]] = defaultdict(Counter)
        self._past: tuple[int, ...] = ()

    def guess(self) -> int:
        seen = self._followed[self._past]
        return max(range(1, self._sides + 1), key=lambda f: seen[f])

    def see(self, face: int) -> None:
        self._followed[self._past][face] += 1
        self._past = (*self._past, face)[-self._order :] if self._order else ()


class Due:
    """The face not seen for the longest time, as those who wait for their turn do."""

    def __init__(self, sides: int) -> None:
        self._order = list(range(1, sides + 1))

    def guess(self) -> int:
        return self._order[0]

    def see(self, face: int) -> None:
        self._order.remove(face)
        self._order.append(face)


class Best:
    """Of many simple rules, the one that would have been right most often so far."""

    def __init__(self, rules: Sequence[Callable[[list[int]], int]]) -> None:
        self._rules, self._right, self._past = rules, [0] * len(rules), [1, 1, 1]
        self._told = [r(self._past) for r in rules]

    def guess(self) -> int:
        return self._told[max(range(len(self._rules)), key=self._right.__getitem__)]

    def see(self, face: int) -> None:
        for n, told in enumerate(self._told):
            self._right[n] += told == face
        self._past.append(face)
        self._told = [r(self._past) for r in self._rules]


def cycles(longest: int = 128) -> Best:
    """The face of so many draws ago."""
    return Best(
        [lambda past, lag=lag: past[-lag] if len(past) >= lag else 1 for lag in range(1, longest + 1)]
    )


def congruential(sides: int) -> Best:
    """x → ax + c modulo the die: what a congruential generator whose modulus its sides divide comes to."""
    pairs = [(a, c) for a in range(sides) for c in range(sides)]
    return Best([lambda past, a=a, c=c: (a * (past[-1] - 1) + c) % sides + 1 for a, c in pairs])


def lagged(sides: int, longest: int = 20) -> Best:
    """x[n] = x[n-i] ± x[n-j] modulo the die: additive lagged generators."""
    pairs = [(i, j, s) for i in range(1, longest) for j in range(i + 1, longest + 1) for s in (1, -1)]
    rules = [
        lambda past, i=i, j=j, s=s: ((past[-i] - 1) + s * (past[-j] - 1)) % sides + 1 if len(past) >= j else 1
        for i, j, s in pairs
    ]
    return Best(rules)


class Seeded:
    """Generators begun from all that is public: the one that fits the past best tells what follows."""

    def __init__(self, candidates: Sequence[Generator]) -> None:
        self._running = [c() for c in candidates]
        self._right = [0] * len(candidates)
        self._told = [next(r) for r in self._running]

    def guess(self) -> int:
        return self._told[max(range(len(self._told)), key=self._right.__getitem__)]

    def see(self, face: int) -> None:
        for n, told in enumerate(self._told):
            self._right[n] += told == face
        self._told = [next(r) for r in self._running]


class Linear:
    """The shortest linear recurrence over two elements that gives the parities so far (Berlekamp–Massey): it finds the
    state of any generator that is linear bit by bit, the Mersenne Twister included, once it saw twice its size. For a
    die of an even number of sides; tells 1 or 2, whose parity is what is guessed."""

    def __init__(self) -> None:
        self._recurrence, self._before, self._length, self._since = 1, 1, 0, 1
        self._past = self._seen = 0

    def guess(self) -> int:
        # Bit i of the past is the draw i before the last; the recurrence's bit i stands for the draw i before the next.
        return 1 + ((self._recurrence >> 1) & self._past).bit_count() % 2

    def see(self, face: int) -> None:
        bit = (face - 1) % 2
        wrong = bit != self.guess() - 1
        self._seen += 1
        self._past = self._past << 1 | bit
        if not wrong:
            self._since += 1
            return
        kept = self._recurrence
        self._recurrence ^= self._before << self._since
        if 2 * self._length < self._seen:
            self._length, self._before, self._since = self._seen - self._length, kept, 1
        else:
            self._since += 1


def hits(predictor: Predictor, faces: Sequence[int], after: int = 0) -> int:
    """How many of the faces beyond the first `after` were told before they came."""
    right = 0
    for n, face in enumerate(faces):
        if n >= after:
            right += predictor.guess() == face
        predictor.see(face)
    return right


def twister(seed: object, sides: int) -> Generator:
    """Python's own generator from a public seed, by each way it is used to throw a die."""

    def run() -> Iterator[int]:
        rng = random.Random(seed)  # type: ignore[arg-type]  # any seed that it takes
        while True:
            yield rng.randint(1, sides)

    return run


def modulo(seed: int, sides: int, constants: tuple[int, int, int]) -> Generator:
    """A congruential generator from a public seed."""
    a, c, m = constants

    def run() -> Iterator[int]:
        x = seed % m
        while True:
            x = (a * x + c) % m
            yield x % sides + 1

    return run


LCGS: Mapping[str, tuple[int, int, int]] = {
    "ansi": (1103515245, 12345, 2**31),
    "numerical recipes": (1664525, 1013904223, 2**32),
    "minimal standard": (16807, 0, 2**31 - 1),
    "knuth": (6364136223846793005, 1442695040888963407, 2**64),
}
