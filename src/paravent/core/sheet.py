"""A printable sheet as plain values. A system says what stands on it; `paravent.sheets` says how it looks.

Every text is what people typed: nothing here is markup, and an empty text prints as room to write by hand.
"""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeAlias

Role: TypeAlias = Literal["index", "name", "text", "score"]
Shape: TypeAlias = Literal["boxes", "clock"]

_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


@dataclass(frozen=True, slots=True)
class Fields:
    """Labelled lines: `rows` of (label, text)."""

    title: str
    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Prose:
    """Running text; a blank line starts a paragraph."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Column:
    """A column of scores. An index is discreet, a name stands out, a score is bold; both numbers align right."""

    title: str
    role: Role = "text"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of scores, as many cells as there are columns. A `mark` (« perdue ») greys the row and says why."""

    cells: tuple[str, ...]
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Scores:
    """A table: skills and scores, dice traits with their descriptions, gear.

    `tick` heads a last column of boxes to cross by hand, where a cross already stands for each mark; without it, marks
    are written out.
    """

    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    tick: str = ""

    def __post_init__(self) -> None:
        if any(len(row.cells) != len(self.columns) for row in self.rows):
            raise ValueError(f"each row of {self.title!r} needs {len(self.columns)} cells")


@dataclass(frozen=True, slots=True)
class Counter:
    """A count drawn so that it can go on by hand.

    With a `bound` it is boxes, or the segments of a clock, the first `value` of them filled. `steps` names the boxes
    (« D4 » to « D12 » for stress, a threshold's effect) and sets the bound. A bound of 0 means a number alone.
    """

    label: str
    value: int
    bound: int = 0
    steps: tuple[str, ...] = ()
    shape: Shape = "boxes"

    def __post_init__(self) -> None:
        if self.value < 0 or self.bound < 0:
            raise ValueError(f"{self.label!r} counts from 0 up")
        if self.steps and self.shape == "clock":
            raise ValueError("the segments of a clock have no names")
        if self.steps and self.bound not in (0, len(self.steps)):
            raise ValueError(f"{self.label!r} has {len(self.steps)} steps, not {self.bound}")


@dataclass(frozen=True, slots=True)
class Counters:
    """Counters that belong together: destiny gained and current, the tracks of stress, the clocks of a force."""

    title: str
    counters: tuple[Counter, ...]


Block: TypeAlias = Fields | Prose | Scores | Counters


@dataclass(frozen=True, slots=True)
class Sheet:
    """A whole sheet, in reading order. `accent` is a `#rrggbb`, dark enough to print in grey."""

    title: str
    subtitle: str
    system: str
    accent: str
    blocks: tuple[Block, ...]
    footer: str = ""

    def __post_init__(self) -> None:
        if not _COLOUR.fullmatch(self.accent):
            raise ValueError(f"{self.accent!r} is not a colour of the form #rrggbb")


def as_json(sheet: Sheet) -> dict[str, Any]:
    """The sheet as plain JSON, each block told apart by `block` (« fields », « prose », « scores », « counters »)."""
    blocks = [{"block": type(b).__name__.lower(), **asdict(b)} for b in sheet.blocks]
    return {**asdict(sheet), "blocks": blocks}
