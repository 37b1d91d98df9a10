"""Probability questions are read strictly: each fault names its key, in French."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from paravent.core import questions as q
from paravent.core.questions import BadQuestion

Read = Callable[[], object]


def at_fault(read: Read) -> tuple[str, str]:
    with pytest.raises(BadQuestion) as error:
        read()
    return error.value.key, str(error.value).partition("\N{NO-BREAK SPACE}: ")[2]


def test_a_question_is_answered_by_the_computation_it_names() -> None:
    assert q.asked({"calcul": "double"}, {"double": lambda d: {"vu": len(d)}}) == {"vu": 1}
    for donnees in (None, [], "double"):
        assert at_fault(lambda d=donnees: q.asked(d, {}))[0] == "donnees"
    assert at_fault(lambda: q.asked({"calcul": "triple"}, {"double": dict})) == (
        "donnees.calcul",
        "attendu\N{NO-BREAK SPACE}: «\N{NO-BREAK SPACE}double\N{NO-BREAK SPACE}»",
    )


@pytest.mark.parametrize(
    ("record", "fault"),
    [
        ({"a": 1}, ("d.b", "clé manquante")),
        ({"a": 1, "b": 2, "c": 3}, ("d.c", "clé inconnue")),
        ({"a": 1, "b": 2, 3: 4}, ("d.?", "clé inconnue")),
        ({"a": 1, "b": 2, "z" * 99: 4}, ("d." + "z" * 40, "clé inconnue")),
    ],
)
def test_a_table_has_its_keys_and_no_other(record: Any, fault: tuple[str, str]) -> None:
    assert at_fault(lambda: q.keys(record, "d", "a", "b")) == fault
    q.keys({"a": 1, "b": 2}, "d", "a", "b")


def test_inner_tables_and_lists_are_named_by_their_path() -> None:
    assert q.record({"r": {"a": 1}}, "r", "d", "a") == {"a": 1}
    assert at_fault(lambda: q.record({"r": []}, "r", "d", "a"))[0] == "d.r"
    assert q.records({"r": [{"a": 1}]}, "r", "d", 2, "a") == ({"a": 1},)
    assert at_fault(lambda: q.records({"r": [{"a": 1}, 2]}, "r", "d", 2, "a"))[0] == "d.r[1]"
    assert at_fault(lambda: q.records({"r": [{}] * 3}, "r", "d", 2, "a"))[1] == "au plus 2 éléments"
    assert at_fault(lambda: q.items({"r": {}}, "r", "d", 2))[1] == "une liste est attendue"
    assert at_fault(lambda: q.wholes({"n": [1, 9]}, "n", "d", 3, 1, 6)) == ("d.n[1]", "attendu de 1 à 6")


@pytest.mark.parametrize("value", [True, 1.0, "1", None])
def test_a_number_is_a_whole_number(value: Any) -> None:
    assert at_fault(lambda: q.whole({"n": value}, "n", "d", 0, 9)) == (
        "d.n",
        "un nombre entier de 0 à 9 est attendu",
    )


def test_none_stands_for_no_number_where_it_may() -> None:
    assert q.whole_or_none({"n": None}, "n", "d", 1, 6) is None
    assert q.whole_or_none({"n": 6}, "n", "d", 1, 6) == 6
    assert at_fault(lambda: q.whole_or_none({"n": 7}, "n", "d", 1, 6))[1] == "attendu de 1 à 6"


def test_a_flag_is_true_or_false() -> None:
    assert q.flag({"f": True}, "f", "d") is True
    assert at_fault(lambda: q.flag({"f": 1}, "f", "d")) == ("d.f", "true ou false est attendu")


@pytest.mark.parametrize("text", ["1/0", "-1/2", "1", "0.5", "a/b", 1, "1/" + "9" * 60, "3/2"])
def test_a_chance_is_a_fraction_of_zero_to_one(text: Any) -> None:
    assert at_fault(lambda: q.fraction({"p": text}, "p", "d"))[0] == "d.p"


def test_chances_are_written_reduced_with_twelve_digits() -> None:
    assert q.fraction({"p": "2/6"}, "p", "d") == Fraction(1, 3)
    assert q.number(Fraction(2, 6)) == {"exact": "1/3", "approx": 0.333333333333}
