"""Tests and combat: ARC-10 to ARC-29."""

from __future__ import annotations

from typing import Any

import pytest

from paravent.core.packs import PackError
from paravent.core.values import Who
from paravent.systems.architectes import SYSTEM
from paravent.systems.architectes import commands as co
from paravent.systems.architectes import contest_events as ce
from paravent.systems.architectes import events as e
from paravent.systems.architectes.broken_line import ToAct
from paravent.systems.architectes.model import Side
from paravent.systems.architectes.quality import Quality, quality, winner
from play import LEA, MAUD, refused
from systems.architectes.arc_table import IN_ORDER, Table, fight, find, judged, offers, scores

# Tests


@pytest.mark.parametrize(("card", "outcome"), [(11, "success"), (12, "failure"), (13, "failure")])
def test_arc_10_strictly_below(table: Table, card: int, outcome: str) -> None:
    lea = table.player(LEA, "Léa", scores(c8=12))
    table.test(lea, 8)
    assert judged(table.draw(lea, card), lea) == (outcome, 12 - card)


@pytest.mark.parametrize(("ease", "kept"), [("easy", 4), ("hard", 18)])
def test_arc_11_two_cards(table: Table, ease: Any, kept: int) -> None:
    lea = table.player(LEA, "Léa")
    table.test(lea, 8, ease)
    assert find(table.draw(lea, 18, 4), ce.Revealed).kept == kept


def test_arc_12_a_critical_whatever_the_kept_card(table: Table) -> None:
    lea = table.player(LEA, "Léa", scores(c20=3))
    table.test(lea, 20, "hard")
    assert judged(table.draw(lea, 21, 20), lea) == ("second_critical", -18)


def test_arc_13_and_18_drawn_cards_go_back_before_any_other_draw(table: Table) -> None:
    a, b = fight(table)
    table.cards(a, 5)
    table.cards(b, 20)
    assert table.character(b).deck == IN_ORDER
    assert find(table.cards(b, 20, 1, 2, 3), e.Wounded).cards == (20, 1, 2, 3)


def test_arc_14_without_replacement_and_as_many_as_there_are(table: Table) -> None:
    lea = table.player(LEA, "Léa")
    table.only(lea, 7)
    table.test(lea, 8, "easy")
    table.will_draw(lea)
    assert table.asking_cards(lea) == ((7,), 1)
    table.cards(lea, 7)
    table.gm(co.Heal(lea, (9,)))
    table.test(lea, 8, "easy")
    table.will_draw(lea)
    assert "deux fois" in refused(table, MAUD, co.Draw((7, 7))).why


def test_arc_15_the_margin() -> None:
    side = Side(Who("a"), 8, "Investigation", 12, declared="draw")
    assert quality(Side(side.actor, 8, "", 12, declared="draw", drawn=(15,))).margin == -3
    assert quality(Side(side.actor, 20, "", 3, declared="draw", drawn=(20,))) == Quality(3, -17)


def test_arc_16_an_opposition_hurts_nobody(table: Table) -> None:
    a, b = table.player(LEA, "Léa", scores(c4=15)), table.extra("Garde", 10)
    table.gm(co.OpenOpposition(a, b, 4, 14, "normal", "easy", "table"))
    table.will_draw(a)
    table.cards(a, 6)
    events = table.cards(b, 9, 12)
    won = find(events, ce.Won)
    assert (won.actor, won.sort) == (a, "opposition")
    assert not table.world.contests
    assert not table.character(b).lost


def test_arc_17_a_lost_card_keeps_the_score(table: Table) -> None:
    lea = table.player(LEA, "Léa", scores(c12=12))
    table.only(lea, 1, 2, 3)
    table.test(lea, 12)
    assert judged(table.draw(lea, 3), lea) == ("success", 9)


# Combat


def test_arc_20_the_weapon_held_is_the_default(table: Table) -> None:
    a, b = table.player(LEA, "Léa"), table.extra("Garde", 10, weapon="pistolet")
    table.exchange(a, b)
    sides = [(s.weapon, s.skill, s.damage) for s in table.contest.sides]
    assert sides == [("Poings", 11, 1), ("Pistolet", 13, 5)]


def test_arc_21_the_best_margin_hits(table: Table) -> None:
    a, b = fight(table)
    table.cards(a, 9)
    assert find(table.cards(b, 5), ce.Won).actor == b


@pytest.mark.parametrize(("mine", "theirs"), [(20, 21), (7, 5)])
def test_arc_21_two_failures_or_a_tie_hit_nobody(table: Table, mine: int, theirs: int) -> None:
    a, b = fight(table)
    table.cards(a, mine)
    assert find(table.cards(b, theirs), ce.NobodyWon).sort == "exchange"
    assert not table.world.contests


def test_arc_22_a_critical_beats_any_success() -> None:
    assert winner(Quality(1, 20), Quality(2, -15)) == 1


def test_arc_23_two_criticals() -> None:
    assert winner(Quality(3, -10), Quality(2, 15)) == 0
    assert winner(Quality(3, -10), Quality(3, -9)) == 1
    assert winner(Quality(2, 4), Quality(2, 4)) is None


def test_arc_24_at_most_what_is_left(table: Table) -> None:
    lea = table.player(LEA, "Léa")
    table.only(lea, 1, 2, 3)
    table.gm(co.Inflict(lea, 2, "chute"))
    assert find(table.cards(lea, 3, 1), e.Wounded).cards == (3, 1)
    table.gm(co.Inflict(lea, 9, "chute"))
    assert table.asking_cards(lea) == ((2,), 1)


def test_arc_25_five_cards_at_one_blow(table: Table) -> None:
    lea = table.player(LEA, "Léa")
    for cards in ((1, 2, 3, 4), (5, 6, 7, 8, 9)):
        table.gm(co.Inflict(lea, len(cards), ""))
        table.cards(lea, *cards)
        assert table.character(lea).unconscious == (len(cards) == 5)
    assert "sans connaissance" in refused(table, LEA, co.ProposeDiscard(20, "se relever")).why
    assert not any(lea in o.fields[0][1].each() for o in offers(table, co.OpenTest) if not o.barred)
    table.gm(co.Wake(lea))
    table.test(lea, 8)


def test_arc_25_death_comes_first(table: Table) -> None:
    lea = table.player(LEA, "Léa")
    table.only(lea, 1, 2, 3)
    table.gm(co.Inflict(lea, 5, ""))
    assert [x.kind for x in table.cards(lea, 1, 2, 3)] == ["Wounded", "Died"]
    assert not table.character(lea).unconscious


def test_arc_26_the_dead_do_nothing(table: Table) -> None:
    lea = table.player(LEA, "Léa")
    table.only(lea, 1)
    table.gm(co.Inflict(lea, 1, ""))
    table.cards(lea, 1)
    assert not [w for w in table.waitings() if type(w.topic) is ToAct]
    assert all(o.barred for o in offers(table, co.OpenTest))


def test_arc_27_damage_out_of_range_is_refused() -> None:
    text = SYSTEM.default_pack().replace('"degats":16', '"degats":23')
    with pytest.raises(PackError, match="22 au plus"):
        SYSTEM.read_pack(text)
    assert SYSTEM.read_pack(SYSTEM.default_pack()) == SYSTEM.default_pack()


def test_arc_28_cards_given_back_chosen_or_at_random(table: Table) -> None:
    lea = table.player(LEA, "Léa")
    table.only(lea, *range(5, 23))
    table.gm(co.Heal(lea, (2, 4)))
    assert table.character(lea).lost == (1, 3)
    table.gm(co.HealAtRandom(lea, 1))
    table.cards(lea, 3)
    assert table.character(lea).lost == (1,)
    table.gm(co.Inflict(lea, 22, ""))
    table.cards(lea, *range(2, 23))
    assert "irréversible" in refused(table, MAUD, co.Heal(lea, (2,))).why


def test_arc_29_against_an_unconscious_one_a_success_hits(table: Table) -> None:
    lea, guard = table.player(LEA, "Léa", scores(c11=12)), table.extra("Garde", 22)
    table.gm(co.Inflict(guard, 5, "explosion"))
    table.cards(guard, 1, 2, 3, 4, 5)
    table.exchange(lea, guard)
    events = table.draw(lea, 10)
    assert [x.actor for x in events if type(x) is ce.Judged] == [lea]
    assert find(events, ce.Won).loser == guard
    table.cards(guard, 22)
    table.exchange(lea, guard)
    assert [x.kind for x in table.draw(lea, 20)][-2:] == ["NobodyWon", "ContestClosed"]
    assert not any(guard in dict(o.fields)["a"].each() for o in offers(table, co.OpenExchange))


def test_arc_28_nothing_is_given_back_while_nothing_is_lost(table: Table) -> None:
    lea = table.player(LEA, "Léa")
    assert {o.barred for k in (co.Heal, co.HealAtRandom) for o in offers(table, k)} == {
        "aucune carte n’est perdue"
    }
    table.gm(co.Inflict(lea, 1, ""))
    table.cards(lea, 4)
    assert not any(o.barred for k in (co.Heal, co.HealAtRandom) for o in offers(table, k))
