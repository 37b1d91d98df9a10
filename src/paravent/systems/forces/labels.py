"""Forces, their parts and their choices, as forms name them (FOR-40 to FOR-46)."""

from __future__ import annotations

from paravent.core.domains import Text
from paravent.core.french import signed
from paravent.systems.forces.model import Game
from paravent.systems.forces.world import (
    AddPower,
    AddResource,
    Edge,
    Effect,
    Force,
    SetAlignment,
    Tale,
    condition,
)

ALIGNMENTS = ((0, "neutre (0)"), (1, "alliée (+)"), (-1, "ennemie (−)"))
VISIBILITIES = (
    ("hidden", "cachée\N{NO-BREAK SPACE}: seules les conséquences se voient"),
    ("partial", "partielle\N{NO-BREAK SPACE}: l’arbre se voit, ses secrets se révèlent"),
    ("total", "totale\N{NO-BREAK SPACE}: tout se voit"),
)
ENDINGS = (("", "non"), ("success", "oui, une réussite"), ("failure", "oui, un échec"))


def resource_name(game: Game) -> Text:
    return Text(80, required=True, ideas=tuple(r.name for r in game.resources))


def edge_label(f: Force, x: Edge) -> str:
    """« Le village tient → Le village s’enferme : 40 % (fin de scénario) »."""
    return f"{way(f, x)}\N{NO-BREAK SPACE}: {condition(x)}"


def way(f: Force, x: Edge) -> str:
    """« Le village tient → Le village s’enferme »."""
    return f"{f.vertex(x.source).label} → {f.vertex(x.target).label}"


def effect_label(game: Game, x: Effect) -> str:
    names = {f.id: f.name for f in game.forces}
    match x:
        case AddPower(force, change):
            return f"puissance {signed(change)} ({names.get(force, force)})"
        case SetAlignment(force, alignment):
            return f"{dict(ALIGNMENTS)[alignment]} ({names.get(force, force)})"
        case AddResource(resource, change):
            return f"{resource} {signed(change)}"
        case Tale(text):
            return text
