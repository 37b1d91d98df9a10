"""What a data pack gives those who play with it: the forms that create a character, and its sheet (FOR-01, TAB-01).

An empty game is begun with one player, whose first question is answered in the plainest legal way, and so on until a
character has a sheet. Nothing is kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from paravent.core.cast import eyes_of, own_actors
from paravent.core.describe import describe_anew, lexicon_of
from paravent.core.events import Role
from paravent.core.game import names_for, view_of
from paravent.core.offers import Waiting
from paravent.core.sheet import Sheet
from paravent.core.system import System
from paravent.core.values import Who
from paravent.table.plainest import plainest, why_none
from paravent.table.rehearsal import Rehearsal, own_question

GAME_MASTER, PLAYER = Who("meneuse"), Who("essai")
PEOPLE: tuple[tuple[Who, str, Role], ...] = (
    (GAME_MASTER, "La meneuse", "mj"),
    (PLAYER, "Essai", "joueur"),
)
MOST_STEPS = 6
NO_QUESTION = "aucune question ne mène à un personnage"


@dataclass(frozen=True, slots=True)
class Step:
    """One form a player is given: the question described as in a view, and the world they see with it."""

    waiting: Mapping[str, Any]
    world: Any


@dataclass(frozen=True, slots=True)
class Preview:
    """`sheet` is None when no character could be made: `why` then says what stood in the way."""

    steps: tuple[Step, ...]
    sheet: Sheet | None
    why: str = ""


def preview(system: System[Any], content: str, options: Mapping[str, str]) -> Preview:
    """The forms and the sheet of a pack at a table with these options; `content` is its text as `read_pack` returns it.
    Takes a tenth of a second: call it in a thread.
    """
    table = Rehearsal(system, PEOPLE, options, content)
    steps: list[Step] = []
    while len(steps) < MOST_STEPS:
        w = _asked(table)
        if w is None:
            return Preview(tuple(steps), None, NO_QUESTION)
        steps.append(_step(table, w))
        offers = [o for o in w.offers if not o.barred]
        command = next((c for o in offers if (c := plainest(o)) is not None), None)
        if command is None:
            return Preview(tuple(steps), None, next((why for o in offers if (why := why_none(o))), ""))
        table.take(PLAYER, w, command)
        if sheet := _sheet(table):
            return Preview(tuple(steps), sheet)
    return Preview(tuple(steps), None, NO_QUESTION)


def _asked(table: Rehearsal) -> Waiting | None:
    """The system's next question to the player: one that holds play comes first."""
    asked = [w for w in table.asked(PLAYER).values() if own_question(w) and w.who == PLAYER]
    return next(
        (w for w in sorted(asked, key=lambda w: not w.holds) if any(not o.barred for o in w.offers)), None
    )


def _step(table: Rehearsal, w: Waiting) -> Step:
    core, lexicon = table.now.core, lexicon_of(table.system.lexicon)
    described = {
        "topic": type(w.topic).__name__,
        "who": w.who,
        "holder": w.who,
        "key": table.key(PLAYER, w),
        "prompt": table.system.prompt(table.now.world, w, names_for(core, eyes_of(core, PLAYER))),
        "odds": None,
        "odds_hidden": False,
        "offers": [describe_anew(o, lexicon) for o in w.offers if not o.barred],
    }
    return Step(described, view_of(table.now, PLAYER))


def _sheet(table: Rehearsal) -> Sheet | None:
    """The sheet of the player's character, once there is one."""
    core = table.now.core
    return next(
        (
            s
            for a in own_actors(core, PLAYER)
            if (s := table.system.sheet(table.now.world, a, eyes_of(core, PLAYER)))
        ),
        None,
    )
