"""Backups to a disk that fills up: a whole file or none, and a refusal that says why."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.test_bases import held, played, run
from small_disk import BLOCK, SmallDisk, small_disk
from store.postgres_server import drop, new_database


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[SmallDisk]:
    with small_disk(tmp_path / "disque") as made:
        yield made


@pytest.fixture
def url() -> Iterator[str]:
    made = new_database()
    yield made
    drop(made)


def filled(disk: SmallDisk, base: str, before: list[object]) -> None:
    """A backup with room for one block more each time, until it goes through."""
    copy = disk.folder / "copie.sqlite"
    for blocks in range(0, 400, 8):
        disk.fill(blocks * BLOCK)
        done = run("sauvegarder", str(copy), "--base", base)
        said = done.output.replace("\n", " ")
        if done.exit_code == 0:
            break
        assert done.exit_code == 2, done.output
        assert "disque est plein" in said or "ne répond pas" in said or "ne s’écrit pas" in said, said
        assert [f.name for f in disk.folder.iterdir()] == ["reste"]
    assert blocks > 8
    assert held(str(copy)) == before
    assert not list(disk.folder.glob("*.partiel*"))


def test_a_backup_is_whole_or_is_not(tmp_path: Path, disk: SmallDisk) -> None:
    base = str(tmp_path / "a.sqlite")
    played(base, "Brume", "Étale")
    filled(disk, base, held(base))


def test_a_backup_of_postgres_is_whole_or_is_not(disk: SmallDisk, url: str) -> None:
    played(url, "Brume", "Étale")
    filled(disk, url, held(url))


def test_a_restore_goes_on_where_it_stopped(tmp_path: Path, disk: SmallDisk) -> None:
    copy, base = str(tmp_path / "copie.sqlite"), disk.folder / "a.sqlite"
    played(copy, "Brume", "Étale")
    for blocks in range(0, 400, 24):
        disk.fill(blocks * BLOCK)
        done = run("restaurer", copy, "--base", str(base))
        if done.exit_code == 0:
            break
        assert done.exit_code == 2, done.output
        assert "disque est plein" in done.output or "ne répond pas" in done.output
    disk.free()
    assert held(str(base)) == held(copy)


def test_a_backup_cut_short_is_not_taken_for_one(tmp_path: Path) -> None:
    """What a backup killed in the middle leaves bears another name, and the next one takes its place."""
    base, copy = str(tmp_path / "a.sqlite"), tmp_path / "copie.sqlite"
    played(base, "Brume")
    left = copy.with_name(f"{copy.name}.partiel")
    left.write_bytes(Path(base).read_bytes()[:5000])
    assert run("sauvegarder", str(copy), "--base", base).exit_code == 0
    assert not left.exists()
    assert held(str(copy)) == held(base)
