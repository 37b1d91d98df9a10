"""Plot points: nobody spends what was not earned, nor what is frozen (ITG-38, ITG-39)."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paravent.core.game import void_versions
from paravent.core.values import Who
from paravent.systems.intrigue import SYSTEM
from paravent.systems.intrigue import commands as co
from paravent.systems.intrigue import contest_events as cev
from paravent.systems.intrigue import episode_commands as ep
from paravent.systems.intrigue import episode_events as pev
from paravent.systems.intrigue import events as e
from paravent.systems.intrigue import roll_events as rev
from paravent.systems.intrigue.model import Game
from play import LEA, MAUD, NOE, ZOE, Play, refused
from random_games import step
from systems.intrigue.itg_table import act, extra, last_roll, of, picks, player, react, table, world

MOST_STEPS = 90


def paid(event: Any) -> tuple[Who, int]:
    """Who spends in a fact, and how much, read from the fact alone."""
    match event:
        case rev.RollComposed(roller=who, paid=n):
            return who, n
        case rev.DieBought() | rev.KeptMore() | rev.BoostUsed() | rev.ResourceUsed():
            return event.actor, event.cost
        case e.AssetUsed() | cev.StressShaped():
            return event.actor, event.cost
        case e.RelationshipMade() | e.ResourceSummoned() | cev.PaidOn() | cev.GaveIn(how="point"):
            return event.actor, 1
        case _:
            return Who(""), 0


def earned(event: Any) -> dict[Who, int]:
    """What a fact gives that nobody at the table pays."""
    match event:
        case pev.PointsAwarded(points):
            return dict(points)
        case rev.OneBought(roller=who):
            return {who: 1}
        case cev.GaveIn(other=who, how="motivation"):
            return {who: 1}
        case _:
            return {}


def held(game: Game) -> Counter[Who]:
    return Counter({c.actor: c.points + sum(n for _, n in c.frozen) for c in game.characters if not c.extra})


def audited(play: Play) -> int:
    """Follow the points through a whole log, beside the engine; how many were spent in all."""
    world: Game = SYSTEM.start(SYSTEM.default_pack(), {})
    spent: Counter[Who] = Counter()
    income: Counter[Who] = Counter()
    void = void_versions(play.records)
    for r in play.records:
        if r.version in void:
            continue
        before, world = world, SYSTEM.evolve(world, r.event)
        was, now = held(before), held(world)
        payer, n = paid(r.event)
        if payer in now and n:
            assert before.character(payer).points >= n, r
            spent[payer] += n
        given_ = earned(r.event)
        for who in now:
            change = now[who] - was[who] + (n if who == payer else 0) - given_.get(who, 0)
            match r.event:
                case e.PointsCorrected() | pev.EpisodeEnding() | pev.EpisodeClosed():
                    pass  # put right by hand, or lost with the episode (ITG-31)
                case cev.ContestClosed():
                    assert abs(change) <= 1, r  # whoever paid alone to go on has it back (ITG-53)
                case _:
                    assert 0 <= change <= n, r  # what another pays, and no more
            income[who] += now[who] - was[who] + (n if who == payer else 0)
            assert now[who] == income[who] - spent[who] >= 0, r
        if not isinstance(r.event, e.PointsCorrected | cev.ContestClosed):
            assert now.total() - was.total() <= sum(given_.values()) + (n if payer not in now else 0), r
    return spent.total()


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 10_000), st.integers(20, MOST_STEPS))
def test_points_spent_never_exceed_points_earned(seed: int, steps: int) -> None:
    """ITG-30 to ITG-39, over anything that is offered."""
    play, _, _, _ = table()
    play.seed = seed
    rng = random.Random(seed)
    for _ in range(steps):
        step(play, rng)
    audited(play)


def test_points_are_spent_in_random_play() -> None:
    """What the property above looks at does happen."""
    play, _, _, _ = table()
    rng = random.Random(5)
    for _ in range(MOST_STEPS):
        step(play, rng)
    assert audited(play) > 0


# Frozen points (ITG-39)


def barred(play: Play, seat: Who, actor: Who, command: Any) -> None:
    """Refused to whoever has frozen points alone, and to them only: one that is not would do."""
    c = of(play, actor)
    assert (c.points, sum(n for _, n in c.frozen)) == (0, 1)
    refused(play, seat, command)
    richer = play.fork()
    richer.act(MAUD, co.SetPoints(actor, 1, "pour voir"))
    richer.act(seat, command)


def broke(play: Play, actor: Who) -> None:
    play.act(MAUD, co.SetPoints(actor, 0, "tout dépensé"))


def gifted() -> tuple[Play, Who, Who, Who]:
    """Aldonse has assets that cost a point, and an extra away from here."""
    play = Play(SYSTEM)
    distinctions = (("vicieux", "", 8, "", "", ""), ("impassible", "", 8, "", "", ""))
    far = (("Le cocher", "extra", 6, "Chevaux", "Ragots"),)
    lea = player(play, LEA, "Aldonse", distinctions=distinctions, resources=far)
    noe, zoe = player(play, NOE, "Villon"), player(play, ZOE, "Baudouin")
    play.act(MAUD, ep.SharePoints(), dice=[(8,), (6,), (4,)])
    return play, lea, noe, zoe


def test_a_frozen_point_buys_nothing_for_the_roll_it_comes_from() -> None:
    """ITG-32 to ITG-37."""
    play, lea, noe, _ = gifted()
    play.act(MAUD, co.CreateResource("location", "La crypte", 6, "Ombres", "Échos"))
    crypt = world(play).resources[-1].id
    play.act(MAUD, co.PlaceResource(crypt, "present"))
    act(play, LEA, lea, noe, 1, 5, keep=False)
    broke(play, lea)
    play.act(MAUD, co.BuyOne(0))
    mine = next(t for t in of(play, lea).of("distinction"))
    cab = next(x for x in world(play).resources if x.owner == lea)
    for command in (
        co.BuyDie("t:gloire"),
        co.BuyDie(f"t:{mine.id}"),
        co.KeepMore(),
        co.BuyDetail("Un tabouret", 6),
        co.UseResource(crypt),
        co.MakeRelationship("Le sergent", "Il m’écoute."),
        co.Summon(cab.id),
    ):
        if command != co.KeepMore():
            barred(play, LEA, lea, command)
        else:  # both dice are kept already: a third is needed to tell
            more = play.fork()
            more.act(MAUD, co.SetPoints(lea, 1, "pour voir"))
            more.act(LEA, co.BuyDie("t:gloire"), dice=[(3,)])
            barred(more, LEA, lea, command)


def test_a_frozen_point_buys_nothing_elsewhere() -> None:
    """ITG-32, ITG-33, ITG-50, ITG-52, ITG-54, ITG-60, ITG-61: nor in whatever else begins meanwhile."""
    play, lea, noe, zoe = gifted()
    play.act(MAUD, co.SetStress(zoe, 0, 8, "hier"))
    act(play, LEA, lea, noe, 1, 5, keep=False)
    broke(play, lea)
    play.act(MAUD, co.BuyOne(0))
    plain = picks(play, lea)
    dearer = ("t:devoir", "t:gloire", plain[1]) if plain[0] == "t:devoir" else plain
    for pool, keep in ((plain, 1), (tuple(sorted(dearer, key=_place(play, lea))), 0)):
        barred(play, LEA, lea, co.Act(zoe, "Elle aussi", pool, keep))
    act(play, ZOE, zoe, noe, 3, 4, keep=False)
    hers = last_roll(play).id
    barred(play, LEA, lea, co.Aid(hers, dearer, 0))
    play.act(ZOE, co.Settle())
    barred(play, LEA, lea, co.Interfere(plain, 0))
    tried = play.fork()
    tried.act(MAUD, co.CallTest(lea, "Sauter", False, False), dice=[(3, 4, 2)])
    tried.act(MAUD, co.Settle())
    for pool, keep in ((plain, 1), (dearer, 0)):
        barred(tried, LEA, lea, co.Attempt(pool, keep))
    healing = play.fork()
    healing.act(LEA, co.Tend(zoe, 0), dice=[(3,)])
    barred(healing, LEA, lea, co.Heal(plain, 1))
    together = play.fork()
    together.act(MAUD, co.CallInitiative((lea, zoe), "La porte"))
    barred(together, LEA, lea, co.ThrowInitiative(plain, 1))


def _place(play: Play, actor: Who) -> Any:
    """Picks stand in the order of the traits."""
    order = [f"t:{t.id}" for t in of(play, actor).traits]
    return order.index


def test_a_frozen_point_neither_reacts_nor_gives_in() -> None:
    """ITG-40 to ITG-42: a motivation that steps down gives the point instead."""
    play, lea, noe, _ = gifted()
    act(play, LEA, lea, noe, 1, 5, keep=False)
    broke(play, lea)
    play.act(MAUD, co.BuyOne(0))
    play.act(LEA, co.Settle())
    react(play, NOE, noe, 6, 7)
    plain = picks(play, lea)
    barred(play, LEA, lea, co.React(plain, 1))
    barred(play, LEA, lea, co.GiveIn("point", ""))
    play.act(LEA, co.GiveIn("t:devoir", ""))
    assert of(play, lea).points == 1


def test_a_frozen_point_neither_goes_on_nor_changes_stress() -> None:
    """ITG-49, ITG-53."""
    play, lea, noe, zoe = gifted()
    act(play, LEA, lea, noe, 1, 8, keep=False)
    broke(play, lea)
    play.act(MAUD, co.BuyOne(0))
    play.act(LEA, co.Settle())
    broken = play.fork()
    broken.act(ZOE, co.Interfere(picks(broken, zoe), 0), dice=[(7, 8)])
    broken.act(ZOE, co.Settle())
    barred(broken, LEA, lea, co.PayOn())
    react(play, NOE, noe, 3, 4)
    play.act(LEA, co.Inflict(0), throw=False)
    sharp = next(t for t in of(play, lea).of("distinction") if t.boosts[1].points)
    barred(play, LEA, lea, co.ShapeStress(f"{sharp.id}#1"))


@pytest.mark.parametrize("summons", [False, True])
def test_in_two_contests_whoever_spends_says_for_which(summons: bool) -> None:
    """ITG-35, ITG-37, ITG-38: the other side is paid; in one contest there is nothing to say."""
    play, lea, noe, zoe = gifted()
    cab = next(x for x in world(play).resources if x.owner == lea).id

    def spent(contest: str = "") -> co.Summon | co.MakeRelationship:
        return co.Summon(cab, contest) if summons else co.MakeRelationship("Le bac", "Il attend.", contest)

    act(play, NOE, noe, lea, 3, 4)
    alone = play.fork()
    alone.act(LEA, spent())
    assert (of(alone, noe).frozen[0][1], of(alone, lea).points) == (1, 3)
    act(play, ZOE, zoe, lea, 3, 4)
    second = world(play).contests[1].id
    assert refused(play, LEA, spent()).field == "contest"
    play.act(LEA, spent(second))
    assert (of(play, noe).frozen, of(play, zoe).frozen) == ((), ((second, 1),))


def test_between_a_player_and_an_extra_there_is_nothing_to_ask() -> None:
    """ITG-38: it is the player who is paid, whichever contest began first."""
    play, lea, noe, _ = gifted()
    guard = extra(play)
    play.act(MAUD, co.Act(lea, "Le registre", picks(play, guard), 0), dice=[(3, 4)])
    play.act(MAUD, co.Settle())
    act(play, NOE, noe, lea, 3, 4)
    play.act(LEA, co.MakeRelationship("Le bac", "Il attend."))
    assert of(play, noe).frozen == ((world(play).contests[1].id, 1),)
