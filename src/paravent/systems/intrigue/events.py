"""What happened, in Intrigue. Whatever could tell a private sheet stands behind `sheet`.

`actor` is who does it; for what the game masters put right or call for, whose sheet or test it is. Whoever a fact
befalls, or only bears on, has a name of its own: `loser`, `patient`, `roller`, `who`…
"""

from __future__ import annotations

from typing import Literal

from paravent.core.sight import seen
from paravent.core.values import Who, value
from paravent.systems.intrigue.model import Damage, Die, Infliction, Resource, Roll, Trait

# Characters, resources


@seen(all="actor", sheet="traits text")
@value
class CharacterDrafted:
    """A sheet is written (ITG-06), with the resources that come with it."""

    actor: Who
    traits: tuple[Trait, ...]
    text: str
    resources: tuple[Resource, ...] = ()


@seen(all="resource")
@value
class ResourceCreated:
    resource: Resource


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


@seen(all="actor name damage")
@value
class GearDamaged:
    actor: Who
    trait: str
    name: str
    damage: Damage


@seen(all="actor name statement")
@value
class RelationshipMade:
    """On the fly, for a plot point (ITG-35)."""

    actor: Who
    trait: str
    name: str
    statement: str


@seen(all="actor")
@value
class Excused:
    actor: Who


# Rolls


@seen(all="roller foe dice paid payee challenged")
@value
class RollComposed:
    """What is thrown, what it costs and to whom (ITG-11, ITG-13, ITG-32, ITG-33, ITG-38).

    `challenged`: (motivation, its name, its die), each of which steps down once it is thrown.
    """

    roll: Roll
    roller: Who
    foe: Who
    dice: tuple[Die, ...]
    paid: int
    payee: Who
    challenged: tuple[tuple[str, str, int], ...]


@seen(all="roller dice faces")
@value
class Fell:
    """Dice fell: those that were in the air, in order."""

    roll: str
    roller: Who
    dice: tuple[Die, ...]
    faces: tuple[int, ...]


@seen(all="actor die payee cost rule detail")
@value
class DieBought:
    """A die more (ITG-32, ITG-34, ITG-36). `spent`: a size that left the trouble pool for it."""

    roll: str
    actor: Who
    die: Die
    payee: Who
    cost: int
    rule: str
    detail: str = ""
    spent: int = 0


@seen(all="actor payee cost spent")
@value
class KeptMore:
    """A die kept more (ITG-33); `spent`: a size of the trouble pool spent in place of a plot point."""

    roll: str
    actor: Who
    payee: Who
    cost: int
    spent: int = 0


@seen(all="actor name gain cost payee")
@value
class BoostUsed:
    """A bonus whose effect the table applies, or that throws a die again (ITG-36)."""

    roll: str
    actor: Who
    name: str
    gain: str
    cost: int
    payee: Who
    again: int = -1
    larger: int = 0
    boost: str = ""


@seen(all="actor name size dice cost")
@value
class ResourceUsed:
    """A resource lends its dice (ITG-37, ITG-51)."""

    roll: str
    actor: Who
    resource: str
    name: str
    size: int
    dice: int
    cost: int


@seen(all="roller name faces")
@value
class HelpFell:
    roll: str
    roller: Who
    resource: str
    name: str
    faces: tuple[int, ...]


@seen(all="actor name dice worth")
@value
class HelpKept:
    """So many of its dice are kept, and gone for the episode (ITG-51)."""

    roll: str
    actor: Who
    resource: str
    name: str
    dice: int
    worth: int


@seen(all="actor total")
@value
class RollSettled:
    roll: str
    actor: Who
    total: int


@seen(all="roller size pool")
@value
class OneBought:
    """A 1 bought for a plot point (ITG-15); `roller` receives it."""

    roll: str
    procedure: str
    roller: Who
    place: int
    size: int
    pool: tuple[int, ...]


@seen(all="actor removes size pool")
@value
class OneAnswered:
    """A 1 of the game masters lightened the pool (ITG-16), by `actor`."""

    roll: str
    actor: Who
    place: int
    removes: bool
    size: int
    pool: tuple[int, ...]


@seen(all="roller")
@value
class OnesLeft:
    """`roller`: whose roll it is. `place`: of the only one left, where other players may answer the rest; else −1."""

    roll: str
    roller: Who
    place: int = -1


# Contests


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


@seen(all="actor other")
@value
class AidBegun:
    procedure: str
    actor: Who
    other: Who
    roll: str
    aided: str


@seen(all="ally other points")
@value
class AidGiven:
    """The best die of the ally joins the result (ITG-50)."""

    procedure: str
    ally: Who
    other: Who
    aided: str
    points: int


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


@seen(all="inflictions")
@value
class FellShort:
    """Stress is to fall (ITG-43, ITG-44, ITG-53)."""

    procedure: str
    inflictions: tuple[Infliction, ...]


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


@seen(all="loser name die faces outing")
@value
class StressSet:
    """A stress as it stands (ITG-46, ITG-47)."""

    procedure: str
    loser: Who
    category: int
    name: str
    die: int
    faces: tuple[int, ...]
    outing: bool


@seen(all="loser outing")
@value
class StressSpared:
    """No die was left to inflict any (ITG-46); `outing`: the winner decides on stressing out all the same."""

    procedure: str
    loser: Who
    outing: bool


@seen(all="actor loser yes")
@value
class OutDecided:
    """Stressed out or not (ITG-44, ITG-47, ITG-48)."""

    procedure: str
    actor: Who
    loser: Who
    yes: bool


@seen(all="how sides")
@value
class ContestClosed:
    contest: str
    how: str
    sides: tuple[Who, ...]


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


# Tests and recovery


@seen(all="actor goal risk with_stress")
@value
class TestCalled:
    test: str
    actor: Who
    goal: str
    risk: bool
    with_stress: bool
    roll: str


@seen(all="actor")
@value
class Attempted:
    test: str
    actor: Who
    roll: str


@seen(all="who pool")
@value
class PoolThrown:
    """The trouble pool was rolled, and kept (ITG-60)."""

    test: str
    who: Who
    pool: int


@seen(all="who")
@value
class TestClosed:
    test: str
    who: Who


@seen(all="who total pool passed")
@value
class TestSettled:
    test: str
    who: Who
    total: int
    pool: int
    passed: bool


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


# The trouble pool, resources


@seen(all="pool")
@value
class PoolMoved:
    pool: tuple[int, ...]


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


# The episode


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


@seen(all="actor", sheet="name size")
@value
class GrowthAimed:
    """ITG-73."""

    actor: Who
    sort: str
    trait: str
    name: str
    text: str
    size: int
    game_master: tuple[int, ...]
    player: tuple[int, ...]


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


@seen(all="actor", sheet="name die sacrificed")
@value
class Grown:
    """A characteristic one step up; `sacrificed`: the one that stepped down for it (ITG-74)."""

    actor: Who
    sort: str
    trait: str
    name: str
    text: str
    die: int
    lost: str
    sacrificed: str


@seen(all="actor")
@value
class GrowthPassed:
    actor: Who


@seen()
@value
class EpisodeClosed:
    """Stress steps down, pool and resources begin again (ITG-75)."""


Event = (
    CharacterDrafted
    | ResourceCreated
    | StressCorrected
    | PointsCorrected
    | GearDamaged
    | RelationshipMade
    | Excused
    | RollComposed
    | Fell
    | DieBought
    | KeptMore
    | BoostUsed
    | ResourceUsed
    | HelpFell
    | HelpKept
    | RollSettled
    | OneBought
    | OneAnswered
    | OnesLeft
    | ContestOpened
    | Reacted
    | GaveIn
    | AidBegun
    | AidGiven
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
    | InitiativeCalled
    | InitiativeThrown
    | InitiativeTied
    | InitiativeFirst
    | InitiativeWon
    | TestCalled
    | PoolThrown
    | Attempted
    | TestSettled
    | TestClosed
    | Tended
    | HealingThrown
    | RecoverySettled
    | PoolMoved
    | ResourcePlaced
    | ResourcePrepared
    | ResourceSummoned
    | PointsShared
    | AwardThrown
    | AwardTied
    | PlaceWon
    | PointsAwarded
    | EpisodeEnding
    | EpilogueTold
    | MotivationSettled
    | ValueRaised
    | GrowthAimed
    | GrowthOpposed
    | GrowthThrown
    | Grown
    | GrowthPassed
    | EpisodeClosed
)
