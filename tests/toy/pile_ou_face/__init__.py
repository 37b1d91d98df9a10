"""Pile ou face: a rule set of three rules that lives under the tests. Only this folder makes it a system."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from paravent.core.packs import read_toml
from paravent.core.sheet import Counter, Counters, Sheet
from paravent.core.sight import Eyes
from paravent.core.system import Lexicon, Odds, OddsLine, Option, System
from paravent.core.values import Who

from .rules import Event, State, ToToss, audience, chances, decide, evolve, follow, waiting
from .words import LEXICON, prompt, sentence

PACK = {"bourse": 8}


def start(pack: str, options: Mapping[str, str]) -> State:
    return State(json.loads(pack)["bourse"], options.get("mise", "basse") == "haute")


def odds(state: State, w: Any) -> Odds | None:
    match w.topic:
        case ToToss(wager):
            x = next(x for x in state.wagers if x.id == wager)
            n, d = chances(len(w.chance.dice))
            return Odds((OddsLine("pile l’emporte", n, d, main=True),), (x.a, x.b))
    return None


def sheet(state: State, actor: Who, eyes: Eyes) -> Sheet | None:
    p = next((p for p in state.purses if p.actor == actor), None)
    if p is None or not (eyes.game_master or actor in eyes.sheets):
        return None
    coins = Counters("Bourse", (Counter("Or", p.gold), Counter("Argent", p.silver)))
    return Sheet(p.motto, "", "Pile ou face", "#334455", (coins,))


SYSTEM = System(
    name="pile_ou_face",
    title="Pile ou face",
    summary="Deux personnes, une pièce, des mises cachées.",
    package=__name__,
    state=State,
    events=Event,
    start=start,
    waiting=waiting,
    decide=decide,
    follow=follow,
    evolve=evolve,
    audience=audience,
    odds=odds,
    sentence=sentence,
    prompt=prompt,
    sheet=sheet,
    lexicon=Lexicon(*LEXICON),
    default_pack=lambda: json.dumps(PACK),
    read_pack=lambda text: json.dumps(read_toml(text)),
    options=(Option("mise", "PIF-02", "Mises", (("basse", "jusqu’à 3"), ("haute", "jusqu’à tout"))),),
    rules_of={"Staked": ("PIF-02",), "StakesShown": ("PIF-02",), "Tossed": ("PIF-03",)},
)
