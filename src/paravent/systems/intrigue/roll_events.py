"""What happens to a roll, from its composition until it is kept (ITG-11 to ITG-39, ITG-50, ITG-51)."""

from __future__ import annotations

from paravent.core.sight import seen
from paravent.core.values import Who, value
from paravent.systems.intrigue.roll_model import Die, Roll


@seen(all="roller foe dice paid payee challenged further kept")
@value
class RollComposed:
    """What is thrown, what it costs and to whom (ITG-11, ITG-13, ITG-32, ITG-33, ITG-38).

    challenged   (motivation, its name, its die), each of which steps down once it is thrown
    further      characteristics that a point each was paid for; kept: dice kept more, likewise
    """

    roll: Roll
    roller: Who
    foe: Who
    dice: tuple[Die, ...]
    paid: int
    payee: Who
    challenged: tuple[tuple[str, str, int], ...] = ()
    further: int = 0
    kept: int = 0


@seen(all="roller dice faces")
@value
class Fell:
    """Dice fell: those that were in the air, in order."""

    roll: str
    roller: Who
    dice: tuple[Die, ...]
    faces: tuple[int, ...]


@seen(all="actor die payee cost rule detail")
@value
class DieBought:
    """A die more (ITG-32, ITG-34, ITG-36). `spent`: a size that left the trouble pool for it."""

    roll: str
    actor: Who
    die: Die
    payee: Who
    cost: int
    rule: str
    detail: str = ""
    spent: int = 0


@seen(all="actor payee cost spent")
@value
class KeptMore:
    """A die kept more (ITG-33); `spent`: a size of the trouble pool spent in place of a plot point."""

    roll: str
    actor: Who
    payee: Who
    cost: int
    spent: int = 0


@seen(all="actor name gain cost payee")
@value
class BoostUsed:
    """A bonus whose effect the table applies, or that throws a die again (ITG-36)."""

    roll: str
    actor: Who
    name: str
    gain: str
    cost: int
    payee: Who
    again: int = -1
    larger: int = 0
    boost: str = ""


@seen(all="actor name size dice cost")
@value
class ResourceUsed:
    """A resource lends its dice (ITG-37, ITG-51)."""

    roll: str
    actor: Who
    resource: str
    name: str
    size: int
    dice: int
    cost: int


@seen(all="roller name faces")
@value
class HelpFell:
    roll: str
    roller: Who
    resource: str
    name: str
    faces: tuple[int, ...]


@seen(all="actor name dice worth")
@value
class HelpKept:
    """So many of its dice are kept, and gone for the episode (ITG-51)."""

    roll: str
    actor: Who
    resource: str
    name: str
    dice: int
    worth: int


@seen(all="actor total")
@value
class RollSettled:
    roll: str
    actor: Who
    total: int


@seen(all="roller size pool")
@value
class OneBought:
    """A 1 bought for a plot point (ITG-15); `roller` receives it."""

    roll: str
    procedure: str
    roller: Who
    place: int
    size: int
    pool: tuple[int, ...]


@seen(all="actor removes size pool")
@value
class OneAnswered:
    """A 1 of the game masters lightened the pool (ITG-16), by `actor`."""

    roll: str
    actor: Who
    place: int
    removes: bool
    size: int
    pool: tuple[int, ...]


@seen(all="roller")
@value
class OnesLeft:
    """`roller`: whose roll it is. `place`: of the only one left, where other players may answer the rest; else −1."""

    roll: str
    roller: Who
    place: int = -1


@seen(all="actor other")
@value
class AidBegun:
    procedure: str
    actor: Who
    other: Who
    roll: str
    aided: str


@seen(all="ally other points")
@value
class AidGiven:
    """The best die of the ally joins the result (ITG-50)."""

    procedure: str
    ally: Who
    other: Who
    aided: str
    points: int


RollEvent = (
    RollComposed
    | Fell
    | DieBought
    | KeptMore
    | BoostUsed
    | ResourceUsed
    | HelpFell
    | HelpKept
    | RollSettled
    | OneBought
    | OneAnswered
    | OnesLeft
    | AidBegun
    | AidGiven
)
