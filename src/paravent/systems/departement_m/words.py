"""French sentences for what happens, from projected events: what is not seen is not said."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paravent.core.french import because, count, fine, listed, of, signed, stopped, upper
from paravent.core.system import Names


def sentence(view: Mapping[str, Any], names: Names) -> str:
    """The sentence of a projected event; "" for what needs no line, or when too little is seen to say anything."""
    for part in (_sheet, _test, _pools):
        if text := part(view, names):
            return fine(upper(text))
    return ""


def _sheet(v: Mapping[str, Any], names: Names) -> str:
    match v:
        case {"kind": "AgentDrafted", "actor": actor, "attributes": _}:
            return f"la feuille {of(names(actor))} est écrite."
        case {"kind": "ScoreSet", "actor": actor, "name": name, "value": score}:
            return f"{name} {of(names(actor))} : {score}."
        case {"kind": "FocusesSet", "actor": actor, "focuses": focuses}:
            had = listed(focuses) if focuses else "aucune"
            return f"spécialisations {of(names(actor))} : {had}."
    return ""


def _test(v: Mapping[str, Any], names: Names) -> str:
    match v:
        case {"kind": "TestAnnounced", "actor": actor, "text": text, "claim": claim} if text:
            focus = f" Spécialisation : {claim['focus']}{because(claim['why'])}." if claim else ""
            return f"{names(actor)} tente : {stopped(text)}{focus}"
        case {"kind": "TestCalled", "actor": actor, "named": [attribute, discipline], "difficulty": n}:
            target = f", seuil {v['target']}" if "target" in v else ""
            focus = f", spécialisation « {v['focus']} »" if v["focus"] else ""
            return f"{names(actor)} teste {attribute} + {discipline}, difficulté {n}{target}{focus}."
        case {"kind": "TestRefused", "actor": actor, "why": why}:
            return f"pas de test pour {names(actor)}{because(why)}."
        case {"kind": "FocusClaimed", "actor": actor, "claim": {"focus": focus, "why": why}}:
            return f"{names(actor)} fait valoir une spécialisation : {focus}{because(why)}."
        case {"kind": "ClaimJudged", "focus": focus, "accepted": accepted, "why": why}:
            return f"« {focus} » {'sert ici' if accepted else 'ne sert pas ici'}{because(why)}."
        case {"kind": "DicePoolComposed", "actor": actor, "dice": dice, "paid": paid}:
            return f"{names(actor)} lance {dice} dés{_price(paid)}."
        case {"kind": "Rolled"}:
            return _rolled(v, names)
    return ""


def _price(paid: Mapping[str, Any]) -> str:
    spent = [
        f"{count(paid[key], 'point')} {name}"
        for key, name in (("momentum", "d’Impulsion"), ("threat", "de Menace"))
        if paid[key]
    ]
    return f" pour {listed(spent)}" if spent else ""


def _rolled(v: Mapping[str, Any], names: Names) -> str:
    dice = ", ".join(map(str, v["faces"]))
    result = "l’action aboutit" if v["passed"] else "l’action échoue"
    parts = [f"{count(v['successes'], 'réussite')} pour une difficulté de {v['difficulty']} : {result}"]
    if v["kept"]:
        parts.append(f"{signed(v['kept'])} Impulsion")
    if v["lost"]:
        parts.append(f"{count(v['lost'], 'excédent')} sans effet")
    if v["complications"]:
        parts.append(count(v["complications"], "complication"))
    return f"{names(v['actor'])} obtient {dice}. {upper(', '.join(parts))}."


def _pools(v: Mapping[str, Any], names: Names) -> str:
    match v:
        case {"kind": "ComplicationTold", "actor": actor, "text": text}:
            return f"complication {of(names(actor))} : {stopped(text)}"
        case {"kind": "ComplicationConverted", "actor": actor, "points": points, "threat": threat}:
            worth = count(points, "point")
            return f"une complication {of(names(actor))} devient {worth} de Menace : elle est à {threat}."
        case {"kind": "ThreatMoved", "change": moved, "threat": threat, "why": why, "how": how}:
            if how == "spent":
                return f"{count(-moved, 'point')} de Menace en moins : elle est à {threat}{because(why)}."
            return f"la Menace {'monte' if how == 'raised' else 'est corrigée'} : {threat}{because(why)}."
        case {"kind": "MomentumAdjusted", "actor": actor, "momentum": held, "why": why}:
            whose = of(names(actor)) if actor else "du groupe"
            return f"l’Impulsion {whose} est corrigée : {held}{because(why)}."
        case {"kind": "MomentumEroded", "common": common, "owners": owners}:
            if common:
                return "fin de scène : le groupe perd un point d’Impulsion."
            return f"fin de scène : un point d’Impulsion en moins pour {listed(map(names, owners))}."
    return ""


RULES_OF: Mapping[str, tuple[str, ...]] = {
    "AgentDrafted": ("DEM-01", "DEM-02", "DEM-03"),
    "ScoreSet": ("DEM-01", "DEM-02"),
    "FocusesSet": ("DEM-03",),
    "ChanceWished": ("DEM-12",),
    "TestAnnounced": ("DEM-10",),
    "TestCalled": ("DEM-10", "DEM-11"),
    "TestRefused": ("DEM-10",),
    "FocusClaimed": ("DEM-10",),
    "ClaimJudged": ("DEM-10",),
    "DicePoolComposed": ("DEM-12", "DEM-21", "DEM-22"),
    "Rolled": ("DEM-13", "DEM-14", "DEM-15", "DEM-20"),
    "ComplicationTold": ("DEM-23",),
    "ComplicationConverted": ("DEM-23",),
    "ThreatMoved": ("DEM-21", "DEM-22"),
    "MomentumAdjusted": ("TAB-10",),
    "MomentumEroded": ("DEM-20",),
}
"""The rules each kind of event cites in the log."""
