"""A lock between processes: two of them never write or checkpoint one SQLite file at the same moment.

SQLite's own locks already order transactions. This one also covers the checkpoint that follows a commit (older
versions of SQLite can damage the file when another connection writes just then), and the migrations of two
processes that start together. The kernel frees it when its holder dies.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from types import TracebackType

if sys.platform == "win32":
    import msvcrt

    def _take(descriptor: int) -> None:
        os.lseek(descriptor, 0, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

    def _release(descriptor: int) -> None:
        os.lseek(descriptor, 0, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _take(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _release(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_UN)


class FileLock:
    """An exclusive lock on a file of its own; `with` waits up to `patience` seconds, then raises `TimeoutError`."""

    def __init__(self, path: Path, patience: float) -> None:
        self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        self._patience = patience

    def __enter__(self) -> None:
        limit = time.monotonic() + self._patience
        while True:
            try:
                return _take(self._descriptor)
            except (BlockingIOError, PermissionError):
                if time.monotonic() > limit:
                    raise TimeoutError("the store's file is held by another process") from None
            time.sleep(0.001)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _release(self._descriptor)

    def close(self) -> None:
        """Let go of the file."""
        os.close(self._descriptor)
