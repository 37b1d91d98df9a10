"""Numbers against each other, with numpy and without."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chance.exact.twins import every, laws
from paravent.chance.exact import arrays, opposed, versus

ROWS = st.lists(st.lists(st.integers(0, 9), min_size=1, max_size=6).filter(any), min_size=1, max_size=4)


@given(laws, laws)
def test_a_comparison_is_every_pair(a, b):
    law = every([a, b], lambda pair: (pair[0] > pair[1]) - (pair[0] < pair[1]))
    assert versus(a, b) == (law.p(1), law.p(0), law.p(-1))


@pytest.mark.parametrize("scale", [1, 10**4, 10**9, 10**12])
@pytest.mark.parametrize("with_numpy", [True, False])
@settings(deadline=None)
@given(rows=ROWS, gap=st.integers(0, 7))
def test_all_pairs_are_each_pair(rows, gap, scale, with_numpy):
    rows = [[w * scale for w in row] for row in rows]
    with pytest.MonkeyPatch.context() as patch:
        if not with_numpy:
            patch.setattr(arrays, "numpy", lambda: None)
        above, below = opposed.all_pairs(rows, gap)
    for a, first in enumerate(rows):
        for b, second in enumerate(rows):
            pairs = [(i, j, v * w) for i, v in enumerate(first) for j, w in enumerate(second)]
            assert above[a][b] == sum(w for i, j, w in pairs if j > i)
            assert below[a][b] == sum(w for i, j, w in pairs if j <= i - gap)
            assert type(above[a][b]) is int
