"""The odds of Intrigue against slow twins: the rules mapped over every throw, contests throw by throw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paravent.chance.exact import Chain, Law, die, fold
from paravent.chance.exact import product as drawn
from paravent.core.system import OddsLine
from paravent.systems.intrigue import odds
from paravent.systems.intrigue.odds import Pool, Tally, shown
from paravent.systems.intrigue.odds.stress import total_and_size
from paravent.systems.intrigue.weighing import (
    SIZES,
    Comparison,
    Contenders,
    Die,
    Inflicted,
    award,
    comparison,
    contenders,
    new_stress,
    ones,
    stress_pile,
    stress_size,
    three_way,
    total,
    worth,
)

SIZE = st.sampled_from(SIZES)
KEEP = st.integers(1, 5)


def pools(most: int, sizes: Sequence[int] = SIZES) -> st.SearchStrategy[Pool]:
    dice = st.lists(st.sampled_from(sizes), min_size=0, max_size=most).map(tuple)
    return st.tuples(dice, KEEP).map(lambda p: Pool(*p))


def throws(dice: Sequence[int]) -> Iterator[tuple[int, ...]]:
    return product(*(range(1, size + 1) for size in dice))


def of_every_throw(pool: Pool) -> Law[Tally]:
    return Law(Counter(Tally(total(faces, pool.keep), ones(faces)) for faces in throws(pool.dice)))


def one_by_one(pool: Pool) -> Law[Tally]:
    """Dice read one after the other, the best remembered."""

    def read(state: tuple[tuple[int, ...], int], face: int) -> tuple[tuple[int, ...], int]:
        best, count = state
        return tuple(sorted((*best, worth(face)), reverse=True)[: pool.keep]), count + (face == 1)

    start: tuple[tuple[int, ...], int] = ((), 0)
    return fold(map(die, pool.dice), start, read).map(lambda state: Tally(sum(state[0]), state[1]))


def totals_of(pool: Pool) -> Law[int]:
    return of_every_throw(pool).map(lambda tally: tally.total)


# Pools


@settings(max_examples=60, deadline=None)
@given(pools(4))
def test_a_pool_is_every_throw_of_it(pool: Pool) -> None:
    law = odds.pool_law(pool)
    assert law == of_every_throw(pool)
    assert odds.total_law(pool) == law.map(lambda tally: tally.total)
    assert odds.p_ones(pool) == 1 - Fraction(prod(n - 1 for n in pool.dice), prod(pool.dice))


@settings(max_examples=20, deadline=None)
@given(pools(8))
def test_a_larger_pool_is_its_dice_read_one_by_one(pool: Pool) -> None:
    assert odds.pool_law(pool) == one_by_one(pool)


@pytest.mark.parametrize("pool", [Pool((4, 4, 6, 6, 8, 8, 8, 10, 10, 12, 12, 12), 2), Pool((12,) * 12, 2)])
def test_twelve_dice(pool: Pool) -> None:
    assert odds.pool_law(pool) == one_by_one(pool)


def test_what_is_no_pool_is_refused() -> None:
    for pool in (Pool((6,) * 13), Pool((6, 20)), Pool((6, 6), 0), Pool((6, 6), 6), Pool((6,), bonus=-1)):
        with pytest.raises(ValueError, match=r"a pool has|no less"):
            odds.total_law(pool)


@settings(max_examples=30, deadline=None)
@given(pools(2), pools(2), pools(2), st.integers(0, 9))
def test_what_others_bring_is_added(pool: Pool, aid: Pool, other: Pool, bonus: int) -> None:
    expected = totals_of(pool) + totals_of(aid) + totals_of(other) + bonus
    helped = pool._replace(aids=(aid, other), bonus=bonus)
    assert odds.total_law(helped) == expected
    law = odds.pool_law(helped)
    assert law.map(lambda tally: tally.total) == expected
    assert law.map(lambda tally: tally.ones) == of_every_throw(pool).map(lambda tally: tally.ones)


# Against each other


@settings(max_examples=60, deadline=None)
@given(pools(3) | st.integers(0, 20), pools(3) | st.integers(0, 20))
def test_an_opposition_is_every_pair_of_throws(action: odds.Side, reaction: odds.Side) -> None:
    a, r = (Law.certain(s) if isinstance(s, int) else totals_of(s) for s in (action, reaction))
    both = a.joint(r)
    how = both.map(lambda pair: comparison(*pair))
    found = odds.opposition(action, reaction)
    assert (found.raised, found.short, found.far) == tuple(how.p(c) for c in COMPARISONS)
    assert found.level == both.p(lambda pair: pair[0] == pair[1])
    assert found.fails == found.short + found.far
    assert odds.p_beats(reaction, action) == found.raised


COMPARISONS: tuple[Comparison, ...] = ("raised", "short", "far")


def test_a_plot_point() -> None:
    pool = Pool((6, 8, 8))
    found = odds.plot_point(pool, 6, 9)
    assert found.more_dice == of_every_throw(Pool((6, 8, 8, 6))).p(lambda tally: tally.total > 9)
    assert found.keep_more == of_every_throw(Pool((6, 8, 8), 3)).p(lambda tally: tally.total > 9)
    assert found.base < found.more_dice
    assert found.base < found.keep_more


def test_all_pools_against_all() -> None:
    listed = [Pool(dice) for n in (1, 2, 3) for dice in combinations_with_replacement(SIZES, n)]
    listed += [Pool((6, 6), aids=(Pool((8, 4), 1),))]
    table = odds.oppositions(listed)
    for a, action in enumerate(listed):
        for r, reaction in enumerate(listed[::3]):
            found = odds.opposition(action, reaction)
            both = table.throws[a] * table.throws[3 * r]
            assert Fraction(table.raised[a][3 * r], both) == found.raised
            assert Fraction(table.far[a][3 * r], both) == found.far
    (raised,), (far,) = odds.oppositions([Pool((12,) * 10)])[1:]
    level = odds.opposition(Pool((12,) * 10), Pool((12,) * 10))
    assert (Fraction(raised[0], 12**20), Fraction(far[0], 12**20)) == (level.raised, level.far)


# Stress


def rethrown(pile: tuple[int, ...]) -> Law[int]:
    return Law(Counter(stress_size(pile, faces) if pile else 0 for faces in throws(pile)))


def struck(current: int, size: int) -> Inflicted:
    return new_stress(current, size) if size else Inflicted(current, False)


def pile_of(dice: Sequence[int], faces: Sequence[int]) -> tuple[int, ...]:
    return stress_pile(map(Die, dice, faces))


@settings(max_examples=60, deadline=None)
@given(st.lists(SIZE, max_size=4).map(tuple), st.sampled_from((0, *SIZES)))
def test_a_pile_is_every_throw_of_it(pile: tuple[int, ...], current: int) -> None:
    assert odds.pile_law(tuple(sorted(pile))) == rethrown(pile)
    assert odds.struck_law(current, pile) == rethrown(pile).map(lambda size: struck(current, size))


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from((4, 6, 8)), max_size=3).map(tuple), KEEP, st.sampled_from((0, *SIZES)))
def test_what_a_throw_inflicts(dice: tuple[int, ...], keep: int, current: int) -> None:
    every = Law.of(
        ((total(faces, keep), size), p)
        for faces in throws(dice)
        for size, p in rethrown(pile_of(dice, faces)).rows()
    )
    assert odds.average_law(current, dice) == every.map(lambda row: struck(current, row[1]))
    assert odds.p_empty(dice) == every.p(lambda row: row[1] == 0)
    found = total_and_size(Pool(dice, keep))
    assert Law({(n, size): w for size, row in found.items() for n, w in enumerate(row)}) == every


@settings(max_examples=30, deadline=None)
@given(pools(2, (4, 6, 8)), pools(3, (4, 6)), st.sampled_from((0, *SIZES)), st.integers(0, 4))
def test_a_failed_test_inflicts(player: Pool, trouble: Pool, current: int, bonus: int) -> None:
    trouble = trouble._replace(bonus=bonus)
    own = totals_of(player)
    rows: list[tuple[Inflicted | None, Fraction]] = []
    for faces in throws(trouble.dice):
        success = own.at_least(total(faces, trouble.keep) + bonus + 1)
        rows.append((None, success))
        rows += [
            (struck(current, size), p * (1 - success))
            for size, p in rethrown(pile_of(trouble.dice, faces)).rows()
        ]
    assert odds.failure_law(player, trouble, current) == Law.of(rows)


# The start of an episode


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.lists(st.sampled_from((4, 6)), min_size=1, max_size=2).map(tuple), min_size=2, max_size=3),
    st.booleans(),
    st.booleans(),
)
def test_ties_are_thrown_again(relationships: list[tuple[int, ...]], without: bool, big_group: bool) -> None:
    if without:
        relationships[0] = ()
    everyone = tuple(map(str, range(len(relationships))))
    own = {who: totals_of(Pool(dice)) for who, dice in zip(everyone, relationships, strict=True)}

    def thrown(players: tuple[str, ...]) -> Law[Contenders]:
        law = drawn(own[who] for who in players)
        return law.map(lambda n: contenders(dict(zip(players, n, strict=True))))

    def step(state: Contenders) -> Law[Contenders]:
        first, last = state
        if first == last:
            return thrown(first)
        if len(first) > 1:
            return thrown(first).map(lambda again: Contenders(again.first, last))
        return thrown(last).map(lambda again: Contenders(first, again.last))

    def end(state: Contenders) -> tuple[int, int] | None:
        first, last = state
        return (int(first[0]), int(last[0])) if len(first) == len(last) == 1 else None

    chain = Chain(Contenders(everyone, everyone), step, end).absorption()
    found = odds.first_and_last(relationships)
    assert dict(found.rows()) == chain.ends
    points = award(len(everyone), big_group=big_group)
    for i, law in enumerate(odds.points_law(relationships, big_group=big_group)):
        expected = Law.of(
            (points[0] if first == i else points[-1] if last == i else points[1], p)
            for (first, last), p in found.rows()
        )
        assert law == expected


def test_players_who_never_come_apart_are_refused() -> None:
    for players in ([], [(), (), (6,)], [(6,)] * 9):
        with pytest.raises(ValueError, match="players"):
            odds.first_and_last(players)
    assert odds.first_and_last([()]) == Law.certain((0, 0))
    assert odds.points_law([(8,)]) == (Law.certain(4),)


# Growth


def test_growth_is_a_throw_against_two_dice() -> None:
    both = totals_of(Pool((8, 12))).joint(totals_of(Pool((6, 8, 10))))
    assert odds.growth("ability", 8, (6, 8, 10)) == both.p(lambda pair: pair[1] > pair[0])
    assert odds.growth("relationship", 4, ()) == 0


def test_three_throws_are_every_three_of_them() -> None:
    three = [Pool((6, 8)), Pool((8, 8)), Pool((4, 10))]
    every = drawn(map(totals_of, three)).map(lambda n: three_way(*n))
    assert odds.interference_law(*three) == every


def test_dice_bought_after_the_throw() -> None:
    every = Law(Counter(total((7, 1, 5, *faces)) for faces in throws((8, 6))))
    assert odds.bought_law((7, 1, 5), 2, 8, 6) == every
    assert odds.bought_law((7, 1, 5), 2) == Law.certain(12)


# As shown


def told(lines: Sequence[OddsLine]) -> dict[str, Fraction]:
    return {line.label: Fraction(line.numerator, line.denominator) for line in lines}


def test_a_test_is_told() -> None:
    player, trouble = Pool((8, 10)), Pool((6, 6))
    lines = shown.trial_odds(player, trouble)
    assert [line.main for line in lines] == [True, False]
    assert told(lines) == {
        "réussir": Fraction(1009, 1440),
        "une complication au moins": Fraction(17, 80),
    }


def test_a_reaction_is_told() -> None:
    """Two D6 against an action of 8 held by two D6: a raise is seldom, and the last word seldomer."""
    reaction = told(shown.reaction_odds(Pool((6, 6)), 8))
    assert reaction["dépasser l’action"] == Fraction(10, 36)
    assert reaction["perdre de 5 ou plus"] == Fraction(5, 36)
    assert sum(reaction.values()) - reaction["une complication au moins"] == 1
    contest = told(shown.contest_odds(Pool((6, 6)), Pool((6, 6)), 8))
    assert contest["perdre dès ce jet"] == 1 - reaction["dépasser l’action"]
    assert contest["gagner le duel si personne ne cède"] < reaction["dépasser l’action"]


def test_stress_is_told() -> None:
    assert told(shown.stress_odds("Peur", 8, (6, 6))) == {"Peur D10": 1}
    assert told(shown.stress_odds("Peur", 12, (6, 6))) == {"Peur D12, et craquer si l’on veut": 1}
    assert told(shown.stress_odds("Doute", 8, ())) == {"Doute D8, comme avant": 1}
    assert (
        shown.more_dice((7, 1, 5), 2, 8, 13)
        == "un D8 de plus\N{NO-BREAK SPACE}: 25\N{NO-BREAK SPACE}% de dépasser 13"
    )
    assert shown.keep_more((7, 1, 5, 4), 2) == "un dé gardé de plus\N{NO-BREAK SPACE}: 16 au lieu de 12"
