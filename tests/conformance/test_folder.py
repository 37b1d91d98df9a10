"""A system is a folder found by itself, whose code and rulebook agree."""

from __future__ import annotations

from typing import Any

from paravent.core.rulebook import load
from paravent.core.rules import REGISTRY
from paravent.core.system import System
from random_games import NAMES, found, games


def test_rules_and_code_agree(system: System[Any]) -> None:
    book = load(system.package)
    played = {id for id, r in book.items() if r.status == "jouee"}
    here = {id for id, names in REGISTRY.items() if any(n.startswith(f"{system.package}.") for n in names)}
    assert played - here == set(), "said to be played, but no code is registered"
    known = {*book, *load("paravent.core")}
    assert here - known == set(), "registered, but in no rulebook"
    for w in (w for play in games(system.name) for w in play.waitings()):
        assert {w.rule, *(o.rule for o in w.offers)} <= known


def test_a_system_is_only_a_folder() -> None:
    assert "pile_ou_face" in NAMES
    assert len(NAMES) >= 2
    assert found("pile_ou_face").name == "pile_ou_face"
