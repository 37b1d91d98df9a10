"""The odds of one test (ARC-10 to ARC-18, ARC-51).

A deck matters to the outcome of a test only through three counts: the cards under the score, the skill's own
arcana (0 or 1), and the rest. Every probability is a quotient of falling factorials, kept as integer weights
until asked for as fractions.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from typing import Literal

from paravent.chance.exact.decks import ordered_draws

Mode = Literal["normal", "easy", "hard"]
Policy = Literal["none", "all", "until_success"]
Weights = tuple[int, int, int, int, int]

CARDS = 22


class Outcome(IntEnum):
    """What a test comes to; the order is that of ARC-22 and ARC-23."""

    FAILURE = 0
    ORDINARY = 1
    SECOND_CRITICAL = 2
    FIRST_CRITICAL = 3


FALL = ordered_draws(CARDS + 1)
"""FALL[n][k]: the number of ways to draw k cards in order from n; zero when k > n."""

LATER = tuple(tuple(k * ways for k, ways in enumerate(row)) for row in FALL)
"""LATER[n][k]: the ways to draw k of n cards with a given other card put in after the first place."""


@dataclass(frozen=True, slots=True)
class TestLaw:
    """The law of a test; `success` counts the criticals in, `expected_spent` is in Destiny points."""

    success: Fraction
    first_critical: Fraction
    second_critical: Fraction
    ordinary: Fraction
    failure: Fraction
    expected_spent: Fraction


@dataclass(frozen=True, slots=True)
class CardLaw:
    """The law of the best of some more cards, judged alone (ARC-51)."""

    critical: Fraction
    ordinary: Fraction
    failure: Fraction


def cards_drawn(mode: Mode, left: int) -> int:
    """How many cards a test draws from a deck of `left` cards (ARC-11, ARC-14)."""
    wanted = 1 if mode == "normal" else 2
    return wanted if wanted < left else left


def count(deck: Collection[int], arcana: int, score: int) -> tuple[int, int, int]:
    """(cards under the score, own arcana present, the rest); the arcana is counted apart whatever its number.

    Raises ValueError unless the cards are distinct and in 1..22, and the score in 1..22.
    """
    if not 1 <= score <= CARDS:
        raise ValueError("a score is a whole number from 1 to 22")
    if len(set(deck)) != len(deck) or not all(1 <= card <= CARDS for card in deck):
        raise ValueError("a deck holds distinct cards from 1 to 22")
    own = int(arcana in deck)
    low = sum(card < score for card in deck) - (own and arcana < score)
    return low, own, len(deck) - low - own


def destiny_table(low: int, own: int, rest: int, mode: Mode, most: int) -> list[Weights]:
    """For 0 to `most` Destiny cards drawn whatever happens: (total, first critical, second, ordinary,
    failure) weights.

    Cards run out (ARC-51): past the end of the deck the last row repeats. An empty deck can only fail.
    """
    n = low + own + rest
    drawn = cards_drawn(mode, n)
    left = n - drawn
    end = drawn + 1 + (most if most < left else left)
    totals = FALL[n][drawn:end]
    failures: Iterable[int] = FALL[rest][drawn:end]
    if mode == "hard" and drawn == 2:
        # The larger of the two fails; the other may be under the score. Destiny cards must all fail (ARC-11).
        both = 2 * low
        failures = [two + both * one for one, two in zip(FALL[rest][1:], failures, strict=False)]
    rows: list[Weights]
    if own:
        # The arcana is equally likely to be at each place of the draw.
        places = FALL[n - 1][drawn - 1 : end - 1]
        seconds = LATER[n - 1][drawn - 1 : end - 1]
        rows = [
            (total, first, second, total - first - second - failure, failure)
            for total, first, second, failure in zip(totals, places, seconds, failures, strict=True)
        ]
    else:
        rows = [
            (total, 0, 0, total - failure, failure) for total, failure in zip(totals, failures, strict=True)
        ]
    return rows + rows[-1:] * (most - left) if most > left else rows


def test_weights(low: int, own: int, rest: int, mode: Mode) -> Weights:
    """The row of `destiny_table` without Destiny, in one go."""
    n = low + own + rest
    if mode == "normal" or n < 2:
        return (n, own, 0, low, rest) if n else (1, 0, 0, 0, 1)
    total = n * (n - 1)
    failure = rest * (rest - 1)
    if mode == "hard":
        failure += 2 * low * rest
    place = own * (n - 1)
    return (total, place, place, total - 2 * place - failure, failure)


def test_law(
    deck: Collection[int],
    arcana: int,
    score: int,
    mode: Mode,
    destiny: int = 0,  # noqa: PT028 (no pytest test, whatever its name)
    policy: Policy = "none",  # noqa: PT028
) -> TestLaw:
    """The law of a test of the skill `arcana` with `destiny` points to spend (ARC-10 to ARC-14, ARC-51).

    `none` spends nothing, `all` draws every card it can whatever happens, `until_success` one at a time while
    the test fails. Raises ValueError for a bad deck or score, a negative `destiny`, or an unknown mode or
    policy.
    """
    low, own, rest = count(deck, arcana, score)
    if mode not in ("normal", "easy", "hard") or policy not in ("none", "all", "until_success"):
        raise ValueError("unknown mode or policy")
    if destiny < 0:
        raise ValueError("Destiny points cannot be negative")
    n = len(deck)
    buyable = 0 if policy == "none" else min(destiny, n - cards_drawn(mode, n))
    table = destiny_table(low, own, rest, mode, buyable)
    total, first, second, _, failure = table[-1]
    failed, first_critical = Fraction(failure, total), Fraction(first, total)
    if policy == "until_success":
        second_critical = Fraction(table[0][2], table[0][0])
        spent = Fraction(0)
        left = n - cards_drawn(mode, n)
        for bought, row in enumerate(table[:-1]):
            still_failing = Fraction(row[4], row[0])
            spent += still_failing
            second_critical += still_failing * Fraction(own, left - bought)
    else:
        second_critical, spent = Fraction(second, total), Fraction(buyable)
    success = 1 - failed
    return TestLaw(
        success, first_critical, second_critical, success - first_critical - second_critical, failed, spent
    )


def more_cards_law(deck_left: Collection[int], arcana: int, score: int, bought: int = 1) -> CardLaw | None:
    """The best that so many Destiny cards would be, of those not drawn yet (ARC-51); None when too few are left."""
    _, own, rest = count(deck_left, arcana, score)
    n = len(deck_left)
    if not 0 < bought <= n:
        return None
    total = FALL[n][bought]
    critical, failure = Fraction(own * bought, n), Fraction(FALL[rest][bought], total)
    return CardLaw(critical, 1 - critical - failure, failure)
