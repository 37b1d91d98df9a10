"""The graph of a force as plain shapes and words, for whoever sees it whole or in part (FOR-40 to FOR-46)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from textwrap import wrap
from typing import Any, Literal, NamedTuple

from paravent.core.french import count, signed
from paravent.systems.forces.layout import HIGH, WIDE, Point, layout
from paravent.systems.forces.world import (
    AddPower,
    AddResource,
    Effect,
    Ending,
    Force,
    SetAlignment,
    ShownForce,
    ShownVertex,
    Tale,
    Vertex,
    condition,
)

NBSP = "\N{NO-BREAK SPACE}"
ALIGNMENTS = {1: ("+", "alliée"), 0: ("0", "neutre"), -1: ("−", "ennemie")}
STANDINGS = ((3, "mineure"), (6, "modérée"), (9, "majeure"), (10, "dominante"))
ENDINGS: dict[Ending, str] = {
    "": "",
    "success": "fin\N{NO-BREAK SPACE}: réussite",
    "failure": "fin\N{NO-BREAK SPACE}: échec",
}
STATES = {"active": "actif", "reachable": "peut s’activer", "inactive": "inactif"}
MOST_LABELS = 60
"""Edges up to which their conditions are written beside them; beyond, they are read in the text."""
LABEL_HIGH, LETTER = 24.0, 7.6
LONGEST_LABEL = 26

State = Literal["active", "reachable", "inactive"]


@dataclass(frozen=True, slots=True)
class SeenVertex:
    """A vertex as far as it is seen; `note`: what the table sees of one whose name is secret."""

    id: str
    name: str
    note: str
    effects: tuple[str, ...]
    ending: Ending
    active: bool


@dataclass(frozen=True, slots=True)
class SeenEdge:
    """An edge as far as it is seen; `condition`: "" for one still secret."""

    id: str
    source: str
    target: str
    condition: str
    met: bool


class SeenGraph(NamedTuple):
    vertices: tuple[SeenVertex, ...]
    edges: tuple[SeenEdge, ...]


def whole(f: Force, names: Mapping[str, str]) -> SeenGraph:
    """The graph of a force, for its game masters; `names` are those of all forces."""
    edges = tuple(SeenEdge(x.id, x.source, x.target, condition(x), x.met) for x in f.edges)
    return SeenGraph(tuple(_seen(v, names) for v in f.vertices), edges)


def shown(f: ShownForce, names: Mapping[str, str]) -> SeenGraph:
    """The graph of a force as the table sees it; `names` are those of the forces it sees."""
    edges = tuple(SeenEdge(x.id, x.source, x.target, x.condition, x.met) for x in f.edges)
    return SeenGraph(tuple(_seen(v, names) for v in f.vertices), edges)


def _seen(v: Vertex | ShownVertex, names: Mapping[str, str]) -> SeenVertex:
    note = v.label if v.name not in ("", v.label) else ""
    effects = tuple(effect_words(x, names) for x in v.effects)
    return SeenVertex(v.id, v.name or v.label, note, effects, v.ending, v.active)


def effect_words(x: Effect, names: Mapping[str, str]) -> str:
    """« Villageois : puissance +1 »."""
    match x:
        case AddPower(force, change):
            return f"{names.get(force, force)}{NBSP}: puissance {signed(change)}"
        case SetAlignment(force, alignment):
            return f"{names.get(force, force)}{NBSP}: {ALIGNMENTS[alignment][1]}"
        case AddResource(resource, change):
            return f"{resource}{NBSP}: {signed(change)}"
        case Tale(text):
            return f"Récit{NBSP}: {text}"


def standing(power: int | None) -> str:
    """What a power from 1 to 10 amounts to (FOR-40)."""
    return next((word for most, word in STANDINGS if power <= most), "") if power is not None else ""


def states_of(graph: SeenGraph) -> dict[str, State]:
    """Active, able to be at the next pass, or neither (FOR-42)."""
    active = {v.id for v in graph.vertices if v.active}
    near = {x.target for x in graph.edges if x.source in active}
    return {
        v.id: "active" if v.id in active else "reachable" if v.id in near else "inactive"
        for v in graph.vertices
    }


# Shapes


def drawing(force: str, graph: SeenGraph, figures: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Everything to draw, in user units; `figures`: one to write on each vertex."""
    laid = layout([v.id for v in graph.vertices], [(x.source, x.target) for x in graph.edges])
    states = states_of(graph)
    boxes = []
    for v, (x, y) in zip(graph.vertices, laid.at, strict=True):
        state = states[v.id]
        boxes.append(
            {
                "element": f"sommet-{force}-{v.id}",
                "x": x - WIDE / 2,
                "y": y - HIGH / 2,
                "state": state,
                "ending": v.ending,
                "lines": _lines(v.name, 21, 2),
                "under": ENDINGS[v.ending] or STATES[state],
                "title": told(v, state),
                "figure": (figures or {}).get(v.id, ""),
            }
        )
    taken = [(x - WIDE / 2, y - HIGH / 2, WIDE, HIGH) for x, y in laid.at]
    edges = []
    for e, line in zip(graph.edges, laid.lines, strict=True):
        label = _label(e) if len(graph.edges) <= MOST_LABELS else ""
        spot = _spot(line, label, taken, laid.width) if label else None
        if spot:
            taken.append(spot)
        edges.append(
            {
                "element": f"arete-{force}-{e.id}",
                "path": path(line),
                "state": "met" if e.met else "open" if _open(e, states) else "closed",
                "label": label if spot else "",
                "spot": spot,
                "title": e.condition or "condition secrète",
            }
        )
    return {
        "width": round(laid.width),
        "height": round(laid.height),
        "wide": WIDE,
        "high": HIGH,
        "vertices": boxes,
        "edges": edges,
    }


def _open(e: SeenEdge, states: dict[str, State]) -> bool:
    return states[e.source] == "active" and states[e.target] != "active"


def _lines(text: str, long: int, most: int) -> list[str]:
    lines = wrap(text, long) or [""]
    if len(lines) > most:
        lines = [*lines[: most - 1], f"{lines[most - 1][: long - 1]}…"]
    return lines


def _label(e: SeenEdge) -> str:
    if not e.condition:
        return ""
    return (
        e.condition if len(e.condition) <= LONGEST_LABEL else f"{e.condition[: LONGEST_LABEL - 1].rstrip()}…"
    )


Box = tuple[float, float, float, float]


def _spot(line: Sequence[Point], label: str, taken: Iterable[Box], width: float) -> Box | None:
    """Where a label stands along its edge without hiding anything; None where it finds no room."""
    wide = len(label) * LETTER + 16
    occupied = list(taken)
    for share in (0.5, 0.85, 0.67, 0.33, 0.15):
        x, y = _along(line, share)
        left = min(max(2.0, x - wide / 2), width - wide - 2)
        box = (left, y - LABEL_HIGH / 2, wide, LABEL_HIGH)
        if not any(_over(box, other) for other in occupied):
            return box
    return None


def _over(a: Box, b: Box) -> bool:
    return (
        a[0] < b[0] + b[2] + 4
        and b[0] < a[0] + a[2] + 4
        and a[1] < b[1] + b[3] + 2
        and b[1] < a[1] + a[3] + 2
    )


def _along(line: Sequence[Point], share: float) -> Point:
    """A point of the curve through these points, by its share of their number."""
    place = share * (len(line) - 1)
    i = min(int(place), len(line) - 2)
    t = place - i
    (x0, y0), (x1, y1) = line[i], line[i + 1]
    ease = t * t * (3 - 2 * t)
    return x0 + (x1 - x0) * ease, y0 + (y1 - y0) * (1.5 * t * (1 - t) + t * t * t)


def path(line: Sequence[Point]) -> str:
    """A smooth curve through these points, upright at each."""
    out = [f"M{_n(line[0][0])} {_n(line[0][1])}"]
    for (x0, y0), (x1, y1) in pairwise(line):
        if y0 == y1:
            out.append(f"L{_n(x1)} {_n(y1)}")
        else:
            half = (y0 + y1) / 2
            out.append(f"C{_n(x0)} {_n(half)} {_n(x1)} {_n(half)} {_n(x1)} {_n(y1)}")
    return "".join(out)


def _n(x: float) -> str:
    return f"{x:.1f}".removesuffix(".0")


# Words


def told(v: SeenVertex, state: State) -> str:
    """A vertex in one line: « La peur (actif), fin\N{NO-BREAK SPACE}: échec »."""
    parts = [f"{v.name} ({STATES[state]})", f"étiquette{NBSP}: {v.note}" if v.note else "", ENDINGS[v.ending]]
    return ", ".join(part for part in parts if part)


def outline(graph: SeenGraph) -> list[dict[str, Any]]:
    """All that the drawing says, as a nested list: vertices, what each does, where its edges lead and when."""
    states, names = states_of(graph), {v.id: v.name for v in graph.vertices}
    out = []
    for v in graph.vertices:
        edges = [
            {
                "target": names[x.target],
                "condition": x.condition or "condition secrète",
                "state": "condition remplie" if x.met else "vérifiée maintenant" if _open(x, states) else "",
            }
            for x in graph.edges
            if x.source == v.id
        ]
        out.append({"title": told(v, states[v.id]), "effects": v.effects, "edges": edges})
    return out


def summary(graph: SeenGraph) -> str:
    """« 5 sommets, 2 actifs, 1 qui peut s’activer »."""
    states = list(states_of(graph).values())
    active, near = states.count("active"), states.count("reachable")
    parts = [count(len(states), "sommet"), count(active, "actif") if active else "aucun actif"]
    if near:
        parts.append(f"{near} qui {'peuvent' if near > 1 else 'peut'} s’activer")
    return ", ".join(parts)
