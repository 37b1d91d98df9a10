"""The two pools (DEM-12, DEM-20 to DEM-25): nothing spent twice, nothing spent that is not there."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paravent.core import commands as shared
from paravent.core import events as ev
from paravent.core.cast import speaks_as
from paravent.core.game import void_versions
from paravent.core.refusals import Refusal
from paravent.core.values import CHANCE, GM, NOBODY, Who
from paravent.systems.departement_m import commands as co
from paravent.systems.departement_m import events as e
from paravent.systems.departement_m.model import CAP, PRICES
from paravent.systems.departement_m.pools import Plan, described, plans
from paravent.systems.departement_m.weighing import cost
from play import LEA, MAUD, NOE, Play, refused
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

OPTIONS = {
    "prix_des_des": ("constant", "croissant"),
    "impulsion": ("commune", "individuelle"),
    "plafond": ("aucun", "6"),
    "erosion": ("aucune", "scene"),
    "complication_contre_menace": ("non", "oui"),
}
COMBINED = [dict(zip(OPTIONS, chosen, strict=True)) for chosen in product(*OPTIONS.values())]
SEATS = {0: LEA, 1: NOE, 2: MAUD}


# The books over random play


def kept_records(play: Play) -> list[ev.CoreEvent | e.Event]:
    void = void_versions(play.records)
    return [r.event for r in play.records if r.version not in void]


def books(play: Play) -> tuple[Counter[Who], int]:
    """The pools as the facts alone make them up; at no time is any of them below 0."""
    held: Counter[Who] = Counter()
    threat = 0
    extras = {c.actor for c in world(play).characters if c.extra}
    for event in kept_records(play):
        match event:
            case e.DicePoolComposed(actor=actor, paid=paid, individual=individual):
                held[actor if individual else NOBODY] -= paid.momentum
                threat += -paid.threat if actor in extras else paid.threat
                assert not (actor in extras and paid.momentum)
            case e.Rolled(actor=actor, kept=kept, lost=lost, excess=excess, passed=passed):
                assert kept + lost == excess
                assert passed or not excess
                assert not (actor in extras and kept)
                held[actor if event.individual else NOBODY] += kept
            case e.ComplicationConverted(actor=actor, points=points):
                assert actor not in extras
                threat += points
            case e.ThreatMoved(moved):
                threat += moved
            case e.MomentumAdjusted(actor=owner, change=moved):
                held[owner] += moved
            case e.MomentumEroded(common, owners):
                for owner in (NOBODY,) if common else owners:
                    held[owner] -= 1
        assert threat >= 0
        assert min(held.values(), default=0) >= 0
    return held, threat


def live(play: Play, rng: random.Random, actors: tuple[Who, ...], since: int) -> None:
    """One thing somebody tries, legal or not; what is refused changes nothing. Nothing up to `since` is undone."""
    n = rng.randrange(len(actors))
    before = play.game, len(play.records)
    try:
        match rng.randrange(10):
            case 0 | 1 | 2:
                secrecy: co.Secrecy = rng.choice(("table", "table", "shared", "gm"))
                call(play, actors[n], rng.randrange(6), secrecy=secrecy)
            case 3 | 4 | 5 | 6:
                throw(play, SEATS[n], f"{rng.randrange(5)}-{rng.randrange(8)}")
            case 7:
                pay = co.SpendThreat(rng.randrange(4), "les chiens")
                play.act(MAUD, rng.choice((pay, co.RaiseThreat("du bruit"))))
            case 8:
                play.act(MAUD, rng.choice((co.TellComplication("le fusible"), co.ConvertComplication())))
            case _:
                last = next(iter(play.past()), None)
                if rng.random() < 0.5 and last and last.action > since:
                    play.undo(last.action)
                else:
                    scene(play)
    except Refusal:
        # A scene takes several commands, of which the first may pass.
        assert len(play.records) == before[1] or world(play) == before[0].world


@settings(max_examples=40, deadline=None)
@given(options=st.sampled_from(COMBINED), seed=st.integers(0, 2**32))
def test_whatever_is_tried_the_books_agree(options: dict[str, str], seed: int) -> None:
    """Never below 0, never above the cap, Threat neither lost nor made from nothing, whatever is played or undone."""
    play, rng = table(**options), random.Random(seed)
    actors = (*two_agents(play), extra(play))
    since = play.game.action
    for _ in range(30):
        live(play, rng, actors, since)
        held, threat = books(play)
        assert world(play).threat == threat
        assert world(play).momentum == held[NOBODY]
        for actor in actors:
            assert who(play, actor).momentum == held[actor]
        if options["plafond"] == "6":
            assert max(held.values(), default=0) <= CAP
        own = sum(n for owner, n in held.items() if owner != NOBODY)
        assert (held[NOBODY] if options["impulsion"] == "individuelle" else own) == 0


# Paying (DEM-12)


@pytest.mark.parametrize("prices", PRICES.values())
def test_each_die_is_paid_whole_from_one_pool(prices: tuple[int, ...]) -> None:
    for p in plans(prices):
        assert p.momentum + p.threat == cost(prices, p.extra)
        ranks = prices[: p.extra]
        sums = {
            sum(x for x, own in zip(ranks, b, strict=True) if own) for b in product((0, 1), repeat=p.extra)
        }
        assert p.momentum in sums
    assert len({p.id for p in plans(prices)}) == len(plans(prices))


@pytest.mark.parametrize("options", COMBINED, ids=lambda o: "-".join(o.values()))
def test_every_way_to_pay_under_every_option(options: dict[str, str]) -> None:
    prices = PRICES[options["prix_des_des"]]
    individual = options["impulsion"] == "individuelle"
    for p in plans(prices):
        play = table(**options)
        actor = agent(play)
        stock(play, p.momentum, owner=actor if individual else "")
        call(play, actor, 10)
        composed, rolled = throw(play, LEA, p.id)
        assert isinstance(composed, e.DicePoolComposed)
        assert isinstance(rolled, e.Rolled)
        assert len(rolled.faces) == composed.dice == 2 + p.extra
        assert who(play, actor).momentum == world(play).momentum == 0
        assert world(play).threat == p.threat


@pytest.mark.parametrize("pool", ["4-0", "-1-0", "1-2", "0-1", "", "1", "1-0 ", "١-0"])
def test_a_pool_nobody_offers_is_refused(pool: str) -> None:
    play = table()
    call(play, agent(play))
    stock(play, 9)
    assert refused(play, LEA, co.Throw(pool)).field == "dice_pool"


def test_a_purchase_and_its_throw_are_one_action_taken_back_together() -> None:
    play = table()
    call(play, agent(play))
    stock(play, 2)
    facts = play.act(LEA, co.Throw("3-2"), dice=[(1, 2, 3, 4, 5)])
    assert [type(f.event) for f in facts] == [e.DicePoolComposed, e.Rolled]
    assert len({r.action for r in play.records[-2:]}) == 1
    assert pools(play) == (5, 1)
    play.undo()
    assert pools(play) == (2, 0)
    assert [t.dice_count for t in world(play).tests] == [0]
    throw(play, LEA, "2-2")
    assert world(play).threat == 0


def test_the_same_throw_sent_again_pays_once() -> None:
    play = table()
    call(play, agent(play))
    stock(play, 2)
    key, w = next((k, w) for k, w in play.asked(LEA).items() if w.holds)
    first = play.answer(LEA, key, "Throw", {"dice_pool": "1-1"}, id="geste-de-lea")
    held, records = pools(play), len(play.records)
    assert play.answer(LEA, key, "Throw", {"dice_pool": "1-1"}, id="geste-de-lea") == first
    assert (pools(play), len(play.records)) == (held, records)
    assert w.topic not in [x.topic for x in play.asked(LEA).values()]


def test_dice_not_fallen_yet_are_paid_for_and_earn_when_they_fall() -> None:
    """Real dice: meanwhile the pool may be spent by another, and the cap bears on what is there in the end."""
    play = table(plafond="6")
    lea, noe = two_agents(play)
    stock(play, 6)
    call(play, lea, 0)
    call(play, noe, 0)
    play.act(LEA, co.Throw("1-1"), throw=False)
    assert pools(play) == (5, 0)
    play.act(NOE, co.Throw("1-1"), throw=False)
    assert pools(play) == (4, 0)
    for seat, dice in ((NOE, (1, 19, 19)), (LEA, (1, 2, 19))):
        w = next(w for w in play.asked(seat).values() if w.who == CHANCE and w.hand in speaks(play, seat))
        play.fall(seat, w, dice, own_action=True)
    assert pools(play) == (6, 0)
    assert world(play).last.kept == 0


def test_two_players_and_the_last_point() -> None:
    play = table()
    lea, noe = two_agents(play)
    stock(play, 1)
    call(play, lea, 10)
    call(play, noe, 10)
    asked = {k: w for k, w in play.asked(NOE).items() if w.holds}
    throw(play, LEA, "1-1")
    assert "DEM-22" in refused(play, NOE, co.Throw("1-1")).why
    assert {k: w.topic for k, w in play.asked(NOE).items() if w.holds} == {
        k: w.topic for k, w in asked.items()
    }
    assert pools(play) == (0, 0)
    throw(play, NOE, "1-0")
    assert pools(play) == (0, 1)


def speaks(play: Play, seat: Who) -> frozenset[Who]:
    return speaks_as(play.game.core, seat)


# Momentum (DEM-20)


def test_points_of_one_agent_pay_for_no_other() -> None:
    play = table(impulsion="individuelle")
    lea, noe = two_agents(play)
    stock(play, 3, owner=noe)
    call(play, lea)
    assert "l’Impulsion est à 0" in refused(play, LEA, co.Throw("1-1")).why
    throw(play, LEA, "0-0", 1, 2)
    assert (who(play, lea).momentum, who(play, noe).momentum) == (2, 3)


def test_erosion_takes_one_from_each_never_below_nothing() -> None:
    play = table(impulsion="individuelle", erosion="scene")
    lea, noe = two_agents(play)
    stock(play, 2, owner=lea)
    for left in (1, 0, 0):
        scene(play)
        assert (who(play, lea).momentum, who(play, noe).momentum) == (left, 0)


def test_opening_a_scene_over_another_erodes_once_and_without_the_option_never() -> None:
    for option, left in (("scene", 3), ("aucune", 4)):
        play = table(erosion=option)
        stock(play, 4)
        play.act(MAUD, shared.OpenSession())
        play.act(MAUD, shared.OpenScene("Un", ""))
        play.act(MAUD, shared.OpenScene("Deux", ""))
        assert world(play).momentum == left


def test_pools_last_from_one_session_to_the_next() -> None:
    play = table()
    stock(play, 3, 2)
    play.act(MAUD, shared.OpenSession())
    play.act(MAUD, shared.CloseSession())
    assert pools(play) == (3, 2)


def test_a_cap_set_over_a_fuller_pool_takes_nothing_and_lets_nothing_in() -> None:
    play = table()
    actor = agent(play)
    stock(play, 9)
    play.act(MAUD, shared.SetOption("plafond=6"))
    call(play, actor, 0)
    assert throw(play, LEA, "0-0", 1, 2)[-1].lost == 3
    assert world(play).momentum == 9


# Terms fixed when called (TAB-17)


def test_a_test_called_keeps_its_prices_and_its_pool() -> None:
    play = table()
    actor = agent(play)
    stock(play, 9)
    call(play, actor, 10)
    play.act(MAUD, shared.SetOption("prix_des_des=croissant"))
    throw(play, LEA, "3-3")
    assert pools(play) == (6, 0)
    call(play, actor, 10)
    play.act(MAUD, shared.SetOption("impulsion=individuelle"))
    throw(play, LEA, "3-3")
    assert pools(play) == (3, 3)
    call(play, actor, 10)
    assert "l’Impulsion est à 0" in refused(play, LEA, co.Throw("3-3")).why


def test_a_complication_keeps_the_option_its_test_was_called_under() -> None:
    play = table(complication_contre_menace="oui")
    actor = agent(play)
    call(play, actor)
    play.act(MAUD, shared.SetOption("complication_contre_menace=non"))
    throw(play, LEA, "0-0", 20, 19)
    call(play, actor)
    throw(play, LEA, "0-0", 20, 19)
    assert [c.convertible for c in world(play).complications] == [True, False]


# Threat (DEM-21, DEM-22)


def test_a_game_masters_character_pays_with_the_threat_there_is_and_earns_nothing() -> None:
    play = table()
    guard = extra(play)
    stock(play, 5, 2)
    call(play, guard, 0)
    for pool in ("1-1", "3-0"):
        assert refused(play, MAUD, co.Throw(pool)).field == "dice_pool"
    assert "la Menace est à 2, il en faut 3 (DEM-22)" in refused(play, MAUD, co.Throw("3-0")).why
    rolled = throw(play, MAUD, "2-0", 1, 2, 3, 20)[-1]
    assert (rolled.kept, rolled.lost) == (0, 4)
    assert pools(play) == (5, 0)
    assert not world(play).complications[0].convertible


def test_threat_spent_or_raised_needs_a_reason() -> None:
    play = table()
    stock(play, 0, 2)
    for command in (
        co.SpendThreat(1, " "),
        co.RaiseThreat(""),
        co.AdjustThreat(3, ""),
        co.SpendThreat(3, "x"),
    ):
        assert refused(play, MAUD, command).field in ("why", "points")
    for points in (0, -1):
        assert refused(play, MAUD, co.SpendThreat(points, "x")).field == "points"
    play.act(MAUD, co.SpendThreat(2, "les chiens"))
    assert refused(play, MAUD, co.SpendThreat(1, "x")).why == "la Menace est à 0"


def test_a_pool_put_right_by_hand_stays_under_its_cap_and_a_great_threat_may_stay() -> None:
    play = table(plafond="6")
    assert refused(play, MAUD, co.AdjustMomentum(NOBODY, 7, "x")).field == "value"
    play.act(MAUD, co.AdjustMomentum(NOBODY, 0, "rien ne bouge"))
    assert world(play).moves == ()
    stock(play, 6, 99)
    play.act(MAUD, co.RaiseThreat("encore"))
    play.act(MAUD, co.AdjustThreat(100, "c’est bien cela"))
    assert pools(play) == (6, 100)


def test_players_touch_neither_pool_by_hand() -> None:
    play = table()
    agent(play)
    for command in (co.RaiseThreat("x"), co.SpendThreat(1, "x"), co.AdjustMomentum(NOBODY, 9, "x")):
        assert refused(play, LEA, command).rule == "TAB-08"


# What tells who earned and spent what


def test_the_history_says_who_moved_what_and_what_was_left() -> None:
    play = table(erosion="scene", complication_contre_menace="oui")
    actor = agent(play)
    stock(play, 1)
    call(play, actor, 1)
    throw(play, LEA, "2-1", 1, 2, 20, 20)
    play.act(MAUD, co.ConvertComplication())
    play.act(MAUD, co.SpendThreat(2, "la sirène"))
    scene(play)
    told = [(m.pool, m.change, m.after, m.actor) for m in world(play).moves]
    assert told == [
        ("momentum", 1, 1, GM),
        ("momentum", -1, 0, actor),
        ("threat", 1, 1, actor),
        ("momentum", 2, 2, actor),
        ("threat", 2, 3, actor),
        ("threat", -2, 1, GM),
        ("momentum", -1, 1, GM),
    ]
    assert world(play).moves[-2].why == "la sirène"


def test_a_way_to_pay_says_what_becomes_of_both_pools() -> None:
    mixed = Plan(3, 1, 2)
    assert (
        described(mixed, made=True)
        == "5\N{NO-BREAK SPACE}dés\N{NO-BREAK SPACE}: −1\N{NO-BREAK SPACE}Impulsion, +2\N{NO-BREAK SPACE}Menace"
    )
    assert described(Plan(1, 0, 1), made=False).endswith("−1\N{NO-BREAK SPACE}Menace")
    assert described(Plan(0, 0, 0), made=True) == "2\N{NO-BREAK SPACE}dés"
