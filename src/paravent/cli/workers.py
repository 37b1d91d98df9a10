"""Several processes that serve the same tables on one socket: started, started anew when one dies, stopped together."""

from __future__ import annotations

import os
import signal
import threading
import time
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from types import FrameType

from paravent.cli.tables import Front, serve

GRACE = 10.0
"""Seconds left to a process that is asked to stop, before it is killed."""
BREATH = 1.0
"""Seconds that a process must have lived for another one to take its place at once."""


def serve_together(count: int, front: Front, base: str) -> None:
    """Serve with so many processes until asked to stop by SIGTERM or Ctrl-C."""
    stopping = False

    def stop(number: int, frame: FrameType | None) -> None:
        nonlocal stopping
        stopping = True
        for each in running:
            each.terminate()

    context = get_context("spawn")

    def start() -> BaseProcess:
        made = context.Process(target=_work, args=(front, base))
        made.start()
        return made

    running: dict[BaseProcess, float] = {}
    before = [(each, signal.signal(each, stop)) for each in (signal.SIGTERM, signal.SIGINT)]
    try:
        while not stopping:
            while len(running) < count and not stopping:
                running[start()] = time.monotonic()
            wait([each.sentinel for each in running], timeout=1)
            for dead in [each for each in running if not each.is_alive()]:
                # One that cannot even start is not tried without end at full speed.
                time.sleep(max(0.0, BREATH - (time.monotonic() - running.pop(dead))))
    finally:
        _end(list(running))
        for each, handler in before:
            signal.signal(each, handler)


def _work(front: Front, base: str) -> None:
    """Serve, until asked to stop or until the parent is gone: whoever starts it again finds the port free."""
    parent = parent_process()
    assert parent is not None

    def follow() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=follow, name="paravent-parent", daemon=True).start()
    serve(front, base, told=False)


def _end(running: list[BaseProcess]) -> None:
    until = time.monotonic() + GRACE
    for each in running:
        each.terminate()
    for each in running:
        each.join(max(0.0, until - time.monotonic()))
        if each.is_alive():
            each.kill()
            each.join()
