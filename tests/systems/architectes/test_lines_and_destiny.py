"""Broken Lines, Destiny, progress, and what game masters do: ARC-40 to ARC-54."""

from __future__ import annotations

from paravent.core import commands as shared
from paravent.core.values import CHANCE
from paravent.systems.architectes import commands as co
from paravent.systems.architectes import contest_events as ce
from paravent.systems.architectes import events as e
from paravent.systems.architectes.broken_line import ToAct
from paravent.systems.architectes.contest import ToBuy, ToDeclare
from play import LEA, MAUD, NOE, refused
from systems.architectes.arc_table import IN_ORDER, RUBRICS, Table, fight, find, judged, scores

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
    assert find(events, ce.Won).actor == a


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
    assert "d’abord clore la séance" in refused(table, MAUD, co.AwardDestiny((2,))).why
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
    assert find(table.cards(b, 8), ce.DestinyOpened).first == b
    table.stop(b)
    table.stop(a)
    assert table.held() == ["ToLose"]
    table.cards(b, 22)
    table.exchange(a, b)
    table.will_draw(a, b)
    table.cards(a, 20)
    # Two failures: the initiator chooses first. A purchase starts the count of refusals anew.
    assert find(table.cards(b, 21), ce.DestinyOpened).first == a
    table.stop(a)
    table.buy(b, 2)
    table.stop(a)
    assert find(table.stop(b), ce.Won).actor == b


def test_arc_51_who_discards_buys_nothing(table: Table) -> None:
    a = table.player(LEA, "Léa", scores(c11=1), destiny=3)
    b = table.player(NOE, "Noé", scores(c11=22), destiny=0)
    table.exchange(a, b)
    table.discard(a, 11)
    table.will_draw(b)
    events = table.cards(b, 11)
    assert [x.forced for x in events if type(x) is ce.Passed] == [True, True]
    assert table.character(a).destiny == 3


def test_arc_52_a_step_exchanges_two_scores(table: Table) -> None:
    lea = table.player(LEA, "Léa", IN_ORDER, destiny=3)
    table.session()
    table.gm(co.AwardDestiny((0,)))
    table.do(LEA, co.Climb(8))
    c = table.character(lea)
    assert (c.score(8), c.score(9), c.destiny) == (9, 8, 2)
    # ARC-53: once for each skill; the one that went down may be raised again; 22 does not climb.
    again = refused(table, LEA, co.Climb(8))
    assert (again.rule, again.field) == ("ARC-53", "skill")
    assert "ne monte que d’un cran entre deux séances" in again.why
    table.do(LEA, co.Climb(9))
    assert table.character(lea).scores == IN_ORDER
    assert "rien n’est classé au-dessus" in refused(table, LEA, co.Climb(22)).why


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
