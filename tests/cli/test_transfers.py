"""Tables as files, through the command line: export, verify, import elsewhere, print a sheet."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from paravent.cli.main import cli
from paravent.store import open_store
from paravent.systems import all_systems
from paravent.table.ready_made import example_of, set_table
from paravent.table.service import Tables

EXAMPLE = example_of(all_systems()["architectes"])
assert EXAMPLE is not None
NAME = EXAMPLE.title


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, list(arguments), prog_name="paravent")


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A base that holds the ready-made table, set as `essai` sets it."""
    path = tmp_path_factory.mktemp("base") / "tables.sqlite"

    async def setting() -> None:
        tables = Tables(open_store(f"sqlite:///{path}"))
        assert EXAMPLE is not None
        await set_table(tables, "architectes", EXAMPLE)
        await tables.close()

    asyncio.run(setting())
    return str(path)


def character(base: str) -> str:
    """The name of the first character of the table."""
    records = json.loads(run("exporter", NAME, "--base", base).output)["records"]
    return next(str(r["data"]["name"]) for r in records if r["kind"] == "ActorCast")


def test_a_table_is_exported_verified_and_imported_elsewhere(base: str, tmp_path: Path) -> None:
    export = tmp_path / "export.json"
    assert run("exporter", NAME, "--base", base, "--sortie", str(export)).exit_code == 0
    assert json.loads(export.read_text("utf-8"))["paravent"] == 1
    checked = run("verifier", str(export))
    assert checked.exit_code == 0, checked.output
    elsewhere = str(tmp_path / "ailleurs.sqlite")
    imported = run("importer", str(export), "--base", elsewhere)
    assert imported.exit_code == 0, imported.output
    assert "/lien/" in imported.output
    again = json.loads(run("exporter", NAME, "--base", elsewhere).output)
    before = json.loads(export.read_text("utf-8"))["records"]
    assert again["records"][: len(before)] == before
    twice = run("importer", str(export), "--base", elsewhere)
    assert twice.exit_code == 2
    assert "cette table est déjà ici" in twice.output


def test_one_altered_byte_is_found(base: str, tmp_path: Path) -> None:
    export = tmp_path / "export.json"
    export.write_text(run("exporter", NAME, "--base", base).output.replace(NAME, NAME[::-1], 1), "utf-8")
    assert run("verifier", str(export)).exit_code == 1


def test_a_sheet_is_set_from_the_base_and_from_an_export(base: str, tmp_path: Path) -> None:
    export, pdf = tmp_path / "export.json", tmp_path / "fiche.pdf"
    run("exporter", NAME, "--base", base, "--sortie", str(export))
    for source in (NAME, str(export)):
        done = run("fiche", source, character(base), "--base", base, "--sortie", str(pdf))
        assert done.exit_code == 0, done.output
        assert pdf.read_bytes().startswith(b"%PDF")
        pdf.unlink()


def test_what_is_not_there_is_a_usage_error(base: str, tmp_path: Path) -> None:
    (tmp_path / "rien.json").write_text("{}", "utf-8")
    for arguments in (
        ("exporter", "Nulle part", "--base", base),
        ("fiche", NAME, "Personne", "--base", base),
        ("importer", str(tmp_path / "rien.json"), "--base", str(tmp_path / "x.sqlite")),
    ):
        done = run(*arguments)
        assert done.exit_code == 2, done.output
        assert isinstance(done.exception, SystemExit)


def test_of_two_tables_of_a_name_none_is_taken_for_the_other(tmp_path: Path) -> None:
    path = str(tmp_path / "deux.sqlite")

    async def setting() -> list[str]:
        tables = Tables(open_store(f"sqlite:///{path}"))
        made = [await tables.create("architectes", "La Brume", who) for who in ("Ada", "Maud")]
        await tables.close()
        return [m.table for m in made]

    ids = asyncio.run(setting())
    for asked in (("exporter", "La Brume"), ("jouer", "--table", "La Brume")):
        refused = run(*asked, "--base", path)
        assert refused.exit_code == 2
        assert all(id in refused.output for id in ids)
    assert json.loads(run("exporter", ids[1], "--base", path).output)["table"] == ids[1]
