"""A table in one line, for the list of a person's tables."""

from __future__ import annotations

from typing import Any

from paravent.core.cast import speaks_as
from paravent.core.desk import ToJudge, ToSettle, ToTake, ToThrow
from paravent.core.game import answerable
from paravent.core.offers import Waiting
from paravent.core.values import CHANCE, Who
from paravent.table.room import Room


def glance(room: Room, seat: Who) -> dict[str, Any]:
    """What the list says of a table: its name, the person's own seat, and whether something awaits an answer there."""
    core = room.now.core
    me = core.seat(seat)
    return {
        "id": room.id,
        "system": core.system,
        "title": room.system.title,
        "name": core.name,
        "archived": core.archived,
        "game_master_word": core.game_master_word,
        "seat_name": me.name if me else "",
        "role": me.role if me else "",
        "awaits": any(_urgent(room, seat, w) for w in answerable(room.now, seat, room.waitings(seat))),
    }


def _urgent(room: Room, seat: Who, w: Waiting) -> bool:
    """Play waits for it, or a person does. A game master may type anybody's dice, but is not awaited for that."""
    if w.who == CHANCE and w.hand not in speaks_as(room.now.core, seat):
        return False
    return w.holds or isinstance(w.topic, ToJudge | ToSettle | ToTake | ToThrow)
