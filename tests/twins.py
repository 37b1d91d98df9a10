"""The slow twins of odds in play: every answer of chance through the rules themselves, and what comes of each."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeVar

from paravent.chance.exact import Law
from paravent.core.offers import Waiting
from paravent.core.system import OddsLine, System, drive
from paravent.core.values import CHANCE

T = TypeVar("T")


def after(system: System[Any], world: Any, w: Waiting, command: Any) -> Any:
    """The state once a question is answered, and the rules have gone on by themselves."""
    assert any(o.why_not(command) is None for o in w.offers if o.command is type(command)), command
    return drive(system.evolve, system.follow, world, system.decide(world, w, command, "essai"))[0]


def thrown(system: System[Any], world: Any, w: Waiting) -> list[tuple[Any, int]]:
    """The state after each answer of chance, with how often it comes."""
    (o,) = w.offers
    (name, domain) = o.fields[0]
    return [(after(system, world, w, o.command(**{name: v})), n) for v, n in domain.law()]  # type: ignore[attr-defined]  # chance's own


def law_of(system: System[Any], world: Any, read: Callable[[Any], T | None]) -> Law[T]:
    """What comes of the draws in the air, one after another, until `read` finds an end."""
    found = read(world)
    if found is not None:
        return Law.certain(found)
    w = next(w for w in system.waiting(world) if w.who == CHANCE)
    every = thrown(system, world, w)
    throws = sum(n for _, n in every)
    return Law.of(
        (end, Fraction(n, throws) * p) for state, n in every for end, p in law_of(system, state, read).rows()
    )


def told(lines: tuple[OddsLine, ...]) -> dict[str, Fraction]:
    """Lines of odds, by their labels with plain spaces."""
    found = {plain(x.label): Fraction(x.numerator, x.denominator) for x in lines}
    assert len(found) == len(lines)
    return found


def plain(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ")
