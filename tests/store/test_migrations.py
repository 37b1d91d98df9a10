from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, NullPool, create_engine

from paravent.store import open_store
from paravent.store.migrate import alembic_config, revision
from paravent.store.port import Credential, Row, Sealed, Snapshot, StoreError, StoreUnavailable
from paravent.store.schema import HEAD, metadata


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


@contextmanager
def connected(path: Path) -> Iterator[Connection]:
    engine: Engine = create_engine(f"sqlite:///{path}", poolclass=NullPool)
    with engine.begin() as db:
        yield db
    engine.dispose()


def shape(path: Path) -> dict[str, Any]:
    """All that SQLite knows of each table: columns, keys, indexes."""
    db = sqlite3.connect(path)
    found = {}
    for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
        if name != "alembic_version":
            indexes = sorted(db.execute(f"PRAGMA index_list({name})").fetchall(), key=lambda index: index[1])
            found[name] = (
                db.execute(f"PRAGMA table_info({name})").fetchall(),
                db.execute(f"PRAGMA foreign_key_list({name})").fetchall(),
                [(index[1:], db.execute(f"PRAGMA index_info({index[1]})").fetchall()) for index in indexes],
            )
    db.close()
    return found


def at_first_revision(path: Path) -> None:
    """A store as the first version wrote it, with something in each of its tables."""
    with connected(path) as db:
        command.upgrade(alembic_config(db), "0001")
    db = sqlite3.connect(path)
    db.execute("INSERT INTO tables VALUES ('brume', 'essai', 5)")
    db.execute(
        "INSERT INTO records VALUES ('brume', 1, 1, 'léa', 'c', 7, 'rolled', 1, '{}', NULL, NULL, 'p', 'h')"
    )
    db.execute("INSERT INTO sealed VALUES ('brume', 1, 'ouvert', x'00ff')")
    db.execute("INSERT INTO credentials VALUES ('d', 'brume', 'léa', 'player', 8, NULL)")
    db.commit()
    db.close()


def test_the_code_knows_the_last_revision() -> None:
    assert ScriptDirectory.from_config(alembic_config()).get_heads() == [HEAD]


async def test_migrations_build_what_the_code_expects(path: Path) -> None:
    await open_store(f"sqlite:///{path}").close()
    with connected(path) as db:
        assert revision(db) == HEAD
        assert compare_metadata(MigrationContext.configure(db), metadata) == []
    built = path.with_name("direct.sqlite")
    with connected(built) as db:
        metadata.create_all(db)
    assert set(shape(path)) == set(metadata.tables)
    assert shape(path) == shape(built)


async def test_a_store_of_the_first_revision_upgrades(path: Path) -> None:
    at_first_revision(path)
    store = open_store(f"sqlite:///{path}")
    assert await store.read("brume") == [
        Row(1, 1, "léa", "c", 7, "rolled", 1, "{}", None, None, "p", "h"),
    ]
    assert await store.sealed("brume") == [Sealed(1, "ouvert", b"\x00\xff")]
    assert await store.credentials("brume") == [Credential("brume", "léa", "player", "d", 8, None)]
    await store.save_snapshot("brume", Snapshot(1, "1", "{}"))
    assert await store.snapshot("brume") == Snapshot(1, "1", "{}")
    await store.close()
    with connected(path) as db:
        assert revision(db) == HEAD


def test_a_failed_upgrade_leaves_the_file_as_it_was(path: Path) -> None:
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE snapshots (mine)")  # the second migration stumbles on it, after the first ran
    db.commit()
    db.close()
    before = shape(path)
    with pytest.raises(StoreUnavailable):
        open_store(f"sqlite:///{path}")
    assert shape(path) == before


def test_a_store_of_a_newer_version_is_left_alone(path: Path) -> None:
    at_first_revision(path)
    db = sqlite3.connect(path)
    db.execute("UPDATE alembic_version SET version_num = '9999'")
    db.commit()
    db.close()
    before = shape(path)
    with pytest.raises(StoreError, match="plus récente"):
        open_store(f"sqlite:///{path}")
    assert shape(path) == before


def test_an_up_to_date_store_opens_without_alembic(path: Path) -> None:
    url = f"sqlite:///{path}"
    asyncio.run(open_store(url).close())
    script = (
        "import asyncio, sys\n"
        "from paravent.store import open_store\n"
        "assert 'sqlalchemy' not in sys.modules\n"
        "asyncio.run(open_store(sys.argv[1]).close())\n"
        "assert 'sqlalchemy' in sys.modules and 'alembic' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", script, url], check=True)
