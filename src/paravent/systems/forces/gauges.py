"""Stress and madness, corruption and its marks (FOR-24, FOR-25)."""

from __future__ import annotations

from typing import Any

from paravent.core import events as ev
from paravent.core.chances import Faces
from paravent.core.domains import Group, Option, Pool, Text, Whole, one_of
from paravent.core.offers import Offer, Waiting, offer
from paravent.core.roster import change
from paravent.core.rules import rule
from paravent.core.secrecy import audience_for
from paravent.core.values import CHANCE, GM, Who, replace, value
from paravent.systems.forces import commands as co
from paravent.systems.forces import events as e
from paravent.systems.forces.model import Breaking, Character, Game, pack_of
from paravent.systems.forces.weighing import CALM_AT, GAUGE, MARKS_AT, rested, strained

UNNAMED = "à la table de la dire"


@value
class ToStrain:
    """A game master's standing question about everyone's stress."""


@value
class ToCare:
    """A game master's standing question about one character's gauges."""

    actor: Who


@value
class ToBreak:
    """Which madness?"""

    breaking: str
    actor: Who


@rule("FOR-24")
def may_rest(game: Game) -> Offer:
    """A scene of rest, for those who had one."""
    broken = {b.actor for b in game.breaking}
    rested_ones = tuple(
        Option(c.actor, c.name, "repos") for c in game.characters if c.ready and c.actor not in broken
    )
    most = len(rested_ones)
    return offer(
        co.RestScene,
        "FOR-24",
        barred="" if rested_ones else "personne n’est en état de se reposer",
        actors=Pool(rested_ones, (Group("repos", least=1, free=most, most=most),)),
    )


@rule("FOR-24", "FOR-25")
def caring(game: Game, c: Character) -> tuple[Offer, ...]:
    who = one_of(((c.actor, c.name),))
    reason = Text(200, required=True)
    out = []
    if game.option("stress"):
        wait = "une folie se tire encore" if any(b.actor == c.actor for b in game.breaking) else ""
        strain, calm = Whole(1, GAUGE), Whole(0, GAUGE - 1)
        out.append(offer(co.InflictStress, "FOR-24", barred=wait, actor=who, points=strain, why=Text(200)))
        out.append(offer(co.SetStress, "TAB-10", barred=wait, actor=who, value=calm, why=reason))
        if c.madness:
            states = one_of((m, m) for m in dict.fromkeys(c.madness))
            out.append(offer(co.LiftMadness, "FOR-24", actor=who, madness=states))
    if game.option("corruption"):
        out.append(offer(co.SetCorruption, "TAB-10", actor=who, value=Whole(0, GAUGE), why=reason))
    return tuple(out)


def waiting(game: Game) -> tuple[Waiting, ...]:
    drawing = tuple(_drawing(game, b) for b in game.breaking if len(pack_of(game.pack).madness) > 1)
    if not (game.option("stress") or game.option("corruption")):
        return drawing
    strain = (Waiting(ToStrain(), GM, "FOR-24", (may_rest(game),), holds=False, to=(GM,)),)
    return (
        *drawing,
        *(strain if game.option("stress") else ()),
        *(
            Waiting(ToCare(c.actor), GM, "FOR-24", caring(game, c), holds=False, to=(GM,))
            for c in game.characters
            if c.ready
        ),
    )


@rule("FOR-24")
def _drawing(game: Game, b: Breaking) -> Waiting:
    """One of the module's list, drawn."""
    draw = offer(co.DrawMadness, "FOR-24", faces=Faces((len(pack_of(game.pack).madness),)))
    return Waiting(
        ToBreak(b.id, b.actor),
        CHANCE,
        "FOR-24",
        (draw,),
        hand=game.speaker(b.actor),
        to=b.to,
        sealed=b.to is not None,
        procedure=b.id,
    )


def decide(game: Game, w: Waiting, c: Any, new_id: str) -> tuple[Any, ...] | None:
    match w.topic, c:
        case ToStrain(), co.RestScene(actors):
            return tuple(e.Rested(a, rested(game.character(a).stress)) for a in actors)
        case ToCare(), co.InflictStress(actor, points, why):
            return _strained(game, actor, points, why, new_id)
        case ToCare(), co.SetStress(actor, held, why):
            return (e.GaugeSet(actor, "stress", held, why),)
        case ToCare(), co.SetCorruption(actor, held, why):
            return (e.GaugeSet(actor, "corruption", held, why),)
        case ToCare(), co.LiftMadness(actor, text):
            return (e.MadnessLifted(actor, text),)
        case ToBreak(id, actor), co.DrawMadness(faces):
            return (e.MadnessStruck(actor, pack_of(game.pack).madness[faces[0] - 1], id),)
        case _:
            return None


@rule("FOR-24")
def _strained(game: Game, actor: Who, points: int, why: str, new_id: str) -> tuple[Any, ...]:
    """Madness is drawn where the module has several, taken where it has one, left to the table where it has none."""
    s = strained(game.character(actor).stress, points)
    inflicted = e.StressInflicted(
        actor, points, GAUGE if s.broken else s.gauge, why, new_id if s.broken else ""
    )
    states = pack_of(game.pack).madness
    if s.broken and len(states) < 2:
        return (inflicted, e.MadnessStruck(actor, states[0] if states else UNNAMED, new_id))
    return (inflicted,)


@rule("FOR-25")
def follow(game: Game) -> tuple[Any, ...]:
    """A mark for each bound that corruption has reached and not yet marked; at its end, a player's character is taken,
    each time it comes there."""
    if not game.option("corruption"):
        return ()
    for c in game.characters:
        for i, at in enumerate(MARKS_AT):
            if c.corruption >= at and len(c.marks) <= i:
                texts = pack_of(game.pack).marks
                return (e.Marked(c.actor, at, texts[i] if texts else UNNAMED),)
        if game.taken(c.actor) and not c.extra and not c.carried:
            return (e.TakenOver(c.actor),)
    return ()


@rule("FOR-24", "FOR-25")
def evolve(game: Game, event: Any) -> Game:
    match event:
        case e.StressInflicted(actor, _, gauge, _, breaking):
            game = change(game, actor, stress=gauge)
            if not breaking:
                return game
            return replace(
                game, breaking=(*game.breaking, Breaking(breaking, actor, audience_for(game, actor)))
            )
        case e.MadnessStruck(actor, text, breaking):
            game = replace(game, breaking=tuple(b for b in game.breaking if b.id != breaking))
            madness = (*game.character(actor).madness, text)
            return change(game, actor, madness=madness, stress=CALM_AT)
        case e.MadnessLifted(actor, text):
            left = list(game.character(actor).madness)
            left.remove(text)
            return change(game, actor, madness=tuple(left))
        case ev.Abandoned(procedure=id) if any(b.id == id for b in game.breaking):
            return _unbroken(game, next(b for b in game.breaking if b.id == id))
        case e.Rested(actor, gauge):
            return change(game, actor, stress=gauge)
        case e.Corrupted(_, actor, corruption):
            return change(game, actor, corruption=corruption)
        case e.Marked(actor, _, text):
            return change(game, actor, marks=(*game.character(actor).marks, text))
        case e.TakenOver(actor):
            return change(game, actor, carried=True)
        case e.GaugeSet(actor, gauge, held):
            game = change(game, actor, **{gauge: held})
            return change(game, actor, carried=game.character(actor).carried and game.taken(actor))
        case _:
            return game


def _unbroken(game: Game, b: Breaking) -> Game:
    """The draw of a madness is given up: the table says what becomes of it, and the gauge falls back all the same."""
    left = tuple(x for x in game.breaking if x.id != b.id)
    return change(replace(game, breaking=left), b.actor, stress=CALM_AT)
