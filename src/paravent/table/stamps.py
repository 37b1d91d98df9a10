"""How a table stands, in a stamp that only the table reads: for a page that comes back after a cut."""

from __future__ import annotations

import hmac
import secrets
from functools import cache
from importlib.metadata import version

from paravent.core.values import Who
from paravent.table.room import Room

SALT = 16
"""Letters that make two stamps of the same moment unlike: whoever compared them would learn whether something that they
may not see had happened in between (TAB-15)."""


def stamp(room: Room, seat: Who) -> str:
    """The table as it stands, for this seat: 48 hexadecimal digits."""
    salt = secrets.token_hex(SALT // 2)
    return salt + _seal(room, seat, salt)


def unmoved(room: Room, seat: Who, given: str) -> bool:
    """Whether nothing at all has happened since this seat was given a stamp, by a Paravent of the same version. What
    is no stamp, or another seat's, says no."""
    return hmac.compare_digest(_seal(room, seat, given[:SALT]).encode(), given[SALT:].encode())


def _seal(room: Room, seat: Who, salt: str) -> str:
    # The head rather than the version: a base restored from a copy may reach the same version by another way.
    said = "/".join(("vue", _release(), seat, salt, room.head))
    return hmac.digest(room.key, said.encode(), "sha256").hex()[:32]


@cache
def _release() -> str:
    return version("paravent")
