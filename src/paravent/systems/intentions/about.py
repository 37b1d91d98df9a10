"""Who a character is, in one line, from what a viewer may read of the sheet (INT-37)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paravent.core.french import listed
from paravent.core.rules import rule
from paravent.core.values import Who


@rule("INT-20", "INT-30", "INT-37", "INT-38")
def about(world: Mapping[str, Any], actor: Who) -> str:
    """« Peupletit. Athlétisme et Combat (pugilat). Héroïsme »: the species, the skills, the traits."""
    found: Mapping[str, Any] = next((c for c in world["characters"] if c["actor"] == actor), {})
    named = dict(world["traits_named"])
    skills = [s["name"] for s in found.get("skills", ())]
    traits = [named.get(id, id) for id, _ in found.get("traits", ())]
    parts = ([found.get("species", "")], skills, traits)
    return ". ".join(listed(p) for p in parts if any(p))
