"""The printable sheet (INT-37)."""

from __future__ import annotations

from paravent.core.rules import rule
from paravent.core.sheet import Block, Column, Counter, Counters, Fields, Prose, Row, Scores, Sheet
from paravent.core.sight import Eyes
from paravent.core.values import Who
from paravent.systems.intentions.model import Character, Game, pack_of
from paravent.systems.intentions.words import MODES

ACCENT = "#2f6b4f"


@rule("INT-37", "INT-54")
def sheet(game: Game, actor: Who, eyes: Eyes) -> Sheet | None:
    """The sheet of a character, None for whoever may not read it."""
    c = game.find(actor)
    if c is None or not (eyes.game_master or actor in eyes.sheets or actor in eyes.who):
        return None
    blocks: list[Block] = [_who(game, c), _skills(c), *_counters(game, c)]
    if c.conditions:
        rows = tuple(
            (s.name, " — ".join(t for t in (MODES.get(s.mode, ""), s.text) if t)) for s in c.conditions
        )
        blocks.append(Fields("États et blessures", rows))
    if c.text:
        blocks.append(Prose("Portrait", c.text))
    return Sheet(c.name, c.species, "Intentions", ACCENT, tuple(blocks))


def _who(game: Game, c: Character) -> Fields:
    pack = pack_of(game.pack)
    traits = ", ".join(pack.trait(id).name + (f" ({times})" if times > 1 else "") for id, times in c.traits)
    instincts = ", ".join(pack.intention(i).name for i in c.instincts)
    rows = (
        ("Espèce", f"{c.species}, {c.size}" if c.size else c.species),
        ("Traits", traits),
        ("Instinct", f"{instincts} — {c.instinct}" if c.instinct else instincts),
        ("Connaissances", ", ".join(c.knowledge)),
    )
    return Fields("Personnage", rows)


def _skills(c: Character) -> Scores:
    columns = (Column("Compétence", "name"), Column("Bonus", "score"))
    return Scores("Compétences", columns, tuple(Row((s.name, f"+{s.bonus}")) for s in c.skills))


def _counters(game: Game, c: Character) -> tuple[Counters, ...]:
    """The counters that the sheet's readers see: never a hidden one, nor the value of one only known."""
    shown = [
        Counter(k.theme, k.value, k.high, shape="clock" if k.face == "clock" else "boxes")
        for k in game.counters
        if k.actor == c.actor and k.standing in ("public", "sheet") and k.high
    ]
    return (Counters("Compteurs", tuple(shown)),) if shown else ()
