"""Stress inflicted, and who stresses out (ITG-04, ITG-43, ITG-44, ITG-46 to ITG-49).

A contest or a test holds an `Inflicting`; this part asks its questions, whichever it is.
"""

from __future__ import annotations

from typing import Any

from paravent.core.chances import Faces
from paravent.core.domains import OneOf, Option, one_of
from paravent.core.offers import Offer, Waiting, offer
from paravent.core.roster import change
from paravent.core.rules import rule
from paravent.core.values import CHANCE, GM, Who, replace, value
from paravent.systems.intrigue import commands as co
from paravent.systems.intrigue import contest_events as cev
from paravent.systems.intrigue.boosts import AFTER_FALL, BY_LOSER, BY_WINNER, boost_of, boosts_of, shaped
from paravent.systems.intrigue.contest_model import Inflicting, Infliction
from paravent.systems.intrigue.model import Game
from paravent.systems.intrigue.purse import paid_to, payee_of, why_poor
from paravent.systems.intrigue.roll_model import Roll
from paravent.systems.intrigue.sheet_model import Character
from paravent.systems.intrigue.weighing import Die as Shown
from paravent.systems.intrigue.weighing import new_stress, stress_pile, stress_size


@value
class ToInflict:
    """Which stress? `left`: how many are to fall."""

    procedure: str
    loser: Who
    left: int


@value
class ToShape:
    """Bonuses on the dice of a stress, by one side; `dice` so far."""

    procedure: str
    actor: Who
    loser: Who
    left: int
    dice: tuple[int, ...]
    faces: tuple[int, ...] = ()
    used: int = 0


@value
class StressFalls:
    procedure: str
    loser: Who
    left: int
    used: int = 0


@value
class ToStressOut:
    """Does the loser stress out?"""

    procedure: str
    loser: Who
    left: int


@rule("ITG-46")
def inflicting_dice(r: Roll) -> tuple[int, ...]:
    """The dice of the winner's last roll that did not show a 1, kept or not; nothing of what others brought."""
    return stress_pile(Shown(d.size, d.face) for d in r.dice)


def infliction(r: Roll, loser: Who, *, decisive: bool = False) -> Infliction:
    return Infliction(r.actor, loser, inflicting_dice(r), decisive)


# Questions


def waiting(game: Game, procedure: str, x: Inflicting, to: tuple[Who, ...] | None) -> tuple[Waiting, ...]:
    """What the stress under way waits for; () when the rules go on by themselves."""
    if not x.queue:
        return ()
    i, left = x.queue[0], len(x.queue)
    winner = i.winner or GM
    if x.outing:
        yes = one_of(((True, "oui"), (False, "non")))
        out = offer(co.StressOut, why_out(i), yes=yes)
        topic: Any = ToStressOut(procedure, i.loser, left)
        return (
            Waiting(topic, winner, out.rule, (out,), to=to, idle=co.StressOut(False), procedure=procedure),
        )
    if i.category < 0:
        which = OneOf(tuple(_stress(game, i.loser, n) for n in range(len(game.stresses_named))))
        chosen = offer(co.Inflict, "ITG-46", category=which)
        topic = ToInflict(procedure, i.loser, left)
        return (Waiting(topic, winner, "ITG-46", (chosen,), to=to, idle=co.Inflict(0), procedure=procedure),)
    if shaping := _shaping(game, procedure, x, to):
        return (shaping,)
    if not i.dice:
        return ()
    fall = offer(co.StressDice, "ITG-46", faces=Faces(i.dice))
    topic = StressFalls(procedure, i.loser, left, len(i.used))
    return (
        Waiting(
            topic, CHANCE, "ITG-46", (fall,), hand=winner, to=to, sealed=to is not None, procedure=procedure
        ),
    )


@rule("ITG-44", "ITG-47")
def why_out(i: Infliction) -> str:
    """The rule by which the winner decides on stressing out."""
    return "ITG-44" if i.decisive else "ITG-47"


def _stress(game: Game, loser: Who, n: int) -> Option[int]:
    held = game.character(loser).stress[n]
    return Option(n, game.stresses_named[n], note=f"D{held}" if held else "vide")


@rule("ITG-49")
def _shaping(game: Game, procedure: str, x: Inflicting, to: tuple[Who, ...] | None) -> Waiting | None:
    """First whoever inflicts, then whoever suffers, while they have a bonus for it; once fallen, the former again."""
    i = x.queue[0]
    turns = ((i.winner, AFTER_FALL),) if i.faces else ((i.winner, BY_WINNER), (i.loser, BY_LOSER))
    for actor, kinds in turns:
        c = game.find(actor) if actor else None
        if c is None or (actor in i.braced and not i.faces):
            continue
        options = _bonuses(c, kinds, i)
        if options.options:
            offers: tuple[Offer, ...] = (
                offer(co.LetStressFall, "ITG-49"),
                offer(co.ShapeStress, "ITG-49", boost=options),
            )
            topic = ToShape(procedure, actor, i.loser, len(x.queue), i.dice, i.faces, len(i.used))
            return Waiting(
                topic, actor, "ITG-49", offers, to=to, idle=co.LetStressFall(), procedure=procedure
            )
    return None


@rule("ITG-49")
def bonuses_of(game: Game, i: Infliction, actor: Who) -> OneOf[str]:
    """Those that a side may use now on the dice of a stress."""
    kinds = AFTER_FALL if i.faces else BY_WINNER if actor == i.winner else BY_LOSER
    return _bonuses(game.character(actor), kinds, i)


def _bonuses(c: Character, kinds: Any, i: Infliction) -> OneOf[str]:
    within: list[Option[str]] = []
    out: list[Option[str]] = []
    for id, t, b in boosts_of(c, kinds):
        if id in i.used or (not i.dice and b.effect != "stress_die"):
            continue
        why = why_poor(c, b.points) if b.points else ""
        option = Option(id, f"{t.name}\N{NO-BREAK SPACE}: {b.gain}", note=why or b.cost)
        (out if why else within).append(option)
    return OneOf(tuple(within), tuple(out))


def decide(game: Game, w: Waiting, c: Any, x: Inflicting | None) -> tuple[Any, ...] | None:
    """`x`: the stress under way of the procedure that the question belongs to."""
    if x is None or not x.queue:
        return None
    i = x.queue[0]
    match w.topic, c:
        case ToInflict(id, loser), co.Inflict(category):
            return (cev.CategoryChosen(id, i.winner, loser, category, game.stresses_named[category]),)
        case ToShape(id), co.LetStressFall() if i.faces:
            return (_set(game, id, i, i.faces),)
        case ToShape(id, actor), co.LetStressFall():
            return (cev.StressBraced(id, actor),)
        case ToShape(id, actor), co.ShapeStress(boost):
            t, b = boost_of(game.character(actor), boost)
            return (cev.StressShaped(id, actor, t.name, b.gain, b.points, shaped(i.dice, b), boost),)
        case StressFalls(id), co.StressDice(faces):
            winner = game.find(i.winner) if i.winner else None
            if winner is not None and _bonuses(winner, AFTER_FALL, i).options:
                return (cev.StressFell(id, i.loser, faces),)
            return (_set(game, id, i, faces),)
        case ToStressOut(id, loser), co.StressOut(yes):
            return (cev.OutDecided(id, i.winner, loser, yes, why_out(i)),)
        case _:
            return None


@rule("ITG-46", "ITG-47", "ITG-48")
def _set(game: Game, procedure: str, i: Infliction, faces: tuple[int, ...]) -> cev.StressSet:
    """The die that shows most is the new stress, a step up where it was that large already."""
    c = game.character(i.loser)
    before, size = c.stress[i.category], stress_size(i.dice, faces)
    struck = new_stress(before, size)
    outing = not c.stressed_out and (i.decisive or struck.may_stress_out)
    name = game.stresses_named[i.category]
    return cev.StressSet(procedure, i.loser, i.category, name, struck.size, faces, outing, size <= before)


@rule("ITG-46")
def follow(game: Game, procedure: str, x: Inflicting) -> tuple[Any, ...]:
    """No die, and no bonus that adds one: no stress, but by five or more the winner may still stress out (ITG-44)."""
    if not x.queue or x.queue[0].dice or x.outing:
        return ()
    i = x.queue[0]
    winner = game.find(i.winner) if i.winner else None
    if winner is not None and i.winner not in i.braced and _bonuses(winner, BY_WINNER, i).options:
        return ()
    return (cev.StressSpared(procedure, i.loser, i.decisive),)


def evolve(game: Game, x: Inflicting, event: Any) -> tuple[Game, Inflicting]:
    """The stress under way, and what it does to whom."""
    match event:
        case cev.CategoryChosen(category=category):
            return game, _first(x, category=category)
        case cev.StressShaped(id, actor, _, _, cost, dice, boost):
            i = x.queue[0]
            other = i.loser if actor == i.winner else i.winner
            game = paid_to(game, id, actor, payee_of(game, id, actor, other), cost)
            return game, _first(x, dice=dice, used=(*i.used, boost), faces=())
        case cev.StressFell(faces=faces):
            return game, _first(x, faces=faces)
        case cev.StressBraced(_, actor):
            return game, _first(x, braced=(*x.queue[0].braced, actor))
        case cev.StressSet(_, loser, category, _, die, _, outing):
            stress = game.character(loser).stress
            game = change(game, loser, stress=(*stress[:category], die, *stress[category + 1 :]))
            return game, _next(x, outing=outing)
        case cev.StressSpared(_, loser, outing):
            return game, _next(x, outing=outing and not game.character(loser).stressed_out)
        case cev.OutDecided(loser=loser, yes=yes):
            if yes:
                game = change(game, loser, stressed_out=True)
            return game, _next(x, outing=False)
        case _:
            return game, x


def _first(x: Inflicting, **fields: Any) -> Inflicting:
    return replace(x, queue=(replace(x.queue[0], **fields), *x.queue[1:]))


def _next(x: Inflicting, *, outing: bool) -> Inflicting:
    return replace(x, outing=True) if outing else Inflicting(x.queue[1:])
