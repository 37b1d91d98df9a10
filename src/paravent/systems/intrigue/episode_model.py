"""The two ends of an episode as a table keeps them (ITG-30, ITG-70 to ITG-74)."""

from __future__ import annotations

from typing import Annotated

from paravent.core.sight import seen
from paravent.core.values import NOBODY, TAGGED, Who, value
from paravent.systems.intrigue.sheet_model import Resource, Trait


@seen(all="actor dice total score")
@value
class Awarding:
    """One character's relationships, for the plot points of the episode (ITG-30).

    total   of the last throw, −1 in the air; score: of the first, which places everybody but the ties
    """

    actor: Who
    dice: tuple[int, ...]
    total: int = -1
    score: int = -1


@seen(all="id awards again round best worst")
@value
class Opening:
    """The plot points being shared (ITG-30). `again`: those level for a place, who alone throw for it once more."""

    id: str
    awards: tuple[Awarding, ...]
    again: tuple[Who, ...] = ()
    round: int = 0
    best: Who = NOBODY
    worst: Who = NOBODY


New = Annotated[Trait | Resource, TAGGED]
"""What a growth brings that was not there before."""


@seen(all="actor sort trait name size game_master player new threshold failed")
@value
class Growth:
    """A growth under way: what is aimed at, the dice of both sides (ITG-73). `size`: the one aimed at."""

    actor: Who
    sort: str
    trait: str
    name: str
    size: int
    game_master: tuple[int, ...]
    player: tuple[int, ...]
    new: New | None = None
    threshold: int = -1
    failed: bool = False


@seen(all="actor epilogue", sheet="rewrite raises wanted growth grown")
@value
class Closing:
    """What one character still has to settle at the end of an episode (ITG-70 to ITG-74).

    rewrite   motivations that were stepped down and not settled yet (ITG-71)
    raises    values it may still raise, one for each kept down (ITG-72)
    wanted    the kind of something new that is to be described before it is aimed at (ITG-73)
    epilogue, grown   done, or passed
    """

    actor: Who
    rewrite: tuple[str, ...] = ()
    raises: int = 0
    epilogue: bool = False
    wanted: str = ""
    growth: Growth | None = None
    grown: bool = False


@seen(all="id people")
@value
class Ending:
    """The end of the episode, for everyone at once (ITG-70)."""

    id: str
    people: tuple[Closing, ...]

    def of(self, actor: Who) -> Closing:
        return next(p for p in self.people if p.actor == actor)
