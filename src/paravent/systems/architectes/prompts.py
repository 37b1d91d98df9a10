"""Each question in the words of whoever asks it at the table."""

from __future__ import annotations

from paravent.core.offers import Waiting
from paravent.core.system import Names
from paravent.systems.architectes.broken_line import ToAct, ToAllow
from paravent.systems.architectes.contest import ToBuy, ToDeclare, ToDraw, ToDrawMore, ToLose
from paravent.systems.architectes.creation import ToCreate, ToDrawScores
from paravent.systems.architectes.damage import ToLoseCards, ToRegain
from paravent.systems.architectes.desk import ToLead, ToTend
from paravent.systems.architectes.model import Contest, Game, Side
from paravent.systems.architectes.quality import SUCCESS, kept, quality
from paravent.systems.architectes.words import EASES, cards, count, fine, of, upper


def prompt(game: Game, w: Waiting, names: Names) -> str:
    """The question, for whoever may answer it."""
    return fine(upper(_prompt(game, w, names)))


def _prompt(game: Game, w: Waiting, names: Names) -> str:
    match w.topic:
        case ToDeclare(id, actor):
            x = game.contest(id)
            s = x.side(actor)
            foe = f" contre {names(x.other(actor).actor)}" if len(x.sides) == 2 else ""
            what = f"{s.skill_name}{EASES.get(s.ease, '')}, score {s.score}{foe}"
            return f"{names(actor)} : {what}. Tirer, ou défausser la carte {s.skill} ?"
        case ToDraw(id, actor):
            s = game.contest(id).side(actor)
            return f"{names(actor)} tire pour {s.skill_name}, score {s.score}."
        case ToBuy(id, actor):
            x = game.contest(id)
            left = count(game.character(actor).destiny, "point")
            return f"{_standing(x, x.side(actor), names)} Dépenser un point de Destin ? (il en reste {left})"
        case ToDrawMore(_, actor):
            return f"{names(actor)} tire une carte de Destin."
        case ToLose(_, actor) | ToLoseCards(_, actor):
            return f"{names(actor)} encaisse : quelles cartes se perdent ?"
        case ToRegain(_, actor):
            return f"{names(actor)} retrouve des cartes : lesquelles ?"
        case ToDrawScores(actor):
            return f"le destin classe ce qui ne l’est pas encore pour {names(actor)}."
        case ToAllow(id, actor, number):
            p = next(p for p in game.proposals if p.id == id)
            return f"{names(actor)} veut défausser {cards((number,))} ({p.skill_name}) : {p.action}"
        case ToAct(actor):
            return f"que fait {names(actor)} ?"
        case ToCreate():
            return (
                "qui veux-tu jouer ? Le métier d’avant oriente les meilleurs scores, sans rien imposer ; "
                "ce qui reste vide, le destin le classe."
            )
        case ToLead():
            return "que se passe-t-il ?"
        case ToTend(actor):
            return f"agir sur la feuille {of(names(actor))}"
    return ""


def _standing(x: Contest, s: Side, names: Names) -> str:
    """Where one stands before buying a card: « Ta carte est 14, ton score 12 : raté de 2. »"""
    q = quality(s)
    card = kept(s.ease, s.drawn)
    state = f"{names(s.actor)} garde {card}, score {s.score}"
    if q.rank > SUCCESS:
        result = "réussite critique"
    elif q.rank == SUCCESS:
        result = f"réussi, marge {q.margin}"
    else:
        result = "raté de justesse" if q.margin == 0 else f"raté de {-q.margin}"
    return f"{state} : {result}."
