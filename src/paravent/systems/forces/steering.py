"""Forces in play: deeds noted, the world moved by hand, what the table sees of it (FOR-42, FOR-44, FOR-46, FOR-47)."""

from __future__ import annotations

from typing import Any

from paravent.core.domains import OneOf, Option, Text, Whole, one_of
from paravent.core.offers import Offer, Waiting, offer
from paravent.core.rules import rule
from paravent.core.values import GM, replace, value
from paravent.systems.forces import force_commands as fc
from paravent.systems.forces import force_events as fe
from paravent.systems.forces.graph import eligible
from paravent.systems.forces.labels import ALIGNMENTS, VISIBILITIES, resource_name, way
from paravent.systems.forces.model import Game
from paravent.systems.forces.passes import activated, change_force, happened, power_moved, resource_moved


@value
class ToSteer:
    """A game master's standing question: what moves in the world?"""


@rule("FOR-42", "FOR-44", "FOR-46", "FOR-47")
def steering(game: Game) -> tuple[Offer, ...]:
    """Deeds to note, the world by hand, what the table sees."""
    opened = [f for f in game.forces if f.opened]
    deeds = tuple(
        Option(f"{f.id}/{x.id}", x.deed, f.name, note=f"{f.name}, {way(f, x)}")
        for f in opened
        for x in eligible(f)
        if x.deed
    )
    asleep = tuple(
        Option(f"{f.id}/{v.id}", v.name or v.label, f.name)
        for f in opened
        for v in f.vertices
        if not v.active
    )
    forces = one_of((f.id, f.name) for f in opened)
    secretive = one_of((f.id, f.name) for f in opened if f.visibility == "partial" and not f.philosophy_shown)
    world = (
        offer(fc.TellWorld, "FOR-44", text=Text(400, required=True, lines=True)),
        offer(fc.MoveResource, "FOR-44", resource=resource_name(game), change=Whole(-999, 999, usual=1)),
    )
    if not opened:
        return world
    moving = "un passage est en cours" if game.underway else ""
    return (
        offer(fc.NoteDeed, "FOR-42", edge=OneOf(deeds)),
        offer(fc.ActivateVertex, "FOR-47", vertex=OneOf(asleep)),
        *world,
        offer(fc.MovePower, "FOR-40", force=forces, change=Whole(-9, 9, usual=1)),
        offer(fc.ChooseAlignment, "FOR-40", force=forces, alignment=one_of(ALIGNMENTS)),
        offer(fc.SetVisibility, "FOR-46", barred=moving, force=forces, visibility=one_of(VISIBILITIES)),
        offer(fc.ShowPhilosophy, "FOR-46", force=secretive),
        offer(fc.CountSessions, "FOR-47", sessions=Whole(1, 50, usual=game.sessions_a_scenario)),
    )


def waiting(game: Game) -> tuple[Waiting, ...]:
    return (Waiting(ToSteer(), GM, "FOR-47", steering(game), holds=False, to=(GM,)),)


def decide(game: Game, w: Waiting, c: Any, new_id: str) -> tuple[Any, ...] | None:
    return _steered(game, c) if isinstance(w.topic, ToSteer) else None


@rule("FOR-42", "FOR-43", "FOR-46", "FOR-47")
def _steered(game: Game, c: Any) -> tuple[Any, ...]:
    match c:
        case fc.NoteDeed(edge):
            force, _, id = edge.partition("/")
            f = game.force(force)
            return happened(game, ((f, f.edge(id)),))
        case fc.ActivateVertex(vertex):
            force, _, id = vertex.partition("/")
            return activated(game, force, id)
        case fc.SetVisibility(force, visibility):
            return (fe.VisibilitySet(force, game.force(force).name, visibility),)
        case fc.ShowPhilosophy(force):
            f = game.force(force)
            return (fe.PhilosophyShown(f.id, f.name, f.goal, f.weaknesses, f.organisation),)
        case fc.MovePower(force, change):
            f = game.force(force)
            return (power_moved(game, force, change) or fe.PowerMoved(f.id, f.name, 0, f.power),)
        case fc.ChooseAlignment(force, alignment):
            return (fe.AlignmentMoved(force, game.force(force).name, alignment),)
        case fc.MoveResource(resource, change):
            return (
                resource_moved(game, resource, change) or fe.ResourceMoved(resource, 0, game.held(resource)),
            )
        case fc.TellWorld(text):
            return (fe.WorldTold(text),)
        case fc.CountSessions(sessions):
            return (fe.SessionsCounted(sessions),)
        case other:
            raise AssertionError(other)


def evolve(game: Game, event: Any) -> Game:
    match event:
        case fe.SessionsCounted(sessions):
            return replace(game, sessions_a_scenario=sessions)
        case fe.VisibilitySet(force, _, visibility):
            return change_force(game, force, visibility=visibility)
        case fe.PhilosophyShown(force):
            return change_force(game, force, philosophy_shown=True)
        case _:
            return game
