"""The exact chances of a roll: in the air, with dice that a point or a bonus would add, with whoever helps (ITG-12 to
ITG-37, ITG-50, ITG-51)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from paravent.chance.exact import Law
from paravent.chance.words import NBSP, percent
from paravent.core.french import inside, of
from paravent.core.system import Beside, Odds, OddsLine
from paravent.core.values import NOBODY, Who, replace
from paravent.systems.intrigue import commands as co
from paravent.systems.intrigue.boosts import boosts_of, worst_die
from paravent.systems.intrigue.contest_model import Brawling, Contest
from paravent.systems.intrigue.model import Game
from paravent.systems.intrigue.odds.opposition import bought_law, p_beats
from paravent.systems.intrigue.odds.pool import MOST_DICE, Pool, total_law
from paravent.systems.intrigue.odds.shown import (
    keep_more,
    more_dice,
    opening_odds,
    reaction_odds,
    result_odds,
    rows_of,
    total_rows,
    trial_odds,
)
from paravent.systems.intrigue.resources import helping_options
from paravent.systems.intrigue.roll_model import Die, Roll
from paravent.systems.intrigue.sheet_model import Character
from paravent.systems.intrigue.trial_model import Recovery
from paravent.systems.intrigue.weighing import DETAIL, KEPT, beats, step_up

MOST_KEPT = 5


class Goal(NamedTuple):
    """What a roll's own dice have to pass, and what that is called."""

    against: int
    told: str


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


def goal_of(game: Game, r: Roll) -> Goal:
    """What the own dice of a roll that is down have to pass: another's result, for an aid that of whom it helps, else
    what they come to already."""
    held = against(game, r)
    if held is not None:
        return Goal(held - r.aid, f"dépasser {held}")
    if r.helps:
        ally = game.roll(r.helps)
        theirs = against(game, ally)
        if theirs is not None and not ally.in_air:
            return Goal(theirs - ally.total, f"dépasser {theirs} à deux")
        return Goal(r.total, f"dépasser {r.total}")
    return Goal(r.total - r.aid, f"dépasser {r.total}")


# In the air


def of_throw(game: Game, r: Roll, more: tuple[int, ...] = (), keep: int = 0) -> Odds | None:
    """Dice in the air, some of them perhaps down already."""
    r = replace(r, dice=(*r.dice, *(Die("", "", size) for size in more)), keep=r.keep + keep)
    reveals = (r.actor,) if r.actor else ()
    if any(d.face for d in r.dice):
        return _of_more(game, r, reveals)
    if not countable(r):
        return None
    held = against(game, r)
    dice = tuple(d.size for d in r.in_air)
    if r.helps:
        return _of_aid(game, game.roll(r.helps), Pool(dice, 1), reveals)
    pool = Pool(dice, r.keep, bonus=r.aid)
    if held is None:
        opening = Odds(opening_odds(pool), reveals, law=total_rows(pool))
        tended = next((x for x in game.recoveries if x.patient_roll == r.id), None)
        return _of_patient(game, tended, pool, opening) if tended else opening
    contest = any(k.id == r.procedure and r.id == k.reaction for k in game.contests)
    if contest:
        return Odds(reaction_odds(pool, held), reveals, law=total_rows(pool))
    three_way = any(k.id == r.procedure and isinstance(k.stage, Brawling) for k in game.contests)
    lines = trial_odds(pool, held, f"dépasser {held}" if three_way else "réussir")
    return Odds(lines, reveals, law=total_rows(pool))


def _of_more(game: Game, r: Roll, reveals: tuple[Who, ...]) -> Odds:
    """Dice thrown beside those that are down (ITG-32, ITG-34, ITG-36)."""
    keep = 1 if r.helps else r.keep
    faces, dice = tuple(d.face for d in r.dice if d.face), tuple(d.size for d in r.in_air)
    law = bought_law(faces, keep, *dice).map(lambda n: n + r.aid)
    held, ally = against(game, r), game.roll(r.helps) if r.helps else None
    told = f"dépasser {held}"
    if ally is not None and (theirs := against(game, ally)) is not None and not ally.in_air:
        held, told, reveals = theirs, f"dépasser {theirs} à deux", (*reveals, ally.actor)
        law = law.map(lambda n: n + ally.total)
    if held is None:
        return Odds(result_odds(law), reveals, law=rows_of(law))
    return Odds((_line(told, law.p(lambda n: beats(n, held)), main=True),), reveals, law=rows_of(law))


def _of_aid(game: Game, ally: Roll, pool: Pool, reveals: tuple[Who, ...]) -> Odds:
    """The best die of an aid, beside what the other has and what it has to pass (ITG-50)."""
    held = against(game, ally)
    if held is None or ally.in_air:
        return Odds(opening_odds(pool), reveals, law=total_rows(pool))
    together = pool._replace(bonus=ally.total)
    lines = trial_odds(together, held, f"dépasser {held} à deux")
    return Odds(lines, (*reveals, ally.actor), law=total_rows(together))


def _of_patient(game: Game, x: Recovery, pool: Pool, opening: Odds) -> Odds:
    """All the Stresses of whoever is tended, which all may see, against the usual dice of whoever tends (ITG-61)."""
    healer = game.character(x.healer)
    usual = usual_dice(game, healer, NOBODY)
    if not usual:
        return opening
    lines = (_line("soigner", p_beats(Pool(usual, KEPT), pool), main=True), *_aside(opening.lines))
    policy = f"avec les plus gros dés {of(healer.name)}, sans rien acheter"
    return Odds(lines, (x.healer,), policy, law=opening.law, instead=opening)


def _aside(lines: tuple[OddsLine, ...]) -> tuple[OddsLine, ...]:
    return tuple(replace(x, main=False) for x in lines)


def of_help(game: Game, r: Roll, resource: str) -> Odds | None:
    """The dice of a resource in the air, all of them kept (ITG-51)."""
    held = against(game, r)
    h = next(h for h in r.helpings if h.resource == resource and not h.chosen)
    if h.faces or not r.actor:
        return None
    law = total_law(_with_help(r, h.size, h.dice))
    lines = result_odds(law)
    if held is not None:
        lines = (_line(f"dépasser {held}", law.p(lambda n: beats(n, held)), main=True),)
    return Odds(lines, (r.actor,), "tous les dés gardés", law=rows_of(law))


def _with_help(r: Roll, size: int, dice: int) -> Pool:
    return Pool((size,) * dice, dice, bonus=r.total)


# Once the dice are down


def of_purchase(game: Game, r: Roll) -> Odds | None:
    """What each die that a point or a bonus adds is worth, the others being down (ITG-32, ITG-34, ITG-36, ITG-51)."""
    if not r.actor:
        return None
    c, goal, held = game.character(r.actor), goal_of(game, r), against(game, r)
    faces = tuple(d.face for d in r.dice)
    more = keep_more(faces, r.keep, r.aid) if r.keep < len(faces) and not r.helps else ""
    beyond = [f"Pour 1 PI, {more}."] if more else []
    beside = [*_dice(c, r, goal), *_details(game, r, goal), *_boosts(c, r, goal)]
    passed = held is not None and beats(r.total, held)
    if held is None or passed:
        beside += [
            Beside("resource", id, _result(law), of=co.UseResource.__name__)
            for id, _, law in _resources(game, c, r)
        ]
    else:
        beyond += [
            f"Avec {inside(label)}{NBSP}: {percent(law.p(lambda n: beats(n, held)))} de dépasser {held}."
            for _, label, law in _resources(game, c, r)
        ]
    lines: tuple[OddsLine, ...] = ()
    if held is not None:
        told = "dépassé" if passed else "pas dépassé"
        lines = (OddsLine(f"{held} {told} sans rien acheter", int(passed), 1),)
    return Odds(lines, (r.actor,), of=co.BuyDie.__name__, beside=tuple(beside), beyond=" ".join(beyond))


def _kept(r: Roll) -> int:
    return 1 if r.helps else r.keep


def _dice(c: Character, r: Roll, goal: Goal) -> Iterator[Beside]:
    faces = tuple(d.face for d in r.dice)
    sizes = {f"t:{t.id}": t.die for t in c.traits} | {f"s:{i}": n for i, n in enumerate(c.stress) if n}
    for source, size in sizes.items():
        yield Beside("source", source, more_dice(faces, _kept(r), size, goal.against, goal.told))


def _details(game: Game, r: Roll, goal: Goal) -> Iterator[Beside]:
    """A useful detail, or for the game masters a die of the pool instead, which has its size with a minus sign."""
    faces = tuple(d.face for d in r.dice)
    for die in (DETAIL, *(-n for n in dict.fromkeys(game.pool))):
        text = more_dice(faces, _kept(r), abs(die), goal.against, goal.told)
        yield Beside("die", str(die), text, of=co.BuyDetail.__name__)


def _boosts(c: Character, r: Roll, goal: Goal) -> Iterator[Beside]:
    """A die more, or one thrown again: where one is to be chosen, the lowest."""
    for id, t, b in boosts_of(c, ("die", "step", "reroll")):
        faces = [d.face for d in r.dice]
        size, what = b.size, ""
        if b.effect != "die":
            found = [i for i, d in enumerate(r.dice) if b.effect == "reroll" or d.source == f"t:{t.id}"]
            if not found:
                continue
            place = worst_die(r) if b.effect == "reroll" else found[0]
            size, what = r.dice[place].size, f"le plus faible (D{r.dice[place].size}) relancé"
            if b.effect == "step":
                size = step_up(size)
                what = f"relancé en D{size}"
            del faces[place]
        text = more_dice(faces, _kept(r), size, goal.against, goal.told, what)
        yield Beside("boost", id, text, of=co.Activate.__name__)


def _resources(game: Game, c: Character, r: Roll) -> Iterator[tuple[str, str, Law[int]]]:
    """Each extra or location that may help, and the result with all its dice kept (ITG-37, ITG-51)."""
    helps = None if r.helps else helping_options(game, c, r)
    every = {x.id: x for x in game.resources}
    for o in helps.options if helps else ():
        yield o.value, o.label, total_law(_with_help(r, every[o.value].die, every[o.value].left))


def _result(law: Law[int]) -> str:
    """« 52 % de faire 12 ou plus »."""
    line = result_odds(law)[0]
    return f"{percent(Fraction(line.numerator, line.denominator))} {of(line.label)}"


def usual_dice(game: Game, c: Character, foe: str) -> tuple[int, ...]:
    """The largest value, relationship and asset, and the foe's largest stress (ITG-11)."""
    best = [max((t.die for t in c.of(sort) if t.usable), default=0) for sort in ("value", "relationship")]
    best.append(max((t.die for t in c.of("distinction", "ability", "gear") if t.usable), default=0))
    other = next((x for x in game.characters if x.actor == foe), None)
    best.append(max(other.stress, default=0) if other else 0)
    return tuple(n for n in best if n)


def countable(r: Roll) -> bool:
    """Whether the chances of the whole roll can be told while one waits for them."""
    return len(r.dice) <= MOST_DICE and r.keep <= MOST_KEPT


def _line(label: str, p: Fraction, *, main: bool = False) -> OddsLine:
    return OddsLine(label, p.numerator, p.denominator, main)
