"""Forces that move: milestones, draws, deeds, activations and their effects (FOR-41 to FOR-45)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paravent.core import events as ev
from paravent.core.chances import Percents
from paravent.core.offers import Waiting, offer
from paravent.core.rules import rule
from paravent.core.values import CHANCE, GM, replace, value
from paravent.systems.forces import force_commands as fc
from paravent.systems.forces import force_events as fe
from paravent.systems.forces.graph import bounded, drawn_at
from paravent.systems.forces.model import Drawn, Game, Pass, Resource
from paravent.systems.forces.world import (
    FREQUENCIES,
    SCENARIO_END,
    SESSION_END,
    SESSION_START,
    AddPower,
    AddResource,
    Edge,
    Effect,
    Force,
    SetAlignment,
    Tale,
    condition,
)


@value
class ToDraw:
    """The edges of a pass. `number` counts what is drawn openly, in secret, or for hidden forces, each apart."""

    number: int
    milestone: str
    secret: bool
    hidden: bool


# Milestones (FOR-42, FOR-43, TAB-05)


def milestone_of(event: Any) -> str:
    """The milestone that a shared fact is, "" for none."""
    match event:
        case ev.SessionOpened():
            return SESSION_START
        case ev.SessionClosed():
            return SESSION_END
        case ev.ScenarioClosed():
            return SCENARIO_END
        case ev.MilestoneReached(name):
            return str(name)
        case _:
            return ""


@rule("FOR-42")
def named(game: Game) -> tuple[str, ...]:
    """The milestones that edges still wait for, save those that time brings by itself."""
    waited = (
        x.frequency
        for f in game.forces
        for x in f.edges
        if f.opened and not x.deed and not f.vertex(x.target).active
    )
    return tuple(name for name in dict.fromkeys(waited) if name not in FREQUENCIES)


@rule("FOR-42", "FOR-43", "FOR-46")
def begun(game: Game, milestone: str, *, hidden: bool) -> fe.PassBegun:
    """The eligible edges as the statuses stand now; those of forces seen whole are drawn openly."""
    drawn = _drawn_at(game, milestone, hidden=hidden)
    return fe.PassBegun(milestone, tuple(_to_draw(f, x) for f, x in drawn), hidden)


def _drawn_at(game: Game, milestone: str, *, hidden: bool) -> tuple[tuple[Force, Edge], ...]:
    """What a milestone draws, of the forces that the table does not know of or of the others."""
    return tuple((f, x) for f, x in drawn_at(game.forces, milestone) if f.visible != hidden)


def _to_draw(f: Force, x: Edge) -> Drawn:
    return Drawn(f.id, x.id, not f.whole, x.chance, f"{f.name} → {f.vertex(x.target).label}")


@rule("FOR-42", "FOR-43")
def waiting(game: Game) -> tuple[Waiting, ...]:
    return tuple(w for p in game.underway for w in _drawing(game, p))


def _drawing(game: Game, p: Pass) -> tuple[Waiting, ...]:
    out = []
    if len(p.drawn(secret=False)) > len(p.open_faces):
        out.append(_draw(p, game.open_passes, secret=False))
    if len(p.drawn(secret=True)) > len(p.secret_faces):
        out.append(_draw(p, game.hidden_passes if p.hidden else game.passes, secret=True))
    return tuple(out)


def _draw(p: Pass, number: int, *, secret: bool) -> Waiting:
    """One draw for all edges, each from 1 to 100, in one verifiable go; no trace of it where the table sees nothing."""
    drawn = p.drawn(secret=secret)
    chances = Percents(tuple(x.chance for x in drawn), tuple(f"{x.label}, {x.chance} %" for x in drawn))
    return Waiting(
        ToDraw(number, p.milestone, secret, p.hidden),
        CHANCE,
        "FOR-42",
        (offer(fc.DrawPass, "FOR-42", faces=chances),),
        hand=GM,
        to=(GM,) if secret else None,
        sealed=secret,
    )


def decide(game: Game, w: Waiting, c: Any, new_id: str) -> tuple[Any, ...] | None:
    match w.topic, c:
        case ToDraw(_, milestone, secret, hidden), fc.DrawPass(faces):
            p = next(p for p in game.underway if p.hidden == hidden)
            return (fe.PassDrawn(milestone, p.drawn(secret=secret), faces, secret, hidden),)
        case _:
            return None


@rule("FOR-42", "FOR-43", "FOR-46")
def follow(game: Game) -> tuple[Any, ...]:
    """A milestone that draws something begins a pass; once all is drawn, what came out happens, in turn.

    Hidden forces have passes of their own, for which no other ever waits, nor anybody for their dice. They come to
    pass after the others: what they do in the open falls where the game masters could have written it by hand.
    """
    if game.underway and game.underway[0].over:
        p = game.underway[0]
        return (*happened(game, hits(game, p)), fe.PassClosed(p.milestone))
    drawing = {p.hidden for p in game.underway}
    parts = ((False, game.due), (True, game.hidden_due))
    return tuple(begun(game, due[0], hidden=hidden) for hidden, due in parts if due and hidden not in drawing)


@rule("FOR-42", "FOR-43")
def hits(game: Game, p: Pass) -> tuple[tuple[Force, Edge], ...]:
    """The edges that came out, by force, vertex and edge: a number at most the chance comes out."""
    faces = {True: iter(p.secret_faces), False: iter(p.open_faces)}
    out = (x for x in p.edges if next(faces[x.secret]) <= x.chance)
    return tuple((f := game.force(x.force), f.edge(x.edge)) for x in out)


# What happens (FOR-41, FOR-43, FOR-44)


@rule("FOR-41", "FOR-43", "FOR-44")
def happened(game: Game, crossed: Sequence[tuple[Force, Edge]]) -> tuple[Any, ...]:
    """Conditions met, vertices active, effects, all in the written order; a vertex reached twice is active once."""
    out: list[Any] = []
    for f, x in crossed:
        out.append(fe.EdgeMet(f.id, f.name, x.id, condition(x), bool(x.deed)))
        game = evolve(game, out[-1])
        if not game.force(f.id).vertex(x.target).active:
            made = activated(game, f.id, x.target)
            out += made
            for fact in made:
                game = evolve(game, fact)
    return tuple(out)


@rule("FOR-41", "FOR-44", "FOR-46")
def activated(game: Game, force: str, vertex: str) -> tuple[Any, ...]:
    """A vertex active, and its effects in the order written, each once; those that change nothing say nothing."""
    f = game.force(force)
    v = f.vertex(vertex)
    out: list[Any] = [fe.VertexActivated(f.id, f.name, v.id, v.label, v.name, v.ending)]
    cause = f"{f.name}\N{NO-BREAK SPACE}: {v.name or v.label}"
    for effect in v.effects:
        fact = came_of(game, effect, cause if f.visible else "", cause)
        if fact is not None:
            out.append(fact)
            game = evolve(game, fact)
    return tuple(out)


@rule("FOR-44")
def came_of(game: Game, effect: Effect, shown_cause: str, cause: str) -> Any:
    """The fact an effect makes; None when it changes nothing."""
    match effect:
        case AddPower(force, change):
            return power_moved(game, force, change, shown_cause, cause)
        case SetAlignment(force, alignment):
            f = game.force(force)
            if f.alignment == alignment:
                return None
            return fe.AlignmentMoved(f.id, f.name, alignment, shown_cause, cause)
        case AddResource(resource, change):
            return resource_moved(game, resource, change, shown_cause, cause)
        case Tale(text):
            return fe.WorldTold(text, shown_cause, cause)


@rule("FOR-40", "FOR-44")
def power_moved(
    game: Game, force: str, change: int, shown_cause: str = "", cause: str = ""
) -> fe.PowerMoved | None:
    f = game.force(force)
    power = bounded(f.power, change)
    if power == f.power:
        return None
    return fe.PowerMoved(f.id, f.name, power - f.power, power, shown_cause, cause)


@rule("FOR-44")
def resource_moved(
    game: Game, resource: str, change: int, shown_cause: str = "", cause: str = ""
) -> fe.ResourceMoved | None:
    held = game.held(resource)
    after = max(0, held + change)
    if after == held:
        return None
    return fe.ResourceMoved(resource, after - held, after, shown_cause, cause)


# Books


@rule("FOR-43", "FOR-46")
def evolve(game: Game, event: Any) -> Game:
    match event:
        case fe.PassBegun():
            return _with_pass(game, event)
        case fe.PassDrawn(faces=faces, secret=secret, hidden=hidden):
            here = (_with_faces(p, faces, secret) if p.hidden == hidden else p for p in game.underway)
            return replace(game, underway=tuple(here))
        case fe.PassClosed():
            return replace(game, underway=game.underway[1:])
        case fe.EdgeMet(force, _, edge):
            return change_edge(game, force, edge, met=True)
        case fe.VertexActivated(force, _, vertex):
            return change_vertex(game, force, vertex, active=True)
        case fe.PowerMoved(force, power=power):
            f = game.force(force)
            return change_force(game, force, power=power, power_shown=f.power_shown or f.visible)
        case fe.AlignmentMoved(force, alignment=alignment):
            return change_force(game, force, alignment=alignment)
        case fe.ResourceMoved(resource, _, held):
            return replace(game, resources=_with_resource(game.resources, Resource(resource, held)))
        case _ if milestone := milestone_of(event):
            return replace(
                game,
                due=_due(game, game.due, milestone, hidden=False),
                hidden_due=_due(game, game.hidden_due, milestone, hidden=True),
            )
        case _:
            return game


def _with_pass(game: Game, begun: fe.PassBegun) -> Game:
    """The pass of hidden forces stands last."""
    p = Pass(begun.milestone, begun.edges, begun.hidden)
    if p.hidden:
        return replace(
            game,
            underway=(*game.underway, p),
            hidden_due=game.hidden_due[1:],
            hidden_passes=game.hidden_passes + 1,
        )
    return replace(
        game,
        underway=(p, *game.underway),
        due=game.due[1:],
        passes=game.passes + bool(p.drawn(secret=True)),
        open_passes=game.open_passes + bool(p.drawn(secret=False)),
    )


def _due(game: Game, due: tuple[str, ...], milestone: str, *, hidden: bool) -> tuple[str, ...]:
    """The passes to begin once this milestone is reached: what one still under way activates, the next may draw."""
    busy = due or any(p.hidden == hidden for p in game.underway)
    return (*due, milestone) if busy or _drawn_at(game, milestone, hidden=hidden) else due


def _with_faces(p: Pass, faces: tuple[int, ...], secret: bool) -> Pass:
    return replace(p, secret_faces=faces) if secret else replace(p, open_faces=faces)


def _with_resource(resources: tuple[Resource, ...], new: Resource) -> tuple[Resource, ...]:
    if any(r.name == new.name for r in resources):
        return tuple(new if r.name == new.name else r for r in resources)
    return (*resources, new)


def change_force(game: Game, id: str, **fields: Any) -> Game:
    return replace(game, forces=tuple(replace(f, **fields) if f.id == id else f for f in game.forces))


def change_vertex(game: Game, force: str, id: str, **fields: Any) -> Game:
    vertices = (replace(v, **fields) if v.id == id else v for v in game.force(force).vertices)
    return change_force(game, force, vertices=tuple(vertices))


def change_edge(game: Game, force: str, id: str, **fields: Any) -> Game:
    edges = (replace(x, **fields) if x.id == id else x for x in game.force(force).edges)
    return change_force(game, force, edges=tuple(edges))
