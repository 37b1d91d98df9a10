"""A parent that has everything imported and forks servers: what is killed 200 times need not start from nothing.

Run as a script by `kills`. It holds the listening socket, as the parent of `servir --processus N` does, so that whoever
connects between two lives waits for the next one. Each line of its input, in JSON, asks for one server; its process's
id is the answer. A child runs `paravent.cli.tables.serve` on real HTTP; of what that does, only the application, its
routes and templates, was made before: the store is opened, and tables loaded, anew.

`place` kills the child from inside at a chosen point of its work, at the `after`th time it is reached: those which a
kill from outside hardly ever meets. `mutant` spoils it, to show that the harness sees what it should.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import sqlalchemy.dialects.postgresql.psycopg
import sqlalchemy.dialects.sqlite.pysqlite  # noqa: F401
from sqlalchemy import Engine, event
from sqlalchemy.engine.default import DefaultDialect
from uvicorn.protocols.http.h11_impl import RequestResponseCycle

import paravent.store.postgres
import paravent.web.app
from paravent.cli.tables import Front, serve
from paravent.store import open_store, statements, writer
from paravent.systems import all_systems
from paravent.table import keeper
from paravent.table.room import Room
from paravent.table.service import Tables
from paravent.table.snapshot import fingerprint
from paravent.web.app import create_app

HOST = "127.0.0.1"
SNAPSHOT_EVERY = 12
"""Records between two snapshots: often, so that kills meet them too."""


def reached(after: int) -> Callable[[], None]:
    """What dies at the `after`th call."""
    left = after

    def step() -> None:
        nonlocal left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    return step


def after_call(owner: Any, name: str, step: Callable[[], None]) -> None:
    """Have `step` taken each time that a function has done its work."""
    done = getattr(owner, name)

    def then(*args: Any, **kwargs: Any) -> Any:
        found = done(*args, **kwargs)
        step()
        return found

    setattr(owner, name, then)


def before_call(owner: Any, name: str, step: Callable[[], None]) -> None:
    """Have `step` taken each time that a function is about to work."""
    done = getattr(owner, name)

    def then(*args: Any, **kwargs: Any) -> Any:
        step()
        return done(*args, **kwargs)

    setattr(owner, name, then)


def in_half_an_answer(step: Callable[[], None]) -> None:
    """Have `step` taken when the head of an answer has left, and not its body."""
    send = RequestResponseCycle.send

    async def then(self: Any, message: Any) -> None:
        if message["type"] == "http.response.body":
            step()
        await send(self, message)

    RequestResponseCycle.send = then


PLACES: dict[str, Callable[[Callable[[], None]], None]] = {
    "a statement run": lambda step: event.listen(Engine, "after_cursor_execute", lambda *_: step()),
    "about to commit": lambda step: before_call(DefaultDialect, "do_commit", step),
    "committed, nobody told": lambda step: after_call(DefaultDialect, "do_commit", step),
    "in memory, nobody told": lambda step: after_call(Room, "committed", step),
    "a log half loaded": lambda step: after_call(Room, "absorb", step),
    "a snapshot written, not committed": lambda step: after_call(statements, "save_snapshot", step),
    "half an answer sent": in_half_an_answer,
}


def acknowledges_before_it_commits() -> None:
    commit = writer.Writer._commit

    def early(self: Any, group: Any) -> None:
        for job in group:
            job.done.set_result(None)
        time.sleep(0.005)
        commit(self, [writer._Job(job.work) for job in group])

    writer.Writer._commit = early


def forgets_what_it_answered() -> None:
    statements.answered = lambda *_: None


MUTANTS = {"early": acknowledges_before_it_commits, "forgetful": forgets_what_it_answered}


def live(listener: socket.socket, base: str, place: str, after: int, mutant: str) -> None:
    """One server's life."""
    keeper.EVERY = SNAPSHOT_EVERY
    if place:
        PLACES[place](reached(after))
    if mutant:
        MUTANTS[mutant]()
    serve(Front(listener, HOST), base, told=False)


async def application() -> Callable[..., Any]:
    """A `create_app` whose application is made already, and has served a table on a store of its own, now forgotten."""
    with TemporaryDirectory() as folder:
        served = Tables(open_store(f"sqlite:///{folder}/t.sqlite"))
        app = create_app(served, hosts=(HOST,))
        made = await served.create("architectes", "La Brume", "Ada")
        headers = {"Authorization": f"Bearer {made.game_master}"}
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(
            transport=transport, base_url=f"http://{HOST}", headers=headers
        ) as client:
            asked = (await client.get(f"/api/tables/{made.table}/attentes")).raise_for_status().json()
            key = next(w["key"] for w in asked["waitings"] if w["offers"][0]["command"] == "OpenSession")
            gesture = {"key": key, "command": "OpenSession", "fields": {}, "command_id": "ouvrir"}
            (await client.post(f"/api/tables/{made.table}/gestes", json=gesture)).raise_for_status()
        await served.close()

    def made_already(tables: Tables, **more: Any) -> Any:
        vars(served).clear()
        vars(served).update(vars(tables))
        return app

    return made_already


def main() -> None:
    for system in all_systems().values():
        fingerprint(system)
    paravent.web.app.create_app = asyncio.run(application())
    # A fork copies no other thread.
    assert threading.active_count() == 1
    # What is shared with the children stays shared: their collector leaves it alone.
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    with socket.create_server((HOST, 0), backlog=128) as listener:
        sys.stdout.write(f"{listener.getsockname()[1]}\n")
        sys.stdout.flush()
        for line in sys.stdin:
            child = os.fork()
            if child == 0:
                try:
                    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                    # The parent's input and output are its own.
                    nothing = os.open(os.devnull, os.O_RDWR)
                    for descriptor in (0, 1):
                        os.dup2(nothing, descriptor)
                    live(listener, **json.loads(line))
                finally:
                    os._exit(1)
            sys.stdout.write(f"{child}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
