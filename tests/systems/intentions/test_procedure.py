"""Tests as they are announced, judged and thrown (INT-03, INT-11, INT-12, INT-21, INT-22, INT-25, INT-31, INT-35)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from paravent.core.describe import describe_domain
from paravent.core.domains import OneOf
from paravent.core.values import Who
from paravent.systems.intentions import SYSTEM
from paravent.systems.intentions import commands as co
from paravent.systems.intentions.criticals import ToAgree
from paravent.systems.intentions.testing import ToThrow
from play import LEA, MAUD, NOE, Play, refused
from systems.intentions.int_table import someone, table, who

NONE = (0, 0, 0, 0, 0, 0)


def announce(
    play: Play, skill: str, *more: tuple[str, bool], potion: bool = False, knowledge: str = ""
) -> None:
    play.act(LEA, co.Announce("Je tente.", skill, more, NONE, potion, knowledge))


def call(
    play: Play, actor: Who, skill: str, at: int = 4, *, helps: co.Sources = (), hinders: co.Sources = ()
) -> str:
    """A public test called by the game master, by its id."""
    play.act(MAUD, co.CallTest(actor, skill, at, helps, hinders, "table"))
    id: str = play.game.world.tests[-1].id
    return id


def test_an_initiate_s_skill_one_has_not_is_out_of_what_one_may_announce() -> None:
    play = table()
    someone(play, skills=(("invocation", "feu"), ("perspicacite", "")))
    [(_, offer)] = play.offers(LEA, "Announce")
    skills = dict(offer.fields)["skill"]
    assert isinstance(skills, OneOf)
    assert "invocation/feu" in skills.each()
    out = {o.value: o.note for o in skills.out}
    assert "invocation/eau" in out
    assert "divination" in out
    assert "invocation/feu" not in out
    assert all("INT-22" in note for note in out.values())
    assert {o["id"] for o in describe_domain(skills)["out"]} == set(out)
    for doomed in (
        co.Announce("x", "divination", (), NONE, False, ""),
        co.Announce("x", "perspicacite", (("divination", False),), NONE, False, ""),
    ):
        assert "impossible" in refused(play, LEA, doomed).why


def test_the_game_masters_may_call_a_domain_that_a_character_made_its_own() -> None:
    play = table()
    actor = someone(play, skills=(("artisanat", "Horlogerie"), ("perspicacite", "")))
    call(play, actor, "artisanat/horlogerie")
    [test] = play.game.world.tests
    assert (test.bonus, test.mode) == (1, "normal")
    assert "Artisanat (Horlogerie)" in play.texts(MAUD)[-2]


def test_every_source_is_told_with_why_it_does_not_count() -> None:
    play = table()
    someone(play, skills=(("athletisme", ""), ("perception", "")))
    announce(
        play,
        "athletisme",
        ("perspicacite", True),
        ("persuasion", False),
        potion=True,
        knowledge="Les plantes",
    )
    assert "Persuasion (sans risque), en buvant une potion, connaissance" in play.texts(MAUD)[-1]
    given = (("corde", "athletisme"), ("soleil", ""))
    play.act(MAUD, co.Judge(4, given, (("fatigue", "perspicacite"),), False, True))
    [test] = play.game.world.tests
    assert (test.effective, test.bonus, test.mode) == (7, 0, "normal")
    told = play.texts(MAUD)[-1]
    for said in (
        "soleil (avantage, annulé)",
        "fatigue (désavantage, annulé)",
        "Les plantes (avantage, annulé)",
        "corde (avantage, pour une autre compétence)",
    ):
        assert said in told


def test_heroism_serves_one_test_as_often_as_it_is_left() -> None:
    play = table()
    actor = someone(play)
    play.act(MAUD, co.GrantTrait(actor, "heroisme"))
    call(play, actor, "medecine", 8)
    play.act(LEA, co.BeHeroic())
    assert play.game.world.tests[0].mode == "normal"
    play.act(LEA, co.BeHeroic())
    assert (play.game.world.last.outcome, play.game.world.last.dice) == ("success", ())
    assert who(play, actor).heroism_used == 2
    call(play, actor, "medecine", 8)
    assert "nouveau jour" in refused(play, LEA, co.BeHeroic()).why


def single(play: Play) -> Who:
    actor = someone(play)
    play.act(LEA, co.SingleDie(True))
    return actor


def test_a_first_single_die_says_that_what_helps_has_no_effect() -> None:
    play = table(un_seul_de="oui")
    actor = single(play)
    call(play, actor, "medecine")
    assert "désavantage sans effet (premier lancer à un seul dé)" in play.texts(LEA)[-1]
    play.act(LEA, co.LetFall(), dice=[(5,)])
    assert (play.game.world.last.main, play.game.world.last.outcome) == (5, "success")
    call(play, actor, "medecine")
    assert "sans effet" not in play.texts(LEA)[-1]
    play.act(LEA, co.LetFall(), dice=[(6,)])
    assert (play.game.world.last.main, play.game.world.last.critical) == (5, 5)


def test_the_critical_die_is_the_last_that_fell_even_for_a_test_judged_before() -> None:
    play = table(un_seul_de="oui")
    actor = single(play)
    first, second = call(play, actor, "athletisme", 3), call(play, actor, "athletisme", 3)
    throw = next(w.topic for w in play.asked(LEA).values() if getattr(w.topic, "test", "") == first)
    play.act(LEA, co.LetFall(), topic=throw, dice=[(6,)])
    assert play.game.world.test(second).critical == 6
    play.act(LEA, co.LetFall(), dice=[(6,)])
    assert play.game.world.test(second).outcome == "critical_success"


def test_an_exploit_is_agreed_upon_with_its_intention_in_sight() -> None:
    play = table()
    actor = someone(play)
    call(play, actor, "persuasion", 8)
    play.act(LEA, co.LetFall(), dice=[(6, 6)])
    play.act(LEA, co.ProposeExploit("La foule se tait", "celere"))
    free = "Intention offerte\N{NO-BREAK SPACE}: Célère."
    assert play.texts(NOE)[-1].endswith(free)
    [asked] = [w for w in play.asked(MAUD).values() if isinstance(w.topic, ToAgree)]
    assert free in SYSTEM.prompt(play.game.world, asked, str)
    play.act(MAUD, co.DiscussExploit("plutôt Discrète"))
    play.act(LEA, co.ProposeExploit("La foule se tait", ""))
    assert "offerte" not in play.texts(NOE)[-1]
    play.act(MAUD, co.AgreeExploit())
    assert play.game.world.tests == ()


@pytest.mark.parametrize(
    ("skill", "option", "difficulty", "mode", "chance"),
    [
        ("persuasion", "non", 5, "advantage", Fraction(5, 9)),
        ("persuasion", "oui", 6, "advantage", Fraction(11, 36)),
        ("medecine", "non", 5, "normal", Fraction(1, 3)),
    ],
)
def test_taking_one_s_time(skill: str, option: str, difficulty: int, mode: str, chance: Fraction) -> None:
    play = table(prudente_augmente=option)
    someone(play)
    play.act(LEA, co.Announce("Je prends mon temps.", skill, (), (0, 0, 0, 0, 0, 1), False, ""))
    play.act(MAUD, co.Judge(5, (), (), True, False))
    [test] = play.game.world.tests
    assert (test.effective, test.mode) == (difficulty, mode)
    [asked] = [w for w in play.asked(LEA).values() if isinstance(w.topic, ToThrow)]
    odds = SYSTEM.odds and SYSTEM.odds(play.game.world, asked)
    assert odds is not None
    assert Fraction(odds.lines[0].numerator, odds.lines[0].denominator) == chance


def test_an_exploit_is_agreed_upon_and_a_disaster_told_by_who_leads() -> None:
    """INT-07, INT-09: its player has the idea of the one, and no say in the other."""
    play = table()
    actor = someone(play)
    call(play, actor, "athletisme")
    play.act(LEA, co.LetFall(), dice=[(6, 6)])
    idea = co.ProposeExploit("Je passe par-dessus le toit.", "")
    refused(play, MAUD, idea)
    play.act(LEA, idea)
    refused(play, LEA, co.AgreeExploit())
    play.act(MAUD, co.DiscussExploit("Le toit est haut."))
    play.act(LEA, idea)
    play.act(MAUD, co.AgreeExploit())
    call(play, actor, "athletisme")
    play.act(LEA, co.LetFall(), dice=[(1, 1)])
    refused(play, LEA, co.Describe("Je trébuche, sans plus."))
    play.act(MAUD, co.Describe("Le muret cède."))
    assert play.game.world.tests == ()
