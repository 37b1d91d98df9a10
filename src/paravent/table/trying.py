"""What a command would lead to, were it sent: nothing is drawn, nothing is written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from paravent.core.cast import eyes_of
from paravent.core.game import answerable, created, decide, gate, odds_for, waitings
from paravent.core.offers import Waiting
from paravent.core.sight import Eyes
from paravent.core.system import Odds
from paravent.core.values import CHANCE, Who
from paravent.table.room import Room


def tried(room: Room, seat: Who, w: Waiting, command: Any) -> Odds | None:
    """The chances of the throw that it would call for, as its own seat would see them once it is sent (TAB-11).

    A game master sees those of whoever they call a test of, and anyone those of another's throw that they may know all
    of. `Refusal` when it may not be sent; None when it calls for
    no throw, or nothing exact can be told of it.
    """
    game, system = room.now, room.system
    gate(game, seat, w, command)
    before = {repr(x.topic) for x in waitings(system, game)}
    after, _ = decide(system, game, w, seat, command, created(seat, ""), room.records)
    new = [x for x in waitings(system, after) if repr(x.topic) not in before]
    eyes = eyes_of(after.core, seat)
    mine = (
        new if eyes.game_master else [*answerable(after, seat, new), *(x for x in new if _may_know(eyes, x))]
    )
    found = [odds for x in mine if (odds := odds_for(system, after, seat, x))]
    return together(found) if found else None


def _may_know(eyes: Eyes, x: Waiting) -> bool:
    """Whether a throw of somebody else's is one that this seat knows of."""
    return x.who == CHANCE and eyes.among(x.to) and x.hand not in eyes.hidden


def together(found: Sequence[Odds]) -> Odds:
    """The first, with the lines of the others where one command leads to several draws that are told as one."""
    first = found[0]
    several = [x for x in found if x.joined]
    if not first.joined or len(several) == 1:
        return first
    return replace(first, lines=tuple(line for x in several for line in x.lines), law=())
