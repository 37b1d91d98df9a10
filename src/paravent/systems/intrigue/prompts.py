"""Each question in the words of whoever asks it at the table."""

from __future__ import annotations

from paravent.core.french import fine, of, stopped, to, upper
from paravent.core.offers import Waiting
from paravent.core.system import Names
from paravent.core.values import GM
from paravent.systems.intrigue.aid import ToAid
from paravent.systems.intrigue.contests import ToAct, ToAnswer
from paravent.systems.intrigue.creation import ToCreate, ToStaff
from paravent.systems.intrigue.desk import ToImprovise, ToSetPool, ToTendSheet, ToUse
from paravent.systems.intrigue.episode_end import ToEnd, ToRaise, ToSettle, ToTellEnd
from paravent.systems.intrigue.episode_start import ToAward, ToBegin
from paravent.systems.intrigue.growth import NEW, ToGrow, ToOppose, ToPayFor
from paravent.systems.intrigue.helping import ToBrawl, ToContinue, ToInterfere
from paravent.systems.intrigue.initiative import ToStart, ToTarget, ToThrowIn
from paravent.systems.intrigue.live_rolls import against
from paravent.systems.intrigue.model import Game
from paravent.systems.intrigue.ones import ToMind
from paravent.systems.intrigue.recovery import ToHeal, ToTend
from paravent.systems.intrigue.resources import ToStage, ToSummon
from paravent.systems.intrigue.rolling import ToBuy, ToHelp, ToRoll
from paravent.systems.intrigue.stress import StressFalls, ToInflict, ToShape, ToStressOut
from paravent.systems.intrigue.trials import ToAttempt, ToCall
from paravent.systems.intrigue.weighing import beats
from paravent.systems.intrigue.words import sizes


def prompt(game: Game, w: Waiting, names: Names) -> str:
    """The question, for whoever may answer it."""
    return fine(
        upper(_roll(game, w, names) or _contest(game, w, names) or _trial(game, w, names) or _rest(w, names))
    )


def _roll(game: Game, w: Waiting, names: Names) -> str:
    match w.topic:
        case ToRoll(_, actor):
            return f"{names(actor) if actor else 'la pile des problèmes'} : les dés tombent."
        case ToBuy(id, actor):
            r = game.roll(id)
            if not r.actor:
                return f"la pile des problèmes fait {r.total}. On la garde ?"
            if r.helps:
                ally = names(game.roll(r.helps).actor)
                return (
                    f"{names(actor)} soutient {ally} : son meilleur dé vaut {r.total}. Acheter, ou garder ?"
                )
            held = against(game, r)
            if held is None:
                return f"{names(actor)} fait {r.total}. Acheter, ou garder ?"
            enough = "c’est mieux que" if beats(r.total, held) else "pas assez contre"
            return f"{names(actor)} fait {r.total}, {enough} {held}. Acheter, ou garder ?"
        case ToMind(id, actor):
            r = game.roll(id)
            many = len(r.ones) > 1
            ones = f"{len(r.ones)} dés {{}} font 1" if many else "un dé {} fait 1"
            if w.who != GM:
                return f"{ones.format('d’en face')} : alléger la pile des problèmes ({sizes(game.pool)}) ?"
            buy = "en acheter, 1 PI chacun" if many else "l’acheter, pour 1 PI"
            return f"{ones.format(of(names(actor)))} : {buy} ?"
        case ToHelp(id, resource, fallen):
            h = next(h for h in game.roll(id).helpings if h.resource == resource)
            if fallen:
                return f"{h.name} donne {', '.join(map(str, h.faces))} : combien en garder ?"
            return f"{h.name} : les dés tombent."
    return ""


def _contest(game: Game, w: Waiting, names: Names) -> str:
    match w.topic:
        case ToAct(actor):
            return f"{names(actor)} agit contre quelqu’un ?"
        case ToAnswer(id, actor, _, total):
            k = game.contest(id)
            return f"{names(k.standing)} fait {total}. {names(actor)} réagit, ou cède ? Enjeu : {stopped(k.goal)}"
        case ToAid(_, _, roll):
            return f"{names(w.who)} soutient {names(game.roll(roll).actor)} ?"
        case ToInterfere(id, _, _):
            a, b = game.contest(id).sides
            held = game.roll(game.contest(id).to_beat).total
            return f"{names(w.who)} s’interpose entre {names(a)} et {names(b)} ? Il faut plus que {held}."
        case ToContinue(id, actor):
            return f"le conflit s’achève. {names(actor)} paie 1 PI pour continuer à faire mal ?"
        case ToBrawl(_, actor):
            return f"{names(actor)} : jet à trois, pour faire mal. Le plus faible des deux prend du Stress."
        case ToInflict(_, loser):
            if w.who == GM:
                return f"quel Stress infliger {to(names(loser))} ?"
            return f"{names(w.who)} inflige du Stress {to(names(loser))} : lequel ?"
        case ToShape(_, actor, loser, _, _, faces) if faces:
            fell = ", ".join(map(str, faces))
            return f"pile de Stress contre {names(loser)} : {fell}. {names(actor)} la relance ?"
        case ToShape(_, actor, loser, _, dice):
            return (
                f"pile de Stress contre {names(loser)} : {sizes(dice) or 'rien'}. {names(actor)} la change ?"
            )
        case StressFalls(_, loser):
            return f"le Stress tombe sur {names(loser)}."
        case ToStressOut(_, loser):
            return f"faire craquer {names(loser)} ?"
    return ""


def _trial(game: Game, w: Waiting, names: Names) -> str:
    match w.topic:
        case ToAttempt(id, actor, pool):
            t = next(t for t in game.tests if t.id == id)
            risk = " Le Stress guette." if t.risk else ""
            return f"{names(actor)} : {stopped(t.goal)} La pile a fait {pool}, il faut mieux.{risk}"
        case ToHeal(_, actor, against):
            return f"{names(actor)} doit faire mieux que {against} pour soigner."
        case ToThrowIn(id, actor, before):
            goal = stopped(next(x.goal for x in game.initiatives if x.id == id))
            if before:
                return f"à égalité, {names(actor)} relance. Enjeu : {goal}"
            return f"{names(actor)} lance : tout le monde agit en même temps. Enjeu : {goal}"
        case ToTarget(_, actor):
            return f"{names(actor)} a l’initiative. Contre qui ?"
        case ToAward(_, actor):
            return f"{names(actor)} lance ses Relations pour les Points d’Intrigue."
    return ""


def _rest(w: Waiting, names: Names) -> str:
    match w.topic:
        case ToCreate():
            return "qui veux-tu jouer ? Les Relations d’abord : qui compte pour toi, et qu’en penses-tu ?"
        case ToTellEnd(_, actor):
            return f"l’épilogue {of(names(actor))}."
        case ToSettle(_, actor, _):
            return f"{names(actor)} : que deviennent les Motivations mises à mal ?"
        case ToRaise(_, actor, _):
            return f"{names(actor)} : une autre Valeur monte ?"
        case ToGrow(_, actor, wanted) if wanted:
            return f"{names(actor)} vise {NEW[wanted]}, à D4 : dis ce que c’est, ou choisis autre chose."
        case ToGrow(_, actor):
            return f"{names(actor)} : qu’est-ce qui grandit ?"
        case ToOppose(_, actor, _):
            return f"la progression {of(names(actor))} : les dés tombent."
        case ToPayFor(_, actor):
            return f"{names(actor)} n’y arrive pas : autre chose baisse pour cela ?"
        case ToCall(actor):
            return f"que doit tester {names(actor)} ?"
        case ToTend(actor):
            return f"{names(actor)} soigne quelqu’un ?"
        case ToSummon(actor):
            return f"{names(actor)} fait venir quelqu’un ?"
        case ToUse(actor):
            return f"{names(actor)} se sert d’un Atout ?"
        case ToImprovise(actor):
            return f"{names(actor)} : une relation à la volée ?"
        case ToTendSheet(actor):
            return f"agir sur la feuille {of(names(actor))}"
        case ToStaff():
            return "qui entre en jeu ?"
        case ToStage():
            return "qui est là, et où est-on ?"
        case ToSetPool():
            return "la pile des problèmes"
        case ToStart():
            return "tout le monde agit en même temps ?"
        case ToBegin():
            return "un épisode commence ?"
        case ToEnd():
            return "l’épisode s’achève ?"
    return ""
