"""How a table stands, in a stamp that only the table reads: for a page that comes back after a cut."""

from __future__ import annotations

import hmac
import secrets
from functools import cache
from importlib.metadata import version
from typing import NamedTuple

from paravent.core.values import Who
from paravent.table.room import Room

SALT = 16
"""Letters that make two stamps of the same moment unlike: whoever compared them would learn whether something that they
may not see had happened in between (TAB-15)."""


class Moment(NamedTuple):
    """A table as it stood. The head rather than the version: a base restored from a copy may reach the same version
    by another way.
    """

    key: bytes
    head: str

    def stamp(self, seat: Who, shown: str) -> str:
        """This moment, for a seat that was then shown this: 48 hexadecimal digits."""
        salt = secrets.token_hex(SALT // 2)
        return salt + self._seal(seat, shown, salt)

    def same(self, seat: Who, shown: str, given: str) -> bool:
        """Whether nothing at all has happened since this seat, shown this, was given a stamp, by a Paravent of the
        same version. What is no stamp, another seat's, or that of something else shown, says no.
        """
        return hmac.compare_digest(self._seal(seat, shown, given[:SALT]).encode(), given[SALT:].encode())

    def _seal(self, seat: Who, shown: str, salt: str) -> str:
        # What was shown is sealed too: under a false one, silence would say that nothing at all has happened, and a
        # message that something has, be it hidden (TAB-15).
        said = "/".join(("vue", release(), seat, salt, shown, self.head))
        return hmac.digest(self.key, said.encode(), "sha256").hex()[:32]


def moment(room: Room) -> Moment:
    """The table as it stands."""
    return Moment(room.key, room.head)


@cache
def release() -> str:
    """The version of Paravent: another may show the same table otherwise."""
    return version("paravent")
