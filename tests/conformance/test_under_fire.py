"""A table kept by the service and hammered at random: answers of all sorts, resends, cuts, people put out, moves."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from paravent.core import commands as co
from paravent.core.game import fold, open_game
from paravent.core.refusals import Refusal
from paravent.core.system import System
from paravent.core.values import Who
from paravent.table.raw_fields import sent
from paravent.table.served import Served
from play import PEOPLE
from toy import on_the_path

NAMES = [name for _, name, _ in PEOPLE]
LEAVING = (co.RemoveSeat, co.LeaveTable)
HOSTILE: tuple[Any, ...] = (None, True, -1, 10**9, "", "\x00", "x" * 3000, [], [1], {}, {"a": {}}, 1.5)
names, numbers = st.sampled_from(NAMES), st.integers(0, 2**32)
Sent = tuple[Who, str, str, dict[str, Any], str]


def machine(system: System[Any]) -> type[RuleBasedStateMachine]:
    class Table(RuleBasedStateMachine):
        def __init__(self) -> None:
            super().__init__()
            people = [(name, role) for _, name, role in PEOPLE]
            self.table = Served(system, people, {})
            self.taken: list[Sent] = []

        def send(self, answer: Sent) -> bool | None:
            """Whether it was a repetition; None when it is refused, which changes nothing."""
            before, version = self.table.now, len(self.table.told)
            try:
                return self.table.send(*answer)
            except Refusal as r:
                refusal = r
            assert refusal.rule
            assert refusal.why
            assert self.table.now is before
            assert len(self.table.told) == version
            return None

        @rule(name=names, n=numbers)
        def legal(self, name: str, n: int) -> None:
            rng, seat = random.Random(n), self.table.seats[name]
            offers = [(k, w, o) for k, w in self.table.asked(seat).items() for o in w.offers if not o.barred]
            offers = [x for x in offers if x[2].command not in LEAVING or rng.random() < 0.1]
            if not offers:
                return
            held = [x for x in offers if x[1].holds]
            key, _, o = rng.choice(held if held and rng.random() < 0.6 else offers)
            command = o.pick(rng.randrange)
            if command is None or o.command is co.RevealShare:
                return
            answer = (seat, key, o.command.__name__, sent(o, command), f"c{len(self.taken)}")
            assert self.send(answer) is False, "an offered choice was refused"
            self.taken.append(answer)
            assert key not in self.table.asked(seat), "an answered question is asked again by the same name"

        @rule(name=names, n=numbers)
        def illegal(self, name: str, n: int) -> None:
            """Someone answers any question, theirs or not, with odd fields; at worst it is refused."""
            rng = random.Random(n)
            w = rng.choice(self.table.waitings())
            o = rng.choice(w.offers)
            raw = {field: rng.choice(HOSTILE) for field, _ in o.fields if rng.random() < 0.9}
            seat = self.table.seats[name]
            self.send(
                (seat, self.table.key(seat, w), o.command.__name__, raw, f"odd-{n}-{len(self.table.told)}")
            )

        @precondition(lambda self: self.taken)
        @rule(n=numbers)
        def resend(self, n: int) -> None:
            """The same command again counts once; its question under a new name is stale."""
            seat, key, command, raw, id = self.taken[n % len(self.taken)]
            before = self.table.now
            assert self.send((seat, key, command, raw, id)) is True
            assert self.table.now is before
            assert self.send((seat, key, command, raw, f"{id}-again-{n}")) is None

        @precondition(lambda self: self.table.past())
        @rule(n=numbers)
        def undo(self, n: int) -> None:
            past = self.table.past()
            seat = self.table.game_master
            ((w, _),) = self.table.offers(seat, "Undo")
            self.table.take(seat, w, co.Undo(past[min(n % 4, len(past) - 1)].upto))

        @rule()
        def cut(self) -> None:
            """The server stops and starts: everyone finds what they left, the names of questions included."""
            before = [self.table.sees(s) for s in self.table.seats.values()]
            self.table.restart()
            assert [self.table.sees(s) for s in self.table.seats.values()] == before

        @rule()
        def move(self) -> None:
            """Exported and brought in elsewhere, it is the same table; only chance begins anew (TAB-13)."""
            before = self.table.now
            self.table.move()
            after = self.table.now
            assert after.world == before.world
            assert after.core.seats == before.core.seats
            assert after.core.actors == before.core.actors
            assert after.core.epoch.number == before.core.epoch.number + 1

        @invariant()
        def state_is_what_the_log_tells(self) -> None:
            told = list(self.table.told)
            again = fold(system, open_game(system, told[0].event), told)
            assert (again.core, again.world) == (self.table.now.core, self.table.now.world)

        @invariant()
        def no_deadlock(self) -> None:
            for w in self.table.waitings():
                assert not w.holds or any(not o.barred for o in w.offers)

        def teardown(self) -> None:
            self.table.close()

    return Table


CALM = [HealthCheck.too_slow, HealthCheck.data_too_large]


@pytest.fixture(autouse=True)
def served() -> Iterator[None]:
    """The service finds the toy system too."""
    with on_the_path():
        yield


def test_a_served_table_under_fire(system: System[Any]) -> None:
    run_state_machine_as_test(
        machine(system),
        settings=settings(
            max_examples=8,
            stateful_step_count=40,
            deadline=None,
            derandomize=True,
            suppress_health_check=CALM,
        ),
    )


@pytest.mark.nightly
def test_a_served_table_under_long_fire(system: System[Any]) -> None:
    run_state_machine_as_test(
        machine(system),
        settings=settings(
            max_examples=100, stateful_step_count=120, deadline=None, suppress_health_check=CALM
        ),
    )
