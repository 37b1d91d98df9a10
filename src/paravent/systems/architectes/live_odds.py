"""The exact chances of what a question leads to (TAB-11), from the closed forms of `odds`."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from paravent.core.domains import OneOf, Option, Whole
from paravent.core.french import of
from paravent.core.offers import Offer, Waiting, offer
from paravent.core.rules import rule
from paravent.core.system import Odds, OddsLine
from paravent.core.values import Who, replace, value
from paravent.systems.architectes import commands as co
from paravent.systems.architectes.contest import ToBuy, ToDeclare, ToDraw, ToDrawMore, ToLose
from paravent.systems.architectes.creation import ToDrawScores
from paravent.systems.architectes.damage import ToLoseCards, ToRegain
from paravent.systems.architectes.desk import eases
from paravent.systems.architectes.destiny import left_to_draw, why_no_purchase
from paravent.systems.architectes.model import Contest, Ease, Game, Side
from paravent.systems.architectes.odds import Side as Fighter
from paravent.systems.architectes.odds import exchange_law, more_cards_law, test_law
from paravent.systems.architectes.odds.skill import Policy, TestLaw

POLICIES: dict[Policy, tuple[str, str]] = {
    "until_success": ("tant que le test échoue", "en dépensant le Destin tant que le test échoue"),
    "all": ("quoi qu’il arrive", "en dépensant le Destin quoi qu’il arrive"),
}
"""How points are spent: as a choice, and after « calcul exact »."""
NONE_SPENT = "sans dépenser de Destin"
DRAW, BUY = co.WillDraw.__name__, co.Buy.__name__


@value
class Suppose:
    """A test otherwise hard, and points of Destiny spent on it; where one buys, points spent from now on."""

    ease: Ease
    destiny: int
    policy: Policy


def odds(game: Game, w: Waiting) -> Odds | None:
    """Before a draw, those of the test and perhaps of the exchange; before a purchase, those of one more card.

    In a contest of two, the odds of who wins tell about both decks: they are given when the whole table may
    read the other sheet, or when the game masters play this side; else each sees only their own.
    """
    match w.topic:
        case ToDeclare(id, actor) | ToDraw(id, actor):
            x = game.contest(id)
            s = x.side(actor)
            return replace(_before_drawing(game, x, actor, s, 0, "all"), supposes=_supposing(game, x, s))
        case ToBuy(id, actor):
            s = game.contest(id).side(actor)
            return _more_cards(game, s, 1, _buying(game, s))
        case ToDrawMore(id, actor):
            return _more_cards(game, game.contest(id).side(actor), 1)
        case ToLose(_, actor) | ToLoseCards(_, actor):
            return _one_card("perdre une carte donnée", w.chance, actor)
        case ToRegain(_, actor):
            return _one_card("retrouver une carte donnée", w.chance, actor)
        case ToDrawScores(actor):
            return _one_rank(w.chance, actor)
    return None


def supposed(game: Game, w: Waiting, c: Suppose) -> Odds | None:
    """Those of the same test, were it otherwise hard, or so many points spent."""
    match w.topic:
        case ToDeclare(id, actor) | ToDraw(id, actor):
            x = game.contest(id)
            return _before_drawing(game, x, actor, replace(x.side(actor), ease=c.ease), c.destiny, c.policy)
        case ToBuy(id, actor):
            return _more_cards(game, game.contest(id).side(actor), c.destiny)
    return None


def _before_drawing(game: Game, x: Contest, actor: Who, s: Side, destiny: int, policy: Policy) -> Odds:
    other = x.other(actor)
    law = test_law(game.character(actor).deck, s.skill, s.score, s.ease, destiny, policy)
    alone = _alone(game, x, actor)
    told = POLICIES[policy][1] if destiny else NONE_SPENT
    lines = _test_lines(law, main=alone)
    if alone:
        return Odds(lines, (actor,), told, DRAW, law=_test_rows(law))
    duel = exchange_law(_fighter(game, s, destiny), _fighter(game, other))
    # What one wins, then what the other does, from where one stands.
    verb, other_s = ("toucher", "se faire toucher") if x.sort == "exchange" else ("l’emporter", "perdre")
    versus = (_line(verb, duel.a_hits, main=True), _line(other_s, duel.b_hits, said=of(other_s)))
    nobody = "que personne ne touche" if x.sort == "exchange" else "que personne ne l’emporte"
    rows = (_line(verb, duel.a_hits), _line(other_s, duel.b_hits), _line(nobody, duel.nobody))
    return Odds((*versus, *lines), (actor, other.actor), told, DRAW, law=rows)


def _alone(game: Game, x: Contest, actor: Who) -> bool:
    other = x.other(actor)
    return other.actor == actor or not (game.character(other.actor).readable or game.character(actor).extra)


def _test_lines(law: TestLaw, *, main: bool) -> tuple[OddsLine, ...]:
    critical = law.first_critical + law.second_critical
    said = "de réussite critique" if main else ""
    return _line("réussir", law.success, main=main), _line("réussite critique", critical, said=said)


def _test_rows(law: TestLaw) -> tuple[OddsLine, ...]:
    return (
        _line("réussite critique, première carte", law.first_critical),
        _line("réussite critique, une autre carte", law.second_critical),
        _line("réussite ordinaire", law.ordinary),
        _line("échec", law.failure),
    )


@rule("ARC-11", "ARC-51")
def _supposing(game: Game, x: Contest, s: Side) -> Offer:
    """The ease that the game masters might have said, and the points there are to spend."""
    c, known = game.character(s.actor), eases().options
    now = next(o for o in known if o.value == s.ease)
    may_spend = not why_no_purchase(game, x, replace(s, declared="draw"))
    most = min(c.destiny, len(c.deck)) if may_spend else 0
    return offer(
        Suppose,
        "ARC-51" if most else "ARC-11",
        ease=OneOf((now, *(o for o in known if o is not now))),
        destiny=Whole(0, most),
        policy=_policies(asked=bool(most) and _alone(game, x, s.actor)),
    )


def _policies(*, asked: bool) -> OneOf[Policy]:
    """In a contest of two, points are taken to be spent whatever happens."""
    if not asked:
        return OneOf((Option("all", ""),))
    return OneOf(tuple(Option(name, label) for name, (label, _) in POLICIES.items()))


@rule("ARC-51")
def _buying(game: Game, s: Side) -> Offer | None:
    """Several points in a row, for whoever has them."""
    c = game.character(s.actor)
    most = min(c.destiny, len(left_to_draw(c, s)))
    if most < 2:
        return None
    return offer(
        Suppose,
        "ARC-51",
        ease=OneOf((Option(s.ease, ""),)),
        destiny=Whole(1, most),
        policy=_policies(asked=False),
    )


def _more_cards(game: Game, s: Side, bought: int, supposes: Offer | None = None) -> Odds | None:
    law = more_cards_law(left_to_draw(game.character(s.actor), s), s.skill, s.score, bought)
    if law is None:
        return None
    one = bought == 1
    lines = (
        _line(
            "la carte réussit" if one else "une carte réussit",
            law.critical + law.ordinary,
            main=True,
            said="que la carte réussisse" if one else "qu’une carte réussisse",
        ),
        _line("réussite critique", law.critical, said="de réussite critique"),
    )
    rows = (
        _line("réussite critique", law.critical),
        _line("réussite ordinaire", law.ordinary),
        _line("échec", law.failure),
    )
    policy = "" if one else f"{bought} cartes achetées quoi qu’il arrive"
    return Odds(lines, (s.actor,), policy, BUY, law=rows, supposes=supposes)


def _one_card(label: str, domain: Any, actor: Who) -> Odds | None:
    """As many cards as fall out of as many as there are: each as likely as any other."""
    if not domain.deck:
        return None
    return Odds((_line(label, Fraction(domain.count, len(domain.deck)), main=True),), (actor,))


def _one_rank(domain: Any, actor: Who) -> Odds:
    """The skills left to fate: each of the numbers left is as likely for each of them (ARC-03)."""
    even = Fraction(1, len(domain.deck))
    label = "donner un score donné à une compétence laissée au destin"
    return Odds((_line(label, even, main=True),), (actor,))


def _fighter(game: Game, s: Side, destiny: int = 0) -> Fighter:
    deck = game.character(s.actor).deck
    if s.declared == "discard":
        # The card is out of the deck by now; the odds only need to know that it was there.
        return Fighter((*deck, s.skill), s.skill, s.score, stance="discards")
    if s.declared == "none":
        return Fighter(deck, s.skill, s.score, stance="unconscious")
    return Fighter(deck, s.skill, s.score, s.ease, destiny)


def _line(label: str, p: Fraction, *, main: bool = False, said: str = "") -> OddsLine:
    return OddsLine(label, p.numerator, p.denominator, main, said)
