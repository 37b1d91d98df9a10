"""Each question in the words of whoever asks it at the table."""

from __future__ import annotations

from paravent.core.french import fine, listed, of, signed, stopped, upper
from paravent.core.offers import Waiting
from paravent.core.system import Names
from paravent.systems.intentions.counters import ToCount, label
from paravent.systems.intentions.creation import ToCreate
from paravent.systems.intentions.criticals import ToAgree, ToExploit, ToTell, named
from paravent.systems.intentions.desk import ToLead, ToTend
from paravent.systems.intentions.endurance import ToEndure, ToFocus, ToHold, ToWound
from paravent.systems.intentions.judging import ToJudge
from paravent.systems.intentions.model import Game, SkillTest, pack_of
from paravent.systems.intentions.testing import ToAct, ToRoll, ToThrow
from paravent.systems.intentions.words import MODES, offered, told_alone


def prompt(game: Game, w: Waiting, names: Names) -> str:
    """The question, for whoever may answer it."""
    return fine(upper(_prompt(game, w, names)))


def _prompt(game: Game, w: Waiting, names: Names) -> str:
    match w.topic:
        case ToJudge(id, actor):
            return f"{names(actor)} tente : {_tried(game, game.test(id))} À quelle difficulté ?"
        case ToThrow(id, actor):
            return f"{names(actor)} : {_needed(game.test(id))} On lance ?"
        case ToRoll(id, actor):
            return f"{names(actor)} lance. {upper(_needed(game.test(id)))}"
        case ToExploit(_, actor):
            return f"réussite critique {of(names(actor))} : quel exploit ? Une intention peut s’y ajouter."
        case ToAgree(_, actor, text, intention):
            free = offered(named(game, intention))
            return f"exploit {of(names(actor))} : {stopped(text)}{free} D’accord ?"
        case ToTell(_, actor):
            return f"échec critique {of(names(actor))} : quelle catastrophe ?"
        case ToWound(id):
            wound = next(x for x in game.wounds if x.id == id)
            who = names(wound.actor) if wound.actor else wound.subject
            return f"{who} est à bout{f' ({wound.cause})' if wound.cause else ''} : quelle blessure ?"
        case ToHold(id, actor, _, saved):
            goal = game.counter(id).goal
            left = game.character(actor).trait(pack_of(game.pack).trait_with("concentration")) - saved
            return f"{names(actor)} va perdre sa concentration ({goal}). La retenir ? (encore {left})"
        case ToAct(actor):
            return f"que tente {names(actor)} ?"
        case ToCreate():
            return (
                "qui veux-tu jouer ? Deux compétences, un trait, une espèce, un instinct, une connaissance."
            )
        case ToCount(id) | ToEndure(id) | ToFocus(id):
            return label(game.counter(id))
        case ToLead():
            return "que se passe-t-il ?"
        case ToTend(actor):
            return f"agir sur la feuille {of(names(actor))}"
    return ""


def _tried(game: Game, t: SkillTest) -> str:
    pack = pack_of(game.pack)
    actions = listed([a.name if a.risky else f"{a.name} (sans risque)" for a in t.actions])
    extra = [pack.intention(i).name for i in t.intentions]
    if t.potion:
        extra.append("en buvant une potion")
    if t.knowledge:
        extra.append(f"connaissance : {t.knowledge}")
    said = f" — {stopped(t.text)}" if t.text else "."
    return f"{actions}{f' ({listed(extra)})' if extra else ''}{said}"


def _needed(t: SkillTest) -> str:
    bonus = f" avec {signed(t.bonus)}" if t.bonus else ""
    alone = told_alone({"single": t.single, "critical": t.critical})
    mode = f", {MODES[t.mode]}{alone}" if t.mode in MODES else ""
    return f"il faut {t.effective}{bonus}{mode}."
