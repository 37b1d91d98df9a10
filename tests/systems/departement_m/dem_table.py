"""A table of Département M in memory, and short ways to what its people do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paravent.core import commands as shared
from paravent.core.values import Who
from paravent.systems.departement_m import SYSTEM
from paravent.systems.departement_m import commands as co
from paravent.systems.departement_m.model import Character, Game
from play import LEA, MAUD, NOE, Play

ATTRIBUTES = (8, 9, 10, 9, 9)
DISCIPLINES = (3, 2, 5, 4, 1, 1)
"""Forme 10 with Combat 3: a target number of 13."""


def table(*, pack: str | None = None, **options: str) -> Play:
    return Play(SYSTEM, options=options, pack=pack)


def sheet(
    name: str = "Corvin",
    attributes: Sequence[int] = ATTRIBUTES,
    disciplines: Sequence[int] = DISCIPLINES,
    focuses: Sequence[str] = ("Lutte", "Toits"),
) -> co.ProposeAgent:
    return co.ProposeAgent(name, tuple(attributes), tuple(disciplines), tuple(focuses), "")


def agent(play: Play, seat: Who = LEA, name: str = "Corvin") -> Who:
    """An agent of that seat, accepted."""
    play.act(seat, sheet(name))
    actor: Who = play.game.core.actors[-1].id
    play.act(MAUD, shared.AcceptActor())
    return actor


def two_agents(play: Play) -> tuple[Who, Who]:
    return agent(play), agent(play, NOE, "Mirador")


def extra(play: Play, *, hidden: bool = False) -> Who:
    play.act(MAUD, co.CreateExtra("Le Guetteur", hidden, ATTRIBUTES, DISCIPLINES, ("Toits",), ""))
    actor: Who = play.game.core.actors[-1].id
    return actor


def call(
    play: Play, actor: Who, difficulty: int = 1, *, focus: str = "", secrecy: co.Secrecy = "table"
) -> str:
    """A test of Forme and Combat, by its id."""
    play.act(MAUD, co.CallTest(actor, "forme", "combat", difficulty, focus, "", secrecy))
    found: str = world(play).tests[-1].id
    return found


def throw(play: Play, seat: Who, pool: str = "0-0", *dice: int) -> list[Any]:
    """What a purchase and its throw make; without dice, they fall at random."""
    return [f.event for f in play.act(seat, co.Throw(pool), dice=[dice] if dice else [])]


def stock(play: Play, momentum: int = 0, threat: int = 0, owner: str = "") -> None:
    """Put the pools where a test needs them."""
    if momentum:
        play.act(MAUD, co.AdjustMomentum(Who(owner), momentum, "mise en place"))
    if threat:
        play.act(MAUD, co.AdjustThreat(threat, "mise en place"))


def scene(play: Play) -> None:
    """A scene, opened and closed; the session is opened where it must."""
    if not play.game.core.session_open:
        play.act(MAUD, shared.OpenSession())
    play.act(MAUD, shared.OpenScene("Le quai", ""))
    play.act(MAUD, shared.CloseScene())


def world(play: Play) -> Game:
    found: Game = play.game.world
    return found


def who(play: Play, actor: Who) -> Character:
    return world(play).character(actor)


def pools(play: Play) -> tuple[int, int]:
    """The common Momentum and the Threat."""
    return world(play).momentum, world(play).threat
