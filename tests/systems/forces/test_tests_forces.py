"""Tests on the engine, each option alone and all together, against the rule told again in a few lines."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product

import pytest

from paravent.core.refusals import Refusal
from paravent.systems.forces import commands as co
from paravent.systems.forces.pack import FORMAT, default_pack
from play import LEA, MAUD, NOE, Play, refused
from systems.forces.for_table import call, character, extra, table, throw, who, world

OPTIONS = ("critiques", "explosifs", "destin", "degres", "bonus_malus", "stress", "corruption")
DEGREES = (
    (6, "brilliant_success"),
    (3, "frank_success"),
    (0, "simple_success"),
    (-3, "simple_failure"),
    (-6, "net_failure"),
    (-99, "stinging_failure"),
)


def told(chains: list[list[int]], net: int, on: set[str]) -> tuple[str, int]:
    """The critical of the dice and what they come to: FOR-21 to FOR-23 read anew."""
    best = sorted(chains, key=sum, reverse=net >= 0)[:2]
    firsts = [c[0] for c in best]
    critical = {(6, 6): "success", (1, 1): "failure"}.get((firsts[0], firsts[1]), "")
    return critical if "critiques" in on else "", sum(map(sum, best))


def degree(passed: bool, margin: int) -> str:
    """FOR-26 read anew: a critical against its margin is simple."""
    margin = max(margin, 0) if passed else min(margin, -1)
    return next(name for least, name in DEGREES if margin >= least)


@pytest.mark.parametrize("chosen", list(product((False, True), repeat=len(OPTIONS))))
def test_whatever_the_options(chosen: tuple[bool, ...]) -> None:
    on = {name for name, yes in zip(OPTIONS, chosen, strict=True) if yes}
    play = table(**dict.fromkeys(on, "oui"))
    lea, rng = character(play), random.Random(repr(chosen))
    bonus = who(play, lea).aptitudes[0] + who(play, lea).subs[0]
    for _ in range(6):
        stress, corruption = rng.randint(0, 9), rng.randint(0, 9)
        if "stress" in on:
            play.act(MAUD, co.SetStress(lea, stress, "essai"))
        if "corruption" in on:
            play.act(MAUD, co.SetCorruption(lea, corruption, "essai"))
        more, less = (rng.randint(0, 3), rng.randint(0, 3)) if "bonus_malus" in on else (0, 0)
        net, difficulty = more - less, rng.randint(6, 20)
        first = [rng.choice((1, 6, rng.randint(1, 6))) for _ in range(2 + abs(net))]
        chains, throws = [[x] for x in first], [tuple(first)]
        destiny = rng.randint(1, 6)
        if "destin" in on:
            throws = [(*first, destiny)]
        while "explosifs" in on and (again := [c for c in chains if c[-1] == 6 and len(c) < 11]):
            rolled = tuple(rng.choice((6, rng.randint(1, 6))) for _ in again)
            for c, x in zip(again, rolled, strict=True):
                c.append(x)
            throws.append(rolled)
        call(play, lea, difficulty, more, less)
        throw(play, LEA, *throws)
        critical, total = told(chains, net, on)
        total += bonus - (("stress" in on) and (stress >= 5) + (stress >= 8))
        tempted = "corruption" in on and critical != "failure"
        assert bool(world(play).tests) == tempted
        if tempted:
            taken = rng.choice((True, False))
            play.act(LEA, co.TakeCorruption() if taken else co.StayPure())
            total += 2 * taken
            assert who(play, lea).corruption == corruption + taken
        passed = critical == "success" or (total >= difficulty and critical != "failure")
        last = world(play).last
        assert last
        assert last.verdict
        found = (last.passed, last.critical, last.verdict.total, last.verdict.margin)
        assert found == (passed, critical, total, total - difficulty), (chains, net, on)
        assert last.destiny == ({6: "boost", 1: "setback"}.get(destiny, "") if "destin" in on else "")
        assert last.degree == (degree(passed, total - difficulty) if "degres" in on else "")


def test_bonus_dice_are_not_offered_without_the_option() -> None:
    play = table()
    guard = extra(play)
    for bonus, malus in ((1, 0), (0, 1)):
        with pytest.raises(Refusal) as refusal:
            call(play, guard, 12, bonus, malus)
        assert refusal.value.rule == "FOR-10"


def test_degrees_come_from_the_module() -> None:
    pack = default_pack()
    strict = replace(pack, bounds=replace(pack.bounds, frank=1, brilliant=2))
    play = table(FORMAT.text_of(strict), degres="oui")
    guard = extra(play)
    degrees = []
    for difficulty in (7, 6, 5):
        call(play, guard, difficulty)
        throw(play, MAUD, (3, 4))
        last = world(play).last
        assert last
        degrees.append(last.degree)
    assert degrees == ["simple_success", "frank_success", "brilliant_success"]


def test_one_announced_test_at_a_time_unless_a_secret_one_is_under_way() -> None:
    play = table()
    lea = character(play)
    play.act(MAUD, co.CallTest(lea, "lutte", "", 12, 0, 0, "", "gm"))
    play.act(LEA, co.Announce("Fuir", "lutte", ""))
    assert refused(play, LEA, co.Announce("Fuir", "lutte", "")).rule == "FOR-10"
    refused(play, NOE, co.Announce("Fuir", "lutte", ""))
    assert len(world(play).tests) == 2


def test_any_whole_number_is_a_difficulty_and_reached_is_passed() -> None:
    play = table()
    guard = extra(play)
    for difficulty, passed in ((-5, True), (0, True), (7, True), (8, False), (99, False)):
        call(play, guard, difficulty)
        throw(play, MAUD, (3, 4))
        last = world(play).last
        assert last
        assert last.passed == passed


# Creation (FOR-02 to FOR-05)


def drafted(play: Play, *aspects: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    play.act(LEA, co.ChooseAspects("Brune", aspects, ""))
    d = world(play).drafts[0]
    return d.aptitudes, d.subs


def test_aspects_that_go_above_the_bound_are_refused_before_any_point() -> None:
    play = table()
    refusal = refused(play, LEA, co.ChooseAspects("Brune", ("mur", "geante", "soldat"), ""))
    assert (refusal.rule, refusal.field) == ("FOR-02", "aspects")
    assert "Force serait à 8" in refusal.why
    for wrong in (("mur", "geante"), ("mur", "geante", "clerc", "clerc"), ("geante", "mur", "clerc"), ()):
        refused(play, LEA, co.ChooseAspects("Brune", wrong, ""))


def test_points_are_all_spent_inside_the_range_of_the_final_score() -> None:
    play = table()
    aptitudes, subs = drafted(play, "mur", "change", "clerc")
    assert aptitudes == (0, 3, 3, 3, 5)
    good = (1, 5, 5, 4, 5)
    spread = (10, 0, 0, 0, 0, 0, 2, 0, 0, 0, 6, 1)
    assert (sum(good) - sum(aptitudes), sum(spread) - sum(subs)) == (6, 15)
    for bad in (
        (0, 6, 5, 4, 5),
        (1, 5, 5, 4, 4),
        (1, 5, 5, 4, 6),
        (1, 5, 5, 5, 4),
        (1, 8, 3, 3, 5),
        (1, 7, 2, 5, 5),
    ):
        refusal = refused(play, LEA, co.SharePoints(bad, spread))
        assert (refusal.rule, refusal.field) == ("FOR-03", "aptitudes")
    for bad in ((11, *spread[1:10], 5, 1), (9, *spread[1:]), (10, *spread[1:10], 7, 0)):
        refusal = refused(play, LEA, co.SharePoints(good, bad))
        assert (refusal.rule, refusal.field) == ("FOR-03", "subs")
    play.act(LEA, co.SharePoints(good, spread))
    assert world(play).characters[0].aptitudes == good


def test_aspects_may_be_chosen_again_until_the_points_are_shared_and_never_after() -> None:
    play = table()
    drafted(play, "mur", "village", "clerc")
    refused(play, LEA, co.ChooseAspects("Brune", ("mur", "village", "clerc"), ""))
    play.act(LEA, co.GiveUpDraft())
    lea = character(play)
    before = who(play, lea).aspects
    play.act(MAUD, co.GrantLevel(lea))
    play.act(LEA, co.Raise("lutte"))
    assert who(play, lea).aspects == before
    refused(play, LEA, co.GiveUpDraft())


def test_levels_raise_beyond_the_bound_of_creation_and_their_points_are_kept() -> None:
    play = table()
    lea = character(play)
    refused(play, LEA, co.Raise("lutte"))
    for _ in range(4):
        play.act(MAUD, co.GrantLevel(lea))
    for score, times in (("outre_monde", 4), ("augure", 12)):
        before = who(play, lea)
        for _ in range(times):
            play.act(LEA, co.Raise(score))
        refused(play, LEA, co.Raise(score))
        after = who(play, lea)
        assert (before.aptitudes, before.subs) != (after.aptitudes, after.subs)
    c = who(play, lea)
    assert (c.level, c.aptitude_points, c.sub_points) == (5, 0, 0)
    assert max(c.aptitudes) > 7
    assert max(c.subs) > 10


def test_experience_brings_each_level_at_its_threshold() -> None:
    play = table()
    lea = character(play)
    reached = []
    for points in (9, 1, 14, 1, 400):
        play.act(MAUD, co.GrantExperience(lea, points))
        reached.append(who(play, lea).level)
    assert reached == [1, 2, 2, 3, 6]
    play.act(MAUD, co.GrantLevel(lea))
    assert who(play, lea).level == 7
