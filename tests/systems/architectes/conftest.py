from __future__ import annotations

import pytest

from systems.architectes.arc_table import Table


@pytest.fixture
def table() -> Table:
    return Table()
