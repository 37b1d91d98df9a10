"""How a test is judged and compared, on plain values (ARC-10 to ARC-15, ARC-21 to ARC-23)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from paravent.core.rules import rule
from paravent.systems.architectes.model import Ease, Outcome, Side

FAILURE: Final = 0
SUCCESS: Final = 1
SECOND_CRITICAL: Final = 2
FIRST_CRITICAL: Final = 3

OUTCOMES: Final[tuple[Outcome, ...]] = ("failure", "success", "second_critical", "first_critical")


class Quality(NamedTuple):
    """How good a test is, in the order that compares two: rank, then margin (ARC-22, ARC-23)."""

    rank: int
    margin: int

    @property
    def outcome(self) -> Outcome:
        return OUTCOMES[self.rank]


NO_TEST: Final = Quality(FAILURE, -99)
"""Of whoever cannot test: beaten by any success (ARC-25, ARC-29)."""


@rule("ARC-10", "ARC-11", "ARC-14")
def cards_to_draw(ease: Ease, left: int) -> int:
    """One card, two when easy or hard, never more than are left."""
    return min(left, 1 if ease == "normal" else 2)


@rule("ARC-11")
def kept(ease: Ease, drawn: Sequence[int]) -> int:
    """The card that counts: the smallest, or the greatest when hard."""
    return max(drawn) if ease == "hard" else min(drawn)


@rule("ARC-10")
def succeeds(card: int, score: int) -> bool:
    """Strictly below the score."""
    return card < score


@rule("ARC-15")
def margin(score: int, card: int) -> int:
    """Negative when the card is above the score, even for a critical."""
    return score - card


@rule("ARC-12", "ARC-23", "ARC-51")
def critical_rank(skill: int, drawn: Sequence[int], bought: Sequence[int]) -> int:
    """The rank of the critical that the skill's own arcanum gives, whatever the ease; 0 without it."""
    if drawn[:1] == (skill,):
        return FIRST_CRITICAL
    return SECOND_CRITICAL if skill in (*drawn, *bought) else FAILURE


@rule("ARC-10", "ARC-12", "ARC-15", "ARC-40", "ARC-51")
def quality(side: Side) -> Quality:
    """The test of one side.

    A discard is worth a critical on the first card. Each card of Destiny is judged alone, beside the kept one;
    the margin is the best of all.
    """
    if side.declared == "discard":
        return Quality(FIRST_CRITICAL, margin(side.score, side.discarded))
    if not side.drawn:
        return NO_TEST
    counted = (kept(side.ease, side.drawn), *side.bought)
    ordinary = SUCCESS if any(succeeds(card, side.score) for card in counted) else FAILURE
    rank = max(ordinary, critical_rank(side.skill, side.drawn, side.bought))
    return Quality(rank, max(margin(side.score, card) for card in counted))


@rule("ARC-16", "ARC-21", "ARC-22", "ARC-23", "ARC-29")
def winner(a: Quality, b: Quality) -> int | None:
    """0 or 1, or None: only a success wins, a critical first, then the margin; a tie is nobody's."""
    if a == b:
        return None
    best = 0 if a > b else 1
    return best if (a, b)[best].rank else None
