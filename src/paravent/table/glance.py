"""A table in one line, for the list of a person's tables."""

from __future__ import annotations

from typing import Any

from paravent.core.game import answerable
from paravent.core.since import urgent
from paravent.core.values import Who
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
        "awaits": any(urgent(room.now, seat, w) for w in answerable(room.now, seat, room.waitings(seat))),
    }
