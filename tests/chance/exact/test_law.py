"""Laws and what is made of them; sums against every throw."""

import copy
import pickle
from fractions import Fraction as F
from math import isclose, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chance.exact.twins import every, laws, mixed_pools
from paravent.chance.exact import Law, die, fold, product, sums, table


def test_a_law_is_reduced_immutable_hashable_and_portable():
    law = Law.of({1: 4, 2: 6, 3: 0})
    assert law == Law.of([(2, F(3, 5)), (1, F(1, 5)), (1, F(1, 5))])
    assert (dict(law.weights), law.total) == ({1: 2, 2: 3}, 5)
    assert hash(law) == hash(Law.of({2: 3, 1: 2}))
    with pytest.raises(AttributeError):
        law.total = 7
    with pytest.raises(TypeError):
        law.weights[1] = 7
    assert copy.deepcopy(law) == pickle.loads(pickle.dumps(law)) == law
    assert law != Law.uniform([1, 2])


@pytest.mark.parametrize("weights", [{}, {1: 0}, {1: -1, 2: 3}, [(1, 2), (1, -1)]])
def test_a_law_without_positive_weights_is_refused(weights):
    with pytest.raises(ValueError, match=r"weight|possible"):
        Law.of(weights)


def test_the_constructor_refuses_negative_weights_too():
    with pytest.raises(ValueError, match="negative"):
        Law({1: -1, 2: 3})


def test_rows_ascend_and_keep_their_order_where_values_have_none():
    assert [v for v, _ in Law.uniform([3, 1, 2]).rows()] == [1, 2, 3]
    assert [v for v, _ in Law.uniform([3, None, 2]).rows()] == [3, None, 2]


@given(laws)
def test_chances_sum_to_one_and_bounds_complete_each_other(law):
    assert sum(p for _, p in law.rows()) == 1
    assert law.mean() == sum(v * p for v, p in law.rows())
    for bound in range(-6, 11):
        assert law.at_most(bound - 1) + law.at_least(bound) == 1


@given(laws)
def test_a_table_says_the_same_as_the_law(law):
    lines = table(law)
    assert [line.value for line in lines] == sorted(law.weights)
    for line in lines:
        assert (line.weight, line.total) == (law.weights[line.value], law.total)
        assert (line.p, line.one_in) == (law.p(line.value), 1 / law.p(line.value))
        assert (line.at_most, line.at_least) == (law.at_most(line.value), law.at_least(line.value))


@given(laws)
def test_the_deviation_is_the_distance_to_the_mean(law):
    assert law.variance() == law.map(lambda v: (v - law.mean()) ** 2).mean()
    assert isclose(law.deviation(), sqrt(law.variance()))


@given(mixed_pools)
def test_what_is_read_of_a_pool_is_every_throw_of_it(pool):
    assert sums(pool) == every(pool, sum)
    assert product(pool) == every(pool, tuple)
    read = fold(pool, (0, 0), lambda s, v: (s[0] + v, s[1] + (v == 1)))
    assert read == every(pool, lambda thrown: (sum(thrown), thrown.count(1)))


@given(laws, st.integers(0, 4))
def test_copies_add_up_as_every_throw_does(law, n):
    assert law.times(n) == every([law] * n, sum)


def test_sums_of_values_far_apart_and_of_large_weights():
    far = Law.of({0: 1, 10**12: 2})
    assert (far + far).rows() == ((0, F(1, 9)), (10**12, F(4, 9)), (2 * 10**12, F(4, 9)))
    heavy = Law.of({0: 1, 1: 10**30})
    assert heavy.times(3).p(0) == F(1, 10**30 + 1) ** 3
    assert sums([Law.of({F(1, 2): 1, F(3, 2): 1}), die(2)]).p(F(5, 2)) == F(1, 2)
    with pytest.raises(ValueError, match="negative"):
        die(6).times(-1)


@given(laws, laws, laws)
def test_then_joint_and_sum_obey_their_laws(a, b, c):
    assert Law.certain(3).then(lambda v: a + v) == a + 3
    assert a.then(Law.certain) == a == a.map(lambda v: v)
    assert a.joint(b) == a.then(lambda v: b.map(lambda u: (v, u)))
    assert (a + b) + c == a + (b + c) == sums([c, b, a])
    assert (a + b).mean() == a.mean() + b.mean()
    assert a.times(3) == a + a + a
    assert a.times(0) == Law.certain(0)


@given(laws, laws)
def test_then_weighs_branches_of_unlike_totals(a, b):
    mixed = Law.of({True: 1, False: 2}).then(lambda first: a if first else b)
    assert all(mixed.p(v) == a.p(v) / 3 + 2 * b.p(v) / 3 for v in range(-5, 10))


def test_given_is_the_conditional_chance():
    assert die(6).given(lambda v: v > 4).p(6) == F(1, 2)
    with pytest.raises(ValueError, match="possible"):
        die(6).given(lambda v: v > 6)
