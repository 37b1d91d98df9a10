"""A contest as a table keeps it, stage by stage; stress that falls (ITG-40 to ITG-53)."""

from __future__ import annotations

from typing import Annotated, Literal

from paravent.core.sight import seen
from paravent.core.values import TAGGED, Who, value


@seen()
@value
class Answering:
    """The standing roll is to be beaten: whoever answers gives in or reacts (ITG-40)."""


@seen()
@value
class Reacting:
    """The reaction is in the air, or in its window."""


@seen(all="third roll")
@value
class Interfering:
    """Somebody steps between, before a reaction (ITG-52)."""

    third: Who
    roll: str


@seen(all="third paid")
@value
class Continuing:
    """The conflict is over unless both pay to go on (ITG-53)."""

    third: Who
    paid: tuple[Who, ...] = ()


@seen(all="third rolls")
@value
class Brawling:
    """All three roll, clockwise (ITG-53)."""

    third: Who
    rolls: tuple[str, ...] = ()


@seen(all="winner loser dice decisive category used braced faces")
@value
class Infliction:
    """Stress to inflict (ITG-46). `winner` "" for the trouble pool; `dice`: sizes that are rolled again.

    decisive   by five or more: the winner may stress the loser out (ITG-44)
    category   the place of the stress chosen, −1 before
    used, braced   bonuses that changed the dice, and who changes them no more (ITG-49)
    faces      what they show, where the winner may still throw them again
    """

    winner: Who
    loser: Who
    dice: tuple[int, ...]
    decisive: bool = False
    category: int = -1
    used: tuple[str, ...] = ()
    braced: tuple[Who, ...] = ()
    faces: tuple[int, ...] = ()


@seen(all="queue outing")
@value
class Inflicting:
    """Stress falls, one after another; `outing`: the winner decides on stressing out (ITG-44, ITG-47)."""

    queue: tuple[Infliction, ...]
    outing: bool = False


How = Literal["gave_in", "short", "broken", "brawled"]
"""How a contest ends: a side gave in, or fell short; somebody stepped between, or all three rolled to the end."""


@seen(all="how")
@value
class Over:
    how: How


Stage = Annotated[Answering | Reacting | Interfering | Continuing | Brawling | Inflicting | Over, TAGGED]


@seen(all="id goal to_beat standing answerer stage reaction rolled tried three_way")
@value
class Contest:
    """A contest: two sides, rolls named by id (ITG-40).

    to_beat   the roll whose result is to beat, `standing`: whose it is; `answerer`: who gives in or reacts
    rolled    who has rolled in this conflict (ITG-41); `tried`: who stepped between this reaction (ITG-52)
    three_way both sides paid to go on against whoever stepped between (ITG-53)
    """

    id: str
    goal: str
    to_beat: str
    standing: Who
    answerer: Who
    to: tuple[Who, ...] | None = None
    stage: Stage = Answering()
    reaction: str = ""
    rolled: tuple[Who, ...] = ()
    tried: tuple[Who, ...] = ()
    three_way: bool = False

    @property
    def sides(self) -> tuple[Who, Who]:
        return self.standing, self.answerer

    def against(self, actor: Who) -> Who:
        """The other side."""
        return self.answerer if actor == self.standing else self.standing
