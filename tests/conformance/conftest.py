"""Every test here runs over each system found."""

from __future__ import annotations

from typing import Any

import pytest

from paravent.core.system import System
from random_games import NAMES, found


@pytest.fixture(params=NAMES)
def system(request: pytest.FixtureRequest) -> System[Any]:
    return found(request.param)
