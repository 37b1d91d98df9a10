"""One roll, from its composition until it is kept (ITG-11 to ITG-19, ITG-32 to ITG-39).

A roll belongs to a contest, a test, a recovery or an initiative, and runs by itself: whatever it belongs to only asks
whether it is over.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from paravent.core.chances import Faces
from paravent.core.domains import Group, OneOf, Option, Pool, Text, Whole
from paravent.core.french import of
from paravent.core.offers import Offer, Waiting, offer
from paravent.core.roster import change
from paravent.core.rules import rule
from paravent.core.values import CHANCE, GM, NOBODY, Who, value
from paravent.systems.intrigue import commands as co
from paravent.systems.intrigue import events as e
from paravent.systems.intrigue.boosts import apply_boost, roll_boosts
from paravent.systems.intrigue.model import (
    USUAL_KEEP,
    Brawling,
    Character,
    Die,
    Game,
    Interfering,
    Roll,
    Trait,
    change_die,
    change_roll,
)
from paravent.systems.intrigue.purse import (
    frozen_points,
    is_players,
    paid_to,
    payee_of,
    received,
    stepped_down,
    why_poor,
)
from paravent.systems.intrigue.resources import helping_options, price_of
from paravent.systems.intrigue.weighing import (
    CHALLENGE_DICE,
    DETAIL,
    Answer,
    answer_to_one,
    answered,
    may_remove,
    step_down,
)

POINTS_MOST = 12
KINDS = {"value": "Valeur", "relationship": "Relation"}
ASSETS = ("distinction", "ability", "gear")
FOE, OWN, DETAILS, POOL = "Stress adverse", "Son propre Stress", "Détails utiles", "Pile des problèmes"


@value
class ToRoll:
    """Dice in the air; `dice` so far, for each throw is another question."""

    roll: str
    actor: Who
    dice: int
    thrown: int


@value
class ToBuy:
    """The window of a roll, for whoever rolled; `beat` changes with each purchase."""

    roll: str
    actor: Who
    beat: int


@value
class ToMind:
    """The ones of a roll, for the game masters or for the player opposed."""

    roll: str
    actor: Who
    beat: int


@value
class ToHelp:
    """The dice of a resource, in the air or to be kept."""

    roll: str
    resource: str
    fallen: bool


# Composition (ITG-11 to ITG-13, ITG-18, ITG-19, ITG-32)


@rule("ITG-11", "ITG-13", "ITG-18", "ITG-19", "ITG-32")
def pool_of(
    game: Game, c: Character, foe: Who, *, foe_stress: bool = True, uses_own: bool = False
) -> Pool[str]:
    """A value, a relationship, an asset if any, the foe's largest stress if any; each further one costs a plot point.

    `uses_own`: the foe already throws this character's largest stress, which it then may not throw itself.
    """
    free = c.extra or c.excused
    options = [_plain(t) for t in c.traits if t.sort != "heritage" and t.usable]
    options += [_challenged(t) for t in c.traits if t.motivation and t.die > 4 and not t.flying]
    options += _foe_stress(game, foe) if foe_stress else []
    worst = c.worst_stress() if uses_own else -1
    options += [
        Option(f"s:{i}", f"{game.stresses_named[i]} D{die}", OWN)
        for i, die in enumerate(c.stress)
        if die and i != worst
    ]
    options += [Option(f"d:{i}", f"{name} D{DETAIL}", DETAILS) for i, name in enumerate(c.details)]
    if c.extra:
        options += [Option(f"p:{i}", f"D{die}", POOL) for i, die in enumerate(game.pool)]
    groups = (
        Group(KINDS["value"], 0 if free or not c.of("value") else 1),
        Group(KINDS["relationship"], 0 if free or not c.of("relationship") else 1),
        Group("Atout"),
        Group(FOE, most=1),
        Group(OWN, free=0),
        Group(DETAILS, free=99),
        *((Group(POOL, free=99),) if c.extra else ()),
    )
    return Pool(tuple(options), groups)


def _plain(t: Trait) -> Option[str]:
    return Option(f"t:{t.id}", f"{t.name} D{t.die}", KINDS.get(t.sort, "Atout"), t.id, t.text)


@rule("ITG-13")
def _challenged(t: Trait) -> Option[str]:
    """Three dice instead of one; the motivation steps down once they have fallen."""
    label = f"{t.name}, remise en question\N{NO-BREAK SPACE}: {CHALLENGE_DICE}D{t.die}"
    return Option(
        f"c:{t.id}", label, KINDS[t.sort], t.id, f"D{t.die} au développement, puis D{step_down(t.die)}"
    )


def _foe_stress(game: Game, foe: Who) -> list[Option[str]]:
    """The largest only (ITG-11); it is named after its owner, as all that tells of somebody who may be hidden."""
    c = game.find(foe)
    place = c.worst_stress() if c else -1
    if c is None or place < 0:
        return []
    label = f"{game.stresses_named[place]} {of(c.name)} D{c.stress[place]}"
    return [Option(f"f:{place}", label, FOE, c.actor)]


@rule("ITG-32")
def throws_own(game: Game, procedure: str, actor: Who) -> bool:
    """Whether that character's own largest stress is thrown against it in what is under way."""
    against = [t.pool_roll for t in game.tests if t.id == procedure]
    if k := game.contest_of(procedure):
        against += k.stage.rolls if isinstance(k.stage, Brawling) else (k.to_beat,)
    return any(
        r.foe == actor and any(d.source.startswith("f:") for d in r.dice)
        for r in game.rolls
        if r.id in against
    )


def compose(
    game: Game, command: type, c: Character, foe: Who, rule_id: str, *, price: int = 0, **more: Any
) -> Offer:
    """The offer of a roll: its pool, what is kept, plot points permitting; `price` besides."""
    foe_stress, uses_own = more.pop("foe_stress", True), more.pop("uses_own", False)
    keeps_more = more.pop("keeps_more", True)
    barred = ""
    if c.stressed_out:
        barred = "qui a craqué ne lance plus de dé (ITG-48)"
    elif not c.extra and c.points < price:
        barred = (
            "il faut un Point d’Intrigue"
            if not frozen_points(c)
            else "les Points d’Intrigue reçus sont gelés (ITG-39)"
        )
    budget = None if c.extra else c.points - price
    most = min(POINTS_MOST, c.points - price) if keeps_more and not c.extra else 0
    keep = Whole(0, max(0, most), each_costs=1)
    pool = pool_of(game, c, foe, foe_stress=foe_stress, uses_own=uses_own)
    return offer(command, rule_id, budget=budget, barred=barred, **more, pool=pool, keep=keep)


@rule("ITG-48")
def or_nothing(c: Character, thrown: Offer) -> tuple[Offer, ...]:
    """The offer of a roll that must come; whoever is stressed out throws nothing instead."""
    return (offer(co.StandBy, "ITG-48"),) if c.stressed_out else (thrown,)


def nothing(id: str, procedure: str, actor: Who, to: tuple[Who, ...] | None) -> e.RollComposed:
    """A roll without a die, kept at once."""
    roll = Roll(id, procedure, actor, NOBODY, (), settled=True, ones_left=True, to=to)
    return e.RollComposed(roll, actor, NOBODY, (), 0, GM, ())


@rule("ITG-11", "ITG-13", "ITG-32", "ITG-33", "ITG-38")
def composed(
    game: Game,
    id: str,
    procedure: str,
    actor: Who,
    foe: Who,
    c: Any,
    *,
    payee: Who | None = None,
    helps: str = "",
    to: tuple[Who, ...] | None,
    price: int = 0,
    keep: int = USUAL_KEEP,
    foe_stress: bool = True,
) -> e.RollComposed:
    """The roll as its picks make it, and what it costs; `payee`: who receives the points where it opens a contest."""
    who = game.character(actor)
    dice = tuple(d for source in c.pool for d in dice_of(game, who, foe, source))
    pool = pool_of(game, who, foe, foe_stress=foe_stress)
    paid = price + pool.price(tuple(s for s in c.pool)) + c.keep
    challenged = tuple(
        (t.id, t.name, t.die)
        for source in c.pool
        if source.startswith("c:")
        for t in (who.trait(source[2:]),)
    )
    ids = tuple(t for t, _, _ in challenged)
    roll = Roll(id, procedure, actor, foe, dice, keep + c.keep, challenged=ids, helps=helps, to=to)
    paid_whom = payee_of(game, procedure, actor, foe) if payee is None else payee
    return e.RollComposed(roll, actor, foe, dice, paid, paid_whom, challenged)


def dice_of(game: Game, c: Character, foe: Who, source: str) -> tuple[Die, ...]:
    """The dice of one pick."""
    sort, _, key = source.partition(":")
    match sort:
        case "t":
            t = c.trait(key)
            return (Die(source, t.name, t.die),)
        case "c":
            t = c.trait(key)
            return (Die(source, t.name, t.die),) * CHALLENGE_DICE
        case "f":
            return (Die(source, game.stresses_named[int(key)], game.character(foe).stress[int(key)]),)
        case "s":
            return (Die(source, game.stresses_named[int(key)], c.stress[int(key)]),)
        case "d":
            return (Die(source, c.details[int(key)], DETAIL),)
        case _:
            return (Die(source, POOL, game.pool[int(key)]),)


# The window (ITG-15, ITG-16, ITG-32 to ITG-37)


def waiting(game: Game) -> tuple[Waiting, ...]:
    return tuple(w for r in game.rolls for w in of_roll(game, r))


def of_roll(game: Game, r: Roll) -> tuple[Waiting, ...]:
    """Dice in the air; else what may be bought on either side, until both leave it."""
    if r.in_air:
        return (_in_the_air(game, r),)
    helping = next((h for h in r.helpings if not h.chosen), None)
    if helping is not None:
        return (_helping(game, r, helping),)
    out = []
    if not r.settled:
        out.append(_window(game, r))
    if r.ones and not r.ones_left and (minding := _minding(game, r)) is not None:
        out.append(minding)
    return tuple(out)


def beat_of(r: Roll) -> int:
    """What a window's name changes with."""
    said = len(r.helpings) + len(r.used) * 1_000_000
    return len(r.dice) + r.keep * 100 + r.aid * 10_000 + sum(d.face for d in r.dice) + said


def hand_of(game: Game, r: Roll) -> Who:
    return r.actor or GM


def _in_the_air(game: Game, r: Roll) -> Waiting:
    topic = ToRoll(r.id, r.actor, len(r.dice), sum(bool(d.face) for d in r.dice))
    roll = offer(
        co.Roll,
        "ITG-12",
        faces=Faces(tuple(d.size for d in r.in_air), tuple(f"{d.name} D{d.size}" for d in r.in_air)),
    )
    return Waiting(
        topic,
        CHANCE,
        "ITG-12",
        (roll,),
        hand=hand_of(game, r),
        to=r.to,
        sealed=r.to is not None,
        procedure=r.procedure,
    )


def _helping(game: Game, r: Roll, h: Any) -> Waiting:
    if not h.faces:
        fall = offer(co.Roll, "ITG-51", faces=Faces((h.size,) * h.dice))
        topic = ToHelp(r.id, h.resource, False)
        return Waiting(
            topic,
            CHANCE,
            "ITG-51",
            (fall,),
            hand=hand_of(game, r),
            to=r.to,
            sealed=r.to is not None,
            procedure=r.procedure,
        )
    kept = offer(co.KeepHelp, "ITG-51", dice=Whole(1, h.dice))
    topic = ToHelp(r.id, h.resource, True)
    return Waiting(topic, r.actor, "ITG-51", (kept,), to=r.to, idle=co.KeepHelp(1), procedure=r.procedure)


@rule("ITG-32", "ITG-33", "ITG-34", "ITG-36", "ITG-37", "ITG-51")
def _window(game: Game, r: Roll) -> Waiting:
    """Buy, or keep: the game masters' characters pay too, with endless points (ITG-38)."""
    if not r.actor:
        keep = (
            offer(co.Settle, "ITG-60"),
            offer(co.KeepMore, "ITG-33", barred=_why_no_more(game, r)),
        )
        return Waiting(
            ToBuy(r.id, GM, beat_of(r)), GM, "ITG-33", keep, to=r.to, idle=co.Settle(), procedure=r.procedure
        )
    c = game.character(r.actor)
    poor = why_poor(c, 1)
    pool = pool_of(game, c, r.foe, uses_own=throws_own(game, r.procedure, c.actor))
    more = tuple(o for o in pool.options if o.value[0] in "ts" and not _has(r, o))
    offers = [
        offer(co.Settle, "ITG-12"),
        offer(co.BuyDie, "ITG-32", barred=poor, source=OneOf(more)),
        offer(co.BuyDetail, "ITG-34", barred=poor, name=Text(80, required=True), die=_detail_dice(game, c)),
    ]
    if not r.helps:  # of which the best die alone counts
        offers.append(offer(co.KeepMore, "ITG-33", barred=poor or _why_no_more(game, r)))
        if helps := helping_options(game, c, r):
            why = "" if helps.options else helps.out[0].note
            offers.append(offer(co.UseResource, "ITG-51", barred=why, resource=helps))
    offers += roll_boosts(game, c, r)
    return Waiting(
        ToBuy(r.id, r.actor, beat_of(r)),
        r.actor,
        "ITG-32",
        tuple(offers),
        to=r.to,
        idle=co.Settle(),
        procedure=r.procedure,
    )


def _has(r: Roll, o: Option[str]) -> bool:
    key = o.value[2:]
    return any(d.source[2:] == key and d.source[0] in ("t", "c", o.value[0]) for d in r.dice)


def _detail_dice(game: Game, c: Character) -> OneOf[int]:
    usual = Option(DETAIL, f"D{DETAIL}")
    spent = (
        Option(-n, f"D{n} de la pile")
        for n in dict.fromkeys(game.pool)
        if c.extra and may_remove(game.pool, n)
    )
    return OneOf((usual, *spent))


@rule("ITG-16", "ITG-20", "ITG-33")
def _why_no_more(game: Game, r: Roll) -> str:
    """Why no further die can be kept: one of the pool is spent, if the pool can do without it."""
    die = next_kept(r)
    if die is None:
        return "tous les dés sont déjà gardés"
    if die.source.startswith("p:") and not may_remove(game.pool, die.size):
        return "la pile ne descend pas sous deux dés (ITG-20)"
    return ""


def next_kept(r: Roll) -> Die | None:
    """The best die not kept yet."""
    ranked = sorted(r.dice, key=lambda d: (-(d.face if d.face > 1 else 0), d.source[:1] == "p"))
    return ranked[r.keep] if len(ranked) > r.keep else None


@rule("ITG-15", "ITG-16")
def _minding(game: Game, r: Roll) -> Waiting | None:
    """The game masters buy a player's ones; a player answers theirs, where one is opposed to the roll."""
    if is_players(game, r.actor):
        ones = OneOf(tuple(Option(i, f"le 1 d’un D{r.dice[i].size}") for i in r.ones))
        offers: tuple[Offer, ...] = (offer(co.LeaveOnes, "ITG-15"), offer(co.BuyOne, "ITG-15", die=ones))
        who: Who = GM
    else:
        answers, turn = answers_to(game, r), answering(game, r)
        if not answers.options or not turn:
            return None
        offers = (offer(co.AnswerOne, "ITG-16", answer=answers), offer(co.LeaveOnes, "ITG-16"))
        who = turn
    return Waiting(
        ToMind(r.id, r.actor, beat_of(r) * 10 + len(r.ones)),
        who,
        offers[0].rule,
        offers,
        to=r.to,
        idle=co.LeaveOnes(),
        procedure=r.procedure,
    )


def foes_of(game: Game, r: Roll) -> tuple[Who, ...]:
    """Everyone opposed to a roll, in order: two where somebody steps between or all three roll, more in initiative."""
    if r.helps:
        return foes_of(game, game.roll(r.helps))
    for x in game.initiatives:
        if x.id == r.procedure:
            return tuple(a for a in x.people if a != r.actor)
    k = game.contest_of(r.procedure)
    match k.stage if k else None:
        case Interfering(third) | Brawling(third) if k:
            people = [c.actor for c in game.characters if c.actor in (*k.sides, third)]
            return tuple(a for a in people if a != r.actor)
        case _:
            return (r.foe,) if r.foe else ()


@rule("ITG-16")
def answering(game: Game, r: Roll) -> Who:
    """Whose turn it is to answer the ones of a roll, one each in turn; nobody's among the game masters' own."""
    players = [a for a in foes_of(game, r) if is_players(game, a)]
    return players[sum(d.bought for d in r.dice) % len(players)] if players else NOBODY


@rule("ITG-16", "ITG-20")
def answers_to(game: Game, r: Roll) -> OneOf[str]:
    """What the first of the ones takes away or steps down."""
    found = answer_to_one(game.pool, r.dice[r.ones[0]].size)
    return OneOf(
        tuple(
            Option(f"r{a.size}", f"retirer un D{a.size}")
            if a.removes
            else Option(f"l{a.size}", f"D{a.size} → D{step_down(a.size)}")
            for a in found
        )
    )


# What is decided


def decide(game: Game, w: Waiting, c: Any, new_id: str) -> tuple[Any, ...] | None:
    match w.topic:
        case ToRoll(id):
            r = game.roll(id)
            return (e.Fell(id, r.actor, r.in_air, c.faces),)
        case ToHelp(id, resource, fallen):
            return _helped(game, game.roll(id), resource, c, fallen=fallen)
        case ToBuy(id):
            return _bought(game, game.roll(id), c)
        case ToMind(id):
            return _minded(game, game.roll(id), c)
        case _:
            return None


def _helped(game: Game, r: Roll, resource: str, c: Any, *, fallen: bool) -> tuple[Any, ...]:
    h = next(h for h in r.helpings if h.resource == resource and not h.chosen)
    if not fallen:
        return (e.HelpFell(r.id, r.actor, resource, h.name, c.faces),)
    worth = sum(sorted((f if f > 1 else 0 for f in h.faces), reverse=True)[: c.dice])
    return (e.HelpKept(r.id, r.actor, resource, h.name, c.dice, worth),)


@rule("ITG-32", "ITG-33", "ITG-34", "ITG-36", "ITG-37")
def _bought(game: Game, r: Roll, c: Any) -> tuple[Any, ...]:
    payee = payee_of(game, r.procedure, r.actor, r.foe)
    match c:
        case co.Settle():
            return (e.RollSettled(r.id, r.actor, r.total),)
        case co.BuyDie(source):
            (die,) = dice_of(game, game.character(r.actor), r.foe, source)
            return (e.DieBought(r.id, r.actor, die, payee, 1, "ITG-32"),)
        case co.KeepMore():
            kept = next_kept(r)
            spent = kept.size if kept is not None and kept.source.startswith("p:") else 0
            return (e.KeptMore(r.id, r.actor, payee, 0 if spent else 1, spent),)
        case co.BuyDetail(name, die):
            spent = -die if die < 0 else 0
            new = Die(f"d:{name}", name, spent or DETAIL)
            return (e.DieBought(r.id, r.actor, new, payee, 1, "ITG-34", name, spent),)
        case co.UseResource(resource):
            found = game.resource(resource)
            cost = price_of(game, game.character(r.actor), found)
            return (e.ResourceUsed(r.id, r.actor, resource, found.name, found.die, found.left, cost),)
        case co.Activate(boost, die):
            return apply_boost(game, r, payee, boost, die)
        case other:
            raise AssertionError(other)


@rule("ITG-15", "ITG-16")
def _minded(game: Game, r: Roll, c: Any) -> tuple[Any, ...]:
    match c:
        case co.LeaveOnes():
            several = sum(is_players(game, a) for a in foes_of(game, r)) > 1 and not is_players(game, r.actor)
            return (e.OnesLeft(r.id, r.actor, r.ones[0] if several else -1),)
        case co.BuyOne(place):
            size = r.dice[place].size
            return (e.OneBought(r.id, r.procedure, r.actor, place, size, (*game.pool, size)),)
        case co.AnswerOne(answer):
            return (_answered(game, r, answer),)
        case other:
            raise AssertionError(other)


def _answered(game: Game, r: Roll, answer: str) -> e.OneAnswered:
    removes, size = answer[0] == "r", int(answer[1:])
    pool = answered(game.pool, Answer(removes, size))
    return e.OneAnswered(r.id, answering(game, r), r.ones[0], removes, size, pool)


def follow(game: Game) -> tuple[Any, ...]:
    """Ones that nobody can do anything with are left."""
    for r in game.rolls:
        if (
            r.settled
            and r.ones
            and not r.ones_left
            and not r.in_air
            and not r.waits_for_help
            and _minding(game, r) is None
        ):
            return (e.OnesLeft(r.id, r.actor),)
    return ()


# Books


def evolve(game: Game, event: Any) -> Game:
    match event:
        case e.RollComposed(roll, actor, _, _, paid, payee):
            game = replace(game, rolls=(*game.rolls, roll))
            return paid_to(change(game, actor, excused=False), roll.procedure, actor, payee, paid)
        case e.Fell(id, _, _, faces):
            return _fallen(game, id, faces)
        case e.DieBought(id, actor, die, payee, cost, _, detail, spent):
            r = game.roll(id)
            game = change_roll(game, id, dice=(*r.dice, die), ones_left=False)
            if detail:
                game = change(game, actor, details=(*game.character(actor).details, detail))
            return paid_to(without_size(game, spent), r.procedure, actor, payee, cost)
        case e.KeptMore(id, actor, payee, cost, spent):
            r = game.roll(id)
            game = change_roll(game, id, keep=r.keep + 1)
            return paid_to(without_size(game, spent), r.procedure, actor, payee, cost)
        case e.BoostUsed(id, actor, _, _, cost, payee, again, larger, boost):
            r = game.roll(id)
            game = change_roll(game, id, used=(*r.used, boost))
            return _boosted(paid_to(game, r.procedure, actor, payee, cost), id, again, larger)
        case e.RollSettled(id):
            return change_roll(game, id, settled=True)
        case e.OneBought(id, procedure, actor, place, _, pool):
            game = change_die(replace(game, pool=pool), id, place, bought=True)
            return received(game, procedure, actor, 1)
        case e.OneAnswered(id, _, place, pool=pool):
            return change_die(replace(game, pool=pool), id, place, bought=True)
        case e.OnesLeft(id, _, place) if place >= 0:
            return change_die(game, id, place, bought=True)
        case e.OnesLeft(id):
            return change_roll(game, id, ones_left=True)
        case _:
            return game


@rule("ITG-13")
def _challenge(game: Game, actor: Who, trait: str, die: int) -> Game:
    """A die of the size thrown joins the growth pool, and it steps down for the episode."""
    c = game.character(actor)
    game = change(game, actor, growth=(*c.growth, die))
    return stepped_down(game, actor, trait)


def _fallen(game: Game, id: str, faces: tuple[int, ...]) -> Game:
    """Faces for the dice in the air; what was challenged pays for it at the first throw."""
    r, new = game.roll(id), iter(faces)
    if not any(d.face for d in r.dice):
        for trait in r.challenged:
            size = next(d.size for d in r.dice if d.source == f"c:{trait}")
            game = _challenge(game, r.actor, trait, size)
    dice = tuple(d if d.face else replace(d, face=next(new)) for d in r.dice)
    return change_roll(game, id, dice=dice)


def _boosted(game: Game, id: str, again: int, larger: int) -> Game:
    """A die thrown again, at another size where the bonus says so."""
    if again < 0:
        return game
    size = {"size": larger} if larger else {}
    game = change_roll(game, id, ones_left=False)
    return change_die(game, id, again, face=0, bought=False, **size)


def without_size(game: Game, size: int) -> Game:
    """The trouble pool without a die of that size; 0 for none."""
    if not size:
        return game
    left = list(game.pool)
    left.remove(size)
    return replace(game, pool=tuple(left))
