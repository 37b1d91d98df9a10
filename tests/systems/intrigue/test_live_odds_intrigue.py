"""The exact chances beside each question of Intrigue (TAB-11), against values counted by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from paravent.core.game import odds_for
from paravent.core.offers import Waiting
from paravent.core.values import Who
from paravent.systems.intrigue import SYSTEM
from paravent.systems.intrigue import commands as co
from paravent.systems.intrigue import episode_commands as ep
from paravent.systems.intrigue.prompts import prompt
from play import LEA, MAUD, NOE, ZOE, Play
from systems.intrigue.itg_table import act, last_roll, of, picks, react, table, world


def chances(play: Play, seat: Who, command: type) -> dict[str, Fraction]:
    """The chances told beside the question that this command answers."""
    found = odds_for(SYSTEM, play.game, seat, asked(play, seat, command))
    return {x.label: Fraction(x.numerator, x.denominator) for x in found.lines} if found else {}


def asked(play: Play, seat: Who, command: type) -> Waiting:
    return next(w for w, _ in play.offers(seat, command.__name__))


def beyond(play: Play, seat: Who) -> str:
    found = odds_for(SYSTEM, play.game, seat, asked(play, seat, co.Settle))
    return found.beyond.replace("\N{NO-BREAK SPACE}", " ") if found else ""


def words(play: Play, seat: Who, command: type) -> str:
    return prompt(world(play), asked(play, seat, command), lambda who: who)


def test_an_opening_roll_tells_what_it_reaches_one_time_in_two() -> None:
    """2D8, ones worth nothing: 9 or more is 34 throws of 64, 10 or more 28."""
    play, lea, noe, _ = table()
    play.act(LEA, co.Act(noe, "Qu’il parle", picks(play, lea), 0), throw=False)
    assert chances(play, LEA, co.Roll) == {
        "faire 9 ou plus": Fraction(34, 64),
        "une complication au moins": Fraction(15, 64),
    }


def three_way() -> tuple[Play, Who, Who, Who]:
    """Aldonse against Villon, Baudouin between them, and both go on."""
    play, lea, noe, zoe = table()
    act(play, LEA, lea, noe, 4, 4)
    play.act(ZOE, co.Interfere(picks(play, zoe), 0), dice=[(7, 7)])
    play.act(ZOE, co.Settle())
    play.act(LEA, co.PayOn())
    play.act(NOE, co.PayOn())
    return play, lea, noe, zoe


def test_in_a_three_way_roll_only_the_other_side_is_to_pass() -> None:
    """ITG-53: the action of before counts no more, and the third passes nobody's result in particular."""
    play, lea, noe, zoe = three_way()
    play.act(LEA, co.Brawl(picks(play, lea), 0), throw=False)
    assert "faire 9 ou plus" in chances(play, LEA, co.Roll)
    w = play.falling()
    assert w is not None
    play.fall(LEA, w, (5, 5), own_action=True)
    assert "8" not in words(play, LEA, co.Settle)
    play.act(LEA, co.Settle())
    play.act(NOE, co.Brawl(picks(play, noe), 0), throw=False)
    assert chances(play, NOE, co.Roll)["dépasser 10"] == Fraction(21, 64)
    w = play.falling()
    assert w is not None
    play.fall(NOE, w, (5, 4), own_action=True)
    assert "pas assez contre 10" in words(play, NOE, co.Settle)
    play.act(NOE, co.Settle())
    play.act(ZOE, co.Brawl(picks(play, zoe), 0), throw=False)
    assert "faire 9 ou plus" in chances(play, ZOE, co.Roll)


def resource(play: Play) -> str:
    play.act(MAUD, co.CreateResource("extra", "Le curé", 6, "Confesser", "Boire"))
    x = world(play).resources[0].id
    play.act(MAUD, co.PlaceResource(x, "present"))
    return x


def test_the_dice_of_a_resource_are_weighed_before_and_after_they_are_asked() -> None:
    """ITG-51: 7 and 2D6, ones worth nothing, must pass 10: all but 1-1, 1-2, 1-3, 2-1 and 3-1."""
    play, lea, noe, _ = table()
    x = resource(play)
    act(play, LEA, lea, noe, 5, 5)
    react(play, NOE, noe, 4, 3, keep=False)
    assert "Avec le curé 2D6, 1 PI : 86 % de dépasser 10." in beyond(play, NOE)
    play.act(NOE, co.UseResource(x), throw=False)
    assert chances(play, NOE, co.Roll) == {"dépasser 10": Fraction(31, 36)}
    w = play.falling()
    assert w is not None
    play.fall(NOE, w, (1, 6), own_action=True)
    (_, kept), *_ = play.offers(NOE, "KeepHelp")
    told = [o.label.replace("\N{NO-BREAK SPACE}", " ") for o in options(kept)]
    assert told == ["un dé : 13", "les deux : 13"]
    play.act(NOE, co.KeepHelp(1))
    assert last_roll(play).total == 13


def options(found: Any) -> Any:
    return found.fields[0][1].options


def test_an_aid_is_weighed_with_the_roll_it_helps() -> None:
    """ITG-50: 7 and the best of 2D8 must pass 10: four or more on either."""
    play, lea, noe, zoe = table()
    act(play, LEA, lea, noe, 5, 5)
    react(play, NOE, noe, 4, 3, keep=False)
    play.act(ZOE, co.Aid(last_roll(play).id, picks(play, zoe), 0), throw=False)
    assert chances(play, ZOE, co.Roll)["dépasser 10 à deux"] == 1 - Fraction(9, 64)
    # A point would buy a die more, and no second one kept: that of an aid is its best (ITG-32, ITG-50).
    w = asked(play, ZOE, co.Roll)
    found = odds_for(SYSTEM, play.game, ZOE, w)
    assert found is not None
    assert found.supposes is not None
    assert SYSTEM.supposed is not None
    dice, kept = (domain for _, domain in found.supposes.fields)
    assert [o.value for o in dice.options] == [0, 4, 6, 8, 10, 12]
    assert kept.size() == 1
    supposed = SYSTEM.supposed(world(play), w, found.supposes.command(6, 0))
    assert supposed is not None
    told = {x.label: Fraction(x.numerator, x.denominator) for x in supposed.lines}
    assert told["dépasser 10 à deux"] == 1 - Fraction(9, 64) / 2
    assert supposed.policy.replace("\N{NO-BREAK SPACE}", " ") == "avec un D6 de plus"


def test_each_growth_tells_its_chance() -> None:
    """ITG-73: a D8 against D4 and D6 for a new relationship, ones worth nothing."""
    play, lea, noe, _ = table()
    play.act(LEA, co.Act(noe, "Qu’il parle", picks(play, lea, first="c:"), 0), dice=[(2, 2, 2, 2)])
    play.act(LEA, co.Settle())
    play.act(NOE, co.GiveIn("free", ""))
    play.act(MAUD, ep.EndEpisode())
    play.act(LEA, ep.KeepDown("devoir"))
    play.act(LEA, ep.GiveUp())
    assert of(play, lea).growth == (8,)
    w = asked(play, LEA, ep.Grow)
    found = odds_for(SYSTEM, play.game, LEA, w)
    assert found is not None
    told = {b.option: b.text.replace("\N{NO-BREAK SPACE}", " ") for b in found.beside}
    worth = [0, 2, 3, 4, 5, 6, 7, 8]
    ways = sum(mine > a + b for mine in worth for a in worth[:4] for b in worth[:6])
    assert told["new:relationship"] == f"réussir : {round(100 * ways / 192)} %"
