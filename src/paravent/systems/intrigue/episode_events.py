"""What happens at both ends of an episode (ITG-30, ITG-70 to ITG-75)."""

from __future__ import annotations

from typing import Literal

from paravent.core.sight import seen
from paravent.core.values import Who, value
from paravent.systems.intrigue.episode_model import New


@seen(all="people")
@value
class PointsShared:
    """Everybody throws their relationships (ITG-30)."""

    opening: str
    people: tuple[tuple[Who, tuple[int, ...]], ...]


@seen(all="who faces total")
@value
class AwardThrown:
    who: Who
    faces: tuple[int, ...]
    total: int


@seen(all="people place")
@value
class AwardTied:
    people: tuple[Who, ...]
    place: Literal["first", "last"]


@seen(all="who place")
@value
class PlaceWon:
    """The first place, or the last, is settled."""

    who: Who
    place: Literal["first", "last"]


@seen(all="points")
@value
class PointsAwarded:
    points: tuple[tuple[Who, int], ...]


@seen()
@value
class EpisodeEnding:
    """Epilogues begin; plot points are lost (ITG-31, ITG-70)."""

    ending: str


@seen(all="actor text")
@value
class EpilogueTold:
    actor: Who
    text: str


@seen(all="actor", sheet="name die statement kept growth")
@value
class MotivationSettled:
    """ITG-71, ITG-72; `growth`: the die that joins the growth pool, 0 for none."""

    actor: Who
    trait: str
    name: str
    die: int
    statement: str
    kept: bool
    growth: int
    value: bool


@seen(all="actor", sheet="name die")
@value
class ValueRaised:
    actor: Who
    trait: str
    name: str
    die: int


@seen(all="actor", sheet="sort")
@value
class NewChosen:
    """Something new is to grow: it is described next (ITG-73)."""

    actor: Who
    sort: str


@seen(all="actor", sheet="name size")
@value
class GrowthAimed:
    """ITG-73. `new`: what is not there yet."""

    actor: Who
    sort: str
    trait: str
    name: str
    size: int
    game_master: tuple[int, ...]
    player: tuple[int, ...]
    new: New | None = None


@seen(all="actor", sheet="faces total")
@value
class GrowthOpposed:
    """The game masters' dice of a growth."""

    actor: Who
    faces: tuple[int, ...]
    total: int


@seen(all="actor", sheet="faces total passed")
@value
class GrowthThrown:
    actor: Who
    faces: tuple[int, ...]
    total: int
    passed: bool


@seen(all="actor", sheet="name die sacrificed gone")
@value
class Grown:
    """A characteristic one step up; `sacrificed`: the one that stepped down for it, or is `gone` (ITG-74)."""

    actor: Who
    sort: str
    trait: str
    name: str
    die: int
    lost: str
    sacrificed: str
    gone: bool = False
    new: New | None = None


@seen(all="actor")
@value
class GrowthPassed:
    actor: Who


@seen()
@value
class EpisodeClosed:
    """Stress steps down, pool and resources begin again (ITG-75)."""


EpisodeEvent = (
    PointsShared
    | AwardThrown
    | AwardTied
    | PlaceWon
    | PointsAwarded
    | EpisodeEnding
    | EpilogueTold
    | MotivationSettled
    | ValueRaised
    | NewChosen
    | GrowthAimed
    | GrowthOpposed
    | GrowthThrown
    | Grown
    | GrowthPassed
    | EpisodeClosed
)
