"""The beginning of an episode: plot points by the dice of relationships (ITG-30)."""

from __future__ import annotations

from typing import Any, Final

from paravent.core import events as ev
from paravent.core.chances import Faces
from paravent.core.offers import Offer, Waiting, offer
from paravent.core.roster import change
from paravent.core.rules import rule
from paravent.core.values import CHANCE, GM, NOBODY, Who, replace, value
from paravent.systems.intrigue import commands as co
from paravent.systems.intrigue import episode_commands as ep
from paravent.systems.intrigue import episode_events as pev
from paravent.systems.intrigue.episode_model import Awarding, Opening
from paravent.systems.intrigue.model import Game, players_in
from paravent.systems.intrigue.sheet_model import Character
from paravent.systems.intrigue.weighing import BIG_GROUP_FROM, award, contenders, total

FIRST: Final = "first"
LAST: Final = "last"


@value
class ToBegin:
    """A game master's standing question: does an episode begin?"""


@value
class ToAward:
    """The dice of one character's relationships; `round`: how often ties were thrown again."""

    opening: str
    actor: Who
    round: int


@rule("ITG-30")
def may_share(game: Game) -> Offer:
    players = players_in(game)
    barred = "personne n’est encore en jeu" if not players else "c’est en cours" if game.opening else ""
    if game.shared:
        barred = "c’est fait pour cet épisode"
    if game.ending:
        barred = "l’épisode d’avant n’est pas fini"
    return offer(ep.SharePoints, "ITG-30", barred=barred)


def relationships(c: Character) -> tuple[int, ...]:
    return tuple(t.die for t in c.of("relationship"))


@rule("ITG-30")
def waiting(game: Game) -> tuple[Waiting, ...]:
    begin = Waiting(ToBegin(), GM, "ITG-30", (may_share(game),), holds=False, to=(GM,))
    o = game.opening
    if o is None:
        return (begin,)
    throwing = (a for a in o.awards if a.total < 0 and a.dice)
    return (
        begin,
        *(
            Waiting(
                ToAward(o.id, a.actor, o.round),
                CHANCE,
                "ITG-30",
                (offer(co.Roll, "ITG-30", faces=Faces(a.dice)),),
                hand=a.actor,
                procedure=o.id,
            )
            for a in throwing
        ),
    )


def decide(game: Game, w: Waiting, c: Any, new_id: str) -> tuple[Any, ...] | None:
    match w.topic, c:
        case ToBegin(), ep.SharePoints():
            people = tuple((p.actor, relationships(p)) for p in players_in(game))
            return (pev.PointsShared(new_id, people),)
        case ToAward(_, actor), co.Roll(faces):
            return (pev.AwardThrown(actor, faces, total(faces)),)
        case _:
            return None


@rule("ITG-30")
def follow(game: Game) -> tuple[Any, ...]:
    """One first and one last: only those level for a place throw again, and for that place alone."""
    o = game.opening
    if o is None:
        return ()
    if bare := next((a for a in o.awards if a.total < 0 and not a.dice), None):
        return (pev.AwardThrown(bare.actor, (), 0),)
    if any(a.total < 0 for a in o.awards):
        return ()
    if len(o.awards) == 1 and o.best == NOBODY:
        return (pev.PlaceWon(o.awards[0].actor, FIRST),)
    if o.best == NOBODY:
        return (_place(o, FIRST),)
    if o.worst == NOBODY and len(o.awards) > 1:
        return (_place(o, LAST),)
    return (_awarded(game, o),)


def _place(o: Opening, place: Any) -> Any:
    """Who has the place; `tied` are the only ones still in it."""
    among = (
        {a.actor: a.total for a in o.awards if a.actor in o.again}
        if o.again
        else {a.actor: a.score for a in o.awards}
    )
    if place == LAST:
        among.pop(o.best, None)
    found = contenders({str(k): v for k, v in among.items()})
    names = tuple(Who(n) for n in (found.first if place == FIRST else found.last))
    thrown = {a.actor for a in o.awards if a.dice}
    # Nobody who has no relationship can be told apart by dice: the cast's order does it.
    apart = len(names) == 1 or not thrown.intersection(names)
    return pev.PlaceWon(names[0], place) if apart else pev.AwardTied(names, place)


@rule("ITG-30")
def points_for(game: Game, players: int) -> tuple[int, ...]:
    """The plot points of so many players, from the highest throw to the lowest."""
    return award(players, big_group=game.option("grand_groupe") == "oui" and players >= BIG_GROUP_FROM)


@rule("ITG-30")
def _awarded(game: Game, o: Opening) -> pev.PointsAwarded:
    points = points_for(game, len(o.awards))
    first, last = points[0], points[-1]
    middle = points[1] if len(points) > 2 else last
    shares = {o.best: first, o.worst: last}
    return pev.PointsAwarded(tuple((a.actor, shares.get(a.actor, middle)) for a in o.awards))


def evolve(game: Game, event: Any) -> Game:
    match event:
        case pev.PointsShared(id, people):
            return replace(game, opening=Opening(id, tuple(Awarding(a, dice) for a, dice in people)))
        case pev.AwardThrown(who, _, result):
            return _change(game, who, result)
        case pev.AwardTied(people):
            o = game.opening
            assert o is not None
            if len(people) == len(o.awards):  # level for both places: what they throw now settles both
                anew = tuple(replace(a, total=-1, score=-1) for a in o.awards)
                return replace(game, opening=replace(o, awards=anew, round=o.round + 1))
            awards = tuple(replace(a, total=-1 if a.actor in people else a.total) for a in o.awards)
            return replace(game, opening=replace(o, awards=awards, again=people, round=o.round + 1))
        case pev.PlaceWon(who, place):
            o = game.opening
            assert o is not None
            o = replace(o, again=(), best=who) if place == FIRST else replace(o, again=(), worst=who)
            return replace(game, opening=o)
        case pev.PointsAwarded(points):
            for actor, n in points:
                game = change(game, actor, points=game.character(actor).points + n)
            return replace(game, opening=None, shared=True)
        case ev.Abandoned(procedure=id) if game.opening and game.opening.id == id:
            return replace(game, opening=None)
        case _:
            return game


def _change(game: Game, actor: Who, result: int) -> Game:
    """The first throw is the score that places the others; later ones only settle a tie."""
    o = game.opening
    assert o is not None
    awards = tuple(
        replace(a, total=result, score=result if a.score < 0 else a.score) if a.actor == actor else a
        for a in o.awards
    )
    return replace(game, opening=replace(o, awards=awards))
