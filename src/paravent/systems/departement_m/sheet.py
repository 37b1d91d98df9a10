"""The printable sheet, and who an agent is in one line (DEM-01 to DEM-03)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paravent.core.rules import rule
from paravent.core.sheet import Block, Column, Fields, Prose, Row, Scores, Sheet
from paravent.core.sight import Eyes
from paravent.core.values import Who
from paravent.systems.departement_m.model import Game, pack_of
from paravent.systems.departement_m.pack import Score

ACCENT = "#8a4a1f"


@rule("DEM-01", "DEM-02", "DEM-03")
def sheet(game: Game, actor: Who, eyes: Eyes) -> Sheet | None:
    """The sheet of an agent, None for whoever may not read it."""
    c = game.find(actor)
    if c is None or not (eyes.game_master or actor in eyes.sheets or actor in eyes.who):
        return None
    pack = pack_of(game.pack)
    blocks: list[Block] = [
        _scores("Attributs", pack.attributes, c.attributes),
        _scores("Disciplines", pack.disciplines, c.disciplines),
    ]
    if c.focuses:
        blocks.append(Prose("Spécialisations", "\n\n".join(c.focuses)))
    if game.individual and not c.extra:
        blocks.append(Fields("Réserve", (("Impulsion", str(c.momentum)),)))
    if c.text:
        blocks.append(Prose("Portrait", c.text))
    return Sheet(c.name, "PNJ" if c.extra else "Agent", "Département M", ACCENT, tuple(blocks))


def _scores(title: str, scores: tuple[Score, ...], held: tuple[int, ...]) -> Scores:
    columns = (Column("", "name"), Column("", "score"), Column("", "text"))
    rows = tuple(Row((s.name, str(n), s.definition)) for s, n in zip(scores, held, strict=False))
    return Scores(title, columns, rows)


@rule("DEM-01", "DEM-02", "DEM-03")
def about(world: Mapping[str, Any], actor: Who) -> str:
    """The best discipline and the focuses, as far as the viewer may read them."""
    found: Mapping[str, Any] = next((c for c in world["characters"] if c["actor"] == actor), {})
    names = [name for _, name in world["disciplines_named"]]
    best = sorted(zip(found.get("disciplines", ()), names, strict=False), reverse=True)[:2]
    known = [f"{name} {score}" for score, name in best]
    return ". ".join(x for x in (", ".join(known), ", ".join(found.get("focuses", ()))) if x)
