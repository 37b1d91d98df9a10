"""Whatever is hidden has no name: of what only hidden facts made, no id stands in anything that others are sent.

The two worlds cannot see this where one command makes hidden facts and public ones together.
"""

from __future__ import annotations

import re
from typing import Any

from paravent.core.cast import eyes_of
from paravent.core.game import Record
from paravent.core.system import System
from paravent.core.values import Who
from play import Play
from random_games import NOT_MASTERS, games

ID = re.compile(r"[0-9a-f]{16}")
SHOWN_LATER = frozenset(
    {"ActorRevealed", "ActorGiven", "CounterShown", "SecretRevealed", "ForceOpened", "VisibilitySet"}
)
OWN_ID = {"ConditionBegan": "id", "WoundSettled": "wound"}
"""Effects of what may be hidden, and the name each has of its own."""


def ids_in(value: Any) -> set[str]:
    return set(ID.findall(repr(value)))


def hidden_ids(play: Play, seat: Who) -> set[str]:
    """The ids that facts this seat may not know made, and that nothing has shown it since."""
    eyes = eyes_of(play.game.core, seat)
    hidden: set[str] = set()
    shown: set[str] = set()
    for r in play.records:
        kind, named = type(r.event).__name__, ids_in(r.event)
        if not eyes.among(r.audience) or getattr(r.event, "actor", None) in eyes.hidden:
            hidden |= named - shown
        elif kind in SHOWN_LATER:
            shown |= named | secret_of(play, r) | alias_of(play, r)
        else:
            shown |= (named - hidden) | {getattr(r.event, OWN_ID.get(kind, "actor"), "")}
    return hidden - shown


def secret_of(play: Play, r: Record) -> set[str]:
    action = getattr(r.event, "action", None)
    return {id for q in play.records if q.action == action for id in ids_in(q.event)}


def alias_of(play: Play, r: Record) -> set[str]:
    """What a force drawn up out of sight goes by, once it is seen."""
    id = getattr(r.event, "force", None)
    drafts = (q.event.force for q in play.records if type(q.event).__name__ == "ForceDrafted")
    return {name for f in drafts if f.id == id for name in ids_in(f.alias)}


def test_no_id_of_what_is_hidden_is_sent(system: System[Any]) -> None:
    looked_for = 0
    for play in games(system.name):
        for seat in NOT_MASTERS:
            sent = play.sees(seat)
            for id in (hidden := hidden_ids(play, seat)):
                assert id not in sent, sent[max(0, sent.index(id) - 200) : sent.index(id) + 40]
            looked_for += len(hidden)
    assert looked_for > 2
