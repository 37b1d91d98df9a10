"""A table of Intrigue in memory, and short ways to what its people do."""

from __future__ import annotations

from typing import Any

from paravent.core import commands as shared
from paravent.core.game import odds_for
from paravent.core.offers import Waiting
from paravent.core.system import Odds
from paravent.core.values import Who
from paravent.systems.intrigue import SYSTEM
from paravent.systems.intrigue import commands as co
from paravent.systems.intrigue import episode_commands as ep
from paravent.systems.intrigue.model import Game
from paravent.systems.intrigue.roll_model import Roll
from paravent.systems.intrigue.sheet_model import Character
from play import LEA, MAUD, NOE, ZOE, Play

SEATS = {LEA: "Aldonse", NOE: "Villon", ZOE: "Baudouin"}


def table(*, points: bool = True) -> tuple[Play, Who, Who, Who]:
    """Three players' characters: every value at D8, a relationship D8 each; 4, 3 and 2 plot points."""
    play = Play(SYSTEM)
    people = [player(play, seat, name) for seat, name in SEATS.items()]
    if points:
        play.act(MAUD, ep.SharePoints(), dice=[(8,), (6,), (4,)])
    lea, noe, zoe = people
    return play, lea, noe, zoe


def player(play: Play, seat: Who, name: str, *, accept: bool = True, **more: Any) -> Who:
    fields: dict[str, Any] = {
        "name": name,
        "relationships": (("Margot", 8, "Elle sait tout."),),
        "values": ((8, "J’y crois."),) * 6,
        "distinctions": (),
        "abilities": (),
        "gear": (),
        "heritage": ("", 4),
        "resources": (),
        "text": "",
    }
    play.act(seat, co.ProposeCharacter(**{**fields, **more}))
    actor: Who = play.game.core.actors[-1].id
    if accept:
        play.act(MAUD, shared.AcceptActor())
    return actor


def extra(play: Play, name: str = "Le Garde") -> Who:
    traits = (("value", 8, "Zèle"), ("relationship", 8, "Margot"))
    play.act(MAUD, co.CreateExtra(name, False, traits, ""))  # type: ignore[arg-type]  # the three kinds
    actor: Who = play.game.core.actors[-1].id
    return actor


def world(play: Play) -> Game:
    game: Game = play.game.world
    return game


def of(play: Play, actor: Who) -> Character:
    return world(play).character(actor)


def last_roll(play: Play) -> Roll:
    return world(play).rolls[-1]


def picks(play: Play, actor: Who, *, first: str = "t:", value: str = "devoir") -> tuple[str, ...]:
    """A value and a relationship; `first` « c: » challenges the value."""
    c = of(play, actor)
    if c.extra:
        return tuple(f"t:{t.id}" for t in c.traits)
    bond = next(t for t in c.of("relationship"))
    plain, challenged = f"t:{bond.id}", f"{first}{value}"
    return (plain, challenged) if first == "c:" else (challenged, plain)


def act(play: Play, seat: Who, actor: Who, against: Who, *faces: int, keep: bool = True) -> None:
    """An action on two dice, and « je garde »."""
    play.act(seat, co.Act(against, "Qu’il parle", picks(play, actor), 0), dice=[faces])
    if keep:
        play.act(seat, co.Settle())


def react(play: Play, seat: Who, actor: Who, *faces: int, keep: bool = True) -> None:
    play.act(seat, co.React(picks(play, actor), 0), dice=[faces])
    if keep:
        play.act(seat, co.Settle())


# Questions and their odds


def asked(play: Play, seat: Who, command: type) -> Waiting:
    return next(w for w, _ in play.offers(seat, command.__name__))


def falling(play: Play) -> Waiting:
    w = play.falling()
    assert w is not None
    return w


def odds_told(play: Play, seat: Who, w: Waiting) -> Odds:
    found = odds_for(SYSTEM, play.game, seat, w)
    assert found is not None
    return found


def kept_apart(play: Play, *people: tuple[Who, Who]) -> None:
    """Sheets that their own players alone may read, and the game masters."""
    for seat, actor in people:
        play.act(seat, shared.ShareSheet(actor, False))
