"""The exact chances of what a question leads to (TAB-11)."""

from __future__ import annotations

from fractions import Fraction

from paravent.chance.exact import Law, sums
from paravent.chance.words import NBSP
from paravent.core.domains import OneOf, Option, Whole, yes_or_no
from paravent.core.french import count
from paravent.core.offers import Offer, Waiting, offer
from paravent.core.rules import rule
from paravent.core.system import Odds, OddsLine
from paravent.core.values import GM, Who, replace, value
from paravent.systems.forces.gauges import ToBreak
from paravent.systems.forces.model import Drawn, Game, SkillTest, pack_of
from paravent.systems.forces.odds.shown import again_odds, throw_odds, throw_rows
from paravent.systems.forces.odds.throw import Throw
from paravent.systems.forces.pack import HARDEST
from paravent.systems.forces.passes import ToDraw
from paravent.systems.forces.testing import ToRoll, ToRollAgain, ToThrow, asked
from paravent.systems.forces.weighing import GAUGE, MOST_EXTRA

POLICY = "la corruption prise quand elle change l’issue"


@value
class Suppose:
    """A test otherwise hard, with other dice, or without a corruption that one may take."""

    difficulty: int
    net: int
    corruption: bool


def odds(game: Game, w: Waiting) -> Odds | None:
    """Before the dice: success, criticals, degrees, for whoever may read the sheet.

    Before sixes are thrown again: success, with the dice that are down.
    """
    match w.topic:
        case ToThrow(id) | ToRoll(id):
            t = game.test(id)
            thrown = throw_of(game, t)
            return replace(_of(t, thrown), supposes=_supposing(game, t, thrown))
        case ToRollAgain(id):
            t = game.test(id)
            return Odds(again_odds(throw_of(game, t), t.chains), (t.actor,), _policy(throw_of(game, t)))
        case ToBreak(_, actor):
            return _of_madness(pack_of(game.pack).madness, actor)
        case ToDraw(_, milestone, secret, hidden):
            p = next(p for p in game.underway if (p.milestone, p.hidden) == (milestone, hidden))
            return of_pass(game, p.drawn(secret=secret), secret=secret)
    return None


def supposed(game: Game, w: Waiting, c: Suppose) -> Odds | None:
    """Those of the same test, were it otherwise hard, or thrown with other dice."""
    match w.topic:
        case ToThrow(id) | ToRoll(id):
            t = game.test(id)
            thrown = throw_of(game, t)
            options = thrown.options._replace(corruption=thrown.options.corruption and c.corruption)
            return _of(t, thrown._replace(difficulty=c.difficulty, net=c.net, options=options))
    return None


def _of(t: SkillTest, thrown: Throw) -> Odds:
    return Odds(throw_odds(thrown), (t.actor,), _policy(thrown), law=throw_rows(thrown))


def _policy(thrown: Throw) -> str:
    return POLICY if thrown.options.corruption else ""


@rule("FOR-24")
def _of_madness(states: tuple[str, ...], actor: Who) -> Odds:
    """One of the module's list; the likeliest of them is the one to be said."""
    rows = tuple(OddsLine(name, states.count(name), len(states)) for name in dict.fromkeys(states))
    most = max(x.numerator for x in rows)
    likely = [x for x in rows if x.numerator == most]
    label = f"tirer «{NBSP}{likely[0].label}{NBSP}»" if len(likely) == 1 else "tirer une folie donnée"
    return Odds((replace(likely[0], label=label, main=True),), (actor,), law=rows)


@rule("FOR-42", "FOR-43", "FOR-46")
def of_pass(game: Game, drawn: tuple[Drawn, ...], *, secret: bool) -> Odds:
    """Each vertex that the draws of a milestone may activate, and how many conditions are met.

    What is drawn in secret is for the game masters alone; else the table sees all of these forces. Several edges to one
    vertex are drawn apart, and one of them is enough.
    """
    missed: dict[tuple[str, str], Fraction] = {}
    for x in drawn:
        at = (x.force, game.force(x.force).edge(x.edge).target)
        missed[at] = missed.get(at, Fraction(1)) * Fraction(100 - x.chance, 100)
    lines = tuple(_reached(game, force, vertex, 1 - p) for (force, vertex), p in missed.items())
    met = sums(Law({0: 100 - x.chance, 1: x.chance}) for x in drawn)
    rows = tuple(
        OddsLine(
            count(n, "condition remplie") if n else "aucune condition remplie", p.numerator, p.denominator
        )
        for n, p in met.rows()
    )
    return Odds(lines, (GM,) if secret else (), law=rows, joined=True)


def _reached(game: Game, force: str, vertex: str, p: Fraction) -> OddsLine:
    f = game.force(force)
    v = f.vertex(vertex)
    label = f"atteindre «{NBSP}{v.name or v.label}{NBSP}» ({f.name})"
    return OddsLine(label, p.numerator, p.denominator, main=True)


@rule("FOR-12", "FOR-23", "FOR-25")
def _supposing(game: Game, t: SkillTest, thrown: Throw) -> Offer:
    """One more or less to reach; dice of bonus or of malus where the table plays them; corruption left alone."""
    dice = range(-MOST_EXTRA, MOST_EXTRA + 1) if game.option("bonus_malus") else (t.net,)
    nets = (t.net, *(n for n in dice if n != t.net))
    tempted = yes_or_no().options[::-1] if thrown.options.corruption else (Option(False, ""),)
    return offer(
        Suppose,
        "FOR-12",
        difficulty=Whole(min(0, t.difficulty), max(HARDEST, t.difficulty), usual=t.difficulty),
        net=OneOf(tuple(Option(n, _dice(n) if len(nets) > 1 else "") for n in nets)),
        corruption=OneOf(tempted),
    )


def _dice(net: int) -> str:
    if not net:
        return "aucun"
    s = "s" if abs(net) > 1 else ""
    return f"{abs(net)}\N{NO-BREAK SPACE}dé{s} de {'bonus' if net > 0 else 'malus'}"


@rule("FOR-25")
def throw_of(game: Game, t: SkillTest) -> Throw:
    """A test as the odds read it; only who may still take some corruption has it on."""
    c = game.character(t.actor)
    tempted = not c.extra and c.corruption < GAUGE and asked(game, t) == t.actor
    options = t.rules._replace(corruption=t.rules.corruption and tempted)
    return Throw(t.bonus, t.difficulty, options, t.net, pack_of(game.pack).degrees)
