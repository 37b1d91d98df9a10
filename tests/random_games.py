"""Random games of every system found, the toy one included, for the tests that hold whatever the rules."""

from __future__ import annotations

import random
from functools import cache
from importlib import import_module
from pkgutil import iter_modules, walk_packages
from typing import Any

from paravent import systems
from paravent.core import commands as co
from paravent.core.offers import Offer, Waiting
from paravent.core.system import System
from paravent.core.values import CHANCE, Who
from paravent.table.rehearsal import own_question
from play import LEA, MAUD, NOE, SAM, ZOE, Play
from toy import on_the_path

PLAYERS = (LEA, NOE, ZOE)
NOT_MASTERS = (*PLAYERS, SAM)
STEPS = 100
"""Commands in a random game; those of the shared desk are kept rare, so that rules are played."""
RARE = 0.08
SEEDS = range(3)

with on_the_path():
    NAMES = sorted(m.name for m in iter_modules(systems.__path__) if m.ispkg)


@cache
def found(name: str) -> System[Any]:
    """A system by its folder's name, with every module of its package imported, so that all rules are registered."""
    with on_the_path():
        package = import_module(f"paravent.systems.{name}")
        for m in walk_packages(package.__path__, f"{package.__name__}."):
            import_module(m.name)
    result: System[Any] = package.SYSTEM
    return result


DISRUPTIVE = (
    co.Undo,
    co.Abandon,
    co.RemoveSeat,
    co.LeaveTable,
    co.ArchiveTable,
    co.MarkAbsent,
    co.RefuseActor,
    co.ChooseHand,
    co.SetOption,
    co.GiveActor,
)
"""Shared commands that stop play or change who plays; random games use them rarely."""

Choice = tuple[Who, Waiting, Offer]


def choices(play: Play, rng: random.Random) -> list[Choice]:
    """Every live offer with a seat that may answer it, in random order, the system's own first nine times in ten."""
    out = [
        (seat, w, o)
        for seat in (MAUD, *PLAYERS)
        for w in play.asked(seat).values()
        for o in w.offers
        if not o.barred and w.who != CHANCE
    ]
    rng.shuffle(out)
    weights = {id(c): rng.random() + weight(play, c) for c in out}
    return sorted(out, key=lambda c: -weights[id(c)])


def weight(play: Play, choice: Choice) -> float:
    _, w, o = choice
    if o.command in DISRUPTIVE:
        return -2.0 * (1 - RARE)
    if o.command is co.AcceptActor:
        return 1.0
    return (1.0 if w.holds else 0.6) if own_question(w) else 0.0


def step(play: Play, rng: random.Random, **more: Any) -> tuple[Choice, Any] | None:
    for choice in choices(play, rng):
        seat, w, o = choice
        command = o.pick(rng.randrange)
        if command is None:
            continue
        play.act(seat, command, topic=w.topic, **more)
        return choice, command
    return None


@cache
def games(name: str) -> tuple[Play, ...]:
    """A few random games of a system, played once for all tests."""
    out = []
    for seed in SEEDS:
        play, rng = Play(found(name), seed=seed), random.Random(seed)
        for _ in range(STEPS):
            step(play, rng)
        out.append(play)
    return tuple(out)


def facts(system: System[Any]) -> list[Any]:
    return [r.event for play in games(system.name) for r in play.records]
