"""A real disk that can be filled to the last byte: a `tmpfs`, where this machine lets one be mounted."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

SIZE = 16 << 20
BLOCK = 4096


class SmallDisk:
    """The disk mounted at `folder`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._filler = folder / "reste"

    def fill(self, leaving: int = 0) -> None:
        """Leave so many free bytes."""
        self.free()
        found = os.statvfs(self.folder)
        with self._filler.open("wb") as filler:
            os.posix_fallocate(filler.fileno(), 0, max(BLOCK, found.f_bavail * found.f_frsize - leaving))

    def free(self) -> None:
        """Make room."""
        self._filler.unlink(missing_ok=True)


@contextmanager
def small_disk(folder: Path) -> Iterator[SmallDisk]:
    """A disk of its own; the test is skipped where there can be none."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={SIZE},mode=700", "tmpfs", str(folder)]
    if os.name != "posix" or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("no disk may be mounted here")
    try:
        yield SmallDisk(folder)
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)
