"""What a test comes to, and where its gauges lead, on plain values (FOR-11, FOR-20 to FOR-26)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from paravent.core.rules import rule
from paravent.core.sight import seen
from paravent.core.values import value

Critical = Literal["", "success", "failure"]
Destiny = Literal["", "boost", "setback"]
Degree = Literal[
    "",
    "simple_success",
    "frank_success",
    "brilliant_success",
    "simple_failure",
    "net_failure",
    "stinging_failure",
]
"""How good or how bad an issue is; "" where the table plays without FOR-26."""

Chain = tuple[int, ...]
"""All that one die showed: its first face, then its rerolls (FOR-22)."""

SIDES: Final = 6
KEPT: Final = 2
MOST_EXTRA: Final = 3
MOST_REROLLS: Final = 10
GAUGE: Final = 10
"""Where the gauges of stress and of corruption end."""
BREAKING_AT: Final = GAUGE
CALM_AT: Final = 5
"""Where the stress falls back to once madness has struck (FOR-24)."""
REST: Final = 2
MARKS_AT: Final = (4, 7, 10)
CORRUPTION_BONUS: Final = 2


class Options(NamedTuple):
    """The optional rules of the table that bear on a test, FOR-20 to FOR-26; all off by default."""

    critical: bool = False
    exploding: bool = False
    destiny: bool = False
    degrees: bool = False
    corruption: bool = False
    dice: bool = False
    stress: bool = False


class Degrees(NamedTuple):
    """The margins at which a success turns frank, then brilliant, and a failure net, then stinging (FOR-26)."""

    frank: int = 3
    brilliant: int = 6
    net: int = -4
    stinging: int = -7


class Strain(NamedTuple):
    """A gauge of stress after some was inflicted, and whether madness struck (FOR-24)."""

    gauge: int
    broken: bool


@seen(all="total margin passed critical degree")
@value
class Verdict:
    """What a test came to; `margin` is total − difficulty, even where a critical contradicts it."""

    total: int
    margin: int
    passed: bool
    critical: Critical
    degree: Degree


# Dice (FOR-20 to FOR-23)


@rule("FOR-23")
def net_dice(bonus: int, malus: int) -> int:
    """The dice granted, one of bonus cancelling one of malus: above 0 keep the best two, under 0 the worst two.

    `ValueError` beyond three of either.
    """
    if not (0 <= bonus <= MOST_EXTRA and 0 <= malus <= MOST_EXTRA):
        raise ValueError(f"at most {MOST_EXTRA} dice of bonus or of malus")
    return bonus - malus


def die_total(chain: Chain) -> int:
    """What a die is worth, its rerolls added (FOR-22)."""
    return sum(chain)


@rule("FOR-22")
def wants_reroll(chain: Chain, *, exploding: bool) -> bool:
    """Whether the die must be thrown once more: its last face is a 6, and it has been rerolled less than ten times."""
    return exploding and chain[-1] == SIDES and len(chain) <= MOST_REROLLS


@rule("FOR-23")
def kept(chains: Sequence[Chain], net: int) -> tuple[int, int]:
    """The places of the two dice kept, in the order thrown: the best two, or the worst two where `net` is negative.

    Of equal dice the first thrown are kept. It changes nothing else: equal totals come from equal first faces, as
    a die that explodes is worth more than any that does not, so criticals (FOR-21) read the same either way.
    """
    if len(chains) != KEPT + abs(net):
        raise ValueError(f"{KEPT + abs(net)} dice are expected")
    sign = -1 if net >= 0 else 1
    first, second = sorted(sorted(range(len(chains)), key=lambda i: sign * die_total(chains[i]))[:KEPT])
    return first, second


@rule("FOR-21")
def critical_of(faces: tuple[int, int]) -> Critical:
    """What the first faces of the two dice kept say: a double 6, a double 1, or nothing."""
    if faces[0] != faces[1]:
        return ""
    return "success" if faces[0] == SIDES else "failure" if faces[0] == 1 else ""


@rule("FOR-20")
def destiny_of(face: int) -> Destiny:
    """What the die of destiny says, whatever the test came to."""
    return "boost" if face == SIDES else "setback" if face == 1 else ""


# Issues (FOR-11, FOR-21, FOR-25, FOR-26)


@rule("FOR-26")
def degree(passed: bool, margin: int, bounds: Degrees) -> Degree:
    """The degree of an issue; one that a critical wrests from its margin is simple."""
    if passed:
        if margin >= bounds.brilliant:
            return "brilliant_success"
        return "frank_success" if margin >= bounds.frank else "simple_success"
    if margin <= bounds.stinging:
        return "stinging_failure"
    return "net_failure" if margin <= bounds.net else "simple_failure"


@rule("FOR-11", "FOR-21", "FOR-25")
def judge(
    dice_total: int,
    bonus: int,
    difficulty: int,
    critical: Critical,
    options: Options,
    bounds: Degrees,
    *,
    corrupted: bool = False,
) -> Verdict:
    """What a test comes to. `bonus`: aptitude + sub-aptitude, less what stress costs; `corrupted`: the +2 is taken.

    `critical` counts only where the table plays FOR-21. `ValueError` for a +2 that `may_corrupt` refuses.
    """
    struck = critical if options.critical else ""
    if corrupted and not may_corrupt(critical, options):
        raise ValueError("no corruption here")
    total = dice_total + bonus + (CORRUPTION_BONUS if corrupted else 0)
    margin = total - difficulty
    passed = struck == "success" or (margin >= 0 and struck != "failure")
    return Verdict(total, margin, passed, struck, degree(passed, margin, bounds) if options.degrees else "")


@rule("FOR-25")
def may_corrupt(critical: Critical, options: Options, *, taken: bool = False, gauge: int = 0) -> bool:
    """Whether a player may still take the +2: once a test, below the gauge's end, and not on a double 1 of FOR-21."""
    refused = options.critical and critical == "failure"
    return options.corruption and not taken and gauge < GAUGE and not refused


# Gauges (FOR-24, FOR-25)


@rule("FOR-24")
def stress_malus(gauge: int) -> int:
    """What stress adds to every test: 0, −1 from 5, −2 from 8."""
    return -2 if gauge >= 8 else -1 if gauge >= 5 else 0


@rule("FOR-24")
def strained(gauge: int, inflicted: int) -> Strain:
    """The gauge after stress was inflicted: at 10 madness strikes, once, and it falls back to 5."""
    reached = gauge + inflicted
    return Strain(CALM_AT, True) if reached >= BREAKING_AT else Strain(reached, False)


@rule("FOR-24")
def rested(gauge: int) -> int:
    """The gauge of stress after a scene of rest."""
    return max(0, gauge - REST)
