"""What happened, in Département M. Whatever could tell a private sheet stands behind `sheet`.

No fact says who may know it: the audience is fixed when it is written (see `sight`).
"""

from __future__ import annotations

from typing import Literal

from paravent.core.secrecy import Secrecy
from paravent.core.sight import seen
from paravent.core.values import Who, value
from paravent.systems.departement_m.model import Claim, Payment, Terms
from paravent.systems.departement_m.weighing import Verdict

# Sheets


@seen(all="actor", sheet="attributes disciplines focuses text")
@value
class AgentDrafted:
    """A sheet is written (DEM-01 to DEM-04)."""

    actor: Who
    attributes: tuple[int, ...]
    disciplines: tuple[int, ...]
    focuses: tuple[str, ...]
    text: str


@seen(all="actor", sheet="name value")
@value
class ScoreSet:
    """The score at that place among the attributes or the disciplines; `name` as the table reads it."""

    actor: Who
    sort: Literal["attributes", "disciplines"]
    place: int
    name: str
    value: int


@seen(all="actor", sheet="focuses")
@value
class FocusesSet:
    """The focuses as they stand after a change (DEM-03)."""

    actor: Who
    focuses: tuple[str, ...]


@seen(all="actor percent")
@value
class ChanceWished:
    actor: Who
    percent: int


# Tests


@seen(all="test actor text claim")
@value
class TestAnnounced:
    """`secrecy` fixes the audience."""

    test: str
    actor: Who
    text: str
    claim: Claim | None
    secrecy: Secrecy


@seen(all="test actor attribute discipline named difficulty focus terms", sheet="target expertise")
@value
class TestCalled:
    """What the test needs (DEM-10, DEM-11). `named`: attribute and discipline as the table reads them."""

    test: str
    actor: Who
    attribute: str
    discipline: str
    named: tuple[str, str]
    target: int
    expertise: int
    difficulty: int
    focus: str
    terms: Terms


@seen(all="test actor why")
@value
class TestRefused:
    test: str
    actor: Who
    why: str


@seen(all="test actor claim")
@value
class FocusClaimed:
    test: str
    actor: Who
    claim: Claim


@seen(all="test actor focus accepted why")
@value
class ClaimJudged:
    test: str
    actor: Who
    focus: str
    accepted: bool
    why: str


@seen(all="test actor dice paid")
@value
class DicePoolComposed:
    """How many dice, and what the extra ones cost; both pools move with this same fact (DEM-12, DEM-21).

    `momentum` and `threat` are the pools after it.
    """

    test: str
    actor: Who
    dice: int
    paid: Payment
    individual: bool
    momentum: int
    threat: int


@seen(all="test actor faces verdicts successes complications difficulty passed excess kept lost")
@value
class Rolled:
    """What the dice gave (DEM-13 to DEM-15), and what became of the excess (DEM-20).

    complication_ids  one a complication, in the order of the dice
    """

    test: str
    actor: Who
    faces: tuple[int, ...]
    verdicts: tuple[Verdict, ...]
    successes: int
    complications: int
    difficulty: int
    passed: bool
    excess: int
    kept: int
    lost: int
    individual: bool
    momentum: int
    complication_ids: tuple[str, ...]


@seen(all="actor text")
@value
class ComplicationTold:
    complication: str
    actor: Who
    text: str


@seen(all="actor points threat")
@value
class ComplicationConverted:
    """Points of Threat instead of an effect (DEM-23)."""

    complication: str
    actor: Who
    points: int
    threat: int


# Pools


@seen(all="change threat why how")
@value
class ThreatMoved:
    """The game masters spend, raise or correct the Threat (DEM-21)."""

    change: int
    threat: int
    why: str
    how: Literal["spent", "raised", "adjusted"]


@seen(all="actor change momentum why")
@value
class MomentumAdjusted:
    """A pool put right by hand; `actor` is "" for the common one."""

    actor: Who
    change: int
    momentum: int
    why: str


@seen(all="common owners")
@value
class MomentumEroded:
    """A scene ended (DEM-20). `common`: the common pool lost a point; `owners`: agents who lost one of theirs."""

    common: bool
    owners: tuple[Who, ...]


Event = (
    AgentDrafted
    | ScoreSet
    | FocusesSet
    | ChanceWished
    | TestAnnounced
    | TestCalled
    | TestRefused
    | FocusClaimed
    | ClaimJudged
    | DicePoolComposed
    | Rolled
    | ComplicationTold
    | ComplicationConverted
    | ThreatMoved
    | MomentumAdjusted
    | MomentumEroded
)
