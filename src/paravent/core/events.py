"""Facts every table shares, whatever its system. Systems see them in `evolve`."""

from __future__ import annotations

from typing import Literal

from paravent.core.sight import seen
from paravent.core.values import Who, value

Role = Literal["mj", "joueur", "spectateur"]
Hand = Literal["table", "reel"]


@seen(all="name system title options")
@value
class TableOpened:
    """The first record of every log; `pack` is the data pack as JSON text."""

    name: str
    system: str
    title: str
    pack: str
    options: tuple[tuple[str, str], ...]


@seen(all="name")
@value
class TableRenamed:
    name: str


@seen(all="archived")
@value
class TableArchived:
    archived: bool


@seen(all="seat name role")
@value
class SeatTaken:
    seat: Who
    name: str
    role: Role


@seen(all="seat name")
@value
class SeatRenamed:
    seat: Who
    name: str


@seen(all="seat")
@value
class SeatRemoved:
    seat: Who


@value
class SeatClaimed:
    """Someone without their link asks for `seat` back; `claim` names the request. Only the game masters know."""

    seat: Who
    claim: str


@value
class ClaimSettled:
    seat: Who
    claim: str
    granted: bool


@seen(all="seat absent")
@value
class AbsenceMarked:
    """While a seat is absent the game masters may answer for it."""

    seat: Who
    absent: bool


@seen(all="seat hand once")
@value
class HandChosen:
    """Whether a seat throws real dice and cards, or the table's; `once`: for the next throw only (TAB-03)."""

    seat: Who
    hand: Hand
    once: bool


@seen(all="seat granted")
@value
class SecrecyGranted:
    """A seat may, or may no longer, throw in secret (TAB-15)."""

    seat: Who
    granted: bool


@seen(all="actor name seat extra")
@value
class ActorCast:
    """A character enters the cast: proposed by `seat`, ready-made (no seat), or `extra`: the game masters' own."""

    actor: Who
    name: str
    seat: Who
    extra: bool
    hidden: bool


@seen(all="actor")
@value
class ActorAccepted:
    """The game masters accept a proposed character; from now on only the rules change it (TAB-10)."""

    actor: Who


@seen(all="actor why")
@value
class ActorRefused:
    actor: Who
    why: str


@seen(all="actor seat")
@value
class ActorGiven:
    """Who plays a character from now on; no seat: the game masters."""

    actor: Who
    seat: Who


@seen(all="actor name")
@value
class ActorRenamed:
    actor: Who
    name: str


@seen(all="actor name")
@value
class ActorRevealed:
    """A hidden character steps out: its name and what the rules show, not its sheet (TAB-14)."""

    actor: Who
    name: str


@seen(all="actor public")
@value
class SheetShared:
    actor: Who
    public: bool


@seen(all="title")
@value
class ScenarioOpened:
    title: str


@seen(all="")
@value
class ScenarioClosed:
    pass


@seen(all="number")
@value
class SessionOpened:
    number: int


@seen(all="number")
@value
class SessionClosed:
    number: int


@seen(all="number title text")
@value
class SceneOpened:
    number: int
    title: str
    text: str


@seen(all="number")
@value
class SceneClosed:
    number: int


@seen(all="name")
@value
class MilestoneReached:
    name: str


@seen(all="author text to")
@value
class Noted:
    """A note; `to` names its readers (None: all). The author always reads it."""

    author: Who
    text: str
    to: tuple[Who, ...] | None


@seen(all="roll author dice why to")
@value
class FreeRollAsked:
    """Dice thrown for no rule; `to` is set when thrown in secret."""

    roll: str
    author: Who
    dice: tuple[int, ...]
    why: str
    to: tuple[Who, ...] | None


@seen(all="roll author dice faces why")
@value
class FreeRolled:
    roll: str
    author: Who
    dice: tuple[int, ...]
    faces: tuple[int, ...]
    why: str


@seen(all="name value")
@value
class OptionSet:
    """An option changed between two commands; it holds from now on, never for a throw under way (TAB-17)."""

    name: str
    value: str


@seen(all="game_master session")
@value
class WordsChosen:
    """The table's own words: « meneuse », « meneur » or « MJ »; « séance » or « épisode » (TAB-18)."""

    game_master: str
    session: str


@seen(all="hidden")
@value
class OddsHidden:
    hidden: bool


@seen(all="why")
@value
class Abandoned:
    """A procedure is dropped by the game masters: what was spent or drawn stays so. `to`: who knew of it."""

    procedure: str
    why: str
    to: tuple[Who, ...] | None


@seen(all="")
@value
class Undone:
    """Every undoable action after `upto` (a version) no longer counts; its draws stay visible (TAB-06)."""

    upto: int


@seen(all="")
@value
class SecretRevealed:
    """What action `action` did in secret is shown to all from now on (TAB-15). `facts`: which of it, by version; None:
    all of it."""

    action: int
    facts: tuple[int, ...] | None = None


@seen(all="epoch commitment")
@value
class ChanceCommitted:
    """A new secret for verifiable draws: the published print of the open one; the sealed one stays with the GM."""

    epoch: int
    commitment: str
    sealed_commitment: str


@seen(all="epoch seat print")
@value
class ContributionCommitted:
    """A player's share of the chance to come, as its print (`docs/hasard.md`)."""

    epoch: int
    seat: Who
    print: str


@seen(all="epoch seat share")
@value
class ContributionRevealed:
    epoch: int
    seat: Who
    share: str


@seen(all="epoch shares")
@value
class KeyFixed:
    """Before the first draw of an epoch: the shares that enter its key, none after."""

    epoch: int
    shares: tuple[tuple[Who, str], ...]


@seen(all="epoch secret")
@value
class ChanceRevealed:
    """The secret of a closed epoch, hexadecimal; the sealed one is for the game masters' export only."""

    epoch: int
    secret: str
    sealed_secret: str


CoreEvent = (
    TableOpened
    | TableRenamed
    | TableArchived
    | SeatTaken
    | SeatRenamed
    | SeatRemoved
    | SeatClaimed
    | ClaimSettled
    | AbsenceMarked
    | HandChosen
    | SecrecyGranted
    | ActorCast
    | ActorAccepted
    | ActorRefused
    | ActorGiven
    | ActorRenamed
    | ActorRevealed
    | SheetShared
    | ScenarioOpened
    | ScenarioClosed
    | SessionOpened
    | SessionClosed
    | SceneOpened
    | SceneClosed
    | MilestoneReached
    | Noted
    | FreeRollAsked
    | FreeRolled
    | OptionSet
    | WordsChosen
    | OddsHidden
    | Abandoned
    | Undone
    | SecretRevealed
    | ChanceCommitted
    | ContributionCommitted
    | ContributionRevealed
    | KeyFixed
    | ChanceRevealed
)

LASTING = (
    TableOpened
    | TableRenamed
    | TableArchived
    | SeatTaken
    | SeatRenamed
    | SeatRemoved
    | SeatClaimed
    | ClaimSettled
    | HandChosen
    | Undone
    | SecretRevealed
    | ChanceCommitted
    | ContributionCommitted
    | ContributionRevealed
    | KeyFixed
    | ChanceRevealed
)
"""Facts that undo never takes back: who sits at the table, what was shown, and chance itself."""
