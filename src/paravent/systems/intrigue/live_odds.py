"""The exact chances of what a question leads to (TAB-11)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from paravent.chance.words import NBSP, percent
from paravent.core.domains import OneOf, Option, Whole
from paravent.core.french import count, inside
from paravent.core.offers import Offer, Waiting, offer
from paravent.core.rules import rule
from paravent.core.system import Beside, Odds, OddsLine
from paravent.core.values import NOBODY, Who, value
from paravent.systems.intrigue import commands as co
from paravent.systems.intrigue import episode_commands as ep
from paravent.systems.intrigue.contest_model import Brawling, Contest, Inflicting
from paravent.systems.intrigue.contests import ToAnswer
from paravent.systems.intrigue.growth import ToGrow, ToOppose, aims, opposed_to
from paravent.systems.intrigue.model import Game, closing_of
from paravent.systems.intrigue.odds.opposition import bought_law, p_beats
from paravent.systems.intrigue.odds.pool import MOST_DICE, Pool
from paravent.systems.intrigue.odds.shown import (
    contest_odds,
    keep_more,
    more_dice,
    opening_odds,
    reaction_odds,
    stress_odds,
    total_rows,
    trial_odds,
)
from paravent.systems.intrigue.purse import why_poor
from paravent.systems.intrigue.recovery import ToHeal
from paravent.systems.intrigue.resources import helping_options
from paravent.systems.intrigue.roll_model import Die, Roll
from paravent.systems.intrigue.rolling import ToBuy, ToHelp, ToRoll
from paravent.systems.intrigue.sheet_model import Character
from paravent.systems.intrigue.stress import StressFalls
from paravent.systems.intrigue.trials import ToAttempt
from paravent.systems.intrigue.weighing import CHALLENGE_DICE, KEPT, SIZES, SMALLEST, beats

MOST_KEPT = 5
MORE_KEPT = 2
"""How many more dice kept one supposes."""
TRIED = "avec tes plus gros dés, sans rien acheter"
USUAL = "avec tes plus gros dés, sans rien acheter, et si personne ne cède"


@value
class Suppose:
    """A die more, 0 for none, and so many more kept."""

    die: int
    keep: int


def odds(game: Game, w: Waiting) -> Odds | None:
    """For whoever may read the sheets they tell about; None where nothing exact can be said."""
    found = _odds(game, w)
    if found is None or (room := _room(game, w)) is None:
        return found
    return replace(found, supposes=_supposing(*room))


def supposed(game: Game, w: Waiting, c: Suppose) -> Odds | None:
    """Those of the same throw with a die more, or more of them kept: whatever the points would do elsewhere."""
    found = _odds(game, w, (c.die,) if c.die else (), c.keep)
    if found is None or not (c.die or c.keep):
        return found
    told = [f"un D{c.die} de plus"] if c.die else []
    told += [f"{count(c.keep, 'dé')} gardé{'s' if c.keep > 1 else ''} de plus"] if c.keep else []
    return replace(found, policy=", ".join((*([found.policy] if found.policy else []), *told)), beyond="")


@rule("ITG-32", "ITG-33")
def _supposing(dice: int, keep: int) -> Offer:
    """What one Plot Point each would bring."""
    sizes = SIZES if dice < MOST_DICE else ()
    dies = OneOf((Option(0, "aucun"), *(Option(n, f"D{n}") for n in sizes)))
    return offer(Suppose, "ITG-32", die=dies, keep=Whole(0, min(MORE_KEPT, MOST_KEPT - keep)))


def _room(game: Game, w: Waiting) -> tuple[int, int] | None:
    """The dice of a throw that more may join, and how many are kept; None for one that is down, or of another kind."""
    match w.topic:
        case ToRoll(id):
            r = game.roll(id)
            return None if any(d.face for d in r.dice) or r.helps else (len(r.dice), r.keep)
        case ToAnswer() | ToAttempt() | ToHeal():
            return KEPT, KEPT
    return None


def _odds(game: Game, w: Waiting, more: tuple[int, ...] = (), keep: int = 0) -> Odds | None:
    """With those dice more, and so many more kept, where a throw is still to come."""
    match w.topic:
        case ToRoll(id):
            return _of_throw(game, game.roll(id), more, keep)
        case ToBuy(id):
            return _of_purchase(game, game.roll(id))
        case ToAnswer(id):
            return _of_answer(game, game.contest(id), more, keep)
        case ToHelp(id, resource):
            return _of_help(game, game.roll(id), resource)
        case ToAttempt(_, actor, held):
            return _of_trial(game.character(actor), game, held, co.Attempt, more, keep)
        case ToHeal(_, actor, held):
            return _of_trial(game.character(actor), game, held, co.Heal, more, keep)
        case StressFalls(id, loser):
            return _of_stress(game, id, game.character(loser))
        case ToGrow(_, actor):
            return _of_aims(game, game.character(actor))
        case ToOppose(_, actor, True):
            return _of_growth(game, actor)
    return None


def against(game: Game, r: Roll) -> int | None:
    """The result that a roll has to pass, None where it has none yet; an aid adds to another's."""
    if r.helps:
        return None
    for k in game.contests:
        if k.id == r.procedure and isinstance(k.stage, Brawling):
            return _other_side(game, k, k.stage, r)
        if k.id == r.procedure and r.id != k.to_beat:
            return game.roll(k.to_beat).total
    for t in game.tests:
        if t.id == r.procedure and r.id == t.roll:
            return game.roll(t.pool_roll).total
    for x in game.recoveries:
        if x.id == r.procedure and r.id == x.roll:
            return game.roll(x.patient_roll).total
    return None


def _other_side(game: Game, k: Contest, stage: Brawling, r: Roll) -> int | None:
    """Of a three-way roll: each side has only the other's to pass, once it is known (ITG-53)."""
    if r.actor not in k.sides:
        return None
    other = (x for x in map(game.roll, stage.rolls) if x.actor == k.against(r.actor) and x.settled)
    return next((x.total for x in other), None)


def _of_throw(game: Game, r: Roll, more: tuple[int, ...] = (), keep: int = 0) -> Odds | None:
    """Dice in the air, some of them perhaps down already."""
    r = replace(r, dice=(*r.dice, *(Die("", "", size) for size in more)), keep=r.keep + keep)
    if not _countable(r):
        return None
    held = against(game, r)
    faces = tuple(d.face for d in r.dice if d.face)
    dice = tuple(d.size for d in r.in_air)
    reveals = (r.actor,) if r.actor else ()
    if r.helps:
        return _of_aid(game, game.roll(r.helps), Pool(dice, 1), reveals) if not faces else None
    if held is None:
        pool = Pool(dice, r.keep, bonus=r.aid)
        return Odds(opening_odds(pool), reveals, law=total_rows(pool)) if not faces else None
    if faces:
        chance = bought_law(faces, r.keep, *dice).p(lambda n: beats(n + r.aid, held))
        return Odds((_line(f"dépasser {held}", chance, main=True),), reveals)
    pool = Pool(dice, r.keep, bonus=r.aid)
    contest = any(k.id == r.procedure and r.id == k.reaction for k in game.contests)
    if contest:
        return Odds(reaction_odds(pool, held), reveals, law=total_rows(pool))
    three_way = any(k.id == r.procedure and isinstance(k.stage, Brawling) for k in game.contests)
    lines = trial_odds(pool, held, f"dépasser {held}" if three_way else "réussir")
    return Odds(lines, reveals, law=total_rows(pool))


def _of_aid(game: Game, ally: Roll, pool: Pool, reveals: tuple[Who, ...]) -> Odds:
    """The best die of an aid, beside what the other has and what it has to pass (ITG-50)."""
    held = against(game, ally)
    if held is None or ally.in_air:
        return Odds(opening_odds(pool), reveals)
    together = pool._replace(bonus=ally.total)
    return Odds(trial_odds(together, held, f"dépasser {held} à deux"), (*reveals, ally.actor))


def _of_help(game: Game, r: Roll, resource: str) -> Odds | None:
    """The dice of a resource in the air, all of them kept (ITG-51)."""
    held = against(game, r)
    h = next(h for h in r.helpings if h.resource == resource and not h.chosen)
    if h.faces or held is None or not r.actor:
        return None
    return Odds((_line(f"dépasser {held}", _helped(r, h.size, h.dice, held), main=True),), (r.actor,))


def _helped(r: Roll, size: int, dice: int, held: int) -> Fraction:
    return p_beats(Pool((size,) * dice, dice, bonus=r.total), held)


def _of_purchase(game: Game, r: Roll) -> Odds | None:
    """What each die that a point buys is worth, the others being down (ITG-32)."""
    held = against(game, r)
    if not r.actor or not _countable(r):
        return None
    c = game.character(r.actor)
    faces = tuple(d.face for d in r.dice)
    more = keep_more(faces, r.keep, r.aid) if r.keep < len(faces) and not r.helps else ""
    told = [f"Pour 1 PI, {more}."] if more else []
    told += _resources_beyond(game, c, r, held)
    beyond = " ".join(told)
    if held is None:
        return Odds((), (r.actor,), of=co.BuyDie.__name__, beyond=beyond) if beyond else None
    sizes = {f"t:{t.id}": t.die for t in c.traits} | {f"s:{i}": n for i, n in enumerate(c.stress) if n}
    beside = tuple(
        Beside("source", source, more_dice(faces, r.keep, size, held - r.aid))
        for source, size in sizes.items()
    )
    now = "dépassé" if beats(r.total, held) else "pas dépassé"
    line = OddsLine(f"{held} {now} sans rien acheter", int(beats(r.total, held)), 1)
    return Odds((line,), (r.actor,), of=co.BuyDie.__name__, beside=beside, beyond=beyond)


def _resources_beyond(game: Game, c: Character, r: Roll, held: int | None) -> list[str]:
    """What each extra or location that may help is worth, all its dice kept (ITG-37, ITG-51)."""
    helps = helping_options(game, c, r) if held is not None and not r.helps else None
    if held is None or helps is None or beats(r.total, held):
        return []
    every = {x.id: x for x in game.resources}
    return [
        f"Avec {inside(o.label)}{NBSP}: {percent(_helped(r, every[o.value].die, every[o.value].left, held))}"
        f" de dépasser {held}."
        for o in helps.options
    ]


def _of_answer(game: Game, k: Contest, more: tuple[int, ...], keep: int) -> Odds | None:
    """The contest to its end, the usual dice against those that stand."""
    standing = game.roll(k.to_beat)
    usual = usual_dice(game, game.character(k.answerer), k.standing)
    if not usual or not _countable(standing):
        return None
    mine = Pool((*usual, *more), KEPT + keep)
    theirs = Pool(tuple(d.size for d in standing.dice), min(standing.keep, MOST_KEPT))
    lines = (
        *reaction_odds(mine, standing.total),
        *contest_odds(mine, theirs, standing.total)[:3],
    )
    return Odds(
        lines,
        (k.answerer,),
        USUAL,
        co.React.__name__,
        beyond=_harder(game.character(k.answerer), usual, standing.total),
        law=total_rows(mine),
    )


def _of_trial(
    c: Character, game: Game, held: int, command: type, more: tuple[int, ...], keep: int
) -> Odds | None:
    """A test or a recovery about to be composed, with the usual dice."""
    usual = usual_dice(game, c, NOBODY)
    if not usual or c.stressed_out:
        return None
    mine = Pool((*usual, *more), KEPT + keep)
    told = _harder(c, usual, held)
    lines = trial_odds(mine, held)
    return Odds(lines, (c.actor,), TRIED, command.__name__, beyond=told, law=total_rows(mine))


def _harder(c: Character, mine: tuple[int, ...], held: int) -> str:
    """What challenging one's largest motivation, or a point to keep a third die, would make of the next throw."""
    told = []
    able = [t for t in c.traits if t.motivation and t.die > SMALLEST and not t.flying]
    if able:
        t = max(able, key=lambda t: t.die)
        same = max((x.die for x in c.of(t.sort)), default=0)
        dice = list(mine)
        dice.remove(same)
        chance = p_beats(Pool((*dice, *(t.die,) * CHALLENGE_DICE)), held)
        told.append(f"en remettant {t.name} en question{NBSP}: {percent(chance)}")
    if not why_poor(c, 1) and len(mine) > KEPT:
        told.append(f"en gardant trois dés, pour 1 PI{NBSP}: {percent(p_beats(Pool(mine, 3), held))}")
    return f"Dépasser {held} {f'{NBSP}; '.join(told)}." if told else ""


def usual_dice(game: Game, c: Character, foe: str) -> tuple[int, ...]:
    """The largest value, relationship and asset, and the foe's largest stress (ITG-11)."""
    best = [max((t.die for t in c.of(sort) if t.usable), default=0) for sort in ("value", "relationship")]
    best.append(max((t.die for t in c.of("distinction", "ability", "gear") if t.usable), default=0))
    other = next((x for x in game.characters if x.actor == foe), None)
    best.append(max(other.stress, default=0) if other else 0)
    return tuple(n for n in best if n)


def _of_stress(game: Game, procedure: str, loser: Character) -> Odds | None:
    held = [k.stage for k in game.contests if k.id == procedure and isinstance(k.stage, Inflicting)]
    held += [t.inflicting for t in game.tests if t.id == procedure and t.inflicting]
    i = held[0].queue[0]
    return Odds(stress_odds(game.stresses_named[i.category], loser.stress[i.category], i.dice), ())


def _of_aims(game: Game, c: Character) -> Odds | None:
    """The chance of each growth, both sides still to be thrown (ITG-73)."""
    chances = {}
    for o in aims(game, c).options:
        against, mine = opposed_to(game, c, o.value)
        if len(mine) > MOST_DICE:
            return None
        chances[o.value] = p_beats(Pool(mine), Pool(against)) if mine else Fraction(0)
    beside = tuple(Beside("trait", id, f"réussir{NBSP}: {percent(p)}") for id, p in chances.items())
    return Odds((), (c.actor,), of=ep.Grow.__name__, beside=beside)


def _of_growth(game: Game, actor: Who) -> Odds | None:
    g = closing_of(game, actor).growth
    if g is None or len(g.player) > MOST_DICE:
        return None
    return Odds(trial_odds(Pool(g.player), g.threshold)[:1], (g.actor,))


def _countable(r: Roll) -> bool:
    return len(r.dice) <= MOST_DICE and r.keep <= MOST_KEPT


def _line(label: str, p: Fraction, *, main: bool = False) -> OddsLine:
    return OddsLine(label, p.numerator, p.denominator, main)
