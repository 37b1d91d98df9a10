"""Draws without replacement: hands, the cards one hopes for, and how long they take to come."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import permutations
from math import comb, perm
from typing import TypeVar

from paravent.chance.exact.law import Law

T = TypeVar("T")


def draw(deck: Iterable[T], count: int) -> Law[tuple[T, ...]]:
    """`count` cards drawn in order, one law value an ordered hand: any question on a few cards, the slow way.

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
    return Law({k: comb(good, k) * comb(deck - good, drawn - k) for k in range(min(good, drawn) + 1)})


def hands(kinds: Sequence[int], drawn: int) -> Law[tuple[int, ...]]:
    """How many cards of each kind come together, from a deck that holds so many of each.

    >>> hands([4, 4, 44], 2).p((1, 1, 0))
    Fraction(8, 663)
    """
    _check(kinds, drawn)
    found: dict[tuple[int, ...], int] = {(): 1}
    left = sum(kinds)
    for held in kinds:
        left -= held
        found = {
            (*hand, n): ways * comb(held, n)
            for hand, ways in found.items()
            for n in range(max(0, drawn - sum(hand) - left), min(held, drawn - sum(hand)) + 1)
        }
    return Law(found)


def wished(deck: int, kinds: Sequence[tuple[int, int]], drawn: int) -> Fraction:
    """The chance that a hand holds at least so many cards of each kind: `kinds` are (held by the deck, wanted).

    Hands are counted kind by kind, by how many cards are drawn so far, and never listed.

    >>> wished(deck=52, kinds=[(4, 1), (4, 1)], drawn=5)
    Fraction(6509, 64974)
    """
    others = deck - sum(held for held, _ in kinds)
    if others < 0:
        raise ValueError("more cards than the deck holds")
    _check([others, *(held for held, _ in kinds)], drawn)
    ways = [1] + [0] * drawn
    for held, wanted in [*kinds, (others, 0)]:
        ways = [
            sum(ways[size - n] * comb(held, n) for n in range(max(0, wanted), min(held, size) + 1))
            for size in range(drawn + 1)
        ]
    return Fraction(ways[drawn], comb(deck, drawn))


def waits(deck: int, good: int, wanted: int = 1) -> Law[int]:
    """How many cards are drawn until so many of the good ones have come (negative hypergeometric).

    >>> waits(deck=22, good=2).mean()
    Fraction(23, 3)
    """
    if not 1 <= wanted <= good <= deck:
        raise ValueError("these cards never come")
    return Law(
        {
            n: comb(n - 1, wanted - 1) * comb(deck - n, good - wanted)
            for n in range(wanted, deck - good + wanted + 1)
        }
    )


def ordered_draws(most: int) -> tuple[tuple[int, ...], ...]:
    """`[n][k]`, for all up to `most`: in how many ways k cards are drawn in order from n; 0 where there are too few.

    >>> ordered_draws(4)[4]
    (1, 4, 12, 24, 24)
    """
    return tuple(tuple(perm(n, k) for k in range(most + 1)) for n in range(most + 1))


def _check(kinds: Sequence[int], drawn: int) -> None:
    if min(kinds, default=0) < 0 or not 0 <= drawn <= sum(kinds):
        raise ValueError("more cards than the deck holds")
