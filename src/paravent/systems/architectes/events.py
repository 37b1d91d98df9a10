"""What happened, in Les Architectes (`contest_events`: in a contest).

Whatever could tell a hidden score stands behind `sheet`. `procedure` names the contest, the blow or the healing
a fact belongs to. No fact says who may know it: the audience is fixed when it is written (see `sight`), so that a
secret can be shown later.
"""

from __future__ import annotations

from paravent.core.sight import seen
from paravent.core.values import Who, value
from paravent.systems.architectes.contest_events import ContestEvent


@seen(all="actor broken", sheet="identity scores weapon")
@value
class CharacterDrafted:
    """A sheet is written (ARC-04); scores of 0 wait for fate."""

    actor: Who
    identity: tuple[tuple[str, str], ...]
    scores: tuple[int, ...]
    broken: bool
    weapon: str


@seen(all="actor", sheet="cards scores")
@value
class ScoresDrawn:
    """Fate ranked the rest (ARC-03): the cards in the order drawn, and the whole scores."""

    actor: Who
    cards: tuple[int, ...]
    scores: tuple[int, ...]


@seen(all="actor broken", sheet="scores deck destiny weapon")
@value
class ExtraDrafted:
    """A character of the game masters (ARC-07)."""

    actor: Who
    scores: tuple[int, ...]
    deck: tuple[int, ...]
    broken: bool
    destiny: int
    weapon: str


@seen(all="procedure actor damage why")
@value
class DamageInflicted:
    """Damage outside any exchange, before its cards are drawn (ARC-29)."""

    procedure: str
    actor: Who
    damage: int
    why: str


@seen(all="procedure actor cards")
@value
class Wounded:
    """Cards lost, shown to all (ARC-24)."""

    procedure: str
    actor: Who
    cards: tuple[int, ...]


@seen(all="actor")
@value
class FellUnconscious:
    actor: Who


@seen(all="actor")
@value
class Died:
    actor: Who


@seen(all="actor")
@value
class Woken:
    actor: Who


@seen(all="procedure actor count")
@value
class HealingOpened:
    procedure: str
    actor: Who
    count: int


@seen(all="procedure actor cards drawn")
@value
class Healed:
    """Cards given back (ARC-28), chosen or `drawn`."""

    procedure: str
    actor: Who
    cards: tuple[int, ...]
    drawn: bool


@seen(sheet="actor weapon name")
@value
class Equipped:
    actor: Who
    weapon: str
    name: str


@seen(all="actor")
@value
class LineBroken:
    actor: Who


@seen(all="proposal actor card skill_name action")
@value
class DiscardProposed:
    proposal: str
    actor: Who
    card: int
    skill_name: str
    action: str


@seen(all="proposal actor card skill_name action")
@value
class DiscardAllowed:
    """The card is lost; the action is a critical success (ARC-40, ARC-42)."""

    proposal: str
    actor: Who
    card: int
    skill_name: str
    action: str


@seen(all="proposal actor why")
@value
class DiscardDenied:
    proposal: str
    actor: Who
    why: str


@seen(all="proposal actor")
@value
class DiscardLapsed:
    """The card, or the character, is no longer able."""

    proposal: str
    actor: Who


@seen(all="actor text")
@value
class LinesSeen:
    actor: Who
    text: str


@seen(all="actor", sheet="points")
@value
class DestinyAwarded:
    actor: Who
    points: int


@seen(all="")
@value
class ClimbOpened:
    """From now to the next session, points may raise skills (ARC-54)."""


@seen(sheet="actor skill skill_name other other_name scores")
@value
class Climbed:
    """`skill` and `other` exchange their scores (ARC-52); `scores` is the result."""

    actor: Who
    skill: int
    skill_name: str
    other: int
    other_name: str
    scores: tuple[int, ...]


@seen(sheet="actor scores why")
@value
class ScoresCorrected:
    actor: Who
    scores: tuple[int, ...]
    why: str


@seen(sheet="actor destiny why")
@value
class DestinyCorrected:
    actor: Who
    destiny: int
    why: str


@seen(all="actor lost", sheet="deck why")
@value
class DeckCorrected:
    actor: Who
    deck: tuple[int, ...]
    lost: tuple[int, ...]
    why: str


@seen(sheet="actor identity why")
@value
class IdentityCorrected:
    actor: Who
    identity: tuple[tuple[str, str], ...]
    why: str


Event = (
    CharacterDrafted
    | ScoresDrawn
    | ExtraDrafted
    | DamageInflicted
    | Wounded
    | FellUnconscious
    | Died
    | Woken
    | HealingOpened
    | Healed
    | Equipped
    | LineBroken
    | DiscardProposed
    | DiscardAllowed
    | DiscardDenied
    | DiscardLapsed
    | LinesSeen
    | DestinyAwarded
    | ClimbOpened
    | Climbed
    | ScoresCorrected
    | DestinyCorrected
    | DeckCorrected
    | IdentityCorrected
    | ContestEvent
)

ON_THE_SHEET = (Equipped, Climbed, ScoresCorrected, DestinyCorrected, IdentityCorrected)
"""Facts that change nothing but a sheet: who may not read it does not learn of them."""
