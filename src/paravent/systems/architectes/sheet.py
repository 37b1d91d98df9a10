"""The printable sheet (ARC-04)."""

from __future__ import annotations

from paravent.core.rules import rule
from paravent.core.sheet import Block, Column, Counter, Counters, Fields, Prose, Row, Scores, Sheet
from paravent.core.sight import Eyes
from paravent.core.values import Who
from paravent.systems.architectes.model import Character, Game, pack_of

ACCENT = "#6b3fa0"


@rule("ARC-01", "ARC-04")
def sheet(game: Game, actor: Who, eyes: Eyes) -> Sheet | None:
    """The sheet of a character, None for whoever may not read it."""
    c = game.find(actor)
    if c is None or not (eyes.game_master or actor in eyes.sheets or actor in eyes.who):
        return None
    rubrics = pack_of(game.pack).rubrics
    texts = dict(c.identity)
    short = tuple((r.label, texts.get(r.id, "")) for r in rubrics if r.lines == 1)
    long = tuple(Prose(r.label, texts.get(r.id, "")) for r in rubrics if r.lines > 1)
    blocks: tuple[Block, ...] = (_arcana(game, c), _destiny(c))
    if not c.extra:
        blocks = (Fields("Identité", short), *blocks, *long)
    status = "Ligne Brisée" if c.broken else ""
    return Sheet(c.name, status, "Les Architectes", ACCENT, blocks, _state(c))


def _arcana(game: Game, c: Character) -> Scores:
    columns = (
        Column("N°", "index"),
        Column("Arcane"),
        Column("Compétence", "name"),
        Column("Score", "score"),
    )
    rows = []
    for s, score in zip(game.skills, c.scores, strict=bool(c.scores)):
        gone = s.number not in c.deck
        mark = ("perdue" if s.number in c.lost else "retirée") if gone else ""
        rows.append(Row((s.numeral, s.arcana, s.name, str(score) if score else ""), mark))
    return Scores("Arcanes majeurs", columns, tuple(rows), tick="Perdue")


def _destiny(c: Character) -> Counters:
    counters = (
        Counter("Gagnés depuis la création", c.destiny_gained),
        Counter("Actuels", c.destiny),
    )
    return Counters("Points de Destin", counters)


def _state(c: Character) -> str:
    if c.dead:
        return "Paquet vide\N{NO-BREAK SPACE}: la mort"
    return "Sans connaissance" if c.unconscious else ""
