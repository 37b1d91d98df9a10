"""A table in memory: what the table service does, without store, clock or web, for tests of rules and of core.

play = Play(system)                       # Maud leads, Léa, Noé and Zoé play, Sam watches
play.act("lea", Propose(…))               # admitted, decided, recorded; chance answered in the same action
play.act("maud", OpenTest(…), dice=[(4,)])
play.undo()
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import asdict
from hashlib import sha256
from typing import Any

from paravent.core import events as ev
from paravent.core.cast import DrawRef, eyes_of, name_of
from paravent.core.codec import canonical
from paravent.core.commands import Undo
from paravent.core.describe import describe_waiting, lexicon_of
from paravent.core.game import (
    Fact,
    Game,
    Record,
    answerable,
    decide,
    fold,
    gate,
    key_of,
    names_for,
    odds_for,
    open_game,
    stale,
    unfold,
    view_of,
    waitings,
)
from paravent.core.game import apply as fold_one
from paravent.core.journal import Line, journal, past_actions
from paravent.core.offers import Waiting, admit
from paravent.core.refusals import Refusal
from paravent.core.shapes import ListOf
from paravent.core.shapes import Record as Fields
from paravent.core.standing import Past
from paravent.core.system import System
from paravent.core.values import CHANCE, NOBODY, Who

MAUD, LEA, NOE, ZOE, SAM = Who("maud"), Who("lea"), Who("noe"), Who("zoe"), Who("sam")
PEOPLE: tuple[tuple[Who, str, ev.Role], ...] = (
    (MAUD, "Maud", "mj"),
    (LEA, "Léa", "joueur"),
    (NOE, "Noé", "joueur"),
    (ZOE, "Zoé", "joueur"),
    (SAM, "Sam", "spectateur"),
)
TABLE_KEY = b"a table's own key"


class Play:
    """One table. Seeded: the same calls give the same log."""

    def __init__(
        self,
        system: System[Any],
        *,
        people: Sequence[tuple[Who, str, ev.Role]] = PEOPLE,
        options: Mapping[str, str] | None = None,
        pack: str | None = None,
        seed: int = 0,
    ) -> None:
        self.system, self.seed, self.at = system, seed, 0
        opening = ev.TableOpened(
            "La Brume",
            system.name,
            system.title,
            system.default_pack() if pack is None else pack,
            tuple((options or {}).items()),
        )
        self.base: Game[Any] = open_game(system, opening)
        self.game = self.base
        self.records: list[Record] = []
        self._known: tuple[Game[Any], tuple[Waiting, ...]] | None = None
        self.answers: dict[tuple[Who, str], tuple[Fact, ...]] = {}
        first: list[Any] = [opening, ev.ChanceCommitted(1, "c" * 64, "d" * 64)]
        first += [ev.SeatTaken(*person) for person in people]
        for event in first:
            self.tell(event)

    # What the table does

    def tell(self, *events: Any, seat: Who = NOBODY) -> tuple[Fact, ...]:
        """Facts the table states by itself (a seat taken, a secret committed), as one action."""
        after, facts = unfold(self.system, self.game, events)
        self._write(facts, self.game.action + 1, seat, f"table-{self.game.action + 1}")
        assert self.game.world == after.world
        return facts

    def waitings(self) -> tuple[Waiting, ...]:
        """Everything that may be done now, by anyone."""
        if self._known is None or self._known[0] is not self.game:
            self._known = (self.game, waitings(self.system, self.game, self.past()))
        return self._known[1]

    def fork(self) -> Play:
        """The same table, to try something on."""
        other = copy(self)
        other.records, other.answers = list(self.records), dict(self.answers)
        return other

    def past(self) -> tuple[Past, ...]:
        masters = self.game.core.game_masters
        return past_actions(self.system, self.game.core, self.records, masters[0]) if masters else ()

    def asked(self, seat: Who) -> dict[str, Waiting]:
        """What this seat may answer now, by key."""
        return {self.key(seat, w): w for w in answerable(self.game, seat, self.waitings())}

    def key(self, seat: Who, w: Waiting) -> str:
        return key_of(TABLE_KEY, self.game, seat, w)

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
        past = self.past()
        found = next(p for p in past if action is None or p.action == action)
        return self.act(self.game.core.game_masters[0], Undo(found.upto))

    def _do(
        self, seat: Who, w: Waiting, command: Any, id: str, dice: list[tuple[int, ...]], throw: bool
    ) -> tuple[Fact, ...]:
        gate(self.game, seat, w, command)
        id = id or f"unnamed-{self.game.action + 1}"
        action = self.game.action + 1
        typed = w.who == CHANCE
        facts = self._decide(w, seat, command, digest(seat, id), action, id, typed=typed)
        known = () if not throw else self.waitings()
        for n in range(50):
            falling = next((c for c in known if c.who == CHANCE), None)
            if falling is None:
                break
            answer = self._chance(falling, dice)
            facts += self._decide(falling, seat, answer, digest(seat, id, str(n)), action, id)
            known = self.waitings()
        else:
            raise AssertionError("chance is asked without end")
        assert not dice, "dice were given that nobody threw"
        self.answers[seat, id] = facts
        return facts

    def _decide(
        self, w: Waiting, seat: Who, command: Any, new_id: str, action: int, id: str, *, typed: bool = False
    ) -> tuple[Fact, ...]:
        after, facts = decide(self.system, self.game, w, seat, command, new_id, self.records)
        draw = None
        if w.who == CHANCE and not typed:
            epoch = self.game.core.epoch
            n = epoch.sealed_draws if w.sealed else epoch.open_draws
            draw = DrawRef(epoch.number, "sealed" if w.sealed else "open", n)
        undo = any(isinstance(f.event, ev.Undone) for f in facts)
        self._write(facts, action, seat, id, hand=w.hand if w.who == CHANCE else None, draw=draw, typed=typed)
        if undo:
            self.game = fold(self.system, self.base, self.records)
        else:
            assert self.game.world == after.world, "the log does not tell what was decided"
        return facts

    def _chance(self, w: Waiting, dice: list[tuple[int, ...]]) -> Any:
        o = w.offers[0]
        name, domain = o.fields[0]
        if dice:
            return o.command(**{name: dice.pop(0)})
        # Seeded by the question, not by how many came before: what is hidden moves no other draw.
        rng = random.Random(f"{self.seed} {w.topic!r}")
        return o.command(**{name: domain.pick(rng.randrange, 0)})

    def _write(
        self,
        facts: tuple[Fact, ...],
        action: int,
        seat: Who,
        id: str,
        *,
        hand: Who | None = None,
        draw: DrawRef | None = None,
        typed: bool = False,
    ) -> None:
        for i, f in enumerate(facts):
            first = i == 0
            r = Record(
                self.game.version + 1,
                action,
                seat,
                id,
                self.at,
                f.event,
                f.audience,
                hand if first else None,
                draw if first else None,
                typed and first,
            )
            self.records.append(r)
            self.game = fold_one(self.system, self.game, r)

    # What a seat sees

    def lines(self, seat: Who) -> list[Line]:
        return journal(self.system, self.game.core, self.records, seat)

    def texts(self, seat: Who) -> list[str]:
        """The lines that say something and still count."""
        return [x.text for x in self.lines(seat) if x.text and not x.undone]

    def view(self, seat: Who) -> Any:
        return view_of(self.game, seat)

    def sees(self, seat: Who) -> str:
        """Everything this seat is sent, as canonical JSON: two worlds alike to the seat give the same bytes."""
        core, system = self.game.core, self.system
        eyes, lexicon = eyes_of(core, seat), lexicon_of(system.lexicon)
        names = names_for(core, eyes)
        every = self.waitings()
        questions = [
            {
                "key": self.key(seat, w),
                **describe_waiting(w, lexicon),
                "prompt": system.prompt(self.game.world, w, names) if own_question(system, w) else "",
                "odds": _plain(odds_for(system, self.game, seat, w)),
            }
            for w in answerable(self.game, seat, every)
        ]
        awaited = [[w.rule, name_of(core, w.who, eyes)] for w in every if w.holds and eyes.among(w.to)]
        return canonical(
            {
                "lines": [asdict(line) for line in self.lines(seat)],
                "view": self.view(seat),
                "questions": questions,
                "awaited": awaited,
            }
        )


def own_question(system: System[Any], w: Waiting) -> bool:
    """Whether the question is the system's, not one every table asks."""
    return not type(w.topic).__module__.startswith("paravent.core")


def _plain(odds: Any) -> Any:
    return None if odds is None else asdict(odds)


def digest(*parts: str) -> str:
    """The id of what a command creates: it tells nothing of how many there were before."""
    return sha256("\n".join(parts).encode()).hexdigest()[:12]


def to_raw(domain: Any, v: Any) -> Any:
    """What a page sends for the value `v` of `domain`."""
    if isinstance(domain, Fields):
        return {name: to_raw(d, x) for x, (name, _, d) in zip(v, domain.fields, strict=True)}
    if isinstance(domain, ListOf):
        return [to_raw(domain.item, x) for x in v]
    return list(v) if isinstance(v, tuple) else v


def sent(offer: Any, command: Any) -> dict[str, Any]:
    """The raw fields of `command`, as `offer.read` takes them."""
    return {name: to_raw(domain, getattr(command, name)) for name, domain in offer.fields}


def refused(play: Play, seat: Who, command: Any, **more: Any) -> Refusal:
    """The refusal that `command` gets; nothing may have changed."""
    before = (play.game, len(play.records))
    try:
        play.act(seat, command, **more)
    except Refusal as refusal:
        assert (play.game, len(play.records)) == before
        return refusal
    raise AssertionError(f"{command} was accepted")
