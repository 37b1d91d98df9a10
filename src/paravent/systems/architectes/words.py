"""French sentences for what happens, from projected events: what is not seen is not said."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from paravent.core.french import because, count, fine, listed, lower, of, stopped, to, upper
from paravent.core.system import Names

ARCANA = (
    "le Bateleur",
    "la Papesse",
    "l’Impératrice",
    "l’Empereur",
    "le Pape",
    "l’Amoureux",
    "le Chariot",
    "la Justice",
    "l’Hermite",
    "la Roue de Fortune",
    "la Force",
    "le Pendu",
    "l’Arcane sans nom",
    "Tempérance",
    "le Diable",
    "la Maison Dieu",
    "l’Étoile",
    "la Lune",
    "le Soleil",
    "le Jugement",
    "le Monde",
    "le Mat",
)

EASES = {"easy": " facile", "hard": " difficile"}
KEPT = {"easy": "la plus petite compte", "hard": "la plus grande compte"}


def printed(numeral: str, arcana: str) -> str:
    """What a card bears: « XX, Le Jugement »; a numeral that its name already says is not repeated."""
    return arcana if numeral in re.findall(r"\w+", arcana) else f"{numeral}, {arcana}"


def card(number: int) -> str:
    """« Tempérance (14) »."""
    return f"{ARCANA[number - 1]} ({number})"


def cards(numbers: Sequence[int]) -> str:
    """« la Force (11) », « le Pape (5) et la Lune (18) »."""
    return listed(map(card, numbers))


def sentence(view: Mapping[str, Any], names: Names) -> str:
    """The sentence of a projected event; "" for what needs no line, or when too little is seen to say anything."""
    for part in (_creation, _contest, _destiny, _bodies, _lines, _corrections):
        if text := part(view, names):
            return fine(upper(text))
    return ""


def _creation(v: Mapping[str, Any], names: Names) -> str:
    match v:
        case {"kind": "CharacterDrafted", "actor": actor, "scores": scores} if 0 not in scores:
            return f"la feuille {of(names(actor))} est écrite et ses vingt-deux arcanes sont classés."
        case {"kind": "CharacterDrafted", "actor": actor}:
            return f"la feuille {of(names(actor))} est écrite."
        case {"kind": "ScoresDrawn", "actor": actor, "cards": drawn}:
            how = "une carte" if len(drawn) == 1 else count(len(drawn), "carte")
            return f"le destin tire {how} : le classement {of(names(actor))} est complet."
        case {"kind": "ScoresDrawn", "actor": actor}:
            return f"le destin complète le classement {of(names(actor))}."
        case {"kind": "ExtraDrafted", "actor": actor, "broken": broken}:
            return f"{names(actor)} est une Ligne Brisée." if broken else ""
        case {"kind": "LineBroken", "actor": actor}:
            return f"le destin {of(names(actor))} se rompt : c’est désormais une Ligne Brisée."
    return ""


def _contest(v: Mapping[str, Any], names: Names) -> str:
    match v:
        case {"kind": "ContestOpened", "sort": sort, "sides": sides}:
            return _opened(sort, sides, names)
        case {"kind": "Declared", "actor": actor, "how": "discard", "card": number}:
            return f"{names(actor)} défausse {card(number)} : réussite critique, sans rien tirer."
        case {"kind": "Drawn", "sort": "test"}:
            return ""  # shown at once
        case {"kind": "Drawn", "actor": actor, "cards": drawn}:
            return f"{names(actor)} tire {cards(drawn)}, face cachée pour les autres."
        case {"kind": "Drawn", "actor": actor}:
            return f"{names(actor)} tire, face cachée."
        case {"kind": "Revealed", "actor": actor, "cards": drawn, "kept": kept, "ease": ease}:
            chosen = f" : {KEPT[ease]}, {card(kept)}" if len(drawn) > 1 else ""
            return f"{names(actor)} tire {cards(drawn)}{chosen}."
        case {"kind": "Judged", "actor": actor, "outcome": outcome, "skill_name": skill, **rest}:
            return _judged(names(actor), outcome, skill, rest.get("score"), rest.get("margin"))
        case {"kind": "Won", "actor": actor, "sort": "exchange", "loser": loser, **rest}:
            blow = (
                f" : {lower(rest['weapon'])}, {count(rest['damage'], 'carte')}" if rest.get("weapon") else ""
            )
            return f"{names(actor)} touche {names(loser)}{blow}."
        case {"kind": "Won", "actor": actor, "loser": loser}:
            return f"{names(actor)} l’emporte sur {names(loser)}."
        case {"kind": "NobodyWon", "sort": "exchange"}:
            return "personne n’est touché."
        case {"kind": "NobodyWon"}:
            return "personne ne l’emporte."
        case {"kind": "ContestDropped", "actor": actor}:
            return f"{names(actor)} n’est plus en état d’agir : le test tombe."
        case {"kind": "ContestExposed", "actor": actor}:
            return f"{names(actor)} sort de l’ombre\N{NO-BREAK SPACE}: ce qui se jouait en secret tombe."
    return ""


def _opened(sort: str, sides: Sequence[Mapping[str, Any]], names: Names) -> str:
    """Sides of hidden characters are missing."""
    if not sides:
        return ""
    if sort == "test":
        s = sides[0]
        return f"{names(s['actor'])} tente un test{EASES.get(s['ease'], '')} {of(s['skill_name'])}."
    what = "combat" if sort == "exchange" else "opposition"
    return f"{what} : {' contre '.join(_side(s, names) for s in sides)}."


def _side(s: Mapping[str, Any], names: Names) -> str:
    using = lower(s["weapon"]) if s.get("weapon") else s.get("skill_name", "")
    ease = f", test{EASES[s['ease']]}" if s.get("ease") in EASES else ""
    return f"{names(s['actor'])} ({using}{ease})"


def _judged(name: str, outcome: str, skill: str, score: int | None, margin: int | None) -> str:
    """With the figures for whoever may read the sheet, without for the others."""
    what = f" en {skill}" if score is None else f" en {skill}, score {score}"
    gap = "" if margin is None else f", marge {margin}".replace("-", "−")
    match outcome:
        case "failure":
            by = "" if margin is None else " de justesse" if margin == 0 else f" de {count(-margin, 'point')}"
            return f"{name} échoue{by}{what}."
        case "success":
            return f"{name} réussit{what}{gap}."
        case "second_critical":
            return f"réussite critique pour {name}{what}, sur la seconde carte{gap}."
        case _:
            return f"réussite critique pour {name}{what}{gap}."


def _destiny(v: Mapping[str, Any], names: Names) -> str:
    match v:
        case {"kind": "DestinySpent", "actor": actor}:
            return f"{names(actor)} dépense un point de Destin."
        case {"kind": "DestinyCard", "actor": actor, "card": number}:
            return f"le destin donne {to(names(actor))} {card(number)}."
        case {"kind": "Passed", "plain": True} | {"kind": "Passed", "forced": True}:
            return ""
        case {"kind": "Passed", "actor": actor}:
            return f"{names(actor)} s’en tient là, sans dépenser de Destin."
        case {"kind": "DestinyAwarded", "actor": actor, "points": 0}:
            return f"{names(actor)} ne gagne pas de point de Destin cette fois."
        case {"kind": "DestinyAwarded", "actor": actor, "points": points}:
            return f"{names(actor)} gagne {count(points, 'point')} de Destin."
        case {"kind": "DestinyAwarded", "actor": actor}:
            return f"{names(actor)} reçoit son Destin."
        case {"kind": "ClimbOpened"}:
            return "un point de Destin fait monter une compétence d’un cran, jusqu’à la prochaine ouverture."
        case {
            "kind": "Climbed",
            "actor": actor,
            "skill_name": up,
            "other_name": down,
            "skill": n,
            "scores": s,
        }:
            return f"{names(actor)} progresse en {up}, désormais à {s[n - 1]} : {down} descend d’un cran."
    return ""


def _bodies(v: Mapping[str, Any], names: Names) -> str:
    match v:
        case {"kind": "DamageInflicted", "actor": actor, "damage": damage, "why": why}:
            cause = f" : {stopped(why)}" if why else "."
            return f"{names(actor)} va perdre {count(damage, 'carte')}{cause}"
        case {"kind": "Wounded", "actor": actor, "cards": []}:
            return f"{names(actor)} n’a plus de carte à perdre."
        case {"kind": "Wounded", "actor": actor, "cards": lost}:
            return f"{names(actor)} perd {cards(lost)}."
        case {"kind": "FellUnconscious", "actor": actor}:
            return f"cinq cartes ou plus d’un seul coup : {names(actor)} tombe sans connaissance."
        case {"kind": "Died", "actor": actor}:
            return f"le paquet {of(names(actor))} est vide : c’est la mort."
        case {"kind": "Woken", "actor": actor}:
            return f"{names(actor)} reprend connaissance."
        case {"kind": "HealingOpened", "actor": actor, "count": n}:
            return f"{names(actor)} va retrouver {count(n, 'carte')} au hasard."
        case {"kind": "Healed", "actor": actor, "cards": back}:
            return f"{names(actor)} retrouve {cards(back)}." if back else ""
        case {"kind": "Equipped", "actor": actor, "name": name}:
            return f"{names(actor)} s’arme : {lower(name)}." if name else f"{names(actor)} n’a plus d’arme."
    return ""


def _lines(v: Mapping[str, Any], names: Names) -> str:
    match v:
        case {"kind": "DiscardProposed", "actor": actor, "card": number, "action": action}:
            return f"{names(actor)} veut défausser {card(number)} : {stopped(action)}"
        case {
            "kind": "DiscardAllowed",
            "actor": actor,
            "card": number,
            "skill_name": skill,
            "action": action,
        }:
            done = f"{names(actor)} défausse {card(number)}"
            return f"{done} : réussite critique en {skill}, {stopped(action)}"
        case {"kind": "DiscardDenied", "actor": actor, "why": why}:
            return f"la défausse proposée par {names(actor)} est refusée{because(why)}."
        case {"kind": "DiscardLapsed", "actor": actor}:
            return f"la défausse que proposait {names(actor)} n’est plus possible."
        case {"kind": "LinesSeen", "actor": actor, "text": text}:
            return f"{names(actor)} voit les lignes du destin" + (f" : {stopped(text)}" if text else ".")
    return ""


def _corrections(v: Mapping[str, Any], names: Names) -> str:
    match v:
        case {"kind": "ScoresCorrected", "actor": actor, "why": why}:
            return f"correction : les scores {of(names(actor))} sont revus{because(why)}."
        case {"kind": "DestinyCorrected", "actor": actor, "destiny": n, "why": why}:
            return f"correction : {names(actor)} a {count(n, 'point')} de Destin{because(why)}."
        case {"kind": "DeckCorrected", "actor": actor, "lost": lost, **rest}:
            now = f"a perdu {cards(lost)}" if lost else "n’a perdu aucune carte"
            return f"correction : {names(actor)} {now}{because(rest.get('why', ''))}."
        case {"kind": "IdentityCorrected", "actor": actor, "why": why}:
            return f"correction : la feuille {of(names(actor))} est réécrite{because(why)}."
    return ""


RULES_OF: Mapping[str, tuple[str, ...]] = {
    "CharacterDrafted": ("ARC-02", "ARC-04"),
    "ScoresDrawn": ("ARC-03",),
    "ExtraDrafted": ("ARC-07",),
    "ContestOpened:test": ("ARC-10",),
    "ContestOpened:opposition": ("ARC-16",),
    "ContestOpened:exchange": ("ARC-20",),
    "Declared": ("ARC-40",),
    "Drawn": ("ARC-10", "ARC-14"),
    "Revealed:normal": ("ARC-10",),
    "Revealed:easy": ("ARC-11",),
    "Revealed:hard": ("ARC-11",),
    "Judged:failure": ("ARC-10", "ARC-15"),
    "Judged:success": ("ARC-10", "ARC-15"),
    "Judged:second_critical": ("ARC-12", "ARC-23"),
    "Judged:first_critical": ("ARC-12",),
    "Won:opposition": ("ARC-16", "ARC-21"),
    "Won:exchange": ("ARC-21",),
    "NobodyWon:opposition": ("ARC-16", "ARC-21"),
    "NobodyWon:exchange": ("ARC-21",),
    "ContestClosed": ("ARC-13",),
    "ContestDropped": ("ARC-25", "ARC-26"),
    "ContestExposed": ("TAB-07",),
    "DestinyOpened": ("ARC-51",),
    "DestinySpent": ("ARC-51",),
    "DestinyCard": ("ARC-51",),
    "Passed": ("ARC-51",),
    "DamageInflicted": ("ARC-29",),
    "Wounded": ("ARC-24",),
    "FellUnconscious": ("ARC-25",),
    "Died": ("ARC-26",),
    "Woken": ("ARC-25",),
    "HealingOpened": ("ARC-28",),
    "Healed": ("ARC-28",),
    "Equipped": ("ARC-27",),
    "LineBroken": ("ARC-05",),
    "DiscardProposed": ("ARC-40", "ARC-42"),
    "DiscardAllowed": ("ARC-40", "ARC-42"),
    "DiscardDenied": ("ARC-42",),
    "DiscardLapsed": ("ARC-40",),
    "LinesSeen": ("ARC-41",),
    "DestinyAwarded": ("ARC-50",),
    "ClimbOpened": ("ARC-54",),
    "Climbed": ("ARC-52", "ARC-53"),
    "ScoresCorrected": ("TAB-10",),
    "DestinyCorrected": ("TAB-10",),
    "DeckCorrected": ("TAB-10",),
    "IdentityCorrected": ("TAB-10",),
}
"""The rules each kind of event cites in the log, where need be by its sort, ease or outcome."""
