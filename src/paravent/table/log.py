"""Records as the store keeps them: rows of canonical JSON, each holding the print of the one before."""

from __future__ import annotations

import json
from typing import Any

from paravent.core.cast import DrawRef
from paravent.core.codec import SCHEMA, CodecError, canonical, digest, dump_event, load_event
from paravent.core.game import Record
from paravent.core.system import System
from paravent.core.values import Who
from paravent.store.port import Row

FIRST = "0" * 64
"""What the first record of a log holds as the print of the one before."""


def row_print(row: Row) -> str:
    """The print of a row: over all it says, the previous print included."""
    said = [row.version, row.action, row.seat, row.command, row.at, row.kind, row.schema]
    return digest(canonical([*said, row.data, row.audience, row.draw, row.previous]))


def to_row(system: System[Any], r: Record, previous: str) -> Row:
    """A record ready to be stored after the one whose print is `previous`."""
    kind = type(r.event).__name__
    draw = None
    if r.hand is not None:
        ref = None if r.draw is None else [r.draw.epoch, r.draw.stream, r.draw.n]
        draw = canonical({"hand": r.hand, "typed": r.typed, "ref": ref, "asked": r.asked})
    row = Row(
        version=r.version,
        action=r.action,
        seat=r.seat,
        command=r.command,
        at=r.at,
        kind=kind,
        schema=SCHEMA.get(kind, 1),
        data=dump_event(system, r.event),
        audience=None if r.audience is None else canonical(list(r.audience)),
        draw=draw,
        previous=previous,
        hash="",
    )
    return Row(**{**_fields(row), "hash": row_print(row)})


def _fields(row: Row) -> dict[str, Any]:
    return {name: getattr(row, name) for name in Row.__slots__}


def to_record(system: System[Any], row: Row) -> Record:
    """The record a row holds; `CodecError` when it is not what this program writes."""
    try:
        audience = None if row.audience is None else tuple(Who(w) for w in json.loads(row.audience))
        draw = json.loads(row.draw) if row.draw is not None else None
        ref = DrawRef(*draw["ref"]) if draw and draw["ref"] else None
    except (ValueError, TypeError, KeyError) as e:
        raise CodecError(f"enregistrement {row.version} illisible") from e
    return Record(
        version=row.version,
        action=row.action,
        seat=Who(row.seat),
        command=row.command,
        at=row.at,
        event=load_event(system, row.kind, row.schema, row.data),
        audience=audience,
        hand=Who(draw["hand"]) if draw else None,
        draw=ref,
        typed=bool(draw and draw["typed"]),
        asked=draw["asked"] if draw else "",
    )


def broken_at(rows: list[Row]) -> int | None:
    """The first version whose chain does not hold, or None."""
    previous = FIRST
    for expected, row in enumerate(rows, 1):
        if row.version != expected or row.previous != previous or row.hash != row_print(row):
            return expected
        previous = row.hash
    return None
