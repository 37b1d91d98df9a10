"""The rule sets. Adding one is adding a folder here: nothing else names a system."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from paravent.core.system import System


@cache
def all_systems() -> dict[str, System[Any]]:
    """Every system found, by name, in alphabetical order."""
    names = sorted(m.name for m in iter_modules(__path__) if m.ispkg)
    found = (import_module(f"{__name__}.{n}").SYSTEM for n in names)
    return {s.name: s for s in found}


def system(name: str) -> System[Any]:
    """The system called `name`; `KeyError` when there is none."""
    return all_systems()[name]
