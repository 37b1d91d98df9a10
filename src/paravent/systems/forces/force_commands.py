"""What the game masters do with forces and resources; chance's answers to a pass."""

from __future__ import annotations

from paravent.core.values import value
from paravent.systems.forces.world import Alignment, Ending, Visibility

# Drawing up (FOR-40 to FOR-42, FOR-48)


@value
class CreateForce:
    """A draft, its initial vertex included; it becomes the force at hand (FOR-40, FOR-41)."""

    name: str
    power: int
    alignment: Alignment
    visibility: Visibility
    label: str


@value
class ImportForces:
    """Forces written in TOML, as drafts."""

    text: str


@value
class TakeUpForce:
    """Make it the force at hand."""

    force: str


@value
class DescribeForce:
    """Its philosophy (FOR-40)."""

    name: str
    goal: str
    weaknesses: str
    organisation: str


@value
class AddDeedVertex:
    """A vertex, and the edge that leads to it by a deed of the players (FOR-41, FOR-42)."""

    source: str
    deed: str
    label: str
    name: str
    ending: Ending


@value
class AddChanceVertex:
    """A vertex, and the edge that leads to it, drawn at a milestone (FOR-41, FOR-42)."""

    source: str
    chance: int
    frequency: str
    label: str
    name: str
    ending: Ending


@value
class AddVertex:
    """A vertex that nothing leads to yet. `label` is what a partly visible force shows; `name` what it hides (FOR-41,
    FOR-46).
    """

    label: str
    name: str
    ending: Ending


@value
class RemoveVertex:
    """With its edges; never an active or the initial one."""

    vertex: str


@value
class AddDeedEdge:
    """An edge that waits for a deed of the players (FOR-42)."""

    source: str
    target: str
    deed: str


@value
class AddChanceEdge:
    """An edge drawn at a milestone (FOR-42)."""

    source: str
    target: str
    chance: int
    frequency: str


@value
class RemoveEdge:
    edge: str


@value
class AddPowerEffect:
    """FOR-44."""

    vertex: str
    force: str
    change: int


@value
class AddAlignmentEffect:
    """FOR-44."""

    vertex: str
    force: str
    alignment: Alignment


@value
class AddResourceEffect:
    """FOR-44."""

    vertex: str
    resource: str
    change: int


@value
class AddTaleEffect:
    """FOR-44."""

    vertex: str
    text: str


@value
class RemoveEffect:
    """`effect` names the vertex and the effect's rank in it."""

    effect: str


@value
class DropDraft:
    """Throw the draft away."""


@value
class OpenForce:
    """Its game begins: the initial vertex is active, its effects apply (FOR-41)."""


# In play (FOR-42 to FOR-47)


@value
class NoteDeed:
    """The players did it: an immediate pass for that edge alone (FOR-42, FOR-43)."""

    edge: str


@value
class ActivateVertex:
    """By hand (FOR-47)."""

    vertex: str


@value
class SetVisibility:
    """What the table sees of it (FOR-46)."""

    force: str
    visibility: Visibility


@value
class ShowPhilosophy:
    """Of a force partly visible (FOR-46)."""

    force: str


@value
class MovePower:
    """By hand (FOR-40)."""

    force: str
    change: int


@value
class ChooseAlignment:
    """By hand (FOR-40)."""

    force: str
    alignment: Alignment


@value
class MoveResource:
    """By hand (FOR-44); a resource begins at its first move."""

    resource: str
    change: int


@value
class TellWorld:
    """Something happens in the world, whatever the cause (FOR-44)."""

    text: str


@value
class DrawPass:
    """Chance's answer: a number of 1 to 100 for each edge of the pass, in its order (FOR-42, FOR-43)."""

    faces: tuple[int, ...]


# Forecast (FOR-47)


@value
class EstimateDeed:
    """How likely the game masters hold a deed to be, and when the forecast draws it."""

    edge: str
    chance: int
    frequency: str


@value
class CountSessions:
    """How many sessions a scenario lasts, for the forecast."""

    sessions: int
