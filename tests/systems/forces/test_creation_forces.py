"""The form of a character follows the module, its words included (FOR-01, FOR-02)."""

from __future__ import annotations

from paravent.systems.forces.creation import aspects_offer
from systems.forces.for_table import table, world


def test_an_option_tells_what_it_adds_and_spells_names_as_the_module_does() -> None:
    aspects = dict(aspects_offer(world(table())).fields)["aspects"]
    blood = next(domain for id, _, domain in aspects.fields if id == "sang")
    notes = {o.value: o.note for o in blood.options}
    assert notes["marais"].endswith("Présence −1, Outre-monde +1, Guet +1")
