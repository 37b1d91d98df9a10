"""How a test is put together, on plain values (INT-05 to INT-12, INT-22, INT-25, INT-40 to INT-43)."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paravent.systems.intentions.weighing import (
    Attempt,
    Category,
    Mode,
    Options,
    Source,
    effective_difficulty,
    main_die,
    mode_of,
    net_mode,
    outcome,
    raises,
    strength,
    struck_out,
    weigh,
)

PLAIN = Options()
ONE_FOR_ONE = Options(one_for_one=True)
SOURCES = st.lists(
    st.builds(Source, st.booleans(), st.sampled_from("abc"), st.sampled_from(["", "x", "y"])), max_size=7
)


@pytest.mark.parametrize(
    ("advantages", "disadvantages", "usual", "one_for_one"),
    [
        (0, 0, "normal", "normal"),
        (3, 0, "advantage", "advantage"),
        (0, 2, "disadvantage", "disadvantage"),
        (2, 1, "normal", "advantage"),
        (1, 2, "normal", "disadvantage"),
        (2, 2, "normal", "normal"),
    ],
)
def test_they_never_add_up(advantages: int, disadvantages: int, usual: Mode, one_for_one: Mode) -> None:
    assert net_mode(advantages, disadvantages) == usual
    assert net_mode(advantages, disadvantages, one_for_one=True) == one_for_one


@given(SOURCES, st.booleans(), st.randoms())
def test_the_order_of_sources_changes_nothing(sources: list[Source], one: bool, random: object) -> None:
    options, attempts = Options(one_for_one=one), [Attempt("x", "common", 1), Attempt("y", "common", 1)]
    before = weigh(attempts, sources, 5, options)
    shuffled, turned = list(sources), list(attempts)
    random.shuffle(shuffled)  # type: ignore[attr-defined]  # hypothesis gives a Random
    random.shuffle(turned)  # type: ignore[attr-defined]  # hypothesis gives a Random
    after = weigh(turned, shuffled, 5, options)
    assert (after.mode, after.bonus, after.difficulty) == (before.mode, before.bonus, before.difficulty)


@given(SOURCES, st.booleans())
def test_what_is_not_struck_out_gives_the_mode(sources: list[Source], one: bool) -> None:
    options = Options(one_for_one=one)
    left = [s for s in struck_out(sources, options) if not s.cancelled]
    assert len({s.advantage for s in left}) <= 1
    assert mode_of(left, options) == mode_of(sources, options)


def test_the_scale_of_skills() -> None:
    rising: list[tuple[Category, int | None]] = [
        ("initiate", None),
        ("specialist", None),
        ("common", None),
        ("common", 1),
        ("initiate", 2),
    ]
    assert [strength(*s) for s in rising] == [0, 1, 2, 3, 4]


def test_only_the_weakest_brings_its_sources() -> None:
    attempts = [Attempt("a", "common", 2), Attempt("b", "common", 1)]
    sources = [Source(True, "corde", "a"), Source(False, "nuit", "b")]
    w = weigh(attempts, sources, 5, PLAIN)
    assert (w.weakest, w.bonus, w.mode) == ("b", 1, "disadvantage")
    assert [(s.why, s.apart) for s in w.sources] == [("nuit", False), ("corde", True)]


def test_at_equal_strength_the_worst_off_counts() -> None:
    attempts = [Attempt("a", "common", 1), Attempt("b", "common", 1)]
    sources = [Source(True, "corde", "a"), Source(True, "torche", "")]
    assert weigh(attempts, sources, 5, PLAIN).weakest == "a"  # both have an advantage: the first announced
    sources = [Source(False, "nuit", "b"), Source(True, "torche", "")]
    assert weigh(attempts, sources, 5, PLAIN).weakest == "b"


def test_a_sure_action_costs_one_and_is_never_the_weakest() -> None:
    attempts = [Attempt("a", "common", 2), Attempt("b", "specialist", None, risky=False)]
    w = weigh(attempts, [], effective_difficulty(3, 0, 2, drinks=False, tippler=False), PLAIN)
    assert (w.difficulty, w.bonus, w.mode) == (4, 2, "normal")


def test_an_initiates_skill_one_has_not_is_impossible() -> None:
    assert not weigh([Attempt("feu", "initiate", None)], [], 3, PLAIN).possible
    assert weigh([Attempt("feu", "initiate", 1)], [], 3, PLAIN).possible


def test_intentions_raise_save_instincts_and_prudence() -> None:
    taken = ["discrete", "discrete", "celere", "prudente"]
    assert raises(taken, [], "prudente", PLAIN) == 3
    assert raises(taken, ["discrete"], "prudente", PLAIN) == 1
    assert raises(taken, [], "prudente", Options(prudent_raises=True)) == 4
    assert raises(taken, ["prudente"], "prudente", Options(prudent_raises=True)) == 3


def test_a_potion_is_one_more_action_save_for_a_tippler() -> None:
    assert effective_difficulty(4, 0, 1, drinks=True, tippler=False) == 5
    assert effective_difficulty(4, 0, 1, drinks=True, tippler=True) == 4


@pytest.mark.parametrize("mode", ["normal", "advantage", "disadvantage"])
def test_every_throw(mode: Mode) -> None:
    for first, critical, bonus, difficulty, every in product(
        range(1, 7), range(1, 7), (0, 2), (3, 8), (False, True)
    ):
        main = {"normal": first, "advantage": max(first, critical), "disadvantage": min(first, critical)}[
            mode
        ]
        assert main_die(first, critical, mode) == main
        double = first == critical
        if double and first == 1:
            expected = "critical_failure"
        elif double and (first == 6 or every):
            expected = "critical_success"
        else:
            expected = "success" if main + bonus >= difficulty else "failure"
        assert outcome(first, critical, mode, bonus, difficulty, every_double=every) == expected


def test_a_first_single_die_has_neither_critical_nor_advantage() -> None:
    assert outcome(6, None, "disadvantage", 0, 8, every_double=True) == "failure"
    assert main_die(2, None, "advantage") == 2
