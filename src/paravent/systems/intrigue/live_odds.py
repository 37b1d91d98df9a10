"""The exact chances of what a question leads to (TAB-11)."""

from __future__ import annotations

from fractions import Fraction

from paravent.chance.words import NBSP, percent
from paravent.core.domains import OneOf, Option, Whole
from paravent.core.french import count, listed
from paravent.core.offers import Offer, Waiting, offer
from paravent.core.rules import rule
from paravent.core.system import Beside, Odds, OddsLine
from paravent.core.values import NOBODY, Who, replace, value
from paravent.systems.intrigue import commands as co
from paravent.systems.intrigue import episode_commands as ep
from paravent.systems.intrigue import live_stress
from paravent.systems.intrigue.contest_model import Contest
from paravent.systems.intrigue.contests import ToAnswer
from paravent.systems.intrigue.episode_start import ToAward
from paravent.systems.intrigue.growth import NEW, ToGrow, ToOppose, aims, opposed_to
from paravent.systems.intrigue.live_awards import of_awards
from paravent.systems.intrigue.live_rolls import (
    MOST_KEPT,
    countable,
    of_help,
    of_purchase,
    of_throw,
    usual_dice,
)
from paravent.systems.intrigue.model import Game, closing_of
from paravent.systems.intrigue.odds.opposition import p_beats
from paravent.systems.intrigue.odds.pool import MOST_DICE, Pool, Side
from paravent.systems.intrigue.odds.shown import contest_odds, reaction_odds, total_rows, trial_odds
from paravent.systems.intrigue.purse import why_poor
from paravent.systems.intrigue.recovery import ToHeal
from paravent.systems.intrigue.rolling import ToBuy, ToHelp, ToRoll
from paravent.systems.intrigue.sheet_model import Character
from paravent.systems.intrigue.stress import StressFalls, ToInflict, ToShape
from paravent.systems.intrigue.trials import ToAttempt
from paravent.systems.intrigue.weighing import CHALLENGE_DICE, KEPT, SIZES, SMALLEST

MORE_KEPT = 2
"""How many more dice kept one supposes."""
LARGEST_DICE = "avec tes plus gros dés"
NOTHING_BOUGHT = "sans rien acheter"
NO_HERITAGE = "sans le dé de l’Héritage"
NOBODY_GIVES_IN = "et si personne ne cède"


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
    policy = found.policy or f"avec {_more(c.die, c.keep)}"
    return replace(found, policy=policy, beyond="")


def _more(die: int, keep: int) -> str:
    """« un D8 de plus et 1 dé gardé de plus »."""
    told = [f"un D{die} de plus"] if die else []
    told += [f"{count(keep, 'dé gardé')} de plus"] if keep else []
    return listed(told)


def _bought(more: tuple[int, ...], keep: int, *, each: bool = False) -> str:
    """What is taken to be bought; `each`: at each throw of a contest."""
    if not (more or keep):
        return NOTHING_BOUGHT
    return f"en achetant {_more(more[0] if more else 0, keep)}{' à chaque jet' if each else ''}"


@rule("ITG-32", "ITG-33")
def _supposing(dice: int, keep: int) -> Offer:
    """What one Plot Point each would bring."""
    sizes = SIZES if dice < MOST_DICE else ()
    dies = OneOf((Option(0, "aucun"), *(Option(n, f"D{n}") for n in sizes)))
    return offer(Suppose, "ITG-32", die=dies, keep=Whole(0, min(MORE_KEPT, MOST_KEPT - keep)))


def _room(game: Game, w: Waiting) -> tuple[int, int] | None:
    """The dice of a throw that more may join, and how many are kept, as many as may be for an aid, which is one die;
    None for one that is down, or of another kind.
    """
    match w.topic:
        case ToRoll(id):
            r = game.roll(id)
            closed = any(d.face for d in r.dice) or r.settled
            return None if closed else (len(r.dice), MOST_KEPT if r.helps else r.keep)
        case ToAnswer() | ToAttempt() | ToHeal():
            return KEPT, KEPT
    return None


def _odds(game: Game, w: Waiting, more: tuple[int, ...] = (), keep: int = 0) -> Odds | None:
    """With those dice more, and so many more kept, where a throw is still to come."""
    match w.topic:
        case ToRoll(id):
            return of_throw(game, game.roll(id), more, keep)
        case ToBuy(id):
            return of_purchase(game, game.roll(id))
        case ToAnswer(id):
            return _of_answer(game, game.contest(id), more, keep)
        case ToHelp(id, resource):
            return of_help(game, game.roll(id), resource)
        case ToAttempt(_, actor, held):
            return _of_trial(game.character(actor), game, held, co.Attempt, more, keep)
        case ToHeal(_, actor, held):
            return _of_trial(game.character(actor), game, held, co.Heal, more, keep)
        case ToGrow(_, actor, wanted):
            return _of_aims(game, game.character(actor), wanted)
        case ToOppose(_, actor):
            return _of_growth(game, actor)
    return _of_rest(game, w)


def _of_rest(game: Game, w: Waiting) -> Odds | None:
    """Throws of which nobody composes the dice."""
    match w.topic:
        case ToInflict(id):
            return live_stress.of_choice(game, id)
        case ToShape(id, actor):
            return live_stress.of_shaping(game, id, actor)
        case StressFalls(id, loser):
            return live_stress.of_fall(game, id, loser)
        case ToAward() if game.opening is not None:
            return of_awards(game, game.opening)
    return None


def _of_answer(game: Game, k: Contest, more: tuple[int, ...], keep: int) -> Odds | None:
    """The contest to its end, the usual dice against those that stand."""
    standing = game.roll(k.to_beat)
    usual = usual_dice(game, game.character(k.answerer), k.standing)
    if not usual or not countable(standing):
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
        f"{LARGEST_DICE}, {_bought(more, keep, each=True)}, {NOBODY_GIVES_IN}",
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
    policy = f"{LARGEST_DICE}, {_bought(more, keep)}"
    return Odds(lines, (c.actor,), policy, command.__name__, beyond=told, law=total_rows(mine))


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


def _of_aims(game: Game, c: Character, wanted: str) -> Odds | None:
    """The chance of each growth, both sides still to be thrown (ITG-73); `wanted`: of the new thing to be described."""
    chances = {o.value: _grows(game, c, o.value) for o in aims(game, c, but=wanted).options}
    beside = tuple(
        Beside("trait", id, f"réussir{NBSP}: {percent(p)}", of=ep.Grow.__name__)
        for id, p in chances.items()
        if p is not None
    )
    if not wanted or (p := _grows(game, c, f"new:{wanted}")) is None:
        return Odds((), (c.actor,), of=ep.Grow.__name__, beside=beside)
    line = OddsLine(f"gagner {NEW[wanted]}", p.numerator, p.denominator, main=True)
    policy = NO_HERITAGE if wanted == "ability" and c.of("heritage") else ""
    return Odds((line,), (c.actor,), policy, ep.Describe.__name__, beside)


def _grows(game: Game, c: Character, aim: str) -> Fraction | None:
    """None where one has more dice than the odds count."""
    against, mine = opposed_to(game, c, aim)
    if len(mine) > MOST_DICE:
        return None
    return p_beats(Pool(mine), Pool(against)) if mine else Fraction(0)


def _of_growth(game: Game, actor: Who) -> Odds | None:
    """Before the game masters' dice, then against what they came to."""
    g = closing_of(game, actor).growth
    if g is None or len(g.player) > MOST_DICE:
        return None
    held: Side = Pool(g.game_master) if g.threshold < 0 else g.threshold
    return Odds(trial_odds(Pool(g.player), held)[:1], (g.actor,))
