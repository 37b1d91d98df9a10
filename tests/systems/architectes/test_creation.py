"""How characters come to be: ARC-01 to ARC-09."""

from __future__ import annotations

from paravent.core import commands as shared
from paravent.core import events as ev
from paravent.core.rulebook import load
from paravent.core.rules import REGISTRY
from paravent.systems.architectes import SYSTEM
from paravent.systems.architectes import commands as co
from paravent.systems.architectes.creation import ranked_by_fate
from play import LEA, refused
from systems.architectes.arc_table import IN_ORDER, RUBRICS, Table, eyes, judged


def test_every_rule_said_to_be_played_is_registered() -> None:
    played = {id for id, r in load(SYSTEM.package).items() if r.status == "jouee"}
    here = {id for id, names in REGISTRY.items() if any(n.startswith(SYSTEM.package) for n in names)}
    assert len(played) == 33
    assert played <= here


def test_arc_01_the_excuse_is_worth_22(table: Table) -> None:
    assert (table.world.skills[21].number, table.world.skill_name(22)) == (22, "Santé mentale")
    lea = table.player(LEA, "Léa", IN_ORDER)
    table.test(lea, 21, "hard")
    assert judged(table.draw(lea, 22, 3), lea) == ("failure", -1)


def test_arc_02_each_number_once(table: Table) -> None:
    twice = (1, 1, *range(3, 23))
    refusal = refused(table, LEA, co.ProposeCharacter("Léa", RUBRICS, twice))
    assert (refusal.rule, refusal.field) == ("ARC-02", "scores")
    assert "en double" in refusal.why


def test_arc_03_fate_ranks_what_is_left(table: Table) -> None:
    assert ranked_by_fate((0, 5, 0), (9, 2)) == (9, 5, 2)
    mixed = (22, *(0 for _ in range(20)), 1)
    table.do(LEA, co.ProposeCharacter("Léa", RUBRICS, mixed))
    lea = table.world.characters[0].actor
    table.tell(ev.ActorAccepted(lea))
    assert not table.character(lea).ready
    table.cards(lea, *range(21, 1, -1))
    assert table.character(lea).scores == (22, *range(21, 1, -1), 1)
    assert table.character(lea).ready


def test_arc_04_the_sheet_holds_every_rubric(table: Table) -> None:
    texts = tuple(f"texte {n}" for n in range(len(RUBRICS)))
    table.do(LEA, co.ProposeCharacter("Léa", texts, IN_ORDER))
    lea = table.world.characters[0].actor
    table.tell(ev.ActorAccepted(lea))
    table.gm(co.CorrectDestiny(lea, 2, "départ"))
    assert tuple(text for _, text in table.character(lea).identity) == texts
    sheet = SYSTEM.sheet(table.world, lea, eyes(table, LEA))
    assert sheet is not None
    shown = repr(sheet)
    assert all(text in shown for text in texts)
    assert len(next(b for b in sheet.blocks if type(b).__name__ == "Scores").rows) == 22


def test_arc_05_the_founding_event() -> None:
    table = Table(prologue="oui")
    lea = table.player(LEA, "Léa")
    assert not table.character(lea).broken
    assert refused(table, LEA, co.SeeLines("")).rule == "ARC-41"
    table.gm(co.BreakLine(lea))
    assert table.character(lea).broken
    table.do(LEA, co.SeeLines("une porte"))


def test_arc_05_dropping_the_prologue_breaks_every_line() -> None:
    table = Table(prologue="oui")
    lea = table.player(LEA, "Léa")
    table.gm(shared.SetOption("prologue=non"))
    assert table.character(lea).broken


def test_arc_07_an_extra_has_its_own_deck_and_scores(table: Table) -> None:
    guard = table.extra("Garde", 9, removed=(1, 2), exceptions=((12, 18),), destiny=4)
    c = table.character(guard)
    assert (c.score(12), c.score(3), c.deck, c.destiny, c.broken) == (18, 9, tuple(range(3, 23)), 0, False)
    table.test(guard, 12)
    assert table.held() == ["ToDraw"], "no discard for who is no « Ligne Brisée »"
    table.cards(guard, 20)
    assert not table.held(), "and no Destiny"
    elect = table.extra("Élue", 9, broken=True, destiny=4)
    table.test(elect, 12)
    table.draw(elect, 20)
    assert table.held() == ["ToBuy"]
