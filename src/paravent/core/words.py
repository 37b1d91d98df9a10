"""French sentences for what happens at any table, from projected facts: what is not seen cannot be said."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paravent.core.french import of
from paravent.core.system import Lexicon, Names
from paravent.core.values import NOBODY

NBSP = "\N{NO-BREAK SPACE}"

LEXICON = Lexicon(
    commands={
        "OpenScenario": "Ouvrir un scénario",
        "CloseScenario": "Clore le scénario",
        "OpenSession": "Ouvrir la séance",
        "CloseSession": "Clore la séance",
        "OpenScene": "Ouvrir une scène",
        "CloseScene": "Clore la scène",
        "ReachMilestone": "Poser un jalon",
        "Write": "Écrire une note",
        "ThrowDice": "Lancer des dés libres",
        "Throw": "Saisir les dés",
        "LetTableThrow": "Laisser la table tirer",
        "ChooseHand": "Choisir mes dés et mes cartes",
        "MarkAbsent": "Absence",
        "RemoveSeat": "Écarter une personne",
        "LeaveTable": "Quitter la table",
        "RenameSeat": "Renommer une personne",
        "GrantSecrecy": "Permettre le jet secret",
        "SettleClaim": "Rendre un siège perdu",
        "AcceptActor": "Accepter",
        "RefuseActor": "Refuser",
        "TakeActor": "Jouer ce personnage",
        "GiveActor": "Confier un personnage",
        "RevealActor": "Révéler un personnage",
        "ShareSheet": "Montrer ou cacher une fiche",
        "SetOption": "Changer une option",
        "ChooseWords": "Choisir les mots de la table",
        "HideOdds": "Cacher les chances",
        "Undo": "Annuler",
        "RevealSecret": "Révéler un secret",
        "Abandon": "Abandonner la procédure",
        "RenameTable": "Renommer la table",
        "ArchiveTable": "Archiver la table",
        "CommitShare": "Ajouter ma part de hasard",
        "RevealShare": "Révéler ma part de hasard",
        "Suppose": "Et si…",
    },
    fields={
        "title": "Titre",
        "text": "Texte",
        "name": "Nom",
        "to": "Pour qui",
        "count": "Combien",
        "sides": "Dé",
        "why": "Raison",
        "secret": "En secret",
        "faces": "Faces obtenues",
        "hand": "Dés et cartes",
        "once": "Pour la prochaine fois seulement",
        "seat": "Qui",
        "absent": "Absence",
        "granted": "Accordé",
        "claim": "Demande",
        "actor": "Personnage",
        "public": "Fiche visible",
        "choice": "Option",
        "game_master": "Qui mène",
        "session": "Le temps de jeu",
        "hidden": "Cachées",
        "upto": "Jusqu’où",
        "action": "Geste",
        "procedure": "Procédure",
        "archived": "Archivée",
        "print": "Empreinte",
        "share": "Part",
    },
    groups={
        "Jouer": ("ThrowDice",),
        "Personnages": ("GiveActor", "RevealActor", "ShareSheet"),
        "Temps": (
            "OpenScene",
            "CloseScene",
            "OpenSession",
            "CloseSession",
            "OpenScenario",
            "CloseScenario",
            "ReachMilestone",
        ),
        "Notes et secrets": ("Write", "RevealSecret", "GrantSecrecy"),
        "Gens": ("MarkAbsent", "RenameSeat", "SettleClaim", "RemoveSeat", "LeaveTable"),
        "Options": ("ChooseHand", "HideOdds", "SetOption", "ChooseWords", "RenameTable", "ArchiveTable"),
        "Corrections": (),
        "Annuler": ("Undo", "Abandon"),
    },
    alone={"HideOdds.hidden=False": "Montrer les chances"},
    sends={
        "MarkAbsent": "absent",
        "GrantSecrecy": "granted",
        "SettleClaim": "granted",
        "HideOdds": "hidden",
        "ChooseHand": "hand",
        "ShareSheet": "public",
    },
)

RULES = {
    "SessionOpened": ("TAB-05",),
    "SessionClosed": ("TAB-05",),
    "SceneOpened": ("TAB-05",),
    "SceneClosed": ("TAB-05",),
    "ScenarioOpened": ("TAB-05",),
    "ScenarioClosed": ("TAB-05",),
    "MilestoneReached": ("TAB-05",),
    "TableOpened": ("TAB-01",),
    "TableRenamed": ("TAB-16",),
    "TableArchived": ("TAB-16",),
    "SeatTaken": ("TAB-16",),
    "SeatRenamed": ("TAB-16",),
    "SeatRemoved": ("TAB-16",),
    "SeatClaimed": ("TAB-16",),
    "ClaimSettled": ("TAB-16",),
    "AbsenceMarked": ("TAB-16",),
    "HandChosen": ("TAB-03",),
    "SecrecyGranted": ("TAB-15",),
    "ActorCast": ("TAB-10",),
    "ActorAccepted": ("TAB-10",),
    "ActorRefused": ("TAB-10",),
    "ActorGiven": ("TAB-10",),
    "ActorRenamed": ("TAB-10",),
    "ActorRevealed": ("TAB-14",),
    "SheetShared": ("TAB-14",),
    "Noted": ("TAB-02",),
    "FreeRollAsked": ("TAB-03",),
    "FreeRolled": ("TAB-03",),
    "OptionSet": ("TAB-17",),
    "WordsChosen": ("TAB-18",),
    "OddsHidden": ("TAB-11",),
    "Abandoned": ("TAB-06",),
    "Undone": ("TAB-06",),
    "SecretRevealed": ("TAB-15",),
    "ChanceCommitted": ("TAB-04",),
    "ContributionCommitted": ("TAB-04",),
    "ContributionRevealed": ("TAB-04",),
    "KeyFixed": ("TAB-04",),
    "ChanceRevealed": ("TAB-04",),
}
"""The rule each shared fact comes from."""

ROLES = {"mj": "pour mener la partie", "joueur": "pour jouer", "spectateur": "pour regarder"}


def upper(text: str) -> str:
    """The text with its first letter as a capital."""
    return text[:1].upper() + text[1:]


def core_sentence(view: Mapping[str, Any], names: Names) -> str | None:
    """One French sentence for a shared fact; "" for those without a line; None for a system's fact."""
    if view["kind"] not in RULES:
        return None
    return _people(view, names) or _time(view, names) or _chance(view, names)


def _people(v: Mapping[str, Any], names: Names) -> str:
    match v:
        case {"kind": "TableOpened", "name": name, "title": title}:
            return f"La table «{NBSP}{name}{NBSP}» est dressée{NBSP}: {title}."
        case {"kind": "TableRenamed", "name": name}:
            return f"La table s’appelle désormais «{NBSP}{name}{NBSP}»."
        case {"kind": "TableArchived", "archived": archived}:
            return "La table est archivée." if archived else "La table reprend du service."
        case {"kind": "SeatTaken", "name": name, "role": role}:
            return f"{name} s’installe {ROLES[role]}."
        case {"kind": "SeatRenamed", "name": name}:
            return f"À la table, on dira désormais {name}."
        case {"kind": "SeatRemoved", "seat": seat}:
            return f"{names(seat)} quitte la table."
        case {"kind": "SeatClaimed", "seat": seat}:
            return f"Quelqu’un demande à retrouver le siège {of(names(seat))}."
        case {"kind": "ClaimSettled", "seat": seat, "granted": granted}:
            return f"Le siège {of(names(seat))} est {'rendu' if granted else 'refusé'} à qui le demandait."
        case {"kind": "AbsenceMarked", "seat": seat, "absent": absent}:
            return f"{names(seat)} {'s’absente' if absent else 'est de retour'}."
        case {"kind": "SecrecyGranted", "seat": seat, "granted": granted}:
            return f"{names(seat)} {'peut désormais' if granted else 'ne peut plus'} tirer en secret."
        case {"kind": "ActorCast", "name": name, "seat": seat, "extra": extra}:
            if extra:
                return f"{name} entre en scène."
            if seat == NOBODY:
                return f"{name} attend qui voudra jouer son rôle."
            return f"{names(seat)} propose un personnage{NBSP}: {name}."
        case {"kind": "ActorAccepted", "actor": actor}:
            return f"{names(actor)} rejoint l’histoire."
        case {"kind": "ActorRefused", "why": why}:
            return "Le personnage proposé est à revoir" + (f"{NBSP}: {why}" if why else ".")
        case {"kind": "ActorGiven", "actor": actor, "seat": seat}:
            if seat == NOBODY:
                return f"{names(actor)} attend qui voudra jouer son rôle."
            return f"{names(seat)} joue désormais {names(actor)}."
        case {"kind": "ActorRenamed", "name": name}:
            return f"Un personnage s’appelle désormais {name}."
        case {"kind": "ActorRevealed", "name": name}:
            return f"{name} se dévoile."
        case {"kind": "SheetShared", "actor": actor, "public": public}:
            return (
                f"La fiche {of(names(actor))} {'est montrée à la table' if public else 'n’est plus montrée'}."
            )
    return ""


def _time(v: Mapping[str, Any], names: Names) -> str:
    match v:
        case {"kind": "ScenarioOpened", "title": title}:
            return f"Scénario{NBSP}: {title}."
        case {"kind": "ScenarioClosed"}:
            return "Le scénario s’achève."
        case {"kind": "SessionOpened", "number": n}:
            return f"{upper(names('séance'))} n°{NBSP}{n}{NBSP}: on commence."
        case {"kind": "SessionClosed", "number": n}:
            return f"{upper(names('séance'))} n°{NBSP}{n}{NBSP}: on s’arrête là."
        case {"kind": "SceneOpened", "number": n, "title": title, "text": text}:
            return f"Scène {n} · {title}." + (f" {text}" if text else "")
        case {"kind": "SceneClosed", "number": n}:
            return f"La scène {n} se referme."
        case {"kind": "MilestoneReached", "name": name}:
            return f"Jalon{NBSP}: {name}."
        case {"kind": "Noted", "author": author, "text": text, "to": to}:
            aside = f" (pour {', '.join(names(w) for w in to)})" if to else ""
            return f"{upper(names(author))}{aside}{NBSP}: {text}"
        case {"kind": "OptionSet", "name": name, "value": chosen}:
            return (
                f"Option «{NBSP}{names(f'option:{name}')}{NBSP}»{NBSP}: {names(f'option:{name}={chosen}')}."
            )
        case {"kind": "WordsChosen", "game_master": gm, "session": session}:
            return f"À cette table on dira «{NBSP}{gm}{NBSP}» et «{NBSP}{session}{NBSP}»."
        case {"kind": "OddsHidden", "hidden": hidden}:
            return "Les chances ne sont plus affichées." if hidden else "Les chances sont affichées."
        case {"kind": "Abandoned", "why": why}:
            return "Ce qui se jouait est abandonné" + (f"{NBSP}: {why}" if why else ".")
    return ""


def _chance(v: Mapping[str, Any], names: Names) -> str:
    match v:
        case {"kind": "HandChosen", "seat": seat, "hand": hand, "once": once}:
            how = "lance ses dés et tire ses cartes à la main" if hand == "reel" else "laisse la table tirer"
            return f"{names(seat)} {how}{' pour cette fois' if once else ''}."
        case {"kind": "FreeRollAsked", "author": author, "dice": dice, "why": why}:
            return f"{upper(names(author))} lance {len(dice)}D{dice[0]}" + (f"{NBSP}: {why}." if why else ".")
        case {"kind": "FreeRolled", "faces": faces}:
            detail = " + ".join(map(str, faces)) + f" = {sum(faces)}" if len(faces) > 1 else str(faces[0])
            return f"Les dés donnent {detail}."
        case {"kind": "ChanceCommitted", "epoch": epoch, "commitment": commitment}:
            return f"Le hasard à venir est scellé (n°{NBSP}{epoch}, empreinte {commitment[:12]}…)."
        case {"kind": "ContributionCommitted", "seat": seat}:
            return f"{names(seat)} dépose l’empreinte de sa part de hasard."
        case {"kind": "ContributionRevealed", "seat": seat}:
            return f"{names(seat)} révèle sa part de hasard."
        case {"kind": "ChanceRevealed", "epoch": epoch}:
            return f"Le hasard n°{NBSP}{epoch} est dévoilé{NBSP}: chaque tirage peut être refait et vérifié."
    return ""
