"""The joint law of a test's outcome and margin (ARC-15, ARC-51)."""

from collections.abc import Collection
from fractions import Fraction

from paravent.systems.architectes.odds.skill import FALL, Mode, Outcome, cards_drawn, count

Quality = tuple[Outcome, int]
"""How good a test is: outcome, then margin. Successes compare as tuples (ARC-21 to ARC-23)."""


def quality_weights(
    deck: Collection[int], arcana: int, score: int, mode: Mode, destiny: int
) -> tuple[int, dict[Quality, int]]:
    """(total, weight of each quality) with `destiny` cards drawn whatever happens; no quality at all for an
    empty deck.

    The margin comes from the best card: the kept one or any Destiny card. So this counts the draws whose best
    card is at least v, for each place the own arcana may have, then takes differences. Raises ValueError as
    `count` does.
    """
    _, own, _ = count(deck, arcana, score)
    if destiny < 0 or mode not in ("normal", "easy", "hard"):
        raise ValueError("a negative number of Destiny cards, or an unknown mode")
    n = len(deck)
    drawn = cards_drawn(mode, n)
    bought = min(destiny, n - drawn)
    two_hard = mode == "hard" and drawn == 2
    weights: dict[Quality, int] = {}
    above = (0, 0, 0)
    high, low = 0, n - own  # cards other than the arcana, at least v and under v
    for card in sorted(deck, reverse=True):
        if card != arcana:
            high, low = high + 1, low - 1
        own_high = own and arcana >= card
        here = (_hard if two_hard else _least)(high, low, own, own_high, drawn, bought)
        margin = score - card
        plain = Outcome.ORDINARY if margin > 0 else Outcome.FAILURE
        for outcome, now, before in zip(
            (Outcome.FIRST_CRITICAL, Outcome.SECOND_CRITICAL, plain), here, above, strict=True
        ):
            if now > before:
                weights[outcome, margin] = now - before
        above = here
    return FALL[n][drawn + bought], weights


def _least(high: int, low: int, own: int, own_high: int, drawn: int, bought: int) -> tuple[int, int, int]:
    """Draws with every card at least v: arcana first, arcana later, arcana not drawn (normal and easy tests)."""
    others = drawn + bought - 1
    place = own_high * FALL[high][others]
    return place, others * place, FALL[high][others + 1]


def _hard(high: int, low: int, own: int, own_high: int, drawn: int, bought: int) -> tuple[int, int, int]:
    """The same when the larger of the first two is kept: one of them may be under v, the Destiny cards may
    not.
    """
    row = FALL[high]
    place = own * row[bought + 1] + own_high * low * row[bought]
    in_destiny = bought * own_high * (row[bought + 1] + 2 * low * row[bought])
    return place, place + in_destiny, row[bought + 2] + 2 * low * row[bought + 1]


def margin_law(
    deck: Collection[int], arcana: int, score: int, mode: Mode, destiny: int = 0
) -> dict[tuple[Outcome, int | None], Fraction]:
    """The joint law of outcome and margin; the margin is None only for an empty deck, which draws no card.

    `destiny` cards are drawn whatever happens, as far as the deck goes. Raises ValueError as `test_law` does.
    """
    total, weights = quality_weights(deck, arcana, score, mode, destiny)
    if not weights:
        return {(Outcome.FAILURE, None): Fraction(1)}
    return {quality: Fraction(weight, total) for quality, weight in sorted(weights.items())}
