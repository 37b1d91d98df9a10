"""The simulations that are shipped: they read, fit the schema, and come near the exact laws they name."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest

from paravent.core.values import CHANCE
from paravent.systems import all_systems, system
from paravent.table.rehearsal import Rehearsal
from paravent.table.simulation import session
from paravent.table.simulation.bout import Bout, Ready, prepare
from paravent.table.simulation.plan import json_schema, load_plan
from paravent.table.simulation.report import Report, exact_laws, report
from paravent.table.simulation.session import play_many, ready_for
from paravent.table.simulation.shipped import shipped_simulations

SHIPPED = [(s.name, path) for s in all_systems().values() for path in shipped_simulations(s)]
IDS = [f"{name}-{path.stem}" for name, path in SHIPPED]
FEW = {"architectes": 60, "departement_m": 100, "forces": 60, "intentions": 30, "intrigue": 100}
"""Sessions that take about a second."""
LEVEL = 0.999


def found(name: str, path: Path, times: int) -> Report:
    s = system(name)
    plan = load_plan(path, s)
    exact = exact_laws(plan, s, path.name)
    ready = ready_for(s, plan, path.name)
    tally = play_many(ready, "essais", range(times))
    return report(plan, tally, exact, ready.names, seed="essais", asked=times, level=LEVEL, together=True)


def test_each_system_has_one() -> None:
    assert {name for name, _ in SHIPPED} == set(all_systems())


@pytest.mark.parametrize(("name", "path"), SHIPPED, ids=IDS)
def test_it_fits_the_schema(name: str, path: Path) -> None:
    jsonschema.validate(tomllib.loads(path.read_text("utf-8")), json_schema())


@pytest.mark.parametrize(("name", "path"), SHIPPED, ids=IDS)
def test_it_agrees_with_the_exact_laws(name: str, path: Path) -> None:
    agrees(found(name, path, FEW[name]), FEW[name])


@pytest.mark.nightly
@pytest.mark.parametrize(("name", "path"), SHIPPED, ids=IDS)
def test_it_agrees_with_the_exact_laws_at_length(name: str, path: Path) -> None:
    agrees(found(name, path, 4_000), 4_000)


def agrees(told: Report, times: int) -> None:
    assert (told.ended, told.stops, told.remarks) == (times, (), ())
    rows = [row for f in told.found for row in (*f.rows, f.rest) if row and row.exact is not None]
    assert rows, "each example names an exact law"
    assert [row for row in rows if not row.agrees] == []


class Recorded(Bout):
    """A session that keeps every command and every answer of chance, to play them again elsewhere."""

    last: Recorded | None = None

    def __init__(self, ready: Ready, run: str, index: int) -> None:
        super().__init__(ready, run, index)
        self.script: list[tuple[object, ...]] = []
        Recorded.last = self
        answer = self._dealer.enter

        def enter(system, game, w, drawn, ref, ask):  # type: ignore[no-untyped-def]
            self.script.append((CHANCE, w.topic, drawn))
            return answer(system, game, w, drawn, ref, ask)

        self._dealer.enter = enter  # type: ignore[method-assign]

    def take(self, seat, w, command, *, id=""):  # type: ignore[no-untyped-def]
        super().take(seat, w, command, id=id)
        self.script.append((seat, w.topic, command))


@pytest.mark.parametrize(("name", "path"), SHIPPED, ids=IDS)
def test_a_session_is_what_a_table_with_its_log_would_have_played(
    name: str, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same commands and throws at a rehearsal, whose state is the fold of its records, lead to the same state."""
    s = system(name)
    ready = prepare(s, load_plan(path, s), path.name)
    monkeypatch.setattr(session, "Bout", Recorded)
    play_many(ready, "essais", [3])
    played = Recorded.last
    assert played is not None
    assert played.script
    table = rehearsal_of(ready)
    for seat, topic, what in played.script:
        w = next(w for w in table.waitings() if w.topic == topic and (w.who == CHANCE) == (seat == CHANCE))
        if seat == CHANCE:
            table.fall(table.game_master, w, what, own_action=False)
        else:
            table.take(seat, w, what)
    assert table.now.world == played.game.world
    told = [r.event for r in table.told][-len(played.facts) :]
    mine = [e for e in played.facts if e.kind != "KeyFixed"]
    assert told[-len(mine) :] == mine


def rehearsal_of(ready: Ready) -> Rehearsal:
    """A rehearsal where the same people and characters are."""
    table = Rehearsal.__new__(Rehearsal)
    table.system, table.at, table.records = ready.system, 0, []
    table.base = table.game = replace(ready.game)
    return table
