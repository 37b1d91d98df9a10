"""Each command of each game, at the engine: asked of whom the rules tell, taken from them, and from nobody else."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Mapping
from importlib import import_module
from inspect import signature
from typing import Any

import pytest

from hostile.each_system import SHEETS
from hostile.rights import ASKED, UNASKED, may, rights, sort_of
from paravent.core import commands as co
from paravent.core import events as ev
from paravent.core.game import answerable, gate
from paravent.core.offers import Offer, Waiting
from paravent.core.refusals import Refusal
from paravent.core.values import CHANCE, Who
from play import NOE, PEOPLE, Play
from random_games import DISRUPTIVE, PLAYERS, found

STEPS = 200
"""Commands in a random game."""
SCRIPTED: Mapping[str, tuple[str, ...]] = {
    "architectes": ("test_sight",),
    "departement_m": (),
    "forces": ("test_gauges_forces", "test_shown_forces"),
    "intentions": ("test_endurance", "test_procedure"),
    "intrigue": ("test_ends_intrigue", "test_points_intrigue:test_a_frozen"),
}
"""Tests of rules (those whose names begin so) whose games come to what play at random seldom does."""
SEED = os.environ.get("PARAVENT_SEED", "1")
FREE = 0.15
"""How often anything is played rather than what was played least."""
RARE = 0.04
FALLING = 0.7
"""How often chance answers at once."""
SEATS = (*(id for id, _, _ in PEOPLE), Who("personne"))


class Asking:
    """Games played until each command of a system was offered to somebody."""

    def __init__(self, system: str) -> None:
        self.system, self.shared, self.own = found(system), rights("core"), rights("core", system)
        self.met: set[str] = set()
        self.played: dict[str, int] = {}
        self.rng = random.Random(system)

    @property
    def left(self) -> set[str]:
        return set(self.own) - self.met - {UNASKED}

    def scripted(self, where: str) -> None:
        """The games of a module of tests: those that are given nothing."""
        module, _, prefix = where.partition(":")
        tests = vars(import_module(f"systems.{self.system.name}.{module}"))
        for name, test in tests.items():
            if name.startswith(prefix or "test_") and not signature(test).parameters:
                test()

    def random(self, seed: int, *, thorough: bool = True) -> None:
        """Some of what chance decides stays awaited for a while; every other game has all that options add.

        Unless `thorough`, until nothing is left.
        """
        rng = random.Random(f"{self.system.name} {seed}")
        options = {o.name: o.choices[-1][0] for o in self.system.options} if seed % 2 else {}
        play = Play(self.system, options=options, seed=seed)
        play.tell(ev.SeatClaimed(NOE, "demande"))
        for _ in range(STEPS):
            self.step(play, rng)
            if not (self.left or thorough):
                return

    def see(self, play: Play) -> None:
        if play.system is self.system:
            for w, o in self.offers(play):
                self.asked(play, w, o)

    def offers(self, play: Play) -> Iterator[tuple[Waiting, Offer]]:
        for w in play.waitings():
            for o in w.offers:
                if not o.barred and not (w.who == CHANCE and play.now.core.option("hasard") == "table"):
                    yield w, o

    def asked(self, play: Play, w: Waiting, o: Offer) -> None:
        name, core = o.command.__name__, play.now.core
        word = (self.shared if o.command.__module__ == co.__name__ else self.own)[name]
        assert sort_of(core, w) in ASKED[word], (
            f"{name} is « {word} », and asked of {sort_of(core, w)}: {w.topic}"
        )
        theirs = may(core, w, word)
        for seat in SEATS:
            put = [x for x in answerable(play.now, seat, [w]) if o in x.offers]
            assert bool(put) == (seat in theirs), f"{name}: {seat}, {w.topic}"
        if name not in self.met and (command := o.pick(self.rng.randrange)) is not None:
            self.met.add(name)
            for seat in SEATS:
                assert taken(play, seat, w, command) == (seat in theirs), f"{name}: {seat}, {w.topic}"

    def step(self, play: Play, rng: random.Random) -> None:
        """What was played least, by somebody who may; what stops play, rarely."""
        free = rng.random() < FREE

        def rank(x: tuple[Who, Waiting, Offer]) -> tuple[float, float]:
            _, w, o = x
            shared = o.command.__module__ == co.__name__ and o.command is not co.AcceptActor
            rare = rng.random() > RARE and (
                o.command in DISRUPTIVE or (shared and o.command.__name__ in self.met)
            )
            often = 0 if free else self.played.get(o.command.__name__, 0) * (1 if w.holds else 2)
            return (1000.0 * rare + often, rng.random())

        found = [
            (seat, w, o)
            for w, o in self.offers(play)
            for seat in (play.game_master, *PLAYERS)
            if any(o in x.offers for x in answerable(play.now, seat, [w]))
        ]
        for seat, w, o in sorted(found, key=rank):
            command = o.pick(rng.randrange)
            if command is not None:
                name = o.command.__name__
                self.played[name] = self.played.get(name, 0) + 1
                play.act(seat, command, topic=w.topic, throw=rng.random() < FALLING)
                return


def taken(play: Play, seat: Who, w: Waiting, command: Any) -> bool:
    try:
        gate(play.now, seat, w, command)
    except Refusal:
        return False
    return True


every_system = pytest.mark.parametrize("system", sorted(SHEETS))


@every_system
def test_each_command_is_asked_of_whom_the_rules_tell(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asking = Asking(system)
    monkeypatch.setattr(Play, "watchers", [asking.see])
    for module in SCRIPTED[system]:
        asking.scripted(module)
    for seed in range(12):
        asking.random(seed, thorough=False)
    assert not asking.left


@pytest.mark.nightly
@every_system
def test_whoever_is_asked_at_random(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asking, first = Asking(system), int(SEED)
    monkeypatch.setattr(Play, "watchers", [asking.see])
    for seed in range(1000 * first, 1000 * first + 60):
        asking.random(seed)
    assert len(asking.met) > 50
