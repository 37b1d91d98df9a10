"""Intervals hold what they say, checked against the binomial law itself."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paravent.chance import intervals


def tail(hits: int, times: int, p: Fraction, *, up: bool) -> Fraction:
    """The exact chance of `hits` or more, or of `hits` or fewer."""
    counts = range(hits, times + 1) if up else range(hits + 1)
    return sum((comb(times, k) * p**k * (1 - p) ** (times - k) for k in counts), Fraction(0))


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 60), st.data(), st.sampled_from([0.5, 0.9, 0.95, 0.999]))
def test_each_end_of_a_share_leaves_half_of_the_rest(times: int, data: st.DataObject, level: float) -> None:
    hits = data.draw(st.integers(0, times))
    low, high = intervals.share(hits, times, level)
    assert 0 <= low <= hits / times <= high <= 1
    half = (1 - level) / 2
    if hits:
        assert float(tail(hits, times, Fraction(low), up=True)) == pytest.approx(half, rel=1e-9)
    else:
        assert low == 0
    if hits < times:
        assert float(tail(hits, times, Fraction(high), up=False)) == pytest.approx(half, rel=1e-9)
    else:
        assert high == 1


@pytest.mark.parametrize("p", [Fraction(1, 50), Fraction(1, 3), Fraction(9, 10)])
def test_a_share_is_held_as_often_as_said(p: Fraction) -> None:
    """Over every count that may come, weighed by its exact chance."""
    times, level = 40, 0.9
    held = sum(
        comb(times, k) * p**k * (1 - p) ** (times - k)
        for k in range(times + 1)
        if intervals.share(k, times, level)[0] <= p <= intervals.share(k, times, level)[1]
    )
    assert held >= Fraction(9, 10)


def test_many_tries_close_in() -> None:
    low, high = intervals.share(415_000, 1_000_000, 0.999)
    assert 0.413 < low < 0.415 < high < 0.417


def test_a_mean_is_approached_by_the_normal_law() -> None:
    low, high = intervals.mean(Fraction(7, 2), Fraction(35, 12), 100, 0.95)
    assert (low + high) / 2 == pytest.approx(3.5)
    assert (high - low) / 2 == pytest.approx(1.959964 * (35 / 1200) ** 0.5, rel=1e-6)


@pytest.mark.parametrize(("hits", "times", "level"), [(2, 1, 0.9), (-1, 1, 0.9), (0, 0, 0.9), (0, 1, 1.0)])
def test_what_is_no_share_is_refused(hits: int, times: int, level: float) -> None:
    with pytest.raises(ValueError, match="no such"):
        intervals.share(hits, times, level)
