"""How a game master makes by hand what forces nobody sees do in the open, for the two worlds (FOR-46)."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from paravent.core.commands import ReachMilestone, ThrowDice
from paravent.core.offers import Waiting
from paravent.systems.forces import force_commands as fc
from paravent.systems.forces import force_events as fe
from paravent.systems.forces.graph import eligible
from paravent.systems.forces.passes import ToDraw

NAMES = r"[fsa][0-9a-f]{16}\d*|force_\d+"
"""What forces, their vertices and their edges are called: secrets about one hang together by it."""

FIRST = (fc.OpenForce, fc.ImportForces, ThrowDice)
"""What is done in secret more often than chance would: something unseen then acts, and every sort of secret is kept."""


def behind(world: Any, read: set[str]) -> set[str]:
    """The forces that those aliases stand for."""
    return {f.id for f in world.forces if f.alias in read}


def by_hand(event: Any) -> Any:
    """The command that makes the same open fact; None where there is none."""
    if getattr(event, "shown_cause", ""):
        return None
    match event:
        case fe.ResourceMoved(resource, change):
            return fc.MoveResource(resource, change)
        case fe.WorldTold(text):
            return fc.TellWorld(text)
        case fe.PowerMoved(force, _, change):
            return fc.MovePower(force, change)
        case fe.AlignmentMoved(force, _, alignment):
            return fc.ChooseAlignment(force, alignment)
        case _:
            return None


def stir(world: Any, rng: random.Random) -> Any:
    """A milestone that some open force waits for; None when none does."""
    names = sorted({x.frequency for f in world.forces if f.opened for x in eligible(f) if not x.deed})
    return ReachMilestone(rng.choice(names)) if names else None


def falls(world: Any, w: Waiting, rng: Callable[[str], random.Random]) -> tuple[int, ...] | None:
    """What a pass draws, each edge apart: in both worlds the same edge gets the same number."""
    if not isinstance(w.topic, ToDraw):
        return None
    p = next(p for p in world.underway if p.hidden == w.topic.hidden)
    drawn = p.drawn(secret=w.topic.secret)
    return tuple(rng(f"{x.force}/{x.edge}").randint(1, 100) for x in drawn)
