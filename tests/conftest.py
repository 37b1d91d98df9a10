"""Makes `tests/` importable (`play`, `toy`), and finds the toy system for the tests that ask for it."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from paravent.core.system import System

HERE = str(Path(__file__).parent)
if HERE not in sys.path:
    sys.path.insert(0, HERE)


@pytest.fixture(scope="session")
def toy() -> System[Any]:
    """The toy rule set, found by discovery like any other."""
    from toy import on_the_path

    with on_the_path():
        found: System[Any] = import_module("paravent.systems.pile_ou_face").SYSTEM
        return found
