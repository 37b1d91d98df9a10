"""What people, and chance, may do in Les Architectes."""

from __future__ import annotations

from paravent.core.secrecy import Secrecy
from paravent.core.values import Who, value
from paravent.systems.architectes.model import Ease

"""Who follows a contest: everyone; its characters and the game masters; the game masters alone."""

Sheet = tuple[str, ...]
"""The written rubrics, in the order of the pack (ARC-04)."""


@value
class ProposeCharacter:
    """A player's character, for the game masters to accept; a score of 0 is left to fate (ARC-03)."""

    name: str
    identity: Sheet
    scores: tuple[int, ...]


@value
class CreateReadyMade:
    """A character whom a player will take."""

    name: str
    identity: Sheet
    scores: tuple[int, ...]


@value
class CreateExtra:
    """A character of the game masters (ARC-07): `score` everywhere but for the `exceptions` (skill, score)."""

    name: str
    hidden: bool
    score: int
    exceptions: tuple[tuple[int, int], ...]
    removed: tuple[int, ...]
    broken: bool
    destiny: int
    weapon: str


@value
class DrawScores:
    """Chance's answer: the numbers not ranked yet, in the order drawn."""

    cards: tuple[int, ...]


@value
class OpenTest:
    actor: Who
    skill: int
    ease: Ease
    secrecy: Secrecy


@value
class OpenOpposition:
    """Two characters against each other outside combat (ARC-16)."""

    a: Who
    b: Who
    skill_a: int
    skill_b: int
    ease_a: Ease
    ease_b: Ease
    secrecy: Secrecy


@value
class OpenExchange:
    """Two fighters, `a` being the initiator; an empty weapon is the one they hold (ARC-20)."""

    a: Who
    b: Who
    weapon_a: str
    weapon_b: str
    ease_a: Ease
    ease_b: Ease


@value
class OpenHiddenExchange:
    """An exchange between hidden characters, which the table knows nothing of."""

    a: Who
    b: Who
    weapon_a: str
    weapon_b: str
    ease_a: Ease
    ease_b: Ease


@value
class WillDraw:
    """Test with the cards, without discarding."""


@value
class Discard:
    """Discard the card of the skill tested (ARC-40)."""

    card: int


@value
class Draw:
    """Chance's answer: the cards, in the order drawn."""

    cards: tuple[int, ...]


@value
class Buy:
    """Spend a point of Destiny for one more card (ARC-51)."""


@value
class Pass:
    """Spend nothing."""


@value
class LoseCards:
    """Chance's answer: the cards a wound takes (ARC-24)."""

    cards: tuple[int, ...]


@value
class Inflict:
    """Damage outside any exchange (ARC-29)."""

    actor: Who
    damage: int
    why: str


@value
class Heal:
    """Give chosen cards back (ARC-28)."""

    actor: Who
    cards: tuple[int, ...]


@value
class HealAtRandom:
    actor: Who
    count: int


@value
class RegainCards:
    """Chance's answer: the cards that come back."""

    cards: tuple[int, ...]


@value
class Wake:
    actor: Who


@value
class Equip:
    actor: Who
    weapon: str


@value
class BreakLine:
    """The founding event is played: the character becomes a « Ligne Brisée » (ARC-05, ARC-07)."""

    actor: Who


@value
class ProposeDiscard:
    """A discard outside any test: the card, and what it is to achieve (ARC-40, ARC-42)."""

    card: int
    action: str


@value
class AllowDiscard:
    pass


@value
class DenyDiscard:
    why: str


@value
class SeeLines:
    """Concentrate, and see the lines of fate (ARC-41)."""

    text: str


@value
class AwardDestiny:
    """The points of a session, one number a player character (ARC-50)."""

    points: tuple[int, ...]


@value
class Climb:
    """Spend a point to raise a skill by one (ARC-52)."""

    skill: int


@value
class CorrectScores:
    actor: Who
    scores: tuple[int, ...]
    why: str


@value
class CorrectExtra:
    """New scores (skill, score) of a character whose scores need be no permutation (ARC-07)."""

    actor: Who
    exceptions: tuple[tuple[int, int], ...]
    why: str


@value
class CorrectDestiny:
    actor: Who
    destiny: int
    why: str


@value
class CorrectDeck:
    """Which cards are lost, from now on."""

    actor: Who
    lost: tuple[int, ...]
    why: str


@value
class CorrectIdentity:
    actor: Who
    identity: Sheet
    why: str
