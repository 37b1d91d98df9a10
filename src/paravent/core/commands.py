"""What people may do at any table, whatever its system."""

from __future__ import annotations

from paravent.core.events import Hand
from paravent.core.values import Who, value


@value
class OpenScenario:
    title: str


@value
class CloseScenario:
    pass


@value
class OpenSession:
    pass


@value
class CloseSession:
    pass


@value
class OpenScene:
    title: str
    text: str


@value
class CloseScene:
    pass


@value
class ReachMilestone:
    name: str


@value
class Write:
    """A note for all, for one seat, for oneself, or for the game masters."""

    text: str
    to: Who


@value
class ThrowDice:
    """Free dice, `count` of `sides` faces, for no rule."""

    count: int
    sides: int
    why: str
    secret: bool


@value
class Throw:
    """Chance's answer to free dice: the faces."""

    faces: tuple[int, ...]


@value
class LetTableThrow:
    """Leave to the table a throw that waits for a hand."""


@value
class ChooseHand:
    hand: Hand
    once: bool


@value
class MarkAbsent:
    seat: Who
    absent: bool


@value
class RemoveSeat:
    seat: Who


@value
class LeaveTable:
    """Give up one's own seat."""


@value
class RenameSeat:
    seat: Who
    name: str


@value
class GrantSecrecy:
    seat: Who
    granted: bool


@value
class SettleClaim:
    """Give a lost seat back to whoever asks for it, or refuse."""

    claim: str
    granted: bool


@value
class AcceptActor:
    pass


@value
class RefuseActor:
    why: str


@value
class TakeActor:
    """Play a ready-made character nobody plays."""

    actor: Who


@value
class GiveActor:
    actor: Who
    seat: Who


@value
class RevealActor:
    actor: Who


@value
class ShareSheet:
    actor: Who
    public: bool


@value
class SetOption:
    choice: str


@value
class ChooseWords:
    game_master: str
    session: str


@value
class HideOdds:
    hidden: bool


@value
class Undo:
    """Take back every action after version `upto`."""

    upto: int


@value
class RevealSecret:
    action: int


@value
class Abandon:
    procedure: str
    why: str


@value
class RenameTable:
    name: str


@value
class ArchiveTable:
    archived: bool


@value
class CommitShare:
    """A player's contribution to chance: its print (64 hexadecimal digits)."""

    print: str


@value
class RevealShare:
    share: str
