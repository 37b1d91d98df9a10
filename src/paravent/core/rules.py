"""Which code plays which rule: the link between a function and the identifiers of the rulebook."""

import re
from collections.abc import Callable
from typing import Any, TypeVar

RULE_ID = re.compile(r"[A-Z]+-[0-9]+")
"""The form of a rule's identifier (use `fullmatch`): capital letters, a hyphen, digits; `ARC-12`."""

REGISTRY: dict[str, list[str]] = {}
"""For each rule id, the functions that play it, as `module:qualified.name` (see `pkgutil.resolve_name`)."""

F = TypeVar("F", bound=Callable[..., Any])


def rule(*ids: str) -> Callable[[F], F]:
    """Register a function as playing the rules `ids`, and hand it back untouched.

    Raises ValueError when no id is given or when one has not the form of `RULE_ID`.
    """
    if not ids:
        raise ValueError("règle sans identifiant")
    for id in ids:
        if not RULE_ID.fullmatch(id):
            raise ValueError(f"identifiant de règle mal formé : {id!r}")

    def register(function: F) -> F:
        name = f"{function.__module__}:{function.__qualname__}"
        for id in ids:
            names = REGISTRY.setdefault(id, [])
            if name not in names:  # a reloaded module registers again
                names.append(name)
        return function

    return register
