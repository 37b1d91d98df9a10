"""`paravent recap`: the same scene from a base, an export and a server, as the table sees it unless asked."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli.live import free_port, serving
from paravent.cli.main import cli
from paravent.cli.recap import FORMS
from paravent.store import open_store
from paravent.systems import all_systems
from paravent.table import recap
from paravent.table.ready_made import example_of, set_table
from paravent.table.service import Created, Tables

SECRET = "Anselme Rivoire"
"""Of a note of the example's game master to herself."""


def run(*arguments: str, text: str = "") -> Result:
    return CliRunner().invoke(cli, ["recap", *arguments], input=text)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Created, str]:
    """A base that holds the ready-made table of Les Architectes, its links, and the table's name."""
    path = str(tmp_path_factory.mktemp("recap") / "t.sqlite")
    system = all_systems()["architectes"]
    example = example_of(system)
    assert example

    async def setting() -> tuple[Created, str]:
        tables = Tables(open_store(f"sqlite:///{path}"))
        made = await set_table(tables, system.name, example)
        name = (await tables.room(made.table)).now.core.name
        await tables.close()
        return made, name

    made, name = asyncio.run(setting())
    return path, made, name


def test_the_forms_are_those_there_are() -> None:
    assert FORMS == recap.FORMATS


@pytest.mark.parametrize("form", FORMS)
def test_a_scene_from_a_base_and_from_its_export(
    played: tuple[str, Created, str], tmp_path: Path, form: str
) -> None:
    base, _, name = played
    near = run(name, "--base", base, "--format", form)
    assert near.exit_code == 0, near.output
    assert "Scène 1 · L’écluse de Sainte-Ourse" in near.output
    assert SECRET not in near.output
    export = tmp_path / "export.json"
    done = CliRunner().invoke(cli, ["exporter", name, "--base", base, "--sortie", str(export)])
    assert done.exit_code == 0, done.output
    assert run(str(export), "--format", form).output == near.output
    assert SECRET in run(name, "--base", base, "--vue", "moi", "--format", form).output


def test_parts_are_listed_and_one_that_is_not_there_is_refused(played: tuple[str, Created, str]) -> None:
    base, _, name = played
    listed = run(name, "--base", base, "--parties").output
    assert "tout-1\tSéance n°\N{NO-BREAK SPACE}1, en entier" in listed
    whole = run(name, "--base", base, "--partie", "tout-1").output
    assert "Les archives de Brêmes" in whole
    refused = run(name, "--base", base, "--partie", "tout-9")
    assert refused.exit_code == 2
    assert "--parties" in refused.output


def test_a_scene_from_a_link_and_links_that_tell_nothing(played: tuple[str, Created, str]) -> None:
    base, made, name = played

    async def asking() -> list[Result]:
        tables = Tables(open_store(f"sqlite:///{base}"))
        async with serving(tables, free_port()) as address:
            out = []
            for link, typed in (
                (f"{address}/lien/{made.game_master}", ""),
                ("", f"{address}/lien/{made.game_master}\n"),
                (f"{address}/lien/{made.invitation}", ""),
                (f"{address}/lien/{'0' * 22}", ""),
                (f"{address}/fil/{made.game_master}", ""),
            ):
                arguments = (link,) if link else ()
                out.append(await asyncio.to_thread(run, *arguments, text=typed))
        await tables.close()
        return out

    far, typed, *refused = asyncio.run(asking())
    assert far.output == run(name, "--base", base).output
    assert typed.output.endswith(far.output)
    assert [r.exit_code for r in refused] == [2, 2, 2]


def test_a_table_where_nothing_happened_says_so(tmp_path: Path) -> None:
    for arguments in (("Nulle part", "--base", str(tmp_path / "x.sqlite")), (str(tmp_path / "x.json"),)):
        assert run(*arguments).exit_code == 2
