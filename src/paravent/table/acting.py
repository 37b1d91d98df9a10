"""One command as a file writes it, put to the question it answers: what scenarios and simulations share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any

from paravent.core.cast import eyes_of
from paravent.core.game import Game
from paravent.core.offers import LATE, Offer, Waiting
from paravent.core.refusals import Refusal
from paravent.core.sight import project
from paravent.core.values import Who
from paravent.table.raw_fields import filled
from paravent.table.rehearsal import Playable


@dataclass(frozen=True, slots=True)
class Taken:
    """A command that was taken: the question it answered, by its key for the seat, its offer and its value."""

    key: str
    offer: Offer
    command: Any


def act(
    table: Playable,
    seat: Who,
    command: str,
    raw: Mapping[str, Any],
    words: Mapping[str, str],
    about: str = "",
    id: str = "",
) -> Taken:
    """The first question of that seat that admits the command; else raises the first refusal.

    A question about the character meant (`about`, else the field « actor ») is tried first: its refusal tells.
    """
    meant = words.get(about or str(raw.get("actor")))
    offers = sorted(table.offers(seat, command), key=lambda x: subject(x[0]) != meant)
    refusal: Refusal | None = None
    for w, o in offers:
        if about and subject(w) != meant:
            continue
        try:
            value, key = read(o, raw, words), table.key(seat, w)
            table.take(seat, w, value, id=id)
            return Taken(key, o, value)
        except Refusal as r:
            refusal = refusal or r
    raise refusal or Refusal("TAB-08", LATE, stale=True)


def read(o: Offer, raw: Mapping[str, Any], words: Mapping[str, str]) -> Any:
    """The command that a file's fields mean, what they leave out being the plainest."""
    return o.read(raw if o.barred else filled(o, raw, words))


def subject(w: Waiting) -> Any:
    """The character a question is about."""
    return getattr(w.topic, "actor", w.who)


def place(game: Game[Any], words: Mapping[str, str], path: str) -> Any:
    """A place in the state as the game masters see it; LookupError or ValueError where the path leads nowhere.

    « personnage.champ », « table.champ », or a path from the system's; « # » counts.
    """
    eyes = eyes_of(game.core, game.core.game_masters[0])
    first, *rest = path.split(".")
    world = project(game.world, eyes)
    if first == "table":
        found = project(game.core, eyes)
    elif first in words and first not in world:
        about = (x for x in chain(*(v for v in world.values() if isinstance(v, list))) if isinstance(x, dict))
        found = next((x for x in about if x.get("actor") == words[first]), None)
        if found is None:
            raise LookupError(path)
    else:
        found, rest = world, [first, *rest]
    for key in rest:
        if key == "#" and isinstance(found, list | dict | str):
            found = len(found)
        elif isinstance(found, list):
            found = found[int(key)]
        elif isinstance(found, dict):
            found = found[key]
        else:
            raise LookupError(path)
    return found


def meant(value: Any, words: Mapping[str, str]) -> Any:
    """An expected value, the file's own names put for what they stand for."""
    if isinstance(value, str):
        return words.get(value, value)
    if isinstance(value, list):
        return [meant(x, words) for x in value]
    if isinstance(value, dict):
        return {k: meant(v, words) for k, v in value.items()}
    return value
