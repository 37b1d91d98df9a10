"""Dice that show a 1: bought by the game masters, or answered by the players opposed (ITG-14 to ITG-16)."""

from __future__ import annotations

from typing import Any

from paravent.core.domains import OneOf, Option
from paravent.core.offers import Offer, Waiting, offer
from paravent.core.rules import rule
from paravent.core.values import GM, NOBODY, Who, replace, value
from paravent.systems.intrigue import commands as co
from paravent.systems.intrigue import roll_events as rev
from paravent.systems.intrigue.contest_model import Brawling, Interfering
from paravent.systems.intrigue.model import Game, change_die, change_roll
from paravent.systems.intrigue.purse import is_players, received
from paravent.systems.intrigue.roll_model import Roll
from paravent.systems.intrigue.rolling import beat_of
from paravent.systems.intrigue.weighing import Answer, answer_to_one, answered, step_down


@value
class ToMind:
    """The ones of a roll, for the game masters or for the player opposed."""

    roll: str
    actor: Who
    beat: int


def waiting(game: Game) -> tuple[Waiting, ...]:
    found = (_minding(game, r) for r in game.rolls if asks(r))
    return tuple(w for w in found if w is not None)


def asks(r: Roll) -> bool:
    """Whether its ones may be dealt with: all of its dice are down, and not all of its ones left alone."""
    return bool(r.ones) and not (r.ones_left or r.in_air or r.waits_for_help)


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


def decide(game: Game, w: Waiting, c: Any, new_id: str) -> tuple[Any, ...] | None:
    return _minded(game, game.roll(w.topic.roll), c) if isinstance(w.topic, ToMind) else None


@rule("ITG-15", "ITG-16")
def _minded(game: Game, r: Roll, c: Any) -> tuple[Any, ...]:
    match c:
        case co.LeaveOnes():
            several = sum(is_players(game, a) for a in foes_of(game, r)) > 1 and not is_players(game, r.actor)
            return (rev.OnesLeft(r.id, r.actor, r.ones[0] if several else -1),)
        case co.BuyOne(place):
            size = r.dice[place].size
            return (rev.OneBought(r.id, r.procedure, r.actor, place, size, (*game.pool, size)),)
        case co.AnswerOne(answer):
            return (_answered(game, r, answer),)
        case other:
            raise AssertionError(other)


def _answered(game: Game, r: Roll, answer: str) -> rev.OneAnswered:
    removes, size = answer[0] == "r", int(answer[1:])
    pool = answered(game.pool, Answer(removes, size))
    return rev.OneAnswered(r.id, answering(game, r), r.ones[0], removes, size, pool)


def follow(game: Game) -> tuple[Any, ...]:
    """Ones that nobody can do anything with are left."""
    for r in game.rolls:
        if r.settled and asks(r) and _minding(game, r) is None:
            return (rev.OnesLeft(r.id, r.actor),)
    return ()


def evolve(game: Game, event: Any) -> Game:
    match event:
        case rev.OneBought(id, procedure, roller, place, _, pool):
            game = change_die(replace(game, pool=pool), id, place, bought=True)
            return received(game, procedure, roller, 1)
        case rev.OneAnswered(id, _, place, pool=pool):
            return change_die(replace(game, pool=pool), id, place, bought=True)
        case rev.OnesLeft(id, _, place) if place >= 0:
            return change_die(game, id, place, bought=True)
        case rev.OnesLeft(id):
            return change_roll(game, id, ones_left=True)
        case _:
            return game
