"""The exact chances of what a question leads to (TAB-11), from the closed forms of `odds`."""

from __future__ import annotations

from fractions import Fraction

from paravent.core.offers import Waiting
from paravent.core.system import Odds, OddsLine
from paravent.core.values import Who
from paravent.systems.architectes import commands as co
from paravent.systems.architectes.contest import ToBuy, ToDeclare, ToDraw, ToDrawMore
from paravent.systems.architectes.destiny import left_to_draw
from paravent.systems.architectes.model import Contest, Game, Side
from paravent.systems.architectes.odds import Side as Fighter
from paravent.systems.architectes.odds import exchange_law, next_card_law, test_law

POLICY = "sans dépenser de Destin"
DRAW, BUY = co.WillDraw.__name__, co.Buy.__name__


def odds(game: Game, w: Waiting) -> Odds | None:
    """Before a draw, those of the test and perhaps of the exchange; before a purchase, those of one more card.

    In a contest of two, the odds of who wins tell about both decks: they are given when the whole table may
    read the other sheet, or when the game masters play this side; else each sees only their own.
    """
    match w.topic:
        case ToDeclare(id, actor) | ToDraw(id, actor):
            return _before_drawing(game, game.contest(id), actor)
        case ToBuy(id, actor) | ToDrawMore(id, actor):
            x = game.contest(id)
            s = x.side(actor)
            law = next_card_law(left_to_draw(game.character(actor), s), s.skill, s.score)
            if law is None:
                return None
            lines = (
                _line("la carte réussit", law.critical + law.ordinary, main=True),
                _line("réussite critique", law.critical),
            )
            return Odds(lines, (actor,), of=BUY)
    return None


def _before_drawing(game: Game, x: Contest, actor: Who) -> Odds:
    s, other = x.side(actor), x.other(actor)
    law = test_law(game.character(actor).deck, s.skill, s.score, s.ease)
    critical = law.first_critical + law.second_critical
    alone = other is s or not (game.character(other.actor).readable or game.character(actor).extra)
    lines = (_line("réussir", law.success, main=alone), _line("réussite critique", critical))
    if alone:
        return Odds(lines, (actor,), POLICY, DRAW)
    duel = exchange_law(_fighter(game, s), _fighter(game, other))
    verb = "toucher" if x.sort == "exchange" else "l’emporter"
    versus = (_line(verb, duel.a_hits, main=True), _line(f"{verb}, en face", duel.b_hits))
    return Odds((*versus, *lines), (actor, other.actor), POLICY, DRAW)


def _fighter(game: Game, s: Side) -> Fighter:
    deck = game.character(s.actor).deck
    if s.declared == "discard":
        # The card is out of the deck by now; the odds only need to know that it was there.
        return Fighter((*deck, s.skill), s.skill, s.score, stance="discards")
    if s.declared == "none":
        return Fighter(deck, s.skill, s.score, stance="unconscious")
    return Fighter(deck, s.skill, s.score, s.ease)


def _line(label: str, p: Fraction, *, main: bool = False) -> OddsLine:
    return OddsLine(label, p.numerator, p.denominator, main)
