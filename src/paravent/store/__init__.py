"""The store: a log per table. `open_store` is the way in; `port` says what a store promises."""

from __future__ import annotations

from .port import Store, StoreError

__all__ = ["open_store"]


def open_store(url: str) -> Store:
    """Open the store at `sqlite:///relative/path`, `sqlite:////absolute/path` or `postgresql://name:secret@host/base`,
    made or migrated if need be.

    Blocks for some milliseconds (longer when it migrates). Raises `StoreError`, in French, for another scheme
    or a store written by a newer Paravent, and `StoreUnavailable` when the file or the server cannot be used.
    """
    scheme, colon, _ = url.partition(":")
    if scheme in ("postgresql", "postgres"):
        try:
            from .postgres import PostgresStore
        except ModuleNotFoundError as error:
            raise StoreError("Il manque psycopg : installez « paravent[postgres] ».") from error
        return PostgresStore.open(url)
    if not colon or scheme != "sqlite":
        # Only the scheme is repeated: the rest of an address may hold a password.
        named = f"« {scheme}: »" if colon else "sans schéma"
        raise StoreError(
            f"Adresse de journal {named} : écrivez « sqlite:///chemin/fichier.sqlite », "
            "ou « postgresql://nom:secret@hôte/base »."
        )
    from .sqlite import SqliteStore  # SQLAlchemy is slow to import and most commands need no store

    return SqliteStore.open(url)
