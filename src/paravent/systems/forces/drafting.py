"""Forces drawn up on screen, grown, opened (FOR-40 to FOR-42, FOR-44, FOR-47, FOR-48).

Offers bear on the force at hand, so that a table of many forces stays a short desk.
"""

from __future__ import annotations

from typing import Any

from paravent.core.codec import digest
from paravent.core.domains import OneOf, Option, Text, Whole, one_of
from paravent.core.offers import Offer, Waiting, offer
from paravent.core.rules import rule
from paravent.core.values import GM, replace, value
from paravent.systems.forces import force_commands as fc
from paravent.systems.forces import force_events as fe
from paravent.systems.forces.forcepack import (
    MOST_EDGES,
    MOST_EFFECTS,
    MOST_FORCES,
    MOST_VERTICES,
    read_forces,
)
from paravent.systems.forces.forces_text import ForcesText
from paravent.systems.forces.graph import flaws
from paravent.systems.forces.labels import (
    ALIGNMENTS,
    ENDINGS,
    VISIBILITIES,
    edge_label,
    effect_label,
    resource_name,
)
from paravent.systems.forces.model import Game
from paravent.systems.forces.passes import (
    activated,
    change_edge,
    change_force,
    change_vertex,
)
from paravent.systems.forces.world import (
    FREQUENCIES,
    LEAST_POWER,
    MOST_POWER,
    USUAL_ESTIMATE,
    AddPower,
    AddResource,
    Edge,
    Effect,
    Force,
    SetAlignment,
    Tale,
    Vertex,
    frequency_of,
)

LONGEST_FILE = 200_000
FIRST = "debut"
"""The initial vertex of a force drawn up at the table: its own id, which the force's does not give away."""


@value
class ToDrawUp:
    """A game master's standing question: which force?"""


@value
class ToShape:
    """A game master's standing question about the force at hand."""

    force: str


@rule("FOR-40", "FOR-48")
def drawing_up(game: Game) -> tuple[Offer, ...]:
    full = "quarante forces, c’est assez pour une table" if len(game.forces) >= MOST_FORCES else ""
    known = tuple(f.id for f in game.forces)
    out = [
        offer(
            fc.CreateForce,
            "FOR-40",
            barred=full,
            name=Text(80, required=True),
            power=Whole(LEAST_POWER, MOST_POWER, usual=5),
            alignment=one_of(ALIGNMENTS),
            visibility=one_of(VISIBILITIES),
            label=Text(80, required=True, help="Le sommet initial, tel que la table le verrait."),
        ),
        offer(
            fc.ImportForces,
            "FOR-48",
            barred=full,
            text=ForcesText(
                LONGEST_FILE,
                required=True,
                lines=True,
                help="Le fichier TOML d’une force ou de plusieurs.",
                known=known,
            ),
        ),
    ]
    if len(game.forces) > 1 or (game.forces and not game.at_hand):
        others = one_of((f.id, f.name) for f in game.forces if f.id != game.at_hand)
        out.append(offer(fc.TakeUpForce, "FOR-40", force=others))
    return tuple(out)


@rule("FOR-40", "FOR-41", "FOR-42", "FOR-44", "FOR-48")
def shaping(game: Game, f: Force) -> tuple[Offer, ...]:
    """What draws up a force, as far as there is something to choose. Once open it can still grow; only what is not
    active can be taken out."""
    labels = one_of((v.id, v.label) for v in f.vertices)
    every_force = one_of((x.id, x.name) for x in game.forces)
    moving = "un passage est en cours" if game.underway else ""
    loose = tuple(Option(v.id, v.label) for v in f.vertices if not v.active and v.id != f.initial)
    edges = tuple(Option(x.id, edge_label(f, x)) for x in f.edges)
    effects = tuple(
        Option(f"{v.id}#{i}", f"{v.label}, {effect_label(game, x)}")
        for v in f.vertices
        if not v.active
        for i, x in enumerate(v.effects)
    )
    roomy = OneOf(
        tuple(Option(v.id, v.label) for v in f.vertices if not v.active and len(v.effects) < MOST_EFFECTS)
    )
    why_closed = next(iter(flaws(f, {x.id for x in game.forces})), "")
    full = "deux cents sommets au plus" if len(f.vertices) >= MOST_VERTICES else ""
    label = Text(80, required=True)
    name = Text(80, help="Ce qu’il est vraiment, si l’étiquette ne doit pas le dire.")
    ending = one_of(ENDINGS)
    deed = Text(300, required=True)
    chance, frequency = Whole(0, 100, usual=40), Text(80, required=True, ideas=FREQUENCIES)
    out = [
        offer(
            fc.AddChanceVertex,
            "FOR-41",
            barred=full or _full_of_edges(f),
            source=labels,
            chance=chance,
            frequency=frequency,
            label=label,
            name=name,
            ending=ending,
        ),
        offer(
            fc.AddDeedVertex,
            "FOR-41",
            barred=full or _full_of_edges(f),
            source=labels,
            deed=deed,
            label=label,
            name=name,
            ending=ending,
        ),
        offer(fc.AddVertex, "FOR-41", barred=full, label=label, name=name, ending=ending),
        offer(
            fc.AddChanceEdge,
            "FOR-42",
            barred=_why_no_edge(f),
            source=labels,
            target=labels,
            chance=chance,
            frequency=frequency,
        ),
        offer(fc.AddDeedEdge, "FOR-42", barred=_why_no_edge(f), source=labels, target=labels, deed=deed),
        offer(fc.AddPowerEffect, "FOR-44", vertex=roomy, force=every_force, change=Whole(-9, 9, usual=1)),
        offer(fc.AddAlignmentEffect, "FOR-44", vertex=roomy, force=every_force, alignment=one_of(ALIGNMENTS)),
        offer(
            fc.AddResourceEffect,
            "FOR-44",
            vertex=roomy,
            resource=resource_name(game),
            change=Whole(-999, 999, usual=-1),
        ),
        offer(fc.AddTaleEffect, "FOR-44", vertex=roomy, text=Text(400, required=True)),
        offer(
            fc.DescribeForce,
            "FOR-40",
            name=Text(80, required=True, ideas=(f.name,)),
            goal=Text(400, lines=True, help="Ce qui reste vide s’efface."),
            weaknesses=Text(400, lines=True),
            organisation=Text(400, lines=True),
        ),
        offer(fc.RemoveVertex, "FOR-41", barred=moving, vertex=OneOf(loose)),
        offer(fc.RemoveEdge, "FOR-42", barred=moving, edge=OneOf(edges)),
        offer(fc.RemoveEffect, "FOR-44", barred=moving, effect=OneOf(effects)),
    ]
    if not f.opened:
        out.append(offer(fc.OpenForce, "FOR-41", barred=why_closed))
        out.append(
            offer(
                fc.DropDraft,
                "FOR-40",
                barred=_why_needed(game, f),
                grave="Le brouillon de la force disparaît.",
            )
        )
    deeds = tuple(Option(x.id, edge_label(f, x)) for x in f.edges if x.deed)
    if deeds:
        out.append(
            offer(
                fc.EstimateDeed,
                "FOR-47",
                edge=OneOf(deeds),
                chance=Whole(0, 100, usual=USUAL_ESTIMATE),
                frequency=Text(80, required=True, ideas=FREQUENCIES),
            )
        )
    return tuple(o for o in out if all(d.size() for _, d in o.fields))


def _why_needed(game: Game, f: Force) -> str:
    """Why a draft cannot go: another force acts on it."""
    for other in game.forces:
        if other.id != f.id and any(
            isinstance(x, AddPower | SetAlignment) and x.force == f.id
            for v in other.vertices
            for x in v.effects
        ):
            return f"{other.name} agit sur elle"
    return ""


def _why_no_edge(f: Force) -> str:
    if len(f.vertices) < 2:
        return "une arête va d’un sommet à un autre, et il n’y en a qu’un"
    return _full_of_edges(f)


def _full_of_edges(f: Force) -> str:
    return "quatre cents arêtes au plus" if len(f.edges) >= MOST_EDGES else ""


def waiting(game: Game) -> tuple[Waiting, ...]:
    at_hand = next((f for f in game.forces if f.id == game.at_hand), None)
    shape = (
        (Waiting(ToShape(at_hand.id), GM, "FOR-40", shaping(game, at_hand), holds=False, to=(GM,)),)
        if at_hand
        else ()
    )
    return (
        *shape,
        Waiting(ToDrawUp(), GM, "FOR-40", drawing_up(game), holds=False, to=(GM,)),
    )


def decide(game: Game, w: Waiting, c: Any, new_id: str) -> tuple[Any, ...] | None:
    match w.topic:
        case ToDrawUp():
            return _drawn_up(game, c, new_id)
        case ToShape(force):
            return _shaped(game, game.force(force), c, new_id)
        case _:
            return None


def _drawn_up(game: Game, c: Any, new_id: str) -> tuple[Any, ...]:
    match c:
        case fc.CreateForce(name, power, alignment, visibility, label):
            first = Vertex(FIRST, label, "")
            force = Force(
                f"f{new_id}",
                name,
                power=power,
                alignment=alignment,
                visibility=visibility,
                vertices=(first,),
                initial=first.id,
            )
            return (fe.ForceDrafted(force),)
        case fc.ImportForces(text):
            read = read_forces(text, [f.id for f in game.forces])
            return tuple(fe.ForceDrafted(replace(f, alias=_alias(new_id, f.id))) for f in read)
        case fc.TakeUpForce(force):
            return (fe.ForceTakenUp(force),)
        case other:
            raise AssertionError(other)


def _alias(new_id: str, force: str) -> str:
    """What an imported force goes by: it tells neither its id nor that others, hidden ones, came in the same file."""
    return f"f{digest(f'{new_id}/{force}')[:16]}"


def _shaped(game: Game, f: Force, c: Any, new_id: str) -> tuple[Any, ...]:
    new_vertex, new_edge = f"s{new_id}", f"a{new_id}"
    match c:
        case fc.AddDeedVertex(source, deed, label, name, ending):
            return (
                fe.VertexAdded(f.id, Vertex(new_vertex, label, name, ending=ending)),
                fe.EdgeAdded(f.id, Edge(new_edge, source, new_vertex, deed, USUAL_ESTIMATE)),
            )
        case fc.AddChanceVertex(source, chance, frequency, label, name, ending):
            return (
                fe.VertexAdded(f.id, Vertex(new_vertex, label, name, ending=ending)),
                fe.EdgeAdded(f.id, Edge(new_edge, source, new_vertex, "", chance, frequency_of(frequency))),
            )
        case fc.AddVertex(label, name, ending):
            return (fe.VertexAdded(f.id, Vertex(new_vertex, label, name, ending=ending)),)
        case fc.RemoveVertex(vertex):
            return (fe.VertexRemoved(f.id, vertex),)
        case fc.AddDeedEdge(source, target, deed):
            return (fe.EdgeAdded(f.id, Edge(new_edge, source, target, deed, USUAL_ESTIMATE)),)
        case fc.AddChanceEdge(source, target, chance, frequency):
            return (fe.EdgeAdded(f.id, Edge(new_edge, source, target, "", chance, frequency_of(frequency))),)
        case fc.RemoveEdge(edge):
            return (fe.EdgeRemoved(f.id, edge),)
        case fc.AddPowerEffect(vertex, force, change):
            return (_one_effect_more(f, vertex, AddPower(force, change)),)
        case fc.AddAlignmentEffect(vertex, force, alignment):
            return (_one_effect_more(f, vertex, SetAlignment(force, alignment)),)
        case fc.AddResourceEffect(vertex, resource, change):
            return (_one_effect_more(f, vertex, AddResource(resource, change)),)
        case fc.AddTaleEffect(vertex, text):
            return (_one_effect_more(f, vertex, Tale(text)),)
        case fc.RemoveEffect(effect):
            vertex, _, rank = effect.rpartition("#")
            effects = f.vertex(vertex).effects
            return (fe.EffectsSet(f.id, vertex, (*effects[: int(rank)], *effects[int(rank) + 1 :])),)
        case fc.DescribeForce(name, goal, weaknesses, organisation):
            return (fe.ForceDescribed(f.id, name, goal, weaknesses, organisation),)
        case fc.EstimateDeed(edge, chance, frequency):
            return (fe.DeedEstimated(f.id, edge, chance, frequency_of(frequency)),)
        case fc.DropDraft():
            return (fe.DraftDiscarded(f.id),)
        case fc.OpenForce():
            return _opened(game, f)
        case other:
            raise AssertionError(other)


def _one_effect_more(f: Force, vertex: str, effect: Effect) -> fe.EffectsSet:
    return fe.EffectsSet(f.id, vertex, (*f.vertex(vertex).effects, effect))


@rule("FOR-41")
def _opened(game: Game, f: Force) -> tuple[Any, ...]:
    opened = fe.ForceOpened(f.id, f.name, f.visibility)
    return (opened, *activated(evolve(game, opened), f.id, f.initial))


# Books


def evolve(game: Game, event: Any) -> Game:
    match event:
        case fe.ForceDrafted(force):
            return replace(game, forces=(*game.forces, force), at_hand=force.id)
        case fe.ForceTakenUp(force):
            return replace(game, at_hand=force)
        case fe.ForceDescribed(force, name, goal, weaknesses, organisation):
            return change_force(
                game, force, name=name, goal=goal, weaknesses=weaknesses, organisation=organisation
            )
        case fe.VertexAdded(force, vertex):
            return change_force(game, force, vertices=(*game.force(force).vertices, vertex))
        case fe.VertexRemoved(force, vertex):
            return _without_vertex(game, game.force(force), vertex)
        case fe.EdgeAdded(force, edge):
            return change_force(game, force, edges=(*game.force(force).edges, edge))
        case fe.EdgeRemoved(force, edge):
            return change_force(game, force, edges=tuple(x for x in game.force(force).edges if x.id != edge))
        case fe.EffectsSet(force, vertex, effects):
            return change_vertex(game, force, vertex, effects=effects)
        case fe.DraftDiscarded(force):
            left = tuple(f for f in game.forces if f.id != force)
            return replace(game, forces=left, at_hand=left[-1].id if left else "")
        case fe.DeedEstimated(force, edge, chance, frequency):
            return change_edge(game, force, edge, chance=chance, frequency=frequency)
        case fe.ForceOpened(force):
            return change_force(game, force, opened=True)
        case _:
            return game


def _without_vertex(game: Game, f: Force, id: str) -> Game:
    return change_force(
        game,
        f.id,
        vertices=tuple(v for v in f.vertices if v.id != id),
        edges=tuple(x for x in f.edges if id not in (x.source, x.target)),
    )
