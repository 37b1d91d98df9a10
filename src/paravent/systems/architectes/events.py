"""What happened, in Les Architectes. Whatever could tell a hidden score stands behind `sheet`.

`procedure` names the contest, the blow or the healing a fact belongs to. No fact says who may know it: the
audience is fixed when it is written (see `sight`), so that a secret can be shown later.
"""

from __future__ import annotations

from paravent.core.sight import seen
from paravent.core.values import Who, value
from paravent.systems.architectes.commands import Secrecy
from paravent.systems.architectes.model import Declaration, Ease, Outcome, Side, Sort


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


@seen(all="procedure sort sides secrecy")
@value
class ContestOpened:
    procedure: str
    sort: Sort
    sides: tuple[Side, ...]
    secrecy: Secrecy


@seen(all="procedure actor how card")
@value
class Declared:
    """Draws, or discards `card` (ARC-40)."""

    procedure: str
    actor: Who
    how: Declaration
    card: int


@seen(all="procedure actor sort", own="cards")
@value
class Drawn:
    """Cards drawn, face down until every side has drawn (ARC-10)."""

    procedure: str
    actor: Who
    sort: Sort
    cards: tuple[int, ...]


@seen(all="procedure actor skill ease cards kept")
@value
class Revealed:
    """The cards of one side, in the order drawn, and the one that counts (ARC-11)."""

    procedure: str
    actor: Who
    skill: int
    ease: Ease
    cards: tuple[int, ...]
    kept: int


@seen(all="procedure first")
@value
class DestinyOpened:
    """Points may be spent; `first` chooses first (ARC-51)."""

    procedure: str
    first: Who


@seen(all="procedure actor")
@value
class DestinySpent:
    procedure: str
    actor: Who


@seen(all="procedure actor card")
@value
class DestinyCard:
    """The card a point bought."""

    procedure: str
    actor: Who
    card: int


@seen(all="procedure actor plain", sheet="forced")
@value
class Passed:
    """No point spent. `forced`: none could be; `plain`: for a reason everyone knows."""

    procedure: str
    actor: Who
    forced: bool
    plain: bool


@seen(all="procedure actor skill skill_name outcome", sheet="score margin")
@value
class Judged:
    """What one side's test comes to (ARC-10, ARC-12, ARC-15)."""

    procedure: str
    actor: Who
    skill: int
    skill_name: str
    outcome: Outcome
    score: int
    margin: int


@seen(all="procedure actor loser sort weapon damage")
@value
class Won:
    """`actor` has the better test: in an exchange, hits (ARC-21)."""

    procedure: str
    actor: Who
    loser: Who
    sort: Sort
    weapon: str
    damage: int


@seen(all="procedure sort")
@value
class NobodyWon:
    procedure: str
    sort: Sort


@seen(all="procedure")
@value
class ContestClosed:
    procedure: str


@seen(all="procedure actor")
@value
class ContestDropped:
    """A contest ends because `actor` can no longer test (ARC-25, ARC-26)."""

    procedure: str
    actor: Who


@seen(all="procedure actor")
@value
class ContestExposed:
    """A secret contest ends because `actor` is hidden no more: the cards it might lose would show (TAB-07)."""

    procedure: str
    actor: Who


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
    | ContestOpened
    | Declared
    | Drawn
    | Revealed
    | DestinyOpened
    | DestinySpent
    | DestinyCard
    | Passed
    | Judged
    | Won
    | NobodyWon
    | ContestClosed
    | ContestDropped
    | ContestExposed
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
)

ON_THE_SHEET = (Equipped, Climbed, ScoresCorrected, DestinyCorrected, IdentityCorrected)
"""Facts that change nothing but a sheet: who may not read it does not learn of them."""
