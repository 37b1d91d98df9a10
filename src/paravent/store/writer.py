"""The one thread that writes. It gathers all that waits into one transaction: one disk flush serves them all."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from .errors import OWN_FAULT, closed, rejected, unavailable
from .lock import FileLock

LARGEST_GROUP = 256
"""Writes in one transaction at most: bounds how long the first of them waits."""


@dataclass(frozen=True, slots=True)
class _Job:
    work: Callable[[Connection], None]
    done: Future[None] = field(default_factory=Future)


class Writer:
    """Runs writes in the order asked, each in its own savepoint, and answers only after the commit."""

    def __init__(self, engine: Engine, lock: FileLock) -> None:
        self._engine = engine
        self._lock = lock
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._closing = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="paravent-writer", daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[Connection], None]) -> Future[None]:
        """Ask for a write. Cancelling the future before its turn withdraws it; later it changes nothing."""
        job = _Job(work)
        with self._closing:
            if self._closed:
                raise closed()
            self._jobs.put(job)
        return job.done

    def close(self) -> None:
        """Finish what was asked for, then end the thread and its connection."""
        with self._closing:
            if not self._closed:
                self._closed = True
                self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            group = [job, *self._waiting()]
            self._commit([job for job in group if job.done.set_running_or_notify_cancel()])
        self._engine.dispose()

    def _waiting(self) -> list[_Job]:
        found: list[_Job] = []
        while len(found) + 1 < LARGEST_GROUP:
            try:
                job = self._jobs.get_nowait()
            except Empty:
                break
            if job is None:
                self._jobs.put(None)
                break
            found.append(job)
        return found

    def _commit(self, group: Sequence[_Job]) -> None:
        if not group:
            return
        try:
            with self._lock, self._engine.begin() as db:
                outcomes = [_attempt(db, job.work) for job in group]
        except Exception as error:
            # After a failed flush nothing that the connection holds in memory can be trusted: take a new one.
            self._engine.dispose()
            outcomes = [unavailable(error) for _ in group]
        for job, outcome in zip(group, outcomes, strict=True):
            if outcome is None:
                job.done.set_result(None)
            else:
                job.done.set_exception(outcome)


def _attempt(db: Connection, work: Callable[[Connection], None]) -> Exception | None:
    """Do one write, or undo it and say why. A fault of the disk is raised: it spoils the whole transaction."""
    savepoint = db.begin_nested()
    try:
        work(db)
    except OWN_FAULT as error:
        savepoint.rollback()
        return rejected(error)
    except DBAPIError:
        # SQLite may have undone all by itself, savepoints included: only the transaction is left to roll back.
        raise
    except Exception as error:
        savepoint.rollback()
        return error
    savepoint.commit()
    return None
