"""The printable sheet, and who a character is in one line (ITG-01 to ITG-05)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paravent.core.french import count, stopped
from paravent.core.rules import rule
from paravent.core.sheet import Block, Column, Counter, Counters, Fields, Prose, Row, Scores, Sheet
from paravent.core.sight import Eyes
from paravent.core.values import Who
from paravent.systems.intrigue.boosts import cost_told
from paravent.systems.intrigue.model import Game
from paravent.systems.intrigue.purse import frozen_points
from paravent.systems.intrigue.resources import SORTS
from paravent.systems.intrigue.sheet_model import Character, Resource, Trait
from paravent.systems.intrigue.weighing import BONUSES_AT, SIZES

ACCENT = "#7a2e4d"
NBSP = "\N{NO-BREAK SPACE}"
DAMAGES = {"lost": "perdu", "stolen": "volé", "broken": "cassé"}
TITLES = {"distinction": "Traits", "ability": "Talents", "gear": "Matos"}


@rule("ITG-01", "ITG-02", "ITG-03", "ITG-04", "ITG-05")
def sheet(game: Game, actor: Who, eyes: Eyes) -> Sheet | None:
    """The sheet of a character, None for whoever may not read it."""
    c = game.find(actor)
    if c is None or not (eyes.game_master or actor in eyes.sheets or actor in eyes.who):
        return None
    blocks: list[Block] = [
        _traits("Relations", c.of("relationship")),
        _traits("Valeurs", c.of("value")),
        *(_traits(title, found) for kind, title in TITLES.items() if (found := c.of(kind))),  # type: ignore[arg-type]
    ]
    if own := [r for r in game.resources if r.owner == c.actor]:
        rows = tuple(Row((r.name, f"D{r.die}", _of_resource(r))) for r in own)
        blocks.append(Scores("Figurants et Lieux", _columns(), rows))
    blocks.append(Counters("Stress", tuple(_stress(game, c))))
    growth = " ".join(f"D{n}" for n in c.growth) or "vide"
    held = frozen_points(c)
    points = f"{c.points}, et {held} jusqu’à la fin du conflit" if held else str(c.points)
    blocks.append(Fields("Réserves", (("Points d’Intrigue", points), ("Développement", growth))))
    if c.text:
        blocks.append(Prose("Portrait", c.text))
    return Sheet(c.name, ", ".join(t.name for t in c.of("heritage")), "Intrigue", ACCENT, tuple(blocks))


def _of_resource(r: Resource) -> str:
    """« Lieu. On y voit venir, on n’y entend que la mer. 2 dés pour l’épisode. »"""
    left = f"{count(r.left, 'dé')} pour l’épisode"
    return " ".join(map(stopped, (SORTS[r.sort], ", ".join(s for s in r.specialties if s), left)))


def _columns() -> tuple[Column, ...]:
    return Column("", "name"), Column("Dé", "score"), Column("")


def _traits(title: str, traits: tuple[Trait, ...]) -> Scores:
    rows = (Row((t.name, f"D{t.die}", _told(t)), DAMAGES.get(t.damage, "")) for t in traits)
    return Scores(title, _columns(), tuple(rows))


def _told(t: Trait) -> str:
    """A statement, or what an asset is and what it opens, at each size for a distinction."""
    told = [t.text]
    told += [
        f"{label}{NBSP}: {text}"
        for label, text in (("Descripteur", t.descriptor), ("Limite", t.limit), ("Héritage", t.heritage))
        if text
    ]
    if t.before and t.before != t.die:
        told.append(f"D{t.before} au début de l’épisode")
    opened = [f"D{n}{NBSP}: " for n in BONUSES_AT] if t.sort == "distinction" else [""] * len(t.boosts)
    told += [
        f"{at}{stopped(b.gain)[:-1]} ({cost_told(b)})"
        for at, b in zip(opened, t.boosts, strict=False)
        if b.gain
    ]
    return " ".join(stopped(x) for x in told if x)


def _stress(game: Game, c: Character) -> list[Counter]:
    steps = tuple(f"D{n}" for n in SIZES)
    return [
        Counter(name, SIZES.index(n) + 1 if n else 0, steps=steps)
        for name, n in zip(game.stresses_named, c.stress, strict=True)
    ]


@rule("ITG-01", "ITG-02")
def about(world: Mapping[str, Any], actor: Who) -> str:
    """The distinctions, and who counts, as far as the viewer may read them."""
    found: Mapping[str, Any] = next((c for c in world["characters"] if c["actor"] == actor), {})
    traits = found.get("traits", ())
    known = [f"{t['name']} D{t['die']}" for t in traits if t["sort"] in ("distinction", "ability")]
    people = [t["name"].split(",")[0] for t in traits if t["sort"] == "relationship"]
    ties = f"Relations{NBSP}: {', '.join(people)}" if people else ""
    return ". ".join(x for x in (", ".join(known), ties) if x)
