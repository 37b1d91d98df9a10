"""A seat's contribution to chance (TAB-04), made by the terminal as a page makes it: nobody types 64 digits."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from paravent.chance.draws import contribution_hash
from paravent.cli.terminal.plain import NBSP

LENGTH = 32
KEPT = f"Ta part est tirée, et ne quitte pas ce terminal{NBSP}: révèle-la avant de le fermer."


class Shares:
    """The shares drawn here, by table, round of chance and seat. They are forgotten when the program ends."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, int, str], bytes] = {}

    def fields(self, view: Mapping[str, Any], command: str) -> dict[str, str] | None:
        """The fields of a print or of a reveal; None for anything else, and for a share that was not drawn here."""
        facts = (x["data"] for x in reversed(view["journal"]))
        epoch = next((f["epoch"] for f in facts if f["kind"] == "ChanceCommitted"), None)
        if epoch is None:
            return None
        table, seat = view["table"]["id"], view["me"]["seat"]
        place = table, epoch, seat
        if command == "CommitShare":
            share = self._kept.setdefault(place, secrets.token_bytes(LENGTH))
            return {"print": contribution_hash(table, epoch, seat, share)}
        if command == "RevealShare" and place in self._kept:
            return {"share": self._kept[place].hex()}
        return None
