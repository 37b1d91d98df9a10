"""`paravent jouer --nouvelle` with a data pack and options."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from paravent.cli.main import cli
from paravent.store import open_store
from paravent.systems import all_systems
from paravent.table.packs import shipped_packs

SYSTEM = all_systems()["architectes"]
SOBER = shipped_packs(SYSTEM)[1]


def play(base: Path, *arguments: str) -> Result:
    asked = ["jouer", "--base", str(base), "--table", "La Brume", *arguments]
    return CliRunner().invoke(cli, asked, input="Maud\nquitter\n")


def opening_of(base: Path) -> Any:
    """What the first record of the base's one table says."""

    async def first() -> Any:
        store = open_store(f"sqlite:///{base}")
        try:
            (table,) = await store.tables()
            return json.loads((await store.read(table.id, limit=1))[0].data)
        finally:
            await store.close()

    return asyncio.run(first())


def test_a_table_begins_with_a_pack_and_options(tmp_path: Path) -> None:
    own = tmp_path / "le-mien.toml"
    own.write_text(SOBER.toml, "utf-8")
    for n, pack in enumerate((str(own), SOBER.name)):
        base = tmp_path / f"{n}.sqlite"
        chosen = ("--option", "prologue=oui", "--option", "hasard=table")
        done = play(base, "--nouvelle", "architectes", "--paquet", pack, *chosen)
        assert done.exit_code == 0, done.output
        said = opening_of(base)
        assert said["pack"] == SYSTEM.read_pack(SOBER.toml)
        assert dict(said["options"]) == {"prologue": "oui", "hasard": "table"}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--paquet", "x.toml"), "demandent --nouvelle"),
        (("--option", "prologue=oui"), "demandent --nouvelle"),
        (("--nouvelle", "architectes", "--paquet", "nulle-part.toml"), "ce fichier n’existe pas"),
        (("--nouvelle", "architectes", "--option", "prologue"), "prologue=non, prologue=oui"),
        (("--nouvelle", "architectes", "--option", "x=y"), "les options sont hasard=libre"),
    ],
)
def test_a_wrong_request_opens_nothing(tmp_path: Path, arguments: tuple[str, ...], told: str) -> None:
    base = tmp_path / "b.sqlite"
    done = play(base, *arguments)
    assert done.exit_code == 2
    assert told in done.output
    assert not base.exists()


def test_every_problem_of_a_pack_is_told(tmp_path: Path) -> None:
    own = tmp_path / "le-mien.toml"
    own.write_text(SOBER.toml.replace("numero = 2\n", "", 1) + "portee = 3\n", "utf-8")
    done = play(tmp_path / "b.sqlite", "--nouvelle", "architectes", "--paquet", str(own))
    assert done.exit_code == 2
    assert "competences[1].numero" in done.output
    assert "portee" in done.output
    assert not (tmp_path / "b.sqlite").exists()
