"""Chances as a table shows them, in French (TAB-11)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate

from paravent.chance.exact import Law
from paravent.chance.words import NBSP, percent
from paravent.core.french import of
from paravent.core.system import OddsLine
from paravent.systems.intrigue.odds.contest import Contest, contest_law
from paravent.systems.intrigue.odds.opposition import bought_law, opposition, p_beats
from paravent.systems.intrigue.odds.pool import Pool, Side, p_ones, total_law
from paravent.systems.intrigue.odds.stress import struck_law
from paravent.systems.intrigue.weighing import Inflicted, beats, total

FEWEST_THROWS = 2
"""An action, and the reaction that falls short of it."""


def opening_odds(pool: Pool) -> tuple[OddsLine, ...]:
    """A roll that has nothing to pass yet: the highest result reached at least one time in two."""
    return (*result_odds(total_law(pool)), _complication(pool))


def result_odds(law: Law[int]) -> tuple[OddsLine, ...]:
    """The highest result reached at least one time in two."""
    rows = law.rows()
    chances = list(accumulate(p for _, p in reversed(rows)))
    place = next(i for i, p in enumerate(chances) if p >= Fraction(1, 2))
    usual, _ = rows[-1 - place]
    return (_line(f"faire {usual} ou plus", chances[place], main=True),)


def total_rows(pool: Pool) -> tuple[OddsLine, ...]:
    """Each result of a pool."""
    return rows_of(total_law(pool))


def rows_of(law: Law[int]) -> tuple[OddsLine, ...]:
    """Each result."""
    return tuple(_line(f"faire {total}", p) for total, p in law.rows())


def trial_odds(player: Pool, trouble: Side, label: str = "réussir") -> tuple[OddsLine, ...]:
    """A test, whether the trouble pool was thrown or not; of a recovery and a growth too (ITG-60, ITG-61, ITG-74)."""
    return (_line(label, p_beats(player, trouble), main=True), _complication(player))


def reaction_odds(reaction: Pool, action: Side) -> tuple[OddsLine, ...]:
    """One reaction, as its author or the other sees it (ITG-43 to ITG-45)."""
    found = opposition(action, reaction)
    return (
        _line("dépasser l’action", found.raised, main=True),
        _line("perdre de moins de 5", found.short),
        _line("perdre de 5 ou plus", found.far),
        _complication(reaction),
    )


def contest_odds(reaction: Pool, action: Pool, held: int) -> tuple[OddsLine, ...]:
    """Where a contest leads if nobody gives in, for whoever is to react to `held`, the same pools thrown to the end."""
    law = contest_law(Contest(action, reaction, held))
    ends = law.map(lambda end: (end.first_wins, end.far))
    return (
        _line("gagner le duel si personne ne cède", ends.p(lambda end: not end[0]), main=True),
        _line("le gagner de 5 ou plus", ends.p((False, True))),
        _line("le perdre de 5 ou plus", ends.p((True, True))),
        _line("perdre dès ce jet", law.p(lambda end: end.throws == FEWEST_THROWS)),
    )


def stress_odds(name: str, stress: int, pile: Sequence[int]) -> tuple[OddsLine, ...]:
    """What a known pile makes of a Stress called `name` (ITG-46, ITG-47)."""
    return stress_lines(name, stress, struck_law(stress, pile))


def stress_lines(name: str, stress: int, law: Law[Inflicted]) -> tuple[OddsLine, ...]:
    """What becomes of a Stress called `name`, each outcome said in the sentence, the likeliest first seen."""
    rows = law.rows()
    _, most = max(rows, key=lambda row: row[1])
    first = next(end for end, p in rows if p == most)
    return tuple(
        _line(
            label := _becomes(name, stress, size, may),
            p,
            main=(size, may) == first,
            said=f"de pouvoir faire craquer, {name} restant à D{size}" if may else of(label),
        )
        for (size, may), p in rows
    )


def more_dice(
    faces: Sequence[int], keep: int, size: int, against: int, told: str = "", what: str = ""
) -> str:
    """« un D8 de plus : 61 % de dépasser 12 »: a point, or a bonus, once the dice have fallen (ITG-32, ITG-36).

    `told`: what passing `against` is called, where others add to the result; `what`: the die, where it is not one more.
    """
    chance = bought_law(faces, keep, size).p(lambda n: beats(n, against))
    passing = of(told or f"dépasser {against}")
    return f"{what or f'un D{size} de plus'}{NBSP}: {percent(chance)} {passing}"


def keep_more(faces: Sequence[int], keep: int, aid: int = 0) -> str:
    """« un dé gardé de plus : 17 au lieu de 12 »: a point, once the dice have fallen (ITG-33)."""
    return f"un dé gardé de plus{NBSP}: {total(faces, keep + 1) + aid} au lieu de {total(faces, keep) + aid}"


def _becomes(name: str, before: int, size: int, may_stress_out: bool) -> str:
    """« Peur D8 », « Peur D8, comme avant », « Peur vide », « Peur D12, et craquer si l’on veut »."""
    told = f"{name} D{size}" if size else f"{name} vide"
    if may_stress_out:
        return f"{told}, et craquer si l’on veut"
    return f"{told}, comme avant" if size and size == before else told


def _complication(pool: Pool) -> OddsLine:
    return _line("une complication au moins", p_ones(pool), said="de complication")


def _line(label: str, p: Fraction, *, main: bool = False, said: str = "") -> OddsLine:
    return OddsLine(label, p.numerator, p.denominator, main, said)
