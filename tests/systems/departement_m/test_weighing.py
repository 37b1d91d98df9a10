"""What dice come to and what points become (DEM-12 to DEM-15, DEM-20)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paravent.systems.departement_m.weighing import (
    Verdict,
    capped,
    cost,
    eroded,
    outcome,
    price,
    tally,
    verdict,
)

POINTS = st.integers(0, 30)


@pytest.mark.parametrize(
    ("face", "plain", "focused"),
    [(1, 2, 2), (2, 1, 2), (3, 1, 2), (4, 1, 1), (12, 1, 1), (13, 0, 0), (19, 0, 0)],
)
def test_the_successes_of_a_face(face: int, plain: int, focused: int) -> None:
    """Discipline 3, target number 12: the edges of both, and a 1 which is worth two once only."""
    assert verdict(face, 12, 3, False) == Verdict(plain, False)
    assert verdict(face, 12, 3, True) == Verdict(focused, False)


@pytest.mark.parametrize(
    ("target", "discipline", "focused", "successes"),
    [(19, 5, True, 0), (20, 5, False, 1), (22, 5, True, 1), (25, 20, True, 2)],
)
def test_a_20_is_a_complication_and_whatever_else_it_is(
    target: int, discipline: int, focused: bool, successes: int
) -> None:
    assert verdict(20, target, discipline, focused) == Verdict(successes, True)


def test_a_throw_adds_its_dice_up() -> None:
    assert tally((1, 3, 12, 20, 20), 12, 3, True) == (5, 2)
    assert tally((1, 3, 12, 20, 20), 12, 3, False) == (4, 2)
    assert tally((), 12, 3, False) == (0, 0)


@pytest.mark.parametrize(
    ("successes", "difficulty", "passed", "excess"),
    [
        (2, 2, True, 0),
        (3, 2, True, 1),
        (1, 2, False, 0),
        (0, 0, True, 0),
        (4, 0, True, 4),
        (10, 11, False, 0),
    ],
)
def test_the_excess_of_what_comes_off(successes: int, difficulty: int, passed: bool, excess: int) -> None:
    assert outcome(successes, difficulty) == (passed, excess)


def test_extra_dice_cost_the_price_of_their_rank() -> None:
    assert [price((1, 2, 3), rank) for rank in (1, 2, 3)] == [1, 2, 3]
    assert [cost((1, 2, 3), extra) for extra in range(4)] == [0, 1, 3, 6]
    for rank in (0, 4, -1):
        with pytest.raises(ValueError, match="rank"):
            price((1, 2, 3), rank)


@pytest.mark.parametrize(
    ("pool", "gain", "cap", "after"),
    [
        (2, 3, None, (5, 3, 0)),
        (2, 3, 6, (5, 3, 0)),
        (4, 3, 6, (6, 2, 1)),
        (6, 3, 6, (6, 0, 3)),
        (8, 3, 6, (8, 0, 3)),
    ],
)
def test_a_cap_loses_what_is_above_it(
    pool: int, gain: int, cap: int | None, after: tuple[int, int, int]
) -> None:
    assert capped(pool, gain, cap) == after


@given(POINTS, POINTS, st.none() | POINTS)
def test_a_gain_is_kept_or_lost(pool: int, gain: int, cap: int | None) -> None:
    got = capped(pool, gain, cap)
    assert (got.pool, got.kept + got.lost) == (pool + got.kept, gain)
    assert min(got.kept, got.lost) >= 0
    assert cap is None or got.pool <= max(pool, cap)


def test_a_pool_erodes_down_to_none() -> None:
    assert [eroded(pool) for pool in (6, 1, 0)] == [5, 0, 0]
