"""Characters: relationships first, then values, assets, resources (ITG-01 to ITG-06)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from paravent.core import events as ev
from paravent.core.domains import Text, one_of, yes_or_no
from paravent.core.offers import Offer, Waiting, offer
from paravent.core.packs import of_pack
from paravent.core.roster import change, evolve_roster
from paravent.core.rules import rule
from paravent.core.shapes import ListOf, Record
from paravent.core.values import GM, NOBODY, Who, value
from paravent.systems.intrigue import assets
from paravent.systems.intrigue import commands as co
from paravent.systems.intrigue import events as e
from paravent.systems.intrigue.model import Game, change_trait, pack_of
from paravent.systems.intrigue.pack import Named
from paravent.systems.intrigue.resources import sizes
from paravent.systems.intrigue.sheet_model import Character, Resource, Trait

ALREADY = "une première proposition attend encore sa réponse"
MOST_RELATIONSHIPS, MOST_ASSETS, MOST_RESOURCES, MOST_DICE = 12, 6, 6, 12


@value
class ToCreate:
    """A player's standing question: who will you be?"""

    seat: Who


@value
class ToStaff:
    """A game master's standing question: who joins the cast?"""


# The sheet


@rule("ITG-01", "ITG-02", "ITG-03", "ITG-06")
@of_pack
def sheet_offer(game: Game, command: type, barred: str = "") -> Offer:
    """Relationships, six values, assets, a heritage, resources: free words, permitted dice, no empty statement."""
    pack = pack_of(game.pack)
    statement = ("statement", "Ce que le personnage en pense", Text(200, required=True))
    die = ("die", "Dé", sizes())
    return offer(
        command,
        "ITG-06",
        barred=barred,
        name=Text(80, required=True),
        relationships=ListOf(
            Record((("who", "Qui", Text(60, required=True)), die, statement)), 0, MOST_RELATIONSHIPS
        ),
        values=Record(tuple((v.id, v.name, Record((die, _thought(v)))) for v in pack.values)),
        distinctions=_list_of(assets.distinction_fields(pack), die),
        abilities=_list_of(assets.ability_fields(pack), die),
        gear=_list_of(assets.gear_fields(pack), die),
        heritage=Record((("name", "Nom", Text(60, ideas=pack.heritages)), die)),
        resources=ListOf(
            Record(
                (
                    ("name", "Nom", Text(60, required=True)),
                    ("sort", "Sorte", one_of((("extra", "Figurant"), ("location", "Lieu")))),
                    die,
                    *assets.resource_fields(),
                )
            ),
            0,
            MOST_RESOURCES,
        ),
        text=Text(1000, lines=True),
    )


def _thought(v: Named) -> tuple[str, str, Text]:
    text = Text(200, required=True, help=v.definition, ideas=v.ideas)
    return "statement", "Ce que le personnage en pense", text


def _list_of(fields: tuple[assets.Field, ...], die: assets.Field) -> ListOf:
    """Assets, the die after the model and the name."""
    return ListOf(Record((*fields[:2], die, *fields[2:])), 0, MOST_ASSETS)


@of_pack
def extra_offer(game: Game) -> Offer:
    """A character of the game masters: dice with a name, whatever they are (ITG-19)."""
    kinds = one_of((("value", "Valeur"), ("relationship", "Relation"), ("distinction", "Atout")))
    line = Record(
        (("kind", "Sorte", kinds), ("die", "Dé", sizes()), ("name", "Nom", Text(60, required=True)))
    )
    return offer(
        co.CreateExtra,
        "TAB-14",
        name=Text(80, required=True),
        hidden=yes_or_no(),
        traits=ListOf(line, 1, MOST_DICE),
        text=Text(400, lines=True),
    )


@rule("ITG-01", "ITG-02", "ITG-06")
def traits_of(game: Game, actor: Who, c: co.ProposeCharacter | co.CreateReadyMade) -> tuple[Trait, ...]:
    """The traits of a sheet, each with an id of its own."""
    pack = pack_of(game.pack)
    out = [
        Trait(v.id, "value", v.name, die, text.strip())
        for v, (die, text) in zip(pack.values, c.values, strict=True)
    ]
    out += [
        Trait(f"{actor}-rel{i}", "relationship", who.strip(), die, text.strip())
        for i, (who, die, text) in enumerate(c.relationships)
    ]
    out += [assets.distinction(pack, f"{actor}-tra{i}", *written) for i, written in enumerate(c.distinctions)]
    heritage, heritage_die = c.heritage[0].strip(), c.heritage[1]
    out += [
        assets.ability(
            pack, f"{actor}-tal{i}", *written[:-1], heritage if written[-1] == assets.LINKED else ""
        )
        for i, written in enumerate(c.abilities)
    ]
    out += [assets.gear(pack, f"{actor}-mat{i}", *written) for i, written in enumerate(c.gear)]
    if heritage:
        out.append(Trait(f"{actor}-her", "heritage", heritage, heritage_die))
    return tuple(out)


def resources_of(actor: Who, c: co.ProposeCharacter | co.CreateReadyMade) -> tuple[Resource, ...]:
    return tuple(
        Resource(
            f"{actor}-res{i}",
            actor,
            "extra" if sort == "extra" else "location",
            name.strip(),
            die,
            (first, second),
        )
        for i, (name, sort, die, first, second) in enumerate(c.resources)
    )


# The procedure


def waiting(game: Game) -> tuple[Waiting, ...]:
    """Each player may propose a character, one at a time (TAB-10); the game masters, anyone."""
    busy = {seat for seat, _ in game.pending}
    return (*_creating(game, busy), _staffing(game))


def _creating(game: Game, busy: set[Who]) -> Iterator[Waiting]:
    for seat in game.seats:
        propose = sheet_offer(game, co.ProposeCharacter, ALREADY if seat in busy else "")
        yield Waiting(ToCreate(seat), seat, "ITG-06", (propose,), holds=False, to=(seat,))


def _staffing(game: Game) -> Waiting:
    offers = (extra_offer(game), sheet_offer(game, co.CreateReadyMade))
    return Waiting(ToStaff(), GM, "TAB-10", offers, holds=False, to=(GM,))


def decide(game: Game, w: Waiting, c: Any, new_id: str) -> tuple[Any, ...] | None:
    actor = Who(new_id)
    match w.topic, c:
        case ToCreate(seat), co.ProposeCharacter(name=name):
            return (ev.ActorCast(actor, name, seat, extra=False, hidden=False), _drafted(game, actor, c))
        case ToStaff(), co.CreateReadyMade(name=name):
            cast = ev.ActorCast(actor, name, NOBODY, extra=False, hidden=False)
            return (cast, _drafted(game, actor, c), ev.ActorAccepted(actor))
        case ToStaff(), co.CreateExtra(name, hidden, traits, text):
            cast = ev.ActorCast(actor, name, NOBODY, extra=True, hidden=hidden)
            own = tuple(
                Trait(f"{actor}-{i}", kind, n.strip(), die) for i, (kind, die, n) in enumerate(traits)
            )
            return (cast, e.CharacterDrafted(actor, own, text))
        case _:
            return None


def _drafted(game: Game, actor: Who, c: Any) -> e.CharacterDrafted:
    return e.CharacterDrafted(actor, traits_of(game, actor, c), c.text, resources_of(actor, c))


def evolve(game: Game, event: Any) -> Game:
    game = evolve_roster(game, event, Character)
    match event:
        case e.CharacterDrafted(actor, traits, text):
            return change(game, actor, drafted=True, traits=traits, text=text)
        case e.GearDamaged(actor, trait, _, damage):
            return change_trait(game, actor, trait, damage=damage)
        case _:
            return game
