"""Rule sets that exist for the tests only, found the way every system is: as folders on the systems' path."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from paravent import systems

HERE = str(Path(__file__).parent)


@contextmanager
def on_the_path() -> Iterator[None]:
    """Systems are also looked for beside this file, as if it were `paravent/systems`."""
    systems.__path__.append(HERE)
    systems.all_systems.cache_clear()
    try:
        yield
    finally:
        systems.__path__.remove(HERE)
        systems.all_systems.cache_clear()
