"""The peers, and the environment that holds them all."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import apart  # beside this folder

PINS = {"icepool": "2.1.3", "dyce": "0.7", "hdroller": "0.6.7", "dice-calc": "0.3.6", "lea": "4.4"}
MODULES = {name: name.replace("-", "_") for name in PINS}


def environment() -> Path:
    """The Python of an environment that holds all the peers; installs what it lacks."""
    return apart.environment("cotes-pairs", PINS)
