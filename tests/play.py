"""A table for tests of rules and of core: a rehearsal whose people are known and where chance falls by itself.

play = Play(system)                       # Maud leads, Léa, Noé and Zoé play, Sam watches
play.act("lea", Propose(…))               # admitted, decided, recorded; chance answered in the same action
play.act("maud", OpenTest(…), dice=[(4,)])
play.undo()
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from typing import Any, ClassVar

from paravent.core import events as ev
from paravent.core.commands import Undo
from paravent.core.game import Fact, gate, stale
from paravent.core.offers import Waiting, admit
from paravent.core.refusals import Refusal
from paravent.core.system import System
from paravent.core.values import CHANCE, Who
from paravent.table.rehearsal import Rehearsal

MAUD, LEA, NOE, ZOE, SAM = Who("maud"), Who("lea"), Who("noe"), Who("zoe"), Who("sam")
PEOPLE: tuple[tuple[Who, str, ev.Role], ...] = (
    (MAUD, "Maud", "mj"),
    (LEA, "Léa", "joueur"),
    (NOE, "Noé", "joueur"),
    (ZOE, "Zoé", "joueur"),
    (SAM, "Sam", "spectateur"),
)


class Play(Rehearsal):
    """One table. Seeded: the same calls give the same log. `watchers` are shown each state that is asked about."""

    watchers: ClassVar[list[Callable[[Play], None]]] = []

    def __init__(
        self,
        system: System[Any],
        *,
        people: Sequence[tuple[Who, str, ev.Role]] = PEOPLE,
        options: Mapping[str, str] | None = None,
        pack: str | None = None,
        seed: int = 0,
    ) -> None:
        super().__init__(
            system, people, options or {}, system.default_pack() if pack is None else pack, "La Brume"
        )
        self.seed = seed
        self.answers: dict[tuple[Who, str], tuple[Fact, ...]] = {}

    def waitings(self) -> tuple[Waiting, ...]:
        before = self._known
        found = super().waitings()
        if self._known is not before:
            for watcher in self.watchers:
                watcher(self)
        return found

    def fork(self) -> Play:
        """The same table, to try something on."""
        other = copy(self)
        other.records, other.answers = list(self.records), dict(self.answers)
        return other

    def act(
        self,
        seat: Who,
        command: Any,
        *,
        id: str = "",
        topic: Any = None,
        dice: Iterable[tuple[int, ...]] = (),
        throw: bool = True,
    ) -> tuple[Fact, ...]:
        """Answer the first waiting (about `topic`: a value or a class) that admits `command`.

        Chance then answers in the same action, with `dice` while there are some, else at random.
        """
        mine = [w for w in self.asked(seat).values() if topic is None or topic in (w.topic, type(w.topic))]
        offered = [w for w in mine if any(o.command is type(command) for o in w.offers)]
        names = {w.who for w in offered}
        w = admit(offered, names, command)
        return self._do(seat, w, command, id, list(dice), throw)

    def answer(
        self, seat: Who, key: str, name: str, fields: Mapping[str, Any], *, id: str = ""
    ) -> tuple[Fact, ...]:
        """Answer as a page does: the waiting by its key, the command by its name and raw fields (TAB-08, TAB-09)."""
        if (seat, id) in self.answers:
            return self.answers[seat, id]
        w = self.asked(seat).get(key)
        if w is None:
            raise stale()
        return self._do(seat, w, w.offer_for(name).read(fields), id, [], True)

    def undo(self, action: int | None = None) -> tuple[Fact, ...]:
        """Take back everything from `action` on; without it, the last undoable action."""
        found = next(p for p in self.past() if action is None or p.action == action)
        return self.act(self.game_master, Undo(found.upto))

    def _do(
        self, seat: Who, w: Waiting, command: Any, id: str, dice: list[tuple[int, ...]], throw: bool
    ) -> tuple[Fact, ...]:
        gate(self.game, seat, w, command)
        action = self.game.action + 1
        facts = self._decide(w, seat, command, action, id, typed=w.who == CHANCE)
        for _ in range(50):
            falling = self.falling() if throw else None
            if falling is None:
                break
            facts += self._decide(falling, seat, self.chance(falling, dice), action, id)
        else:
            raise AssertionError("chance is asked without end")
        assert not dice, "dice were given that nobody threw"
        self.answers[seat, id or f"geste-{action}"] = facts
        return facts

    def chance(self, w: Waiting, dice: list[tuple[int, ...]]) -> Any:
        """What chance answers: the next of `dice`, else something of its own."""
        o = w.offers[0]
        name, domain = o.fields[0]
        if dice:
            return o.command(**{name: dice.pop(0)})
        # Seeded by the question, not by how many came before: what is hidden moves no other draw.
        rng = random.Random(f"{self.seed} {w.topic!r}")
        return o.command(**{name: domain.pick(rng.randrange, 0)})

    def texts(self, seat: Who) -> list[str]:
        """The lines that say something and still count."""
        return [x.text for x in self.lines(seat) if x.text and not x.undone]


def refused(play: Play, seat: Who, command: Any, **more: Any) -> Refusal:
    """The refusal that `command` gets; nothing may have changed."""
    before = (play.game, len(play.records))
    try:
        play.act(seat, command, **more)
    except Refusal as refusal:
        assert (play.game, len(play.records)) == before
        return refusal
    raise AssertionError(f"{command} was accepted")
