"""Many sessions over one process, all cores or a cluster: the same tally whoever plays which.

Dask is loaded only when there is work to share (`pip install 'paravent[simuler]'`).
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from multiprocessing import get_context
from typing import Any

from paravent.core.codec import digest
from paravent.core.words import NBSP
from paravent.table.simulation.bout import Ready
from paravent.table.simulation.plan import Plan
from paravent.table.simulation.session import Tally, play_many, ready_for

MEASURED = 0.3
"""Seconds of play that tell how long the rest will take."""
WORTH = 3.0
"""Seconds left from which starting other processes is worth its while."""
PIECE = 0.5
"""Seconds that one piece of work should take: progress shows, and an interruption is heard, as often."""
FIRST = 8
"""Sessions that tell how fast a cluster's worker plays."""
BIGGEST = 1_000
ANSWERS_WITHIN = "10s"

EXTRA = f"il faut Dask{NBSP}: pip install 'paravent[simuler]'"

Done = Callable[[int], None]


class CannotSpread(RuntimeError):
    """Work that cannot be shared as asked, with a French reason."""


@dataclass(frozen=True)
class Job:
    """What a worker needs to play any session of a run. `key`: the same for the same job, in any process."""

    system: str
    plan: Plan
    source: str
    run: str
    key: str


def job_of(system: str, plan: Plan, source: str, run: str) -> Job:
    return Job(system, plan, source, run, digest(repr((system, plan, run))))


_ready: dict[str, Ready] = {}


def play_piece(job: Job, first: int, last: int) -> Tally:
    """Sessions `first` to `last` - 1, the table being set once a process."""
    if job.key not in _ready:
        from paravent.systems import system

        _ready.clear()
        _ready[job.key] = ready_for(system(job.system), job.plan, job.source)
    return play_many(_ready[job.key], job.run, range(first, last))


def run(
    job: Job, times: int, workers: int | None = None, scheduler: str = "", done: Done = lambda n: None
) -> tuple[Tally, bool]:
    """The tally of `times` sessions, and whether it was cut short by Ctrl-C.

    workers    processes on this machine; None: as many as is worth it
    scheduler  the address of a Dask scheduler, whose workers play instead
    done       told how many sessions have just been played

    Raises CannotSpread, and PlanError for a table that cannot be set. With a scheduler, nothing is played here.
    """
    if scheduler and not installed("distributed"):
        raise CannotSpread(f"--ordonnanceur{NBSP}: {EXTRA}")
    if workers is not None and workers > 1 and not installed("dask"):
        raise CannotSpread(f"--ouvriers {workers}{NBSP}: {EXTRA}")
    tally = Tally.empty(job.plan)

    def add(part: Tally) -> None:
        tally.add(part)
        done(part.played)

    with _interrupted() as asked:
        if scheduler:
            _on_cluster(job, times, scheduler, add, asked)
            return tally, asked.is_set()
        began, played = time.monotonic(), 0
        while played < times and not asked.is_set() and time.monotonic() - began < MEASURED:
            add(play_piece(job, played, played + 1))
            played += 1
        rate = played / max(time.monotonic() - began, 1e-6) if played else 1.0
        cores = workers if workers is not None else _cores()
        if workers is None and (times - played) / rate < WORTH:
            cores = 1
        pieces = _pieces(played, times, rate)
        if pieces and not asked.is_set():
            if cores > 1 and installed("dask"):
                _on_cores(job, pieces, cores, add, asked)
            else:
                _alone(job, pieces, add, asked)
        return tally, asked.is_set()


def installed(name: str) -> bool:
    """Whether an optional library is there."""
    return find_spec(name) is not None


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


Pieces = list[tuple[int, int]]


def _pieces(first: int, times: int, rate: float) -> Pieces:
    """The sessions that are left, in pieces of `PIECE` seconds at so many sessions a second."""
    size = max(1, min(BIGGEST, int(rate * PIECE)))
    return [(a, min(a + size, times)) for a in range(first, times, size)]


def timed_piece(job: Job, first: int, last: int) -> tuple[Tally, float]:
    """The same as `play_piece`, and the seconds it took once the table was set."""
    play_piece(job, first, first)
    began = time.monotonic()
    return play_piece(job, first, last), time.monotonic() - began


def _alone(job: Job, pieces: Pieces, add: Callable[[Tally], None], asked: threading.Event) -> None:
    for first, last in pieces:
        if asked.is_set():
            return
        add(play_piece(job, first, last))


class _Stopped(Exception):
    """Leaves Dask's loop when an interruption was asked for."""


def _on_cores(
    job: Job, pieces: Pieces, cores: int, add: Callable[[Tally], None], asked: threading.Event
) -> None:
    from dask.base import compute
    from dask.callbacks import Callback
    from dask.delayed import delayed

    def told(key: Any, result: Any, dsk: Any, state: Any, worker: Any) -> None:
        add(result)
        # What is counted need not be held until the end.
        state["cache"][key] = None
        if asked.is_set():
            raise _Stopped

    play = delayed(play_piece, traverse=False, pure=False)
    tasks = [play(job, first, last) for first, last in pieces]
    pool = ProcessPoolExecutor(cores, mp_context=get_context("spawn"), initializer=_heed_no_interruption)
    try:
        with Callback(posttask=told):
            compute(
                *tasks, traverse=False, scheduler="processes", pool=pool, chunksize=1, optimize_graph=False
            )
    except _Stopped:
        pass
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _heed_no_interruption() -> None:
    """Ctrl-C reaches every process of a terminal: the first one stops the others itself."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _on_cluster(
    job: Job, times: int, scheduler: str, add: Callable[[Tally], None], asked: threading.Event
) -> None:
    """A few sessions tell how fast a worker plays; the others follow in pieces."""
    from distributed import Client, as_completed

    try:
        client = Client(scheduler, timeout=ANSWERS_WITHIN)
    except (OSError, ValueError, TimeoutError) as error:
        raise CannotSpread(f"--ordonnanceur {scheduler}{NBSP}: personne ne répond à cette adresse") from error
    with client:
        if not client.scheduler_info()["workers"]:
            raise CannotSpread(f"--ordonnanceur {scheduler}{NBSP}: cet ordonnanceur n’a aucun ouvrier")
        [everywhere] = client.scatter([job], broadcast=True)
        few = min(times, FIRST)
        try:
            begun, seconds = client.submit(timed_piece, everywhere, 0, few, pure=False).result()
            add(begun)
            if asked.is_set():
                return
            pieces = _pieces(few, times, few / max(seconds, 1e-6))
            parts = [client.submit(play_piece, everywhere, a, b, pure=False) for a, b in pieces]
            for part in as_completed(parts):
                add(part.result())
                if asked.is_set():
                    client.cancel(parts)
                    return
        except ModuleNotFoundError as error:
            raise CannotSpread(
                f"--ordonnanceur {scheduler}{NBSP}: un ouvrier n’a pas Paravent, ou pas cette version"
            ) from error


@contextmanager
def _interrupted() -> Iterator[threading.Event]:
    """Set by the first Ctrl-C, so that nothing is half counted; the second one stops at once."""
    asked = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield asked
        return

    def ask(number: int, frame: Any) -> None:
        if asked.is_set():
            raise KeyboardInterrupt
        asked.set()

    before = signal.signal(signal.SIGINT, ask)
    try:
        yield asked
    finally:
        signal.signal(signal.SIGINT, before)
