"""What a command would lead to, were it sent: nothing is drawn, nothing is written."""

from __future__ import annotations

from typing import Any

from paravent.core.cast import eyes_of
from paravent.core.game import answerable, created, decide, gate, odds_for, waitings
from paravent.core.offers import Waiting
from paravent.core.system import Odds
from paravent.core.values import Who
from paravent.table.room import Room


def tried(room: Room, seat: Who, w: Waiting, command: Any) -> Odds | None:
    """The chances of the throw that it would call for, as its own seat would see them once it is sent (TAB-11).

    A game master sees those of whoever they call a test of. `Refusal` when it may not be sent; None when it calls for
    no throw, or nothing exact can be told of it.
    """
    game, system = room.now, room.system
    gate(game, seat, w, command)
    before = {repr(x.topic) for x in waitings(system, game)}
    after, _ = decide(system, game, w, seat, command, created(seat, ""), room.records)
    new = [x for x in waitings(system, after) if repr(x.topic) not in before]
    mine = new if eyes_of(after.core, seat).game_master else answerable(after, seat, new)
    return next((odds for x in mine if (odds := odds_for(system, after, seat, x))), None)
