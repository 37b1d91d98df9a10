from fractions import Fraction as F

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paravent.chance.words import NBSP, THIN, decimal, number, percent

chances = st.fractions(0, 1)


@given(chances, st.integers(0, 3))
def test_percents_are_extreme_only_for_the_impossible_and_the_certain(p, places):
    text = percent(p, places)
    assert text.endswith(f"{NBSP}%")
    assert (text == f"0{NBSP}%") == (p == 0)
    assert (text == f"100{NBSP}%") == (p == 1)


@given(chances)
def test_a_percent_is_the_nearest_whole_one(p):
    text = percent(p).removesuffix(f"{NBSP}%")
    if text.startswith("moins"):
        assert 0 < p < F(1, 100)
    elif text.startswith("plus"):
        assert F(99, 100) < p < 1
    else:
        assert abs(100 * p - int(text)) <= F(1, 2)


@pytest.mark.parametrize(
    ("p", "text"),
    [(F(41, 100), "41"), (F(1, 200), "moins de 1"), (F(1, 8), "13"), (F(1, 100), "1"), (F(99, 100), "99")],
)
def test_percents_one_would_write(p, text):
    assert percent(p) == f"{text}{NBSP}%"


def test_percents_with_decimals():
    assert percent(F(1, 8), 1) == f"12,5{NBSP}%"
    assert percent(F(1, 100_000), 1) == f"moins de 0,1{NBSP}%"
    assert percent(F(9999, 10_000), 1) == f"plus de 99,9{NBSP}%"


def test_numbers():
    assert [number(9999), number(1_234_567), number(-12_000)] == [
        "9999",
        f"1{THIN}234{THIN}567",
        f"−12{THIN}000",
    ]
    assert [decimal(F(7, 2)), decimal(F(-1, 3)), decimal(F(-1, 999)), decimal(3), decimal(F(1, 20), 1)] == [
        "3,5",
        "−0,33",
        "0",
        "3",
        "0,1",
    ]
    assert decimal(F(5, 2), 0) == "3"


@pytest.mark.parametrize("p", [F(-1, 9), F(10, 9)])
def test_what_is_no_chance_is_refused(p):
    with pytest.raises(ValueError, match="no chance"):
        percent(p)
