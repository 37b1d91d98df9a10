"""What happened in tests, oppositions and exchanges, from their opening to their end.

As in `events`, no fact says who may know it.
"""

from __future__ import annotations

from paravent.core.secrecy import Secrecy
from paravent.core.sight import seen
from paravent.core.values import Who, value
from paravent.systems.architectes.model import Declaration, Ease, Outcome, Side, Sort


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


ContestEvent = (
    ContestOpened
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
)
