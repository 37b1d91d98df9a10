"""Whole tables of tests at once, with numpy: what somebody who tunes decks and scores asks for (ARC-10 to ARC-14)."""

from __future__ import annotations

from typing import Any

from paravent.chance.exact import arrays
from paravent.systems.architectes.odds.skill import CARDS, Mode


def destiny_tables(low: Any, own: Any, rest: Any, mode: Mode, most: int) -> Any:
    """`skill.destiny_table` for many decks: arrays of counts in, `[weight, deck, Destiny cards]` out.

    The five weights are total, first critical, second, ordinary, failure; all are exact, in int64 where that holds
    them. `ModuleNotFoundError` without numpy.
    """
    np = arrays.needed()
    low, own, rest = np.asarray(low), np.asarray(own), np.asarray(rest)
    cards = low + own + rest
    wanted = 1 if mode == "normal" else 2
    sizes = np.arange(CARDS + 1)[:, None]
    drawn = np.minimum(np.arange(wanted, wanted + most + 1), sizes)
    """For each size of deck, how many cards are drawn in all: cards run out (ARC-51)."""
    fall = arrays.ordered_draws(CARDS, min(CARDS, wanted + most) + 1)
    totals = fall[sizes, drawn].take(cards, axis=0)
    failures = fall[:, drawn].reshape(-1, most + 1).take(rest * (CARDS + 1) + cards, axis=0)
    before = np.maximum(drawn - 1, 0)
    if mode == "hard":
        # The larger of two fails, the other may be under the score. Of a single card, it is that card.
        pair = (fall[:, before] * (sizes > 1)).reshape(-1, most + 1).take(rest * (CARDS + 1) + cards, axis=0)
        failures = failures + 2 * low[:, None] * pair
    place = fall[np.maximum(sizes - 1, 0), before]
    there = np.concatenate((np.zeros_like(place), place))
    later = np.concatenate((np.zeros_like(place), place * before))
    which = own * (CARDS + 1) + cards
    firsts, seconds = there.take(which, axis=0), later.take(which, axis=0)
    return np.stack((totals, firsts, seconds, totals - firsts - seconds - failures, failures))
