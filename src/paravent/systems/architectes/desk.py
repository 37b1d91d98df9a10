"""The game masters' standing questions: open contests, create, tend a character, correct (TAB-10)."""

from __future__ import annotations

from typing import Any

from paravent.core import events as ev
from paravent.core.domains import Group, OneOf, Option, Pool, Text, Whole, one_of
from paravent.core.offers import Offer, Waiting, offer
from paravent.core.packs import of_pack
from paravent.core.roster import change
from paravent.core.rules import rule
from paravent.core.secrecy import IN_SECRET, OPEN, Secrecy
from paravent.core.values import GM, Who, replace, value
from paravent.systems.architectes import commands as co
from paravent.systems.architectes import contest_events as ce
from paravent.systems.architectes import events as e
from paravent.systems.architectes.creation import (
    MOST_DESTINY,
    card_options,
    exceptions,
    extra_offer,
    may_break,
    ranking,
    rubrics,
    scores_with,
    sheet_offer,
    skill_options,
    weapon_options,
    written,
)
from paravent.systems.architectes.damage import IRREVERSIBLE, may_heal, may_inflict, may_wake
from paravent.systems.architectes.destiny import may_award
from paravent.systems.architectes.model import (
    EVERY_CARD,
    Character,
    Game,
    Side,
    busy,
    busy_in_secret,
    combat_weapons,
    without_cards,
)
from paravent.systems.architectes.opening import armed, tested
from paravent.systems.architectes.pack import ARCANA

BUSY = "une action se joue déjà\N{NO-BREAK SPACE}: il faut la finir, ou l’abandonner"


@value
class ToLead:
    """A game master's standing question about the table."""


@value
class ToTend:
    """A game master's standing question about one character."""

    actor: Who


# Opening contests (ARC-11, ARC-16, ARC-20, ARC-29)


@rule("ARC-11", "ARC-20")
def eases() -> OneOf[str]:
    """The game masters say how hard a test is."""
    return one_of((("normal", "normal"), ("easy", "facile"), ("hard", "difficile")))


def secrecies(game: Game) -> OneOf[str]:
    """Who may follow a contest: there is one public and one secret at most (TAB-15)."""
    choices: list[Option[str]] = []
    if not busy(game):
        choices.append(OPEN)
    if not busy_in_secret(game):
        # A card lost, or a point gone from a sheet that all may read, would give the secret away.
        note = "ni défausse, ni Destin d’une fiche publique"
        choices.extend(replace(o, note=note) for o in IN_SECRET)
    return OneOf(tuple(choices))


@rule("ARC-16", "ARC-25", "ARC-26")
def may_test(game: Game) -> tuple[Offer, ...]:
    """Any action, by anyone who acts, may ask for a test; two who act may oppose each other."""
    able = _options(c for c in game.characters if c.acts)
    skills, ease, secrecy = skill_options(game), eases(), secrecies(game)
    barred = "" if secrecy.size() else BUSY
    few = "il faut deux personnages en état d’agir" if able.size() < 2 else ""
    return (
        offer(
            co.OpenTest,
            "ARC-16",
            barred=barred or ("" if able.size() else "aucun personnage n’est en état d’agir"),
            actor=able,
            skill=skills,
            ease=ease,
            secrecy=secrecy,
        ),
        offer(
            co.OpenOpposition,
            "ARC-16",
            barred=barred or few,
            distinct=("a", "b"),
            a=able,
            b=able,
            skill_a=skills,
            skill_b=skills,
            ease_a=ease,
            ease_b=ease,
            secrecy=secrecy,
        ),
    )


@rule("ARC-20", "ARC-27", "ARC-29")
def may_fight(game: Game) -> tuple[Offer, ...]:
    """Whoever acts attacks anyone alive, unconscious ones included; hidden characters fight unseen."""
    there = tuple(c for c in game.characters if c.present)
    hidden = tuple(c for c in there if c.hidden)
    out = [_exchange(game, co.OpenExchange, there, BUSY if busy(game) else "")]
    if len(hidden) > 1:
        out.append(_exchange(game, co.OpenHiddenExchange, hidden, BUSY if busy_in_secret(game) else ""))
    return tuple(out)


def _exchange(game: Game, command: type, there: tuple[Character, ...], barred: str) -> Offer:
    able = tuple(c for c in there if c.acts)
    if not combat_weapons(game):
        barred = "le paquet de données n’a pas d’arme de combat"
    elif len(there) < 2 or not able:
        barred = barred or "il faut deux combattants, dont un en état d’agir"
    weapons = OneOf((Option("", "l’arme tenue"), *weapon_options(game).options))
    ease = eases()
    return offer(
        command,
        "ARC-20",
        barred=barred,
        distinct=("a", "b"),
        a=_options(able),
        b=_options(there),
        weapon_a=weapons,
        weapon_b=weapons,
        ease_a=ease,
        ease_b=ease,
    )


def _options(characters: Any) -> OneOf[Who]:
    return one_of((c.actor, c.name) for c in characters)


# One character (TAB-10)


def tending(game: Game, c: Character) -> tuple[Offer, ...]:
    """What the game masters may do to a character in play."""
    # What befalls a hidden character shares the secret place, so that the table never feels it.
    return _tending(game, c, BUSY if (busy_in_secret(game) if c.hidden else busy(game)) else "")


@of_pack
def _tending(game: Game, c: Character, barred: str) -> tuple[Offer, ...]:
    who = one_of(((c.actor, c.name),))
    if c.dead:
        return (*may_heal(game, c, barred), _identity(game, c, who))
    offers = [may_inflict(c, barred or ("" if c.deck else IRREVERSIBLE)), *may_heal(game, c, barred)]
    offers += [o for o in (may_wake(c, barred), may_break(c, barred)) if o]
    offers.append(offer(co.Equip, "ARC-27", actor=who, weapon=weapon_options(game)))
    return (*offers, *corrections(game, c, barred), _identity(game, c, who))


def corrections(game: Game, c: Character, barred: str) -> tuple[Offer, ...]:
    """Explicit corrections, each with its reason, never while something is under way."""
    who = one_of(((c.actor, c.name),))
    why = Text(200, required=True)
    own = sorted((*c.deck, *c.lost))
    every = card_options(game, "cartes perdues")
    cards = tuple(every[n - 1] for n in own)
    lost = Pool(cards, (Group("cartes perdues", free=ARCANA, most=len(own) - 1),))
    if sorted(c.scores) == list(EVERY_CARD):
        scores = offer(
            co.CorrectScores, "TAB-10", barred=barred, actor=who, scores=ranking(game, partial=False), why=why
        )
    else:
        scores = offer(
            co.CorrectExtra, "TAB-10", barred=barred, actor=who, exceptions=exceptions(game), why=why
        )
    points = Whole(0, MOST_DESTINY)
    # An extra has no Destiny unless it is a « Ligne Brisée » (ARC-07).
    human = "un personnage ordinaire n’a pas de Destin" if c.extra and not c.broken else ""
    return (
        scores,
        offer(co.CorrectDestiny, "TAB-10", barred=human or barred, actor=who, destiny=points, why=why),
        offer(co.CorrectDeck, "TAB-10", barred=barred, actor=who, lost=lost, why=why),
    )


def _identity(game: Game, c: Character, who: OneOf[Who]) -> Offer:
    return offer(
        co.CorrectIdentity,
        "TAB-10",
        actor=who,
        identity=rubrics(game),
        why=Text(200, required=True),
    )


@of_pack
def _leading(game: Game, *rests_on: object) -> Waiting:
    """Kept by all that its offers rest on: most commands change none of it."""
    offers = (
        *may_test(game),
        *may_fight(game),
        extra_offer(game),
        sheet_offer(game, co.CreateReadyMade),
        may_award(game),
    )
    return Waiting(ToLead(), GM, "ARC-16", offers, holds=False, to=(GM,))


def waiting(game: Game) -> tuple[Waiting, ...]:
    playing = busy(game), busy_in_secret(game)
    session = game.session_open, game.session_word, game.awardable
    table = _leading(game, game.characters, playing, session)
    each = (
        Waiting(ToTend(c.actor), GM, "TAB-10", tending(game, c), holds=False, to=(GM,))
        for c in game.characters
        if c.ready
    )
    return (table, *each)


def decide(game: Game, w: Waiting, c: Any, new_id: str) -> tuple[Any, ...] | None:
    match c:
        case co.OpenTest(actor, skill, ease, secrecy):
            side = tested(game, game.character(actor), skill, ease, secrecy)
            return _opened(game, new_id, "test", (side,), secrecy)
        case co.OpenOpposition(a, b, skill_a, skill_b, ease_a, ease_b, secrecy):
            first = tested(game, game.character(a), skill_a, ease_a, secrecy)
            second = tested(game, game.character(b), skill_b, ease_b, secrecy)
            return _opened(game, new_id, "opposition", (first, second), secrecy)
        case co.OpenExchange() | co.OpenHiddenExchange():
            secrecy = "table" if isinstance(c, co.OpenExchange) else "gm"
            first = armed(game, game.character(c.a), c.weapon_a, c.ease_a, secrecy)
            second = armed(game, game.character(c.b), c.weapon_b, c.ease_b, secrecy)
            return _opened(game, new_id, "exchange", (first, second), secrecy)
        case co.Equip(actor, weapon):
            name = next((x.name for x in combat_weapons(game) if x.id == weapon), "")
            return (e.Equipped(actor, weapon, name),)
        case co.CorrectScores(actor, scores, why):
            return (e.ScoresCorrected(actor, scores, why),)
        case co.CorrectExtra(actor, changed, why):
            return (e.ScoresCorrected(actor, scores_with(game.character(actor).scores, changed), why),)
        case co.CorrectDestiny(actor, destiny, why):
            return (e.DestinyCorrected(actor, destiny, why),)
        case co.CorrectDeck(actor, lost, why):
            found = game.character(actor)
            own = sorted((*found.deck, *found.lost))
            kept = tuple(n for n in found.lost if n in lost)
            gone = (*kept, *(n for n in lost if n not in kept))
            return (e.DeckCorrected(actor, without_cards(own, lost), gone, why),)
        case co.CorrectIdentity(actor, identity, why):
            return (e.IdentityCorrected(actor, written(game, identity), why),)
        case _:
            return None


def _opened(game: Game, id: str, sort: Any, sides: tuple[Side, ...], secrecy: Secrecy) -> tuple[Any, ...]:
    """A public contest shows the hidden characters it names (TAB-14)."""
    named = [game.character(s.actor) for s in sides] if secrecy == "table" else []
    steps_out = [ev.ActorRevealed(c.actor, c.name) for c in named if c.hidden]
    return (*steps_out, ce.ContestOpened(id, sort, sides, secrecy))


def evolve(game: Game, event: Any) -> Game:
    match event:
        case e.Equipped(actor, weapon):
            return change(game, actor, weapon=weapon)
        case e.ScoresCorrected(actor, scores):
            return change(game, actor, scores=scores)
        case e.DestinyCorrected(actor, destiny):
            return change(game, actor, destiny=destiny)
        case e.DeckCorrected(actor, deck, lost):
            return change(game, actor, deck=deck, lost=lost)
        case e.IdentityCorrected(actor, identity):
            return change(game, actor, identity=identity)
        case _:
            return game
