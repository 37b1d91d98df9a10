"""The worked cases of the rules, card by card."""

from __future__ import annotations

import pytest

from paravent.core.values import Who
from paravent.systems.architectes import commands as co
from paravent.systems.architectes.contest import ToBuy, ToDeclare
from paravent.systems.architectes.contest_events import Won
from paravent.systems.architectes.model import BEFORE_THE_EVENT
from play import LEA, NOE, refused
from systems.architectes.arc_table import Table, find, judged, scores


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.mark.parametrize(
    ("weapon", "skill"),
    [
        ("poings", 11),
        ("couteau", 12),
        ("matraque", 12),
        ("arc", 12),
        ("pistolet", 13),
        ("arme_lourde", 13),
        ("arme_energie", 13),
    ],
)
def test_the_weapon_names_the_fighting_skill(table: Table, weapon: str, skill: int) -> None:
    lea, guard = table.player(LEA, "Léa"), table.extra("Garde")
    table.exchange(lea, guard, weapon)
    assert table.contest.side(lea).skill == skill


def test_a_card_equal_to_the_score_fails(table: Table) -> None:
    lea = table.player(LEA, "Léa", scores(c8=12))
    table.test(lea, 8)
    assert judged(table.draw(lea, 12), lea) == ("failure", 0)


def test_the_own_arcanum_is_a_critical_even_equal_to_the_score(table: Table) -> None:
    lea = table.player(LEA, "Léa", scores(c12=12))
    table.test(lea, 12)
    assert judged(table.draw(lea, 12), lea) == ("first_critical", 0)


def test_score_one_easy(table: Table) -> None:
    lea = table.player(LEA, "Léa", scores(c10=1))
    table.test(lea, 10, "easy")
    assert judged(table.draw(lea, 1, 5), lea) == ("failure", 0)


@pytest.mark.parametrize(("cards", "outcome"), [((20, 21), "first_critical"), ((21, 20), "second_critical")])
def test_a_masked_critical(table: Table, cards: tuple[int, int], outcome: str) -> None:
    lea = table.player(LEA, "Léa", scores(c20=3))
    table.test(lea, 20, "hard")
    assert judged(table.draw(lea, *cards), lea) == (outcome, 3 - 21)


def test_a_deck_of_one_card(table: Table) -> None:
    lea = table.player(LEA, "Léa", scores(c9=9), destiny=1)
    table.only(lea, 7)
    table.test(lea, 9, "hard")
    # One card, no purchase asked (nothing is left to draw), and the test kills nobody.
    assert judged(table.draw(lea, 7), lea) == ("success", 2)
    c = table.character(lea)
    assert (c.deck, c.destiny, c.dead) == ((7,), 1, False)
    assert not table.world.contests


def test_destiny_does_not_revive_the_card_put_aside(table: Table) -> None:
    lea = table.player(LEA, "Léa", scores(c7=11), destiny=2)
    table.test(lea, 7, "hard")
    table.draw(lea, 4, 18)
    assert "raté de 7" in table.prompt(ToBuy, lea)
    table.buy(lea, 10)
    assert "réussi, marge 1" in table.prompt(ToBuy, lea)
    assert judged(table.buy(lea, 7), lea) == ("second_critical", 4)
    assert table.character(lea).destiny == 0


def _fight(table: Table) -> tuple[Who, Who]:
    a = table.player(LEA, "A", scores(c12=4))
    b = table.player(NOE, "B", scores(c11=3), destiny=1)
    table.exchange(a, b, "epee", "poings", "easy", "normal")
    table.will_draw(a, b)
    table.cards(a, 1, 12)
    return a, b


def test_same_rank_the_margin_decides(table: Table) -> None:
    a, b = _fight(table)
    table.cards(b, 20)
    events = table.buy(b, 11)
    assert judged(events, a) == ("second_critical", 3)
    assert judged(events, b) == ("second_critical", -8)
    won = find(events, Won)
    assert (won.actor, won.loser, won.damage) == (a, b, 4)


def test_a_first_card_critical_beats_a_second_card_one(table: Table) -> None:
    _, b = _fight(table)
    table.cards(b, 11)
    events = table.stop(b)
    assert judged(events, b) == ("first_critical", -8)
    assert find(events, Won).actor == b


def test_a_voluntary_discard(table: Table) -> None:
    a = table.player(LEA, "A", scores(c12=12))
    b = table.extra("B", 10, weapon="epee")
    table.only(a, 1, 2, 3, 4, 12, 20)
    table.exchange(a, b, "epee", "epee", "normal", "easy")
    table.discard(a, 12)
    events = table.cards(b, 5, 12)
    assert judged(events, a) == ("first_critical", 0)
    assert judged(events, b) == ("second_critical", 5)
    assert find(events, Won).actor == a
    table.cards(b, 1, 2, 3, 4)
    assert not table.world.contests
    # Next exchange: the discarder takes four more; a discard is no part of a blow.
    table.exchange(a, b, "epee", "epee")
    assert "n’est plus dans le paquet" in refused(table, LEA, co.Discard(12), topic=ToDeclare).why
    table.will_draw(a)
    table.cards(a, 20)
    table.cards(b, 5)
    events = table.cards(a, 1, 2, 3, 4)
    assert [x.kind for x in events] == ["Wounded", "ContestClosed"]
    c = table.character(a)
    assert (c.deck, len(c.lost), c.unconscious, c.score(12)) == ((20,), 16 + 1 + 4, False, 12)


def test_before_the_founding_event_no_discard() -> None:
    table = Table(prologue="oui")
    lea = table.player(LEA, "Léa")
    refusal = refused(table, LEA, co.ProposeDiscard(12, "sauter le canal"))
    assert refusal.rule == "ARC-05"
    assert "pas avant l’événement" in refusal.why
    # In a test, the player draws when they choose, and is told why they may not discard.
    table.test(lea, 12)
    assert table.held() == ["ToDeclare"]
    refusal = refused(table, LEA, co.Discard(12))
    assert (refusal.rule, refusal.why) == ("ARC-05", BEFORE_THE_EVENT)
    assert table.character(lea).lost == ()
    assert judged(table.draw(lea, 22), lea) == ("failure", -10)
    table.gm(co.BreakLine(lea))
    table.test(lea, 12)
    assert judged(table.discard(lea, 12), lea) == ("first_critical", 0)
