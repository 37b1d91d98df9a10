"""The exact chances of who comes first and last as plot points are shared, ties thrown again (ITG-30)."""

from __future__ import annotations

from fractions import Fraction

from paravent.chance.words import NBSP
from paravent.core.rules import rule
from paravent.core.system import Odds, OddsLine
from paravent.core.values import NOBODY
from paravent.systems.intrigue.episode_model import Opening
from paravent.systems.intrigue.episode_start import points_for
from paravent.systems.intrigue.model import Game
from paravent.systems.intrigue.odds.awards import Sharing, ends_of

MOST_THROWERS = 7
"""Beyond, the chances would hold up the table."""
TIES = "les égalités relancées jusqu’à ce qu’elles se départagent"


@rule("ITG-30")
def of_awards(game: Game, o: Opening) -> Odds | None:
    """The points of everyone who throws. All see these dice, whosever they are: they tell of no sheet."""
    if len(o.awards) > MOST_THROWERS:
        return None
    ends = ends_of(standing_of(o))
    names = _names(game, o)
    points = points_for(game, len(o.awards))
    lines = []
    for i, name in enumerate(names):
        own = ends.map(lambda both, i=i: _points(points, i, both))  # type: ignore[misc]  # bound as a default
        lines += [_line(f"{n}{NBSP}PI pour {name}", p, main=n == points[0]) for n, p in reversed(own.rows())]
    rows = tuple(_line(_told(names, points, both), p) for both, p in ends.rows())
    return Odds(tuple(sorted(lines, key=lambda x: not x.main)), (), TIES, law=rows)


def _names(game: Game, o: Opening) -> list[str]:
    """Those of everyone who throws; of the same name, each with the dice of its relationships, then its place."""
    found = [game.character(a.actor).name for a in o.awards]
    dice = [" ".join(f"D{n}" for n in sorted(a.dice)) or "sans Relation" for a in o.awards]
    twice = {name for name in found if found.count(name) > 1}
    found = [f"{name} ({own})" if name in twice else name for name, own in zip(found, dice, strict=True)]
    level = {name for name in found if found.count(name) > 1}
    return [f"{name[:-1]}, n°{NBSP}{n})" if name in level else name for n, name in enumerate(found, 1)]


def standing_of(o: Opening) -> Sharing:
    """How far the throws of an opening have come, for `ends_of`."""
    place = {a.actor: i for i, a in enumerate(o.awards)}
    again = tuple(sorted(place[who] for who in o.again))
    return Sharing(
        tuple(tuple(sorted(a.dice)) for a in o.awards),
        tuple(a.score for a in o.awards),
        again,
        tuple(o.awards[i].total for i in again),
        None if o.best == NOBODY else place[o.best],
    )


def _points(points: tuple[int, ...], who: int, ends: tuple[int, int]) -> int:
    first, last = ends
    if who == first:
        return points[0]
    return points[-1] if who == last else points[1]


def _told(names: list[str], points: tuple[int, ...], ends: tuple[int, int]) -> str:
    """« Aldonse 4 PI, Villon 2 PI »."""
    first, last = ends
    if first == last:
        return f"{names[first]} {points[0]}{NBSP}PI"
    between = "l’autre" if len(names) == 3 else "les autres"
    others = f", {between} {points[1]}{NBSP}PI" if len(names) > 2 else ""
    return f"{names[first]} {points[0]}{NBSP}PI, {names[last]} {points[-1]}{NBSP}PI{others}"


def _line(label: str, p: Fraction, *, main: bool = False) -> OddsLine:
    return OddsLine(label, p.numerator, p.denominator, main)
