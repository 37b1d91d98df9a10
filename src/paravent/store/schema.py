"""The store's tables, as the code sees them; the migrations build the same, and a test holds them equal."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)

HEAD = "0002"
"""Last migration: a store already there opens without loading Alembic."""

metadata = MetaData()


def _owner() -> Column[str]:
    return Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)


tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("system", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
)

records = Table(
    "records",
    metadata,
    _owner(),
    Column("version", Integer, primary_key=True),
    Column("action", Integer, nullable=False),
    Column("seat", Text, nullable=False),
    Column("command", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("schema", Integer, nullable=False),
    Column("data", Text, nullable=False),
    Column("audience", Text),
    Column("draw", Text),
    Column("previous", Text, nullable=False),
    Column("hash", Text, nullable=False),
    Index("records_command", "table_id", "seat", "command"),
)

sealed = Table(
    "sealed",
    metadata,
    _owner(),
    Column("epoch", Integer, primary_key=True),
    Column("stream", Text, primary_key=True),
    Column("secret", LargeBinary, nullable=False),
)

credentials = Table(
    "credentials",
    metadata,
    Column("digest", Text, primary_key=True),
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Text, nullable=False),
    Column("role", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger),
    Index("credentials_table", "table_id"),
)

snapshots = Table(
    "snapshots",
    metadata,
    _owner(),
    Column("version", Integer, primary_key=True),
    Column("schema", Text, nullable=False),
    Column("state", Text, nullable=False),
)
