"""Creation, progress, heroism, chained dice (INT-03, INT-20 to INT-24, INT-31, INT-36 to INT-38)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from paravent.core.values import Who
from paravent.systems.intentions import commands as co
from paravent.systems.intentions import events as e
from paravent.systems.intentions.model import pack_of
from play import LEA, MAUD, Play, refused
from systems.intentions.int_table import sheet, someone, table, who

ONE = ("athletisme", "")


@pytest.mark.parametrize(
    ("skills", "why"),
    [
        ((ONE,), "il en faut 2"),
        ((ONE, ONE), "deux fois"),
        ((("combat", "arc"), ("combat", " Arc")), "deux fois"),
        ((ONE, ("combat", "")), ""),
        ((ONE, ("perception", "forêt")), "précision"),
        ((ONE, ("jonglage", "")), ""),
    ],
)
def test_two_distinct_skills_each_with_its_domain_where_one_is_asked(
    skills: tuple[co.Precise, ...], why: str
) -> None:
    play = table()
    said = refused(play, LEA, sheet(skills=skills))
    assert said.field == "skills"
    assert why in said.why


def test_two_domains_of_one_skill_are_two_skills() -> None:
    play = table()
    actor = someone(play, skills=(("combat", "pugilat"), ("combat", "arc")))
    assert [s.name for s in who(play, actor).skills] == ["Combat (pugilat)", "Combat (arc)"]


@pytest.mark.parametrize(("species", "size"), [("peupletit", "petit"), ("peupletit/1", "minuscule")])
def test_the_size_of_a_peupletit_is_its_players_choice(species: str, size: str) -> None:
    play = table()
    assert who(play, someone(play, species=species)).size == size


def test_a_knowledge_in_ones_own_words() -> None:
    play = table()
    assert who(play, someone(play, knowledge=("autre", "Les étoiles"))).knowledge == ("Les étoiles",)


def test_a_point_more_never_above_two() -> None:
    play = table()
    actor = someone(play)
    play.act(MAUD, co.GrantPoint(actor, ONE))
    assert who(play, actor).bonus("athletisme") == 2
    assert "son maximum" in refused(play, MAUD, co.GrantPoint(actor, ONE)).why
    for words in ("pugilat", "Pugilat"):
        play.act(MAUD, co.GrantPoint(actor, ("combat", words)))
    assert who(play, actor).bonus("combat/pugilat") == 2
    assert "son maximum" in refused(play, MAUD, co.GrantPoint(actor, ("combat", " pugilat"))).why
    play.act(MAUD, co.GrantPoint(actor, ("combat", "arc")))
    assert who(play, actor).bonus("combat/arc") == 1


def test_whoever_has_not_the_trait_chooses_no_other_instinct() -> None:
    play = table()
    someone(play)
    play.act(MAUD, co.CreateExtra("La Veilleuse", False, (), False, ""))
    assert play.offers(LEA, "ChooseInstinct") == play.offers(MAUD, "ChooseInstinct") == []


def test_the_same_skill_is_not_given_twice_to_an_extra() -> None:
    play = table()
    twice = ((("combat", "arc"), 1), (("combat", "Arc"), 2))
    assert "deux fois" in refused(play, MAUD, co.CreateExtra("La Veilleuse", False, twice, False, "")).why


def test_instinct_as_the_trait_is_one_more_intention() -> None:
    play = table()
    actor = someone(play, trait="instinct", instinct="discrete")
    assert "pas proposé" in refused(play, LEA, co.ChooseInstinct("discrete")).why
    play.act(LEA, co.ChooseInstinct("celere"))
    assert "instinct\N{NO-BREAK SPACE}: Célère" in play.texts(LEA)[-1]
    assert play.offers(LEA, "ChooseInstinct") == []
    assert who(play, actor).instincts == ("discrete", "celere")
    assert who(play, actor).traits == (("instinct", 1),)
    play.act(LEA, co.Announce("x", "athletisme", (), (1, 2, 1, 0, 0, 0), False, ""))
    play.act(MAUD, co.Judge(4, (), (), False, False))
    assert play.game.world.tests[0].effective == 5


def test_a_species_of_no_said_size_has_none() -> None:
    play = table()
    actor = someone(play, species="fernambule")
    assert (who(play, actor).species, who(play, actor).size) == ("Fernambule", "")
    assert any("est écrite (fernambule)." in text for text in play.texts(LEA))


def test_a_skill_created_joins_the_pack_and_is_tested_by_anyone() -> None:
    play = table()
    actor = someone(play)
    play.act(MAUD, co.CreateSkill("Lire les marées", "initiate", False, "Savoir l’heure de l’eau."))
    assert pack_of(play.game.world.pack).skill("lire_les_marees").category == "initiate"
    assert [s["nom"] for s in json.loads(play.game.world.pack)["competences"]][-1] == "Lire les marées"
    facts = play.act(MAUD, co.CallTest(actor, "lire_les_marees", 3, (), (), "table"))
    assert isinstance(facts[1].event, e.TestRefused)
    play.act(MAUD, co.GrantPoint(actor, ("lire_les_marees", "")))
    assert who(play, actor).bonus("lire_les_marees") == 1


# Heroism (INT-31)


def test_heroism_cancels_a_disadvantage_once_a_day() -> None:
    play = table()
    actor = someone(play)
    ready(play, actor, hindered=True)
    play.act(LEA, co.BeHeroic())
    assert play.game.world.tests[-1].mode == "normal"
    play.act(LEA, co.LetFall(), dice=[(3, 4)])
    ready(play, actor, hindered=True)
    assert "nouveau jour" in refused(play, LEA, co.BeHeroic()).why
    play.act(LEA, co.LetFall(), dice=[(3, 4)])
    play.act(MAUD, co.PassDay())
    ready(play, actor)
    play.act(LEA, co.BeHeroic())  # without any disadvantage it succeeds, unthrown
    assert play.game.world.tests == ()
    assert play.game.world.last.outcome == "success"
    assert play.game.world.last.dice == ()


def test_nobody_is_heroic_in_a_test_the_game_masters_keep() -> None:
    play = table()
    play.act(MAUD, co.CallTest(someone(play), "athletisme", 4, (), (), "gm"))
    refused(play, MAUD, co.BeHeroic())


def ready(play: Play, actor: Who, *, hindered: bool = False, secrecy: Any = "table") -> None:
    against = (("la pluie", ""),) if hindered else ()
    play.act(MAUD, co.CallTest(actor, "athletisme", 4, (), against, secrecy))


# One die, chained (INT-03)


def test_a_single_die_takes_the_last_one_as_its_critical_die() -> None:
    play = table(un_seul_de="oui")
    actor = someone(play)
    play.act(LEA, co.SingleDie(single=True))
    for face, critical in ((6, 0), (6, 6)):
        ready(play, actor)
        play.act(LEA, co.LetFall(), dice=[(face,)])
        now = play.game.world.tests[-1] if play.game.world.tests else play.game.world.last
        assert (now.dice, now.critical) == ((face,), critical)
    assert now.outcome == "critical_success"


def test_a_throw_in_secret_joins_no_chain() -> None:
    play = table(un_seul_de="oui")
    actor = someone(play)
    play.act(LEA, co.SingleDie(single=True))
    ready(play, actor, secrecy="gm")
    play.act(MAUD, co.LetFall(), dice=[(2,)])
    assert who(play, actor).last_die == 0


def test_a_trait_that_does_not_stack_is_granted_once() -> None:
    play = table()
    actor = someone(play)
    for trait in ("soiffard", "heroisme", "heroisme"):
        play.act(MAUD, co.GrantTrait(actor, trait))
    assert who(play, actor).trait("heroisme") == 3
    assert "qu’une fois (INT-30)" in refused(play, MAUD, co.GrantTrait(actor, "soiffard")).why
    assert "pas proposé" in refused(play, MAUD, co.GrantTrait(actor, "nain")).why  # a species is intrinsic
