"""A table hammered at random: legal and illegal answers, resends, stale keys, undo, people leaving and coming back."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from paravent.core import commands as co
from paravent.core import events as ev
from paravent.core.cast import eyes_of
from paravent.core.game import fold
from paravent.core.refusals import Refusal
from paravent.core.system import System
from paravent.core.values import Who
from paravent.table.raw_fields import sent
from play import LEA, MAUD, NOE, SAM, ZOE, Play

SEATS = (MAUD, LEA, NOE, ZOE, SAM)
seats, numbers = st.sampled_from(SEATS), st.integers(0, 2**32)
LEAVING = (co.RemoveSeat, co.LeaveTable)
HOSTILE: tuple[Any, ...] = (None, True, -1, 10**9, "", "\x00", "x" * 3000, [], [1], {}, {"a": {}}, 1.5)


def machine(system: System[Any]) -> type[RuleBasedStateMachine]:
    class Table(RuleBasedStateMachine):
        def __init__(self) -> None:
            super().__init__()
            self.play = Play(system)
            self.sent: list[tuple[Who, str, str, dict[str, Any], str]] = []
            self.used: dict[Who, set[str]] = {s: set() for s in SEATS}
            self.draws = (0, 0)

        def _send(self, seat: Who, key: str, name: str, raw: dict[str, Any], id: str) -> bool:
            before, records = self.play.game, list(self.play.records)
            try:
                self.play.answer(seat, key, name, raw, id=id)
            except Refusal as r:
                refusal = r
            else:
                return True
            assert refusal.rule
            assert refusal.why
            assert self.play.game is before
            assert self.play.records == records
            return False

        @rule(seat=seats, n=numbers)
        def legal(self, seat: Who, n: int) -> None:
            rng = random.Random(n)
            live = [(k, w, o) for k, w in self.play.asked(seat).items() for o in w.offers if not o.barred]
            live = [x for x in live if x[2].command not in LEAVING or rng.random() < 0.1]
            if not live:
                gone = {s.id for s in self.play.game.core.seats if s.removed}
                assert seat in gone | {SAM}
                return
            held = [x for x in live if x[1].holds]
            key, _, o = rng.choice(held if held and rng.random() < 0.6 else live)
            command = o.pick(rng.randrange)
            if command is None:
                return
            answer = (seat, key, o.command.__name__, sent(o, command), f"c{len(self.sent)}")
            assert self._send(*answer), "an offered choice was refused"
            self.sent.append(answer)
            self.used[seat].add(key)

        @rule(seat=seats, n=numbers)
        def illegal(self, seat: Who, n: int) -> None:
            """Someone answers any question, theirs or not, with odd fields; at worst it is refused."""
            rng = random.Random(n)
            w = rng.choice(self.play.waitings())
            o = rng.choice(w.offers)
            raw = {name: rng.choice(HOSTILE) for name, _ in o.fields if rng.random() < 0.9}
            key = self.play.key(rng.choice(SEATS), w)
            if self._send(seat, key, o.command.__name__, raw, f"odd-{n}-{self.play.game.version}"):
                self.used[seat].add(key)

        @precondition(lambda self: self.sent)
        @rule(n=numbers)
        def resend(self, n: int) -> None:
            """The same command again changes nothing; its key under a new id is stale."""
            seat, key, name, raw, id = self.sent[n % len(self.sent)]
            before = self.play.game
            assert self._send(seat, key, name, raw, id)
            assert self.play.game is before
            assert not self._send(seat, key, name, raw, f"{id}-again-{n}")

        @precondition(lambda self: self.play.past())
        @rule(n=numbers)
        def undo(self, n: int) -> None:
            past = self.play.past()
            self.play.undo(past[min(n % 4, len(past) - 1)].action)

        @rule(seat=st.sampled_from((LEA, NOE, ZOE)))
        def return_to_the_table(self, seat: Who) -> None:
            if (s := self.play.game.core.seat(seat)) and s.removed:
                self.play.tell(ev.SeatTaken(seat, s.name, "joueur"))

        @invariant()
        def no_used_key_is_asked(self) -> None:
            for seat in SEATS:
                assert not self.used[seat] & set(self.play.asked(seat))

        @invariant()
        def no_deadlock(self) -> None:
            for w in self.play.waitings():
                assert not w.holds or any(not o.barred for o in w.offers)

        @invariant()
        def draws_only_grow(self) -> None:
            epoch = self.play.game.core.epoch
            now = (epoch.open_draws, epoch.sealed_draws)
            assert now[0] >= self.draws[0]
            assert now[1] >= self.draws[1]
            self.draws = now

        @invariant()
        def onlookers_see_only_what_is_told(self) -> None:
            eyes = eyes_of(self.play.game.core, SAM)
            told = [r for r in self.play.records if eyes.among(r.audience)]
            revealed = any(isinstance(r.event, ev.SecretRevealed) for r in self.play.records)
            assert revealed or len(self.play.lines(SAM)) <= len(told)
            offered = {o.command for w in self.play.asked(SAM).values() for o in w.offers}
            assert offered <= {co.LeaveTable}

        def teardown(self) -> None:
            again = fold(self.play.system, self.play.base, self.play.records)
            assert (again.core, again.world) == (self.play.game.core, self.play.game.world)
            for seat in SEATS:
                assert self.play.sees(seat)

    return Table


def test_a_table_under_fire(toy: System[Any]) -> None:
    run_state_machine_as_test(
        machine(toy),
        settings=settings(max_examples=60, stateful_step_count=40, deadline=None, derandomize=True),
    )


@pytest.mark.nightly
def test_a_table_under_long_fire(toy: System[Any]) -> None:
    run_state_machine_as_test(
        machine(toy), settings=settings(max_examples=400, stateful_step_count=80, deadline=None)
    )
