"""Order statistics against every throw, and against dice read one by one where throws are too many."""

from itertools import combinations_with_replacement

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chance.exact.twins import alike_pools, best, every, fair_pools, laws, mixed_pools
from paravent.chance.exact import Law, die, fold, kept, kept_total, pool, ranked
from paravent.chance.exact.pools import Tally, total_rows, total_weights

WORTHS = st.none() | st.lists(st.integers(0, 9), min_size=9, max_size=9)


@settings(max_examples=150, deadline=None)
@given(fair_pools, st.integers(0, 5), st.booleans(), st.integers(1, 9), WORTHS)
def test_a_pool_of_fair_dice_is_every_throw_of_it(dice, keep, lowest, counted, worth):
    value = range(9) if worth is None else worth

    def rule(faces):
        return Tally(sum(value[f] for f in best(faces, keep, lowest=lowest)), faces.count(counted))

    law = every(map(die, dice), rule)
    assert pool(dice, keep, lowest=lowest, counted=counted, worth=worth) == law
    totals = Law(dict(enumerate(total_weights(dice, keep, lowest=lowest, worth=worth))))
    assert totals == law.map(lambda tally: tally.total)


@pytest.mark.parametrize("lowest", [False, True])
@pytest.mark.parametrize("counted", [1, 4])
def test_twenty_dice_are_those_read_one_by_one(lowest, counted):
    """More throws than 64 bits count."""
    dice = [6, 8, 10, 12] * 5

    def read(state, face):
        return best((*state[0], face), 2, lowest=lowest), state[1] + (face == counted)

    slow = fold(map(die, dice), ((), 0), read).map(lambda s: Tally(sum(s[0]), s[1]))
    assert pool(dice, 2, lowest=lowest, counted=counted) == slow


@given(mixed_pools | alike_pools, st.integers(0, 5), st.booleans())
def test_what_is_kept_is_kept_of_every_throw(dice, keep, lowest):
    law = every(dice, lambda thrown: best(thrown, keep, lowest=lowest))
    assert kept(dice, keep, lowest=lowest) == law
    found = kept_total(dice, keep, lowest=lowest, counted=lambda v: v % 3 == 0)
    assert found == every(
        dice, lambda thrown: (sum(best(thrown, keep, lowest=lowest)), sum(v % 3 == 0 for v in thrown))
    )
    for rank in range(1, len(dice) + 1):
        assert ranked(dice, rank) == every(dice, lambda thrown, rank=rank: sorted(thrown)[-rank])


@settings(max_examples=30, deadline=None)
@given(laws, st.integers(5, 9), st.integers(1, 3), st.booleans())
def test_many_dice_alike_are_those_read_one_by_one(law, count, keep, lowest):
    slow = fold([law] * count, (), lambda hand, v: best((*hand, v), keep, lowest=lowest))
    assert kept([law] * count, keep, lowest=lowest) == slow


def test_many_pools_together_are_each_of_them():
    for keep, sizes in ((1, (1, 3, 6)), (2, (4, 6, 8, 12)), (3, (2, 20))):
        listed = [d for n in range(keep, 5) for d in combinations_with_replacement(sizes, n)]
        for worth in (None, (0, 0, *range(2, 21))):
            assert total_rows(listed, keep, worth=worth) == [
                total_weights(d, keep, worth=worth) for d in listed
            ]
    large = [(20,) * 20, (4,) * 3]
    assert total_rows(large, 2) == [total_weights(d, 2) for d in large]
    assert total_rows([], 2) == []


def test_what_is_no_pool_is_refused():
    for dice, keep in (([0, 6], 1), ([6], -1)):
        with pytest.raises(ValueError, match="a pool"):
            pool(dice, keep)
    with pytest.raises(ValueError, match="worth nothing"):
        pool([2], 1, worth=(0, -1, 2))
    with pytest.raises(ValueError, match="none or more"):
        kept_total([die(6)], -1)
    for rank in (0, 3):
        with pytest.raises(ValueError, match="rank"):
            ranked([die(6)] * 2, rank)
