"""Creation of characters: arcana, ranking, sheet, « Lignes Brisées », extras (ARC-01 to ARC-07)."""

from __future__ import annotations

from typing import Any

from paravent.core import events as ev
from paravent.core.chances import Cards
from paravent.core.domains import Group, OneOf, Option, Pool, Text, Whole, one_of, yes_or_no
from paravent.core.offers import Offer, Waiting, offer
from paravent.core.packs import of_pack
from paravent.core.roster import change, evolve_roster
from paravent.core.rules import rule
from paravent.core.secrecy import audience_for
from paravent.core.shapes import ListOf, Permutation, Record
from paravent.core.values import CHANCE, NOBODY, Who, replace, value
from paravent.systems.architectes import commands as co
from paravent.systems.architectes import events as e
from paravent.systems.architectes.model import (
    EVERY_CARD,
    Character,
    Game,
    combat_weapons,
    pack_of,
    usual_weapon,
    without_cards,
)
from paravent.systems.architectes.pack import ARCANA, Pack
from paravent.systems.architectes.words import printed

MOST_DESTINY = 99
"""The most points of Destiny a sheet holds."""


@value
class ToCreate:
    """A player's standing question: who will you be?"""

    seat: Who


@value
class ToDrawScores:
    """Fate ranks what is not ranked yet (ARC-03)."""

    actor: Who


# The arcana and the ranking (ARC-01 to ARC-03)


@rule("ARC-01")
@of_pack
def skill_options(game: Game) -> OneOf[int]:
    """The twenty-two skills, one an arcanum, as this table calls them."""
    return OneOf(tuple(Option(s.number, s.name, note=printed(s.numeral, s.arcana)) for s in game.skills))


@of_pack
def card_options(game: Game, group: str = "", *, named: bool = False) -> tuple[Option[int], ...]:
    """Every card in order, as a choice; `named`: with its skill."""
    return tuple(
        Option(s.number, f"{s.number} — {s.arcana}", group, note=s.name if named else "") for s in game.skills
    )


@rule("ARC-02", "ARC-03")
@of_pack
def ranking(game: Game, *, partial: bool) -> Permutation:
    """Each number of 1 to 22 once; `partial` leaves some to fate."""
    pack = pack_of(game.pack)
    notes = tuple((printed(s.numeral, s.arcana), s.definition) for s in pack.skills)
    return Permutation(tuple(s.name for s in game.skills), partial, notes, advice(pack) if partial else ())


@rule("ARC-06")
def advice(pack: Pack) -> tuple[tuple[str, str], ...]:
    """What each profession of origin would rank high: advice, never a constraint."""
    return tuple((p.name, ", ".join(pack.skill(n).name for n in p.arcana)) for p in pack.professions)


@rule("ARC-03")
def numbers_left(scores: tuple[int, ...]) -> tuple[int, ...]:
    """The numbers that rank no skill yet."""
    return without_cards(EVERY_CARD, scores)


@rule("ARC-03")
def ranked_by_fate(scores: tuple[int, ...], cards: tuple[int, ...]) -> tuple[int, ...]:
    """The nth card drawn ranks the nth skill not ranked yet; as many cards as unranked skills."""
    drawn = iter(cards)
    return tuple(s or next(drawn) for s in scores)


@rule("ARC-03")
def fate_in_the_air(game: Game) -> tuple[Waiting, ...]:
    """Characters whose ranking waits for cards."""
    out = []
    for c in game.characters:
        if 0 not in c.scores:
            continue
        left = numbers_left(c.scores)
        out.append(
            Waiting(
                ToDrawScores(c.actor),
                CHANCE,
                "ARC-03",
                (offer(co.DrawScores, "ARC-03", cards=Cards(left, len(left))),),
                holds=False,
                hand=c.actor,
                to=audience_for(game, c.actor),
                sealed=not c.readable,
            )
        )
    return tuple(out)


# The sheet (ARC-04)


@rule("ARC-04")
@of_pack
def rubrics(game: Game) -> Record:
    """The written rubrics of the sheet."""
    pack = pack_of(game.pack)
    ideas = {"profession": tuple(p.name for p in pack.professions)}
    return Record(
        tuple(
            (r.id, r.label, Text(r.max_length, lines=r.lines > 1, help=r.help, ideas=ideas.get(r.id, ())))
            for r in pack.rubrics
        )
    )


def written(game: Game, identity: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Each rubric by its identifier."""
    return tuple((r.id, text) for r, text in zip(pack_of(game.pack).rubrics, identity, strict=True))


@of_pack
def sheet_offer(game: Game, command: type, barred: str = "") -> Offer:
    """A name, the rubrics and a ranking, perhaps partial."""
    return offer(
        command,
        "ARC-02",
        barred=barred,
        name=Text(200, required=True),
        identity=rubrics(game),
        scores=ranking(game, partial=True),
    )


def may_create(game: Game) -> tuple[Waiting, ...]:
    """Each player may propose a character, one at a time (TAB-10)."""
    waiting_for_answer = {seat for seat, _ in game.pending}
    return tuple(
        Waiting(
            ToCreate(seat),
            seat,
            "ARC-04",
            (sheet_offer(game, co.ProposeCharacter, ALREADY if seat in waiting_for_answer else ""),),
            holds=False,
            to=(seat,),
        )
        for seat in game.seats
    )


ALREADY = "une première proposition attend encore sa réponse"


# « Lignes Brisées » (ARC-05) and the game masters' own characters (ARC-07)


@rule("ARC-05")
def begins_broken(game: Game) -> bool:
    """Whether a player's character is a « Ligne Brisée » from the start."""
    return game.option("prologue") != "oui"


@rule("ARC-05", "ARC-07")
def may_break(c: Character, barred: str) -> Offer | None:
    """The founding event may be played for whoever is no « Ligne Brisée » yet; an extra may be said to be one."""
    if c.broken or not c.present:
        return None
    who = one_of(((c.actor, c.name),))
    return offer(co.BreakLine, "ARC-07" if c.extra else "ARC-05", barred=barred, actor=who)


@rule("ARC-07")
@of_pack
def extra_offer(game: Game) -> Offer:
    """An extra: its own deck, perhaps reduced, and whatever scores."""
    cards = card_options(game, "cartes")
    return offer(
        co.CreateExtra,
        "ARC-07",
        name=Text(200, required=True),
        hidden=yes_or_no(),
        score=Whole(1, ARCANA, usual=ARCANA // 2),
        exceptions=exceptions(game),
        removed=Pool(cards, (Group("cartes", free=ARCANA, most=ARCANA - 1),)),
        broken=yes_or_no(),
        destiny=Whole(0, MOST_DESTINY),
        weapon=weapon_options(game),
    )


@rule("ARC-07")
@of_pack
def exceptions(game: Game) -> ListOf:
    """Scores one by one, for whoever needs no permutation."""
    line = Record(
        (("skill", "Compétence", skill_options(game)), ("score", "Score", Whole(1, ARCANA))),
    )
    return ListOf(line, 0, ARCANA)


@rule("ARC-07")
def scores_with(base: tuple[int, ...], exceptions: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    """`base` with some (skill, score) set; the last one counts."""
    changed = dict(exceptions)
    return tuple(changed.get(n, s) for n, s in enumerate(base, start=1))


@of_pack
def weapon_options(game: Game) -> OneOf[str]:
    """What a character may hold; nothing else to choose when the pack has no weapon to fight with."""
    weapons = combat_weapons(game)
    if not weapons:
        return one_of((("", "aucune"),))
    return OneOf(
        tuple(Option(w.id, w.name, note=f"{game.skill_name(w.skill or 1)}, {w.damage}") for w in weapons)
    )


def waiting(game: Game) -> tuple[Waiting, ...]:
    return (*may_create(game), *fate_in_the_air(game))


def decide(game: Game, w: Waiting, c: Any, new_id: str) -> tuple[Any, ...] | None:
    actor = Who(new_id)
    match w.topic, c:
        case ToCreate(seat), co.ProposeCharacter(name, identity, scores):
            return (
                ev.ActorCast(actor, name, seat, extra=False, hidden=False),
                _draft(game, actor, identity, scores),
            )
        case _, co.CreateReadyMade(name, identity, scores):
            return (
                ev.ActorCast(actor, name, NOBODY, extra=False, hidden=False),
                _draft(game, actor, identity, scores),
                ev.ActorAccepted(actor),
            )
        case _, co.CreateExtra(name, hidden, score, changed, removed, broken, destiny, weapon):
            scores = scores_with((score,) * ARCANA, changed)
            deck = without_cards(EVERY_CARD, removed)
            points = destiny if broken else 0
            return (
                ev.ActorCast(actor, name, NOBODY, extra=True, hidden=hidden),
                e.ExtraDrafted(actor, scores, deck, broken, points, weapon),
            )
        case ToDrawScores(drafted), co.DrawScores(cards):
            full = ranked_by_fate(game.character(drafted).scores, cards)
            return (e.ScoresDrawn(drafted, cards, full),)
        case _, co.BreakLine(broken_actor):
            return (e.LineBroken(broken_actor),)
        case _:
            return None


def _draft(game: Game, actor: Who, identity: tuple[str, ...], scores: tuple[int, ...]) -> e.CharacterDrafted:
    return e.CharacterDrafted(actor, written(game, identity), scores, begins_broken(game), usual_weapon(game))


def follow(game: Game) -> tuple[Any, ...]:
    """Without prologue, every player's character is a « Ligne Brisée », an extra handed to a player included."""
    if not begins_broken(game):
        return ()
    return tuple(e.LineBroken(c.actor) for c in game.characters if c.scores and not c.extra and not c.broken)


def evolve(game: Game, event: Any) -> Game:
    game = evolve_roster(game, event, Character)
    match event:
        case ev.WordsChosen(_, session):
            return replace(game, session_word=session)
        case e.CharacterDrafted(actor, identity, scores, broken, weapon):
            return change(
                game, actor, identity=identity, scores=scores, deck=EVERY_CARD, broken=broken, weapon=weapon
            )
        case e.ScoresDrawn(actor, _, scores):
            return change(game, actor, scores=scores)
        case e.ExtraDrafted(actor, scores, deck, broken, destiny, weapon):
            return change(
                game, actor, scores=scores, deck=deck, broken=broken, destiny=destiny, weapon=weapon
            )
        case e.LineBroken(actor):
            return change(game, actor, broken=True)
        case _:
            return game
