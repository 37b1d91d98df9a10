"""Thousands of commands from people who mean harm: nothing breaks, nothing illegal happens, refusals teach."""

from __future__ import annotations

import os

import pytest

from hostile.each_system import SHEETS, SOUND
from hostile.foes import Attack, Siege
from paravent.systems import all_systems

SEED = os.environ.get("PARAVENT_SEED", "1")
every_system = pytest.mark.parametrize("siege", sorted(SHEETS), indirect=True)


def test_every_system_is_attacked() -> None:
    assert set(SHEETS) == set(SOUND) == set(all_systems())


@every_system
async def test_a_table_under_fire(siege: Siege) -> None:
    attack = Attack(siege, SEED)
    await attack.run(1200)
    # The fire is real: much of it is refused, some of it is play.
    assert attack.statuses[200] > 25
    assert attack.statuses[409] > 100
    assert attack.statuses[422] > 100


@pytest.mark.nightly
@every_system
@pytest.mark.parametrize("part", range(10))
async def test_a_table_under_heavy_fire(siege: Siege, part: int) -> None:
    attack = Attack(siege, f"{SEED}-{part}")
    await attack.run(2000)
    assert attack.sent == 2000
