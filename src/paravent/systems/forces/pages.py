"""A force on a page of its own, and as a file (FOR-40 to FOR-48)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paravent.core.pages import Download, Page
from paravent.core.sight import Eyes
from paravent.systems.forces import prospects
from paravent.systems.forces.drawing import (
    ALIGNMENTS,
    SeenGraph,
    drawing,
    outline,
    shown,
    standing,
    summary,
    whole,
)
from paravent.systems.forces.forcepack import write_forces
from paravent.systems.forces.graph import eligible, flaws, unreachable
from paravent.systems.forces.model import Game
from paravent.systems.forces.world import Force, ShownForce, Visibility, condition

SEEN_AS: dict[Visibility, str] = {
    "hidden": "la table n’en connaît que les conséquences",
    "partial": "la table voit l’arbre et ses étiquettes, le reste se révèle en jouant",
    "total": "la table voit tout",
}


def force_page(game: Game, eyes: Eyes, key: str, query: Mapping[str, str]) -> Page | None:
    """A force as far as these eyes see it: all of it for the game masters, what the table is shown for others."""
    if eyes.game_master:
        f = next((f for f in game.forces if f.id == key), None)
        return Page(f.name, _for_masters(game, f, query)) if f else None
    s = next((s for s in game.shown if s.id == key), None)
    return Page(s.name, _for_table(game, s)) if s else None


def force_file(game: Game, eyes: Eyes, key: str, query: Mapping[str, str]) -> Download | None:
    """The graph of a force in TOML, for its game masters to keep, change, or hand on (FOR-48)."""
    f = next((f for f in game.forces if f.id == key and eyes.game_master), None)
    return Download(f"{f.id}.toml", "application/toml", write_forces((f,))) if f else None


PAGES = {"force": force_page, "force.toml": force_file}


def _for_table(game: Game, s: ShownForce) -> dict[str, Any]:
    graph = shown(s, {x.id: x.name for x in game.shown})
    return {**_described(s, graph), "drawing": drawing(s.id, graph), "master": False}


def _for_masters(game: Game, f: Force, query: Mapping[str, str]) -> dict[str, Any]:
    names = {x.id: x.name for x in game.forces}
    graph = whole(f, names)
    given = prospects.asked(f, query)
    found = prospects.prospects(f, game.sessions_a_scenario, given) if given else None
    named = {v.id: v.name or v.label for v in f.vertices}
    return {
        **_described(f, graph),
        "drawing": drawing(f.id, graph, prospects.figures(f, found) if found else None),
        "master": True,
        "opened": f.opened,
        "at_hand": game.at_hand == f.id,
        "seen_as": SEEN_AS[f.visibility],
        "asleep": tuple(f"{f.id}/{v.id}" for v in f.vertices if not v.active),
        "flaws": tuple(flaws(f, names)),
        "stray": tuple(named[v] for v in unreachable(f)),
        "moving": [
            {
                "edge": f"{f.id}/{x.id}",
                "deed": bool(x.deed),
                "way": f"{named[x.source]} → {named[x.target]}",
                "condition": condition(x),
            }
            for x in (eligible(f) if f.opened else ())
        ],
        "now": {
            "SetVisibility": {"f.visibility": [f.visibility]},
            "ChooseAlignment": {"f.alignment": [str(f.alignment)]},
            "DescribeForce": {
                "f.name": [f.name],
                "f.goal": [f.goal],
                "f.weaknesses": [f.weaknesses],
                "f.organisation": [f.organisation],
            },
        },
        "form": prospects.form(f, game.sessions_a_scenario, given),
        "forecast": found,
    }


def _described(f: Force | ShownForce, graph: SeenGraph) -> dict[str, Any]:
    sign, word = ALIGNMENTS[f.alignment]
    told = (("But", f.goal), ("Faiblesses", f.weaknesses), ("Organisation", f.organisation))
    return {
        "id": f.id,
        "name": f.name,
        "visibility": f.visibility,
        "power": f.power,
        "standing": standing(f.power),
        "sign": sign,
        "alignment": word,
        "philosophy": [(label, text) for label, text in told if text],
        "summary": summary(graph),
        "outline": outline(graph),
    }
