"""One corner of each rule of Intrigue, against the engine itself."""

from __future__ import annotations

import random

import pytest

from paravent.core import commands as shared
from paravent.core.cast import eyes_of
from paravent.core.sight import project
from paravent.systems.intrigue import SYSTEM
from paravent.systems.intrigue import commands as co
from paravent.systems.intrigue import episode_commands as ep
from paravent.systems.intrigue.contest_model import Inflicting
from paravent.systems.intrigue.model import Game
from paravent.systems.intrigue.weighing import SIZES
from play import LEA, MAUD, NOE, ZOE, Play, refused
from random_games import step
from systems.intrigue.itg_table import act, extra, last_roll, of, picks, player, react, table, world


def test_a_motivation_steps_down_once_its_dice_have_fallen() -> None:
    """ITG-13: until they fall it is what it was, and a roll given up costs nothing."""
    play, lea, noe, _ = table()
    play.act(LEA, co.Act(noe, "Qu’il parle", picks(play, lea, first="c:"), 0), throw=False)
    assert (of(play, lea).trait("devoir").die, of(play, lea).growth) == (8, ())
    falling = play.fork()
    falling.act(MAUD, shared.Abandon(world(play).contests[0].id, ""))
    assert of(falling, lea).trait("devoir").die == 8


def test_two_challenges_at_once_do_not_lose_a_motivation() -> None:
    """ITG-13: D4 is the least, both rolls having been composed at D6."""
    play, lea, noe, zoe = table()
    act_again = co.Act(noe, "Encore", picks(play, lea, first="c:"), 0)
    play.act(LEA, act_again, dice=[(2, 2, 2, 2)])
    assert of(play, lea).trait("devoir").die == 6
    for foe in (noe, zoe):
        play.act(LEA, co.Act(foe, "Encore", picks(play, lea, first="c:"), 0), throw=False)
    for _ in range(2):
        w = play.falling()
        assert w is not None
        play.fall(LEA, w, (2, 2, 2, 2), own_action=True)
    assert of(play, lea).trait("devoir").die == 4
    assert of(play, lea).trait("devoir").before == 8


def test_the_largest_stress_that_the_foe_throws_is_not_bought_after_the_throw() -> None:
    """ITG-32."""
    play, lea, noe, _ = table()
    play.act(MAUD, co.SetStress(noe, 0, 10, "hier"))
    play.act(MAUD, co.SetStress(noe, 1, 6, "hier"))
    play.act(LEA, co.Act(noe, "Qu’il parle", (*picks(play, lea), "f:0"), 0), dice=[(5, 5, 5)])
    play.act(LEA, co.Settle())
    react(play, NOE, noe, 4, 3, keep=False)
    assert refused(play, NOE, co.BuyDie("s:0")).field == "source"
    play.act(NOE, co.BuyDie("s:1"), dice=[(6,)])
    assert last_roll(play).total == 10


def test_ones_left_alone_may_be_bought_once_another_die_has_fallen() -> None:
    """ITG-15, ITG-32."""
    play, lea, noe, _ = table()
    act(play, LEA, lea, noe, 1, 5, keep=False)
    play.act(MAUD, co.LeaveOnes())
    play.act(LEA, co.BuyDetail("Un tabouret", 6), dice=[(1,)])
    play.act(MAUD, co.BuyOne(2))
    assert sum(n for _, n in of(play, lea).frozen) == 1


def test_points_of_a_three_way_roll_and_of_aid_go_to_the_game_masters() -> None:
    """ITG-38: but those of a relationship made in a contest go to the player one contends with."""
    play, lea, noe, zoe = table()
    act(play, LEA, lea, noe, 3, 4, keep=False)
    play.act(ZOE, co.Aid(last_roll(play).id, picks(play, zoe), 0), dice=[(2, 7)])
    play.act(ZOE, co.BuyDetail("Une chandelle", 6), dice=[(2,)])
    play.act(ZOE, co.Settle())
    assert world(play).rolls[0].total == 14
    assert of(play, noe).frozen == ()
    play.act(LEA, co.MakeRelationship("Le sergent", "Il m’écoute."))
    assert sum(n for _, n in of(play, noe).frozen) == 1
    play.act(LEA, co.Settle())
    play.act(NOE, co.GiveIn("free", ""))
    assert of(play, noe).points == 4


def test_an_aid_is_one_die_and_helps_no_aid() -> None:
    """ITG-50: neither kept dice nor a resource serve it, nobody opposed gives it, and nobody twice."""
    play, lea, noe, zoe = table()
    act(play, LEA, lea, noe, 3, 4, keep=False)
    aided = last_roll(play).id
    assert refused(play, NOE, co.Aid(aided, picks(play, noe), 0)).stale
    play.act(ZOE, co.Aid(aided, picks(play, zoe), 0), dice=[(2, 7)])
    assert refused(play, ZOE, co.KeepMore()).stale
    play.act(ZOE, co.Settle())
    assert last_roll(play).helps == aided
    assert refused(play, ZOE, co.Aid(aided, picks(play, zoe), 0)).stale
    guard = extra(play)
    play.act(MAUD, co.Aid(aided, picks(play, guard), 0), dice=[(3, 3)])
    play.act(LEA, co.Settle())
    assert refused(play, NOE, co.GiveIn("free", "")).stale, "that aid is not kept yet"
    play.act(MAUD, co.Settle())
    play.act(NOE, co.GiveIn("free", ""))


def test_a_resource_is_in_one_roll_at_a_time() -> None:
    """ITG-51: two dice an episode, whatever runs side by side."""
    play, lea, noe, zoe = table()
    play.act(MAUD, co.CreateResource("location", "La Taverne", 8, "Rumeurs", "Cachettes"))
    place = world(play).resources[0].id
    play.act(MAUD, co.PlaceResource(place, "present"))
    for seat, actor in ((LEA, lea), (NOE, noe)):
        act(play, seat, actor, zoe, 3, 4, keep=False)
    play.act(LEA, co.UseResource(place), dice=[(3, 4)])
    assert "autre jet" in refused(play, NOE, co.UseResource(place)).why
    play.act(LEA, co.KeepHelp(2))
    assert world(play).resource(place).left == 0


def test_whoever_paid_alone_to_go_on_has_the_point_back() -> None:
    """ITG-53."""
    play, lea, noe, zoe = table()
    act(play, LEA, lea, noe, 2, 2)
    play.act(ZOE, co.Interfere(picks(play, zoe), 0), dice=[(5, 5)])
    play.act(ZOE, co.Settle())
    play.act(LEA, co.PayOn())
    play.act(NOE, co.LetGo())
    assert [of(play, a).points for a in (lea, noe, zoe)] == [4, 3, 1]
    assert world(play).uninvolved == ()


def test_three_roll_clockwise_from_the_game_masters() -> None:
    """ITG-53: their character throws and hurts first, though it was cast last."""
    play, lea, _, zoe = table()
    guard = extra(play)
    act(play, LEA, lea, guard, 2, 2)
    play.act(ZOE, co.Interfere(picks(play, zoe), 0), dice=[(5, 5)])
    play.act(ZOE, co.Settle())
    play.act(LEA, co.PayOn())
    play.act(MAUD, co.PayOn())
    assert refused(play, LEA, co.Brawl(picks(play, lea), 0)).stale
    for seat, actor, face in ((MAUD, guard, 4), (LEA, lea, 5), (ZOE, zoe, 3)):
        play.act(seat, co.Brawl(picks(play, actor), 0), dice=[(face, face)])
        play.act(seat, co.Settle())
    stage = world(play).contests[0].stage
    assert isinstance(stage, Inflicting)
    assert [(i.winner, i.loser) for i in stage.queue] == [(lea, guard), (guard, zoe), (lea, zoe)]


def test_a_game_masters_character_pays_the_player_to_give_in() -> None:
    """ITG-38, ITG-41: endless points, and yet given; what it challenged comes back with the episode (ITG-13)."""
    play, lea, _, _ = table()
    guard = extra(play)
    act(play, LEA, lea, guard, 2, 2)
    ids = [t.id for t in of(play, guard).traits]
    play.act(MAUD, co.React((f"t:{ids[1]}", f"c:{ids[0]}"), 0), dice=[(3, 4, 2, 2)])
    play.act(MAUD, co.Settle())
    react(play, LEA, lea, 6, 6)
    play.act(MAUD, co.GiveIn("point", ""))
    assert of(play, lea).points == 5
    assert of(play, guard).trait(ids[0]).die == 6
    _end(play)
    assert of(play, guard).trait(ids[0]).die == 8


def _end(play: Play) -> None:
    play.act(MAUD, ep.EndEpisode())
    for seat in (LEA, NOE, ZOE):
        play.act(seat, ep.TellEpilogue(""))
        play.act(seat, ep.GiveUp())
    play.act(MAUD, ep.CloseEpisode())


def test_points_are_shared_once_an_episode() -> None:
    """ITG-30, ITG-31."""
    play, lea, _, _ = table()
    assert refused(play, MAUD, ep.SharePoints()).rule == "ITG-30"
    _end(play)
    assert of(play, lea).points == 0
    play.act(MAUD, ep.SharePoints(), dice=[(4,), (6,), (8,)])
    assert of(play, lea).points == 2


def test_all_level_throw_both_places_again_at_once() -> None:
    """ITG-30: as the exact law has it."""
    play, lea, noe, zoe = table(points=False)
    play.act(MAUD, ep.SharePoints(), dice=[(5,), (5,), (5,), (2,), (7,), (4,)])
    assert [of(play, a).points for a in (lea, noe, zoe)] == [2, 4, 3]


def test_a_share_given_up_may_begin_again() -> None:
    """TAB-06, ITG-30."""
    play, lea, _, _ = table(points=False)
    play.act(MAUD, ep.SharePoints(), throw=False)
    opening = world(play).opening
    assert opening is not None
    play.act(MAUD, shared.Abandon(opening.id, ""))
    play.act(MAUD, ep.SharePoints(), dice=[(8,), (6,), (4,)])
    assert of(play, lea).points == 4


def test_ones_of_the_patient_are_bought_like_any() -> None:
    """ITG-14, ITG-61."""
    play, lea, noe, _ = table()
    play.act(MAUD, co.SetStress(noe, 0, 8, "hier"))
    play.act(LEA, co.Tend(noe, 0), dice=[(1,)])
    play.act(MAUD, co.BuyOne(0))
    play.act(LEA, co.Heal(picks(play, lea), 0), dice=[(3, 4)])
    play.act(LEA, co.Settle())
    assert (of(play, noe).points, of(play, noe).growth, world(play).pool) == (4, (8,), (6, 6, 8))


def test_what_a_contest_did_survives_its_end_and_leaves_with_its_undo() -> None:
    """TAB-06: giving it up keeps its lines and thaws its points; undo strikes them."""
    play, lea, noe, _ = table()
    act(play, LEA, lea, noe, 1, 5, keep=False)
    play.act(MAUD, co.BuyOne(0))
    play.act(MAUD, shared.Abandon(world(play).contests[0].id, "le temps manque"))
    assert (of(play, lea).points, world(play).rolls, world(play).contests) == (5, (), ())
    assert any("vaut 1 PI" in t for t in play.texts(NOE))
    play.undo()
    play.undo()
    assert (of(play, lea).points, of(play, lea).frozen) == (4, ())
    assert not any("vaut 1 PI" in t for t in play.texts(NOE))


def test_contests_of_one_scene_never_mix() -> None:
    """ITG-39, ITG-40: each has its rolls, its frozen points and its end; undo gives back what stood."""
    play, lea, noe, zoe = table()
    act(play, LEA, lea, noe, 1, 5, keep=False)
    first = world(play).contests[0].id
    play.act(MAUD, co.BuyOne(0))
    play.act(LEA, co.Settle())
    act(play, ZOE, zoe, noe, 1, 4, keep=False)
    second = world(play).contests[1].id
    play.act(MAUD, co.BuyOne(0))
    play.act(ZOE, co.Settle())
    assert (dict(of(play, lea).frozen), dict(of(play, zoe).frozen)) == ({first: 1}, {second: 1})
    before = world(play)
    answer = next(w.topic for w in play.asked(NOE).values() if w.procedure == second)
    play.act(NOE, co.GiveIn("free", ""), topic=answer)
    assert [k.id for k in world(play).contests] == [first]
    assert {r.procedure for r in world(play).rolls} == {first}
    assert (of(play, lea).frozen, of(play, zoe).frozen) == (((first, 1),), ())
    assert of(play, zoe).points == 3
    play.undo()
    assert world(play) == before
    react(play, NOE, noe, 6, 7)
    assert {k.id: k.standing for k in world(play).contests}.keys() == {first, second}
    play.undo()
    play.undo()
    assert world(play) == before


def test_nothing_begins_once_the_episode_ends() -> None:
    """ITG-70: what would step down a motivation is over when motivations are settled."""
    play, lea, noe, _ = table()
    play.act(MAUD, ep.EndEpisode())
    assert refused(play, LEA, co.Act(noe, "Encore", picks(play, lea), 0)).stale
    assert "ITG-70" in refused(play, MAUD, co.CallTest(lea, "Sauter", False, False)).why
    assert "ITG-70" in refused(play, MAUD, co.CallInitiative((lea, noe), "La porte")).why


def test_an_ability_of_ones_own_serves_for_a_plot_point() -> None:
    """ITG-02: by its die, or for a point."""
    play = Play(SYSTEM)
    own = ("", "Lire les braises", 8, "Le feu", "Jamais sous la pluie", "")
    lea, noe = player(play, LEA, "Ulla", abilities=(own,)), player(play, NOE, "Villon")
    play.act(MAUD, co.SetPoints(lea, 1, "elle arrive"))
    act(play, LEA, lea, noe, 3, 4, keep=False)
    play.act(LEA, co.Activate(f"{of(play, lea).of('ability')[0].id}#0", ""))
    assert (of(play, lea).points, last_roll(play).total) == (0, 7)
    assert any("Lire les braises" in t for t in play.texts(ZOE))


def test_a_refused_proposal_leaves_no_resource() -> None:
    """ITG-03, ITG-06."""
    play = Play(SYSTEM)
    far = (("Le cocher", "extra", 6, "Chevaux", "Ragots"),)
    player(play, LEA, "Aldonse", resources=far, accept=False)
    assert world(play).resources
    play.act(MAUD, shared.RefuseActor("pas elle"))
    assert (world(play).characters, world(play).resources) == ((), ())


def test_a_private_sheet_keeps_what_it_settles_to_itself() -> None:
    """ITG-71 to ITG-74, TAB-07: neither the questions, the facts nor what is left to do show; dice are sealed."""
    play, _, noe, _ = table()
    play.act(NOE, shared.ShareSheet(noe, False))
    play.act(MAUD, ep.EndEpisode())
    play.act(NOE, ep.Grow("new:gear"))
    play.act(NOE, ep.Describe("Une corde"))
    assert not any("Une corde" in t for t in play.texts(LEA))
    assert any("Une corde" in t for t in play.texts(NOE))
    seen = {seat: project(world(play), eyes_of(play.game.core, seat)) for seat in (LEA, NOE)}
    mine, theirs = (
        next(p for p in seen[seat]["ending"]["people"] if p["actor"] == noe) for seat in (NOE, LEA)
    )
    assert "grown" in mine
    assert set(theirs) == {"kind", "actor", "epilogue"}


def test_a_patient_keeps_leave_to_roll_without_a_motivation() -> None:
    """ITG-18, ITG-61: it is for a roll that is composed."""
    play, lea, noe, _ = table()
    play.act(MAUD, co.Excuse(noe))
    play.act(MAUD, co.SetStress(noe, 0, 8, "hier"))
    play.act(LEA, co.Tend(noe, 0), dice=[(5,)])
    assert of(play, noe).excused
    play.act(NOE, co.Act(lea, "Qu’elle parte", (), 0))
    assert not of(play, noe).excused


def sound(game: Game) -> None:
    """Nothing is spent that was not earned, nothing is used up twice, no die is less than D4."""
    assert len(game.pool) >= 2
    assert set(game.pool) <= set(SIZES)
    for c in game.characters:
        assert c.points >= 0
        assert all(n >= 0 for _, n in c.frozen)
        assert set(c.stress) <= {0, *SIZES}
        assert {t.die for t in c.traits} | set(c.growth) <= set(SIZES)
    for x in game.resources:
        assert 0 <= x.left <= 2
    busy = {k.id for k in (*game.contests, *game.tests, *game.recoveries, *game.initiatives)}
    assert {r.procedure for r in game.rolls} <= busy, "a roll outlives what it belongs to"
    assert {p for c in game.characters for p, _ in c.frozen} <= busy, "frozen for ever"


@pytest.mark.parametrize("seed", range(3))
def test_random_play_stays_sound(seed: int) -> None:
    """ITG-20, ITG-39, ITG-51 over anything that is offered."""
    play, rng = table()[0], random.Random(seed)
    play.seed = seed
    for _ in range(120):
        step(play, rng)
        sound(world(play))
    assert any(type(r.event).__name__ == "RollSettled" for r in play.records)
