"""Endurance, wounds, rest, concentration (INT-33, INT-34, INT-55 to INT-58)."""

from __future__ import annotations

from typing import Any

from paravent.core.domains import OneOf, Option, Text, Whole, one_of
from paravent.core.offers import Offer, Waiting, offer
from paravent.core.rules import rule
from paravent.core.secrecy import audience_for
from paravent.core.values import GM, NOBODY, Who, replace, value
from paravent.systems.intentions import commands as co
from paravent.systems.intentions import counter_events as ce
from paravent.systems.intentions import events as e
from paravent.systems.intentions.counter_model import GAUGE, Counter, Harm, Standing, Wound
from paravent.systems.intentions.counters import label, why_full
from paravent.systems.intentions.model import (
    Character,
    Game,
    change_counter,
    pack_of,
    standing_of,
)
from paravent.systems.intentions.skills import covered_skills
from paravent.systems.intentions.thresholds import moved

WOUNDED = (("disadvantage", "désavantage"), ("normal", "aucun effet sur les tests"))
AWAITED = "une perte de concentration attend sa réponse"
COST_NONE = OneOf(
    (Option(value=True, label="l’action n’a pas coûté d’endurance"),),
    (Option(value=False, label="elle en a coûté", note="elle ne peut pas en rendre (INT-56)"),),
)


@value
class ToEndure:
    """A game master's standing question about an endurance."""

    counter: str


@value
class ToFocus:
    """A game master's standing question about a concentration."""

    counter: str


@value
class ToHold:
    """« Concentré »: prevent this loss of concentration? `value` is what would be lost, `saved` the uses so far."""

    counter: str
    actor: Who
    value: int
    saved: int


@value
class ToWound:
    """What does this wound come to?"""

    wound: str
    actor: Who


# Endurance (INT-33, INT-55, INT-58)


@rule("INT-33", "INT-55")
def gauges_of(game: Game, c: Character) -> int:
    """One gauge, and one more each time « Endurant » is taken."""
    return 1 + c.trait(pack_of(game.pack).trait_with("endurance"))


@rule("INT-55", "INT-58")
def endurance(game: Game, id: str, actor: Who, subject: str) -> ce.EnduranceGiven:
    """A full endurance, of a character or a thing: gauges emptied one after the other, counted together.

    That of an extra, cast in the same action perhaps, is for the game masters alone.
    """
    found = game.find(actor)
    gauges = gauges_of(game, found) if found else 1
    full = GAUGE * gauges
    wished: Standing = "public" if not actor else "sheet" if found and not found.extra else "hidden"
    standing = standing_of(game, actor, wished)
    return ce.EnduranceGiven(id, actor, "Endurance", found.name if found else subject, full, gauges, standing)


@rule("INT-55")
def wounds(game: Game, c: Counter, lost: int) -> bool:
    """Whether a loss wounds: it empties the last gauge, or happens there; with the option, it empties any."""
    after = max(0, c.value - lost)
    if after == 0:
        return True
    if not game.option("blessure_par_jauge"):
        return False
    return (c.value - 1) // GAUGE > (after - 1) // GAUGE


@rule("INT-55")
def lost(game: Game, c: Counter, points: int, why: str, new_id: str) -> tuple[Any, ...]:
    """A loss of any size wounds once at most; at 0 it wounds again and the value stays."""
    left = max(0, c.value - points)
    facts: tuple[Any, ...] = (ce.EnduranceLost(c.id, c.actor, c.subject, points, left, why),)
    if wounds(game, c, points):
        facts += (ce.WoundSuffered(new_id, c.id, c.actor, c.subject, why),)
    return facts


@rule("INT-34", "INT-51", "INT-55", "INT-56", "INT-58")
def may_endure(game: Game, c: Counter) -> tuple[Offer, ...]:
    """Losses and rest; what art gives back, only by an action that cost none. A loss at a time: each is one that
    « Concentré » prevents or not.
    """
    this = one_of(((c.id, label(c)),))
    room = c.start - c.value
    full = "" if room else "l’endurance est déjà entière"
    restless = "" if c.actor else "une chose ne se repose pas\N{NO-BREAK SPACE}: elle se répare"
    waits = any(x.shaken and x.actor == c.actor for x in game.counters)
    points = Whole(1, max(1, room))
    mend = offer(co.MendThing, "INT-55", counter=this, wound=one_of((h.id, h.name) for h in c.harm))
    return (
        offer(
            co.LoseEndurance,
            "INT-34" if waits else "INT-55",
            barred=AWAITED if waits else "",
            counter=this,
            points=Whole(1, 20),
            why=Text(120, required=True),
        ),
        offer(co.Rest, "INT-55", barred=restless or full, counter=this, points=points),
        offer(
            co.Recover,
            "INT-56",
            barred=full,
            counter=this,
            points=points,
            how=Text(120, required=True),
            free=COST_NONE,
        ),
        *((mend,) if c.harm else ()),
    )


@rule("INT-55", "INT-58")
def may_give_endurance(game: Game) -> Offer:
    """To a character who has none, or to a thing, by its name."""
    bare = [(c.actor, c.name) for c in game.characters if c.ready and game.endurance(c.actor) is None]
    return offer(
        co.GiveEndurance,
        "INT-58",
        barred=why_full(game),
        actor=one_of((*bare, (NOBODY, "un objet, une chose"))),
        subject=Text(80),
    )


@rule("INT-55")
def may_settle(game: Game, w: Wound) -> Waiting:
    """The game masters say what the wound comes to; it lasts until they lift it."""
    settle = offer(
        co.SettleWound,
        "INT-55",
        name=Text(60, required=True),
        text=Text(300),
        mode=one_of(WOUNDED if w.actor else WOUNDED[-1:]),
        skills=covered_skills(game),
    )
    return Waiting(ToWound(w.id, w.actor), GM, "INT-55", (settle,), to=w.to)


# Concentration (INT-34, INT-57)


@rule("INT-57")
def may_concentrate(game: Game) -> Offer:
    """For a goal, against someone's or something's endurance, or past a number that the game masters fix."""
    busy = {c.actor for c in game.counters if c.sort == "concentration"}
    ready = [Option(c.actor, c.name) for c in game.characters if c.ready]
    able = OneOf(
        tuple(o for o in ready if o.value not in busy),
        tuple(replace(o, note="se concentre déjà") for o in ready if o.value in busy),
    )
    targets = [(c.id, label(c)) for c in game.counters if c.sort == "endurance"]
    return offer(
        co.Concentrate,
        "INT-57",
        barred="" if able.options else "personne n’est libre de se concentrer",
        actor=able,
        goal=Text(120, required=True),
        target=one_of((("", "aucune\N{NO-BREAK SPACE}: un seuil"), *targets)),
        limit=Whole(1, 40),
    )


@rule("INT-57")
def to_pass(game: Game, c: Counter) -> int:
    """What a concentration must pass: the endurance its target has left, or its number."""
    if not c.target:
        return c.limit
    found = next((t for t in game.counters if t.id == c.target), None)
    return found.value if found else c.limit


@rule("INT-57")
def released(game: Game) -> tuple[Any, ...]:
    """Compared after each change of either; past it, the effect happens and the effort is over."""
    for c in game.counters:
        if c.sort == "concentration" and not c.shaken and c.value > to_pass(game, c):
            return (ce.ConcentrationReleased(c.id, c.actor, c.goal, c.value),)
    return ()


@rule("INT-34", "INT-57")
def shaken(game: Game) -> tuple[Any, ...]:
    """Whoever has no « Concentré » left loses the effort by itself."""
    for c in game.counters:
        if c.shaken and not _may_hold(game, c):
            return (ce.ConcentrationLost(c.id, c.actor, c.goal, c.value),)
    return ()


def _may_hold(game: Game, c: Counter) -> bool:
    times = game.character(c.actor).trait(pack_of(game.pack).trait_with("concentration"))
    return c.saved < times


@rule("INT-34")
def may_hold(game: Game) -> tuple[Waiting, ...]:
    """« Concentré » prevents a loss, so many times an effort; the player chooses."""
    return tuple(
        Waiting(
            ToHold(c.id, c.actor, c.value, c.saved),
            c.actor,
            "INT-34",
            (offer(co.KeepFocus, "INT-34"), offer(co.LoseFocus, "INT-57")),
            to=(c.actor, GM),
            idle=co.LoseFocus(),
        )
        for c in game.counters
        if c.shaken and _may_hold(game, c)
    )


def waiting(game: Game) -> tuple[Waiting, ...]:
    tended = []
    for c in game.counters:
        if c.sort == "endurance":
            tended.append(Waiting(ToEndure(c.id), GM, "INT-55", may_endure(game, c), holds=False, to=(GM,)))
        elif c.sort == "concentration":
            this = one_of(((c.id, label(c)),))
            barred = AWAITED if c.shaken else ""
            offers = (
                offer(co.Deepen, "INT-57", barred=barred, counter=this),
                offer(co.StopConcentrating, "INT-57", barred=barred, counter=this),
            )
            tended.append(Waiting(ToFocus(c.id), GM, "INT-57", offers, holds=False, to=(GM,)))
    return (*(may_settle(game, w) for w in game.wounds), *may_hold(game), *tended)


def decide(game: Game, w: Waiting, c: Any, new_id: str) -> tuple[Any, ...] | None:
    match w.topic, c:
        case _, co.GiveEndurance(actor, subject):
            return (endurance(game, new_id, actor, subject or "une chose"),)
        case _, co.LoseEndurance(id, points, why):
            return lost(game, game.counter(id), points, why, new_id)
        case _, co.Rest(id, points):
            return moved(game.counter(id), points, "repos")
        case _, co.Recover(id, points, how):
            return moved(game.counter(id), points, how)
        case ToWound(id, actor), co.SettleWound(name, text, mode, skills):
            wound = next(x for x in game.wounds if x.id == id)
            began = e.ConditionBegan(actor, id, name, text, mode, skills, False, True, "")
            return (
                ce.WoundSettled(id, actor, wound.subject, name, text, wound.thing),
                *((began,) if game.find(actor) else ()),
            )
        case _, co.MendThing(id, mended):
            found = game.counter(id)
            name = next(h.name for h in found.harm if h.id == mended)
            return (ce.ThingMended(id, found.actor, found.subject, mended, name),)
        case _, co.Concentrate(actor, goal, target, limit):
            standing = standing_of(game, actor, "sheet")
            name = game.character(actor).name
            return (ce.ConcentrationBegun(new_id, actor, name, goal, target, limit, standing),)
        case _, co.Deepen(id):
            return moved(game.counter(id), 1, "la concentration tient")
        case _, co.StopConcentrating(id):
            found = game.counter(id)
            return (ce.CounterDropped(id, found.actor, found.theme, found.subject),)
        case ToHold(id, actor), co.KeepFocus():
            return (ce.ConcentrationKept(id, actor, game.counter(id).goal),)
        case ToHold(id, actor), co.LoseFocus():
            found = game.counter(id)
            return (ce.ConcentrationLost(id, actor, found.goal, found.value),)
        case _:
            return None


def follow(game: Game) -> tuple[Any, ...]:
    return shaken(game) or released(game)


def evolve(game: Game, event: Any) -> Game:
    match event:
        case ce.EnduranceGiven(id, actor, theme, subject, full, gauges, standing):
            new = Counter(
                id=id,
                theme=theme,
                actor=actor,
                subject=subject,
                sort="endurance",
                rising=False,
                low=1,
                high=full,
                start=full,
                value=full,
                face="boxes",
                standing=standing,
                gauges=gauges,
            )
            return change_counter(replace(game, counters=(*game.counters, new)), id)
        case ce.EnduranceExtended(id):
            found = game.counter(id)
            more = {"high": found.high + GAUGE, "start": found.start + GAUGE, "value": found.value + GAUGE}
            return change_counter(game, id, **more, gauges=found.gauges + 1)
        case ce.EnduranceLost(id, actor, _, _, left):
            return _unsettled(change_counter(game, id, value=left), actor)
        case ce.WoundSuffered(wound, counter, actor, subject, cause):
            secret = game.counter(counter).standing == "hidden"
            to = (GM,) if secret else audience_for(game, actor)
            thing = "" if actor else counter
            return replace(game, wounds=(*game.wounds, Wound(wound, actor, subject, cause, thing, to)))
        case ce.WoundSettled(wound, name=name, text=text, thing=thing):
            game = replace(game, wounds=tuple(w for w in game.wounds if w.id != wound))
            kept = (*game.counter(thing).harm, Harm(wound, name, text)) if thing else ()
            return change_counter(game, thing, harm=kept) if thing else game
        case ce.ThingMended(id, wound=mended):
            intact = tuple(h for h in game.counter(id).harm if h.id != mended)
            return change_counter(game, id, harm=intact)
        case ce.ConcentrationBegun(id, actor, subject, goal, target, limit, standing):
            new = Counter(
                id=id,
                theme="Concentration",
                actor=actor,
                subject=subject,
                sort="concentration",
                rising=True,
                low=1,
                high=0,
                start=0,
                value=0,
                face="clock",
                standing=standing,
                goal=goal,
                target=target,
                limit=limit,
            )
            return change_counter(replace(game, counters=(*game.counters, new)), id)
        case ce.ConcentrationKept(id):
            return change_counter(game, id, shaken=False, saved=game.counter(id).saved + 1)
        case ce.ConcentrationLost(id) | ce.ConcentrationReleased(id):
            return change_counter(game, id, value=0, saved=0, shaken=False)
        case _:
            return game


@rule("INT-57")
def _unsettled(game: Game, actor: Who) -> Game:
    """Losing endurance shakes one's concentration, once the effort has begun."""
    for c in game.counters:
        if c.sort == "concentration" and c.actor == actor != NOBODY and c.value:
            game = change_counter(game, c.id, shaken=True)
    return game
