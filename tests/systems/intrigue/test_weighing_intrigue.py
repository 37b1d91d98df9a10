"""The plain rules of Intrigue: dice, comparisons, Stress, the trouble pool, awards and growth."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paravent.systems.intrigue.weighing import (
    DIFFICULTIES,
    NOTHING,
    SIZES,
    Answer,
    Contenders,
    Die,
    Inflicted,
    ThreeWay,
    answer_to_one,
    answered,
    award,
    bonuses_open,
    comparison,
    contenders,
    growth_difficulty,
    lowered,
    may_lower,
    may_remove,
    new_stress,
    ones,
    removed,
    size_aimed,
    step_down,
    step_up,
    stress_pile,
    stress_size,
    three_way,
    total,
    worth,
)

SIZE = st.sampled_from(SIZES)
POOLS = st.lists(SIZE, min_size=2, max_size=6).map(tuple)


def test_steps() -> None:
    assert [step_up(size) for size in (NOTHING, *SIZES)] == [4, 6, 8, 10, 12, 12]
    assert [step_down(size) for size in (NOTHING, *SIZES)] == [NOTHING, NOTHING, 4, 6, 8, 10]


@pytest.mark.parametrize("size", [-4, 1, 5, 20])
def test_there_are_no_other_dice(size: int) -> None:
    for step in (step_up, step_down):
        with pytest.raises(ValueError, match="no die"):
            step(size)


def test_a_one_is_worth_nothing_and_is_counted_kept_or_not() -> None:
    assert [worth(face) for face in (1, 2, 12)] == [0, 2, 12]
    assert (total((7, 1, 5)), ones((7, 1, 5))) == (12, 1)
    assert (total((1, 1)), ones((1, 1))) == (0, 2)
    assert total((7, 6, 5), 3) == 18
    assert (total((7,)), total(())) == (7, 0)


def test_bonuses_open_with_the_die() -> None:
    assert [bonuses_open(size) for size in SIZES] == [1, 1, 2, 2, 3]


@pytest.mark.parametrize(
    ("reaction", "found"), [(13, "raised"), (12, "short"), (8, "short"), (7, "far"), (0, "far")]
)
def test_a_reaction_to_a_twelve(reaction: int, found: str) -> None:
    assert comparison(12, reaction) == found


def test_nothing_against_nothing_falls_short() -> None:
    assert comparison(0, 0) == "short"


def test_three_throws() -> None:
    assert three_way(9, 7, 7) == ThreeWay(1, True, False)
    assert three_way(9, 9, 8) == ThreeWay(0, True, True)
    assert three_way(3, 9, 9) == ThreeWay(-1, False, False)


def test_contenders() -> None:
    assert contenders({"a": 9, "b": 4, "c": 9, "d": 6}) == Contenders(("a", "c"), ("b",))
    assert contenders({"a": 3, "b": 3}) == Contenders(("a", "b"), ("a", "b"))
    with pytest.raises(ValueError, match="nobody"):
        contenders({})


def test_awards() -> None:
    assert award(4) == (4, 3, 3, 2)
    assert award(4, big_group=True) == (3, 2, 2, 1)
    assert [award(n) for n in range(3)] == [(), (4,), (4, 2)]


# Stress


def test_the_pile_leaves_ones_out() -> None:
    assert stress_pile([Die(6, 4), Die(8, 1), Die(10, 2)]) == (6, 10)
    assert stress_pile([Die(8, 1), Die(6, 1)]) == ()


@pytest.mark.parametrize(
    ("pile", "faces", "size"),
    [
        ((6, 8), (5, 4), 6),
        ((6, 8), (4, 4), 8),
        ((8, 6), (4, 4), 8),
        ((4, 12, 6), (1, 1, 1), 12),
        ((4, 12), (2, 1), 4),
    ],
)
def test_the_highest_die_inflicts(pile: tuple[int, ...], faces: tuple[int, ...], size: int) -> None:
    assert stress_size(pile, faces) == size


def test_an_empty_pile_inflicts_nothing() -> None:
    with pytest.raises(ValueError, match="empty"):
        stress_size((), ())


@pytest.mark.parametrize(
    ("current", "size", "found"),
    [
        (NOTHING, 4, Inflicted(4, False)),
        (6, 10, Inflicted(10, False)),
        (6, 6, Inflicted(8, False)),
        (10, 4, Inflicted(12, False)),
        (12, 12, Inflicted(12, True)),
        (12, 4, Inflicted(12, True)),
    ],
)
def test_new_stress(current: int, size: int, found: Inflicted) -> None:
    assert new_stress(current, size) == found


# The trouble pool


@pytest.mark.parametrize(
    ("pool", "size", "answers"),
    [
        ((8, 8, 6), 4, [Answer(False, 6), Answer(False, 8)]),
        ((8, 8, 6), 6, [Answer(True, 6)]),
        ((8, 8, 6), 10, [Answer(True, 6), Answer(True, 8)]),
        ((6, 6), 6, [Answer(False, 6)]),
        ((4, 10), 12, [Answer(False, 10)]),
        ((4, 4), 4, []),
    ],
)
def test_answers_to_a_one(pool: tuple[int, ...], size: int, answers: list[Answer]) -> None:
    assert list(answer_to_one(pool, size)) == answers


def test_the_pool_after_an_answer() -> None:
    assert answered((6, 6), Answer(False, 6)) == (4, 6)
    assert answered((8, 6, 8), Answer(True, 8)) == (6, 8)


def test_dice_spent_together() -> None:
    assert may_remove((6, 6, 8, 4), 6, 6)
    assert removed((6, 8, 6, 4), 6, 6) == (8, 4)
    assert not may_remove((6, 8, 10, 4), 6, 6)
    assert not may_remove((6, 6, 8), 6, 6)
    with pytest.raises(ValueError, match="leave"):
        removed((6, 6), 6)
    assert not may_lower((4, 6), 4)
    assert not may_lower((4, 6), 8)
    with pytest.raises(ValueError, match="step down"):
        lowered((4, 6), 4)


@given(POOLS, SIZE)
def test_an_answer_never_leaves_less_than_two_d4(pool: tuple[int, ...], size: int) -> None:
    answers = answer_to_one(pool, size)
    assert bool(answers) is (pool != (4, 4))
    for answer in answers:
        after = answered(pool, answer)
        assert len(after) >= 2
        assert min(after) >= 4
        assert sum(after) < sum(pool)
        gone = Counter(pool) - Counter(after)
        assert gone == Counter([answer.size])
        assert not answer.removes or answer.size <= size


# Growth


def test_growth() -> None:
    assert [growth_difficulty(kind) for kind in DIFFICULTIES] == [12, 10, 8, 8, 6, 6]
    assert [size_aimed(size) for size in (NOTHING, 4, 10)] == [4, 6, 12]
    with pytest.raises(ValueError, match="beyond"):
        size_aimed(12)
