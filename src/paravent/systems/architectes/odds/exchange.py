"""The odds of one exchange (ARC-16, ARC-20 to ARC-25, ARC-29, ARC-40)."""

from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple

from paravent.systems.architectes.odds.margin import Quality, quality_weights
from paravent.systems.architectes.odds.skill import Mode, Outcome

Stance = Literal["draws", "discards", "unconscious"]


@dataclass(frozen=True, slots=True)
class Side:
    """One side of an exchange: the cards left, the fighting skill (its arcana and score), how hard its test
    is.

    `destiny` cards are drawn whatever happens. Who discards the skill's card, or is unconscious, neither
    tests nor buys (ARC-25, ARC-40, ARC-51).
    """

    deck: Collection[int]
    arcana: int
    score: int
    mode: Mode = "normal"
    destiny: int = 0
    stance: Stance = "draws"


class ExchangeLaw(NamedTuple):
    """Who is hit, as probabilities: `a_hits` is the chance that b is wounded."""

    a_hits: Fraction
    b_hits: Fraction
    nobody: Fraction


Ladder = tuple[int, list[tuple[Quality, int]]]
"""(total weight, successes in ascending order with their weights); what is missing from the total fails."""


def ladder(side: Side) -> Ladder:
    """The successes of a side, worst first. Raises ValueError for a bad deck, or a discarded card that is not
    in it.
    """
    if side.stance == "discards":
        if side.arcana not in side.deck:
            raise ValueError("only a card still in the deck can be discarded (ARC-40)")
        return 1, [((Outcome.FIRST_CRITICAL, side.score - side.arcana), 1)]
    if side.stance == "unconscious":
        return 1, []
    total, weights = quality_weights(side.deck, side.arcana, side.score, side.mode, side.destiny)
    return total, sorted(item for item in weights.items() if item[0][0] is not Outcome.FAILURE)


def hits(mine: Ladder, theirs: Ladder) -> int:
    """The weight, out of both totals multiplied, of my success being strictly better than what they have."""
    total, rungs = theirs
    beaten = total - sum(weight for _, weight in rungs)
    won = at = 0
    for quality, weight in mine[1]:
        while at < len(rungs) and rungs[at][0] < quality:
            beaten += rungs[at][1]
            at += 1
        won += weight * beaten
    return won


def exchange_law(a: Side, b: Side) -> ExchangeLaw:
    """Who hits whom (ARC-21 to ARC-23). Raises ValueError as `ladder` does."""
    mine, theirs = ladder(a), ladder(b)
    total = mine[0] * theirs[0]
    a_hits, b_hits = Fraction(hits(mine, theirs), total), Fraction(hits(theirs, mine), total)
    return ExchangeLaw(a_hits, b_hits, 1 - a_hits - b_hits)
