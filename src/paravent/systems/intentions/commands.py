"""What people may do in Intentions; chance's answers too."""

from __future__ import annotations

from typing import Literal

from paravent.core.secrecy import Secrecy
from paravent.core.values import Who, value

Precise = tuple[str, str]
"""A choice and the words that make it precise: a skill's domain, « » where none is asked (INT-21)."""
Sources = tuple[tuple[str, str], ...]
"""Reasons, each with the key of the skill it is attached to, « » for the situation (INT-12, INT-25)."""


@value
class ProposeCharacter:
    """A player's character (INT-20, INT-37)."""

    name: str
    skills: tuple[Precise, ...]
    trait: str
    species: str
    instinct: str
    reaction: str
    knowledge: Precise
    text: str


@value
class CreateReadyMade:
    """A player's character that nobody plays yet."""

    name: str
    skills: tuple[Precise, ...]
    trait: str
    species: str
    instinct: str
    reaction: str
    knowledge: Precise
    text: str


@value
class CreateExtra:
    """A character of the game masters: whatever skills it needs."""

    name: str
    hidden: bool
    skills: tuple[tuple[Precise, int], ...]
    endurance: bool
    text: str


@value
class Announce:
    """A test: what one does, with which skills and intentions (INT-04, INT-25, INT-41).

    `more`: further actions, each with whether it may fail; the first one always may, or there is no test.
    """

    text: str
    skill: str
    more: tuple[tuple[str, bool], ...]
    intentions: tuple[int, ...]
    potion: bool
    knowledge: str


@value
class CallTest:
    """The game masters call a test: one skill and its difficulty at once."""

    actor: Who
    skill: str
    difficulty: int
    advantages: Sources
    disadvantages: Sources
    secrecy: Secrecy


@value
class Judge:
    """How hard it is, and what helps or hinders (INT-05, INT-12)."""

    difficulty: int
    advantages: Sources
    disadvantages: Sources
    patient: bool
    knowing: bool


@value
class RefuseTest:
    why: str


@value
class BeHeroic:
    """One use of heroism, before the dice (INT-31)."""


@value
class LetFall:
    """Ready: let the dice fall."""


@value
class Roll:
    """Chance's answer: main then critical, or the main die alone (INT-02, INT-03)."""

    faces: tuple[int, ...]


@value
class ProposeExploit:
    """What a critical success brings, perhaps an intention more (INT-09, INT-44)."""

    text: str
    intention: str


@value
class AgreeExploit:
    pass


@value
class DiscussExploit:
    why: str


@value
class Describe:
    """What a disaster, or a wound, comes to in the story."""

    text: str


@value
class SingleDie:
    """Whether one throws a single die, chained from test to test (INT-03)."""

    single: bool


@value
class CreateSkill:
    """A skill that the pack has not (INT-24)."""

    name: str
    category: Literal["common", "specialist", "initiate"]
    domain: bool
    definition: str


@value
class GrantPoint:
    """One more point in a skill, two at most (INT-20)."""

    actor: Who
    skill: Precise


@value
class GrantTrait:
    """A trait won in play, never an intrinsic one (INT-36)."""

    actor: Who
    trait: str


@value
class GrantInstinct:
    """An intention more that costs nothing (INT-32)."""

    actor: Who
    instinct: str


@value
class ChooseInstinct:
    """What « Instinct », taken as the trait, makes free (INT-32)."""

    instinct: str


@value
class GrantKnowledge:
    actor: Who
    knowledge: Precise


@value
class GiveCondition:
    """A temporary trait (INT-36)."""

    actor: Who
    name: str
    text: str
    mode: Literal["normal", "advantage", "disadvantage"]
    skills: tuple[str, ...]


@value
class LiftCondition:
    actor: Who
    condition: str


@value
class PassDay:
    """A new day of fiction: heroism comes back (INT-31)."""


@value
class CreateCounter:
    """One counter a subject (INT-50)."""

    theme: str
    actors: tuple[Who, ...]
    subject: str
    rising: bool
    low: int
    high: int
    face: Literal["clock", "die", "boxes"]
    standing: Literal["hidden", "known", "public"]


@value
class UseModel:
    """A counter as the pack describes it, thresholds and triggers included."""

    model: str
    actors: tuple[Who, ...]
    subject: str
    standing: Literal["hidden", "known", "public"]


@value
class AddThreshold:
    """Where a counter changes something, for one of its subjects or all at once (INT-50, INT-52).

    `lasts`: while the counter is there; for good; or at each loss, until it is lifted.
    """

    counter: str
    at: int
    name: str
    text: str
    mode: Literal["normal", "advantage", "disadvantage"]
    skills: tuple[str, ...]
    lasts: Literal["while", "ever", "loss"]


@value
class AddTrigger:
    """What moves a counter, for one of its subjects or all at once (INT-50, INT-53)."""

    counter: str
    name: str
    steps: int


@value
class Pull:
    """A trigger happens (INT-53)."""

    counter: str
    trigger: str


@value
class Move:
    """Steps without a named trigger, with their reason."""

    counter: str
    steps: int
    why: str


@value
class ShowCounter:
    counter: str
    standing: Literal["hidden", "known", "public"]


@value
class DropCounter:
    counter: str


@value
class GiveEndurance:
    """Endurance for an object, or whoever has none yet (INT-58)."""

    actor: Who
    subject: str


@value
class LoseEndurance:
    counter: str
    points: int
    why: str


@value
class Rest:
    """Endurance that comes back, never past where it began (INT-51, INT-55)."""

    counter: str
    points: int


@value
class Recover:
    """Endurance given back by art or object, by an action that cost none (INT-56)."""

    counter: str
    points: int
    how: str
    free: bool


@value
class MendThing:
    """What a wound left on a thing is repaired (INT-55, INT-58)."""

    counter: str
    wound: str


@value
class Concentrate:
    """An effort of concentration begins (INT-57)."""

    actor: Who
    goal: str
    target: str
    limit: int


@value
class Deepen:
    """The game masters' signal: still concentrated, one more."""

    counter: str


@value
class StopConcentrating:
    counter: str


@value
class KeepFocus:
    """« Concentré » prevents a loss of concentration (INT-34)."""


@value
class LoseFocus:
    pass


@value
class SettleWound:
    """The consequence of a wound, until it is healed (INT-55)."""

    name: str
    text: str
    mode: Literal["normal", "disadvantage"]
    skills: tuple[str, ...]
