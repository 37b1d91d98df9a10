"""The field that forces written in TOML are pasted into (FOR-48)."""

from __future__ import annotations

from typing import Any

from paravent.core.domains import Pick, Text
from paravent.core.packs import PackError
from paravent.core.values import value
from paravent.systems.forces.forcepack import read_forces

PROBLEMS_TOLD = 6


@value
class ForcesText(Text):
    """Forces written in TOML; refused with every problem they have (FOR-48)."""

    known: tuple[str, ...] = ()

    def why_not(self, v: Any) -> str | None:
        if (why := Text.why_not(self, v)) is not None:
            return why
        try:
            read_forces(v, self.known)
        except PackError as error:
            more = len(error.problems) - PROBLEMS_TOLD
            told = "\N{NO-BREAK SPACE}; ".join(error.problems[:PROBLEMS_TOLD])
            return told + (f"\N{NO-BREAK SPACE}; et {more} autres" if more > 0 else "")
        return None

    def pick(self, pick: Pick, budget: int) -> str:
        id = next(f"force_{n}" for n in range(len(self.known) + 1) if f"force_{n}" not in self.known)
        return SAMPLE.replace("ID", id)


SAMPLE = """[[forces]]
id = "ID"
nom = "Les Veilleurs"
puissance = 4
visibilite = "cachee"
[[forces.sommets]]
id = "depart"
etiquette = "Départ"
initial = true
effets = [{ ressource = "vivres", ajoute = 2 }]
[[forces.sommets]]
id = "suite"
etiquette = "Suite"
effets = [{ puissance = 1 }, { ressource = "vivres", ajoute = -1 }]
[[forces.sommets]]
id = "issue"
etiquette = "Issue"
effets = [{ recit = "Un feu s’éteint sur la crête." }]
[[forces.aretes]]
de = "depart"
vers = "suite"
chance = 90
frequence = "début de séance"
[[forces.aretes]]
de = "suite"
vers = "issue"
chance = 90
[[forces.aretes]]
de = "depart"
vers = "issue"
agissement = "Quelqu’un a veillé."
"""
