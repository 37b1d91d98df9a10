"""What successive blows leave of a deck (ARC-24 to ARC-26)."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from paravent.chance.exact import hits

Condition = Literal["standing", "unconscious", "dead"]

KNOCK_OUT = 5
"""Cards lost at one blow that make unconscious (ARC-25)."""


@dataclass(frozen=True, slots=True)
class WoundLaw:
    """Cards left, the worst condition reached, the chance that the skill's card is still there, the law of
    the cards under the score.
    """

    cards_left: int
    condition: Condition
    arcana_survives: Fraction
    low_cards: tuple[tuple[int, Fraction], ...]


def wound_law(deck: Collection[int], arcana: int, score: int, blows: Iterable[int]) -> WoundLaw:
    """The law of a deck after `blows`, each a number of cards lost at random, without healing between them.

    The cards under the score count the skill's own arcana when its number is under the score.
    """
    n = left = len(deck)
    unconscious = False
    for damage in blows:
        lost = min(damage, left)
        left -= lost
        unconscious = unconscious or lost >= KNOCK_OUT
    low = sum(card < score for card in deck)
    return WoundLaw(
        cards_left=left,
        condition="dead" if not left else "unconscious" if unconscious else "standing",
        arcana_survives=Fraction(left, n) if arcana in deck else Fraction(0),
        low_cards=hits(deck=n, good=low, drawn=left).rows(),
    )
