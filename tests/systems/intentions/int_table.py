"""A table of Intentions in memory, with one character, and short ways to what its game master does."""

from __future__ import annotations

from typing import Any

from paravent.core import commands as shared
from paravent.core.values import NOBODY, Who
from paravent.systems.intentions import SYSTEM
from paravent.systems.intentions import commands as co
from paravent.systems.intentions.counter_model import Counter
from paravent.systems.intentions.model import Character
from play import LEA, MAUD, Play


def table(**options: str) -> Play:
    return Play(SYSTEM, options=options)


def sheet(
    name: str = "Brindille",
    *,
    skills: tuple[co.Precise, ...] = (("athletisme", ""), ("perspicacite", "")),
    trait: str = "heroisme",
    species: str = "humain",
    instinct: str = "discrete",
    knowledge: co.Precise = ("Les plantes", ""),
) -> co.ProposeCharacter:
    return co.ProposeCharacter(name, skills, trait, species, instinct, "", knowledge, "")


def someone(play: Play, **more: Any) -> Who:
    """Léa's character, accepted."""
    play.act(LEA, sheet(**more))
    actor: Who = play.game.core.actors[-1].id
    play.act(MAUD, shared.AcceptActor())
    return actor


def who(play: Play, actor: Who) -> Character:
    found: Character = play.game.world.character(actor)
    return found


def counter(play: Play, theme: str) -> Counter:
    found: Counter = next(c for c in play.game.world.counters if c.theme == theme)
    return found


def count(
    play: Play,
    theme: str,
    *actors: Who,
    rising: bool = True,
    high: int = 6,
    standing: Any = "public",
) -> str:
    """A new counter, by its id."""
    subject = "" if actors else "la ville"
    play.act(MAUD, co.CreateCounter(theme, actors, subject, rising, 1, high, "clock", standing))
    return counter(play, theme).id


def threshold(play: Play, id: str, at: int, name: str, *, lasts: Any = "while") -> None:
    whose = play.game.world.counter(id.split()[0]).actor
    mode: Any = "disadvantage" if whose else "normal"
    play.act(MAUD, co.AddThreshold(id, at, name, "", mode, ("perspicacite",), lasts))


def move(play: Play, id: str, steps: int) -> list[Any]:
    return [f.event for f in play.act(MAUD, co.Move(id, steps, ""))]


def concentration(play: Play, actor: Who, limit: int, target: str = "") -> str:
    play.act(MAUD, co.Concentrate(actor, "tenir la porte", target, limit))
    return counter(play, "Concentration").id


def thing(play: Play, name: str) -> str:
    """Something with endurance, by its counter."""
    play.act(MAUD, co.GiveEndurance(NOBODY, name))
    found: str = next(c.id for c in play.game.world.counters if c.subject == name)
    return found
