"""What pages and the API share: who is asking, how often, and how an answer reaches the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import HTTPException, Request

from paravent.core.refusals import Refusal
from paravent.table.service import Access, Answer, Tables
from paravent.web.security import Buckets

UNKNOWN = "Ce lien ne mène plus à rien, ou cette table n’existe pas ici."
TOO_MANY = "Trop d’essais en peu de temps. Attends une minute, puis recommence."
TOO_FAST = "Trop de gestes à la fois. Reprends ton souffle, puis recommence."


class Desk:
    """The tables, behind their limits."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._guesses = Buckets(0.5, 30)
        self._commands = Buckets(20, 60)
        self._openings = Buckets(0.5, 20)

    async def opened(self, request: Request, token: str) -> Access:
        """What a token opens; 404 when nothing, 429 for whoever tries too many."""
        client = _client(request)
        if self._guesses.empty(client):
            raise HTTPException(429, TOO_MANY)
        access = await self.tables.access(token)
        if access is None or access.role == "code":
            self._guesses.take(client)
            raise HTTPException(404, UNKNOWN)
        return access

    async def seat(self, request: Request, table: str, token: str) -> Access:
        """The seat that a token opens at this very table."""
        access = await self.opened(request, token)
        if access.table != table or not access.seat:
            raise HTTPException(404, UNKNOWN)
        return access

    def opening(self, request: Request) -> None:
        """Count one more table or seat for this client."""
        if not self._openings.take(_client(request)):
            raise HTTPException(429, TOO_MANY)

    async def act(
        self, access: Access, key: str, command: str, fields: Mapping[str, Any], command_id: str
    ) -> Answer:
        """Hand an answer to the table; `Refusal`, or 429 for a seat that answers too fast."""
        if not self._commands.take(f"{access.table}/{access.seat}"):
            raise HTTPException(429, TOO_FAST)
        # Only hexadecimal names a question; anything else names none.
        asked = key if key.isascii() else ""
        return await self.tables.act(access.table, access.seat, asked, command, fields, command_id)


def _client(request: Request) -> str:
    return request.client.host if request.client else "?"


def refusal_status(refusal: Refusal) -> int:
    """409 for an answer to a question no longer asked, 422 for any other refusal."""
    return 409 if refusal.stale else 422
