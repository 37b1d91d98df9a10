"""Each question in the words of whoever asks it at the table."""

from __future__ import annotations

from paravent.core.french import fine, of, upper
from paravent.core.offers import Waiting
from paravent.core.system import Names
from paravent.systems.architectes.broken_line import ToAct, ToAllow
from paravent.systems.architectes.contest import ToBuy, ToDeclare, ToDraw, ToDrawMore, ToLose
from paravent.systems.architectes.creation import ToCreate, ToDrawScores
from paravent.systems.architectes.damage import ToLoseCards, ToRegain
from paravent.systems.architectes.desk import ToLead, ToTend
from paravent.systems.architectes.model import Contest, Game, Side
from paravent.systems.architectes.quality import SUCCESS, kept, quality
from paravent.systems.architectes.words import EASES, card, cards


def prompt(game: Game, w: Waiting, names: Names) -> str:
    """The question, for whoever may answer it."""
    return fine(upper(_prompt(game, w, names)))


def _prompt(game: Game, w: Waiting, names: Names) -> str:
    match w.topic:
        case ToDeclare(id, actor):
            x = game.contest(id)
            s = x.side(actor)
            foe = f", contre {names(x.other(actor).actor)}" if len(x.sides) == 2 else ""
            what = f"un test{EASES.get(s.ease, '')} {of(s.skill_name)}, score {s.score}{foe}"
            if not s.may_discard or s.skill not in game.character(actor).deck:
                return f"{names(actor)} tente {what}. À toi de tirer."
            return f"{names(actor)} tente {what}. Tirer, ou défausser {card(s.skill)} ?"
        case ToDraw(id, actor):
            s = game.contest(id).side(actor)
            return f"{names(actor)} tire pour son test {of(s.skill_name)}, score {s.score} : quelle carte ?"
        case ToBuy(id, actor):
            x = game.contest(id)
            left = game.character(actor).destiny
            return f"{_standing(x, x.side(actor), names)} Dépenser un point de Destin ? (il en reste {left})"
        case ToDrawMore(_, actor):
            return f"{names(actor)} tire une carte de Destin : laquelle ?"
        case ToLose(_, actor) | ToLoseCards(_, actor):
            return f"{names(actor)} encaisse : quelles cartes se perdent ?"
        case ToRegain(_, actor):
            return f"{names(actor)} retrouve des cartes : lesquelles ?"
        case ToDrawScores(actor):
            return f"le destin classe ce qui ne l’est pas encore pour {names(actor)}."
        case ToAllow(id, actor, number):
            p = next(p for p in game.proposals if p.id == id)
            return f"{names(actor)} veut défausser {card(number)}, {p.skill_name} : {p.action}"
        case ToAct(actor):
            return f"que fait {names(actor)} ?"
        case ToCreate():
            return "qui veux-tu jouer ?"
        case ToLead():
            return "que se passe-t-il ?"
        case ToTend(actor):
            return f"agir sur la feuille {of(names(actor))}"
    return ""


def _standing(x: Contest, s: Side, names: Names) -> str:
    """Where one stands before buying a card: « Léa a Tempérance (14), pour un score de 12 : raté de 2. »

    The card that counts and those of Destiny; every card of a critical, which may have come from the one set aside.
    """
    q = quality(s)
    counted = s.drawn if q.rank > SUCCESS else (kept(s.ease, s.drawn),)
    state = f"{names(s.actor)} a {cards((*counted, *s.bought))}, pour un score de {s.score}"
    if q.rank > SUCCESS:
        result = f"réussite critique, marge {q.margin}".replace("-", "−")
    elif q.rank == SUCCESS:
        result = f"réussi, marge {q.margin}"
    else:
        result = "raté de justesse" if q.margin == 0 else f"raté de {-q.margin}"
    return f"{state} : {result}."
