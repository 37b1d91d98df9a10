"""A table without store, clock or web, on which a scenario is played: the same core, the same gate, the same sight."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from paravent.core import events as ev
from paravent.core.cast import DrawRef, eyes_of, name_of
from paravent.core.codec import canonical, digest
from paravent.core.describe import describe_waiting, lexicon_of
from paravent.core.game import (
    Fact,
    Record,
    answerable,
    decide,
    fold,
    gate,
    key_of,
    names_for,
    odds_for,
    open_game,
    unfold,
    view_of,
    waitings,
)
from paravent.core.game import apply as fold_one
from paravent.core.journal import Line, journal, past_actions
from paravent.core.offers import Offer, Waiting
from paravent.core.refusals import Refusal
from paravent.core.system import System
from paravent.core.values import CHANCE, Who

KEY = b"a rehearsal's own key"


class Rehearsal:
    """One table in memory. Chance falls only as the scenario says; a draw nobody gave stays awaited."""

    def __init__(
        self,
        system: System[Any],
        people: Sequence[tuple[Who, str, ev.Role]],
        options: Mapping[str, str],
        pack: str,
    ) -> None:
        self.system = system
        opening = ev.TableOpened("Répétition", system.name, system.title, pack, tuple(options.items()))
        self.base = self.game = open_game(system, opening)
        self.records: list[Record] = []
        first = (opening, ev.ChanceCommitted(1, "0" * 64, "0" * 64), *(ev.SeatTaken(*p) for p in people))
        for event in first:
            _, facts = unfold(system, self.game, (event,))
            self._write(facts, self.game.action + 1, Who(""))
        self.game_master = self.game.core.game_masters[0]

    def waitings(self) -> tuple[Waiting, ...]:
        """Everything that may be done now, by anyone."""
        past = past_actions(self.system, self.game.core, self.records, self.game_master)
        return waitings(self.system, self.game, past)

    def offers(self, seat: Who, command: str) -> list[tuple[Waiting, Offer]]:
        """The offers of that name (a command's class or its French label) that this seat may take."""
        lexicon = lexicon_of(self.system.lexicon)
        open_now = answerable(self.game, seat, self.waitings())
        return [
            (w, o)
            for w in open_now
            for o in w.offers
            if command in (o.command.__name__, lexicon.command(o.command.__name__))
        ]

    def answer(self, seat: Who, w: Waiting, command: Any) -> None:
        """One admitted command, as an action of its own; Refusal when the gate refuses it."""
        gate(self.game, seat, w, command)
        self._decide(seat, w, command, self.game.action + 1, typed=w.who == CHANCE)

    def falling(self) -> Waiting | None:
        """The next throw or draw awaited."""
        return next((w for w in self.waitings() if w.who == CHANCE), None)

    def fall(self, seat: Who, w: Waiting, numbers: tuple[int, ...], *, own_action: bool) -> None:
        """Chance answers, in the action of the command it follows unless `own_action`; Refusal if it cannot."""
        o = w.offers[0]
        command = o.read({o.fields[0][0]: list(numbers)})
        if (flaw := o.why_not(command)) is not None:
            raise Refusal(o.rule, flaw[1], flaw[0])
        self._decide(seat, w, command, self.game.action + own_action, typed=False)

    def _decide(self, seat: Who, w: Waiting, command: Any, action: int, *, typed: bool) -> None:
        new_id = digest(f"{action} {len(self.records)}")[:12]
        after, facts = decide(self.system, self.game, w, seat, command, new_id, self.records)
        draw = None
        if w.who == CHANCE and not typed:
            epoch = self.game.core.epoch
            sealed = DrawRef(epoch.number, "sealed", epoch.sealed_draws)
            draw = sealed if w.sealed else DrawRef(epoch.number, "open", epoch.open_draws)
        self._write(facts, action, seat, hand=w.hand if w.who == CHANCE else None, draw=draw, typed=typed)
        if any(isinstance(f.event, ev.Undone) for f in facts):
            self.game = fold(self.system, self.base, self.records)
        elif self.game.world != after.world:
            raise AssertionError("the log does not tell what was decided")

    def _write(
        self,
        facts: tuple[Fact, ...],
        action: int,
        seat: Who,
        *,
        hand: Who | None = None,
        draw: DrawRef | None = None,
        typed: bool = False,
    ) -> None:
        for i, f in enumerate(facts):
            chance = (hand, draw, typed) if i == 0 else (None, None, False)
            n = self.game.version + 1
            record = Record(n, action, seat, f"c{action}", 0, f.event, f.audience, *chance)
            self.records.append(record)
            self.game = fold_one(self.system, self.game, record)

    # What a seat sees

    def lines(self, seat: Who) -> list[Line]:
        """The journal of one seat."""
        return journal(self.system, self.game.core, self.records, seat)

    def awaited(self, seat: Who) -> list[str]:
        """Whom play waits for, by name, as this seat may know it."""
        eyes = eyes_of(self.game.core, seat)
        held = (w for w in self.waitings() if w.holds and eyes.among(w.to))
        return list(dict.fromkeys(name_of(self.game.core, w.who, eyes) for w in held))

    def sent_to(self, seat: Who) -> str:
        """All that this seat is sent, as one text."""
        return canonical(
            {
                "journal": [asdict(line) for line in self.lines(seat)],
                "world": view_of(self.game, seat),
                "waitings": list(self._questions(seat)),
                "awaited": self.awaited(seat),
            }
        )

    def _questions(self, seat: Who) -> Iterator[dict[str, Any]]:
        core, system = self.game.core, self.system
        names, lexicon = names_for(core, eyes_of(core, seat)), lexicon_of(system.lexicon)
        for w in answerable(self.game, seat, self.waitings()):
            odds = odds_for(system, self.game, seat, w)
            shared = type(w.topic).__module__.startswith("paravent.core")
            yield {
                "key": key_of(KEY, self.game, seat, w),
                **describe_waiting(w, lexicon),
                "prompt": "" if shared else system.prompt(self.game.world, w, names),
                "odds": asdict(odds) if odds else None,
            }


def seat_ids(names: Sequence[str]) -> dict[str, Who]:
    """An id for each name."""
    return {name: Who(f"siege-{n}") for n, name in enumerate(names, start=1)}
