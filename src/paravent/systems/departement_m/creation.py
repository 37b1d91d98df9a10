"""Agents and the game masters' characters, as they are created and as their sheets change (DEM-01 to DEM-04)."""

from __future__ import annotations

from typing import Any

from paravent.core import events as ev
from paravent.core.domains import OneOf, Option, Text, Whole, one_of, yes_or_no
from paravent.core.offers import Offer, Waiting, offer
from paravent.core.packs import of_pack
from paravent.core.roster import change, evolve_roster
from paravent.core.rules import rule
from paravent.core.shapes import Allotment, ListOf
from paravent.core.values import GM, NOBODY, Who, value
from paravent.systems.departement_m import commands as co
from paravent.systems.departement_m import events as e
from paravent.systems.departement_m.model import Character, Game, pack_of
from paravent.systems.departement_m.pack import MOST_FOCUSES, Range, Score

ALREADY = "une première proposition attend encore sa réponse"


@value
class ToCreate:
    """A player's standing question: who will you be?"""

    seat: Who


@value
class ToStaff:
    """A game master's standing question: who joins the cast?"""


@value
class ToTend:
    """A game master's standing question about one sheet."""

    actor: Who


# The sheet


@rule("DEM-01", "DEM-02", "DEM-03", "DEM-04")
@of_pack
def sheet_offer(game: Game, command: type, barred: str = "") -> Offer:
    """Scores within the pack's ranges, and to its budget where it has one; focuses in free words."""
    budget = pack_of(game.pack).budget
    wanted = budget.focuses if budget else None
    return offer(
        command,
        "DEM-04",
        barred=barred,
        name=Text(80, required=True),
        attributes=_attributes(game, budget.attributes if budget else None),
        disciplines=_disciplines(game, budget.disciplines if budget else None),
        focuses=_focuses(game, wanted or 0, MOST_FOCUSES if wanted is None else wanted),
        text=Text(1000, lines=True),
    )


@of_pack
def extra_offer(game: Game) -> Offer:
    """A character of the game masters, within the ranges and without any budget."""
    return offer(
        co.CreateExtra,
        "TAB-14",
        name=Text(80, required=True),
        hidden=yes_or_no(),
        attributes=_attributes(game, None),
        disciplines=_disciplines(game, None),
        focuses=_focuses(game, 0, MOST_FOCUSES),
        text=Text(400, lines=True),
    )


@rule("DEM-01", "DEM-04")
def _attributes(game: Game, total: int | None) -> Allotment:
    pack = pack_of(game.pack)
    return _allotment(pack.attributes, pack.attribute_range, total)


@rule("DEM-02", "DEM-04")
def _disciplines(game: Game, total: int | None) -> Allotment:
    pack = pack_of(game.pack)
    return _allotment(pack.disciplines, pack.discipline_range, total)


def _allotment(scores: tuple[Score, ...], ends: Range, total: int | None) -> Allotment:
    lines = tuple((s.name, ends.low, ends.high) for s in scores)
    return Allotment(lines, total, notes=tuple(s.definition for s in scores))


HELP = (
    "Un savoir, un geste, un milieu à toi. Quand elle sert, un dé qui ne dépasse pas la discipline donne "
    "deux réussites."
)


@rule("DEM-03")
def _focuses(game: Game, least: int, most: int) -> ListOf:
    return ListOf(_words(game), least, most, distinct=True, one="Spécialisation")


def _words(game: Game) -> Text:
    return Text(60, required=True, help=HELP, ideas=pack_of(game.pack).focuses)


def drafted(actor: Who, c: co.ProposeAgent | co.CreateReadyMade | co.CreateExtra) -> e.AgentDrafted:
    focuses = tuple(s.strip() for s in c.focuses)
    return e.AgentDrafted(actor, c.attributes, c.disciplines, focuses, c.text)


# Changes


@rule("DEM-01", "DEM-02", "DEM-03")
def may_tend(game: Game, c: Character) -> tuple[Offer, ...]:
    """One score within its range, one focus more or less: the source says nothing of growth, the table does."""
    who = one_of(((c.actor, c.name),))
    pack = pack_of(game.pack)
    full = "la feuille est pleine" if len(c.focuses) >= MOST_FOCUSES else ""
    drop = (offer(co.DropFocus, "DEM-03", actor=who, focus=one_of((s, s) for s in c.focuses)),)
    return (
        offer(
            co.SetAttribute,
            "DEM-01",
            actor=who,
            attribute=scored(pack.attributes, c.attributes),
            value=_within(pack.attribute_range),
        ),
        offer(
            co.SetDiscipline,
            "DEM-02",
            actor=who,
            discipline=scored(pack.disciplines, c.disciplines),
            value=_within(pack.discipline_range),
        ),
        offer(co.AddFocus, "DEM-03", barred=full, actor=who, focus=_words(game)),
        *(drop if c.focuses else ()),
    )


def scored(scores: tuple[Score, ...], held: tuple[int, ...]) -> OneOf[str]:
    """Attributes or disciplines, each with the score in it."""
    return OneOf(tuple(Option(s.id, s.name, note=str(n)) for s, n in zip(scores, held, strict=True)))


def _within(ends: Range) -> Whole:
    return Whole(ends.low, ends.high)


def _with(scores: tuple[int, ...], place: int, score: int) -> tuple[int, ...]:
    return (*scores[:place], score, *scores[place + 1 :])


# The procedure


def waiting(game: Game) -> tuple[Waiting, ...]:
    """Each player may propose an agent, one at a time (TAB-10); the game masters, anyone."""
    busy = {seat for seat, _ in game.pending}
    staff = (extra_offer(game), sheet_offer(game, co.CreateReadyMade))
    return (
        *(
            Waiting(
                ToCreate(seat),
                seat,
                "DEM-04",
                (sheet_offer(game, co.ProposeAgent, ALREADY if seat in busy else ""),),
                holds=False,
                to=(seat,),
            )
            for seat in game.seats
        ),
        Waiting(ToStaff(), GM, "TAB-10", staff, holds=False, to=(GM,)),
        *(
            Waiting(ToTend(c.actor), GM, "TAB-10", may_tend(game, c), holds=False, to=(GM,))
            for c in game.characters
            if c.ready
        ),
    )


def decide(game: Game, w: Waiting, c: Any, new_id: str) -> tuple[Any, ...] | None:
    actor, pack = Who(new_id), pack_of(game.pack)
    match w.topic, c:
        case ToCreate(seat), co.ProposeAgent(name=name):
            return (ev.ActorCast(actor, name, seat, extra=False, hidden=False), drafted(actor, c))
        case _, co.CreateReadyMade(name=name):
            cast = ev.ActorCast(actor, name, NOBODY, extra=False, hidden=False)
            return (cast, drafted(actor, c), ev.ActorAccepted(actor))
        case _, co.CreateExtra(name=name, hidden=hidden):
            return (ev.ActorCast(actor, name, NOBODY, extra=True, hidden=hidden), drafted(actor, c))
        case _, co.SetAttribute(whom, attribute, held):
            place = pack.attribute(attribute)
            return (e.ScoreSet(whom, "attributes", place, pack.attributes[place].name, held),)
        case _, co.SetDiscipline(whom, discipline, held):
            place = pack.discipline(discipline)
            return (e.ScoreSet(whom, "disciplines", place, pack.disciplines[place].name, held),)
        case _, co.AddFocus(whom, focus):
            known = game.character(whom).focuses
            return (e.FocusesSet(whom, tuple(dict.fromkeys((*known, focus.strip())))),)
        case _, co.DropFocus(whom, focus):
            left = tuple(s for s in game.character(whom).focuses if s != focus)
            return (e.FocusesSet(whom, left),)
        case _:
            return None


def evolve(game: Game, event: Any) -> Game:
    game = evolve_roster(game, event, Character)
    match event:
        case e.AgentDrafted(actor, attributes, disciplines, focuses, text):
            return change(
                game,
                actor,
                drafted=True,
                attributes=attributes,
                disciplines=disciplines,
                focuses=focuses,
                text=text,
            )
        case e.ScoreSet(actor, sort, place, _, held):
            scores = getattr(game.character(actor), sort)
            return change(game, actor, **{sort: _with(scores, place, held)})
        case e.FocusesSet(actor, focuses):
            return change(game, actor, focuses=focuses)
        case _:
            return game
