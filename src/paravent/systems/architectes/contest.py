"""Tests, oppositions and exchanges, from their opening to their end (ARC-10 to ARC-24, ARC-40, ARC-51)."""

from __future__ import annotations

from typing import Any, assert_never

from paravent.core import events as ev
from paravent.core.chances import Cards
from paravent.core.domains import OneOf, Option
from paravent.core.offers import Waiting, offer
from paravent.core.roster import change
from paravent.core.rules import rule
from paravent.core.secrecy import known_to
from paravent.core.values import CHANCE, Who, replace, value
from paravent.systems.architectes import commands as co
from paravent.systems.architectes import contest_events as ce
from paravent.systems.architectes import events as e
from paravent.systems.architectes.damage import blow
from paravent.systems.architectes.destiny import left_to_draw, may_buy, why_no_purchase
from paravent.systems.architectes.model import (
    BEFORE_THE_EVENT,
    Buying,
    Character,
    Closing,
    Contest,
    Declaring,
    Drawing,
    Game,
    Hurting,
    Side,
    change_contest,
    change_side,
    lose,
)
from paravent.systems.architectes.quality import cards_to_draw, kept, quality, winner

LAST_CARD = "C’est la dernière carte du paquet\N{NO-BREAK SPACE}: {name} mourra une fois l’action achevée."


@value
class ToDeclare:
    """Draw, or discard? Asked again after the other side's discard: `discards` so far."""

    contest: str
    actor: Who
    discards: int


@value
class ToDraw:
    contest: str
    actor: Who


@value
class ToBuy:
    """One more card? `bought` so far by both sides, `passes` in a row."""

    contest: str
    actor: Who
    bought: int
    passes: int


@value
class ToDrawMore:
    contest: str
    actor: Who
    bought: int


@value
class ToLose:
    contest: str
    actor: Who


# Discarding, declared before any draw (ARC-40)


@rule("ARC-40")
def may_declare(game: Game, x: Contest) -> tuple[Waiting, ...]:
    """Both sides at once."""
    discards = sum(s.declared == "discard" for s in x.sides)
    return tuple(_declaring(game, x, s, discards) for s in x.sides if not s.declared)


def _declaring(game: Game, x: Contest, s: Side, discards: int) -> Waiting:
    c = game.character(s.actor)
    rule_id, barred = why_no_discard(x, s, c)
    discard = offer(
        co.Discard,
        rule_id,
        card=OneOf((Option(s.skill, f"{s.skill}, {s.skill_name}", note="critique assurée, carte perdue"),)),
        barred=barred,
        grave=LAST_CARD.format(name=c.name) if len(c.deck) == 1 else "",
    )
    return Waiting(
        ToDeclare(x.id, s.actor, discards),
        x.asked(s.actor),
        "ARC-40" if s.may_discard else "ARC-10",
        (offer(co.WillDraw, "ARC-10"), discard),
        to=x.to,
        idle=co.WillDraw(),
        procedure=x.id,
    )


@rule("ARC-05", "ARC-24", "ARC-40")
def why_no_discard(x: Contest, s: Side, c: Character) -> tuple[str, str]:
    """The rule, and why this side may not discard; "" when it may."""
    if not s.may_discard and x.to is not None:
        return (
            "ARC-24",
            "une carte perdue se montre à toute la table\N{NO-BREAK SPACE}: pas de défausse en secret",
        )
    if not s.may_discard and c.broken:
        return "TAB-17", "ce test s’est ouvert avant que ce personnage soit une Ligne Brisée"
    if not s.may_discard:
        return "ARC-05", BEFORE_THE_EVENT
    return "ARC-40", "" if s.skill in c.deck else "la carte de cette compétence n’est plus dans le paquet"


@rule("ARC-40")
def asked_again(x: Contest, discarder: Who) -> tuple[Side, ...]:
    """After a discard, the other may answer in kind, even having said that they would draw."""
    return tuple(
        replace(s, declared="") if s.actor != discarder and s.may_discard and s.declared == "draw" else s
        for s in x.sides
    )


# Drawing (ARC-10 to ARC-14, ARC-18)


@rule("ARC-10", "ARC-13", "ARC-14", "ARC-18")
def draws_in_the_air(game: Game, x: Contest) -> tuple[Waiting, ...]:
    """From the whole remaining deck: what an earlier test drew is back in it."""
    out = []
    for s in x.sides:
        if s.declared == "draw" and not s.drawn:
            deck = game.character(s.actor).deck
            domain = Cards(deck, cards_to_draw(s.ease, len(deck)))
            out.append(_chance(game, x, ToDraw(x.id, s.actor), "ARC-10", s.actor, co.Draw, domain))
    return tuple(out)


def _chance(
    game: Game, x: Contest, topic: Any, rule_id: str, actor: Who, command: type, domain: Cards
) -> Waiting:
    """A draw from an actor's deck; sealed when it, or the contest, is not the whole table's to know."""
    return Waiting(
        topic,
        CHANCE,
        rule_id,
        (offer(command, rule_id, cards=domain),),
        hand=x.asked(actor),
        to=x.to,
        sealed=x.to is not None or not game.character(actor).readable,
        procedure=x.id,
    )


@rule("ARC-25", "ARC-26")
def out_of_play(game: Game, x: Contest) -> Who | None:
    """Who should still declare or draw, and no longer can."""
    for s in x.sides:
        pending = not s.declared or (s.declared == "draw" and not s.drawn)
        if pending and not game.character(s.actor).acts:
            return s.actor
    return None


def exposed(game: Game, x: Contest) -> Who | None:
    """Who, hidden when a secret contest opened and no longer so, may still lose cards in it: they would show."""
    for s in x.sides:
        risks = x.sort == "exchange" or (s.may_discard and not s.declared)
        if x.to is not None and risks and not game.character(s.actor).hidden:
            return s.actor
    return None


# Destiny (ARC-51)


@rule("ARC-51")
def chooses_first(x: Contest) -> Who:
    """The loser of the moment; the initiator when there is none."""
    best = leader(x)
    return x.sides[0].actor if best is None else x.sides[1 - best].actor


def destiny_waitings(game: Game, x: Contest, stage: Buying) -> tuple[Waiting, ...]:
    """A purchase offered, or the card of a spent point in the air."""
    s = x.side(stage.turn)
    bought = sum(len(o.bought) for o in x.sides)
    if stage.paid:
        domain = Cards(left_to_draw(game.character(s.actor), s), 1)
        return (_chance(game, x, ToDrawMore(x.id, s.actor, bought), "ARC-51", s.actor, co.Draw, domain),)
    return (may_buy(ToBuy(x.id, s.actor, bought, stage.passes), x, s),)


# Comparing (ARC-16, ARC-21 to ARC-23)


@rule("ARC-16", "ARC-21")
def leader(x: Contest) -> int | None:
    """Which side wins as things stand; None in a test, or when nobody does."""
    return winner(quality(x.sides[0]), quality(x.sides[1])) if len(x.sides) == 2 else None


def verdict(x: Contest) -> tuple[Any, ...]:
    """What each side's test comes to, then who wins."""
    judged = []
    for s in x.sides:
        if s.declared != "none":
            q = quality(s)
            judged.append(ce.Judged(x.id, s.actor, s.skill, s.skill_name, q.outcome, s.score, q.margin))
    if len(x.sides) == 1:
        return tuple(judged)
    best = leader(x)
    if best is None:
        return (*judged, ce.NobodyWon(x.id, x.sort))
    won, lost = x.sides[best], x.sides[1 - best]
    return (*judged, ce.Won(x.id, won.actor, lost.actor, x.sort, won.weapon, won.damage))


# Damage (ARC-24)


@rule("ARC-24")
def wounds_in_the_air(game: Game, x: Contest, stage: Hurting) -> tuple[Waiting, ...]:
    """As many cards as the weapon's damage, at most what is left."""
    deck = game.character(stage.loser).deck
    count = min(x.side(stage.winner).damage, len(deck))
    if not count:
        return ()
    topic = ToLose(x.id, stage.loser)
    return (_chance(game, x, topic, "ARC-24", stage.loser, co.LoseCards, Cards(deck, count)),)


# The procedure


def waiting(game: Game) -> tuple[Waiting, ...]:
    return tuple(w for x in game.contests for w in _waiting(game, x))


def _waiting(game: Game, x: Contest) -> tuple[Waiting, ...]:
    match x.stage:
        case Declaring():
            return may_declare(game, x)
        case Drawing():
            return draws_in_the_air(game, x)
        case Buying() as stage:
            return destiny_waitings(game, x, stage)
        case Hurting() as stage:
            return wounds_in_the_air(game, x, stage)
        case Closing():
            return ()
        case other:
            assert_never(other)


def decide(game: Game, w: Waiting, c: Any, new_id: str) -> tuple[Any, ...] | None:
    match w.topic, c:
        case ToDeclare(id, actor), co.WillDraw():
            return (ce.Declared(id, actor, "draw", 0),)
        case ToDeclare(id, actor), co.Discard(card):
            return (ce.Declared(id, actor, "discard", card),)
        case ToDraw(id, actor), co.Draw(cards):
            return (ce.Drawn(id, actor, game.contest(id).sort, cards),)
        case ToBuy(id, actor), co.Buy():
            return (ce.DestinySpent(id, actor),)
        case ToBuy(id, actor), co.Pass():
            return (ce.Passed(id, actor, forced=False, plain=False),)
        case ToDrawMore(id, actor), co.Draw(cards):
            return (ce.DestinyCard(id, actor, cards[0]),)
        case ToLose(id, actor), co.LoseCards(cards):
            return blow(id, game.character(actor), cards)
        case _:
            return None


def follow(game: Game) -> tuple[Any, ...]:
    for x in game.contests:
        if facts := _follow(game, x):
            return facts
    return ()


def _follow(game: Game, x: Contest) -> tuple[Any, ...]:
    if (shown := exposed(game, x)) is not None:
        return (ce.ContestExposed(x.id, shown),)
    match x.stage:
        case Declaring() | Drawing() if (gone := out_of_play(game, x)) is not None:
            return (ce.ContestDropped(x.id, gone),)
        case Declaring():
            return ()
        case Drawing():
            return (
                () if draws_in_the_air(game, x) else (*_revealed(x), ce.DestinyOpened(x.id, chooses_first(x)))
            )
        case Buying(turn, passes, paid):
            if paid:
                # A spent point stays spent, even when what befell its character left no card to draw.
                left = left_to_draw(game.character(turn), x.side(turn))
                return () if left else (ce.Passed(x.id, turn, forced=True, plain=False),)
            if passes >= len(x.sides):
                return verdict(x)
            why = why_no_purchase(game, x, x.side(turn))
            return (ce.Passed(x.id, turn, forced=True, plain=why.plain),) if why else ()
        case Hurting(loser=loser) if not wounds_in_the_air(game, x, x.stage):
            return (e.Wounded(x.id, loser, ()),)
        case Hurting():
            return ()
        case Closing():
            return (ce.ContestClosed(x.id),)
        case other:
            assert_never(other)


def _revealed(x: Contest) -> tuple[ce.Revealed, ...]:
    return tuple(
        ce.Revealed(x.id, s.actor, s.skill, s.ease, s.drawn, kept(s.ease, s.drawn))
        for s in x.sides
        if s.drawn
    )


def evolve(game: Game, event: Any) -> Game:
    if isinstance(event, ce.ContestOpened):
        to = known_to(event.secrecy, *(s.actor for s in event.sides))
        opened = Contest(event.procedure, event.sort, to, event.sides, _after_declaring(event.sides))
        return replace(game, contests=(*game.contests, opened))
    procedure = getattr(event, "procedure", None)
    found = [x for x in game.contests if x.id == procedure]
    return _evolve(game, found[0], event) if found else game


def _after_declaring(sides: tuple[Side, ...]) -> Declaring | Drawing:
    return Drawing() if all(s.declared for s in sides) else Declaring()


def _evolve(game: Game, x: Contest, event: Any) -> Game:
    match event:
        case ce.Declared(_, actor, how, card):
            sides = change_side(x, actor, declared=how, discarded=card)
            if how == "discard":
                game = lose(game, actor, (card,))
                sides = asked_again(replace(x, sides=sides), actor)
            return change_contest(game, x, sides=sides, stage=_after_declaring(sides))
        case ce.Drawn(_, actor, _, cards):
            return change_contest(game, x, sides=change_side(x, actor, drawn=cards))
        case ce.Revealed(_, actor, _, _, cards):
            return change_contest(game, x, sides=change_side(x, actor, shown=cards))
        case ce.DestinyOpened(_, first):
            return change_contest(game, x, stage=Buying(first))
        case ce.DestinySpent(_, actor):
            game = change(game, actor, destiny=game.character(actor).destiny - 1)
            return change_contest(game, x, stage=Buying(actor, paid=True))
        case ce.DestinyCard(_, actor, card):
            sides = change_side(x, actor, bought=(*x.side(actor).bought, card))
            return change_contest(game, x, sides=sides, stage=Buying(x.other(actor).actor))
        case ce.Passed(_, actor):
            passes = x.stage.passes + 1 if isinstance(x.stage, Buying) else 0
            return change_contest(game, x, stage=Buying(x.other(actor).actor, passes))
        case ce.Judged(_, actor, _, _, outcome, _, margin):
            sides = change_side(x, actor, outcome=outcome, margin=margin)
            return change_contest(game, x, sides=sides, stage=Closing())
        case ce.Won(_, actor, loser, sort):
            return change_contest(game, x, stage=Hurting(actor, loser) if sort == "exchange" else Closing())
        case ce.NobodyWon() | e.Wounded():
            return change_contest(game, x, stage=Closing())
        case ce.ContestClosed() | ce.ContestDropped() | ce.ContestExposed() | ev.Abandoned():
            last = x if x.to is None and isinstance(event, ce.ContestClosed) else game.last
            return replace(game, contests=tuple(o for o in game.contests if o.id != x.id), last=last)
        case _:
            return game
