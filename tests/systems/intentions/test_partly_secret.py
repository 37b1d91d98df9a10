"""Commands of which only a part is secret: what is public of them tells nothing of the rest."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from paravent.core import commands as shared
from paravent.core.values import Who
from paravent.systems.intentions import commands as co
from play import LEA, MAUD, NOE, SAM, Play
from systems.intentions.int_table import count, move, someone, table, threshold


def extra(play: Play, name: str, *, hidden: bool = True) -> Who:
    play.act(MAUD, co.CreateExtra(name, hidden, (), True, ""), id=name)
    return next(a.id for a in play.game.core.actors if a.name == name)


def set_up() -> tuple[Play, Who, Who, Who]:
    """Léa's character, whose sheet only she reads, and two hidden ones with their endurance."""
    play = table()
    ogre = extra(play, "Ogre")
    mine = someone(play)
    play.act(LEA, shared.ShareSheet(mine, False))
    return play, mine, ogre, extra(play, "Goule")


def endurance(play: Play, actor: Who) -> str:
    found = play.game.world.endurance(actor)
    assert found
    return str(found.id)


def alike(*deeds: Callable[[Play, Who, Who, Who], None]) -> None:
    """Whichever of `deeds` is done, players and spectators are sent the same."""
    seen = []
    for deed in deeds:
        play, mine, ogre, ghoul = set_up()
        deed(play, mine, ogre, ghoul)
        seen.append([play.sees(s) for s in (LEA, NOE, SAM)])
    assert all(s == seen[0] for s in seen)


def a_count(play: Play, *actors: Who) -> None:
    play.act(MAUD, co.CreateCounter("Peur", actors, "", True, 1, 6, "clock", "public"), id="compteurs")


def test_a_counter_given_to_several_does_not_tell_that_one_is_hidden() -> None:
    alike(
        lambda play, mine, ogre, ghoul: a_count(play, mine),
        lambda play, mine, ogre, ghoul: a_count(play, ogre, mine),
        lambda play, mine, ogre, ghoul: a_count(play, mine, ghoul),
    )


def test_a_model_given_to_several_does_not_tell_that_one_is_hidden() -> None:
    def use(play: Play, *actors: Who) -> None:
        play.act(MAUD, co.UseModel("sante_mentale", actors, "", "public"), id="modèle")

    alike(
        lambda play, mine, ogre, ghoul: use(play, mine),
        lambda play, mine, ogre, ghoul: use(play, ogre, mine, ghoul),
    )


def test_a_threshold_added_everywhere_does_not_tell_where() -> None:
    def add(play: Play, everywhere: bool, *actors: Who) -> None:
        a_count(play, *actors)
        mine = next(c.id for c in play.game.world.counters if c.theme == "Peur" and c.standing == "public")
        every = " ".join(c.id for c in play.game.world.counters if c.theme == "Peur")
        to = every if everywhere else mine
        play.act(MAUD, co.AddThreshold(to, 2, "Effroi", "", "normal", (), "while"), id="seuil")
        play.act(MAUD, co.AddTrigger(to, "Un cri", 1), id="cri")
        play.act(MAUD, co.Move(mine, 3, ""), id="pas")

    alike(
        lambda play, mine, ogre, ghoul: add(play, False, mine),
        lambda play, mine, ogre, ghoul: add(play, True, ogre, mine, ghoul),
    )


def test_a_concentration_does_not_name_what_it_must_pass() -> None:
    """The id of an endurance begins with that of its character, which may be hidden."""

    def concentrate(play: Play, mine: Who, target: Who) -> None:
        goal = endurance(play, target)
        play.act(MAUD, co.Concentrate(mine, "tenir", goal, 1), id="effort")
        assert target not in play.sees(LEA)

    alike(
        lambda play, mine, ogre, ghoul: concentrate(play, mine, ogre),
        lambda play, mine, ogre, ghoul: concentrate(play, mine, ghoul),
    )


@pytest.mark.parametrize("lasts", ["while", "ever", "loss"])
def test_a_condition_does_not_bear_the_name_of_its_hidden_counter(lasts: str) -> None:
    play, mine, _, _ = set_up()
    id = count(play, "Corruption", mine, standing="hidden")
    threshold(play, id, 2, "Pâleur", lasts=lasts)
    brought = play.game.world.counter(id).thresholds[0].id
    move(play, id, 3)
    seen = play.sees(LEA)
    assert "Pâleur" in seen
    assert id not in seen
    if lasts == "loss":
        assert brought not in seen
    given = play.act(MAUD, co.GiveCondition(mine, "Fatigue", "", "normal", ()))[0].event.id
    ids = [s.id for s in play.game.world.character(mine).conditions]
    # Nothing in its form tells it from one that the game masters gave.
    assert given in ids
    assert {len(i) for i in ids} == {16}


def test_what_began_unseen_ends_unseen() -> None:
    play, _, ogre, _ = set_up()
    ids = [
        play.act(MAUD, co.GiveCondition(ogre, name, "", "normal", ()))[0].event.id
        for name in ("Sous-marin", "Sous-sol")
    ]
    id = count(play, "Rage", ogre, standing="hidden")
    threshold(play, id, 2, "Souffle", lasts="while")
    move(play, id, 3)
    play.act(MAUD, shared.RevealActor(ogre))
    for one in ids:
        play.act(MAUD, co.LiftCondition(ogre, one))
    move(play, id, -3)
    for seat in (LEA, SAM):
        assert not [t for t in play.texts(seat) if "Sou" in t]
        assert "Sou" not in play.sees(seat)
    assert [t for t in play.texts(MAUD) if "Fin de" in t and "Sou" in t]
    move(play, id, 3)
    assert [t for t in play.texts(SAM) if "Souffle" in t]


def test_a_die_that_fell_unseen_joins_no_chain_once_its_character_is_shown() -> None:
    play = table(un_seul_de="oui")
    ogre = extra(play, "Ogre")
    play.act(MAUD, co.SingleDie(True))
    play.act(MAUD, co.CallTest(ogre, "athletisme", 4, (), (), "table"))
    play.act(MAUD, co.LetFall(), dice=[(5,)])
    play.act(MAUD, shared.RevealActor(ogre))
    play.act(MAUD, co.CallTest(ogre, "athletisme", 4, (), (), "table"))
    assert play.game.world.tests[-1].critical == 0
