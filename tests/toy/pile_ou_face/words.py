"""What Pile ou face says, in French."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paravent.core.offers import Waiting
from paravent.core.system import Names

from .rules import State, ToCreate, ToDeal, ToStake

NBSP = "\N{NO-BREAK SPACE}"

LEXICON = (
    {
        "Propose": "Proposer un personnage",
        "Hire": "Ajouter un PNJ",
        "Deal": "Ouvrir un pari",
        "DealInSecret": "Ouvrir un pari secret",
        "Put": "Miser",
        "GiveUp": "Renoncer",
        "Toss": "Saisir les pièces",
    },
    {
        "name": "Nom",
        "purse": "Bourse",
        "story": "Histoire",
        "gold": "Or",
        "hidden": "Caché",
        "a": "Première personne",
        "b": "Deuxième personne",
        "coins": "Pièces",
        "tricks": "Tours de main",
        "faces": "Faces",
    },
)


def sentence(v: Mapping[str, Any], names: Names) -> str:
    match v["kind"]:
        case "PurseFilled":
            return f"{names(v['actor'])} remplit sa bourse."
        case "WagerOpened":
            return f"{names(v['a'])} et {names(v['b'])} parient."
        case "Staked":
            put = f"{NBSP}: {v['coins']}" if "coins" in v else ""
            return f"{names(v['actor'])} mise{put}."
        case "StakesShown":
            return f"Les mises se montrent{NBSP}: {v['coins'][0]} contre {v['coins'][1]}."
        case "Tossed":
            side = "Pile" if v["winner"] == "a" else "Face"
            return f"{side} l’emporte et gagne {v['coins']}."
    return ""


def prompt(state: State, w: Waiting, names: Names) -> str:
    match w.topic:
        case ToCreate():
            return f"Quel personnage jouez-vous{NBSP}?"
        case ToDeal():
            return f"Qui parie{NBSP}?"
        case ToStake(_, actor):
            return f"Que mise {names(actor)}{NBSP}?"
    return f"La pièce est en l’air{NBSP}: que donne-t-elle{NBSP}?"
