"""Dice thrown again, against every throw of all the dice that it may take."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chance.exact.twins import every, laws
from paravent.chance.exact import die, exploding, rerolled


@given(laws, st.sets(st.integers(-5, 9)), st.integers(0, 3))
def test_dice_explode_and_are_replaced_as_the_rule_says(law, again, most):
    def exploded(thrown):
        total = 0
        for v in thrown:
            total += v
            if v not in again:
                break
        return total

    def replaced(thrown):
        return next((v for v in thrown if v not in again), thrown[-1])

    throws = [law] * (most + 1)
    assert exploding(law, again.__contains__, most) == every(throws, exploded)
    assert rerolled(law, again.__contains__, most) == every(throws, replaced)


def test_a_negative_number_of_rerolls_is_refused():
    for thrown_again in (exploding, rerolled):
        with pytest.raises(ValueError, match="negative"):
            thrown_again(die(6), lambda face: face == 6, -1)
