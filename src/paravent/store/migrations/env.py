"""Alembic's entry: runs on the connection and inside the transaction that `migrate` hands over."""

from __future__ import annotations

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
