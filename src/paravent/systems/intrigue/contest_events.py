"""What happens in a contest, and stress wherever it falls (ITG-40 to ITG-49, ITG-52, ITG-53)."""

from __future__ import annotations

from typing import Literal

from paravent.core.sight import seen
from paravent.core.values import Who, value
from paravent.systems.intrigue.contest_model import How, Infliction


@seen(all="actor against goal")
@value
class ContestOpened:
    contest: str
    actor: Who
    against: Who
    goal: str
    roll: str
    rolled: tuple[Who, ...] = ()


@seen(all="actor")
@value
class Reacted:
    contest: str
    actor: Who
    roll: str


@seen(all="actor other how motivation text")
@value
class GaveIn:
    """`motivation`: the name of the one that stepped down for it (ITG-42)."""

    contest: str
    actor: Who
    other: Who
    how: Literal["free", "point", "motivation"]
    trait: str
    motivation: str
    text: str


@seen(all="actor")
@value
class Interfered:
    contest: str
    actor: Who
    roll: str


@seen(all="third")
@value
class InterferenceIgnored:
    contest: str
    third: Who


@seen(all="third")
@value
class ConflictBroken:
    contest: str
    third: Who


@seen(all="actor third")
@value
class PaidOn:
    contest: str
    actor: Who
    third: Who


@seen(all="third")
@value
class BrawlOpened:
    contest: str
    third: Who


@seen(all="actor")
@value
class Brawled:
    contest: str
    actor: Who
    roll: str


@seen(all="standing total")
@value
class Raised:
    """The reaction is the result to beat now (ITG-45)."""

    contest: str
    standing: Who
    total: int


@seen(all="inflictions rule")
@value
class FellShort:
    """Stress is to fall, by `rule` (ITG-43, ITG-44, ITG-53, ITG-60)."""

    procedure: str
    inflictions: tuple[Infliction, ...]
    rule: str


@seen(all="actor loser name")
@value
class CategoryChosen:
    procedure: str
    actor: Who
    loser: Who
    category: int
    name: str


@seen(all="actor name gain dice")
@value
class StressShaped:
    """A bonus changed the dice of a stress (ITG-49); `dice` after it."""

    procedure: str
    actor: Who
    name: str
    gain: str
    cost: int
    dice: tuple[int, ...]
    boost: str


@seen(all="actor")
@value
class StressBraced:
    """Nobody changes the dice of this stress any more."""

    procedure: str
    actor: Who


@seen(all="loser faces")
@value
class StressFell:
    """The dice of a stress, which whoever inflicts it may throw again (ITG-49)."""

    procedure: str
    loser: Who
    faces: tuple[int, ...]


@seen(all="loser name die faces outing stepped")
@value
class StressSet:
    """A stress as it stands (ITG-46). `stepped`: it was that large already (ITG-47)."""

    procedure: str
    loser: Who
    category: int
    name: str
    die: int
    faces: tuple[int, ...]
    outing: bool
    stepped: bool


@seen(all="loser outing")
@value
class StressSpared:
    """No die was left to inflict any (ITG-46); `outing`: the winner decides on stressing out all the same."""

    procedure: str
    loser: Who
    outing: bool


@seen(all="actor loser yes rule")
@value
class OutDecided:
    """Stressed out or not (ITG-48), by `rule` (ITG-44, ITG-47)."""

    procedure: str
    actor: Who
    loser: Who
    yes: bool
    rule: str


@seen(all="how sides")
@value
class ContestClosed:
    contest: str
    how: How
    sides: tuple[Who, ...]


ContestEvent = (
    ContestOpened
    | Reacted
    | GaveIn
    | Interfered
    | InterferenceIgnored
    | ConflictBroken
    | PaidOn
    | BrawlOpened
    | Brawled
    | Raised
    | FellShort
    | CategoryChosen
    | StressShaped
    | StressBraced
    | StressFell
    | StressSet
    | StressSpared
    | OutDecided
    | ContestClosed
)
