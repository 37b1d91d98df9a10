"""The forecast of a force as figures, curves and a table (FOR-47), and what the game masters ask of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, get_args

from paravent.chance.words import decimal, percent
from paravent.systems.forces.outlook import (
    MOST_SESSIONS,
    Chance,
    Outlook,
    Pace,
    foreseen,
    named_milestones,
)
from paravent.systems.forces.world import Force

USUAL_SESSIONS = 6
MOST_CURVES = 12
MOST_PATIENT = 20
"""Vertices up to which an exact forecast may be waited for."""
WIDE, HIGH = 270, 132
LEFT, RIGHT, TOP, LOW = 52, 260, 10, 104
"""A curve's frame, and the plot inside it, in user units."""


class Asked(NamedTuple):
    """A forecast as it is asked for. `also`: the vertex of « que se passe-t-il si », "" for none."""

    sessions: int
    paces: Mapping[str, Pace]
    also: str
    patient: bool


def asked(f: Force, query: Mapping[str, str]) -> Asked | None:
    """What the address asks; None when it asks for no forecast. What cannot be read is left as usual."""
    if "seances" not in query:
        return None
    try:
        sessions = int(query["seances"])
    except ValueError:
        sessions = USUAL_SESSIONS
    words: dict[str, Pace] = {"seance": "session", "scenario": "scenario", "jamais": "never"}
    paces = {name: words.get(query.get(f"jalon-{i}", ""), "session") for i, name in _numbered(f)}
    asleep = {v.id for v in f.vertices if not v.active}
    also = query.get("si", "")
    return Asked(
        max(1, min(MOST_SESSIONS, sessions)),
        paces,
        also if also in asleep else "",
        query.get("exact", "") == "oui",
    )


def _numbered(f: Force) -> Sequence[tuple[int, str]]:
    return tuple(enumerate(named_milestones(f)))


def form(f: Force, a_scenario: int, given: Asked | None) -> dict[str, Any]:
    """What the form of a forecast holds."""
    back: dict[Pace, str] = dict(zip(get_args(Pace), ("seance", "scenario", "jamais"), strict=True))
    return {
        "sessions": given.sessions if given else USUAL_SESSIONS,
        "most": MOST_SESSIONS,
        "a_scenario": a_scenario,
        "paces": [
            (f"jalon-{i}", name, back[given.paces[name]] if given else "seance") for i, name in _numbered(f)
        ],
        "vertices": [(v.id, v.name or v.label) for v in f.vertices if not v.active],
        "also": given.also if given else "",
    }


def prospects(f: Force, a_scenario: int, given: Asked) -> dict[str, Any]:
    """The chances of every vertex, session after session; beside them, those of « que se passe-t-il si »."""
    now = foreseen(f, given.sessions, a_scenario, given.paces, patient=given.patient)
    other = (
        foreseen(f, given.sessions, a_scenario, given.paces, given.also, patient=given.patient)
        if given.also
        else None
    )
    names = {v.id: v.name or v.label for v in f.vertices}
    asleep = [v for v in f.vertices if not v.active and (f.opened or v.id != f.initial)]
    # The ends of the story first; among the others, those that may come at all.
    curved = sorted(asleep, key=lambda v: (not v.ending, not now.chances[v.id][-1].value))
    return {
        "sessions": given.sessions,
        "exact": now.exact and (other is None or other.exact),
        "patience": not (now.exact or given.patient) and len(f.vertices) <= MOST_PATIENT,
        "times": now.times or (other.times if other else 0),
        "also": names.get(given.also, ""),
        "rows": [_row(v.id, names[v.id], now, other) for v in asleep],
        "curves": [_curve(v.id, names[v.id], now, other) for v in curved[:MOST_CURVES]],
        "uncurved": max(0, len(curved) - MOST_CURVES),
    }


def figures(f: Force, found: Mapping[str, Any]) -> dict[str, str]:
    """The chance at the end, for each vertex that is not active."""
    return {row["vertex"]: row["now"][-1]["text"] for row in found["rows"]}


def _row(vertex: str, name: str, now: Outlook, other: Outlook | None) -> dict[str, Any]:
    return {
        "vertex": vertex,
        "name": name,
        "now": [_figure(c) for c in now.chances[vertex]],
        "other": [_figure(c) for c in other.chances[vertex]] if other else [],
    }


def _figure(c: Chance) -> dict[str, str]:
    """A chance in percent; an estimate, even of nothing, never passes for certain."""
    if c.low == c.high:
        return {"text": percent(c.value), "interval": ""}
    low, high = (decimal(Fraction(x) * 100) for x in (c.low, c.high))
    return {
        "text": f"≈\N{NO-BREAK SPACE}{decimal(c.value * 100, 0)}\N{NO-BREAK SPACE}%",
        "interval": f"{low} à {high}",
    }


def _curve(vertex: str, name: str, now: Outlook, other: Outlook | None) -> dict[str, Any]:
    lines = [now.chances[vertex], *([other.chances[vertex]] if other else [])]
    return {
        "vertex": vertex,
        "name": name,
        "wide": WIDE,
        "high": HIGH,
        "frame": (LEFT, RIGHT, TOP, LOW),
        "lines": [
            _through([_point(i, len(line), float(c.value)) for i, c in enumerate(line)]) for line in lines
        ],
        "bands": [_band(line) for line in lines if any(c.low != c.high for c in line)],
        "sessions": len(lines[0]) - 1,
        "ends": [_figure(line[-1])["text"] for line in lines],
    }


def _band(line: Sequence[Chance]) -> str:
    over = [_point(i, len(line), c.high) for i, c in enumerate(line)]
    under = [_point(i, len(line), c.low) for i, c in enumerate(line)]
    return f"{_through([*over, *reversed(under)])}z"


def _point(i: int, of: int, p: float) -> tuple[float, float]:
    return LEFT + (RIGHT - LEFT) * i / max(1, of - 1), LOW - (LOW - TOP) * p


def _through(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
