"""The simulations that come with a system, ready to play and to start from."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

from paravent.core.system import System


def shipped_simulations(system: System[Any]) -> list[Path]:
    """Their files, in alphabetical order."""
    return sorted((Path(str(files(system.package))) / "simulations").glob("*.toml"))
