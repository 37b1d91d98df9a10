"""What people may do in Intrigue; chance's answers too."""

from __future__ import annotations

from typing import Literal

from paravent.core.values import Who, value

Picks = tuple[str, ...]
"""What is thrown, by source: « t:… » a trait, « c:… » one challenged, « f:… » the foe's stress, « s:… » one's own,
« d:… » a useful detail, « p:… » a die of the trouble pool."""

# Characters


@value
class ProposeCharacter:
    """A player's character, relationships first (ITG-06)."""

    name: str
    relationships: tuple[tuple[str, int, str], ...]
    values: tuple[tuple[int, str], ...]
    distinctions: tuple[tuple[str, str, int, str, str, str], ...]
    abilities: tuple[tuple[str, str, int, str, str, str], ...]
    gear: tuple[tuple[str, str, int, str], ...]
    heritage: tuple[str, int]
    resources: tuple[tuple[str, str, int, str, str], ...]
    text: str


@value
class CreateReadyMade:
    """A player's character that nobody plays yet."""

    name: str
    relationships: tuple[tuple[str, int, str], ...]
    values: tuple[tuple[int, str], ...]
    distinctions: tuple[tuple[str, str, int, str, str, str], ...]
    abilities: tuple[tuple[str, str, int, str, str, str], ...]
    gear: tuple[tuple[str, str, int, str], ...]
    heritage: tuple[str, int]
    resources: tuple[tuple[str, str, int, str, str], ...]
    text: str


@value
class CreateExtra:
    """A character of the game masters: whatever dice it needs (ITG-19)."""

    name: str
    hidden: bool
    traits: tuple[tuple[Literal["value", "relationship", "distinction"], int, str], ...]
    text: str


@value
class CreateResource:
    """An extra or a location of the game masters (ITG-03)."""

    sort: Literal["extra", "location"]
    name: str
    die: int
    first: str
    second: str


@value
class SetStress:
    """Put a stress right by hand."""

    actor: Who
    category: int
    die: int
    why: str


@value
class SetPoints:
    """Put plot points right by hand, whoever comes after they were shared included."""

    actor: Who
    points: int
    why: str


@value
class DamageGear:
    """Lost, stolen, broken; or found again, mended (ITG-02)."""

    actor: Who
    gear: str
    damage: Literal["", "lost", "stolen", "broken"]


# Rolls


@value
class Roll:
    """Chance's answer: a face for each die in the air."""

    faces: tuple[int, ...]


@value
class BuyDie:
    """One characteristic more (ITG-32)."""

    source: str


@value
class KeepMore:
    """One die kept more (ITG-33)."""


@value
class BuyDetail:
    """A useful detail, and a die for it; `die` is a size of the trouble pool for the game masters (ITG-34)."""

    name: str
    die: int


@value
class UseResource:
    """Let an extra or a location help (ITG-37, ITG-51)."""

    resource: str


@value
class KeepHelp:
    """How many of its dice are kept (ITG-51)."""

    dice: int


@value
class Activate:
    """A bonus of an asset, « trait#rank »; `die`: which die is thrown again, where it throws one again (ITG-36)."""

    boost: str
    die: str


@value
class Settle:
    """I keep it."""


@value
class BuyOne:
    """A 1 for a plot point: a die of that size joins the trouble pool (ITG-15)."""

    die: int


@value
class AnswerOne:
    """A 1 of the game masters lightens the pool (ITG-16): « r8 » takes a D8 away, « l8 » steps one down."""

    answer: str


@value
class LeaveOnes:
    """No more of them."""


@value
class MakeRelationship:
    """A relationship on the fly (ITG-35). `contest`: the one it is for, where several players would be paid."""

    name: str
    statement: str
    contest: str = ""


@value
class Excuse:
    """The next roll of a character may do without a motivation (ITG-18)."""

    actor: Who


@value
class UseAsset:
    """A bonus that is words alone, at any time (ITG-02, ITG-36). `contest`: as of `MakeRelationship`."""

    boost: str
    contest: str = ""


# Contests


@value
class Act:
    """An action against somebody (ITG-40)."""

    against: Who
    goal: str
    pool: Picks
    keep: int


@value
class React:
    pool: Picks
    keep: int


@value
class GiveIn:
    """`how`: « free », « point », or « t:… » the motivation that steps down (ITG-41, ITG-42)."""

    how: str
    text: str


@value
class Aid:
    """Help a roll that is not kept yet (ITG-50)."""

    roll: str
    pool: Picks
    keep: int


@value
class Interfere:
    """Step between, before a reaction (ITG-52)."""

    pool: Picks
    keep: int


@value
class PayOn:
    """One plot point to whoever interfered, to go on (ITG-53)."""


@value
class LetGo:
    """The conflict stays over (ITG-53)."""


@value
class Brawl:
    """The three-way roll (ITG-53)."""

    pool: Picks
    keep: int


@value
class StandBy:
    """Whoever is stressed out throws nothing (ITG-48)."""


@value
class Inflict:
    """Which stress (ITG-46)."""

    category: int


@value
class ShapeStress:
    """A bonus on the dice of a stress, by who inflicts or suffers it (ITG-49)."""

    boost: str


@value
class LetStressFall:
    """No bonus."""


@value
class StressDice:
    """Chance's answer: the dice of a stress (ITG-46)."""

    faces: tuple[int, ...]


@value
class StressOut:
    """The winner's choice (ITG-44, ITG-47)."""

    yes: bool


@value
class CallInitiative:
    """Everybody at once (ITG-54)."""

    people: tuple[Who, ...]
    goal: str


@value
class ThrowInitiative:
    pool: Picks
    keep: int


@value
class NameTarget:
    """The best of all names whom it acts against (ITG-54)."""

    target: Who


# Tests and recovery


@value
class CallTest:
    """A test against the trouble pool, its risk announced (ITG-60)."""

    actor: Who
    goal: str
    risk: bool
    with_stress: bool


@value
class Attempt:
    """The player's roll against the pool (ITG-60)."""

    pool: Picks
    keep: int


@value
class Tend:
    """Try to heal somebody of a stress (ITG-61)."""

    patient: Who
    category: int


@value
class Heal:
    pool: Picks
    keep: int


# The trouble pool, resources, the episode


@value
class RaisePool:
    """One die more, or one die a step up (ITG-20). `how`: « +6 » adds a D6, « u8 » steps a D8 up."""

    how: str


@value
class LowerPool:
    """One die less, or one die a step down (ITG-20). `how`: « -6 », « d8 »."""

    how: str


@value
class PlaceResource:
    """Somebody or somewhere is there, or not; `prepared`: by a scene spent in it (ITG-37)."""

    resource: str
    state: Literal["present", "absent", "inspires"]


@value
class Prepare:
    """A scene spent in a location, to use it later (ITG-37)."""

    resource: str
    actor: Who


@value
class Summon:
    """Bring one's own extra here (ITG-37). `contest`: as of `MakeRelationship`."""

    resource: str
    contest: str = ""
