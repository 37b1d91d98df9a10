"""A new link from the file of the tables: said first, the older ones withdrawn, beside a running server or not."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from paravent.cli.main import cli
from paravent.store import open_store
from paravent.table.service import Access, Created, Tables


def run(*arguments: str, input: str | None = None) -> Result:
    return CliRunner().invoke(cli, ["lien", *arguments], input=input, prog_name="paravent")


def plain(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ")


def token_in(output: str) -> str:
    found = re.search(r"/lien/(\S+)", output)
    assert found, output
    return found[1]


class Base:
    """A file of two tables: « Brume » (Ana, Léa, two Max) and one more of the same name."""

    def __init__(self, path: Path) -> None:
        self.path = str(path)
        asyncio.run(self._fill())

    async def _fill(self) -> None:
        tables = Tables(open_store(f"sqlite:///{self.path}"))
        self.made: Created = await tables.create("architectes", "Brume", "Ana")
        self.lea, _ = await tables.join(self.made.invitation, "Léa", "1")
        for n in "23":
            await tables.join(self.made.invitation, "Max", n)
        self.twin = await tables.create("architectes", "Double", "Zoé")
        await tables.create("architectes", "Double", "Zoé")
        await tables.close()

    def access(self, token: str) -> Access | None:
        async def asking() -> Access | None:
            tables = Tables(open_store(f"sqlite:///{self.path}"))
            try:
                return await tables.access(token)
            finally:
                await tables.close()

        return asyncio.run(asking())


@pytest.fixture
def base(tmp_path: Path) -> Base:
    return Base(tmp_path / "t.sqlite")


def test_a_game_master_who_lost_all_is_given_a_link(base: Base) -> None:
    done = run("Brume", "--base", base.path, "--adresse", "http://192.168.1.4:8765/", input="oui\n")
    assert done.exit_code == 0, done.output
    assert "Les anciens liens d’Ana (mène) à la table « Brume » cesseront de marcher" in plain(done.output)
    assert "Ana : http://192.168.1.4:8765/lien/" in plain(done.output)
    assert "█" in done.output or "▀" in done.output, "a picture to scan"
    access = base.access(token_in(done.output))
    assert access is not None
    assert (access.table, access.role) == (base.made.table, "mj")
    assert base.access(base.made.game_master) is None
    assert base.access(base.lea) is not None, "nobody else's link moves"
    assert base.access(base.made.invitation) is not None


@pytest.mark.parametrize("answer", ["non\n", "\n", "peut-être\n"])
def test_anything_but_yes_changes_nothing(base: Base, answer: str) -> None:
    done = run("Brume", "--base", base.path, input=answer)
    assert done.exit_code == 0
    assert "Rien n’a changé." in done.output
    assert base.access(base.made.game_master) is not None


def test_a_player_s_seat_by_its_name_without_a_question(base: Base) -> None:
    done = run(base.made.table, "--siege", "Léa", "--oui", "--base", base.path)
    assert done.exit_code == 0, done.output
    assert "Les remplacer" not in plain(done.output)
    access = base.access(token_in(done.output))
    assert access is not None
    assert access.role == "joueur"
    assert base.access(base.lea) is None


def test_tables_and_seats_are_listed(base: Base) -> None:
    done = run("--base", base.path)
    assert done.exit_code == 0
    assert f"{base.made.table}  Brume" in done.output
    assert "Ana (mène)" in done.output
    assert "Léa (joue)" in done.output
    assert base.made.game_master not in done.output


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["Nulle"], "aucune table ne s’appelle « Nulle »"),
        (["Double"], "plusieurs tables s’appellent « Double » : donne l’identifiant ("),
        (["Brume", "--siege", "Max"], "plusieurs personnes s’appellent « Max » : donne l’identifiant ("),
        (["Brume", "--siege", "Zoé"], "personne ne s’appelle « Zoé » à cette table"),
    ],
)
def test_what_is_not_clear_is_said(base: Base, arguments: list[str], told: str) -> None:
    done = run(*arguments, "--oui", "--base", base.path)
    assert done.exit_code == 2
    assert told in plain(done.output)
    assert base.access(base.made.game_master) is not None


def test_one_of_two_namesakes_by_its_number(base: Base) -> None:
    done = run(base.twin.table, "--oui", "--base", base.path)
    assert base.access(token_in(done.output)) is not None
    assert base.access(base.twin.game_master) is None


async def test_beside_a_running_server(base_path: Path) -> None:
    """Another process holds the table in memory: it knows the new link, and the old one no more, at once."""
    tables = Tables(open_store(f"sqlite:///{base_path}"))
    made = await tables.create("architectes", "Brume", "Ana")
    done = await asyncio.to_thread(run, "Brume", "--oui", "--base", str(base_path))
    assert done.exit_code == 0, done.output
    assert await tables.access(made.game_master) is None
    access = await tables.access(token_in(done.output))
    assert access is not None
    assert (await tables.view(made.table, access.seat))["me"]["role"] == "mj"
    await tables.join(made.invitation, "Léa", "1")
    await tables.close()


@pytest.fixture
def base_path(tmp_path: Path) -> Path:
    return tmp_path / "live.sqlite"
