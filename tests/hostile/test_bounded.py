"""Ten thousand hostile exports and packs: each is read or refused within two seconds and 256 MiB."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hostile.each_system import SHEETS

SEED = os.environ.get("PARAVENT_SEED", "1")
SECONDS, BYTES = 2.0, 256 * 1024**2
TESTS = Path(__file__).parents[1]

linux = pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="peaks are told by Linux")


def costs(seed: str, exports: int, packs: int, systems: list[str]) -> dict[str, Any]:
    command = [sys.executable, "-m", "hostile.bounded", seed, str(exports), str(packs), *systems]
    done = subprocess.run(command, cwd=TESTS, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"PARAVENT_SEED={seed}\n{done.stderr[-3000:]}"
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def bounded(told: dict[str, Any], seed: str) -> None:
    for what in ("exports", "packs"):
        cost = told[what]
        assert cost["seconds"] < SECONDS, (seed, what, cost)
        assert cost["peak"] < BYTES, (seed, what, cost)
        # Some are good enough to be taken: it is not all refused at the door.
        assert len(cost["answers"]) > 1, (seed, what, cost)


@linux
def test_each_hostile_file_costs_little() -> None:
    few = random.Random(SEED).sample(sorted(SHEETS), 2)
    bounded(costs(SEED, 80, 100, few), SEED)


@linux
@pytest.mark.nightly
@pytest.mark.parametrize("part", range(5))
def test_ten_thousand_hostile_files_cost_little(part: int) -> None:
    seed = f"{SEED}-{part}"
    told = costs(seed, 2000, 2000, sorted(SHEETS))
    assert sum(told["packs"]["answers"].values()) == 2000
    assert sum(told["exports"]["answers"].values()) >= 2000
    bounded(told, seed)
