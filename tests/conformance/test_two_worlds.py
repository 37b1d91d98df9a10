"""Secrets leave no trace: two tables that differ only in them are the same to the byte for whoever is not told."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from paravent.core.system import System
from paravent.core.values import Who
from paravent.systems import all_systems
from play import LEA
from two_worlds import TwoWorlds, in_the_open

TURNS = 50
SEEDS = (0, 9, 28)
"""9: many hidden characters of Intentions come out; 28: a discard proposed for a hidden actor once came out with it
(`Proposal.to`)."""


def played(system: System[Any], seed: int, confidants: tuple[Who, ...] = ()) -> TwoWorlds:
    worlds = TwoWorlds(system, seed, confidants)
    for n in range(TURNS):
        worlds.turn(n)
    worlds.reveal_all(TURNS)
    assert sum(d.secret for d in worlds.deeds) > 12
    assert worlds.public > 40
    return worlds


def test_secrets_of_the_game_masters(system: System[Any]) -> None:
    """Hidden actors and their sheets, secret contests, notes, secret dice, claims, undo of what was secret."""
    every = [played(system, seed) for seed in SEEDS]
    whispered = set().union(*(w.whispered for w in every))
    shared = {"Noted", "FreeRolled", "ActorCast", "Undone", "SeatClaimed", "ClaimSettled"}
    own = {e.__name__ for e in get_args(system.events)}
    assert whispered >= shared
    assert len(whispered & own) >= 4
    assert sum(w.reveals for w in every) > 5
    if in_the_open(system.name):
        assert sum(w.veiled for w in every) > 2
        assert sum(w.by_hand for w in every) > 5


def test_secrets_shared_with_one_player(system: System[Any]) -> None:
    """Notes to one, dice thrown in secret by a player, what is on a private sheet: the other players feel nothing."""
    every = [played(system, seed, (LEA,)) for seed in SEEDS[:2]]
    assert set().union(*(w.whispered for w in every)) >= {"Noted", "FreeRolled", "Undone"}


def test_what_two_worlds_once_found() -> None:
    """141: a discard in a secret test, by an actor revealed since, cost a card that all saw go."""
    played(all_systems()["architectes"], 141)


@pytest.mark.nightly
@pytest.mark.parametrize("confidants", [(), (LEA,)], ids=["meneuse", "lea"])
@pytest.mark.parametrize("seed", range(3, 201))
def test_two_worlds_at_length(system: System[Any], seed: int, confidants: tuple[Who, ...]) -> None:
    played(system, seed, confidants)
