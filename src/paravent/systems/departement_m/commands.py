"""What people may do in Département M; chance's answers too."""

from __future__ import annotations

from paravent.core.secrecy import Secrecy
from paravent.core.values import Who, value

Claimed = tuple[str, str]
"""A focus, "" for none, and how it is of use (DEM-10)."""


@value
class ProposeAgent:
    """A player's agent (DEM-01 to DEM-04)."""

    name: str
    attributes: tuple[int, ...]
    disciplines: tuple[int, ...]
    focuses: tuple[str, ...]
    text: str


@value
class CreateReadyMade:
    """An agent that nobody plays yet."""

    name: str
    attributes: tuple[int, ...]
    disciplines: tuple[int, ...]
    focuses: tuple[str, ...]
    text: str


@value
class CreateExtra:
    """A character of the game masters, without any budget (DEM-04, DEM-21)."""

    name: str
    hidden: bool
    attributes: tuple[int, ...]
    disciplines: tuple[int, ...]
    focuses: tuple[str, ...]
    text: str


@value
class SetAttribute:
    """Correct or raise an attribute."""

    actor: Who
    attribute: str
    value: int


@value
class SetDiscipline:
    """Correct or raise a discipline."""

    actor: Who
    discipline: str
    value: int


@value
class AddFocus:
    actor: Who
    focus: str


@value
class DropFocus:
    actor: Who
    focus: str


@value
class Announce:
    """What one tries, perhaps with a focus (DEM-10)."""

    text: str
    claim: Claimed


@value
class CallTest:
    """The game masters call a test at once (DEM-10, DEM-11)."""

    actor: Who
    attribute: str
    discipline: str
    difficulty: int
    focus: str
    text: str
    secrecy: Secrecy


@value
class SayTest:
    """What an announced action is tested with; `accepted`: the focus it claims serves (DEM-10, DEM-11)."""

    attribute: str
    discipline: str
    difficulty: int
    accepted: bool


@value
class RefuseTest:
    why: str


@value
class ClaimFocus:
    """Say that a focus is of use, and how, before the throw (DEM-10)."""

    focus: str
    why: str


@value
class AcceptFocus:
    pass


@value
class DeclineFocus:
    why: str


@value
class Throw:
    """Buy the extra dice and throw, in one (DEM-12). `dice_pool` names a `Plan`."""

    dice_pool: str


@value
class Roll:
    """Chance's answer: one face a die."""

    faces: tuple[int, ...]


@value
class TellComplication:
    text: str


@value
class ConvertComplication:
    """Two points of Threat in its stead (DEM-23)."""


@value
class WishChance:
    """The chance, in percent, that one wants to buy."""

    percent: int


@value
class SpendThreat:
    """Make a situation worse (DEM-21)."""

    points: int
    why: str


@value
class RaiseThreat:
    """One point for a reckless conduct (DEM-21)."""

    why: str


@value
class AdjustThreat:
    """Put the pool right by hand."""

    value: int
    why: str


@value
class AdjustMomentum:
    """Put a pool right by hand; `owner` is "" for the common one."""

    owner: Who
    value: int
    why: str
