"""French sentences for what happens, from projected events: what is not seen is not said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from paravent.core.french import because, count, fine, listed, of, signed, stopped, upper
from paravent.core.system import Names
from paravent.systems.intentions.skills import CATEGORY_CHOICES

MODES = {"advantage": "avantage", "disadvantage": "désavantage"}


def often(words: Sequence[str]) -> list[str]:
    """Each word once, with how many times it was there."""
    return [w if n == 1 else f"{w} ×{n}" for w, n in Counter(words).items()]


def whose(v: Mapping[str, Any], names: Names) -> str:
    """A character's name, or what the subject is called."""
    return names(v["actor"]) if v.get("actor") else str(v.get("subject", ""))


def sentence(view: Mapping[str, Any], names: Names) -> str:
    """The sentence of a projected event; "" for what needs no line, or when too little is seen to say anything."""
    for part in (_sheet, _test, _conditions, _counters, _endurance):
        if text := part(view, names):
            return fine(upper(text))
    return ""


def _sheet(v: Mapping[str, Any], names: Names) -> str:
    match v:
        case {"kind": "CharacterDrafted", "actor": actor, "species": species} if species:
            looks = ", ".join(x for x in (species.lower(), v["size"]) if x)
            return f"la feuille {of(names(actor))} est écrite ({looks})."
        case {"kind": "SkillCreated", "name": name, "category": category}:
            return f"une compétence s’ajoute : {name}, {dict(CATEGORY_CHOICES)[category]}."
        case {"kind": "PointGranted", "actor": actor, "skill": {"name": skill, "bonus": bonus}}:
            return f"{names(actor)} progresse en {skill} : +{bonus}."
        case {"kind": "TraitGranted", "actor": actor, "name": name, "times": times}:
            return f"{names(actor)} gagne le trait {name}" + (f" ({times} fois)." if times > 1 else ".")
        case {"kind": "InstinctGranted", "actor": actor, "name": name}:
            return f"{names(actor)} gagne un instinct : {name}."
        case {"kind": "KnowledgeGranted", "actor": actor, "knowledge": knowledge}:
            return f"{names(actor)} gagne une connaissance : {knowledge}."
        case {"kind": "DiceChosen", "actor": actor, "single": single}:
            return f"{names(actor)} lance désormais {'un seul dé' if single else 'deux dés'}."
        case {"kind": "DayPassed"}:
            return "un nouveau jour se lève : l’Héroïsme revient."
    return ""


def _test(v: Mapping[str, Any], names: Names) -> str:
    match v:
        case {"kind": "TestAnnounced", "actor": actor, "actions": actions, "text": text, "named": named}:
            tried = listed([a["name"] if a["risky"] else f"{a['name']} (sans risque)" for a in actions])
            meant = f" une action {listed(often([n.lower() for n in named]))}" if named else ""
            beside = ", en buvant une potion" if v["potion"] else ""
            beside += f", connaissance : {v['knowledge']}" if v["knowledge"] else ""
            said = f" — {stopped(text)}" if text else "."
            return f"{names(actor)} tente{meant} : {tried}{beside}{said}"
        case {"kind": "DifficultySaid", "actor": actor, "difficulty": difficulty, "name": name, **rest}:
            return _difficulty(names(actor), difficulty, name, rest)
        case {"kind": "TestRefused", "actor": actor, "why": why}:
            return f"le test {of(names(actor))} n’a pas lieu{because(why)}."
        case {"kind": "HeroismUsed", "actor": actor, "how": "cancel"}:
            return f"{names(actor)} fait preuve d’héroïsme : le désavantage s’efface."
        case {"kind": "HeroismUsed", "actor": actor}:
            return f"{names(actor)} fait preuve d’héroïsme : réussite, sans lancer."
        case {"kind": "Rolled", "actor": actor}:
            return _rolled(v, names(actor))
        case {"kind": "ExploitProposed", "actor": actor, "text": text, "named": intention}:
            return f"exploit {of(names(actor))}, à confirmer : {stopped(text)}{offered(intention)}"
        case {"kind": "ExploitDiscussed", "actor": actor, "why": why}:
            return f"l’exploit {of(names(actor))} se discute encore{because(why)}."
        case {"kind": "ExploitAgreed", "actor": actor, "text": text, "intention": intention}:
            return f"exploit {of(names(actor))} : {stopped(text)}{offered(intention)}"
        case {"kind": "DisasterTold", "text": text}:
            return f"catastrophe : {stopped(text)}"
    return ""


def offered(intention: str) -> str:
    """The free intention of an exploit (INT-44)."""
    return f" Intention offerte : {intention}." if intention else ""


def _difficulty(who: str, difficulty: int, name: str, rest: Mapping[str, Any]) -> str:
    base = f"{name.lower()} ({difficulty})" if name else str(difficulty)
    if rest.get("effective") is None:
        return f"pour {who}, c’est {base}."
    bonus = f" avec {signed(rest['bonus'])}" if rest["bonus"] else ""
    mode = f", {MODES[rest['mode']]}{told_alone(rest)}" if rest["mode"] in MODES else ""
    reasons = [
        f"{s['why']} ({'avantage' if s['advantage'] else 'désavantage'}{_spent(s)})" for s in rest["sources"]
    ]
    told = f" Compte : {' ; '.join(reasons)}." if reasons else ""
    return f"pour {who}, c’est {base} : il faut {rest['effective']}{bonus}{mode}.{told}"


def _spent(s: Mapping[str, Any]) -> str:
    """Why a source does not count: cancelled (INT-11), or given to another skill than the weakest (INT-25)."""
    return ", annulé" if s["cancelled"] else ", pour une autre compétence" if s["apart"] else ""


def told_alone(test: Mapping[str, Any]) -> str:
    """A first single die has none beside it to be better or worse (INT-03)."""
    return " sans effet (premier lancer à un seul dé)" if test["single"] and not test["critical"] else ""


def _rolled(v: Mapping[str, Any], who: str) -> str:
    dice, critical, main = v["dice"], v["critical"], v["main"]
    thrown = f"principal {dice[0]}" + (f", critique {critical}" if critical else "")
    total = f", total {v['total']}" if v.get("total") is not None and v["total"] != main else ""
    results = {
        "success": "réussite",
        "failure": "échec",
        "critical_success": "réussite critique",
        "critical_failure": "échec critique",
    }
    kept = f" ; le {main} compte" if main != dice[0] else ""
    return f"{who} lance : {thrown}{kept}{total} : {results[v['outcome']]}."


def _conditions(v: Mapping[str, Any], names: Names) -> str:
    match v:
        case {"kind": "ConditionBegan", "wound": True}:
            return ""  # said by the wound
        case {"kind": "ConditionBegan", "actor": actor, "name": name, "text": text, "mode": mode}:
            effect = f", {MODES[mode]}" if mode in MODES else ""
            return f"{names(actor)} : {name}{effect}." + (f" {stopped(text)}" if text else "")
        case {"kind": "ConditionEnded", "actor": actor, "name": name}:
            return f"fin de « {name} » pour {names(actor)}."
    return ""


def _counters(v: Mapping[str, Any], names: Names) -> str:
    subject = f" ({whose(v, names)})" if whose(v, names) else ""
    match v:
        case {"kind": "CounterCreated", "theme": theme}:
            return f"un compteur s’ouvre : {theme}{subject}."
        case {"kind": "CounterMoved", "theme": theme, "steps": steps, "value": value, "why": why}:
            return f"{theme}{subject} : {signed(steps)}, à {value}{because(why)}."
        case {"kind": "CounterStuck", "theme": theme, "why": why}:
            return f"{theme}{subject} : rien ne bouge, il est à sa limite{because(why)}."
        case {"kind": "ThresholdAdded", "threshold": {"at": at, "name": name}}:
            return f"un seuil s’ajoute à {at}{subject} : {name}."
        case {"kind": "TriggerAdded", "trigger": {"name": name, "steps": steps}}:
            return f"un déclencheur s’ajoute{subject} : {name} ({signed(steps)})."
        case {
            "kind": "ThresholdReached" | "ThresholdStruck",
            "actor": "",
            "theme": theme,
            "at": at,
            "name": name,
        }:
            return f"{theme}{subject} atteint le seuil {at} : {name}." + (
                f" {stopped(v['text'])}" if v["text"] else ""
            )
        case {"kind": "ThresholdLeft", "actor": "", "theme": theme, "name": name} if theme:
            return f"{theme}{subject} : fin de « {name} »."
        case {"kind": "CounterShown", "theme": theme, "standing": standing}:
            seen = {
                "public": "est visible de toute la table",
                "known": "est connu, sans sa valeur",
                "hidden": "n’est plus visible",
            }
            return f"le compteur {theme}{subject} {seen[standing]}."
        case {"kind": "CounterDropped", "theme": theme}:
            return f"le compteur {theme}{subject} disparaît."
    return ""


def _endurance(v: Mapping[str, Any], names: Names) -> str:
    match v:
        case {"kind": "EnduranceGiven", "actor": "", "full": full}:
            return f"endurance : {whose(v, names)}, {full}."
        case {"kind": "EnduranceGiven", "standing": "hidden", "full": full}:
            return f"{whose(v, names)} a de l’endurance : {full}."
        case {"kind": "EnduranceExtended", "actor": actor}:
            return f"{names(actor)} gagne une jauge d’endurance."
        case {"kind": "EnduranceLost", "points": points, "why": why}:
            left = f", il en reste {v['left']}" if v.get("left") is not None else ""
            return f"{whose(v, names)} perd {count(points, 'point')} d’endurance{left}{because(why)}."
        case {"kind": "WoundSuffered", "cause": cause}:
            return f"{whose(v, names)} subit une blessure{because(cause)}."
        case {"kind": "WoundSettled", "name": name, "text": text}:
            return f"blessure {of(whose(v, names))} : {name}." + (f" {stopped(text)}" if text else "")
        case {"kind": "ThingMended", "name": name}:
            return f"{whose(v, names)} : fin de « {name} »."
        case {"kind": "ConcentrationBegun", "goal": goal}:
            return f"{whose(v, names)} se concentre : {stopped(goal)}"
        case {"kind": "ConcentrationKept", "actor": actor}:
            return f"{names(actor)} garde sa concentration."
        case {"kind": "ConcentrationLost", "actor": actor}:
            return f"{names(actor)} perd sa concentration."
        case {"kind": "ConcentrationReleased", "actor": actor, "goal": goal}:
            return f"la concentration {of(names(actor))} l’emporte : {stopped(goal)}"
    return ""


RULES_OF: Mapping[str, tuple[str, ...]] = {
    "CharacterDrafted": ("INT-20", "INT-37"),
    "SkillCreated": ("INT-24",),
    "PointGranted": ("INT-20",),
    "TraitGranted": ("INT-36",),
    "InstinctGranted": ("INT-32",),
    "KnowledgeGranted": ("INT-36",),
    "DiceChosen": ("INT-03",),
    "DayPassed": ("INT-31",),
    "TestAnnounced": ("INT-04", "INT-25", "INT-41"),
    "DifficultySaid": ("INT-05", "INT-11", "INT-12"),
    "TestRefused": ("INT-22", "INT-42"),
    "HeroismUsed": ("INT-31",),
    "Ready": ("INT-04",),
    "Rolled": ("INT-06", "INT-07", "INT-10"),
    "ExploitProposed": ("INT-09", "INT-44"),
    "ExploitDiscussed": ("INT-09",),
    "ExploitAgreed": ("INT-09", "INT-44"),
    "DisasterTold": ("INT-09",),
    "TestClosed": ("INT-04",),
    "ConditionBegan": ("INT-36", "INT-52"),
    "ConditionEnded": ("INT-36", "INT-52"),
    "CounterCreated": ("INT-50",),
    "CounterMoved": ("INT-51", "INT-53"),
    "CounterStuck": ("INT-51",),
    "ThresholdAdded": ("INT-52",),
    "TriggerAdded": ("INT-53",),
    "ThresholdReached": ("INT-52",),
    "ThresholdStruck": ("INT-52",),
    "ThresholdLeft": ("INT-52",),
    "CounterShown": ("TAB-14",),
    "CounterDropped": ("TAB-10",),
    "EnduranceGiven": ("INT-55", "INT-58"),
    "EnduranceExtended": ("INT-33",),
    "EnduranceLost": ("INT-55",),
    "WoundSuffered": ("INT-55",),
    "WoundSettled": ("INT-55",),
    "ThingMended": ("INT-55", "INT-58"),
    "ConcentrationBegun": ("INT-57",),
    "ConcentrationKept": ("INT-34",),
    "ConcentrationLost": ("INT-57",),
    "ConcentrationReleased": ("INT-57",),
}
"""The rules each kind of event cites in the log."""
