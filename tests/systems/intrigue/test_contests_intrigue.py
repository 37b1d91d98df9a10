"""Whole contests of Intrigue against slow twins that throw after throw follow the rule, nobody or anybody giving in."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paravent.chance.exact import Chain, Law
from paravent.systems.intrigue import odds
from paravent.systems.intrigue.odds import Choice, Contest, Finish, Party, Pool, Stakes
from paravent.systems.intrigue.weighing import (
    SIZES,
    Die,
    Inflicted,
    comparison,
    new_stress,
    stress_pile,
    stress_size,
    total,
)

SIZE = st.sampled_from(SIZES)
Throw = tuple[int, tuple[int, ...]]
"""A total, and the pile that goes with it."""
Ended = tuple[bool, bool, int, tuple[int, ...]]
"""Whether the first wins, whether by five or more, the throws made, the winner's pile."""
POOLS = st.tuples(st.lists(SIZE, max_size=3).map(tuple), st.integers(1, 3)).map(lambda p: Pool(*p))
SMALL = st.builds(
    Pool,
    st.lists(st.just(4), min_size=0, max_size=2).map(tuple) | st.just((6,)) | st.just((4, 6)),
    st.integers(1, 2),
    st.just(()),
    st.integers(0, 2),
)


def throws(pool: Pool) -> Law[Throw]:
    listed = product(*(range(1, size + 1) for size in pool.dice))
    return Law(
        Counter((total(f, pool.keep) + pool.bonus, stress_pile(map(Die, pool.dice, f))) for f in listed)
    )


def totals_of(pool: Pool) -> Law[int]:
    return throws(pool).map(lambda throw: throw[0])


def struck(current: int, pile: tuple[int, ...]) -> Law[Inflicted]:
    if not pile:
        return Law.certain(Inflicted(current, False))
    faces = product(*(range(1, size + 1) for size in pile))
    return Law(Counter(new_stress(current, stress_size(pile, f)) for f in faces))


def by_the_rule(contest: Contest, pile: tuple[int, ...]) -> Law[Ended]:
    """One throw after the other."""
    thrown = {side: throws(pool) for side, pool in ((True, contest.first), (False, contest.second))}

    @cache
    def ends(by_first: bool, held: int, pile: tuple[int, ...], made: int) -> Law[Ended]:
        def answered(throw: Throw) -> Law[Ended]:
            how = comparison(held, throw[0])
            if how == "raised":
                return ends(not by_first, *throw, made + 1)
            return Law.certain((by_first, how == "far", made + 1, pile))

        return thrown[not by_first].then(answered)

    if contest.held is not None:
        return ends(True, contest.held, pile, 1)
    return thrown[True].then(lambda throw: ends(True, *throw, 1))


@settings(max_examples=25, deadline=None)
@given(SMALL, SMALL, st.sampled_from([(None, ()), (0, ()), (3, (4, 6)), (11, (4, 4))]), SIZE, SIZE)
def test_a_contest_is_its_throws_one_by_one(
    first: Pool, second: Pool, action: tuple[int | None, tuple[int, ...]], one: int, two: int
) -> None:
    held, pile = action
    contest = Contest(first, second, held)
    expected = by_the_rule(contest, pile)
    assert odds.contest_law(contest).map(tuple) == expected.map(lambda end: end[:3])
    inflicted = expected.then(
        lambda end: struck(two if end[0] else one, end[3]).map(lambda stress: odds.Lost(*end[:2], *stress))
    )
    assert odds.lost_law(contest, one, two, pile) == inflicted


@settings(max_examples=15, deadline=None)
@given(POOLS, POOLS)
def test_a_contest_is_a_chain_of_comparisons(first: Pool, second: Pool) -> None:
    sides = [totals_of(first), totals_of(second)]

    def step(state: tuple[int, int, str]) -> Law[tuple[int, int, str]]:
        turn, held, _ = state
        if held < 0:
            return sides[0].map(lambda n: (1, n, ""))
        return sides[turn].map(lambda n: (1 - turn, n, "") if n > held else (turn, n, comparison(held, n)))

    def end(state: tuple[int, int, str]) -> tuple[bool, bool] | None:
        turn, _, how = state
        return (turn == 1, how == "far") if how else None

    chain = Chain((0, -1, ""), step, end)
    absorbed = chain.absorption()
    law = odds.contest_law(Contest(first, second))
    assert {k: p for k, p in absorbed.ends.items() if p} == dict(law.map(lambda end: tuple(end[:2])).rows())
    assert absorbed.steps == law.map(lambda end: end.throws).mean()


def test_a_known_action_has_known_dice() -> None:
    with pytest.raises(ValueError, match="known dice"):
        odds.lost_law(Contest(Pool((6,)), Pool((6,)), 4), 0, 0)


# Giving in

PRICES = st.integers(-2, 6) | st.fractions(0, 3, max_denominator=4)
PARTIES = st.builds(Party, POOLS, st.builds(Stakes, *[PRICES] * 7), *[st.booleans()] * 3)


def worth(finish: Finish, stakes: Stakes, *, of_first: bool) -> Fraction:
    """What an end is worth to a side, by the definition of its stakes."""
    if finish.first_loses == of_first:
        cost = {
            "gives in freely": stakes.yielding,
            "gives in": stakes.yielding + stakes.point,
            "short": stakes.short,
            "far": stakes.far,
        }
        return -Fraction(cost[finish.how])
    gain = {
        "gives in freely": stakes.obtaining,
        "gives in": stakes.obtaining + stakes.point,
        "short": stakes.inflicting,
        "far": stakes.inflicting_far,
    }
    return Fraction(gain[finish.how])


def mean(law: Law[Finish], party: Party, *, of_first: bool) -> Fraction:
    return sum((p * worth(f, party.stakes, of_first=of_first) for f, p in law.rows()), Fraction(0))


@settings(max_examples=40, deadline=None)
@given(PARTIES, PARTIES, st.none() | st.integers(0, 26))
def test_best_play_is_that_of_every_position_looked_at(first: Party, second: Party, held: int | None) -> None:
    laws = {True: totals_of(first.pool), False: totals_of(second.pool)}
    gave: dict[str, set[int]] = {"at once": set(), "second": set(), "first": set()}
    choices: dict[int, Choice] = {}

    @cache
    def answer(of_first: bool, against: int, opening: bool) -> Law[Finish]:
        party = first if of_first else second
        free = opening and not second.has_thrown

        def thrown(n: int) -> Law[Finish]:
            how = comparison(against, n)
            if how == "raised":
                return answer(not of_first, n, False)
            return Law.certain(Finish(of_first, how))

        react = laws[of_first].then(thrown)
        value = mean(react, party, of_first=of_first)
        give = Law.certain(Finish(of_first, "gives in freely" if free else "gives in"))
        price = mean(give, party, of_first=of_first)
        may = not party.stubborn and (free or party.can_pay)
        if opening:
            choices[against] = Choice(value, price if may else None)
        if may and price > value:
            gave["at once" if opening else "first" if of_first else "second"].add(against)
            return give
        return react

    found = odds.plan(first, second, held)
    top = max(26, *(max(law.weights) for law in laws.values()))
    for against in range(top + 1):
        for of_first, opening in ((True, False), (False, False), (False, True)):
            answer(of_first, against, opening)
    opened = laws[True] if held is None else Law.certain(held)
    finish = opened.then(lambda n: answer(False, n, True))
    assert found.finish == finish
    assert found.worth == (mean(finish, first, of_first=True), mean(finish, second, of_first=False))
    assert found.now == (None if held is None else choices[held])
    reach = max([max(law.weights) for law in laws.values()] + [held or 0])
    for listed, name in (
        (found.second_at_once, "at once"),
        (found.second_later, "second"),
        (found.first_later, "first"),
    ):
        assert listed == tuple(sorted(n for n in gave[name] if n <= reach))


@settings(max_examples=20, deadline=None)
@given(POOLS, POOLS, st.none() | st.integers(0, 20))
def test_nobody_gives_in_a_contest_of_the_stubborn(first: Pool, second: Pool, held: int | None) -> None:
    stakes = Stakes(0, 5, 9)
    plan = odds.plan(Party(first, stakes, stubborn=True), Party(second, stakes, stubborn=True), held)
    ends = odds.contest_law(Contest(first, second, held))
    assert plan.finish == ends.map(lambda e: Finish(not e.first_wins, "far" if e.far else "short"))


def test_a_plain_plan() -> None:
    """Two D6 against two D6, an action of 8: one way to raise in six, and what follows it."""
    stakes = Stakes(yielding=2, short=3, far=5, point=1)
    party = Party(Pool((6, 6)), stakes)
    plan = odds.plan(party, party, 8)
    assert plan.second_at_once == tuple(range(plan.second_at_once[0], 13))
    assert plan.now is not None
    assert plan.now.gives_in
    assert plan.now.give_in == -2
    assert plan.finish == Law.certain(Finish(False, "gives in freely"))
    assert plan.worth == (Fraction(0), Fraction(-2))
    without = odds.plan(party, party._replace(has_thrown=True, can_pay=False), 8)
    assert without.now is not None
    assert without.now.give_in is None
    assert {how for (_, how) in without.finish.weights} == {"short", "far", "gives in"}


def test_giving_in_is_free_to_the_action_itself_alone() -> None:
    """A point dearer than any Stress: the second would give in to a high action, and to no later result."""
    first = Party(Pool((12, 12)), Stakes(0, 0, 0), stubborn=True)
    second = Party(Pool((12, 12)), Stakes(yielding=2, short=3, far=5, point=9))
    low = odds.plan(first, second, 4)
    assert 4 not in low.second_at_once
    assert low.second_later == ()
    assert {how for _, how in low.finish.weights} == {"short", "far"}
    assert 20 in low.second_at_once
    assert odds.plan(first, second, 20).finish == Law.certain(Finish(False, "gives in freely"))
