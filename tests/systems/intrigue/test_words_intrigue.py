"""Which rules a line of the log cites: those that applied."""

from __future__ import annotations

import random

import pytest

from paravent.systems.intrigue import commands as co
from paravent.table.rulebooks import rules
from play import LEA, MAUD, NOE, ZOE, Play
from random_games import step
from systems.intrigue.itg_table import act, extra, picks, react, table


def cited(play: Play, kind: str) -> tuple[str, ...]:
    """By the latest line of that kind."""
    return next(x.rules for x in reversed(play.lines(ZOE)) if x.data["kind"] == kind)


@pytest.mark.parametrize(
    ("more", "keep", "rules"),
    [
        ((), 0, ("ITG-11",)),
        (("t:gloire",), 0, ("ITG-11", "ITG-32", "ITG-38")),
        ((), 1, ("ITG-11", "ITG-33", "ITG-38")),
        (("c:gloire",), 1, ("ITG-11", "ITG-13", "ITG-32", "ITG-33", "ITG-38")),
    ],
)
def test_a_roll_cites_what_it_is_made_of(more: tuple[str, ...], keep: int, rules: tuple[str, ...]) -> None:
    """ITG-11, ITG-13, ITG-32, ITG-33, ITG-38."""
    play, lea, noe, _ = table()
    pool = {*picks(play, lea), *more}
    order = [o.value for o in offered(play, lea)]
    play.act(LEA, co.Act(noe, "Qu’il parle", tuple(x for x in order if x in pool), keep))
    assert cited(play, "RollComposed") == rules


def offered(play: Play, actor: str) -> tuple[object, ...]:
    found = next(o for w in play.asked(LEA).values() for o in w.offers if o.command is co.Act)
    options: tuple[object, ...] = dict(found.fields)["pool"].options  # type: ignore[attr-defined]  # a pool's
    return options


def test_a_pool_and_a_patient_throw_by_their_own_rules() -> None:
    """ITG-19, ITG-60, ITG-61."""
    play, lea, noe, _ = table()
    play.act(MAUD, co.CallTest(lea, "Sauter", False, False), dice=[(3, 4)])
    assert cited(play, "RollComposed") == ("ITG-60",)
    play.act(MAUD, co.SetStress(noe, 0, 8, "hier"))
    play.act(LEA, co.Tend(noe, 0), dice=[(5,)])
    assert cited(play, "RollComposed") == ("ITG-61",)
    guard = extra(play)
    play.act(MAUD, co.Act(lea, "Le registre", (*picks(play, guard), "p:0"), 0), dice=[(3, 4, 5)])
    assert cited(play, "RollComposed") == ("ITG-11", "ITG-19")


def test_a_fall_cites_complications_only_where_there_are() -> None:
    """ITG-12, ITG-14."""
    play, lea, noe, zoe = table()
    act(play, LEA, lea, noe, 3, 4, keep=False)
    assert cited(play, "Fell") == ("ITG-12",)
    act(play, NOE, noe, zoe, 1, 4, keep=False)
    assert cited(play, "Fell") == ("ITG-12", "ITG-14")


@pytest.mark.parametrize(
    ("reaction", "rules"), [((6, 6), ("ITG-43",)), ((5, 3), ("ITG-43",)), ((3, 4), ("ITG-44",))]
)
def test_a_defeat_cites_how_far_it_was(reaction: tuple[int, int], rules: tuple[str, ...]) -> None:
    """ITG-43, ITG-44: twelve against twelve, eight, seven."""
    play, lea, noe, _ = table()
    act(play, LEA, lea, noe, 6, 6)
    react(play, NOE, noe, *reaction)
    assert cited(play, "FellShort") == rules
    play.act(LEA, co.Inflict(0), dice=[(2, 3)])
    assert cited(play, "StressSet") == ("ITG-46",)
    if rules == ("ITG-44",):
        play.act(LEA, co.StressOut(True))
        assert cited(play, "OutDecided") == ("ITG-44", "ITG-48")
    assert cited(play, "ContestClosed") == ("ITG-43", "ITG-55")


def test_a_stress_as_large_already_cites_its_step_and_a_d12_its_breaking() -> None:
    """ITG-46, ITG-47."""
    play, lea, noe, _ = table()
    play.act(MAUD, co.SetStress(noe, 0, 12, "hier"))
    act(play, LEA, lea, noe, 6, 6)
    react(play, NOE, noe, 5, 5)
    play.act(LEA, co.Inflict(0), dice=[(2, 3)])
    assert cited(play, "StressSet") == ("ITG-46", "ITG-47")
    play.act(LEA, co.StressOut(False))
    assert cited(play, "OutDecided") == ("ITG-47",)


@pytest.mark.parametrize(
    ("how", "rules"), [("point", ("ITG-41", "ITG-38")), ("t:devoir", ("ITG-41", "ITG-42"))]
)
def test_giving_in_cites_how_it_was_paid(how: str, rules: tuple[str, ...]) -> None:
    """ITG-38, ITG-41, ITG-42; and the end of the contest says how."""
    play, lea, noe, _ = table()
    act(play, LEA, lea, noe, 2, 2)
    react(play, NOE, noe, 5, 5)
    play.act(LEA, co.GiveIn(how, ""))
    assert cited(play, "GaveIn") == rules
    assert cited(play, "ContestClosed") == ("ITG-41", "ITG-55")
    assert play.texts(ZOE)[-1] == "Fin du duel."


@pytest.mark.parametrize("seed", range(2))
def test_whatever_happens_cites_rules_that_there_are(seed: int) -> None:
    """Every line of a random game, as whoever sees least reads it."""
    play, rng = table()[0], random.Random(seed)
    play.seed = seed
    for _ in range(150):
        step(play, rng)
    for x in (*play.lines(ZOE), *play.lines(MAUD)):
        assert all(r in rules() for r in x.rules), x
