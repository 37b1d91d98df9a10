"""Offers, waitings and the one gate."""

from __future__ import annotations

import random
from typing import Any

import pytest

from paravent.core.domains import OneOf, Whole, one_of
from paravent.core.offers import Waiting, admit, offer
from paravent.core.refusals import Refusal
from paravent.core.values import GM, Who, value


@value
class Ask:
    pass


@value
class Give:
    a: str
    n: int


@value
class Leave:
    pass


AB = one_of((("x", "X"), ("y", "Y")))
ANA = Who("ana")


def why(o: Any, raw: Any) -> tuple[str, str]:
    with pytest.raises(Refusal) as e:
        o.read(raw)
    return e.value.field, e.value.why


def test_fields_are_all_asked_and_no_other() -> None:
    o = offer(Give, "TAB-01", a=AB, n=Whole(1, 3))
    assert o.read({"a": "x", "n": "2"}) == Give("x", 2)
    assert why(o, {"a": "x"}) == ("n", "ce champ manque")
    assert why(o, {"a": "x", "n": 1, "z" * 200: 0}) == ("z" * 80, "ce champ est inconnu")
    assert why(o, {"a": "q", "n": 1}) == ("a", "ce choix n’est pas proposé")
    assert why(o, {"a": "x", "n": True}) == ("n", "il faut un nombre entier")
    for raw in (None, [], "ax", 3, {1: 2, "b": 3}):
        assert why(o, raw)
    assert o.why_not(Give("x", 4)) == ("n", "il faut un nombre entier de 1 à 3")


def test_budget_and_distinct() -> None:
    o = offer(Give, "TAB-01", budget=2, a=AB, n=Whole(0, 9, each_costs=2))
    assert o.why_not(Give("x", 1)) is None
    assert o.why_not(Give("x", 2)) == ("", "pas assez de points\N{NO-BREAK SPACE}: il en faut 4, il y en a 2")
    rng = random.Random(1)
    assert {o.pick(rng.randrange).n for _ in range(50)} == {0, 1}
    assert {c.n for c in o.each()} == {0, 1}
    free = offer(Give, "TAB-01", a=AB, n=Whole(0, 9, each_costs=2))
    assert len({free.pick(rng.randrange).n for _ in range(200)}) == 10
    one = OneOf(AB.options[:1])
    alone = offer(Give, "TAB-01", distinct=("a", "n"), a=one, n=one)
    assert alone.why_not(Give("x", "x")) == ("n", "il faut deux choix différents")  # type: ignore[arg-type]  # ids of any sort
    assert alone.pick(rng.randrange) is None
    assert list(alone.each()) == []


def test_barred() -> None:
    empty = offer(Give, "TAB-01", a=one_of(()), n=Whole(1, 3))
    assert empty.barred == "aucun choix possible"
    said = offer(Give, "TAB-05", barred="c’est la nuit", a=AB, n=Whole(1, 3))
    for o in (empty, said):
        assert o.size() == 0
        assert list(o.each()) == []
        assert o.why_not(Give("x", 1)) == ("", o.barred)
        assert why(o, {"a": "x", "n": 1}) == ("", o.barred)


def test_the_gate() -> None:
    open_one = Waiting(Ask(), ANA, "TAB-01", (offer(Give, "TAB-02", a=AB, n=Whole(1, 3)),))
    night = Waiting(
        Ask(), GM, "TAB-01", (offer(Give, "TAB-05", barred="c’est la nuit", a=AB, n=Whole(1, 3)),)
    )
    assert admit((night, open_one), {ANA, GM}, Give("x", 1)) is open_one
    for who, command, rule, why, stale in (
        ({ANA}, Give("x", 9), "TAB-02", "il faut un nombre entier de 1 à 3", False),
        ({GM}, Give("x", 1), "TAB-05", "c’est la nuit", False),
        (set(), Give("x", 1), "TAB-08", "ce n’est plus le moment, ou la question n’est pas pour toi", True),
        ({ANA}, Leave(), "TAB-08", "ce n’est plus le moment, ou la question n’est pas pour toi", True),
    ):
        with pytest.raises(Refusal) as e:
            admit((night, open_one), who, command)
        assert (e.value.rule, e.value.why, e.value.stale) == (rule, why, stale)


def test_the_live_twin_is_found_by_name() -> None:
    dark = offer(Give, "TAB-01", barred="non", a=AB, n=Whole(1, 3))
    live = offer(Give, "TAB-01", a=AB, n=Whole(1, 3))
    w = Waiting(Ask(), ANA, "TAB-01", (dark, live))
    assert w.offer_for("Give") is live
    with pytest.raises(Refusal):
        w.offer_for("Leave")


def test_of_several_live_ones_the_first_that_can_read_the_fields_is_found() -> None:
    one, two = (offer(Give, "TAB-01", a=one_of(((x, x),)), n=Whole(1, 3)) for x in "xy")
    w = Waiting(Ask(), ANA, "TAB-01", (one, two))
    assert w.offer_for("Give", {"a": "y", "n": "2"}) is two
    assert w.offer_for("Give", {"a": "z", "n": "2"}) is one


def test_a_barred_offer_asks_for_nothing() -> None:
    barred = offer(Give, "TAB-01", barred="pas encore", a=AB, n=Whole(1, 3), budget=2, grave="grave")
    assert barred == offer(Give, "TAB-01", barred="pas encore")
    assert (barred.fields, barred.size(), [*barred.each()]) == ((), 0, [])
    assert barred.why_not(Give("x", 1)) == ("", "pas encore")
    assert why(barred, {"a": "x"}) == ("", "pas encore")
    assert offer(Give, "TAB-01", a=one_of(()), n=Whole(1, 3)).barred == "aucun choix possible"
