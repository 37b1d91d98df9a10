"""From values to the template's data."""

from __future__ import annotations

import pytest

from paravent.core.sheet import Column, Counter, Row, Scores, Sheet
from paravent.sheets.data import clean


def test_clean_composes_and_drops_what_has_no_shape() -> None:
    assert clean("  E\u0301tat\x00\x1b[31m\ud800 ", 99) == "État[31m"
    assert clean("a\r\nb\rc", 99) == "a\nb\nc"


def test_clean_cuts_only_beyond_the_limit() -> None:
    assert clean("abcdef", 6) == "abcdef"
    assert clean("abcdefg", 6) == "abcd …"


def test_values_that_could_not_print_are_refused() -> None:
    with pytest.raises(ValueError, match="colour"):
        Sheet("", "", "", "red", ())
    with pytest.raises(ValueError, match="2 cells"):
        Scores("", (Column("a"), Column("b")), (Row(("1",)),))
    with pytest.raises(ValueError, match="from 0 up"):
        Counter("", -1)
    with pytest.raises(ValueError, match="steps"):
        Counter("", 1, 3, steps=("a", "b"))
    with pytest.raises(ValueError, match="no names"):
        Counter("", 1, steps=("a",), shape="clock")
