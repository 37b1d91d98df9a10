"""Pages that a rule set adds to its tables: what stands at an address of its own, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Page:
    """A page, drawn by the template of the system that has the page's name."""

    title: str
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Download:
    """A text to take away as a file."""

    name: str
    media_type: str
    text: str
