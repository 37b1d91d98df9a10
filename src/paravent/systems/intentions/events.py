"""What happened, in Intentions (`counter_events`: to counters).

Whatever could tell a private sheet stands behind `sheet`. No fact says who may know it: the audience is fixed when
it is written (see `sight`), so that a secret can be shown later.
"""

from __future__ import annotations

from typing import Literal

from paravent.core.sight import seen
from paravent.core.values import Who, value
from paravent.systems.intentions.counter_events import CounterEvent
from paravent.systems.intentions.model import Action, Skilled
from paravent.systems.intentions.weighing import Category, Mode, Outcome, Source

# Creation, skills, traits


@seen(all="actor species size", sheet="skills traits instincts instinct knowledge text")
@value
class CharacterDrafted:
    """A sheet is written (INT-20, INT-37)."""

    actor: Who
    skills: tuple[Skilled, ...]
    traits: tuple[tuple[str, int], ...]
    species: str
    size: str
    instincts: tuple[str, ...]
    instinct: str
    knowledge: tuple[str, ...]
    text: str


@seen(all="id name category domain definition")
@value
class SkillCreated:
    """The table's pack has one skill more (INT-24); `pack` is the whole pack after it."""

    id: str
    name: str
    category: Category
    domain: bool
    definition: str
    pack: str


@seen(all="actor", sheet="skill")
@value
class PointGranted:
    """A skill as it stands with one more point (INT-20)."""

    actor: Who
    skill: Skilled


@seen(all="actor", sheet="trait name times")
@value
class TraitGranted:
    """A trait, for the `times`-th time (INT-30, INT-36)."""

    actor: Who
    trait: str
    name: str
    times: int


@seen(all="actor", sheet="instinct name")
@value
class InstinctGranted:
    """One intention more that costs nothing (INT-32)."""

    actor: Who
    instinct: str
    name: str


@seen(all="actor", sheet="knowledge")
@value
class KnowledgeGranted:
    """A field of knowledge more (INT-36)."""

    actor: Who
    knowledge: str


@seen(all="actor single")
@value
class DiceChosen:
    """One die chained from test to test, or two (INT-03)."""

    actor: Who
    single: bool


@seen(all="day")
@value
class DayPassed:
    """A day of fiction begins, the `day`-th: heroism comes back (INT-31)."""

    day: int


# Tests


@seen(all="test actor text actions intentions potion knowledge named")
@value
class TestAnnounced:
    """`secrecy` fixes the audience. `named`: the intentions as the table reads them."""

    test: str
    actor: Who
    text: str
    actions: tuple[Action, ...]
    intentions: tuple[str, ...]
    potion: bool
    knowledge: str
    secrecy: Literal["table", "shared", "gm"]
    named: tuple[str, ...] = ()


@seen(all="test actor difficulty name single critical", sheet="effective bonus mode sources")
@value
class DifficultySaid:
    """Everything but the dice. `effective`: what must be reached; `critical`: the die of the last test, 0: none."""

    test: str
    actor: Who
    difficulty: int
    name: str
    effective: int
    bonus: int
    mode: Mode
    sources: tuple[Source, ...]
    patient: bool
    every_double: bool
    single: bool
    critical: int


@seen(all="test actor why")
@value
class TestRefused:
    """No test: the game masters want none (INT-42), or an initiate's skill is missing (INT-22)."""

    test: str
    actor: Who
    why: str


@seen(all="test actor how")
@value
class HeroismUsed:
    """One use of heroism: what disadvantage is left is cancelled or, without any, the test succeeds (INT-31)."""

    test: str
    actor: Who
    how: Literal["cancel", "success"]


@seen()
@value
class Ready:
    """The player lets the dice fall."""

    test: str
    actor: Who


@seen(all="test actor dice critical main outcome", sheet="total")
@value
class Rolled:
    """What fell (INT-06 to INT-10). `dice` as thrown; `critical`: 0 when there is none; `main`: the die that counts."""

    test: str
    actor: Who
    dice: tuple[int, ...]
    critical: int
    main: int
    total: int
    outcome: Outcome


@seen(all="test actor text intention named")
@value
class ExploitProposed:
    """What a player would have a critical success bring (INT-09, INT-44); `intention` is an id, "" for none, `named`
    what the table reads.
    """

    test: str
    actor: Who
    text: str
    intention: str
    named: str = ""


@seen(all="test actor why")
@value
class ExploitDiscussed:
    """Not as proposed: the player says again."""

    test: str
    actor: Who
    why: str


@seen(all="test actor text intention")
@value
class ExploitAgreed:
    """`intention`: its name as the table reads it, "" without any."""

    test: str
    actor: Who
    text: str
    intention: str


@seen(all="test actor text")
@value
class DisasterTold:
    """What a critical failure comes to (INT-09)."""

    test: str
    actor: Who
    text: str


@seen()
@value
class TestClosed:
    """Nothing more to say of it."""

    test: str
    actor: Who


# Conditions


@seen(all="actor id name text mode skills final wound")
@value
class ConditionBegan:
    """A temporary trait (INT-36, INT-52, INT-55); which counter brought it, the game masters alone see."""

    actor: Who
    id: str
    name: str
    text: str
    mode: Mode
    skills: tuple[str, ...]
    final: bool
    wound: bool
    counter: str


@seen(all="actor id name")
@value
class ConditionEnded:
    """Lifted, or its threshold is left."""

    actor: Who
    id: str
    name: str


Event = (
    CharacterDrafted
    | SkillCreated
    | PointGranted
    | TraitGranted
    | InstinctGranted
    | KnowledgeGranted
    | DiceChosen
    | DayPassed
    | TestAnnounced
    | DifficultySaid
    | TestRefused
    | HeroismUsed
    | Ready
    | Rolled
    | ExploitProposed
    | ExploitDiscussed
    | ExploitAgreed
    | DisasterTold
    | TestClosed
    | ConditionBegan
    | ConditionEnded
    | CounterEvent
)
