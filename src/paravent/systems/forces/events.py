"""What happened to characters, in Aptitudes et forces. Whatever could tell a private sheet stands behind `sheet`.

No fact says who may know it: the audience is fixed when it is written (see `sight`). Forces: `force_events`.
"""

from __future__ import annotations

from typing import Literal

from paravent.core.secrecy import Secrecy
from paravent.core.sight import seen
from paravent.core.values import Who, value
from paravent.systems.forces.weighing import Destiny, Verdict

# Sheets


@seen(all="draft name aspects")
@value
class DraftBegun:
    """Aspects are chosen, points are not shared yet (FOR-02); `owner` is the seat, or the game masters."""

    draft: str
    owner: Who
    name: str
    aspects: tuple[tuple[str, str], ...]
    aptitudes: tuple[int, ...]
    subs: tuple[int, ...]
    text: str


@seen(all="draft")
@value
class DraftDropped:
    draft: str


@seen(all="actor", sheet="aptitudes subs aspects text")
@value
class CharacterDrafted:
    """A sheet is written (FOR-02, FOR-03); `draft` is what it was before, "" for a game master's character."""

    actor: Who
    aptitudes: tuple[int, ...]
    subs: tuple[int, ...]
    aspects: tuple[tuple[str, str], ...]
    text: str
    draft: str


@seen(all="actor", sheet="points total")
@value
class ExperienceGained:
    actor: Who
    points: int
    total: int


@seen(all="actor level")
@value
class LevelGained:
    """One level more, and what it brings (FOR-05)."""

    actor: Who
    level: int
    aptitudes: int
    subs: int


@seen(all="actor", sheet="name value")
@value
class ScoreRaised:
    """A point is spent (FOR-05)."""

    actor: Who
    score: str
    name: str
    value: int


# Tests


@seen(all="test actor text named")
@value
class TestAnnounced:
    """`secrecy` fixes the audience; `named`: sub-aptitude and aptitude as the table reads them."""

    test: str
    actor: Who
    text: str
    sub: str
    aptitude: str
    named: tuple[str, str]
    secrecy: Secrecy


@seen(all="test actor named difficulty difficulty_name net", sheet="bonus")
@value
class TestJudged:
    """Everything but the dice (FOR-10 to FOR-12, FOR-23)."""

    test: str
    actor: Who
    aptitude: str
    named: tuple[str, str]
    difficulty: int
    difficulty_name: str
    bonus: int
    net: int
    options: tuple[bool, ...]


@seen(all="test actor why")
@value
class TestRefused:
    test: str
    actor: Who
    why: str


@seen(all="test actor")
@value
class Ready:
    test: str
    actor: Who


@seen(all="test actor faces destiny_face destiny")
@value
class Rolled:
    """The first faces; that of destiny apart, 0 without it (FOR-20)."""

    test: str
    actor: Who
    faces: tuple[int, ...]
    destiny_face: int
    destiny: Destiny


@seen(all="test actor faces")
@value
class Rerolled:
    """One face more for each 6 (FOR-22), in the order of the dice."""

    test: str
    actor: Who
    faces: tuple[int, ...]


@seen(all="test actor corruption")
@value
class Corrupted:
    """+2 for one more corruption (FOR-25)."""

    test: str
    actor: Who
    corruption: int


@seen(all="test actor kept passed critical degree difficulty destiny", sheet="verdict")
@value
class TestSettled:
    """What the test came to, its corruption included (FOR-11, FOR-21, FOR-26)."""

    test: str
    actor: Who
    kept: tuple[int, ...]
    difficulty: int
    passed: bool
    critical: str
    degree: str
    destiny: Destiny
    verdict: Verdict


# Gauges


@seen(all="actor points gauge why")
@value
class StressInflicted:
    """The gauge after it; once at 10 a madness is due (FOR-24)."""

    actor: Who
    points: int
    gauge: int
    why: str
    breaking: str


@seen(all="actor gauge")
@value
class Rested:
    actor: Who
    gauge: int


@seen(all="actor text")
@value
class MadnessStruck:
    """A state of madness, and the gauge falls back (FOR-24)."""

    actor: Who
    text: str
    breaking: str


@seen(all="actor text")
@value
class MadnessLifted:
    actor: Who
    text: str


@seen(all="actor at text")
@value
class Marked:
    """Corruption leaves a mark (FOR-25); `text` may be left to the table."""

    actor: Who
    at: int
    text: str


@seen(all="actor")
@value
class TakenOver:
    """Corruption is at its end: the game masters play this character now (FOR-25)."""

    actor: Who


@seen(all="actor gauge value why")
@value
class GaugeSet:
    """A gauge put right by hand."""

    actor: Who
    gauge: Literal["stress", "corruption"]
    value: int
    why: str


CharacterEvent = (
    DraftBegun
    | DraftDropped
    | CharacterDrafted
    | ExperienceGained
    | LevelGained
    | ScoreRaised
    | TestAnnounced
    | TestJudged
    | TestRefused
    | Ready
    | Rolled
    | Rerolled
    | Corrupted
    | TestSettled
    | StressInflicted
    | Rested
    | MadnessStruck
    | MadnessLifted
    | Marked
    | TakenOver
    | GaugeSet
)
