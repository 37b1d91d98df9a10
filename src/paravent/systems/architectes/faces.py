"""The twenty-two cards in words, as a viewer knows them (ARC-01)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paravent.core.rules import rule
from paravent.core.system import Face
from paravent.core.values import Who


@rule("ARC-01", "ARC-17")
def faces(world: Mapping[str, Any], holder: Who) -> tuple[Face, ...]:
    """Every arcanum from the projected state; with the holder's scores where the viewer may read the sheet."""
    found = next((c for c in world["characters"] if c["actor"] == holder), None) or {}
    scores, lost = found.get("scores") or [None] * len(world["skills"]), found.get("lost", ())
    return tuple(
        Face(
            s["number"],
            s["numeral"],
            s["arcana"],
            s["name"],
            score or None,
            "lost" if s["number"] in lost else "",
        )
        for s, score in zip(world["skills"], scores, strict=True)
    )
