"""Initiatives, tests and recoveries as a table keeps them (ITG-54, ITG-60, ITG-61)."""

from __future__ import annotations

from typing import Literal

from paravent.core.sight import seen
from paravent.core.values import Who, value
from paravent.systems.intrigue.contest_model import Inflicting


@seen(all="id actor goal risk with_stress pool_roll roll stage inflicting")
@value
class TroubleTest:
    """A test against the trouble pool, which is rolled first (ITG-60). `risk`: stress was announced.

    stage   « pool », then « compose », « roll », and « stress » when the announced risk strikes
    """

    id: str
    actor: Who
    goal: str
    risk: bool
    with_stress: bool
    pool_roll: str
    roll: str = ""
    stage: Literal["pool", "compose", "roll", "stress"] = "pool"
    inflicting: Inflicting | None = None
    to: tuple[Who, ...] | None = None


@seen(all="id healer patient category patient_roll roll")
@value
class Recovery:
    """Somebody tends another, who rolls all of their stress first (ITG-61)."""

    id: str
    healer: Who
    patient: Who
    category: int
    patient_roll: str
    roll: str = ""
    to: tuple[Who, ...] | None = None


@seen(all="id goal people rolls")
@value
class Initiative:
    """All at once: everyone rolls, the best result becomes the first action (ITG-54).

    people   who rolls now, ties alone after the first time; rolled: all who ever did; best: who names a target
    """

    id: str
    goal: str
    people: tuple[Who, ...]
    rolls: tuple[str, ...] = ()
    rolled: tuple[Who, ...] = ()
    best: str = ""
    to: tuple[Who, ...] | None = None
