"""Each question in the words of whoever asks it at the table."""

from __future__ import annotations

from paravent.core.french import fine, of, signed, stopped, upper
from paravent.core.offers import Waiting
from paravent.core.system import Names
from paravent.systems.forces.calling import ToAct, ToCall, ToJudge
from paravent.systems.forces.creation import ToCreate, ToGrow, ToReward, ToSpread, ToStaff
from paravent.systems.forces.drafting import ToDrawUp, ToShape
from paravent.systems.forces.gauges import ToBreak, ToCare, ToStrain
from paravent.systems.forces.model import Game, SkillTest, pack_of
from paravent.systems.forces.passes import ToDraw
from paravent.systems.forces.steering import ToSteer
from paravent.systems.forces.testing import ToCorrupt, ToRoll, ToRollAgain, ToThrow, verdict_of
from paravent.systems.forces.words import granted, issue


def prompt(game: Game, w: Waiting, names: Names) -> str:
    """The question, for whoever may answer it."""
    return fine(upper(_prompt(game, w, names)))


def _prompt(game: Game, w: Waiting, names: Names) -> str:
    match w.topic:
        case ToCreate():
            return "qui veux-tu jouer ? Une option de chaque aspect d’abord, les points ensuite."
        case ToSpread(id):
            name = next(d.name for d in game.drafts if d.id == id)
            return f"{name} : où vont les points ? Chaque nombre est le score final."
        case ToGrow(actor):
            return f"{names(actor)} a des points à dépenser."
        case ToJudge(id, actor):
            t = game.test(id)
            return f"{names(actor)} tente : {stopped(t.text)} {used(game, t)}. À quelle difficulté ?"
        case ToThrow(id, actor):
            return f"{names(actor)} : {needed(game, game.test(id))} On lance ?"
        case ToRoll(id, actor):
            return f"{names(actor)} lance. {upper(needed(game, game.test(id)))}"
        case ToRollAgain(_, actor):
            return f"{names(actor)} relance ses 6."
        case ToCorrupt(id, actor):
            return f"{names(actor)} {tempted(game, game.test(id))}"
        case ToBreak(_, actor):
            return f"{names(actor)} perd pied : quelle folie ?"
        case ToDraw(_, milestone):
            return f"jalon : {milestone}. Un nombre de 1 à 100 par arête, dans l’ordre."
        case ToAct(actor):
            return f"que tente {names(actor)} ?"
        case ToCall(actor):
            return f"que doit tester {names(actor)} ?"
        case ToCare(actor):
            return f"agir sur les jauges {of(names(actor))}"
        case ToReward(actor):
            return f"faire progresser {names(actor)}"
        case ToStrain():
            return "qui s’est reposé ?"
        case ToStaff():
            return "qui entre en jeu ?"
        case ToDrawUp():
            return "quelle force pèse sur l’histoire ?"
        case ToShape(force):
            return f"dessiner {game.force(force).name}"
        case ToSteer():
            return "que se passe-t-il dans le monde ?"
    return ""


def tempted(game: Game, t: SkillTest) -> str:
    """« fait 11 contre 12 : échec simple. Un point de corruption en ferait une réussite simple. On le prend ? »"""
    now, then = (verdict_of(game, t, corrupted=corrupted) for corrupted in (False, True))
    made, becomes = (
        issue(now.passed, now.critical, now.degree),
        issue(then.passed, then.critical, then.degree),
    )
    article = "une" if then.passed else "un"
    would = (
        "n’y changerait rien. Le prendre quand même ?"
        if made == becomes
        else f"(+2) en ferait {article} {becomes}. On le prend ?"
    )
    return f"fait {now.total} contre {t.difficulty} : {made}. Un point de corruption {would}"


def used(game: Game, t: SkillTest) -> str:
    """« Discrétion + Adresse »."""
    pack = pack_of(game.pack)
    return f"{pack.sub(t.sub).name} + {pack.aptitude(t.aptitude).name}"


def needed(game: Game, t: SkillTest) -> str:
    dice = f", {granted(t.net)}" if t.net else ""
    return f"{used(game, t)}, 2D6 {signed(t.bonus)} contre {t.difficulty}{dice}."
