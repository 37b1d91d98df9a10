"""How things end: three-way rolls, initiative, tests, breaking down, the end of an episode."""

from __future__ import annotations

from paravent.core import commands as shared
from paravent.core.values import Who
from paravent.systems.intrigue import SYSTEM
from paravent.systems.intrigue import commands as co
from paravent.systems.intrigue import episode_commands as ep
from paravent.systems.intrigue.contest_model import Inflicting
from play import LEA, MAUD, NOE, ZOE, Play, refused
from systems.intrigue.itg_table import act, extra, of, picks, player, react, table, world


def brawl(*faces: tuple[int, int]) -> tuple[Play, tuple[Who, Who, Who]]:
    """Léa and Noé go on against Zoé, who stepped between; what each of them then throws, in the order of the cast."""
    play, *people = table()
    lea, noe, zoe = people
    act(play, LEA, lea, noe, 2, 2)
    play.act(ZOE, co.Interfere(picks(play, zoe), 0), dice=[(5, 5)])
    play.act(ZOE, co.Settle())
    play.act(LEA, co.PayOn())
    play.act(NOE, co.PayOn())
    for seat, actor, thrown in zip((LEA, NOE, ZOE), people, faces, strict=True):
        play.act(seat, co.Brawl(picks(play, actor), 0), dice=[thrown])
        play.act(seat, co.Settle())
    return play, (lea, noe, zoe)


def struck(play: Play) -> list[tuple[Who, Who, bool]]:
    """Who hurts whom, in order, and whether by far."""
    (k,) = world(play).contests
    assert isinstance(k.stage, Inflicting)
    return [(i.winner, i.loser, i.decisive) for i in k.stage.queue]


def test_the_better_of_the_two_hurts_the_other_then_each_who_beats_the_third() -> None:
    """ITG-53: clockwise, nobody broken by how far; both points are the third's once it is over."""
    play, (lea, noe, zoe) = brawl((6, 6), (4, 4), (3, 3))
    assert struck(play) == [(lea, noe, False), (lea, zoe, False), (noe, zoe, False)]
    for seat, faces in ((LEA, (3, 3)), (LEA, (3, 3)), (NOE, (3, 3))):
        play.act(seat, co.Inflict(0), dice=[faces])
    assert (of(play, noe).stress[0], of(play, zoe).stress[0], of(play, zoe).points) == (8, 10, 3)


def test_the_second_of_the_two_may_be_the_better() -> None:
    """ITG-53: and whoever stepped between is safe from whom they match."""
    play, (lea, noe, zoe) = brawl((3, 3), (6, 6), (3, 3))
    assert struck(play) == [(noe, lea, False), (noe, zoe, False)]


def test_where_the_two_are_level_neither_hurts_the_other() -> None:
    """ITG-53."""
    play, (lea, noe, zoe) = brawl((6, 6), (6, 6), (3, 3))
    assert struck(play) == [(lea, zoe, False), (noe, zoe, False)]


def test_all_who_threw_for_initiative_have_thrown() -> None:
    """ITG-41, ITG-54: the ties alone throw again, and what the best throws then is the action."""
    play, lea, noe, zoe = table()
    play.act(MAUD, co.CallInitiative((lea, noe, zoe), "La porte"))
    for seat, actor, faces in (
        (LEA, lea, (6, 6)),
        (NOE, noe, (5, 5)),
        (ZOE, zoe, (6, 6)),
        (LEA, lea, (2, 2)),
        (ZOE, zoe, (3, 3)),
    ):
        play.act(seat, co.ThrowInitiative(picks(play, actor), 0), dice=[faces])
        play.act(seat, co.Settle())
    play.act(ZOE, co.NameTarget(noe))
    (k,) = world(play).contests
    assert (world(play).roll(k.to_beat).total, set(k.rolled)) == (6, {lea, noe, zoe})
    assert refused(play, NOE, co.GiveIn("free", "")).field == "how"


def test_whoever_is_broken_gives_in_freely_and_throws_nothing() -> None:
    """ITG-48: though they had thrown; a scene later all is well."""
    play, lea, noe, zoe = table()
    play.act(MAUD, shared.OpenSession())
    play.act(MAUD, shared.OpenScene("La crypte", ""))
    act(play, ZOE, zoe, noe, 2, 2)
    react(play, NOE, noe, 4, 4)
    react(play, ZOE, zoe, 5, 5)
    act(play, LEA, lea, noe, 8, 8)
    first, second = (k.id for k in world(play).contests)
    answers = {w.procedure: w.topic for w in play.asked(NOE).values()}
    play.act(NOE, co.React(picks(play, noe), 0), dice=[(2, 2)], topic=answers[second])
    play.act(NOE, co.Settle())
    play.act(LEA, co.Inflict(0), dice=[(3, 3)])
    play.act(LEA, co.StressOut(True))
    assert "ITG-48" in refused(play, NOE, co.React(picks(play, noe), 0)).why
    play.act(NOE, co.GiveIn("free", ""))
    assert of(play, noe).points == 3
    assert first not in {k.id for k in world(play).contests}
    play.act(MAUD, shared.CloseScene())
    assert not of(play, noe).stressed_out


def test_whoever_breaks_down_before_a_roll_that_must_come_throws_nothing() -> None:
    """ITG-48: a test called before, whose attempt is still to come."""
    play, lea, noe, _ = table()
    play.act(MAUD, co.CallTest(lea, "Sauter le fossé", False, False), dice=[(3, 2)])
    play.act(MAUD, co.Settle())
    act(play, NOE, noe, lea, 8, 8)
    react(play, LEA, lea, 3, 3)
    play.act(NOE, co.Inflict(0), dice=[(3, 3)])
    play.act(NOE, co.StressOut(True))
    refused(play, LEA, co.Attempt(picks(play, lea), 0))
    refused(play, NOE, co.StandBy())
    play.act(LEA, co.StandBy())
    (settled,) = [r.event for r in play.records if type(r.event).__name__ == "TestSettled"]
    assert (settled.total, settled.pool, settled.passed) == (0, 5, False)
    assert world(play).tests == ()


def test_nobody_already_broken_is_broken_again() -> None:
    """ITG-48, ITG-53: the third, hurt twice, is asked about once."""
    play, lea, noe, zoe = table()
    play.act(MAUD, co.SetStress(zoe, 0, 12, "hier"))
    act(play, LEA, lea, noe, 2, 2)
    play.act(ZOE, co.Interfere(picks(play, zoe), 0), dice=[(5, 5)])
    play.act(ZOE, co.Settle())
    play.act(LEA, co.PayOn())
    play.act(NOE, co.PayOn())
    for seat, actor, thrown in ((LEA, lea, (6, 6)), (NOE, noe, (6, 6)), (ZOE, zoe, (3, 3))):
        play.act(seat, co.Brawl(picks(play, actor), 0), dice=[thrown])
        play.act(seat, co.Settle())
    play.act(LEA, co.Inflict(0), dice=[(3, 3)])
    play.act(LEA, co.StressOut(True))
    play.act(NOE, co.Inflict(0), dice=[(3, 3)])
    assert world(play).contests == ()


def test_a_value_kept_down_is_not_raised_for_another() -> None:
    """ITG-72."""
    play, lea, noe, _ = table()
    for value in ("devoir", "gloire"):
        play.act(LEA, co.Act(noe, "Qu’il parle", tuple(challenge(play, lea, value)), 0), dice=[(3, 3, 3, 3)])
        play.act(LEA, co.Settle())
        play.act(NOE, co.GiveIn("free", ""))
    play.act(MAUD, ep.EndEpisode())
    play.act(LEA, ep.KeepDown("devoir"))
    play.act(LEA, ep.KeepDown("gloire"))
    assert refused(play, LEA, ep.RaiseValue("devoir")).field == "motivation"
    play.act(LEA, ep.RaiseValue("justice"))
    play.act(LEA, ep.RaiseValue("justice"))
    values = {t.id: t.die for t in of(play, lea).of("value")}
    assert (values["devoir"], values["gloire"], values["justice"]) == (6, 6, 12)


def challenge(play: Play, actor: Who, value: str) -> tuple[str, str]:
    return f"t:{of(play, actor).of('relationship')[0].id}", f"c:{value}"


def test_a_value_d4_is_never_given_for_a_growth() -> None:
    """ITG-74: a relationship D4 may be, and is gone."""
    play = Play(SYSTEM)
    weak = {"values": ((4, "J’y crois."),) * 6, "relationships": (("Margot", 4, "Elle sait tout."),)}
    lea = player(play, LEA, "Ulla", **weak)
    play.act(MAUD, ep.EndEpisode())
    play.act(LEA, ep.Grow("new:gear"))
    play.act(LEA, ep.Describe("Une corde"), dice=[(4, 8)])
    assert refused(play, LEA, ep.Sacrifice("t:devoir")).field == "trait"
    play.act(LEA, ep.Sacrifice(f"t:{of(play, lea).of('relationship')[0].id}"))
    assert (of(play, lea).of("relationship"), of(play, lea).of("gear")[0].name) == ((), "Une corde")
    assert "D4, Margot disparaît" in play.texts(LEA)[-1]


def test_a_relationship_on_the_fly_is_gone_with_the_episode() -> None:
    """ITG-35, ITG-75, ITG-76."""
    play = Play(SYSTEM)
    lea = player(play, LEA, "Ulla")
    play.act(MAUD, co.SetPoints(lea, 1, "pour voir"))
    play.act(LEA, co.MakeRelationship("Le bac", "Il attend."))
    play.act(MAUD, ep.EndEpisode())
    play.act(LEA, ep.TellEpilogue(""))
    play.act(LEA, ep.GiveUp())
    play.act(MAUD, ep.CloseEpisode())
    assert [t.name for t in of(play, lea).of("relationship")] == ["Margot"]


def test_whoever_was_tended_is_not_tended_again_in_that_scene() -> None:
    """ITG-61: by nobody, for no stress, whatever came of it; level with the patient's throw, nothing is healed."""
    play, lea, noe, _ = table()
    play.act(MAUD, co.SetStress(noe, 0, 8, "hier"))
    play.act(MAUD, co.SetStress(noe, 4, 6, "hier"))
    play.act(LEA, co.Tend(noe, 4), dice=[(5, 4)])
    play.act(LEA, co.Heal(picks(play, lea), 0), dice=[(5, 4)])
    play.act(LEA, co.Settle())
    assert (of(play, noe).stress, of(play, noe).growth) == ((8, 0, 0, 0, 6), ())
    assert "déjà un essai" in refused(play, ZOE, co.Tend(noe, 0)).why


def test_players_opposed_to_one_roll_answer_its_ones_in_turn() -> None:
    """ITG-16, ITG-54: one each, and whoever leaves theirs passes the turn on."""
    play, lea, noe, _ = table()
    guard = extra(play)
    play.act(MAUD, co.CallInitiative((lea, noe, guard), "La porte"))
    play.act(MAUD, co.ThrowInitiative((*picks(play, guard), "p:0"), 0), dice=[(1, 1, 1)])
    answer = co.AnswerOne("l6")
    assert refused(play, NOE, answer).stale
    play.act(LEA, answer)
    assert refused(play, LEA, answer).stale
    play.act(NOE, co.LeaveOnes())
    play.act(LEA, answer)
    assert world(play).pool == (4, 4)


def test_a_roll_that_is_kept_is_aided_no_more() -> None:
    """ITG-50: though its ones are still to be bought."""
    play, lea, noe, zoe = table()
    act(play, LEA, lea, noe, 1, 4, keep=False)
    roll = world(play).rolls[0].id
    play.act(LEA, co.Settle())
    assert refused(play, ZOE, co.Aid(roll, picks(play, zoe), 0)).stale
