"""Who is around the table, and where play is, as pages say it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from paravent.core.french import of

COLOURS = 8


def colour(id: str, order: Sequence[str]) -> int:
    """Which of the `COLOURS` marks someone, from 1: their place in `order`."""
    return 1 + (order.index(id) if id in order else 0) % COLOURS


def people_of(view: Mapping[str, Any], order: Sequence[str]) -> list[dict[str, Any]]:
    """Everyone, characters first, each with a line and a colour; `order`: the characters by their ids."""
    gm = view["table"]["game_master_word"]
    absent = {s["id"] for s in view["seats"] if s["absent"]}
    out = []
    for a in view["actors"]:
        note = a["seat_name"] or (f"Personnage {of(gm)}" if a["extra"] else "À prendre")
        flags = [
            note,
            "caché" if a["hidden"] else "",
            "" if a["accepted"] else "en attente d’accord",
            "absent" if a["seat"] in absent else "",
        ]
        out.append(
            {
                "id": a["id"],
                "name": a["name"],
                "note": " · ".join(x for x in flags if x),
                "colour": COLOURS if a["extra"] else colour(a["id"], order),
                "turn": a["name"] in view["awaited"],
            }
        )
    played = {a["seat"] for a in view["actors"]}
    roles = {"mj": gm, "joueur": "sans personnage encore", "spectateur": "regarde"}
    for s in view["seats"]:
        if s["id"] not in played:
            note = roles[s["role"]] + (" · absent" if s["absent"] else "")
            out.append({"id": s["id"], "name": s["name"], "note": note, "colour": COLOURS})
    return out


def place_of(at: Mapping[str, Any], table: Mapping[str, Any]) -> tuple[str, str]:
    """Where play is: a title, and a line under it."""
    number = f"{table['session_word']} {at['session']}" if at["session"] else ""
    under = " · ".join(x for x in (table["name"], number if at["session_open"] else "") if x)
    if at["scene_open"]:
        return f"Scène {at['scene']} · {at['scene_title']}", under
    return (at["scenario"] or table["name"]), under if at["scenario"] else (
        number if at["session_open"] else table["title"]
    )
