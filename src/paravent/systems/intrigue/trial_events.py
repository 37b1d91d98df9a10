"""What happens in an initiative, a test, a recovery (ITG-54, ITG-60, ITG-61)."""

from __future__ import annotations

from paravent.core.sight import seen
from paravent.core.values import Who, value


@seen(all="actor goal risk with_stress")
@value
class TestCalled:
    test: str
    actor: Who
    goal: str
    risk: bool
    with_stress: bool
    roll: str


@seen(all="who pool")
@value
class PoolThrown:
    """The trouble pool was rolled, and kept (ITG-60)."""

    test: str
    who: Who
    pool: int


@seen(all="actor")
@value
class Attempted:
    test: str
    actor: Who
    roll: str


@seen(all="who total pool passed")
@value
class TestSettled:
    test: str
    who: Who
    total: int
    pool: int
    passed: bool


@seen(all="who")
@value
class TestClosed:
    test: str
    who: Who


@seen(all="actor patient name")
@value
class Tended:
    """The patient rolls first (ITG-61)."""

    recovery: str
    actor: Who
    patient: Who
    category: int
    name: str
    roll: str


@seen(all="actor")
@value
class HealingThrown:
    recovery: str
    actor: Who
    roll: str


@seen(all="healer patient name healed die")
@value
class RecoverySettled:
    recovery: str
    healer: Who
    patient: Who
    category: int
    name: str
    healed: bool
    die: int


@seen(all="people goal")
@value
class InitiativeCalled:
    initiative: str
    people: tuple[Who, ...]
    goal: str


@seen(all="actor")
@value
class InitiativeThrown:
    initiative: str
    actor: Who
    roll: str


@seen(all="people")
@value
class InitiativeTied:
    initiative: str
    people: tuple[Who, ...]


@seen(all="best")
@value
class InitiativeFirst:
    """The best result of all (ITG-54)."""

    initiative: str
    best: Who
    roll: str


@seen(all="actor")
@value
class InitiativeWon:
    initiative: str
    actor: Who
    roll: str


TrialEvent = (
    TestCalled
    | PoolThrown
    | Attempted
    | TestSettled
    | TestClosed
    | Tended
    | HealingThrown
    | RecoverySettled
    | InitiativeCalled
    | InitiativeThrown
    | InitiativeTied
    | InitiativeFirst
    | InitiativeWon
)
