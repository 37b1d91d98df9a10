"""The data packs a table may begin with: those its system ships, or anyone's own (TAB-01)."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from typing import Any

from paravent.core.packs import parsed, read_toml, write_toml
from paravent.core.system import System


@dataclass(frozen=True, slots=True)
class ShippedPack:
    """A pack that comes with a system: the name it is asked by, how it presents itself, and its TOML."""

    name: str
    title: str
    summary: str
    toml: str


@cache
def shipped_packs(system: System[Any]) -> tuple[ShippedPack, ...]:
    """The packs of a system, its default one first; there is always one."""
    if not system.packs:
        return (_presented(system, system.name, as_toml(system.default_pack())),)
    data = files(system.package).joinpath("data")
    return tuple(_presented(system, n, data.joinpath(f"{n}.toml").read_text("utf-8")) for n in system.packs)


def pack_named(system: System[Any], asked: str) -> str:
    """The text of the shipped pack called `asked`; `asked` itself, a pack's own text, when none is."""
    return next((p.toml for p in shipped_packs(system) if p.name == asked.strip()), asked)


def as_toml(content: str) -> str:
    """A pack as `read_pack` gives it, back into TOML for people to edit."""
    return write_toml(json.loads(content))


def pack_schema(system: System[Any]) -> dict[str, Any] | None:
    """The JSON Schema of a system's packs: what its `pack` module describes, if it has one."""
    name = f"{system.package}.pack"
    if find_spec(name) is None:
        return None
    found: dict[str, Any] = import_module(name).json_schema()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **found}


def meant_for(text: str, systems: Iterable[System[Any]]) -> System[Any] | None:
    """The system that a pack seems to be written for, by its first keys; None where two are as likely. Raises
    `PackError` for a text that can be no pack, whichever the system.
    """
    keys = set(parsed(text))

    def likeness(system: System[Any]) -> int:
        known = set((pack_schema(system) or {}).get("properties", ()))
        return len(keys & known) - len(keys - known)

    best, *others = sorted(systems, key=likeness, reverse=True)
    return best if not others or likeness(best) > likeness(others[0]) else None


def _presented(system: System[Any], name: str, toml: str) -> ShippedPack:
    head = read_toml(toml)
    return ShippedPack(name, str(head.get("titre", system.title)), str(head.get("presentation", "")), toml)
