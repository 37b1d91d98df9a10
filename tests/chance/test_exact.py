import copy
import doctest
import pickle
import subprocess
import sys
from fractions import Fraction as F
from itertools import combinations, product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paravent.chance import draws, exact, words
from paravent.chance.exact import Chain, Law, die, draw, fold, hits, kept, ranked, sums

laws = st.dictionaries(st.integers(-5, 9), st.integers(1, 30), min_size=1, max_size=5).map(Law.of)
pools = st.lists(laws, min_size=1, max_size=4)


@pytest.mark.parametrize("module", [exact, words, draws])
def test_examples_in_docstrings_are_true(module):
    failed, tried = doctest.testmod(module)
    assert failed == 0
    assert tried or module is draws


def test_importing_the_laws_loads_nothing_but_the_standard_library():
    code = "import sys, paravent.chance.exact; print(*{m.partition('.')[0] for m in sys.modules})"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "paravent" in loaded
    assert not {"numpy", "pydantic", "pydantic_core", "sqlalchemy", "fastapi", "click"} & {*loaded}


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


@given(pools, st.integers(1, 4))
def test_statistics_of_a_pool_agree_with_plain_enumeration(pool, keep):
    def slow(f):
        return Law.of(
            (f(hand), prod(law.weights[v] for law, v in zip(pool, hand, strict=True)))
            for hand in product(*(law.weights for law in pool))
        )

    assert sums(pool) == slow(sum)
    assert exact.product(pool) == slow(tuple)
    assert kept(pool, keep) == slow(lambda hand: tuple(sorted(hand, reverse=True)[:keep]))
    assert kept(pool, keep, lowest=True) == slow(lambda hand: tuple(sorted(hand)[:keep]))
    assert fold(pool, (0, 0), lambda s, v: (s[0] + v, s[1] + (v == 1))) == slow(
        lambda h: (sum(h), h.count(1))
    )
    for rank in range(1, len(pool) + 1):
        assert ranked(pool, rank) == slow(lambda hand, rank=rank: sorted(hand)[-rank])


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


def test_ranks_out_of_the_pool_are_refused():
    for rank in (0, 3):
        with pytest.raises(ValueError, match="rank"):
            ranked([die(6)] * 2, rank)


@given(st.integers(0, 7), st.integers(0, 7), st.integers(0, 7))
def test_hits_agree_with_every_hand(deck, good, drawn):
    if good > deck or drawn > deck:
        with pytest.raises(ValueError, match="deck"):
            hits(deck, good, drawn)
        return
    hands = combinations(range(deck), drawn)
    assert hits(deck, good, drawn) == Law.uniform(sum(card < good for card in hand) for hand in hands)


def test_drawing_keeps_the_order_and_never_returns_a_card():
    law = draw([1, 2, 3, 4], 2)
    assert law.total == 12
    assert law.p((2, 1)) == F(1, 12)
    assert law.p(lambda hand: hand[0] == hand[1]) == 0


def gambler(start, goal, win):
    return Chain(
        start,
        lambda s: Law.of({s + 1: win, s - 1: 1 - win}),
        lambda s: "goal" if s == goal else "ruin" if s == 0 else None,
    )


@given(st.integers(2, 9), st.fractions(F(1, 9), F(8, 9), max_denominator=9), st.data())
def test_the_gambler_s_ruin_has_its_closed_form(goal, win, data):
    start = data.draw(st.integers(1, goal - 1))
    found = gambler(start, goal, win).absorption()
    r = (1 - win) / win
    expected = F(start, goal) if r == 1 else (1 - r**start) / (1 - r**goal)
    steps = F(start * (goal - start)) if r == 1 else (start - goal * expected) / (1 - 2 * win)
    assert found.ends == {"goal": expected, "ruin": 1 - expected}
    assert (found.never, found.steps) == (0, steps)


graphs = st.lists(
    st.one_of(st.none(), st.dictionaries(st.integers(0, 5), st.integers(1, 4), min_size=1)),
    min_size=6,
    max_size=6,
)


@given(graphs)
def test_any_chain_agrees_with_first_step_analysis(graph):
    """The twin: every state's own chances must satisfy h(s) = Σ p(s, t) h(t), and traps are found by reachability."""

    def absorb(start):
        return Chain(
            start, lambda s: Law.of(graph[s]), lambda s: s if graph[s] is None else None
        ).absorption()

    reach = {s: {s} for s in range(6)}
    for _ in range(6):
        for s in range(6):
            reach[s] |= {u for t in graph[s] or () for u in reach[t]}
    found = [absorb(s) for s in range(6)]
    for s, row in enumerate(graph):
        assert sum(found[s].ends.values()) + found[s].never == 1
        assert all(p > 0 for p in found[s].ends.values())
        trapped = any(all(graph[u] is not None for u in reach[t]) for t in reach[s])
        assert (found[s].never > 0) == trapped == (found[s].steps is None)
        if row is None:
            assert (found[s].ends, found[s].steps) == ({s: 1}, 0)
            continue
        law = Law.of(row)
        for end in range(6):
            assert found[s].ends.get(end, 0) == sum(p * found[t].ends.get(end, 0) for t, p in law.rows())
        if not trapped:
            assert found[s].steps == 1 + sum(p * found[t].steps for t, p in law.rows())


def test_steps_and_states_over_time_agree_with_the_absorption():
    chain = gambler(1, 3, F(1, 2))
    steps = chain.steps(40)
    assert [steps.p(n) for n in range(4)] == [0, F(1, 2), F(1, 4), F(1, 8)]
    assert steps.p(None) == F(1, 2) ** 40
    assert chain.after(0) == Law.certain(1)
    assert chain.after(2) == Law.of({0: 2, 1: 1, 3: 1})
    assert abs(float(sum(n * p for n, p in steps.rows() if n is not None) - chain.absorption().steps)) < 1e-9


def test_a_chain_that_begins_at_its_end_takes_no_step():
    chain = Chain(0, lambda s: pytest.fail("an ended state was asked for its step"), lambda s: "fini")
    assert chain.absorption() == exact.Absorption({"fini": F(1)}, F(0), F(0))
    assert chain.steps(3) == Law.certain(0)


def test_a_chain_without_bound_is_refused():
    with pytest.raises(ValueError, match="more than 50 states"):
        Chain(0, lambda s: Law.uniform([s, s + 1]), lambda s: None).absorption(most=50)


def test_a_long_chain_needs_no_recursion():
    chain = Chain(5000, lambda s: Law.uniform([s, s - 1]), lambda s: "fini" if s == 0 else None)
    assert chain.absorption().steps == 10_000
