"""A roll as a table keeps it (ITG-11 to ITG-16, ITG-32 to ITG-39)."""

from __future__ import annotations

from paravent.core.sight import seen
from paravent.core.values import Who, value
from paravent.systems.intrigue.weighing import KEPT, RESOURCE_DICE, total, worth


@seen(all="source name size face bought")
@value
class Die:
    """One die of a roll. `face` 0: in the air. `source`: a trait, a stress, a detail, the trouble pool, a bonus.

    bought   its 1 was bought by the game masters, or answered or left by a player (ITG-15, ITG-16)
    """

    source: str
    name: str
    size: int
    face: int = 0
    bought: bool = False


@seen(all="resource name size faces chosen")
@value
class Helping:
    """The dice of a resource beside a roll; `chosen`: how many of the best are kept, 0 until it is said (ITG-51)."""

    resource: str
    name: str
    size: int
    faces: tuple[int, ...] = ()
    chosen: int = 0
    dice: int = RESOURCE_DICE


@seen(all="id procedure actor foe dice keep aid helps aided_by helpings settled ones_left challenged used")
@value
class Roll:
    """A roll, from its composition until it is kept (ITG-12). `procedure`: the contest or test it belongs to.

    foe          who it is rolled against, "" for the trouble pool or nobody
    aid          what allies and resources add (ITG-50, ITG-51)
    helps        the roll it helps, « » for most; aided_by: the ally's roll that runs beside this one (ITG-50)
    settled      its roller keeps it; ones_left: the game masters, or the players opposed, leave its other ones alone
    challenged   motivations that step down once it has fallen (ITG-13)
    used         the bonuses activated in it, each once (ITG-36)
    """

    id: str
    procedure: str
    actor: Who
    foe: Who
    dice: tuple[Die, ...]
    keep: int = KEPT
    aid: int = 0
    helpings: tuple[Helping, ...] = ()
    settled: bool = False
    ones_left: bool = False
    challenged: tuple[str, ...] = ()
    helps: str = ""
    aided_by: str = ""
    used: tuple[str, ...] = ()
    to: tuple[Who, ...] | None = None

    @property
    def in_air(self) -> tuple[Die, ...]:
        return tuple(d for d in self.dice if not d.face)

    @property
    def ones(self) -> tuple[int, ...]:
        """The places of the ones that may still be bought or answered."""
        return tuple(i for i, d in enumerate(self.dice) if d.face == 1 and not d.bought)

    @property
    def total(self) -> int:
        """The result: the best dice, and what helps; of an aid, its best die (ITG-12, ITG-50, ITG-51)."""
        if self.helps:
            return max((worth(d.face) for d in self.dice), default=0)
        return total(tuple(d.face for d in self.dice), self.keep) + self.aid

    @property
    def waits_for_help(self) -> bool:
        """Whether a resource's dice are in the air, or not chosen yet."""
        return any(not h.chosen for h in self.helpings)

    @property
    def over(self) -> bool:
        """Nothing more may be bought on either side."""
        waits = self.in_air or self.waits_for_help or self.aided_by
        return not waits and self.settled and (self.ones_left or not self.ones)
