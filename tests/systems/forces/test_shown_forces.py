"""What the table sees of forces, kept from one moment to the next, and what it goes by (FOR-46)."""

from __future__ import annotations

from typing import Any

from paravent.core import commands as shared
from paravent.systems.forces import force_commands as fc
from paravent.systems.forces.forcepack import write_forces
from paravent.systems.forces.world import AddPower, shown
from play import MAUD
from systems.forces.for_table import bring, force, table, world


def test_what_the_table_sees_is_told_anew_only_of_what_changed() -> None:
    """Step after step, what is kept of the moment before is what would be told from nothing."""
    play = table()
    both = {"a": [], "b": [AddPower("deux", 1)], "c": [AddPower("trois", 1), AddPower("un", 2)]}
    arrows = [("a", "b", 100, "jalon"), ("b", "c", 100, "jalon")]
    bring(
        play,
        force("un", both, arrows, visibility="total"),
        force("deux", both, arrows, visibility="partial"),
        force("trois", both, arrows),
    )
    steps: tuple[Any, ...] = (
        shared.ReachMilestone("jalon"),
        fc.SetVisibility("trois", "total"),
        shared.ReachMilestone("jalon"),
        fc.SetVisibility("deux", "hidden"),
        fc.MovePower("un", 3),
        fc.SetVisibility("deux", "partial"),
        fc.ShowPhilosophy("deux"),
        fc.AddVertex("D", "", ""),
    )
    for n, command in enumerate(steps):
        before = world(play)
        play.act(MAUD, command)
        now = world(play)
        assert now.shown == shown(now.forces), n
        if isinstance(command, fc.MovePower):
            kept = [s for s in now.shown if any(s is x for x in before.shown)]
            assert [s.name for s in kept] == ["Force trois"]
    play.undo()
    assert world(play).shown == shown(world(play).forces)


def test_what_a_force_goes_by_does_not_tell_what_came_in_the_same_file() -> None:
    """A rank in it once told how many others, hidden ones, came before."""
    told = []
    guild = force("guilde", "a", visibility="total")
    for file in ((guild,), (force("cercle", "a"), guild), (guild, force("ombre", "a"))):
        play = table()
        play.act(MAUD, fc.ImportForces(write_forces(file)), id="import")
        if world(play).at_hand != "guilde":
            play.act(MAUD, fc.TakeUpForce("guilde"))
        play.act(MAUD, fc.OpenForce())
        told.append([s.id for s in world(play).shown])
    assert told[0] == told[1] == told[2]
    play = table()
    bring(play, guild, force("ligue", "a", visibility="total"))
    assert len({s.id for s in world(play).shown}) == 2
