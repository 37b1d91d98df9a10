"""What other processes did to a shared PostgreSQL store, heard as it happens.

A wake-up carries a table and a version, and nothing else: whoever hears it reads from the last version they have. None
needs to arrive. After a silence or a cut, everyone is told to look for themselves.
"""

from __future__ import annotations

import threading
from contextlib import suppress

import psycopg

from .port import CUT, QUIET, Wake

CHANNEL = "paravent"
LOOK = 5.0
"""Seconds without a word after which everyone looks for themselves."""
RETRY, TURN = 0.5, 0.5
PATIENCE = 10
"""Seconds to wait for the database to take a connection."""


class Wakes:
    """Listens on a connection of its own, from a thread of its own, once somebody wants to hear."""

    def __init__(self, conninfo: str) -> None:
        self._conninfo = conninfo
        self._ending = threading.Event()
        self._thread: threading.Thread | None = None

    def hear(self, wake: Wake) -> None:
        """Call `wake`, from the listening thread, until `close`."""
        self._thread = threading.Thread(
            target=self._listen, args=(wake,), name="paravent-listener", daemon=True
        )
        self._thread.start()

    def close(self) -> None:
        """Stop listening, within a second or so."""
        self._ending.set()
        if self._thread is not None:
            self._thread.join()

    def _listen(self, wake: Wake) -> None:
        while not self._ending.is_set():
            with suppress(psycopg.Error):
                self._follow(wake)
            self._ending.wait(RETRY)

    def _follow(self, wake: Wake) -> None:
        with psycopg.connect(self._conninfo, autocommit=True, connect_timeout=PATIENCE) as db:
            db.execute(f"LISTEN {CHANNEL}")
            wake(*CUT)
            silent = 0.0
            while not self._ending.is_set():
                silent += TURN
                for told in db.notifies(timeout=TURN):
                    table, _, version = told.payload.rpartition(":")
                    wake(table, int(version))
                    silent = 0.0
                if silent >= LOOK:
                    wake(*QUIET)
                    silent = 0.0
