"""The rulebooks of every system, the rules of any table first."""

from __future__ import annotations

from functools import cache

from paravent.core.rulebook import Rule, Rulebook, load
from paravent.systems import all_systems

SHARED = "paravent.core"


def packages() -> list[str]:
    """Where rules live: the shared core, then each system."""
    return [SHARED, *(s.package for s in all_systems().values())]


def rulebooks() -> list[Rulebook]:
    """Every rulebook, the shared one first."""
    return [load(package) for package in packages()]


@cache
def rules() -> Rulebook:
    """Every rule that this program knows, by id."""
    return Rulebook({id: rule for book in rulebooks() for id, rule in book.items()})


def rules_of(system: str) -> list[Rule]:
    """A system's rules; the shared ones for an unknown name."""
    found = all_systems().get(system)
    return list(load(found.package if found else SHARED).values())


def title_of(rule: str) -> str:
    """A rule's title, "" for an unknown one."""
    return rules()[rule].title if rule in rules() else ""
