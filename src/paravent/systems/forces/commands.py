"""What people may do with characters and tests; chance's answers too. Forces: `force_commands`."""

from __future__ import annotations

from paravent.core.secrecy import Secrecy
from paravent.core.values import Who, value


@value
class ChooseAspects:
    """A player's character: its name, then one option of each aspect (FOR-02)."""

    name: str
    aspects: tuple[str, ...]
    text: str


@value
class SharePoints:
    """Where its points go, as final scores (FOR-02, FOR-03)."""

    aptitudes: tuple[int, ...]
    subs: tuple[int, ...]


@value
class GiveUpDraft:
    """Choose the aspects again."""


@value
class CreateExtra:
    """A character of the game masters, without start scores nor points."""

    name: str
    hidden: bool
    aptitudes: tuple[int, ...]
    subs: tuple[int, ...]
    text: str


@value
class GrantLevel:
    """One level (FOR-05)."""

    actor: Who


@value
class GrantExperience:
    """Experience, which brings a level where the module has thresholds (FOR-05)."""

    actor: Who
    points: int


@value
class Raise:
    """Spend a point won by a level (FOR-05); `score` is an aptitude or a sub-aptitude."""

    score: str


@value
class Announce:
    """What one tries, with which sub-aptitude and aptitude (FOR-10); `aptitude` "" for the parent."""

    text: str
    sub: str
    aptitude: str


@value
class CallTest:
    """The game masters call a test at once (FOR-10 to FOR-12, FOR-23)."""

    actor: Who
    sub: str
    aptitude: str
    difficulty: int
    bonus: int
    malus: int
    text: str
    secrecy: Secrecy


@value
class Judge:
    """How hard it is, with which aptitude; dice granted (FOR-10, FOR-12, FOR-23)."""

    aptitude: str
    difficulty: int
    bonus: int
    malus: int


@value
class RefuseTest:
    why: str


@value
class LetFall:
    """Ready: let the dice fall."""


@value
class Roll:
    """Chance's answer: the dice, that of destiny last (FOR-11, FOR-20, FOR-23)."""

    faces: tuple[int, ...]


@value
class RollAgain:
    """Chance's answer: one face for each 6 thrown once more (FOR-22)."""

    faces: tuple[int, ...]


@value
class TakeCorruption:
    """One more corruption for +2 (FOR-25)."""


@value
class StayPure:
    """No corruption."""


@value
class InflictStress:
    """Stress, up to madness (FOR-24)."""

    actor: Who
    points: int
    why: str


@value
class RestScene:
    """A scene of rest for those (FOR-24)."""

    actors: tuple[Who, ...]


@value
class DrawMadness:
    """Chance's answer: which state of the module's list (FOR-24)."""

    faces: tuple[int, ...]


@value
class SetStress:
    """Put the gauge right by hand; under what brings madness."""

    actor: Who
    value: int
    why: str


@value
class SetCorruption:
    """Put the gauge right by hand."""

    actor: Who
    value: int
    why: str


@value
class LiftMadness:
    actor: Who
    madness: str
