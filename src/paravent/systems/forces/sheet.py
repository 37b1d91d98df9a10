"""The printable sheet, and who a character is in one line; both follow the module (FOR-01)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paravent.core.rules import rule
from paravent.core.sheet import Block, Column, Counter, Counters, Fields, Prose, Row, Scores, Sheet
from paravent.core.sight import Eyes
from paravent.core.values import Who
from paravent.systems.forces.model import Character, Game, pack_of
from paravent.systems.forces.pack import Pack
from paravent.systems.forces.weighing import GAUGE

ACCENT = "#2d5d7b"


@rule("FOR-01")
def sheet(game: Game, actor: Who, eyes: Eyes) -> Sheet | None:
    """The sheet of a character, None for whoever may not read it."""
    c = game.find(actor)
    if c is None or not (eyes.game_master or actor in eyes.sheets or actor in eyes.who):
        return None
    pack = pack_of(game.pack)
    blocks: list[Block] = []
    if c.aspects:
        blocks.append(Fields("Aspects", tuple(aspect_names(pack, c.aspects))))
    blocks += [_scores(pack, c), *_gauges(game, c)]
    if c.madness or c.marks:
        rows = [("Folie", m) for m in c.madness] + [("Marque", m) for m in c.marks]
        blocks.append(Fields("Folie et marques", tuple(rows)))
    if c.text:
        blocks.append(Prose("Portrait", c.text))
    for own in pack.own_rules:
        blocks.append(Prose(own.title, own.text))
    return Sheet(c.name, f"Niveau {c.level}", pack.title, ACCENT, tuple(blocks))


def aspect_names(pack: Pack, chosen: tuple[tuple[str, str], ...]) -> list[tuple[str, str]]:
    """Each aspect and its option as the table reads them."""
    found = {a.id: a for a in pack.aspects}
    return [(found[a].name, next(x.name for x in found[a].options if x.id == o)) for a, o in chosen]


def _scores(pack: Pack, c: Character) -> Scores:
    """Each aptitude, then the sub-aptitudes it is the parent of."""
    rows = []
    for a, n in zip(pack.aptitudes, c.aptitudes, strict=False):
        rows.append(Row((a.name, str(n), a.definition)))
        rows += [
            Row((f"— {s.name}", str(k), s.definition))
            for s, k in zip(pack.subs, c.subs, strict=False)
            if s.parent == a.id
        ]
    return Scores(
        "Aptitudes", (Column("Aptitude", "name"), Column("Score", "score"), Column("")), tuple(rows)
    )


def _gauges(game: Game, c: Character) -> tuple[Counters, ...]:
    """The gauges that the table plays with."""
    shown = tuple(
        Counter(label, n, GAUGE)
        for option, label, n in (("stress", "Stress", c.stress), ("corruption", "Corruption", c.corruption))
        if game.option(option)
    )
    return (Counters("Jauges", shown),) if shown else ()


@rule("FOR-01")
def about(world: Mapping[str, Any], actor: Who) -> str:
    """The aspects and the two best sub-aptitudes, as far as the viewer may read them."""
    found: Mapping[str, Any] = next((c for c in world["characters"] if c["actor"] == actor), {})
    aspects = dict(world["aspects_named"])
    options = [aspects[f"{a}/{o}"].partition("/")[2] for a, o in found.get("aspects", ())]
    names = [name for _, name in world["subs_named"]]
    best = sorted(zip(found.get("subs", ()), names, strict=False), reverse=True)[:2]
    return ". ".join(x for x in (", ".join(options), ", ".join(f"{n} {k}" for k, n in best if k)) if x)
