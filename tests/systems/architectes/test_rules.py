"""Each rule played, by its number."""

from __future__ import annotations

from typing import Any

import pytest

from paravent.core import commands as shared
from paravent.core import events as ev
from paravent.core.cast import eyes_of
from paravent.core.packs import PackError
from paravent.core.rulebook import load
from paravent.core.rules import REGISTRY
from paravent.core.values import CHANCE, Who
from paravent.systems.architectes import SYSTEM
from paravent.systems.architectes import commands as co
from paravent.systems.architectes import events as e
from paravent.systems.architectes.broken_line import ToAct
from paravent.systems.architectes.contest import ToBuy, ToDeclare
from paravent.systems.architectes.creation import ranked_by_fate
from paravent.systems.architectes.model import Side
from paravent.systems.architectes.quality import Quality, quality, winner
from play import LEA, MAUD, NOE, refused
from systems.architectes.arc_table import IN_ORDER, RUBRICS, Table, find, judged, scores


@pytest.fixture
def table() -> Table:
    return Table()


def fight(table: Table, *, destiny: int = 0) -> tuple[Who, Who]:
    """Two swords, score 12 against 10, ready to draw one card each."""
    a = table.player(LEA, "Léa", scores(c12=12), destiny)
    b = table.extra("Garde", 10, weapon="epee")
    table.exchange(a, b, "epee")
    table.will_draw(a)
    return a, b


def test_every_rule_said_to_be_played_is_registered() -> None:
    played = {id for id, r in load(SYSTEM.package).items() if r.status == "jouee"}
    here = {id for id, names in REGISTRY.items() if any(n.startswith(SYSTEM.package) for n in names)}
    assert len(played) == 33
    assert played <= here


# Creation


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
    sheet = SYSTEM.sheet(table.world, lea, _eyes(table, LEA))
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
    assert find(table.draw(lea, 18, 4), e.Revealed).kept == kept


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
    won = find(events, e.Won)
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
    assert find(table.cards(b, 5), e.Won).actor == b


@pytest.mark.parametrize(("mine", "theirs"), [(20, 21), (7, 5)])
def test_arc_21_two_failures_or_a_tie_hit_nobody(table: Table, mine: int, theirs: int) -> None:
    a, b = fight(table)
    table.cards(a, mine)
    assert find(table.cards(b, theirs), e.NobodyWon).sort == "exchange"
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
    assert not any(lea in o.fields[0][1].each() for o in _offers(table, co.OpenTest) if not o.barred)
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
    assert all(o.barred for o in _offers(table, co.OpenTest))


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
    assert [x.actor for x in events if type(x) is e.Judged] == [lea]
    assert find(events, e.Won).loser == guard
    table.cards(guard, 22)
    table.exchange(lea, guard)
    assert [x.kind for x in table.draw(lea, 20)][-2:] == ["NobodyWon", "ContestClosed"]
    assert not any(guard in dict(o.fields)["a"].each() for o in _offers(table, co.OpenExchange))


# Lignes Brisées


def test_arc_40_the_other_may_answer_in_kind(table: Table) -> None:
    a = table.player(LEA, "Léa", scores(c11=12))
    b = table.player(NOE, "Noé", scores(c11=5))
    table.exchange(a, b)
    table.will_draw(b)
    table.discard(a, 11)
    assert table.held() == ["ToDeclare"], "Noé is asked again"
    events = table.discard(b, 11)
    assert judged(events, b) == ("first_critical", -6)
    assert find(events, e.Won).actor == a


def test_arc_40_the_last_card_kills_once_all_is_over(table: Table) -> None:
    a = table.player(LEA, "Léa", scores(c11=12))
    b = table.extra("Garde", 10)
    table.only(a, 11)
    table.exchange(a, b)
    assert "mourra" in table.asking(ToDeclare, a).offer_for("Discard").grave
    table.discard(a, 11)
    assert not table.character(a).dead
    table.cards(b, 20)
    assert not table.character(a).dead
    assert [x.kind for x in table.cards(b, 1)] == ["Wounded", "ContestClosed", "Died"]
    assert table.character(a).dead


def test_arc_40_the_discarder_hit_with_no_card_left(table: Table) -> None:
    a = table.player(LEA, "Léa", scores(c11=1))
    b = table.extra("Garde", 22)
    table.only(a, 11)
    table.exchange(a, b)
    table.discard(a, 11)
    kinds = [x.kind for x in table.cards(b, 11)]
    assert kinds[-4:] == ["Won", "Wounded", "ContestClosed", "Died"]


def test_arc_40_outside_any_test_the_last_card_kills_at_once(table: Table) -> None:
    lea = table.player(LEA, "Léa")
    table.only(lea, 9)
    assert "tue" in table.asking(ToAct, lea).offer_for("ProposeDiscard").grave
    table.do(LEA, co.ProposeDiscard(9, "traverser le désert"))
    assert [x.kind for x in table.gm(co.AllowDiscard())] == ["DiscardAllowed", "Died"]


def test_arc_40_a_proposal_lapses_with_its_card(table: Table) -> None:
    lea = table.player(LEA, "Léa")
    table.do(LEA, co.ProposeDiscard(9, "traverser le désert"))
    table.gm(co.Inflict(lea, 1, ""))
    assert [x.kind for x in table.cards(lea, 9)] == ["Wounded", "DiscardLapsed"]


def test_arc_41_seen_lines_are_written_down(table: Table) -> None:
    table.player(LEA, "Léa")
    table.do(LEA, co.SeeLines("la grille s’ouvrira"))
    assert table.texts(NOE)[-1].endswith("la grille s’ouvrira.")


def test_arc_42_even_the_impossible(table: Table) -> None:
    lea = table.player(LEA, "Léa")
    table.do(LEA, co.ProposeDiscard(1, "courir sur la pluie"))
    table.gm(co.DenyDiscard("pas ce soir"))
    assert table.character(lea).lost == ()
    table.do(LEA, co.ProposeDiscard(1, "courir sur la pluie"))
    assert find(table.gm(co.AllowDiscard()), e.DiscardAllowed).skill_name == "Acrobatie"
    c = table.character(lea)
    assert (c.lost, c.unconscious) == ((1,), False)


# Destiny


def test_arc_50_points_once_a_session_and_closed(table: Table) -> None:
    lea, _ = table.player(LEA, "Léa"), table.extra("Garde")
    assert refused(table, MAUD, co.AwardDestiny((2,))).rule == "ARC-50"
    table.gm(shared.OpenSession())
    assert "d’abord la clore" in refused(table, MAUD, co.AwardDestiny((2,))).why
    table.gm(shared.CloseSession())
    table.gm(co.AwardDestiny((2,)))
    c = table.character(lea)
    assert (c.destiny, c.destiny_gained) == (2, 2)
    assert refused(table, MAUD, co.AwardDestiny((2,))).rule == "ARC-50"


def test_arc_51_points_cards_and_passing(table: Table) -> None:
    lea = table.player(LEA, "Léa", scores(c8=5), destiny=2)
    table.test(lea, 8)
    table.draw(lea, 20)
    assert "raté de 15" in table.prompt(ToBuy, lea)
    table.buy(lea, 18)
    assert judged(table.stop(lea), lea) == ("failure", -13)
    assert table.character(lea).destiny == 1


def test_arc_51_the_loser_chooses_first_then_in_alternation(table: Table) -> None:
    a = table.player(LEA, "Léa", scores(c11=12), destiny=2)
    b = table.player(NOE, "Noé", scores(c11=10), destiny=2)
    table.exchange(a, b)
    table.will_draw(a, b)
    table.cards(a, 3)
    assert find(table.cards(b, 8), e.DestinyOpened).first == b
    table.stop(b)
    table.stop(a)
    assert table.held() == ["ToLose"]
    table.cards(b, 22)
    table.exchange(a, b)
    table.will_draw(a, b)
    table.cards(a, 20)
    # Two failures: the initiator chooses first. A purchase starts the count of refusals anew.
    assert find(table.cards(b, 21), e.DestinyOpened).first == a
    table.stop(a)
    table.buy(b, 2)
    table.stop(a)
    assert find(table.stop(b), e.Won).actor == b


def test_arc_51_who_discards_buys_nothing(table: Table) -> None:
    a = table.player(LEA, "Léa", scores(c11=1), destiny=3)
    b = table.player(NOE, "Noé", scores(c11=22), destiny=0)
    table.exchange(a, b)
    table.discard(a, 11)
    table.will_draw(b)
    events = table.cards(b, 11)
    assert [x.forced for x in events if type(x) is e.Passed] == [True, True]
    assert table.character(a).destiny == 3


def test_arc_52_a_step_exchanges_two_scores(table: Table) -> None:
    lea = table.player(LEA, "Léa", IN_ORDER, destiny=3)
    table.session()
    table.gm(co.AwardDestiny((0,)))
    table.do(LEA, co.Climb(8))
    c = table.character(lea)
    assert (c.score(8), c.score(9), c.destiny) == (9, 8, 2)
    # ARC-53: once for each skill; the one that went down may be raised again; 22 does not climb.
    assert refused(table, LEA, co.Climb(8)).rule == "ARC-52"
    table.do(LEA, co.Climb(9))
    assert table.character(lea).scores == IN_ORDER
    assert refused(table, LEA, co.Climb(22)).field == "skill"


def test_arc_53_again_after_the_next_session(table: Table) -> None:
    lea = table.player(LEA, "Léa", IN_ORDER, destiny=3)
    for score in (9, 10):
        table.session()
        table.gm(co.AwardDestiny((0,)))
        table.do(LEA, co.Climb(8))
        assert table.character(lea).score(8) == score


def test_arc_54_outside_the_window(table: Table) -> None:
    table.player(LEA, "Léa", IN_ORDER, destiny=3)
    assert refused(table, LEA, co.Climb(8)).rule == "ARC-54"
    table.session()
    assert refused(table, LEA, co.Climb(8)).rule == "ARC-54", "closed, but nothing awarded yet"
    table.gm(co.AwardDestiny((0,)))
    table.gm(shared.OpenSession())
    assert refused(table, LEA, co.Climb(8)).rule == "ARC-54"


# What the game masters do


def test_a_contest_can_be_abandoned(table: Table) -> None:
    a, b = fight(table, destiny=1)
    table.cards(a, 20)
    table.gm(shared.Abandon(table.contest.id, "la cloche sonne"))
    assert not table.world.contests
    table.exchange(a, b)


def test_a_secret_test_falls_with_its_character(table: Table) -> None:
    lea = table.player(LEA, "Léa")
    table.only(lea, 4)
    table.test(lea, 8, secrecy="gm")
    table.gm(co.Inflict(lea, 1, ""))
    events = table.act(MAUD, co.LoseCards((4,)), throw=False)
    assert [f.event.kind for f in events] == ["Wounded", "Died", "ContestDropped"]
    assert events[-1].audience == ("mj",)


def test_a_score_is_that_of_the_opening(table: Table) -> None:
    lea = table.player(LEA, "Léa", scores(c8=12))
    table.test(lea, 8, secrecy="gm")
    table.gm(co.CorrectScores(lea, scores(c8=1), "erreur de copie"))
    assert judged(table.cards(lea, 5), lea) == ("success", 7)


def test_corrections_say_why(table: Table) -> None:
    lea, guard = table.player(LEA, "Léa"), table.extra("Garde", 9)
    table.gm(co.CorrectScores(lea, scores(c8=1), "erreur de copie"))
    assert table.character(lea).score(8) == 1
    assert refused(table, MAUD, co.CorrectScores(lea, IN_ORDER, "")).field == "why"
    table.gm(co.CorrectExtra(guard, ((3, 20),), "plus fort"))
    assert table.character(guard).score(3) == 20
    table.gm(co.CorrectIdentity(lea, ("Mireille", *RUBRICS[1:]), "nom retrouvé"))
    assert dict(table.character(lea).identity)["nom"] == "Mireille"
    table.gm(co.Equip(guard, "arc"))
    assert table.character(guard).weapon == "arc"


def test_a_ready_made_character(table: Table) -> None:
    table.gm(co.CreateReadyMade("Sirocco", RUBRICS, IN_ORDER))
    sirocco = table.world.characters[0].actor
    table.do(LEA, shared.TakeActor(sirocco))
    table.test(sirocco, 7)
    table.draw(sirocco, 3)
    assert [w for w in table.waitings() if w.who == CHANCE] == []


def _offers(table: Table, command: type) -> list[Any]:
    return [o for w in table.waitings() for o in w.offers if o.command is command]


def _eyes(table: Table, seat: Who) -> Any:
    return eyes_of(table.game.core, seat)
