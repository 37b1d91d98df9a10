"""How many sessions a second `paravent simuler` plays, and what that is beside a table that writes its log.

    python benchmarks/simulations.py [--sessions 40] [--workers 2] [--spread 3000]

Each shipped simulation in turn, in the processor's time of this process: its sessions as bots play them; the very same
commands and throws at a rehearsal, whose state is the fold of its records and is checked against what was decided.
Then, of one of them, the wall clock of so many sessions over one process and over several, their start-up included.
Nothing is asserted.
"""

from __future__ import annotations

import argparse
import os
import time
from typing import Any

from paravent.core.values import CHANCE
from paravent.systems import all_systems
from paravent.table.rehearsal import Rehearsal
from paravent.table.simulation import session
from paravent.table.simulation.bout import Bout, Ready, prepare
from paravent.table.simulation.plan import load_plan
from paravent.table.simulation.session import play_many, ready_for
from paravent.table.simulation.shipped import shipped_simulations
from paravent.table.simulation.spreading import job_of, run


class Recorded(Bout):
    """A session that keeps what was done, to be done again elsewhere."""

    kept: list[Recorded] = []  # noqa: RUF012 - one list for the whole run

    def __init__(self, ready: Ready, seed: str, index: int) -> None:
        super().__init__(ready, seed, index)
        self.script: list[tuple[Any, ...]] = []
        Recorded.kept.append(self)
        answer = self._dealer.enter

        def enter(system: Any, game: Any, w: Any, drawn: Any, ref: Any, ask: Any) -> Any:
            self.script.append((CHANCE, w, drawn))
            return answer(system, game, w, drawn, ref, ask)

        self._dealer.enter = enter  # type: ignore[method-assign]

    def take(self, seat: Any, w: Any, command: Any, *, id: str = "") -> None:
        super().take(seat, w, command, id=id)
        self.script.append((seat, w, command))


def at_a_table(ready: Ready, script: list[tuple[Any, ...]]) -> None:
    """The same script at a rehearsal, looking up each time what is asked."""
    table = Rehearsal.__new__(Rehearsal)
    table.system, table.at, table.records = ready.system, 0, []
    table.base = table.game = ready.game
    for seat, asked, what in script:
        w = next(w for w in table.waitings() if w.topic == asked.topic and w.who == asked.who)
        if seat == CHANCE:
            table.fall(table.game_master, w, what, own_action=False)
        else:
            table.take(seat, w, what)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--sessions", type=int, default=40)
    arguments.add_argument("--workers", type=int, default=2)
    arguments.add_argument("--spread", type=int, default=3_000)
    given = arguments.parse_args()
    print(f"load {os.getloadavg()[0]:.1f}, {given.sessions} sessions each")
    head = ("simulation", "commands", "throws", "sessions/s", "commands/s", "at a table", "×")
    print("".join(f"{h:>13}" for h in head))
    for s in all_systems().values():
        for path in shipped_simulations(s):
            plan = load_plan(path, s)
            ready = ready_for(s, plan, path.name)
            play_many(ready, "chauffe", range(3))
            start = time.process_time()
            play_many(ready, "mesure", range(given.sessions))
            took = time.process_time() - start

            whole = prepare(s, plan, path.name)
            plain, session.Bout = session.Bout, Recorded  # type: ignore[misc]
            Recorded.kept.clear()
            play_many(whole, "mesure", range(given.sessions))
            session.Bout = plain  # type: ignore[misc]
            start = time.process_time()
            for bout in Recorded.kept:
                at_a_table(whole, bout.script)
            table = time.process_time() - start
            commands = sum(b.commands for b in Recorded.kept) / given.sessions
            throws = sum(b.draws for b in Recorded.kept) / given.sessions

            rate = given.sessions / took
            cells = (f"{commands:.1f}", f"{throws:.1f}", f"{rate:.0f}", f"{rate * commands:.0f}")
            cells += (f"{given.sessions / table:.0f}", f"{table / took:.1f}")
            print(f"{s.name:>13}" + "".join(f"{c:>13}" for c in cells))
    for workers in (1, given.workers):
        start = time.perf_counter()
        run(job_of(s.name, plan, path.name, "mesure"), given.spread, workers)
        wall = time.perf_counter() - start
        rate = given.spread / wall
        print(
            f"{s.name}, {given.spread} sessions, {workers} process(es): {rate:.0f} sessions/s of wall clock"
        )


if __name__ == "__main__":
    main()
