"""What is installed from a wheel plays without the repository and without Node."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "paravent"
UV = shutil.which("uv") or shutil.which(str(Path(sys.executable).with_name("uv")))

pytestmark = [pytest.mark.nightly, pytest.mark.skipif(UV is None, reason="uv builds the wheel")]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist and the wheel made from it; node_modules and the virtual environment stay behind."""
    out = tmp_path_factory.mktemp("dist")
    assert UV is not None
    subprocess.run(
        [UV, "build", "--quiet", "--out-dir", out, ROOT], check=True, timeout=300, capture_output=True
    )
    return out


@pytest.fixture(scope="module")
def unpacked(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("installed")
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        wheel.extractall(folder)
    return folder


def paravent(home: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """The command of an unpacked wheel, in a folder of its own, with nothing else of ours on the way."""
    code = f"import sys; sys.path.insert(0, {str(home)!r}); from paravent.cli.main import main; main(sys.argv[1:])"
    nothing = {"PATH": "", "HOME": str(home), "LANG": os.environ.get("LANG", "C.UTF-8"), "PYTHONUTF8": "1"}
    command = [sys.executable, "-I", "-c", code, *arguments]
    return subprocess.run(command, cwd=home, env=nothing, capture_output=True, timeout=60, check=False)


def test_the_wheel_holds_every_file_of_the_package(unpacked: Path) -> None:
    def of(root: Path) -> set[str]:
        return {
            p.relative_to(root).as_posix()
            for p in root.rglob("*")
            if p.is_file() and "__pycache__" not in p.parts
        }

    assert of(PACKAGE) - of(unpacked / "paravent") == set()
    assert (unpacked / "paravent/web/static/npm/licences").is_dir()


def test_the_source_archive_holds_what_the_tests_need(built: Path) -> None:
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        names = {n.split("/", 1)[1] for n in archive.getnames() if "/" in n}
    assert {
        "scripts/run",
        "scripts/test",
        "uv.lock",
        "docs/hasard.md",
        "tests/play.py",
        "package-lock.json",
    } <= names
    assert not [n for n in names if n.startswith(("node_modules", ".venv", ".git/"))]


def test_the_commands_of_a_wheel_need_nothing_of_the_repository(unpacked: Path) -> None:
    where = paravent(unpacked, "regle", "ARC-12")
    assert where.returncode == 0, where.stderr
    one = unpacked / "paravent/systems/architectes/scenarios/mort.toml"
    played = paravent(unpacked, "scenario", str(one))
    assert played.stdout.decode().endswith("1 conformes, 0 écarts\n"), played.stderr
    model = paravent(unpacked, "paquet", "modele", "architectes").stdout
    (unpacked / "p.toml").write_bytes(model)
    assert paravent(unpacked, "paquet", "verifier", "p.toml").returncode == 0


def test_the_sheet_and_the_migrations_of_a_wheel_work(unpacked: Path) -> None:
    code = (
        "import asyncio, json\n"
        "from paravent.store import open_store\n"
        "from paravent.systems import all_systems\n"
        "from paravent.table.ready_made import example_of, set_table\n"
        "from paravent.table.service import Tables\n"
        "async def go():\n"
        "    tables = Tables(open_store('sqlite:///base.sqlite'))\n"
        "    system = all_systems()['architectes']\n"
        "    created = await set_table(tables, 'architectes', example_of(system))\n"
        "    leader = await tables.access(created.game_master)\n"
        "    view = await tables.view(created.table, leader.seat)\n"
        "    await tables.close()\n"
        "    return view['table']['id'] + ' ' + view['actors'][0]['id']\n"
        "print(asyncio.run(go()))\n"
    )
    command = [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(unpacked)!r})\n{code}"]
    nothing = {"PATH": "", "PYTHONUTF8": "1"}
    done = subprocess.run(command, cwd=unpacked, env=nothing, capture_output=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    table, actor = done.stdout.decode().split()
    exported = paravent(unpacked, "exporter", table, "--base", "base.sqlite", "--sortie", "e.json")
    assert exported.returncode == 0, exported.stderr
    assert paravent(unpacked, "verifier", "e.json").returncode == 0
    printed = paravent(unpacked, "fiche", "e.json", actor)
    assert printed.stdout.startswith(b"%PDF"), printed.stderr
