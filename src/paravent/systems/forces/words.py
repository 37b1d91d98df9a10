"""French sentences for what happens, from projected events: what is not seen is not said."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paravent.core.french import because, count, fine, listed, of, signed, stopped, upper
from paravent.core.system import Names
from paravent.systems.forces.weighing import Degree

DEGREES: Mapping[Degree, str] = {
    "brilliant_success": "réussite éclatante",
    "frank_success": "réussite franche",
    "simple_success": "réussite simple",
    "simple_failure": "échec simple",
    "net_failure": "échec net",
    "stinging_failure": "échec cuisant",
}
"""From the best to the worst (FOR-26)."""
CRITICALS = {"success": "réussite critique", "failure": "échec critique"}
DESTINIES = {"boost": "le destin donne un coup de pouce", "setback": "le destin inflige un revers"}
ALIGNMENTS = {1: "alliée", 0: "neutre", -1: "ennemie"}
SEEN = {"hidden": "n’en voit plus rien", "partial": "en voit l’arbre", "total": "en voit tout"}


def sentence(view: Mapping[str, Any], names: Names) -> str:
    """The sentence of a projected event; "" for what needs no line, or when too little is seen to say anything."""
    for part in (_sheet, _test, _gauges, _forces, _world):
        if text := part(view, names):
            return fine(upper(text))
    return ""


def _sheet(v: Mapping[str, Any], names: Names) -> str:
    match v:
        case {"kind": "DraftBegun", "name": name}:
            return f"{name} prend forme : ses aspects sont choisis."
        case {"kind": "CharacterDrafted", "actor": actor, "aptitudes": _}:
            return f"la feuille {of(names(actor))} est écrite."
        case {"kind": "ExperienceGained", "actor": actor, "points": points, "total": total}:
            return f"{names(actor)} gagne {count(points, 'point')} d’expérience : {total}."
        case {"kind": "LevelGained", "actor": actor, "level": level}:
            return f"{names(actor)} passe au niveau {level}."
        case {"kind": "ScoreRaised", "actor": actor, "name": name, "value": score}:
            return f"{names(actor)} progresse en {name} : {score}."
    return ""


def _test(v: Mapping[str, Any], names: Names) -> str:
    match v:
        case {"kind": "TestAnnounced", "actor": actor, "text": text, "named": [sub, aptitude]}:
            what = f"tente : {stopped(text)} " if text else "teste "
            return f"{names(actor)} {what}{sub} + {aptitude}."
        case {"kind": "TestJudged", "actor": actor, "difficulty": n, "difficulty_name": name, "net": net}:
            dice = f", {granted(net)}" if net else ""
            bonus = f", 2D6 {signed(v['bonus'])}" if "bonus" in v else ""
            return f"{names(actor)} doit atteindre {n}{f' ({name.lower()})' if name else ''}{bonus}{dice}."
        case {"kind": "TestRefused", "actor": actor, "why": why}:
            return f"pas de test pour {names(actor)}{because(why)}."
        case {"kind": "Rolled", "actor": actor, "faces": faces, "destiny_face": destiny}:
            beside = f", dé de destin {destiny}" if destiny else ""
            return f"{names(actor)} lance {', '.join(map(str, faces))}{beside}."
        case {"kind": "Rerolled", "actor": actor, "faces": faces}:
            return f"{names(actor)} relance ses 6 : {', '.join(map(str, faces))}."
        case {"kind": "Corrupted", "actor": actor, "corruption": corruption}:
            return f"{names(actor)} prend un point de corruption ({corruption}) pour ajouter 2."
        case {"kind": "TestSettled"}:
            return _settled(v, names)
    return ""


def granted(net: int) -> str:
    """« 2 dés de bonus » (FOR-23)."""
    return f"{count(abs(net), 'dé')} de {'bonus' if net > 0 else 'malus'}"


def issue(passed: bool, critical: str, degree: Degree) -> str:
    """What a test comes to, in words (FOR-11, FOR-21, FOR-26)."""
    return CRITICALS.get(critical) or DEGREES.get(degree) or ("réussite" if passed else "échec")


def _settled(v: Mapping[str, Any], names: Names) -> str:
    degree = DEGREES.get(v["degree"], "")
    beside = f" ({degree})" if v["critical"] and degree else ""
    total = f", total {v['verdict']['total']} contre {v['difficulty']}" if v.get("verdict") else ""
    destiny = f" Et {DESTINIES[v['destiny']]}." if v["destiny"] else ""
    came = issue(v["passed"], v["critical"], v["degree"])
    return f"{came}{beside} {of(names(v['actor']))}{total}.{destiny}"


def _gauges(v: Mapping[str, Any], names: Names) -> str:
    match v:
        case {"kind": "StressInflicted", "actor": actor, "points": points, "gauge": gauge, "why": why}:
            return f"{names(actor)} subit {points} de stress{because(why)} : {gauge}."
        case {"kind": "Rested", "actor": actor, "gauge": gauge}:
            return f"{names(actor)} se repose : stress {gauge}."
        case {"kind": "MadnessStruck", "actor": actor, "text": text}:
            return f"{names(actor)} perd pied : {stopped(text)}"
        case {"kind": "MadnessLifted", "actor": actor, "text": text}:
            return f"{names(actor)} se remet : {stopped(text)}"
        case {"kind": "Marked", "actor": actor, "at": at, "text": text}:
            return f"la corruption {of(names(actor))} atteint {at} et laisse une marque : {stopped(text)}"
        case {"kind": "TakenOver", "actor": actor}:
            return f"la corruption emporte {names(actor)} : la meneuse ou le MJ joue ce personnage."
        case {"kind": "GaugeSet", "actor": actor, "gauge": gauge, "value": held, "why": why}:
            return f"{gauge} {of(names(actor))} : {held}{because(why)}."
    return ""


def _forces(v: Mapping[str, Any], names: Names) -> str:
    match v:
        case {"kind": "ForceDrafted", "force": {"name": name}}:
            return f"brouillon d’une force : {name}."
        case {"kind": "ForceDescribed", "name": name}:
            return f"la philosophie {of(name)} est récrite."
        case {"kind": "VertexAdded" | "VertexRemoved" | "EdgeAdded" | "EdgeRemoved" | "EffectsSet"}:
            return "l’arbre d’une force est retouché."
        case {"kind": "DraftDiscarded"}:
            return "un brouillon de force est jeté."
        case {"kind": "ForceOpened", "name": name}:
            return f"une force entre en jeu : {name}."
        case {"kind": "VisibilitySet", "name": name, "visibility": visibility}:
            return f"{name} : la table {SEEN[visibility]}."
        case {"kind": "PhilosophyShown", "name": name} as view:
            told = " ".join(stopped(view[k]) for k in ("goal", "weaknesses", "organisation") if view[k])
            return f"ce que veut {name} : {told or 'rien n’en est encore écrit.'}"
        case {"kind": "PassDrawn", "milestone": milestone, "edges": edges, "faces": faces}:
            drawn = listed(_drawn(x, f) for x, f in zip(edges, faces, strict=True))
            return f"jalon « {milestone} » : {drawn}."
        case {"kind": "EdgeMet", "name": name, "condition": condition, "deed": deed}:
            return (
                f"{name} : {stopped(condition)}" if deed else f"{name} : la chance est sortie, {condition}."
            )
        case {"kind": "VertexActivated", "name": name, "label": label} as view:
            end = {"success": " C’est une fin : la réussite.", "failure": " C’est une fin : l’échec."}
            return f"{name} : {stopped(view['vertex_name'] or label)}{end.get(view['ending'], '')}"
    return ""


def _drawn(x: Mapping[str, Any], face: int) -> str:
    """« 22 pour 40 % (Le village → Il s’enferme) »."""
    return f"{face} pour {x['chance']} %" + (f" ({x['label']})" if x["label"] else "")


def _world(v: Mapping[str, Any], names: Names) -> str:
    match v:
        case {"kind": "PowerMoved", "name": name, "change": change, "power": power}:
            return f"puissance {of(name)} : {power} ({signed(change)}){_from(v['shown_cause'])}."
        case {"kind": "AlignmentMoved", "name": name, "alignment": alignment}:
            return f"{name} : désormais {ALIGNMENTS[alignment]}{_from(v['shown_cause'])}."
        case {"kind": "ResourceMoved", "resource": resource, "change": change, "value": held}:
            return f"{resource} : {held} ({signed(change)}){_from(v['shown_cause'])}."
        case {"kind": "WorldTold", "text": text}:
            return f"{stopped(text)}{f' ({stopped(cause)})' if (cause := v['shown_cause']) else ''}"
    return ""


def _from(cause: str) -> str:
    """The vertex that something comes from, where it may be told."""
    return f", par « {cause} »" if cause else ""


RULES_OF: Mapping[str, tuple[str, ...]] = {
    "DraftBegun": ("FOR-02",),
    "DraftDropped": ("FOR-02",),
    "CharacterDrafted": ("FOR-02", "FOR-03"),
    "ExperienceGained": ("FOR-05",),
    "LevelGained": ("FOR-05",),
    "ScoreRaised": ("FOR-05",),
    "TestAnnounced": ("FOR-10",),
    "TestJudged": ("FOR-11", "FOR-12"),
    "TestRefused": ("FOR-10",),
    "Ready": ("FOR-11",),
    "Rolled": ("FOR-11", "FOR-20", "FOR-23"),
    "Rerolled": ("FOR-22",),
    "Corrupted": ("FOR-25",),
    "TestSettled": ("FOR-11", "FOR-21", "FOR-26"),
    "StressInflicted": ("FOR-24",),
    "Rested": ("FOR-24",),
    "MadnessStruck": ("FOR-24",),
    "MadnessLifted": ("FOR-24",),
    "Marked": ("FOR-25",),
    "TakenOver": ("FOR-25",),
    "GaugeSet": ("TAB-10",),
    "ForceDrafted": ("FOR-40",),
    "ForceTakenUp": ("FOR-40",),
    "ForceDescribed": ("FOR-40",),
    "VertexAdded": ("FOR-41",),
    "VertexRemoved": ("FOR-41",),
    "EdgeAdded": ("FOR-42",),
    "EdgeRemoved": ("FOR-42",),
    "EffectsSet": ("FOR-44",),
    "DraftDiscarded": ("FOR-40",),
    "DeedEstimated": ("FOR-47",),
    "SessionsCounted": ("FOR-47",),
    "ForceOpened": ("FOR-40", "FOR-41"),
    "VisibilitySet": ("FOR-46",),
    "PhilosophyShown": ("FOR-46",),
    "PassBegun": ("FOR-43",),
    "PassDrawn": ("FOR-42", "FOR-43"),
    "EdgeMet": ("FOR-42",),
    "VertexActivated": ("FOR-41", "FOR-45"),
    "PassClosed": ("FOR-43",),
    "PowerMoved": ("FOR-44",),
    "AlignmentMoved": ("FOR-44",),
    "ResourceMoved": ("FOR-44",),
    "WorldTold": ("FOR-44",),
}
"""The rules each kind of event cites in the log."""
