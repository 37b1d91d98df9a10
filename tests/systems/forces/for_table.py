"""A table of Aptitudes et forces in memory, and short ways to what its people do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from paravent.core import commands as shared
from paravent.core.values import Who
from paravent.systems.forces import SYSTEM
from paravent.systems.forces import commands as co
from paravent.systems.forces import force_commands as fc
from paravent.systems.forces.forcepack import write_forces
from paravent.systems.forces.model import Character, Game
from paravent.systems.forces.pack import default_pack
from paravent.systems.forces.world import Alignment, Edge, Effect, Force, Vertex, Visibility
from play import LEA, MAUD, Play

ASPECTS = ("mur", "village", "clerc")


def table(pack: str | None = None, **options: str) -> Play:
    return Play(SYSTEM, options=options, pack=pack)


def world(play: Play) -> Game:
    found: Game = play.game.world
    return found


def who(play: Play, actor: Who) -> Character:
    return world(play).character(actor)


def character(play: Play, seat: Who = LEA) -> Who:
    """A character of that seat, accepted: every point spent on what comes last."""
    play.act(seat, co.ChooseAspects("Brune", ASPECTS, ""))
    w = next(w for w in play.waitings() if w.who == seat and w.holds)
    points = dict(w.offer_for("SharePoints").fields)
    play.act(seat, co.SharePoints(*(next(points[n].each()) for n in ("aptitudes", "subs"))))
    actor: Who = play.game.core.actors[-1].id
    play.act(MAUD, shared.AcceptActor())
    return actor


def extra(play: Play, aptitude: int = 0, sub: int = 0) -> Who:
    """A character of the game masters, by its Force and Lutte."""
    pack = default_pack()
    aptitudes = (aptitude,) + (0,) * (len(pack.aptitudes) - 1)
    play.act(MAUD, co.CreateExtra("La garde", False, aptitudes, (sub,) + (0,) * (len(pack.subs) - 1), ""))
    actor: Who = play.game.core.actors[-1].id
    return actor


def call(play: Play, actor: Who, difficulty: int = 12, bonus: int = 0, malus: int = 0) -> str:
    """A test of Lutte and its parent, by its id."""
    play.act(MAUD, co.CallTest(actor, "lutte", "", difficulty, bonus, malus, "", "table"))
    found: str = world(play).tests[-1].id
    return found


def throw(play: Play, seat: Who, *dice: tuple[int, ...]) -> None:
    play.act(seat, co.LetFall(), dice=list(dice))


# Forces

Arrow = tuple[str, str, int | str, str]
"""From, to, a chance or a deed, and the milestone."""


def force(
    id: str,
    vertices: Mapping[str, Sequence[Effect]] | str,
    arrows: Iterable[Arrow] = (),
    *,
    power: int = 5,
    alignment: Alignment = 0,
    visibility: Visibility = "hidden",
) -> Force:
    """A force whose first vertex is the initial one; `vertices` are one letter each, or their effects by name."""
    effects = dict.fromkeys(vertices, ()) if isinstance(vertices, str) else vertices
    return Force(
        id,
        f"Force {id}",
        power=power,
        alignment=alignment,
        visibility=visibility,
        vertices=tuple(Vertex(v, f"étiquette {v}", f"nom {v}", tuple(x)) for v, x in effects.items()),
        edges=tuple(
            Edge(f"a{i}", a, b, why if isinstance(why, str) else "", why if isinstance(why, int) else 0, at)
            for i, (a, b, why, at) in enumerate(arrows, 1)
        ),
        initial=next(iter(effects)),
    )


def bring(play: Play, *forces: Force) -> None:
    """Import forces and open them, in their order."""
    play.act(MAUD, fc.ImportForces(write_forces(forces)))
    for f in forces:
        if world(play).at_hand != f.id:
            play.act(MAUD, fc.TakeUpForce(f.id))
        play.act(MAUD, fc.OpenForce())


def milestone(play: Play, *dice: tuple[int, ...], name: str = "jalon", throw: bool = True) -> list[str]:
    """The kinds of the facts of a milestone, chance's and the rules' included."""
    facts = play.act(MAUD, shared.ReachMilestone(name), dice=list(dice), throw=throw)
    return [type(f.event).__name__ for f in facts]


def awake(play: Play) -> set[str]:
    """The active vertices, as « force/vertex »."""
    return {f"{f.id}/{v.id}" for f in world(play).forces for v in f.vertices if v.active}


def drawn_up(f: Force) -> Force:
    """A force as it was drawn up: nothing befell it."""
    return replace(
        f,
        opened=False,
        power_shown=False,
        philosophy_shown=False,
        vertices=tuple(replace(v, active=False) for v in f.vertices),
        edges=tuple(replace(x, id=f"a{i}", met=False) for i, x in enumerate(f.edges, 1)),
    )


def kinds(facts: Iterable[Any]) -> list[str]:
    return [type(f.event).__name__ for f in facts]
