"""A table as a file: the game masters' export holds all but what is not yet revealed; a player's holds what that
player may read, with a chain of its own. Only the former can be brought in again (TAB-13)."""

from __future__ import annotations

import json
import re
from typing import Any

from paravent.core import events as ev
from paravent.core.cast import DrawRef, eyes_of
from paravent.core.codec import CodecError, canonical, digest
from paravent.core.domains import text_flaw
from paravent.core.game import Record, open_game
from paravent.core.journal import Line, journal
from paravent.core.refusals import Refusal
from paravent.core.values import GM, Who
from paravent.store.port import Row
from paravent.systems import all_systems
from paravent.table.links import SEAT_LIMIT
from paravent.table.log import FIRST, row_print, to_record
from paravent.table.room import Room
from paravent.table.view import view

FORMAT = 1
MAX_RECORDS = 200_000
LATEST = 253_402_214_400_000
"""The last day that a date can name, in ms: whoever reads a table dates what happened there."""
TABLE = re.compile(r"[A-Za-z0-9]{1,64}")


def export(room: Room, rows: list[Row], seat: Who) -> dict[str, Any]:
    """The table as `seat` may take it away, in the form `docs/hasard.md` describes."""
    core = room.now.core
    whole = eyes_of(core, seat).game_master
    revealed = {r.event.epoch for r in room.records if isinstance(r.event, ev.ChanceRevealed)}
    drawn: dict[DrawRef | None, dict[str, Any]] = {
        r.draw: _draw(r, r.draw, revealed) for r in room.records if r.draw is not None
    }
    if whole:
        records = [_full(row, drawn.get(r.draw)) for row, r in zip(rows, room.records, strict=True)]
    else:
        lines = journal(room.system, core, room.records, seat)
        records = [_line(line, drawn.get(line.draw)) for line in lines]
    previous = FIRST
    for record in records:
        record["previous"] = previous
        previous = digest(canonical(record))
    whole_file = {
        "paravent": FORMAT,
        "table": room.id,
        "system": room.system.name,
        "audience": GM if whole else str(seat),
        "records": records,
        "head": previous,
        "epochs": _epochs(room, whole),
    }
    return {**whole_file, "digest": digest(canonical(whole_file))}


def _draw(r: Record, place: DrawRef, revealed: set[int]) -> dict[str, Any]:
    """A draw's place; what was asked and answered once its epoch's secret is out, for it may not be shown before."""
    told = json.loads(r.asked) if place.epoch in revealed else {"ask": None, "answer": None}
    return {"epoch": place.epoch, "stream": place.stream, "n": place.n, **told}


def _full(row: Row, drawn: dict[str, Any] | None) -> dict[str, Any]:
    draw = json.loads(row.draw) if row.draw else None
    return {
        "n": row.version,
        "action": row.action,
        "seat": row.seat,
        "command": row.command,
        "at": row.at,
        "kind": row.kind,
        "schema": row.schema,
        "data": json.loads(row.data),
        "audience": None if row.audience is None else json.loads(row.audience),
        "chance": None if draw is None else {**draw, "asked": json.loads(draw["asked"])},
        "draw": drawn,
    }


def _line(line: Line, drawn: dict[str, Any] | None) -> dict[str, Any]:
    return {
        "n": line.n,
        "at": line.at,
        "seat": line.seat,
        "kind": line.data["kind"],
        "data": line.data,
        "text": line.text,
        "rules": list(line.rules),
        "typed": line.typed,
        "undone": line.undone,
        "draw": drawn,
    }


def _epochs(room: Room, whole: bool) -> list[dict[str, Any]]:
    """Each epoch's print, its secret once revealed, and the shares; the sealed stream for game masters only."""
    found: dict[tuple[int, str], dict[str, Any]] = {}
    for r in room.records:
        match r.event:
            case ev.ChanceCommitted(epoch, commitment, sealed):
                for stream, print_ in (("open", commitment), ("sealed", sealed))[: 2 if whole else 1]:
                    entry = {"epoch": epoch, "stream": stream, "commitment": print_}
                    found[epoch, stream] = {**entry, "secret": None, "contributions": []}
            case ev.ContributionCommitted(epoch, seat, print_):
                found[epoch, "open"]["contributions"].append({"seat": seat, "hash": print_, "value": None})
            case ev.KeyFixed(epoch, shares):
                for c in found[epoch, "open"]["contributions"]:
                    c["value"] = dict(shares).get(c["seat"])
            case ev.ChanceRevealed(epoch, secret, sealed):
                found[epoch, "open"]["secret"] = secret
                if whole:
                    found[epoch, "sealed"]["secret"] = sealed
    return list(found.values())


def rows_of(data: Any) -> tuple[str, str, list[Row]]:
    """(table, system, rows) of a game master's export, each checked; `Refusal` (TAB-13) says what is wrong."""
    if (
        not isinstance(data, dict)
        or data.get("paravent") != FORMAT
        or not isinstance(data.get("records"), list)
    ):
        raise Refusal("TAB-13", "ce n’est pas un export de Paravent", "export")
    if data.get("audience") != GM:
        raise Refusal("TAB-13", "seul l’export de qui mène la table peut être repris", "audience")
    system = all_systems().get(str(data.get("system")))
    table = data.get("table")
    if system is None or not isinstance(table, str) or not TABLE.fullmatch(table):
        raise Refusal("TAB-13", "le système ou la table n’est pas connu", "system")
    if not 0 < len(data["records"]) <= MAX_RECORDS:
        raise Refusal("TAB-13", "le journal est vide ou trop long", "records")
    rows: list[Row] = []
    records: list[Record] = []
    chain = previous = FIRST
    for i, raw in enumerate(data["records"], 1):
        try:
            if raw["previous"] != chain:
                raise ValueError
            chain = digest(canonical(raw))
            row = _row(i, raw, previous)
            records.append(to_record(system, row))
        except (KeyError, TypeError, ValueError, AttributeError, CodecError):
            raise Refusal(
                "TAB-13", f"l’enregistrement {i} n’est pas tel qu’il a été exporté", f"records[{i}]"
            ) from None
        rows.append(row)
        previous = row.hash
    if data.get("head") != chain or not isinstance(records[0].event, ev.TableOpened):
        raise Refusal("TAB-13", "la fin ou le début du journal manque", "head")
    if data.get("digest") != digest(canonical({k: v for k, v in data.items() if k != "digest"})):
        raise Refusal("TAB-13", "le fichier n’a pas l’empreinte annoncée", "digest")
    _check_fold(system, records, rows)
    return table, system.name, rows


def _row(i: int, raw: dict[str, Any], previous: str) -> Row:
    chance = raw["chance"]
    draw = None if chance is None else canonical({**chance, "asked": canonical(chance["asked"])})
    texts = (raw["seat"], raw["command"], raw["kind"])
    numbers = (raw["n"], raw["action"], raw["at"], raw["schema"])
    if any(type(t) is not str for t in texts) or any(type(n) is not int for n in numbers) or raw["n"] != i:
        raise ValueError
    if not 0 <= raw["at"] < LATEST:
        raise ValueError
    audience = None if raw["audience"] is None else canonical(raw["audience"])
    args = (i, raw["action"], raw["seat"], raw["command"], raw["at"], raw["kind"], raw["schema"])
    if _flawed(raw["data"]):
        raise ValueError
    row = Row(*args, canonical(raw["data"]), audience, draw, previous, "")
    return Row(*args, row.data, audience, draw, previous, row_print(row))


def _flawed(data: Any) -> bool:
    """Whether a text anywhere in there holds what no table takes in."""
    match data:
        case str():
            return text_flaw(data) is not None
        case dict():
            return any(_flawed(k) or _flawed(v) for k, v in data.items())
        case list():
            return any(map(_flawed, data))
        case _:
            return False


def _check_fold(system: Any, records: list[Record], rows: list[Row]) -> None:
    """An export whose facts do not follow one another, or make a table nobody could look at, is refused before
    anything is stored."""
    try:
        room = Room("", system, b"", {}, game=open_game(system, records[0].event))
        room.absorb(records)
        present = [s for s in room.now.core.seats if not s.removed]
        if len(present) > SEAT_LIMIT:
            raise ValueError
        for seat in present:
            canonical(view(room, seat.id))
        for leader in room.now.core.game_masters[:1]:
            export(room, rows, leader)
    except Exception:  # a forged log may break any bookkeeping: whatever it breaks, it is refused
        raise Refusal("TAB-13", "les faits de ce journal ne se suivent pas", "records") from None
