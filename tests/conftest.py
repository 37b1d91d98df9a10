"""Makes `tests/` importable (`play`, `toy`), and finds the toy system for the tests that ask for it."""

from __future__ import annotations

from typing import Any

import pytest
from toy import on_the_path

from paravent.core.system import System
from paravent.systems import all_systems


@pytest.fixture(scope="session")
def toy() -> System[Any]:
    """The toy rule set, found by discovery like any other."""
    from importlib import import_module

    with on_the_path():
        found: System[Any] = import_module("paravent.systems.pile_ou_face").SYSTEM
        return found
