"""Each question in the words of whoever asks it at the table."""

from __future__ import annotations

from paravent.core.french import because, count, fine, of, stopped, upper
from paravent.core.offers import Waiting
from paravent.core.system import Names
from paravent.systems.departement_m.calling import ToAct, ToCall, ToSay
from paravent.systems.departement_m.complications import ToTell
from paravent.systems.departement_m.creation import ToCreate, ToStaff, ToTend
from paravent.systems.departement_m.model import Game, SkillTest
from paravent.systems.departement_m.pools import ToSpend
from paravent.systems.departement_m.testing import ToCompose, ToRoll, ToWeigh, ToWish


def prompt(game: Game, w: Waiting, names: Names) -> str:
    """The question, for whoever may answer it."""
    return fine(upper(_prompt(game, w, names)))


def _prompt(game: Game, w: Waiting, names: Names) -> str:
    match w.topic:
        case ToSay(id, actor):
            t = game.test(id)
            said = f" Spécialisation : {t.claim.focus}{because(t.claim.why)}." if t.claim else ""
            return f"{names(actor)} tente : {stopped(t.text)}{said} Quel test, à quelle difficulté ?"
        case ToCompose(id, actor):
            return f"{names(actor)} : {needed(game, game.test(id))} Combien de dés ?"
        case ToWeigh(id, actor, focus):
            claim = game.test(id).claim
            return f"{names(actor)} fait valoir « {focus} »{because(claim.why if claim else '')}. Sert-elle ici ?"
        case ToRoll(id, actor):
            return f"{names(actor)} lance. {upper(needed(game, game.test(id)))}"
        case ToTell(id, actor):
            scene = next(c.scene for c in game.complications if c.id == id)
            return f"une complication {of(names(actor))}{because(scene)} : que se passe-t-il ?"
        case ToAct(actor):
            return f"que tente {names(actor)} ?"
        case ToWish(actor):
            return f"viser une autre chance que {game.character(actor).wished} % ?"
        case ToCreate():
            return "qui veux-tu jouer ?"
        case ToCall(actor):
            return f"que doit tester {names(actor)} ?"
        case ToTend(actor):
            return f"agir sur la feuille {of(names(actor))}"
        case ToSpend():
            return f"la Menace est à {game.threat}"
        case ToStaff():
            return "qui entre en jeu ?"
    return ""


def needed(game: Game, t: SkillTest) -> str:
    """« Forme + Combat, 2 réussites sous 13, spécialisation : Lutte. »"""
    attribute = dict(game.attributes_named)[t.attribute]
    discipline = dict(game.disciplines_named)[t.discipline]
    wanted = count(t.difficulty, "réussite") if t.difficulty else "difficulté 0"
    focus = f", spécialisation « {t.focus} » (jusqu’à {t.expertise}, deux réussites)" if t.focus else ""
    return f"{attribute} + {discipline}, {wanted}, chaque dé jusqu’à {t.target}{focus}."
