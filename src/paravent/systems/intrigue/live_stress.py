"""The exact chances of the Stress about to be inflicted, before it falls and before each bonus on its dice (ITG-46 to
ITG-49)."""

from __future__ import annotations

from fractions import Fraction

from paravent.chance.exact import Law
from paravent.chance.words import percent
from paravent.core.rules import rule
from paravent.core.system import Beside, Odds, OddsLine
from paravent.core.values import Who
from paravent.systems.intrigue import commands as co
from paravent.systems.intrigue.boosts import boost_of, shaped
from paravent.systems.intrigue.contest_model import Inflicting, Infliction
from paravent.systems.intrigue.model import Game
from paravent.systems.intrigue.odds.shown import stress_lines
from paravent.systems.intrigue.odds.stress import pile_law, struck, struck_law
from paravent.systems.intrigue.sheet_model import Character
from paravent.systems.intrigue.stress import bonuses_of
from paravent.systems.intrigue.weighing import Inflicted, stress_size

LEFT = "si personne ne change la pile ni ne la relance"
NOT_AGAIN = "si personne ne la relance"


def under_way(game: Game, procedure: str) -> Infliction:
    """The Stress that is to fall first in a contest or a test."""
    held = [k.stage for k in game.contests if k.id == procedure and isinstance(k.stage, Inflicting)]
    held += [t.inflicting for t in game.tests if t.id == procedure and t.inflicting]
    return held[0].queue[0]


@rule("ITG-46")
def of_choice(game: Game, procedure: str) -> Odds:
    """What strikes, and what it would make of each Stress. All see those dice, and every Stress."""
    i = under_way(game, procedure)
    c, law = game.character(i.loser), pile_law(tuple(sorted(i.dice)))
    rows = tuple(_blow(size, p) for size, p in law.rows())
    beside = tuple(
        Beside("category", str(n), _sentence(game, c, n, struck_law(held, i.dice)))
        for n, held in enumerate(c.stress)
    )
    return Odds(rows, (), LEFT, co.Inflict.__name__, beside, law=rows)


@rule("ITG-49")
def of_shaping(game: Game, procedure: str, actor: Who) -> Odds:
    """The Stress if its dice are left alone, and what each bonus would make of it, for whoever may read the sheet that
    has these bonuses."""
    i = under_way(game, procedure)
    c = game.character(i.loser)
    held = c.stress[i.category]
    now = struck_law(held, i.dice)
    if i.faces:
        now = Law.certain(struck(held, stress_size(i.dice, i.faces)))
    kinds = bonuses_of(game, i, actor)
    beside = []
    for o in kinds.options:
        _, b = boost_of(game.character(actor), o.value)
        law = struck_law(held, shaped(i.dice, b))
        beside.append(Beside("boost", o.id, _sentence(game, c, i.category, law), of=co.ShapeStress.__name__))
    lines = stress_lines(game.stresses_named[i.category], held, now)
    return Odds(lines, (actor,), LEFT, co.LetStressFall.__name__, tuple(beside), law=lines)


@rule("ITG-46")
def of_fall(game: Game, procedure: str, loser: Who) -> Odds:
    """What the dice in the air make of the Stress that was chosen."""
    i = under_way(game, procedure)
    held = game.character(loser).stress[i.category]
    lines = stress_lines(game.stresses_named[i.category], held, struck_law(held, i.dice))
    return Odds(lines, (), NOT_AGAIN if i.winner else "", law=lines)


def _sentence(game: Game, c: Character, category: int, law: Law[Inflicted]) -> str:
    """« 40 % de Peur D8, 60 % de Peur D10 »."""
    lines = stress_lines(game.stresses_named[category], c.stress[category], law)
    return ", ".join(f"{percent(Fraction(x.numerator, x.denominator))} {x.said}" for x in lines)


def _blow(size: int, p: Fraction) -> OddsLine:
    label = f"frapper d’un D{size}" if size else "ne rien infliger"
    return OddsLine(label, p.numerator, p.denominator, said=f"de {label}")
