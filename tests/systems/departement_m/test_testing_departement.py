"""Tests from their call to their complications (DEM-10 to DEM-15, DEM-23), and what stays secret of them."""

from __future__ import annotations

from typing import Any

import pytest

from paravent.core import commands as shared
from paravent.systems.departement_m import commands as co
from paravent.systems.departement_m import events as e
from paravent.systems.departement_m.odds.dice_pool import dice_pool_law
from play import LEA, MAUD, NOE, SAM, ZOE, Play, refused
from systems.departement_m.dem_table import (
    agent,
    call,
    extra,
    pools,
    scene,
    stock,
    table,
    throw,
    two_agents,
    who,
    world,
)

TERSE = co.SayTest("forme", "combat", 1, False)


def announced(play: Play, focus: str = "", why: str = "") -> None:
    play.act(LEA, co.Announce("Forcer la grille.", (focus, why)))


# What is called (DEM-10, DEM-11)


def test_the_target_is_the_sum_and_stays_as_it_was_called() -> None:
    play = table()
    actor = agent(play)
    call(play, actor)
    play.act(MAUD, co.SetAttribute(actor, "forme", 12))
    [test] = world(play).tests
    assert (test.target, test.expertise) == (13, 3)
    assert throw(play, LEA, "0-0", 13, 14)[-1].successes == 1


@pytest.mark.parametrize("difficulty", [-1, 11, True])
def test_no_difficulty_out_of_the_ordinary(difficulty: Any) -> None:
    play = table()
    actor = agent(play)
    command = co.CallTest(actor, "forme", "combat", difficulty, "", "", "table")
    assert refused(play, MAUD, command).field == "difficulty"


def test_beyond_five_is_called_like_any_other() -> None:
    play = table()
    call(play, agent(play), 10, focus="Lutte")
    rolled = throw(play, LEA, "3-0", 1, 1, 2, 3, 3)[-1]
    assert (rolled.successes, rolled.passed, rolled.excess) == (10, True, 0)


def test_one_action_at_a_time_is_announced_and_it_may_need_no_test() -> None:
    play = table()
    agent(play)
    announced(play)
    assert "déjà annoncé" in refused(play, LEA, co.Announce("Autre chose.", ("", ""))).why
    play.act(MAUD, co.RefuseTest("la grille est ouverte"))
    announced(play)
    assert len(world(play).tests) == 1


# Focuses (DEM-03, DEM-10)


def test_a_claim_says_how_the_focus_serves() -> None:
    play = table()
    agent(play)
    for claim, field in (
        (("Lutte", ""), "claim"),
        (("Échecs", "je pense"), "claim"),
        (("", "rien"), "claim"),
    ):
        assert refused(play, LEA, co.Announce("Forcer la grille.", claim)).field == field
    announced(play, "Lutte", "à l’épaule")
    play.act(MAUD, co.SayTest("forme", "combat", 2, True))
    assert world(play).tests[0].focus == "Lutte"
    refused(play, LEA, co.ClaimFocus("Toits", "et les toits"))  # one serves, no more


def test_nothing_claimed_is_nothing_accepted() -> None:
    play = table()
    agent(play)
    announced(play)
    assert refused(play, MAUD, co.SayTest("forme", "combat", 1, True)).field == "accepted"
    play.act(MAUD, TERSE)
    assert world(play).tests[0].focus == ""


def test_what_was_declined_is_not_claimed_again_and_another_may_be() -> None:
    play = table()
    agent(play)
    announced(play, "Lutte", "à l’épaule")
    _, judged = play.act(MAUD, TERSE)
    test = world(play).tests[0]
    assert judged.event == e.ClaimJudged(test.id, test.actor, "Lutte", False, "")
    assert test.declined == ("Lutte",)
    assert refused(play, LEA, co.ClaimFocus("Lutte", "mais si")).field == "focus"
    play.act(LEA, co.ClaimFocus("Toits", "par le haut"))
    assert refused(play, LEA, co.Throw("0-0")).rule == "TAB-08"
    assert refused(play, LEA, co.AcceptFocus()).rule == "TAB-08"
    play.act(MAUD, co.DeclineFocus("il n’y a pas de toit"))
    refused(play, LEA, co.ClaimFocus("Toits", "si"))
    assert throw(play, LEA, "0-0", 3, 19)[-1].successes == 1


def test_a_focus_accepted_in_play_counts_double_up_to_the_discipline() -> None:
    play = table()
    agent(play)
    announced(play)
    play.act(MAUD, TERSE)
    play.act(LEA, co.ClaimFocus("Lutte", "à l’épaule"))
    play.act(MAUD, co.AcceptFocus())
    assert throw(play, LEA, "0-0", 3, 4)[-1].successes == 3


def test_a_purchase_shown_before_the_claim_is_weighed_on_what_was_asked_then() -> None:
    """The question is another once a focus serves: its chances are."""
    play = table()
    agent(play)
    announced(play)
    play.act(MAUD, TERSE)
    before = [w.topic for w in play.asked(LEA).values() if w.holds]
    play.act(LEA, co.ClaimFocus("Lutte", "à l’épaule"))
    play.act(MAUD, co.AcceptFocus())
    assert before != [w.topic for w in play.asked(LEA).values() if w.holds]
    assert dice_pool_law(2, 13, 3, True) != dice_pool_law(2, 13, 3, False)


# Complications (DEM-14, DEM-23)


def test_each_complication_of_a_throw_has_its_own_fate() -> None:
    play = table(complication_contre_menace="oui")
    call(play, agent(play), 0)
    throw(play, LEA, "1-0", 20, 20, 20)
    assert len({c.id for c in world(play).complications}) == 3
    play.act(MAUD, co.TellComplication("Le fusible saute."))
    play.act(MAUD, co.ConvertComplication())
    scene(play)
    call(play, world(play).characters[0].actor, 0)
    assert [len(world(play).complications), *pools(play)] == [1, 0, 3]
    play.act(MAUD, co.ConvertComplication())
    assert pools(play) == (0, 5)
    assert refused(play, MAUD, co.ConvertComplication()).stale
    play.undo()
    assert len(world(play).complications) == 1


def test_what_was_told_is_not_converted_and_the_other_way_round() -> None:
    for first, then in (
        (co.TellComplication("x"), co.ConvertComplication()),
        (co.ConvertComplication(), co.TellComplication("x")),
    ):
        play = table(complication_contre_menace="oui")
        call(play, agent(play), 0)
        throw(play, LEA, "0-0", 20, 13)
        play.act(MAUD, first)
        assert refused(play, MAUD, then).stale


def test_the_table_without_the_option_and_the_players_convert_nothing() -> None:
    play = table()
    call(play, agent(play), 0)
    throw(play, LEA, "0-0", 20, 13)
    assert refused(play, MAUD, co.ConvertComplication()).stale
    assert refused(play, LEA, co.TellComplication("Tout va bien.")).rule == "TAB-08"
    assert refused(play, MAUD, co.TellComplication(" ")).field == "text"


# Secrets (TAB-14, TAB-15)


@pytest.mark.parametrize(("secrecy", "told"), [("shared", (LEA,)), ("gm", ())])
def test_a_secret_test_is_nothing_to_the_others(secrecy: co.Secrecy, told: tuple[str, ...]) -> None:
    """Not one byte, complications and their telling included: so it buys nothing and earns nothing."""
    play = table(complication_contre_menace="oui")
    lea, _ = two_agents(play)
    stock(play, 3, 3)
    others = [s for s in (LEA, NOE, ZOE, SAM) if s not in told]
    before = [play.sees(s) for s in others]
    call(play, lea, 0, secrecy=secrecy)
    roller = LEA if secrecy == "shared" else MAUD
    for pool in ("1-1", "1-0"):
        assert "TAB-15" in refused(play, roller, co.Throw(pool)).why
    rolled = throw(play, roller, "0-0", 1, 20)[-1]
    assert (rolled.passed, rolled.excess, rolled.kept) == (True, 2, 0)
    refused(play, MAUD, co.ConvertComplication())
    assert [play.sees(s) for s in others] == before
    play.act(MAUD, co.TellComplication("Une ombre."))
    assert [play.sees(s) for s in others] == before
    assert pools(play) == (3, 3)


def test_a_hidden_character_plays_unseen_and_shows_nothing_of_it_when_it_comes_out() -> None:
    play = table(complication_contre_menace="oui")
    agent(play)
    stock(play, 0, 3)
    before = play.sees(LEA)
    guard = extra(play, hidden=True)
    call(play, guard, 0)
    assert "TAB-15" in refused(play, MAUD, co.Throw("1-0")).why
    throw(play, MAUD, "0-0", 1, 20)
    assert play.sees(LEA) == before
    play.act(MAUD, shared.RevealActor(guard))
    assert [c["name"] for c in play.view(LEA)["characters"]] == ["Corvin", "Le Guetteur"]
    assert play.view(LEA)["complications"] == []
    assert play.view(LEA)["last"] is None


def test_what_a_hidden_character_announced_stays_secret_once_it_has_shown_itself() -> None:
    """Nobody saw it announced, so nobody may see it paid for."""
    play = table()
    guard = extra(play, hidden=True)
    stock(play, 0, 3)
    play.act(MAUD, co.Announce("Guetter.", ("", "")))
    play.act(MAUD, shared.RevealActor(guard))
    play.act(MAUD, TERSE)
    assert "TAB-15" in refused(play, MAUD, co.Throw("1-0")).why
    before = play.sees(LEA)
    throw(play, MAUD, "0-0", 1, 20)
    assert play.sees(LEA) == before


def test_a_private_sheet_keeps_its_numbers_behind_a_public_test() -> None:
    play = table()
    actor = agent(play)
    play.act(MAUD, shared.ShareSheet(actor, public=False))
    call(play, actor)
    [theirs] = play.view(NOE)["tests"]
    [mine] = play.view(LEA)["tests"]
    assert "target" not in theirs
    assert mine["target"] == 13
    assert who(play, actor).wished == 75
    assert "wished" not in play.view(NOE)["characters"][0]


def test_a_test_abandoned_costs_nothing() -> None:
    play = table()
    call(play, agent(play))
    stock(play, 2)
    play.act(MAUD, shared.Abandon(world(play).tests[0].id, ""))
    assert (world(play).tests, pools(play)) == ((), (2, 0))


def test_a_test_abandoned_with_its_dice_in_the_air_keeps_what_was_paid() -> None:
    """As anything abandoned does; undo is what gives it back (TAB-06)."""
    play = table()
    actor = agent(play)
    stock(play, 2)
    id = call(play, actor)
    play.act(LEA, co.Throw("2-1"), throw=False)
    play.act(MAUD, shared.Abandon(id, ""))
    assert (world(play).tests, pools(play)) == ((), (1, 1))
    play.undo(play.past()[1].action)
    assert (len(world(play).tests), pools(play)) == (1, (2, 0))


def test_the_facts_of_a_test_in_their_order() -> None:
    play = table()
    agent(play)
    announced(play, "Lutte", "à l’épaule")
    play.act(MAUD, co.SayTest("forme", "combat", 1, True))
    throw(play, LEA, "1-0")
    told = [type(r.event) for r in play.records[-4:]]
    assert told == [e.TestAnnounced, e.TestCalled, e.DicePoolComposed, e.Rolled]
