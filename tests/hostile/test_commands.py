"""Thousands of commands from people who mean harm: nothing breaks, nothing illegal happens, refusals teach."""

from __future__ import annotations

import os

import pytest

from hostile.foes import Attack, Siege

SEED = os.environ.get("PARAVENT_SEED", "1")


async def test_a_table_under_fire(siege: Siege) -> None:
    attack = Attack(siege, SEED)
    await attack.run(2000)
    # The fire is real: much of it is refused, some of it is play.
    assert attack.statuses[200] > 100
    assert attack.statuses[409] > 100
    assert attack.statuses[422] > 100


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(10))
async def test_a_table_under_heavy_fire(siege: Siege, part: int) -> None:
    attack = Attack(siege, f"{SEED}-{part}")
    await attack.run(2000)
    assert attack.sent == 2000
