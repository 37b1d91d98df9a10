"""What a test comes to, and where its gauges lead (FOR-11, FOR-20 to FOR-26)."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paravent.systems.forces.weighing import (
    MOST_REROLLS,
    Chain,
    Critical,
    Degrees,
    Options,
    critical_of,
    degree,
    destiny_of,
    die_total,
    judge,
    kept,
    may_corrupt,
    net_dice,
    rested,
    strained,
    stress_malus,
    wants_reroll,
)

PLAIN, BOUNDS = Options(), Degrees()
CRITICAL, CORRUPTION = Options(critical=True), Options(corruption=True)


@st.composite
def chains(draw: st.DrawFn) -> Chain:
    """A die thrown to its end, exploding."""
    sixes = draw(st.integers(0, MOST_REROLLS))
    last = draw(st.integers(1, 6 if sixes == MOST_REROLLS else 5))
    return (6,) * sixes + (last,)


def test_dice_of_bonus_and_of_malus_cancel_one_for_one() -> None:
    assert [net_dice(*granted) for granted in ((0, 0), (2, 1), (1, 1), (1, 3), (3, 0))] == [0, 1, 0, -2, 3]
    for granted in ((4, 0), (0, 4), (-1, 0)):
        with pytest.raises(ValueError, match="at most 3"):
            net_dice(*granted)


def test_a_six_is_thrown_again_ten_times_at_most() -> None:
    assert wants_reroll((6,), exploding=True)
    assert not wants_reroll((6,), exploding=False)
    assert not wants_reroll((5,), exploding=True)
    assert not wants_reroll((6, 1), exploding=True)
    assert wants_reroll((6,) * 10, exploding=True)
    assert not wants_reroll((6,) * 11, exploding=True)
    assert die_total((6, 6, 4)) == 16


@pytest.mark.parametrize(
    ("thrown", "net", "places"),
    [
        ("31", 0, (0, 1)),
        ("114", 1, (0, 2)),
        ("146", -1, (0, 1)),
        ("6611", -2, (2, 3)),
        ("52555", 3, (0, 2)),
        ("21111", -3, (1, 2)),
    ],
)
def test_the_two_dice_kept(thrown: str, net: int, places: tuple[int, int]) -> None:
    assert kept([(int(face),) for face in thrown], net) == places


def test_a_die_explodes_before_it_is_kept() -> None:
    assert kept([(5,), (6, 1), (6, 6, 2)], 1) == (1, 2)
    assert kept([(6, 1), (5,), (6, 6, 2)], -1) == (0, 1)


def test_as_many_dice_as_were_granted() -> None:
    with pytest.raises(ValueError, match="3 dice"):
        kept([(1,), (2,)], -1)


@given(
    st.integers(-3, 3).flatmap(
        lambda n: st.tuples(st.just(n), st.lists(chains(), min_size=2 + abs(n), max_size=2 + abs(n)))
    )
)
def test_no_other_pair_is_better_and_ties_never_change_a_critical(thrown: tuple[int, list[Chain]]) -> None:
    net, dice = thrown
    first, second = kept(dice, net)
    assert first < second
    total = die_total(dice[first]) + die_total(dice[second])
    for i, j in product(range(len(dice)), repeat=2):
        if i != j:
            other = die_total(dice[i]) + die_total(dice[j])
            assert other <= total if net >= 0 else other >= total
            if sorted(map(die_total, (dice[i], dice[j]))) == sorted(
                map(die_total, (dice[first], dice[second]))
            ):
                assert critical_of((dice[i][0], dice[j][0])) == critical_of((dice[first][0], dice[second][0]))


def test_doubles_of_six_and_of_one_are_critical() -> None:
    found = {(a, b): c for a, b in product(range(1, 7), repeat=2) if (c := critical_of((a, b)))}
    assert found == {(6, 6): "success", (1, 1): "failure"}


def test_the_die_of_destiny() -> None:
    assert [destiny_of(face) for face in range(1, 7)] == ["setback", "", "", "", "", "boost"]


@pytest.mark.parametrize(
    ("margin", "name"),
    [
        (-7, "stinging_failure"),
        (-6, "net_failure"),
        (-4, "net_failure"),
        (-3, "simple_failure"),
        (-1, "simple_failure"),
        (0, "simple_success"),
        (2, "simple_success"),
        (3, "frank_success"),
        (5, "frank_success"),
        (6, "brilliant_success"),
    ],
)
def test_the_degree_of_a_margin(margin: int, name: str) -> None:
    assert degree(margin >= 0, margin, BOUNDS) == name


def test_bounds_are_those_of_the_module() -> None:
    bounds = Degrees(frank=1, brilliant=2, net=-2, stinging=-3)
    assert [degree(m >= 0, m, bounds) for m in (-3, -2, -1, 0, 1, 2)] == [
        "stinging_failure",
        "net_failure",
        "simple_failure",
        "simple_success",
        "frank_success",
        "brilliant_success",
    ]


@pytest.mark.parametrize(
    ("dice", "bonus", "difficulty", "critical", "on", "off"),
    [(2, 11, 10, "failure", False, True), (12, 1, 15, "success", True, False)],
)
def test_criticals_against_the_total(
    dice: int, bonus: int, difficulty: int, critical: Critical, on: bool, off: bool
) -> None:
    struck = judge(dice, bonus, difficulty, critical, CRITICAL, BOUNDS)
    assert (struck.passed, struck.critical) == (on, critical)
    plain = judge(dice, bonus, difficulty, critical, PLAIN, BOUNDS)
    assert (plain.passed, plain.critical, plain.degree) == (off, "", "")


def test_a_critical_against_its_margin_is_simple_and_keeps_a_better_degree_otherwise() -> None:
    options = Options(critical=True, degrees=True)
    assert judge(12, 1, 22, "success", options, BOUNDS).degree == "simple_success"
    assert judge(12, 9, 15, "success", options, BOUNDS).degree == "brilliant_success"
    assert judge(2, 11, 10, "failure", options, BOUNDS).degree == "simple_failure"
    assert judge(2, 3, 15, "failure", options, BOUNDS).degree == "stinging_failure"


def test_corruption_adds_two_and_the_margin_counts_it() -> None:
    options = Options(corruption=True, degrees=True)
    before = judge(5, 6, 15, "", options, BOUNDS)
    after = judge(5, 6, 15, "", options, BOUNDS, corrupted=True)
    assert (before.margin, before.degree) == (-4, "net_failure")
    assert (after.total, after.margin, after.degree, after.passed) == (13, -2, "simple_failure", False)
    assert judge(7, 6, 15, "", options, BOUNDS, corrupted=True).passed


def test_when_corruption_is_refused() -> None:
    assert may_corrupt("", CORRUPTION)
    assert not may_corrupt("", PLAIN)
    assert not may_corrupt("", CORRUPTION, taken=True)
    assert may_corrupt("", CORRUPTION, gauge=9)
    assert not may_corrupt("", CORRUPTION, gauge=10)
    assert may_corrupt("failure", CORRUPTION)
    both = Options(critical=True, corruption=True)
    assert not may_corrupt("failure", both)
    assert may_corrupt("success", both)
    with pytest.raises(ValueError, match="no corruption"):
        judge(2, 11, 14, "failure", both, BOUNDS, corrupted=True)


def test_the_malus_of_stress() -> None:
    assert [stress_malus(gauge) for gauge in range(11)] == [0] * 5 + [-1] * 3 + [-2] * 3


def test_madness_strikes_at_ten_and_the_gauge_falls_back() -> None:
    assert strained(6, 3) == (9, False)
    assert strained(9, 1) == (5, True)
    assert strained(7, 9) == (5, True)


def test_a_scene_of_rest() -> None:
    assert [rested(gauge) for gauge in (0, 1, 2, 9)] == [0, 0, 0, 7]
