"""Stress, madness, corruption on the engine: their bounds, their order, who plays whom (FOR-24, FOR-25)."""

from __future__ import annotations

import pytest

from paravent.core import commands as shared
from paravent.core.values import GM
from paravent.systems.forces import commands as co
from paravent.systems.forces.pack import shipped_pack
from paravent.systems.forces.prompts import prompt
from play import LEA, MAUD, NOE, refused
from systems.forces.for_table import call, character, extra, kinds, table, throw, who, world


def test_stress_weighs_from_five_and_from_eight_and_is_fixed_when_judged() -> None:
    play = table(stress="oui")
    lea = character(play)
    bonuses = []
    for points in (4, 1, 2, 1, 1):
        play.act(MAUD, co.InflictStress(lea, points, ""))
        call(play, lea)
        bonuses.append((who(play, lea).stress, world(play).tests[-1].bonus))
        play.act(MAUD, co.SetStress(lea, 0, "essai") if points == 9 else co.RestScene((lea,)))
        assert world(play).tests[-1].bonus == bonuses[-1][1], "rest does not touch a test judged before"
        play.act(MAUD, co.SetStress(lea, bonuses[-1][0], "essai"))
        throw(play, LEA, (3, 3))
    clear = bonuses[0][1]
    assert bonuses == [(4, clear), (5, clear - 1), (7, clear - 1), (8, clear - 2), (9, clear - 2)]


def test_stress_counts_for_nothing_where_the_table_plays_without_it() -> None:
    play = table(stress="oui")
    lea = character(play)
    play.act(MAUD, co.InflictStress(lea, 9, ""))
    play.act(MAUD, shared.SetOption("stress=non"))
    call(play, lea)
    bonus = world(play).tests[-1].bonus
    play.act(MAUD, shared.SetOption("stress=oui"))
    throw(play, LEA, (3, 3))
    call(play, lea)
    assert world(play).tests[-1].bonus == bonus - 2


def test_a_rest_never_goes_under_zero_and_concerns_whom_it_names() -> None:
    play = table(stress="oui")
    lea, guard = character(play), extra(play)
    for actor, points in ((lea, 1), (guard, 3)):
        play.act(MAUD, co.InflictStress(actor, points, ""))
    play.act(MAUD, co.RestScene((lea,)))
    assert (who(play, lea).stress, who(play, guard).stress) == (0, 3)


def test_madness_is_drawn_from_the_list_once_and_the_gauge_falls_back_to_five() -> None:
    play = table(stress="oui")
    lea = character(play)
    play.act(MAUD, co.InflictStress(lea, 9, ""))
    play.act(MAUD, co.InflictStress(lea, 10, "le puits"), dice=[(2,)])
    assert who(play, lea).stress == 5, "what is beyond ten is lost"
    assert who(play, lea).madness == (shipped_pack("sorcellerie").madness[1],)
    play.act(MAUD, co.LiftMadness(lea, who(play, lea).madness[0]))
    assert (who(play, lea).stress, who(play, lea).madness) == (5, ())


def test_a_rest_is_for_somebody() -> None:
    """Before anybody plays, and while the only one there is goes mad: refused, and the table stands."""
    play = table(stress="oui")

    def nobody() -> None:
        refusal = refused(play, MAUD, co.RestScene(()), throw=False)
        assert (refusal.rule, refusal.why) == ("FOR-24", "personne n’est en état de se reposer")

    nobody()
    lea = character(play)
    assert refused(play, MAUD, co.RestScene(())).field == "actors"
    play.act(MAUD, co.InflictStress(lea, 10, ""), throw=False)
    nobody()
    play.act(LEA, co.DrawMadness((1,)), throw=False)
    play.act(MAUD, co.RestScene((lea,)))
    assert who(play, lea).stress == 3


def test_while_a_madness_is_drawn_its_gauge_waits() -> None:
    play = table(stress="oui")
    lea = character(play)
    play.act(MAUD, co.InflictStress(lea, 10, ""), throw=False)
    assert who(play, lea).stress == 10
    for command in (co.InflictStress(lea, 1, ""), co.SetStress(lea, 1, "x"), co.RestScene((lea,))):
        refused(play, MAUD, command, throw=False)
    play.act(MAUD, shared.SetOption("stress=non"), throw=False)
    play.act(LEA, co.DrawMadness((1,)), throw=False)
    assert (who(play, lea).stress, len(who(play, lea).madness)) == (5, 1)


def test_a_draw_of_madness_may_be_given_up() -> None:
    play = table(stress="oui")
    lea = character(play)
    play.act(MAUD, co.InflictStress(lea, 10, ""), throw=False)
    offer = next(o for w in play.asked(MAUD).values() for o in w.offers if o.command is shared.Abandon)
    play.act(MAUD, offer.pick(lambda n: 0), throw=False)
    assert not world(play).breaking
    assert (who(play, lea).stress, who(play, lea).madness) == (5, ())
    play.act(MAUD, co.InflictStress(lea, 1, ""), throw=False)
    assert who(play, lea).stress == 6


@pytest.mark.parametrize(
    ("to", "marks", "taken"), [(3, 0, False), (4, 1, False), (6, 1, False), (7, 2, False), (10, 3, True)]
)
def test_marks_at_four_seven_and_ten(to: int, marks: int, taken: bool) -> None:
    play = table(corruption="oui")
    lea = character(play)
    facts = kinds(play.act(MAUD, co.SetCorruption(lea, to, "essai")))
    assert len(who(play, lea).marks) == marks
    assert ("TakenOver" in facts) == taken == world(play).taken(lea)
    play.act(MAUD, co.SetCorruption(lea, 0, "essai"))
    play.act(MAUD, co.SetCorruption(lea, to, "essai"))
    assert len(who(play, lea).marks) == marks, "a mark once left is not left again"


def test_the_table_is_told_each_time_corruption_takes_a_player_s_character() -> None:
    play = table(corruption="oui")
    lea, guard = character(play), extra(play)
    facts = [kinds(play.act(MAUD, co.SetCorruption(lea, to, "essai"))) for to in (10, 10, 9, 10)]
    assert [told.count("TakenOver") for told in facts] == [1, 0, 0, 1]
    assert "TakenOver" not in kinds(play.act(MAUD, co.SetCorruption(guard, 10, "essai")))
    assert len(who(play, guard).marks) == 3


def test_corruption_once_a_test_by_a_player_only_and_never_past_ten() -> None:
    play = table(corruption="oui")
    lea, guard = character(play), extra(play)
    call(play, guard, 30)
    throw(play, MAUD, (2, 3))
    assert not world(play).tests, "nobody is tempted for a game master's character"
    call(play, lea, 30)
    throw(play, LEA, (2, 3))
    refused(play, NOE, co.TakeCorruption())
    refused(play, MAUD, co.TakeCorruption())
    play.act(LEA, co.TakeCorruption())
    refused(play, LEA, co.TakeCorruption())
    play.act(MAUD, co.SetCorruption(lea, 10, "essai"))
    call(play, lea, 30)
    throw(play, MAUD, (2, 3))
    assert not world(play).tests


def test_a_player_may_decline() -> None:
    play = table(corruption="oui")
    lea = character(play)
    call(play, lea, 12)
    throw(play, LEA, (2, 3))
    total = sum((2, 3)) + world(play).tests[-1].bonus
    play.act(LEA, co.StayPure())
    last = world(play).last
    assert last
    assert last.verdict
    assert (last.verdict.total, who(play, lea).corruption) == (total, 0)


def test_the_temptation_of_a_test_begun_with_it_outlives_the_option() -> None:
    play = table(corruption="oui")
    lea = character(play)
    call(play, lea, 30)
    play.act(MAUD, shared.SetOption("corruption=non"))
    throw(play, LEA, (2, 3))
    play.act(LEA, co.TakeCorruption())
    assert who(play, lea).corruption == 1
    call(play, lea, 30)
    throw(play, LEA, (2, 3))
    assert not world(play).tests


def test_a_character_taken_over_is_played_by_the_game_masters_its_sheet_still_read_by_its_player() -> None:
    play = table(corruption="oui")
    lea = character(play)
    play.act(LEA, co.Announce("Fuir", "lutte", ""))
    play.act(MAUD, co.Judge("force", 12, 0, 0))
    play.act(MAUD, co.SetCorruption(lea, 10, "essai"))
    refused(play, LEA, co.LetFall())
    throw(play, MAUD, (2, 3))
    assert '"aptitude_points"' in play.sees(LEA)
    assert world(play).speaker(lea) == GM
    play.act(MAUD, co.GrantLevel(lea))
    refused(play, LEA, co.Raise("lutte"))
    play.act(MAUD, co.SetCorruption(lea, 9, "rachetée"))
    play.act(LEA, co.Raise("lutte"))


@pytest.mark.parametrize(
    ("dice", "asked"),
    [
        (
            (3, 1),
            "fait 7 contre 8 : échec simple. Un point de corruption (+2) en ferait une réussite simple. On le prend ?",
        ),
        (
            (6, 5),
            "fait 14 contre 8 : réussite éclatante. Un point de corruption n’y changerait rien."
            " Le prendre quand même ?",
        ),
    ],
)
def test_the_temptation_says_what_it_would_change(dice: tuple[int, int], asked: str) -> None:
    play = table(corruption="oui", degres="oui")
    call(play, character(play), difficulty=8)
    throw(play, LEA, dice)
    w = next(w for w in play.waitings() if w.who != GM and w.holds)
    words = prompt(world(play), w, lambda who: "Brune").replace("\N{NO-BREAK SPACE}", " ")
    assert words == f"Brune {asked}"
