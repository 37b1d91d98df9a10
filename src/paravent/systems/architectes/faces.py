"""Cards and characters in words, from the projected state: what a viewer may not know is not there (ARC-01, ARC-04)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paravent.core.rules import rule
from paravent.core.system import Face
from paravent.core.values import Who


@rule("ARC-01", "ARC-12", "ARC-17")
def faces(world: Mapping[str, Any], holder: Who) -> tuple[Face, ...]:
    """Every arcanum; with the holder's scores where the viewer may read the sheet, and the one that is tested."""
    found = _found(world, holder)
    scores, lost = found.get("scores") or [None] * len(world["skills"]), found.get("lost", ())
    tested = {s["skill"] for x in world["contests"] for s in x["sides"] if s["actor"] == holder}

    def state(number: int) -> str:
        return "lost" if number in lost else "own" if number in tested else ""

    return tuple(
        Face(s["number"], s["numeral"], s["arcana"], s["name"], score or None, state(s["number"]))
        for s, score in zip(world["skills"], scores, strict=True)
    )


@rule("ARC-04", "ARC-06")
def about(world: Mapping[str, Any], actor: Who) -> str:
    """The profession of origin and the three best skills."""
    found = _found(world, actor)
    names = [s["name"] for s in world["skills"]]
    best = sorted(zip(found.get("scores", ()), names, strict=False), reverse=True)[:3]
    profession = dict(found.get("identity", ())).get("profession", "")
    return ". ".join(x for x in (profession, ", ".join(name for score, name in best if score)) if x)


def _found(world: Mapping[str, Any], actor: Who) -> Mapping[str, Any]:
    return next((c for c in world["characters"] if c["actor"] == actor), {})
