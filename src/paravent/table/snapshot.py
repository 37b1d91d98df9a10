"""A table's state kept beside its log, so that opening a long campaign folds only what came since.

A cache and nothing more: a snapshot that is damaged, or that other code wrote, is ignored and the log folded.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Any

from paravent.core.cast import Core
from paravent.core.codec import CodecError, canonical, digest, dump_state, load_state
from paravent.core.game import Game, Tally
from paravent.core.journal import Head
from paravent.core.system import System
from paravent.core.values import Who
from paravent.store.port import Snapshot
from paravent.table.room import Kept

READING = ("paravent.core", "paravent.chance", "paravent.table")
"""The packages, beside the system's, whose code decides what a log means."""


@lru_cache(maxsize=64)
def fingerprint(system: System[Any]) -> str:
    """What names the code that folds this system's logs: any change to it makes older snapshots stale."""
    print_ = sha256(system.name.encode())
    for package in (*READING, system.package):
        _add(print_, files(package))
    return print_.hexdigest()


def _add(print_: Any, folder: Traversable) -> None:
    for entry in sorted(folder.iterdir(), key=lambda e: e.name):
        if entry.is_dir():
            _add(print_, entry)
        elif entry.name.endswith(".py"):
            print_.update(entry.read_bytes())


def write(system: System[Any], kept: Kept) -> Snapshot:
    """The snapshot of a table, its own print in front so that damage shows."""
    game = kept.game
    said = {
        "core": dump_state(Core, game.core),
        "world": dump_state(system.state, game.world),
        "tallies": {seat: [t.answered, t.undos] for seat, t in game.tallies.items()},
        "version": game.version,
        "action": game.action,
        "by_hand": sorted(game.by_hand),
        "head": kept.head,
        "after": kept.after,
        "earlier": [[h.audience, h.declared, h.actor, h.veil, n] for h, n in kept.earlier.items()],
    }
    text = canonical(said)
    return Snapshot(game.version, fingerprint(system), digest(text) + text)


def read(system: System[Any], snapshot: Snapshot) -> Kept | None:
    """What a snapshot holds, or None when it cannot be relied on."""
    print_, text = snapshot.state[:64], snapshot.state[64:]
    if snapshot.schema != fingerprint(system) or print_ != digest(text):
        return None
    try:
        said = json.loads(text)
        game = Game(
            load_state(Core, said["core"]),
            load_state(system.state, said["world"]),
            MappingProxyType({Who(seat): Tally(*counts) for seat, counts in said["tallies"].items()}),
            said["version"],
            said["action"],
            frozenset(said["by_hand"]),
        )
        earlier = Counter({_head(*head): n for *head, n in said["earlier"]})
        return Kept(game, said["head"], said["after"], earlier)
    except (CodecError, ValueError, TypeError, KeyError, AttributeError):
        return None


def _head(audience: list[Who] | None, declared: bool, actor: Who, veil: list[Who] | None) -> Head:
    return Head(_people(audience), declared, actor, _people(veil))


def _people(who: list[Who] | None) -> tuple[Who, ...] | None:
    return None if who is None else tuple(who)
