"""TAB-17 with the option « prologue »: a test under way is finished as it was opened."""

from __future__ import annotations

from typing import Any

from paravent.core import commands as shared
from paravent.systems.architectes import commands as co
from paravent.systems.architectes.contest import ToDeclare
from play import LEA, refused

from .arc_table import Table


def without_prologue(table: Table) -> list[Any]:
    return table.gm(shared.SetOption("prologue=non"))


def test_ending_the_prologue_breaks_every_line_but_leaves_a_test_as_it_was_opened() -> None:
    table = Table(prologue="oui")
    iris = table.player(LEA, "Iris", destiny=2)
    table.test(iris, 12)
    before = table.contest
    assert not before.sides[0].may_discard
    without_prologue(table)
    assert table.character(iris).broken
    assert table.contest == before
    assert refused(table, LEA, co.Discard(12))


def test_beginning_one_leaves_the_side_that_could_discard_able_to() -> None:
    table = Table(prologue="non")
    iris = table.player(LEA, "Iris")
    table.test(iris, 12)
    before = table.contest
    assert before.sides[0].may_discard
    table.gm(shared.SetOption("prologue=oui"))
    assert table.contest == before
    # Whoever is a « Ligne Brisée » stays one; only those who come next begin without.
    assert table.character(iris).broken
    table.speak(ToDeclare, iris, co.Discard(12))
    assert table.character(iris).lost == (12,)
