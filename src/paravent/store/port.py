"""What the table layer asks of a store: an append-only log per table, and what must live beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

SNAPSHOTS_KEPT = 3
"""How many snapshots of a table a store keeps: the latest, and a few to fall back on."""


@dataclass(frozen=True, slots=True)
class Row:
    """One record of a table's log. Versions of a table run 1, 2, 3… without a gap; `at` is in ms since the epoch.

    `data`, `audience` and `draw` are canonical JSON made above: the store never looks inside.
    """

    version: int
    action: int
    seat: str
    command: str
    at: int
    kind: str
    schema: int
    data: str
    audience: str | None
    draw: str | None
    previous: str
    hash: str


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table, whatever its log says; `created` is milliseconds since the epoch."""

    id: str
    system: str
    created: int


@dataclass(frozen=True, slots=True)
class Credential:
    """What a link or a short code opens: seat, role, table. Only the digest of the token is known here."""

    table: str
    seat: str
    role: str
    digest: str
    created: int
    expires: int | None


@dataclass(frozen=True, slots=True)
class Sealed:
    """A secret of verifiable chance. It stays on the server until its reveal; its `repr` hides it."""

    epoch: int
    stream: str
    secret: bytes

    def __repr__(self) -> str:
        return f"Sealed(epoch={self.epoch}, stream={self.stream!r})"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state of a table at a version: a shortcut only, the log stays the truth."""

    version: int
    schema: str
    state: str


Wake = Callable[[str, int], None]
"""Told a table that changed and its version, or one of the two that follow."""
QUIET, CUT = ("", 0), ("", 1)
"""Nothing was heard for a while, or not at all for a moment: any table may have changed."""


class StoreError(Exception):
    """Base of all that a store raises; the message is French and holds no secret."""


class StoreUnavailable(StoreError):
    """The disk is full or broken, or the store is closed: nothing of the request was written. When it could not be
    told whether it was, the message says that a command sent again counts once."""


class Rejected(StoreError):
    """The request breaks a law of the store (a gap in versions, a digest used twice…): nothing was written."""


class UnknownTable(StoreError):
    """No table has this id."""

    def __init__(self, table: str) -> None:
        super().__init__(f"La table « {table} » n’existe pas.")
        self.table = table


class TableExists(StoreError):
    """A table already has this id."""

    def __init__(self, table: str) -> None:
        super().__init__(f"La table « {table} » existe déjà.")
        self.table = table


class Conflict(StoreError):
    """Someone appended first: the caller reloads from `after` and decides again."""

    def __init__(self, table: str, after: int, last: int) -> None:
        super().__init__(f"La table « {table} » en est à {last} et non à {after}.")
        self.table, self.after, self.last = table, after, last


class DuplicateCommand(StoreError):
    """The seat already sent this command: its answer is in the records `first_version` to `last_version`."""

    def __init__(self, first_version: int, last_version: int) -> None:
        super().__init__(f"Ce geste est déjà inscrit au journal, de {first_version} à {last_version}.")
        self.first_version, self.last_version = first_version, last_version


class Store(Protocol):
    """A durable store. Once a writing method returns, a crash loses nothing of it; when it raises, it wrote nothing,
    but for what `StoreUnavailable` says.

    A cancelled write is either wholly written or not at all; send the same command again to learn which.
    Every method may raise `StoreUnavailable`.

    `shared`: other processes write at any moment, so that whoever keeps a table in memory asks for its last version.
    """

    shared: bool

    def hear(self, wake: Wake) -> None:
        """Call `wake`, from any thread, soon after another process of a shared store wrote. A wake-up may be lost, or
        come late, twice, or for nothing; once in a while one tells to look everywhere (`QUIET`, `CUT`). To be asked
        once.
        """

    async def create(
        self,
        table: TableRow,
        rows: Sequence[Row] = (),
        sealed: Sequence[Sealed] = (),
        credentials: Sequence[Credential] = (),
    ) -> None:
        """Open a table with its first records, 1, 2, 3…; raises `TableExists` or `Rejected`."""

    async def append(
        self,
        table: str,
        after: int,
        rows: Sequence[Row],
        *,
        sealed: Sequence[Sealed] = (),
        add_credentials: Sequence[Credential] = (),
        drop_credentials: Sequence[str] = (),
    ) -> None:
        """Add the records `after` + 1, + 2…, secrets and credentials, all or nothing.

        `drop_credentials` are digests. Raises `UnknownTable`; `DuplicateCommand` when a (seat, command) of the
        rows is already in the log, even if `after` is out of date; `Conflict` when the last version is not
        `after`; `Rejected`.
        """

    async def answered(self, table: str, seat: str, command: str) -> tuple[int, int] | None:
        """First and last version that this command of this seat wrote."""

    async def read(self, table: str, after: int = 0, limit: int | None = None) -> list[Row]:
        """Records after a version, in order, at most `limit`; none for an unknown table."""

    async def last(self, table: str) -> int:
        """Last version of the table; 0 when it has no record."""

    async def tables(self) -> list[TableRow]:
        """All tables, the oldest first."""

    async def table(self, id: str) -> TableRow | None:
        """The table of this id."""

    async def credential(self, digest: str) -> Credential | None:
        """What the token of this digest opens. The caller checks `expires`."""

    async def credentials(self, table: str) -> list[Credential]:
        """All that opens a table, the oldest first."""

    async def sealed(self, table: str) -> list[Sealed]:
        """The secrets of a table by epoch, then stream."""

    async def save_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Keep a snapshot, replacing the one at its version; only the `SNAPSHOTS_KEPT` highest versions stay.

        Raises `UnknownTable`, or `Rejected` when the log does not reach this version.
        """

    async def snapshot(self, table: str) -> Snapshot | None:
        """The snapshot of the highest version."""

    async def delete_table(self, table: str) -> None:
        """Forget a table and all it holds; nothing happens when it does not exist."""

    async def close(self) -> None:
        """Finish the writes already asked for and let go of the store; may be called again."""
