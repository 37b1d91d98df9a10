"""The laws of a pool against a slow twin that maps the rule over every throw, and what dice are best bought."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import factorial, prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paravent.chance.exact import Law, die, fold
from paravent.systems.departement_m import odds
from paravent.systems.departement_m.odds import Payment, Task
from paravent.systems.departement_m.odds.shown import expected, next_point, offer_odds
from paravent.systems.departement_m.pools import plans
from paravent.systems.departement_m.weighing import capped, cost, outcome, tally, verdict

Roll = tuple[int, int, bool]
FACES = range(1, 21)
ROLLS = st.tuples(st.integers(0, 25), st.integers(0, 22), st.booleans())
PLAYED = st.tuples(st.integers(7, 17), st.integers(1, 5), st.booleans())
DICE = st.integers(2, 5)
PRICES = st.lists(st.integers(0, 4), min_size=3, max_size=3)
POINTS = st.integers(0, 9)


def throws(dice: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every throw: one by one for two or three dice, beyond that sorted, with the number of its orders."""
    if dice <= 3:
        yield from ((faces, 1) for faces in product(FACES, repeat=dice))
        return
    orders = factorial(dice)
    for faces in combinations_with_replacement(FACES, dice):
        yield faces, orders // prod(factorial(n) for n in Counter(faces).values())


def twin(dice: int, roll: Roll) -> odds.DicePoolLaw:
    """The law by listing throws, each weighed by the rule itself."""
    weights: Counter[tuple[int, int]] = Counter()
    of = {face: tally((face,), *roll) for face in FACES}
    for faces, orders in throws(dice):
        found = [of[face] for face in faces]
        weights[sum(t[0] for t in found), sum(t[1] for t in found)] += orders
    assert sum(weights.values()) == 20**dice
    return Law(weights)  # type: ignore[arg-type]  # a tally is a pair


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 4), ROLLS)
def test_the_law_is_that_of_every_throw(dice: int, roll: Roll) -> None:
    assert odds.dice_pool_law(dice, *roll) == twin(dice, roll)


@pytest.mark.parametrize("roll", [(12, 3, False), (16, 5, True), (20, 2, True), (8, 1, False)])
def test_the_law_of_five_dice_is_that_of_every_throw(roll: Roll) -> None:
    assert odds.dice_pool_law(5, *roll) == twin(5, roll)


@given(DICE, ROLLS)
@settings(max_examples=60, deadline=None)
def test_the_law_is_that_of_dice_read_one_by_one(dice: int, roll: Roll) -> None:
    def read(so_far: tuple[int, int], face: int) -> tuple[int, int]:
        v = verdict(face, *roll)
        return so_far[0] + v.successes, so_far[1] + v.complication

    assert odds.dice_pool_law(dice, *roll) == fold([die(20)] * dice, (0, 0), read)


@given(DICE, ROLLS)
@settings(deadline=None)
def test_the_weights_are_those_of_all_throws(dice: int, roll: Roll) -> None:
    weights = odds.joint_weights(dice, *roll)
    assert sum(weights) == 20**dice
    assert len(weights) == (dice + 1) * (2 * dice + 1)


def test_a_whole_table_is_each_of_its_tests() -> None:
    rolls = [
        (t, d, f) for t in (0, 1, 7, 12, 19, 20, 25) for d in (0, 1, 3, 19, 20, 22) for f in (False, True)
    ]
    table = odds.pool_tables(*zip(*rolls, strict=True))
    for dice, laws in table.items():
        for roll, law in zip(rolls, laws, strict=True):
            assert tuple(law.ravel().tolist()) == odds.joint_weights(dice, *roll)


@pytest.mark.parametrize("dice", [0, 1, 6])
def test_a_pool_has_two_to_five_dice(dice: int) -> None:
    with pytest.raises(ValueError, match="2 to 5"):
        odds.dice_pool_law(dice, 12, 3, False)


@given(DICE, PLAYED, st.integers(0, 11), POINTS, st.none() | POINTS)
@settings(max_examples=40, deadline=None)
def test_each_question_is_the_rule_over_the_law(
    dice: int, roll: Roll, difficulty: int, pool: int, cap: int | None
) -> None:
    law = odds.dice_pool_law(dice, *roll)
    passed = complicated = mean = Fraction(0)
    for t, p in law.rows():
        issue = outcome(t.successes, difficulty)
        passed += p * issue.passed
        complicated += p * (t.complications >= 1)
        mean += p * capped(pool, issue.excess, cap).kept
    assert odds.p_success(law, difficulty) == passed
    assert odds.p_complication(law) == complicated == 1 - Fraction(19, 20) ** dice
    assert odds.expected_momentum(law, difficulty, pool, cap) == mean
    issues = odds.issue_law(law, difficulty)
    assert issues.p(lambda row: row[0]) == passed
    assert issues.p(lambda row: row[1]) == complicated
    assert (
        cap is None or odds.momentum_law(law, difficulty, pool, cap).p(lambda n: n > max(0, cap - pool)) == 0
    )


def test_a_20_succeeds_and_complicates_where_the_target_reaches_it() -> None:
    law = odds.dice_pool_law(2, 20, 3, False)
    assert law.p((2, 2)) == Fraction(1, 400)
    assert odds.p_success(law, 2) == 1
    assert odds.p_success(odds.dice_pool_law(2, 19, 3, False), 2) < 1


def test_more_dice_are_never_worse() -> None:
    for target, discipline, focused in product((8, 12, 17), (1, 5), (False, True)):
        for difficulty in range(6):
            offered = odds.purchases(Task(target, discipline, focused, difficulty), (1, 1, 1))
            chances = [p.success for p in offered]
            assert chances == sorted(chances)
            assert [p.expected for p in offered] == sorted(p.expected for p in offered)


def every_payment(prices: list[int], extra: int) -> list[tuple[int, int]]:
    """(Threat, Momentum) for each way to say, die by die, which pool pays it."""
    found = []
    for pools in product((False, True), repeat=extra):
        momentum = sum(price for price, ours in zip(prices, pools, strict=False) if ours)
        found.append((cost(prices, extra) - momentum, momentum))
    return found


@given(PRICES, st.integers(0, 3), POINTS, st.none() | POINTS)
def test_a_payment_is_the_best_of_all(
    prices: list[int], extra: int, momentum: int, threat: int | None
) -> None:
    ways = [
        (m, i) for m, i in every_payment(prices, extra) if i <= momentum and (threat is None or m <= threat)
    ]
    paid = odds.payment(prices, extra, momentum, threat)
    if paid is None:
        assert not ways
    else:
        assert (paid.threat, paid.momentum) == min(ways)
        assert sum(prices[rank - 1] for rank in paid.ranks) == paid.momentum
        assert set(paid.ranks) <= set(range(1, extra + 1))


@pytest.mark.parametrize(
    ("momentum", "best"),
    [
        (0, Payment(0, 6, ())),
        (1, Payment(1, 5, (1,))),
        (2, Payment(2, 4, (2,))),
        (3, Payment(3, 3, (1, 2))),
        (4, Payment(4, 2, (1, 3))),
        (5, Payment(5, 1, (2, 3))),
        (9, Payment(6, 0, (1, 2, 3))),
    ],
)
def test_three_dice_at_rising_prices(momentum: int, best: Payment) -> None:
    assert odds.payment((1, 2, 3), 3, momentum) == best


@given(PRICES, st.integers(0, 3), POINTS)
def test_a_payment_is_the_best_of_the_plans_a_player_is_offered(
    prices: list[int], extra: int, momentum: int
) -> None:
    offered = [p for p in plans(tuple(prices)) if p.extra == extra and p.momentum <= momentum]
    best = min(offered, key=lambda p: (p.threat, p.momentum))
    paid = odds.payment(prices, extra, momentum)
    assert paid is not None
    assert (paid.momentum, paid.threat) == (best.momentum, best.threat)


def test_points_that_cost_no_die_exactly_are_left() -> None:
    assert odds.payment((2, 2, 2), 2, 3) == Payment(2, 2, (1,))


def test_a_game_master_pays_with_what_they_have() -> None:
    assert odds.payment((1, 2, 3), 2, 0, 3) == Payment(0, 3, ())
    assert odds.payment((1, 2, 3), 2, 0, 2) is None


@given(PLAYED, st.integers(0, 6), PRICES, POINTS, st.none() | POINTS, st.fractions(0, 1, max_denominator=100))
@settings(max_examples=60, deadline=None)
def test_the_best_purchase_has_the_fewest_dice_that_reach(
    roll: Roll, difficulty: int, prices: list[int], momentum: int, threat: int | None, wanted: Fraction
) -> None:
    offered = odds.purchases(Task(*roll, difficulty, momentum), prices, threat)
    reach = [p.extra for p in offered if p.success >= wanted and p.payment]
    best = odds.best_purchase(offered, wanted)
    assert (best.extra if best else None) == min(reach, default=None)


def test_the_chance_wished_is_enough_when_just_reached() -> None:
    offered = odds.purchases(Task(12, 3, False, 2), (1, 1, 1))
    exact = offered[1].success
    assert odds.best_purchase(offered, exact) == offered[1]
    assert odds.best_purchase(offered, exact + Fraction(1, 10**9)) == offered[2]
    assert odds.best_purchase(offered, Fraction(1)) is None


def test_points_spent_make_room_under_the_cap() -> None:
    full, common = Task(14, 3, False, 0, momentum=6, cap=6), (1, 1, 1)
    offered = odds.purchases(full, common)
    assert offered[0].expected == 0
    law = odds.dice_pool_law(4, 14, 3, False)
    assert offered[2].expected == odds.expected_momentum(law, 0, pool=4, cap=6) > 0


def test_the_next_points_buy_the_dice_beyond() -> None:
    offered = odds.purchases(Task(12, 3, False, 2, momentum=2), (1, 2, 3), threat=1)
    one, two = odds.steps(offered, 1)
    assert (one.more, one.price, one.payment) == (1, 2, Payment(2, 1, (2,)))
    assert one.gained == Fraction(521, 625) - Fraction(84, 125)
    assert (two.more, two.price, two.payment) == (2, 5, None)
    assert odds.steps(offered, 3) == ()


def test_what_a_number_of_dice_is_worth_in_words() -> None:
    shown = offer_odds(2, 12, 3, False, 1, None, 0)
    assert shown.sentence == "84 % de réussir, 0,5 point d’Impulsion attendu, 10 % de complication"
    assert [(line.label, Fraction(line.numerator, line.denominator)) for line in shown.lines] == [
        ("réussir", Fraction(21, 25)),
        ("réussir sans complication", Fraction(39, 50)),
        ("une complication au moins", Fraction(39, 400)),
    ]
    assert [line.main for line in shown.lines] == [True, False, False]
    assert "0 point d’Impulsion attendu," in offer_odds(2, 12, 3, False, 1, 6, 6).sentence
    assert "Impulsion" not in offer_odds(2, 12, 3, False, 1, 0, 0).sentence


@pytest.mark.parametrize(
    ("points", "said"),
    [
        (Fraction(0), "0 point d’Impulsion attendu"),
        (Fraction(1, 400), "moins de 0,1 point d’Impulsion attendu"),
        (Fraction(1, 20), "0,1 point d’Impulsion attendu"),
        (Fraction(194, 100), "1,9 point d’Impulsion attendu"),
        (Fraction(195, 100), "2 points d’Impulsion attendus"),
        (Fraction(5, 2), "2,5 points d’Impulsion attendus"),
    ],
)
def test_expected_points_in_words(points: Fraction, said: str) -> None:
    assert expected(points) == said


def test_what_the_next_points_buy_in_words() -> None:
    offered = odds.purchases(Task(12, 3, False, 2, momentum=2), (1, 2, 3), threat=1)
    assert [next_point(s) for s in odds.steps(offered, 1)] == [
        "1 dé de plus, pour 2 points : 83 % de réussir au lieu de 67 %",
        "2 dés de plus, hors de portée : 92 % de réussir au lieu de 67 %",
    ]
