"""What happened to the people and things of a table of Intrigue. Whatever could tell a private sheet stands behind
`sheet`.

`actor` is who does it; for what the game masters put right or call for, whose sheet or test it is. Whoever a fact
befalls, or only bears on, has a name of its own: `loser`, `patient`, `roller`, `who`… The other facts stand in
`roll_events`, `contest_events`, `trial_events` and `episode_events`.
"""

from __future__ import annotations

from typing import Literal

from paravent.core.sight import seen
from paravent.core.values import Who, value
from paravent.systems.intrigue.contest_events import ContestEvent
from paravent.systems.intrigue.episode_events import EpisodeEvent
from paravent.systems.intrigue.roll_events import RollEvent
from paravent.systems.intrigue.sheet_model import Damage, Resource, Trait
from paravent.systems.intrigue.trial_events import TrialEvent

# Characters (ITG-01 to ITG-06, ITG-18, ITG-35)


@seen(all="actor", sheet="traits text")
@value
class CharacterDrafted:
    """A sheet is written (ITG-06), with the resources that come with it."""

    actor: Who
    traits: tuple[Trait, ...]
    text: str
    resources: tuple[Resource, ...] = ()


@seen(all="actor category name die why")
@value
class StressCorrected:
    actor: Who
    category: int
    name: str
    die: int
    why: str


@seen(all="actor points why")
@value
class PointsCorrected:
    actor: Who
    points: int
    why: str


@seen(all="actor", sheet="name damage")
@value
class GearDamaged:
    actor: Who
    trait: str
    name: str
    damage: Damage


@seen(all="actor", sheet="name statement")
@value
class RelationshipMade:
    """On the fly, for a plot point (ITG-35). `contest`: the one whose other side is paid (ITG-38)."""

    actor: Who
    trait: str
    name: str
    statement: str
    contest: str = ""


@seen(all="actor name gain cost")
@value
class AssetUsed:
    """Besides any roll, for the table to apply (ITG-02, ITG-36)."""

    actor: Who
    name: str
    gain: str
    cost: int
    contest: str = ""


@seen(all="actor")
@value
class Excused:
    actor: Who


# The trouble pool (ITG-20)


@seen(all="pool")
@value
class PoolMoved:
    pool: tuple[int, ...]


# Extras and locations (ITG-03, ITG-37)


@seen(all="resource")
@value
class ResourceCreated:
    resource: Resource


@seen(all="name state")
@value
class ResourcePlaced:
    resource: str
    name: str
    state: Literal["present", "absent", "inspires"]


@seen(all="visitor name")
@value
class ResourcePrepared:
    resource: str
    visitor: Who
    name: str


@seen(all="actor name")
@value
class ResourceSummoned:
    resource: str
    actor: Who
    name: str
    contest: str = ""


Event = (
    CharacterDrafted
    | StressCorrected
    | PointsCorrected
    | GearDamaged
    | RelationshipMade
    | AssetUsed
    | Excused
    | PoolMoved
    | ResourceCreated
    | ResourcePlaced
    | ResourcePrepared
    | ResourceSummoned
    | RollEvent
    | ContestEvent
    | TrialEvent
    | EpisodeEvent
)
