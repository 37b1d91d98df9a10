"""Complications: told, or turned into Threat where the table has it so (DEM-14, DEM-23).

They hold neither the scene nor another test: in a game by post, the story may move on before they are told.
"""

from __future__ import annotations

from typing import Any

from paravent.core.domains import Text
from paravent.core.offers import Waiting, offer
from paravent.core.rules import rule
from paravent.core.values import GM, Who, replace, value
from paravent.systems.departement_m import commands as co
from paravent.systems.departement_m import events as e
from paravent.systems.departement_m.model import Complication, Game

WORTH = 2
"""The Threat that a complication may be turned into (DEM-23)."""


@value
class ToTell:
    """What does this complication come to?"""

    complication: str
    actor: Who


@rule("DEM-14", "DEM-23")
def waiting(game: Game) -> tuple[Waiting, ...]:
    return tuple(_asked(game, c) for c in game.complications)


def _asked(game: Game, c: Complication) -> Waiting:
    """Told in words; a player's may be turned into Threat instead, and has then no other effect."""
    tell = offer(co.TellComplication, "DEM-23", text=Text(400, required=True, lines=True))
    convert = (offer(co.ConvertComplication, "DEM-23"),) if c.convertible else ()
    return Waiting(ToTell(c.id, c.actor), GM, "DEM-23", (tell, *convert), to=c.to)


def decide(game: Game, w: Waiting, c: Any, new_id: str) -> tuple[Any, ...] | None:
    match w.topic, c:
        case ToTell(id, actor), co.TellComplication(text):
            return (e.ComplicationTold(id, actor, text),)
        case ToTell(id, actor), co.ConvertComplication():
            return (e.ComplicationConverted(id, actor, WORTH, game.threat + WORTH),)
        case _:
            return None


@rule("DEM-14", "DEM-23")
def evolve(game: Game, event: Any) -> Game:
    match event:
        case e.Rolled(test=id, actor=actor, complication_ids=ids):
            # Read before the test closes: `machine` calls this first.
            test = game.test(id)
            convertible = test.terms.convertible and test.terms.pays and not game.character(actor).extra
            new = tuple(Complication(i, actor, game.scene, convertible, test.to) for i in ids)
            return replace(game, complications=(*game.complications, *new))
        case e.ComplicationTold(id) | e.ComplicationConverted(id):
            left = tuple(c for c in game.complications if c.id != id)
            return replace(game, complications=left)
        case _:
            return game
