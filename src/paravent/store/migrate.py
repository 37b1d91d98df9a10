"""Bring a store's schema to the one this version of the code knows."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect, text

from .port import StoreError
from .schema import HEAD

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS = Path(__file__).parent / "migrations"


def alembic_config(connection: Connection | None = None) -> Config:
    """Alembic's settings for the packaged migrations; no ini file."""
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def upgrade(connection: Connection) -> None:
    """Run the missing migrations inside the caller's transaction; raises `StoreError` for a newer schema."""
    current = revision(connection)
    if current == HEAD:
        return
    # Imported only here: Alembic costs a command a third of a second, and a migration is rare.
    from alembic import command
    from alembic.script import ScriptDirectory

    config = alembic_config(connection)
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if current is not None and current not in known:
        raise StoreError(
            "Ce journal vient d’une version plus récente de Paravent : mettez Paravent à jour pour l’ouvrir."
        )
    command.upgrade(config, HEAD)


def revision(connection: Connection) -> str | None:
    """The migration the store is at; None for a store without any."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()
