"""Whole bases: moved both ways between SQLite and PostgreSQL, backed up while they serve, restored, checked."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest
from click.testing import CliRunner

from paravent.cli.bases import address_of
from paravent.cli.main import cli
from paravent.store import open_store
from paravent.store.port import Store
from paravent.table.service import Tables
from store.postgres_server import drop, new_database

PARAVENT = Path(sys.executable).with_name("paravent")


@pytest.fixture
def url() -> Iterator[str]:
    made = new_database()
    yield made
    drop(made)


def run(*arguments: str) -> Any:
    return CliRunner().invoke(cli, arguments)


def played(base: str, *names: str) -> list[str]:
    """Tables with a game master and a player each; the game masters' links."""

    async def play() -> list[str]:
        tables = Tables(open_store(address_of(base)))
        links = []
        for n, name in enumerate(names):
            made = await tables.create("architectes", name, "Maud", command_id=f"ouvrir-{n}")
            await tables.join(made.invitation, "Léa", "entrer")
            links.append(made.game_master)
        await tables.close()
        return links

    return asyncio.run(play())


def held(base: str) -> list[Any]:
    """All that a base holds."""

    async def read(store: Store) -> list[Any]:
        found = [
            (t, await store.read(t.id), await store.sealed(t.id), await store.credentials(t.id))
            for t in await store.tables()
        ]
        await store.close()
        return found

    return asyncio.run(read(open_store(address_of(base))))


def test_there_and_back(tmp_path: Path, url: str) -> None:
    first, last = str(tmp_path / "a.sqlite"), str(tmp_path / "b.sqlite")
    links = played(first, "Brume", "Étale")
    before = held(first)
    done = run("migrer", "--de", first, "--vers", url)
    assert done.exit_code == 0, done.output
    assert "2 tables, " in done.output
    assert held(url) == before
    # Begun again, it only says what is there.
    again = run("migrer", "--de", first, "--vers", url)
    assert again.output.count("(déjà là)") == 2
    assert run("migrer", "--de", url, "--vers", last).exit_code == 0
    assert held(last) == before == held(first)

    async def opens() -> bool:
        tables = Tables(open_store(address_of(last)))
        found = [await tables.access(link) for link in links]
        await tables.close()
        return all(found)

    assert asyncio.run(opens())


def test_a_table_that_differs_over_there_is_not_touched(tmp_path: Path, url: str) -> None:
    here, there = str(tmp_path / "a.sqlite"), url
    (link,) = played(here, "Brume")
    assert run("migrer", "--de", here, "--vers", there).exit_code == 0

    async def more() -> None:
        tables = Tables(open_store(address_of(here)))
        access = await tables.access(link)
        assert access is not None
        invitations = await tables.invitations(access.table, access.seat)
        await tables.join(invitations["invitation"], "Noé", "entrer-2")
        await tables.close()

    asyncio.run(more())
    before = held(there)
    done = run("migrer", "--de", here, "--vers", there)
    assert done.exit_code == 2
    assert "est déjà là-bas, et elle n’est pas la même" in done.output.replace("\n", " ")
    assert held(there) == before


def test_restore_drill(tmp_path: Path, url: str) -> None:
    """A backup of each kind of base, the base lost, everything back."""
    for base in (str(tmp_path / "a.sqlite"), url):
        played(base, "Brume", "Étale")
        before, copy = held(base), str(tmp_path / f"copie-{base[-3:]}.sqlite")
        assert run("sauvegarder", copy, "--base", base).exit_code == 0
        assert Path(copy).stat().st_mode & 0o077 == 0
        assert "ce fichier existe déjà" in run("sauvegarder", copy, "--base", base).output
        again = str(tmp_path / f"neuve-{base[-3:]}.sqlite")
        done = run("restaurer", copy, "--base", again)
        assert done.exit_code == 0, done.output
        assert held(again) == before


def test_a_flipped_byte_is_found_and_never_copied(tmp_path: Path) -> None:
    base = str(tmp_path / "a.sqlite")
    played(base, "Brume", "Étale")
    assert run("verifier", "--base", base).exit_code == 0
    with sqlite3.connect(base) as db:
        db.execute("UPDATE records SET data = replace(data, 'Léa', 'Lea') WHERE version = 4")
    db.close()
    done = run("verifier", "--base", base)
    assert done.exit_code == 1
    assert done.output.count("abîmée à l’enregistrement 4") == 2
    done = run("migrer", "--de", base, "--vers", str(tmp_path / "b.sqlite"))
    assert done.exit_code == 2
    assert held(str(tmp_path / "b.sqlite")) == []


def test_the_base_may_stay_out_of_the_list_of_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = str(tmp_path / "a.sqlite")
    played(base, "Brume")
    monkeypatch.setenv("PARAVENT_BASE", base)
    assert "Brume" in run("lien").output


def test_several_processes_want_postgres() -> None:
    done = run("servir", "--processus", "2")
    assert done.exit_code == 2
    assert "PostgreSQL" in done.output


def children(of: int) -> set[int]:
    """The processes that serve, started by this one."""
    told = subprocess.run(
        ["ps", "-ww", "-o", "pid=", "-o", "args=", "--ppid", str(of)], capture_output=True, text=True
    ).stdout
    return {int(line.split()[0]) for line in told.splitlines() if "spawn_main" in line}


def until(what: Any, patience: float = 30) -> Any:
    end = time.monotonic() + patience
    while not (found := what()):
        assert time.monotonic() < end
        time.sleep(0.1)
    return found


def test_two_processes_serve_and_one_that_dies_is_replaced(url: str) -> None:
    (link,) = played(url, "Brume")
    with subprocess.Popen(
        [PARAVENT, "servir", "--port", "0", "--base", url, "--processus", "2"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as serving:
        try:
            assert serving.stdout is not None
            address = re.search(r"http://[\d.:]+", serving.stdout.readline())
            assert address is not None
            with httpx.Client(base_url=address[0], timeout=20) as client:
                first = until(lambda: children(serving.pid) if len(children(serving.pid)) == 2 else set())
                headers = {"Authorization": f"Bearer {link}"}
                table = until(lambda: client.get("/api/acces", headers=headers).json()["table"])
                killed = first.pop()
                os.kill(killed, signal.SIGKILL)
                until(lambda: len(children(serving.pid) - {killed}) == 2)
                for _ in range(8):
                    assert client.get(f"/api/tables/{table}/vue", headers=headers).status_code == 200
        finally:
            serving.send_signal(signal.SIGTERM)
            assert serving.wait(20) == 0


def test_processes_end_with_the_one_that_started_them(url: str) -> None:
    """Killed, it can end none of them; but whoever starts it again finds the port free."""
    played(url, "Brume")
    command = [PARAVENT, "servir", "--base", url, "--processus", "2", "--port"]
    with subprocess.Popen(
        [*command, "0"], stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"}
    ) as serving:
        try:
            assert serving.stdout is not None
            told = re.search(r"http://[\d.]+:(\d+)", serving.stdout.readline())
            assert told is not None
            until(lambda: len(children(serving.pid)) == 2)
            assert httpx.get(f"{told[0]}/api/systemes", timeout=60).status_code == 200
            left = children(serving.pid)
        finally:
            serving.kill()
    until(lambda: not any(psutil.pid_exists(pid) for pid in left))
    with socket.create_server(("127.0.0.1", int(told[1]))):
        pass
