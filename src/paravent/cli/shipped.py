"""What the package ships: scenarios, and which code plays which rule."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from pkgutil import walk_packages

from paravent.core.rules import REGISTRY
from paravent.table.rulebooks import packages
from paravent.table.scenario import Scenario, load_scenario


def code_of(rule: str) -> list[str]:
    """The functions that play a rule, as `module:name`."""
    for package in packages():
        module = import_module(package)
        for found in walk_packages(module.__path__, f"{package}."):
            import_module(found.name)
    return sorted(REGISTRY.get(rule, []))


def shipped_scenarios() -> Iterator[tuple[Path, Scenario]]:
    """Every scenario of the package, by file."""
    for package in packages():
        folder = Path(str(files(package))) / "scenarios"
        for path in sorted(folder.glob("*.toml")):
            yield path, load_scenario(path)
