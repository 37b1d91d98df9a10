"""Behind a proxy: the public name is served, and the proxy alone is believed."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

from paravent.cli.main import cli

PARAVENT = Path(sys.executable).with_name("paravent")
FORWARDED = {
    "Host": "table.exemple.org",
    "Origin": "https://table.exemple.org",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-For": "203.0.113.9",
}


@contextmanager
def served(tmp_path: Path, *options: str) -> Iterator[tuple[str, httpx.Client]]:
    base = str(tmp_path / "t.sqlite")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with subprocess.Popen(
        [PARAVENT, "servir", "--port", str(port), "--base", base, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as serving:
        try:
            assert serving.stdout is not None
            told = serving.stdout.readline()
            with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=20) as client:
                yield told, client
        finally:
            serving.terminate()


FORM = {"nom": "Brume", "pseudo": "Maud", "command_id": "ouvrir", "paquet": ""}


def test_the_proxy_is_believed(tmp_path: Path) -> None:
    with served(tmp_path, "--adresse", "https://table.exemple.org/", "--mandataire", "127.0.0.1") as (
        told,
        client,
    ):
        assert "https://table.exemple.org/ " in told
        made = client.post("/creer/architectes", data=FORM, headers=FORWARDED)
        assert made.status_code == 303
        assert "Secure" in made.headers["set-cookie"]


def test_anyone_else_is_not(tmp_path: Path) -> None:
    with served(tmp_path, "--adresse", "https://table.exemple.org") as (_, client):
        # Without the proxy's word, the request is plain http: another origin than its form says.
        assert client.post("/creer/architectes", data=FORM, headers=FORWARDED).status_code == 403
        assert client.get("/", headers={"Host": "table.exemple.org"}).status_code == 200
        assert client.get("/", headers={"Host": "ailleurs.exemple.org"}).status_code in (400, 421)


@pytest.mark.parametrize(
    ("option", "given", "told"),
    [
        ("--adresse", "table.exemple.org", "n’est pas une adresse comme"),
        ("--adresse", "https://table.exemple.org/chemin", "n’est pas une adresse comme"),
        ("--mandataire", "nginx", "n’est pas une adresse IP"),
        ("--processus", "0", "n’est pas un nombre de processus"),
    ],
)
def test_what_cannot_be_is_refused(option: str, given: str, told: str) -> None:
    done = CliRunner().invoke(cli, ["servir", option, given])
    assert done.exit_code == 2
    assert told in " ".join(done.output.split())
