"""What a table opened from the command line begins with: its system, options and data pack."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from paravent.core.system import System

NBSP = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True, slots=True)
class NewTable:
    """What `Tables.create` asks, names excepted."""

    system: str
    options: dict[str, str]
    pack: str


def begun(system: str, pack: str, options: Iterable[str]) -> NewTable:
    """What was asked, checked before anyone is asked a name. A usage error, in French, for an unknown system or option
    (TAB-17), and for a pack that is not right, with all that is wrong in it."""
    from paravent.systems import all_systems

    rules = all_systems().get(system)
    if rules is None:
        known = ", ".join(all_systems())
        raise click.UsageError(f"aucun système ne s’appelle «{NBSP}{system}{NBSP}»{NBSP}; il y a {known}")
    return NewTable(system, dict(_chosen(rules, o) for o in options), _read(rules, pack) if pack else "")


def _chosen(rules: System[Any], asked: str) -> tuple[str, str]:
    from paravent.core.game import all_options

    name, _, value = asked.partition("=")
    known = {o.name: [v for v, _ in o.choices] for o in all_options(rules)}
    if value not in known.get(name, ()):
        may = ", ".join(f"{n}={v}" for n, values in known.items() for v in values)
        raise click.UsageError(f"--option {asked}{NBSP}: les options sont {may}")
    return name, value


def _read(rules: System[Any], name: str) -> str:
    """A shipped pack by its name, else the file called so."""
    from paravent.cli.jsonfile import read_text
    from paravent.core.packs import PackError
    from paravent.table.packs import shipped_packs

    if any(p.name == name for p in shipped_packs(rules)):
        return name
    text = read_text(name)
    try:
        rules.read_pack(text)
    except PackError as error:
        raise click.UsageError("\n".join(f"{name}{NBSP}: {p}" for p in error.problems)) from error
    return text
