"""What the table sees of forces, kept from one moment to the next, and what it goes by (FOR-46)."""

from __future__ import annotations

import re
from typing import Any

from paravent.core import commands as shared
from paravent.core.cast import eyes_of
from paravent.core.journal import heads
from paravent.systems.forces import force_commands as fc
from paravent.systems.forces.forcepack import write_forces
from paravent.systems.forces.world import AddPower, shown
from play import LEA, MAUD
from systems.forces.for_table import bring, force, milestone, table, world


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


def test_a_secret_shown_later_leaves_out_the_forces_still_hidden() -> None:
    """One milestone moved two hidden forces, and the one moved the other; only the first is known today."""
    play = table()
    hit = {"a": [], "b": [AddPower("cercle", 2), AddPower("guilde", 1)]}
    bring(play, force("cercle", "ab", [("a", "b", 100, "jalon")]))
    bring(play, force("guilde", hit, [("a", "b", 100, "jalon")]))
    milestone(play)
    action = play.records[-1].action
    play.act(MAUD, shared.RevealSecret(action))
    assert not {"guilde", "cercle"} & set(re.findall(r"\w+", play.sees(LEA))), "neither is known yet"
    play.act(MAUD, fc.SetVisibility("guilde", "total"))
    for _ in range(2):
        assert action in {p.action for p in play.past() if p.secret}
        play.act(MAUD, shared.RevealSecret(action))
        assert "cercle" not in play.sees(LEA)
        assert [x for x in play.texts(LEA) if "nom b" in x] == ["Force guilde\N{NO-BREAK SPACE}: nom b."], (
            "once"
        )
    assert "Puissance de Force guilde\N{NO-BREAK SPACE}: 6 (+1)." in play.texts(LEA)
    play.act(MAUD, fc.SetVisibility("cercle", "partial"))
    play.act(MAUD, shared.RevealSecret(action))
    texts = play.texts(LEA)
    assert [x[:12] for x in texts if "nom b" in x] == ["Force guilde", "Force cercle"]
    assert action not in {p.action for p in play.past() if p.secret}
    assert [x for x in play.texts(MAUD) if "révélé" in x] == [
        "Rien n’est révélé\N{NO-BREAK SPACE}: ce geste ne dit que ce que la table doit encore ignorer.",
        "Un secret est révélé à la table, en partie.",
        "Rien n’est révélé\N{NO-BREAK SPACE}: ce geste ne dit que ce que la table doit encore ignorer.",
        "Un secret est révélé à la table, en partie.",
    ]
    for seat in (LEA, MAUD):
        eyes = eyes_of(play.game.core, seat)
        counted = heads(play.records, play.records)
        assert sum(n for head, n in counted.items() if head.shown(eyes)) == len(play.lines(seat))
