"""Chains against their closed forms and against the analysis of their first step."""

from fractions import Fraction as F

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paravent.chance.exact import Absorption, Chain, Law


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
    assert chain.absorption() == Absorption({"fini": F(1)}, F(0), F(0))
    assert chain.steps(3) == Law.certain(0)


def test_a_chain_without_bound_is_refused():
    with pytest.raises(ValueError, match="more than 50 states"):
        Chain(0, lambda s: Law.uniform([s, s + 1]), lambda s: None).absorption(most=50)


def test_a_long_chain_needs_no_recursion():
    chain = Chain(5000, lambda s: Law.uniform([s, s - 1]), lambda s: "fini" if s == 0 else None)
    assert chain.absorption().steps == 10_000
