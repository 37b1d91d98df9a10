"""What happened to forces and resources.

What a hidden force does is the game masters' alone; what comes of it in the open is written in the very facts they
would write by hand, its cause in a field that nobody else sees (FOR-46).
"""

from __future__ import annotations

from paravent.core.sight import seen
from paravent.core.values import value
from paravent.systems.forces.model import Drawn
from paravent.systems.forces.world import Alignment, Edge, Effect, Ending, Force, Vertex, Visibility

# Drawing up: the game masters' alone, until the table sees the force


@value
class ForceDrafted:
    force: Force


@value
class ForceTakenUp:
    force: str


@seen(all="name")
@value
class ForceDescribed:
    force: str
    name: str
    goal: str
    weaknesses: str
    organisation: str


@seen()
@value
class VertexAdded:
    force: str
    vertex: Vertex


@seen()
@value
class VertexRemoved:
    force: str
    vertex: str


@seen()
@value
class EdgeAdded:
    force: str
    edge: Edge


@seen()
@value
class EdgeRemoved:
    force: str
    edge: str


@seen()
@value
class EffectsSet:
    """The effects of a vertex as they stand after a change."""

    force: str
    vertex: str
    effects: tuple[Effect, ...]


@value
class DraftDiscarded:
    force: str


@value
class DeedEstimated:
    force: str
    edge: str
    chance: int
    frequency: str


@value
class SessionsCounted:
    sessions: int


# In play


@seen(all="name visibility")
@value
class ForceOpened:
    """Its game begins (FOR-41)."""

    force: str
    name: str
    visibility: Visibility


@seen(all="name visibility")
@value
class VisibilitySet:
    """What the table sees of a force from now on (FOR-46)."""

    force: str
    name: str
    visibility: Visibility


@seen(all="name goal weaknesses organisation")
@value
class PhilosophyShown:
    force: str
    name: str
    goal: str
    weaknesses: str
    organisation: str


@value
class PassBegun:
    """The edges that a milestone draws (FOR-43), those of hidden forces apart (FOR-46)."""

    milestone: str
    edges: tuple[Drawn, ...]
    hidden: bool


@seen(all="milestone edges faces")
@value
class PassDrawn:
    """What was drawn (FOR-42), openly or in secret."""

    milestone: str
    edges: tuple[Drawn, ...]
    faces: tuple[int, ...]
    secret: bool
    hidden: bool


@seen(all="name condition deed")
@value
class EdgeMet:
    """The condition of an edge is met (FOR-42)."""

    force: str
    name: str
    edge: str
    condition: str
    deed: bool


@seen(all="name label vertex_name ending")
@value
class VertexActivated:
    """A vertex is active, for good (FOR-41)."""

    force: str
    name: str
    vertex: str
    label: str
    vertex_name: str
    ending: Ending


@value
class PassClosed:
    milestone: str


@seen(all="name change power shown_cause")
@value
class PowerMoved:
    """The power of a force (FOR-44); `shown_cause`: what the table may know of why, `cause`: all of it."""

    force: str
    name: str
    change: int
    power: int
    shown_cause: str = ""
    cause: str = ""


@seen(all="name alignment shown_cause")
@value
class AlignmentMoved:
    """The alignment of a force (FOR-44)."""

    force: str
    name: str
    alignment: Alignment
    shown_cause: str = ""
    cause: str = ""


@seen(all="resource change value shown_cause")
@value
class ResourceMoved:
    """One of the players' resources (FOR-44)."""

    resource: str
    change: int
    value: int
    shown_cause: str = ""
    cause: str = ""


@seen(all="text shown_cause")
@value
class WorldTold:
    """Something that happens in the world (FOR-44)."""

    text: str
    shown_cause: str = ""
    cause: str = ""


ForceEvent = (
    ForceDrafted
    | ForceTakenUp
    | ForceDescribed
    | VertexAdded
    | VertexRemoved
    | EdgeAdded
    | EdgeRemoved
    | EffectsSet
    | DraftDiscarded
    | DeedEstimated
    | SessionsCounted
    | ForceOpened
    | VisibilitySet
    | PhilosophyShown
    | PassBegun
    | PassDrawn
    | EdgeMet
    | VertexActivated
    | PassClosed
    | PowerMoved
    | AlignmentMoved
    | ResourceMoved
    | WorldTold
)
