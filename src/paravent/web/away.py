"""« Pendant ton absence »: what a returning person missed, in a few lines of their own journal."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from paravent.core.journal import settles
from paravent.web.screen import NBSP

LINES = 10
AWAY_MS = 20 * 60 * 1000
"""What is younger than this is still before one's eyes in the journal: nobody was away."""
TURNING = frozenset(
    {
        "ScenarioOpened",
        "ScenarioClosed",
        "SessionOpened",
        "SessionClosed",
        "SceneOpened",
        "MilestoneReached",
        "ActorAccepted",
        "ActorRefused",
        "SeatTaken",
        "SeatRemoved",
    }
)
SILENT = frozenset(
    {
        "ChanceCommitted",
        "ChanceRevealed",
        "KeyFixed",
        "ContributionCommitted",
        "ContributionRevealed",
        "HandChosen",
        "SceneClosed",
        "Undone",
    }
)
HOUR, DAY, WEEK, MONTH = 60, 24 * 60, 7 * 24 * 60, 30 * 24 * 60
LENGTHS = (
    (HOUR, 1, "une minute", "minutes"),
    (DAY, HOUR, "une heure", "heures"),
    (2 * WEEK, DAY, "un jour", "jours"),
    (9 * WEEK, WEEK, "une semaine", "semaines"),
)
"""Up to how many minutes what is counted in which unit."""
YEAR = "janvier février mars avril mai juin juillet août septembre octobre novembre décembre"


def last_line(view: Mapping[str, Any]) -> int:
    """The number of the viewer's latest line, 0 without any."""
    return max((line["n"] for line in view["journal"] if line["text"]), default=0)


def seen_of(mark: str) -> int | None:
    """The line a browser says it saw last; None when it says nothing, or nonsense."""
    return int(mark) if mark.isascii() and mark.isdigit() and len(mark) < 10 else None


def missed(view: Mapping[str, Any], seen: int | None, now: int) -> dict[str, Any] | None:
    """What to tell someone who last saw line `seen` of this very view; None when nobody was away.

    `lines`: at most ten, the most telling ones, oldest first; `more`: how many others the journal holds.
    """
    if seen is None:
        return None
    lines = news(view, seen)
    if not lines or now - lines[0]["at"] < AWAY_MS:
        return None
    kept = sorted(sorted(lines, key=lambda x: (-_weight(x), -x["n"]))[:LINES], key=lambda x: x["n"])
    told = [{"text": x["text"], "when": when(x["at"])} for x in kept]
    return {"lines": told, "more": len(lines) - len(kept)}


def news(view: Mapping[str, Any], seen: int = 0, *, drawn: bool = False) -> list[Mapping[str, Any]]:
    """What others did after line `seen` that still counts and is worth telling.

    `drawn`: also what chance answered the viewer, for who plays by post saw no die fall.
    """
    me = view["me"]["seat"]
    lines = [x for x in view["journal"] if x["n"] > seen and x["text"] and not x["undone"]]
    told = [x for x in lines if x["data"].get("kind") not in SILENT]
    return [x for x in told if x["seat"] != me or (drawn and x["draw"])]


def lasting(ms: int) -> str:
    """For how long: « depuis 3 jours »."""
    minutes = max(0, ms) // 60_000
    if minutes == 0:
        return "depuis un instant"
    for most, size, one, many in LENGTHS:
        if minutes < most:
            n = minutes // size
            return f"depuis {one}" if n == 1 else f"depuis {n}{NBSP}{many}"
    return f"depuis {minutes // MONTH}{NBSP}mois"


def _weight(line: Mapping[str, Any]) -> int:
    if line["data"].get("kind") in TURNING:
        return 3
    return 2 if settles(line["data"]) or line["data"].get("kind") == "Noted" else 1


def when(at: int) -> str:
    """A day and an hour, in words."""
    t = time.localtime(at / 1000)
    day = "1er" if t.tm_mday == 1 else str(t.tm_mday)
    return f"{day}{NBSP}{YEAR.split()[t.tm_mon - 1]}, {t.tm_hour}{NBSP}h{NBSP}{t.tm_min:02}"
