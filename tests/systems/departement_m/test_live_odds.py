"""The chances shown to whoever composes a pool (TAB-11, DEM-12): which purchase stands out, and what lies beyond it."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from paravent.core.system import Odds
from paravent.core.values import Who
from paravent.systems.departement_m import commands as co
from paravent.systems.departement_m.live_odds import odds
from paravent.systems.departement_m.odds import dice_pool_law, p_success
from paravent.systems.departement_m.pools import Plan, affordable, plan_of
from paravent.systems.departement_m.testing import ToCompose
from play import LEA, MAUD, Play
from systems.departement_m.dem_table import agent, call, extra, stock, table, throw, world


def shown(play: Play, seat: Who) -> Odds:
    w = next(w for w in play.asked(seat).values() if isinstance(w.topic, ToCompose))
    found = odds(world(play), w)
    assert found is not None
    return found


def plain(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ")


def standing_out(play: Play) -> Plan:
    """The plan that the rules make stand out, by looking at every one that can be paid."""
    [test] = world(play).tests
    payable = [plan_of(test, o.value) for o in affordable(world(play), test).options]
    wished = Fraction(world(play).character(test.actor).wished, 100)

    def chance(p: Plan) -> Fraction:
        return p_success(dice_pool_law(2 + p.extra, 13, 3, bool(test.focus)), test.difficulty)

    reach = [p for p in payable if chance(p) >= wished]
    if reach:
        return min(reach, key=lambda p: (p.extra, p.threat, p.momentum))
    return min(payable, key=lambda p: (-chance(p), p.extra, p.threat))


@pytest.mark.parametrize("prices", ["constant", "croissant"])
@pytest.mark.parametrize("difficulty", [0, 2, 4, 10])
def test_one_purchase_stands_out_and_it_is_the_best_of_all(prices: str, difficulty: int) -> None:
    for (momentum, threat), wished, theirs in product(((0, 0), (1, 2), (4, 1)), (50, 80, 99), (False, True)):
        play = table(prix_des_des=prices)
        actor, seat = (extra(play), MAUD) if theirs else (agent(play), LEA)
        stock(play, momentum, threat)
        call(play, actor, difficulty)
        play.act(seat, co.WishChance(wished))
        marked = [b.option for b in shown(play, seat).beside if b.mark]
        assert marked == [standing_out(play).id]


def test_the_next_point_is_told_beyond_the_best_purchase() -> None:
    play = table()
    actor = agent(play)
    call(play, actor, 2)
    found = shown(play, LEA)
    [best] = [b for b in found.beside if b.mark]
    assert (best.option, plain(best.mark)) == ("2-0", "le meilleur achat pour 75 %")
    assert plain(found.beyond) == "Au-delà, 1 dé de plus, pour 1 point : 95 % de réussir au lieu de 88 %."


def test_points_that_lack_are_told_too_and_nothing_where_no_point_helps() -> None:
    play = table()
    guard = extra(play)
    stock(play, 0, 1)
    call(play, guard, 2)
    told = plain(shown(play, MAUD).beyond)
    assert told == "Au-delà, 1 dé de plus, hors de portée : 88 % de réussir au lieu de 74 %."
    throw(play, MAUD, "0-0", 19, 19)
    call(play, guard, 0)
    assert shown(play, MAUD).beyond == ""


def test_a_secret_test_says_nothing_of_points_it_may_not_spend() -> None:
    play = table()
    actor = agent(play)
    stock(play, 3)
    call(play, actor, 2, secrecy="shared")
    found = shown(play, LEA)
    assert ([b.option for b in found.beside], found.beyond) == (["0-0"], "")
