"""Contests: action, then give in or react, until somebody falls short (ITG-40 to ITG-45, ITG-55)."""

from __future__ import annotations

from typing import Any, assert_never

from paravent.core import events as ev
from paravent.core.domains import OneOf, Option, Text, one_of
from paravent.core.offers import Offer, Waiting, offer
from paravent.core.rules import rule
from paravent.core.secrecy import audience_for
from paravent.core.values import GM, Who, replace, value
from paravent.systems.intrigue import commands as co
from paravent.systems.intrigue import contest_events as cev
from paravent.systems.intrigue import helping, stress
from paravent.systems.intrigue.composing import compose, composed, throws_own
from paravent.systems.intrigue.contest_model import (
    Answering,
    Brawling,
    Contest,
    Continuing,
    Inflicting,
    Interfering,
    Over,
    Reacting,
)
from paravent.systems.intrigue.model import Game, change_contest, players_in, why_closing
from paravent.systems.intrigue.purse import (
    is_players,
    paid_back,
    paid_to,
    received,
    stepped_down,
    thawed,
    why_poor,
)
from paravent.systems.intrigue.sheet_model import Character
from paravent.systems.intrigue.weighing import comparison, step_down


@value
class ToAct:
    """A character's standing question: whom do you act against, and what for?"""

    actor: Who


@value
class ToAnswer:
    """Give in, or react? What is to be beaten is in the question."""

    contest: str
    actor: Who
    standing: str
    total: int


# Action (ITG-10, ITG-17, ITG-40)


@rule("ITG-10", "ITG-11", "ITG-17", "ITG-40")
def may_act(game: Game, c: Character) -> tuple[Offer, ...]:
    """One offer a possible opponent: the dice depend on whom it is against. Whoever is hidden shows first."""
    foes = [f for f in game.characters if f.ready and f.actor != c.actor and not f.hidden and not c.hidden]
    return tuple(
        compose(
            game,
            co.Act,
            c,
            f.actor,
            "ITG-40",
            against=one_of(((f.actor, f.name),)),
            goal=Text(200, required=True),
        )
        for f in foes
    )


def acted(game: Game, actor: Who, c: co.Act, id: str) -> tuple[Any, ...]:
    to = audience_for(game, actor, c.against)
    roll = composed(
        game,
        f"{id}-1",
        id,
        actor,
        c.against,
        c,
        payee=c.against if is_players(game, c.against) else GM,
        to=to,
    )
    return (cev.ContestOpened(id, actor, c.against, c.goal, f"{id}-1"), roll)


# Give in or react (ITG-40 to ITG-42, ITG-48)


@rule("ITG-40", "ITG-41", "ITG-42", "ITG-48")
def to_answer(game: Game, k: Contest) -> Waiting:
    """Giving in is free for whoever has not rolled in this conflict, or is stressed out; else it costs a point."""
    c = game.character(k.answerer)
    standing = game.roll(k.to_beat)
    react = compose(
        game,
        co.React,
        c,
        k.standing,
        "ITG-40",
        uses_own=throws_own(game, k.id, k.answerer),
    )
    ways = ways_to_give_in(game, k, c)
    barred = "" if ways else "sans Point d’Intrigue et toutes motivations à D4, il faut réagir (ITG-42)"
    give_in = offer(co.GiveIn, "ITG-41", barred=barred, how=OneOf(ways), text=Text(400, lines=True))
    topic = ToAnswer(k.id, k.answerer, k.to_beat, standing.total)
    idle = None if not ways else co.GiveIn(ways[0].value, "")
    return Waiting(topic, k.answerer, "ITG-40", (react, give_in), to=k.to, idle=idle, procedure=k.id)


@rule("ITG-41", "ITG-42", "ITG-48")
def ways_to_give_in(game: Game, k: Contest, c: Character) -> tuple[Option[str], ...]:
    if c.actor not in k.rolled or c.stressed_out:
        return (Option("free", "céder"),)
    out = []
    if not why_poor(c, 1):
        out.append(Option("point", "céder, pour 1 PI"))
    out += [
        Option(f"t:{t.id}", f"céder\N{NO-BREAK SPACE}: {t.name} D{t.die} → D{step_down(t.die)}")
        for t in c.traits
        if t.motivation and t.die > 4
    ]
    return tuple(out)


@rule("ITG-41", "ITG-42")
def gave_in(game: Game, k: Contest, c: co.GiveIn) -> cev.GaveIn:
    if c.how in ("free", "point"):
        return cev.GaveIn(k.id, k.answerer, k.standing, c.how, "", "", c.text)  # type: ignore[arg-type]  # both literals
    t = game.character(k.answerer).trait(c.how.removeprefix("t:"))
    return cev.GaveIn(k.id, k.answerer, k.standing, "motivation", t.id, t.name, c.text)


# The procedure


def waiting(game: Game) -> tuple[Waiting, ...]:
    acting = (c for c in game.characters if c.ready and not why_closing(game))
    return (
        *(w for k in game.contests for w in of_contest(game, k)),
        *(
            Waiting(ToAct(c.actor), c.actor, "ITG-40", offers, holds=False, to=(c.actor, GM))
            for c in acting
            if (offers := may_act(game, c))
        ),
    )


def of_contest(game: Game, k: Contest) -> tuple[Waiting, ...]:
    """The questions of a contest besides those of its rolls."""
    match k.stage:
        case Answering():
            if not game.roll(k.to_beat).over:
                return ()
            return (to_answer(game, k), *helping.may_interfere(game, k))
        case Continuing() as stage:
            return helping.may_continue(game, k, stage)
        case Brawling() as stage:
            return helping.to_brawl(game, k, stage)
        case Inflicting() as stage:
            return stress.waiting(game, k.id, stage, k.to)
        case Reacting() | Interfering() | Over():
            return ()
        case other:
            assert_never(other)


def decide(game: Game, w: Waiting, c: Any, new_id: str) -> tuple[Any, ...] | None:
    match w.topic, c:
        case ToAct(actor), co.Act():
            return acted(game, actor, c, new_id)
        case ToAnswer(id), co.GiveIn():
            return (gave_in(game, game.contest(id), c),)
        case ToAnswer(id), co.React():
            return reacted(game, game.contest(id), c, new_id)
    found = next((k for k in game.contests if k.id == w.procedure), None)
    stage = found.stage if found else None
    struck = stress.decide(game, w, c, stage if isinstance(stage, Inflicting) else None)
    return struck if struck is not None else helping.decide(game, w, c, new_id)


@rule("ITG-40", "ITG-45")
def reacted(game: Game, k: Contest, c: co.React, id: str) -> tuple[Any, ...]:
    roll = composed(game, id, k.id, k.answerer, k.standing, c, to=k.to)
    return (cev.Reacted(k.id, k.answerer, id), roll)


@rule("ITG-43", "ITG-44", "ITG-45")
def compared(game: Game, k: Contest) -> Any:
    """A higher reaction becomes the result to beat; else stress, and by five or more the winner may stress out."""
    action, reaction = game.roll(k.to_beat), game.roll(k.reaction)
    found = comparison(action.total, reaction.total)
    if found == "raised":
        return cev.Raised(k.id, reaction.actor, reaction.total)
    far = found == "far"
    struck = stress.infliction(action, reaction.actor, decisive=far)
    return cev.FellShort(k.id, (struck,), "ITG-44" if far else "ITG-43")


def follow(game: Game) -> tuple[Any, ...]:
    for k in game.contests:
        if facts := _follow(game, k):
            return facts
    return ()


def _follow(game: Game, k: Contest) -> tuple[Any, ...]:
    match k.stage:
        case Reacting():
            return (compared(game, k),) if game.roll(k.reaction).over else ()
        case Interfering() as stage:
            return helping.follow_interference(game, k, stage)
        case Continuing(third, paid) if len(paid) == 2:
            return (cev.BrawlOpened(k.id, third),)
        case Brawling() as stage:
            return helping.follow_brawl(game, k, stage)
        case Inflicting() as stage:
            if not stage.queue:
                return (helping.closed(game, k, helping.end_of(k)),)
            return stress.follow(game, k.id, stage)
        case Over(how):
            return (helping.closed(game, k, how),)
        case _:
            return ()


# Books


def evolve(game: Game, event: Any) -> Game:
    match event:
        case cev.ContestOpened(id, actor, against, goal, roll, rolled):
            to = audience_for(game, actor, against)
            new = Contest(id, goal, roll, actor, against, to, rolled=tuple(dict.fromkeys((actor, *rolled))))
            return replace(game, contests=(*game.contests, new))
        case cev.Reacted(id, actor, roll):
            rolled = tuple(dict.fromkeys((*game.contest(id).rolled, actor)))
            return change_contest(game, id, stage=Reacting(), reaction=roll, rolled=rolled)
        case cev.GaveIn(id, actor, other, how, trait):
            return _gave_in(game, id, actor, other, how, trait)
        case cev.Raised(id, standing):
            k = game.contest(id)
            return change_contest(
                game,
                id,
                stage=Answering(),
                to_beat=k.reaction,
                standing=standing,
                answerer=k.standing,
                reaction="",
                tried=(),
            )
        case cev.FellShort(procedure, inflictions) if _mine(game, procedure):
            return change_contest(game, procedure, stage=Inflicting(inflictions))
        case cev.ContestClosed(id, _, sides):
            return _closed(_refunded(game, game.contest(id)), id, sides)
        case ev.Abandoned(procedure=id) if _mine(game, id):
            return _closed(game, id, game.contest(id).sides)
        case _:
            return _struck(helping.evolve(game, event), event)


def _mine(game: Game, procedure: str) -> bool:
    return any(k.id == procedure for k in game.contests)


def _struck(game: Game, event: Any) -> Game:
    """Stress under way in a contest."""
    id = getattr(event, "procedure", "")
    k = next((k for k in game.contests if k.id == id), None)
    if k is None or not isinstance(k.stage, Inflicting):
        return game
    game, stage = stress.evolve(game, k.stage, event)
    return change_contest(game, id, stage=stage)


@rule("ITG-41", "ITG-42")
def _gave_in(game: Game, id: str, actor: Who, other: Who, how: str, trait: str) -> Game:
    """A point to the other side; a motivation that steps down gives that point, and no other."""
    if how == "point":
        game = paid_to(game, id, actor, other, 1)
    elif how == "motivation":
        game = received(stepped_down(game, actor, trait), id, other, 1)
    return change_contest(game, id, stage=Over("gave_in"))


@rule("ITG-53")
def _refunded(game: Game, k: Contest) -> Game:
    """One point is nothing where two are the price."""
    if isinstance(k.stage, Continuing):
        return paid_back(game, k.id, k.stage.paid, k.stage.third)
    return game


@rule("ITG-39", "ITG-55")
def _closed(game: Game, id: str, sides: tuple[Who, ...]) -> Game:
    """What was received thaws; whoever took no part has priority for the next conflict."""
    k = game.contest(id)
    rolls = tuple(r for r in game.rolls if r.procedure == id)
    apart = tuple(c.actor for c in players_in(game) if c.actor not in sides)
    game = replace(thawed(game, id), contests=tuple(x for x in game.contests if x.id != id))
    if k.to is not None:
        return game
    return replace(game, uninvolved=apart, last=k, last_rolls=rolls)
