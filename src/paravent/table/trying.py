"""What a command would lead to, were it sent: nothing is drawn, nothing is written."""

from __future__ import annotations

from typing import Any

from paravent.core.game import answerable, chances, created, decide, gate, odds_for
from paravent.core.offers import Waiting
from paravent.core.system import Odds
from paravent.core.values import Who
from paravent.table.room import Room


def tried(room: Room, seat: Who, w: Waiting, command: Any) -> Odds | None:
    """The chances of the throw that it would call for, as its own seat would see them once it is sent (TAB-11).

    `Refusal` when it may not be sent; None when it calls for no throw, or nothing exact can be told of it.
    """
    game, system = room.now, room.system
    gate(game, seat, w, command)
    before = [c.topic for c in chances(system, game)]
    after, _ = decide(system, game, w, seat, command, created(seat, ""), room.records)
    mine = (c for c in answerable(after, seat, chances(system, after)) if c.topic not in before)
    thrown = next(mine, None)
    return None if thrown is None else odds_for(system, after, seat, thrown)
