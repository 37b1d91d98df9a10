"""How a contest opens: its sides (ARC-05, ARC-16, ARC-20, ARC-24, ARC-25, ARC-29)."""

from __future__ import annotations

from paravent.core.rules import rule
from paravent.core.secrecy import Secrecy
from paravent.core.values import replace
from paravent.systems.architectes.model import Character, Ease, Game, Side, combat_weapons


@rule("ARC-16", "ARC-17")
def tested(game: Game, c: Character, skill: int, ease: Ease, secrecy: Secrecy) -> Side:
    """One side of a test; a lost card leaves the score of its skill as it was."""
    return _side(game, Side(c.actor, skill, game.skill_name(skill), c.score(skill), ease), c, secrecy)


@rule("ARC-20", "ARC-27")
def armed(game: Game, c: Character, weapon: str, ease: Ease, secrecy: Secrecy) -> Side:
    """One side of an exchange: the weapon names the skill and the damage. No weapon chosen: the one held."""
    weapons = combat_weapons(game)
    held = next((w for w in weapons if w.id == (weapon or c.weapon)), weapons[0])
    skill = held.skill or 0
    side = Side(c.actor, skill, game.skill_name(skill), c.score(skill), ease, held.name, held.damage)
    return _side(game, side, c, secrecy)


@rule("ARC-05", "ARC-07", "ARC-24", "ARC-25", "ARC-40")
def _side(game: Game, side: Side, c: Character, secrecy: Secrecy) -> Side:
    """Whether it may discard, fixed at the opening: a card lost is shown to all, so not in secret.

    A player is asked even so, and draws when they choose, their chances before them (TAB-11).
    """
    if not c.acts:
        return replace(side, declared="none")
    if c.broken and (secrecy == "table" or c.hidden):
        return replace(side, may_discard=True)
    return replace(side, declared="draw" if c.extra or secrecy == "gm" else "")
