"""Counters as a table keeps them: plain ones, endurances, concentrations (INT-50 to INT-57)."""

from __future__ import annotations

from typing import Literal

from paravent.core.sight import seen
from paravent.core.values import GM, Who, replace, value
from paravent.systems.intentions.weighing import Mode

GAUGE = 6
"""The endurance of one gauge (INT-55)."""

Face = Literal["clock", "die", "boxes"]
Standing = Literal["hidden", "known", "public", "sheet"]
"""Who sees a counter: nobody else; its name only; all of it; all of it, whoever may read its subject's sheet."""
CounterSort = Literal["plain", "endurance", "concentration"]


@seen(all="id at name text mode skills final at_loss")
@value
class Threshold:
    """Where a counter changes something (INT-52).

    It lasts while the counter is at or past `at`, in its direction; a `final` one stays once reached. One `at_loss`
    strikes at each loss that reaches it or happens there, and lasts until it is lifted, as a wound does (INT-55).
    """

    id: str
    at: int
    name: str
    text: str = ""
    mode: Mode = "normal"
    skills: tuple[str, ...] = ()
    final: bool = False
    at_loss: bool = False


@seen(all="name steps")
@value
class Trigger:
    """A named event that moves a counter by so many steps, up or down (INT-53)."""

    name: str
    steps: int


@seen(all="id name text")
@value
class Harm:
    """What a wound left on a thing, until it is mended (INT-55, INT-58); characters bear theirs as conditions."""

    id: str
    name: str
    text: str


@seen(all="value start gauges thresholds triggers limit harm")
@value
class Dial:
    """Where a counter stands, for whoever may see that."""

    value: int
    start: int
    gauges: int
    thresholds: tuple[Threshold, ...]
    triggers: tuple[Trigger, ...]
    limit: int
    harm: tuple[Harm, ...] = ()


@seen(all="id theme actor subject sort rising low high face standing goal open", sheet="inside")
@value
class Counter:
    """A counter (INT-50): one subject each, a character (`actor`) or whatever `subject` names.

    value         for the game masters; whoever else may see it finds it in `open` or in `inside`
    reached       the lasting thresholds at work now (INT-52)
    gauges        how many gauges of endurance follow one another (INT-55)
    goal, target, limit   of a concentration (INT-57): what for, the counter whose endurance it must pass, or a number
    saved         losses of concentration prevented in this effort (INT-34); `shaken`: one waits for its answer
    to            the game masters alone, for a hidden one; kept, with `open` and `inside`, by `show`
    """

    id: str
    theme: str
    actor: Who
    subject: str
    sort: CounterSort
    rising: bool
    low: int
    high: int
    start: int
    value: int
    face: Face
    standing: Standing
    thresholds: tuple[Threshold, ...] = ()
    triggers: tuple[Trigger, ...] = ()
    reached: tuple[str, ...] = ()
    gauges: int = 1
    goal: str = ""
    target: str = ""
    limit: int = 0
    saved: int = 0
    shaken: bool = False
    harm: tuple[Harm, ...] = ()
    open: Dial | None = None
    inside: Dial | None = None
    to: tuple[Who, ...] | None = None


def show(c: Counter) -> Counter:
    """The counter with what its standing lets people see of it; said anew at each change."""
    limit = 0 if c.target else c.limit
    dial = Dial(c.value, c.start, c.gauges, c.thresholds, c.triggers, limit, c.harm)
    return replace(
        c,
        open=dial if c.standing == "public" else None,
        inside=dial if c.standing == "sheet" else None,
        to=(GM,) if c.standing == "hidden" else None,
    )


@seen(all="id actor subject cause")
@value
class Wound:
    """A wound whose consequence the game masters still have to say (INT-55). `thing`: the endurance it emptied, when
    it is nobody's.
    """

    id: str
    actor: Who
    subject: str
    cause: str
    thing: str = ""
    to: tuple[Who, ...] | None = None
