"""French sentences for what happens, from projected events: what is not seen is not said."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from paravent.core.system import Names

NBSP = "\N{NO-BREAK SPACE}"

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

EASES = {"easy": ", facile", "hard": ", difficile"}
VOWELS = "aeiouyhàâäéèêëîïôöùûüœæ"


def fine(text: str) -> str:
    """No-break spaces where French typography wants them."""
    return re.sub(r"« ", f"«{NBSP}", re.sub(r" ([;:!?»])", rf"{NBSP}\1", text))


def of(name: str) -> str:
    """« de Léa », « d’Inès »."""
    return f"d’{name}" if name[:1].lower() in VOWELS else f"de {name}"


def upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def card(number: int) -> str:
    """« 14, Tempérance »."""
    return f"{number}, {ARCANA[number - 1]}"


def cards(numbers: Sequence[int]) -> str:
    """« la carte 14, Tempérance » or « les cartes 4 et 18 »."""
    if len(numbers) == 1:
        return f"la carte {card(numbers[0])}"
    return f"les cartes {listed(map(str, numbers))}"


def listed(parts: Any) -> str:
    *first, last = parts
    return f"{', '.join(first)} et {last}" if first else last


def count(n: int, noun: str) -> str:
    """« 1 carte », « 3 cartes », each word of `noun` in the plural."""
    return f"{n}{NBSP}{noun}" if n < 2 else f"{n}{NBSP}" + " ".join(f"{w}s" for w in noun.split())


def stopped(text: str) -> str:
    """A player's own words, ended by a stop."""
    return text if text[-1:] in (".", "!", "?", "…") else f"{text}."


def because(why: str) -> str:
    return f" ({why})" if why else ""


def sentence(view: Mapping[str, Any], names: Names) -> str:
    """The sentence of a projected event; "" for what needs no line, or when too little is seen to say anything."""
    for part in (_creation, _contest, _destiny, _bodies, _lines, _corrections):
        if text := part(view, names):
            return fine(upper(text))
    return ""


def _creation(v: Mapping[str, Any], names: Names) -> str:
    match v:
        case {"kind": "CharacterDrafted", "actor": actor, "scores": scores} if 0 not in scores:
            return f"la feuille {of(names(actor))} est écrite, les vingt-deux arcanes sont classés."
        case {"kind": "CharacterDrafted", "actor": actor}:
            return f"la feuille {of(names(actor))} est écrite."
        case {"kind": "ScoresDrawn", "actor": actor, "cards": drawn}:
            done = f"{count(len(drawn), 'carte')} du destin"
            return f"{done} : le classement {of(names(actor))} est complet."
        case {"kind": "ScoresDrawn", "actor": actor}:
            return f"le destin complète le classement {of(names(actor))}."
        case {"kind": "ExtraDrafted", "actor": actor, "broken": broken}:
            return f"{names(actor)} entre en jeu" + (", Ligne Brisée." if broken else ".")
        case {"kind": "LineBroken", "actor": actor}:
            return f"son destin se rompt : {names(actor)} est désormais une Ligne Brisée."
    return ""


def _contest(v: Mapping[str, Any], names: Names) -> str:
    match v:
        case {"kind": "ContestOpened", "sort": sort, "sides": sides}:
            return _opened(sort, sides, names)
        case {"kind": "Declared", "actor": actor, "how": "discard", "card": number}:
            return f"{names(actor)} défausse la carte {card(number)} : réussite critique, sans tirage."
        case {"kind": "Drawn", "sort": "test"}:
            return ""  # shown at once
        case {"kind": "Drawn", "actor": actor, "cards": drawn}:
            return f"{names(actor)} a tiré {cards(drawn)}, face cachée."
        case {"kind": "Drawn", "actor": actor}:
            return f"{names(actor)} a tiré, face cachée."
        case {"kind": "Revealed", "actor": actor, "cards": drawn, "kept": kept}:
            chosen = f", garde {kept}" if len(drawn) > 1 else ""
            return f"{names(actor)} montre {cards(drawn)}{chosen}."
        case {"kind": "Judged", "actor": actor, "outcome": outcome, "skill_name": skill, **rest}:
            return _judged(names(actor), outcome, skill, rest.get("score"), rest.get("margin"))
        case {"kind": "Won", "actor": actor, "sort": "exchange", "loser": loser, **rest}:
            blow = f" ({rest['weapon']}, {count(rest['damage'], 'carte')})" if rest.get("weapon") else ""
            return f"{names(actor)} touche {names(loser)}{blow}."
        case {"kind": "Won", "actor": actor, "loser": loser}:
            return f"{names(actor)} l’emporte sur {names(loser)}."
        case {"kind": "NobodyWon", "sort": "exchange"}:
            return "personne n’est touché."
        case {"kind": "NobodyWon"}:
            return "personne ne l’emporte."
        case {"kind": "ContestDropped", "actor": actor}:
            return f"{names(actor)} n’est plus en état de tester : le test tombe."
    return ""


def _opened(sort: str, sides: Sequence[Mapping[str, Any]], names: Names) -> str:
    """Sides of hidden characters are missing."""
    who = [_side(s, names) for s in sides]
    if not who:
        return ""
    if sort == "test":
        return f"test : {who[0]}."
    return ("combat : " if sort == "exchange" else "opposition : ") + " contre ".join(who) + "."


def _side(s: Mapping[str, Any], names: Names) -> str:
    using = s.get("weapon") or s.get("skill_name", "")
    return f"{names(s['actor'])} ({using}{EASES.get(s.get('ease', ''), '')})"


def _judged(name: str, outcome: str, skill: str, score: int | None, margin: int | None) -> str:
    """With the figures for whoever may read the sheet, without for the others."""
    figures = "" if score is None else f" : score {score}"
    if margin is None:
        gap = ""
    elif outcome == "failure":
        gap = f", raté {'de justesse' if margin == 0 else f'de {-margin}'}"
    else:
        gap = f", marge {margin}".replace("-", "−")
    match outcome:
        case "failure":
            return f"{name} échoue en {skill}{figures}{gap}."
        case "success":
            return f"{name} réussit en {skill}{figures}{gap}."
        case "second_critical":
            return f"{name} : réussite critique en {skill}, sur la seconde carte{figures}{gap}."
        case _:
            return f"{name} : réussite critique en {skill}{figures}{gap}."


def _destiny(v: Mapping[str, Any], names: Names) -> str:
    match v:
        case {"kind": "DestinySpent", "actor": actor}:
            return f"{names(actor)} dépense un point de Destin."
        case {"kind": "DestinyCard", "actor": actor, "card": number}:
            return f"le destin donne à {names(actor)} la carte {card(number)}."
        case {"kind": "Passed", "plain": True} | {"kind": "Passed", "forced": True}:
            return ""
        case {"kind": "Passed", "actor": actor}:
            return f"{names(actor)} ne dépense rien."
        case {"kind": "DestinyAwarded", "actor": actor, "points": 0}:
            return f"{names(actor)} ne gagne pas de point de Destin cette fois."
        case {"kind": "DestinyAwarded", "actor": actor, "points": points}:
            return f"{names(actor)} gagne {count(points, 'point')} de Destin."
        case {"kind": "DestinyAwarded", "actor": actor}:
            return f"{names(actor)} reçoit son Destin."
        case {"kind": "ClimbOpened"}:
            return (
                "les points de Destin peuvent faire monter des compétences, jusqu’à la prochaine ouverture."
            )
        case {
            "kind": "Climbed",
            "actor": actor,
            "skill_name": up,
            "other_name": down,
            "skill": n,
            "scores": s,
        }:
            return f"{names(actor)} monte en {up} (score {s[n - 1]}) : {down} descend d’un cran."
    return ""


def _bodies(v: Mapping[str, Any], names: Names) -> str:
    match v:
        case {"kind": "DamageInflicted", "actor": actor, "damage": damage, "why": why}:
            return f"{names(actor)} subit {count(damage, 'point')} de dommages{because(why)}."
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
            return f"{names(actor)} prend en main : {name}." if name else f"{names(actor)} n’a plus d’arme."
    return ""


def _lines(v: Mapping[str, Any], names: Names) -> str:
    match v:
        case {"kind": "DiscardProposed", "actor": actor, "card": number, "action": action}:
            return f"{names(actor)} veut défausser la carte {card(number)} : {stopped(action)}"
        case {
            "kind": "DiscardAllowed",
            "actor": actor,
            "card": number,
            "skill_name": skill,
            "action": action,
        }:
            done = f"{names(actor)} défausse la carte {card(number)}"
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
            now = f"cartes perdues : {listed(map(str, lost))}" if lost else "aucune carte perdue"
            return f"correction {of(names(actor))}, {now}{because(rest.get('why', ''))}."
        case {"kind": "IdentityCorrected", "actor": actor, "why": why}:
            return f"correction : la feuille {of(names(actor))} est réécrite{because(why)}."
    return ""


RULES_OF: Mapping[str, tuple[str, ...]] = {
    "CharacterDrafted": ("ARC-02", "ARC-04"),
    "ScoresDrawn": ("ARC-03",),
    "ExtraDrafted": ("ARC-07",),
    "ContestOpened": ("ARC-16", "ARC-20"),
    "Declared": ("ARC-40",),
    "Drawn": ("ARC-10", "ARC-14"),
    "Revealed": ("ARC-11", "ARC-13"),
    "Judged": ("ARC-10", "ARC-12", "ARC-15"),
    "Won": ("ARC-21", "ARC-22", "ARC-23"),
    "NobodyWon": ("ARC-21",),
    "ContestClosed": ("ARC-13",),
    "ContestDropped": ("ARC-25", "ARC-26"),
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
"""The rules each kind of event cites in the log."""
