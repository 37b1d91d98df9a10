"""What is kept of questions and offers between commands (`of_pack`) changes none of them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import groupby
from typing import Any

import pytest

from paravent.core.offers import Waiting
from paravent.systems.architectes.model import pack_of
from paravent.table.room import Room
from random_games import found, games

PACKAGE = "paravent.systems.architectes"


def worlds() -> Iterator[Any]:
    """The state after each action of a few evenings."""
    for evening in games("architectes"):
        room = Room("t", evening.system, b"k" * 32, {})
        for _, records in groupby(evening.records, lambda r: r.action):
            room.absorb(list(records))
            yield room.now.world


def questions() -> list[tuple[Waiting, ...]]:
    waiting = found("architectes").waiting
    return [waiting(world) for world in worlds()]


def keep_nothing(monkeypatch: pytest.MonkeyPatch) -> int:
    """Put every function that keeps what it makes back to making it; how many there are."""
    names = set()
    for module in [m for name, m in sys.modules.items() if name.startswith(PACKAGE)]:
        for name, value in vars(module).items():
            if (
                value is not pack_of
                and hasattr(value, "__wrapped__")
                and value.__module__.startswith(PACKAGE)
            ):
                monkeypatch.setattr(module, name, value.__wrapped__)
                names.add(name)
    return len(names)


def test_what_is_kept_changes_no_question(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = questions()
    assert keep_nothing(monkeypatch) > 8
    assert len(kept) > 200
    for before, after in zip(kept, questions(), strict=True):
        assert before == after
