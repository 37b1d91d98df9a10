"""Who may send which command, as `rights.toml` tells it, and whom that makes at a table: apart from the engine."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

from paravent.core.cast import Core
from paravent.core.offers import Waiting
from paravent.core.values import CHANCE, GM, Who

TOLD: Mapping[str, Mapping[str, str]] = tomllib.loads(
    Path(__file__).with_name("rights.toml").read_text("utf-8")
)
ASKED: Mapping[str, frozenset[str]] = {
    "mj": frozenset({"mj"}),
    "personnage": frozenset({"personnage"}),
    "jeu": frozenset({"personnage", "mj"}),
    "siege": frozenset({"joueur", "mj"}),
    "joueur": frozenset({"joueur"}),
    "soi": frozenset({"joueur"}),
    "depart": frozenset({"joueur", "spectateur"}),
}
"""By word, of what sort whoever is asked may be."""
ALONE = ("soi", "depart")
"""Words for what nobody does in another's name."""
UNASKED = "LetTableThrow"
"""Offered by no question: any throw that waits for a hand may be left to the table."""


def rights(*parts: str) -> dict[str, str]:
    """The word of `rights.toml` for each command of these parts; of two of one name, the last."""
    for part in parts:
        names = " ".join(TOLD[part].values()).split()
        assert len(set(names)) == len(names), f"a command of {part} is told twice"
    return {c: word for part in parts for word, names in TOLD[part].items() for c in names.split()}


def sort_of(core: Core, w: Waiting) -> str:
    """Who is asked: who leads as such, a character, or a seat by its role; of a throw, whose hand it is."""
    who = w.hand if w.who == CHANCE else w.who
    if who == GM:
        return "mj"
    if core.actor(who):
        return "personnage"
    seat = core.seat(who)
    assert seat, w
    return seat.role


def may(core: Core, w: Waiting, word: str) -> set[Who]:
    """The seats that may answer: whoever is asked, or plays it; who leads, for an extra and for whom is not there, and
    for anybody's throw."""
    leading = {s.id for s in core.seats if s.role == "mj" and not s.removed}
    who = w.hand if w.who == CHANCE else w.who
    if who == GM:
        return leading
    actor = core.actor(who)
    seat = core.seat(actor.seat if actor else who)
    own = {seat.id} if seat and not seat.removed else set()
    if word in ALONE:
        return own
    instead = seat is None or seat.removed or seat.absent or w.who == CHANCE or bool(actor and actor.extra)
    return own | (leading if instead else set())
