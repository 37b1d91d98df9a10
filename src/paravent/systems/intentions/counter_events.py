"""What happened to counters, plain ones, endurances and concentrations.

As in `events`, no fact says who may know it.
"""

from __future__ import annotations

from paravent.core.sight import seen
from paravent.core.values import Who, value
from paravent.systems.intentions.counter_model import Counter, CounterSort, Face, Standing, Threshold, Trigger


@seen(all="counter actor theme subject sort rising low high face standing")
@value
class CounterCreated:
    """A counter for one subject (INT-50)."""

    counter: str
    actor: Who
    theme: str
    subject: str
    sort: CounterSort
    rising: bool
    low: int
    high: int
    start: int
    face: Face
    standing: Standing
    thresholds: tuple[Threshold, ...]
    triggers: tuple[Trigger, ...]


@seen(all="counter actor theme subject steps value why")
@value
class CounterMoved:
    """By `steps`, to `value` (INT-53)."""

    counter: str
    actor: Who
    theme: str
    subject: str
    steps: int
    value: int
    why: str


@seen(all="counter actor theme subject why")
@value
class CounterStuck:
    """It was already at its bound."""

    counter: str
    actor: Who
    theme: str
    subject: str
    why: str


@seen(all="counter actor threshold")
@value
class ThresholdAdded:
    """One more place where it changes something (INT-52)."""

    counter: str
    actor: Who
    threshold: Threshold


@seen(all="counter actor trigger")
@value
class TriggerAdded:
    """A named event that moves it (INT-53); it takes the place of one of the same name."""

    counter: str
    actor: Who
    trigger: Trigger


@seen(all="counter actor subject theme threshold at name text")
@value
class ThresholdReached:
    """A lasting threshold is at work from now on (INT-52)."""

    counter: str
    actor: Who
    theme: str
    subject: str
    threshold: str
    at: int
    name: str
    text: str = ""


@seen(all="counter actor subject theme threshold at name text")
@value
class ThresholdStruck:
    """A loss reached a threshold that strikes at losses, or happened there (INT-52)."""

    counter: str
    actor: Who
    theme: str
    subject: str
    threshold: str
    at: int
    name: str
    text: str = ""


@seen(all="counter actor subject theme threshold name")
@value
class ThresholdLeft:
    """A lasting threshold no longer holds (INT-52)."""

    counter: str
    actor: Who
    threshold: str
    name: str
    theme: str = ""
    subject: str = ""


@seen(all="counter actor theme subject standing whole")
@value
class CounterShown:
    """Its sight changes; what is newly shown comes whole, for those who saw nothing of it before."""

    counter: str
    actor: Who
    theme: str
    subject: str
    standing: Standing
    whole: Counter


@seen(all="counter actor theme subject")
@value
class CounterDropped:
    """The table no longer counts this."""

    counter: str
    actor: Who
    theme: str
    subject: str


# Endurance and concentration


@seen(all="counter actor theme subject", sheet="full gauges")
@value
class EnduranceGiven:
    """A full endurance (INT-55, INT-58)."""

    counter: str
    actor: Who
    theme: str
    subject: str
    full: int
    gauges: int
    standing: Standing


@seen(all="counter actor")
@value
class EnduranceExtended:
    """One gauge more, full (INT-33)."""

    counter: str
    actor: Who


@seen(all="counter actor subject points why", sheet="left")
@value
class EnduranceLost:
    """A loss of `points`, as said, even where fewer were left (INT-55)."""

    counter: str
    actor: Who
    subject: str
    points: int
    left: int
    why: str


@seen(all="wound actor subject cause")
@value
class WoundSuffered:
    """A loss wounds; the game masters have yet to say how (INT-55)."""

    wound: str
    counter: str
    actor: Who
    subject: str
    cause: str


@seen(all="wound actor subject name text")
@value
class WoundSettled:
    """`thing`: the endurance whose counter keeps what the wound left, when it is nobody's (INT-58)."""

    wound: str
    actor: Who
    subject: str
    name: str
    text: str
    thing: str = ""


@seen(all="counter actor subject wound name")
@value
class ThingMended:
    """What a wound left on a thing is no more (INT-55, INT-58)."""

    counter: str
    actor: Who
    subject: str
    wound: str
    name: str


@seen(all="counter actor subject goal")
@value
class ConcentrationBegun:
    """An effort towards a goal, past the endurance of `target` or past `limit` (INT-57); that may be hidden, and what
    of it may be seen stands in the counter.
    """

    counter: str
    actor: Who
    subject: str
    goal: str
    target: str
    limit: int
    standing: Standing


@seen(all="counter actor goal")
@value
class ConcentrationKept:
    """« Concentré » prevented a loss (INT-34)."""

    counter: str
    actor: Who
    goal: str


@seen(all="counter actor goal", sheet="value")
@value
class ConcentrationLost:
    """The effort ends at `value`, for nothing (INT-57)."""

    counter: str
    actor: Who
    goal: str
    value: int


@seen(all="counter actor goal", sheet="value")
@value
class ConcentrationReleased:
    """The effort passes what it had to, and ends (INT-57)."""

    counter: str
    actor: Who
    goal: str
    value: int


CounterEvent = (
    CounterCreated
    | CounterMoved
    | CounterStuck
    | ThresholdAdded
    | TriggerAdded
    | ThresholdReached
    | ThresholdStruck
    | ThresholdLeft
    | CounterShown
    | CounterDropped
    | EnduranceGiven
    | EnduranceExtended
    | EnduranceLost
    | WoundSuffered
    | WoundSettled
    | ThingMended
    | ConcentrationBegun
    | ConcentrationKept
    | ConcentrationLost
    | ConcentrationReleased
)
