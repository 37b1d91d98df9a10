"""Whole tables: what numpy makes is what Python's whole numbers make, past int64 too; the rest works without it."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paravent.chance.exact import Law, arrays
from paravent.chance.exact.decks import ordered_draws
from paravent.chance.exact.pools import total_rows, total_weights


@pytest.mark.parametrize("most", [3, 20, 30])
def test_draws_past_int64_are_whole_too(most):
    assert arrays.ordered_draws(most).tolist() == [[*row] for row in ordered_draws(most)]


@given(
    st.lists(st.tuples(*[st.integers(0, 10**6)] * 3).filter(any), min_size=1, max_size=4), st.integers(0, 5)
)
def test_powers_are_sums_of_dice_alike(polynomials, most):
    """10³⁰ is past int64."""
    found = arrays.powers(polynomials, most)
    for n in range(most + 1):
        for row, polynomial in zip(found[n].tolist(), polynomials, strict=True):
            assert sum(row) == sum(polynomial) ** n
            assert Law(dict(enumerate(row))) == Law(dict(enumerate(polynomial))).times(n)


def test_without_numpy_whole_tables_are_refused_and_lists_of_pools_are_not(monkeypatch):
    monkeypatch.setattr(arrays, "numpy", lambda: None)
    with pytest.raises(ModuleNotFoundError, match=r"paravent\[numpy\]"):
        arrays.powers([(1, 1)], 2)
    assert total_rows([(6, 6), (4, 8)], 1) == [total_weights(dice, 1) for dice in ((6, 6), (4, 8))]


def test_an_absent_numpy_is_found_absent():
    code = (
        "import sys; sys.modules['numpy'] = None\n"
        "from paravent.chance.exact import arrays\n"
        "assert arrays.numpy() is None"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
