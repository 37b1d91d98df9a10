"""Since when a seat has been asked what it is asked now. The log alone tells it: no clock is kept beside it, so it
survives a restart, an export, an undo, and tells nothing that the seat did not see."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from paravent.core.cast import speaks_as
from paravent.core.desk import ToJudge, ToSettle, ToTake, ToThrow
from paravent.core.game import Game, answerable, waitings
from paravent.core.offers import Waiting
from paravent.core.system import System
from paravent.core.values import CHANCE, Who


def urgent(game: Game[Any], seat: Who, w: Waiting) -> bool:
    """Whether this question, which the seat may answer, awaits it: play stands still for it, or a person does. A game
    master may type anybody's dice, but is not awaited for that."""
    if w.who == CHANCE and w.hand not in speaks_as(game.core, seat):
        return False
    return w.holds or isinstance(w.topic, ToJudge | ToSettle | ToTake | ToThrow)


def topics(system: System[Any], game: Game[Any], seat: Who) -> frozenset[str]:
    """What awaits the seat, by name: a question that is still the same has the same name."""
    asked = answerable(game, seat, waitings(system, game))
    return frozenset(repr(w.topic) for w in asked if urgent(game, seat, w))


def asked_since(
    system: System[Any],
    seat: Who,
    asked: Iterable[str],
    moments: Iterable[tuple[int, Game[Any]]],
    known: Mapping[str, int] | None = None,
) -> tuple[dict[str, int], frozenset[str]]:
    """Since when each of `asked` has awaited the seat without a break, in ms; and those asked in every moment given.

    moments   the game after each action that still counts, with its time, the latest first
    known     what was found at the moment that comes before them all
    """
    left = set(asked)
    since: dict[str, int] = {}
    for at, game in moments:
        here = topics(system, game, seat) if left else frozenset()
        left &= here
        if not left:
            return since, frozenset()
        since |= dict.fromkeys(left, at)
    if known is not None:
        since |= {t: known[t] for t in left if t in known}
        left.clear()
    return since, frozenset(left)
