"""What pages and the API share: who is asking, how often, and how an answer reaches the table."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from fastapi import HTTPException, Request

from paravent.core.refusals import Refusal
from paravent.table.links import INVITATIONS
from paravent.table.service import Access, Answer, Tables
from paravent.web.security import Buckets, client_of

UNKNOWN = "Ce lien ne mène plus à rien, ou cette table n’existe pas ici."
NO_FEED = (
    "Ce fil ne se lit plus\N{NO-BREAK SPACE}: il a été retiré ou remplacé depuis la place qu’il suivait."
)
TOO_MANY = "Trop d’essais en peu de temps. Attends une minute, puis recommence."
TOO_FAST = "Trop de gestes à la fois. Reprends ton souffle, puis recommence."
TOO_HEAVY = "Trop de fichiers demandés à la fois. Attends un instant, puis recommence."
STREAMS_KEPT = 12
"""Open streams of one seat: a few devices and tabs, and those a phone left behind without saying so."""


@dataclass(eq=False)
class Place:
    """One open stream. `lost`: a newer one of the same seat took its place, or the server stops."""

    bell: asyncio.Event
    lost: bool = False

    def end(self) -> None:
        self.lost = True
        self.bell.set()


class Places:
    """The open streams of each seat, at most `kept`: the oldest gives way, so that a seat is never shut out by its
    own dead connections."""

    def __init__(self, kept: int = STREAMS_KEPT) -> None:
        self._kept = kept
        self._open: dict[str, list[Place]] = {}

    @contextmanager
    def taken(self, access: Access, bell: asyncio.Event) -> Iterator[Place]:
        """A place for one stream, whose `bell` rings when the place is lost."""
        key, place = seat_key(access), Place(bell)
        held = self._open.setdefault(key, [])
        held.append(place)
        if len(held) > self._kept:
            held.pop(0).end()
        try:
            yield place
        finally:
            if place in held:
                held.remove(place)
            if not held and self._open.get(key) is held:
                del self._open[key]

    def close(self) -> None:
        """End every stream: the server stops, and nobody's is cut short."""
        for held in self._open.values():
            for place in held:
                place.end()


class Desk:
    """The tables, behind their limits."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.places = Places()
        self._guesses = Buckets(0.5, 30)
        self._commands = Buckets(20, 60)
        self._openings = Buckets(0.5, 20)
        self._streams = Buckets(1, 30)
        self._files = Buckets(1, 20)
        self._packs = Buckets(1, 40)
        self._questions = Buckets(3, 40)
        self._rolls = Buckets(3, 40)
        self._tries, self._all_tries = Buckets(0.1, 6), Buckets(0.5, 30)
        self._links = Buckets(0.05, 6)
        self._claims = Buckets(1 / 60, 6)
        self._feeds = Buckets(1 / 20, 30)

    async def opened(self, request: Request, token: str) -> Access:
        """What a token opens; 404 when nothing, 429 for whoever tries too many. A good one is never made to wait
        for the wrong ones of a neighbour behind the same router."""
        access = await self.tables.access(token)
        if access is None:
            spend(self._guesses, client_of(request.scope), TOO_MANY)
            raise HTTPException(404, UNKNOWN)
        return access

    async def seat(self, request: Request, table: str, token: str) -> Access:
        """The seat that a token opens at this very table."""
        access = await self.opened(request, token)
        if access.table != table or not access.seat:
            raise HTTPException(404, UNKNOWN)
        return access

    async def invited(self, request: Request, token: str) -> Access:
        """The table that an invitation opens; 404 for any other token."""
        access = await self.opened(request, token)
        if access.role not in INVITATIONS:
            raise HTTPException(404, UNKNOWN)
        return access

    async def fed(self, request: Request, token: str) -> Access:
        """The seat whose feed a token reads; 404 for any other token, 429 for whoever guesses or reads too often."""
        access = await self.tables.feeds(token)
        if access is None:
            spend(self._guesses, client_of(request.scope), TOO_MANY)
            raise HTTPException(404, NO_FEED)
        spend(self._feeds, seat_key(access), TOO_FAST)
        return access

    def opening(self, request: Request) -> None:
        """Count one more table or seat for this client."""
        spend(self._openings, client_of(request.scope), TOO_MANY)

    def streaming(self, access: Access) -> None:
        """Count one more stream opened by this seat."""
        spend(self._streams, seat_key(access), TOO_FAST)

    def taking_away(self, access: Access) -> None:
        """Count one more file made for this seat: an export or a printed sheet costs more than a page."""
        spend(self._files, seat_key(access), TOO_HEAVY)

    def trying(self, access: Access) -> None:
        """Count one more roll that this seat looks at before it is thrown."""
        spend(self._rolls, seat_key(access), TOO_FAST)

    def checking(self, request: Request) -> None:
        """Count one more data pack looked at for this client: someone who types has theirs checked at each pause."""
        spend(self._packs, client_of(request.scope), TOO_FAST)

    def wondering(self, request: Request) -> None:
        """Count one more question of odds for this client: someone who types has theirs answered at each pause."""
        spend(self._questions, client_of(request.scope), TOO_FAST)

    def guessing(self, request: Request) -> None:
        """Count one more short code tried, good or bad (docs/decisions/0004-liens.md says what that leaves to chance).

        The address first: one guesser alone cannot use up what all may try.
        """
        spend(self._tries, client_of(request.scope), TOO_MANY)
        spend(self._all_tries, "", TOO_MANY)

    def linking(self, access: Access) -> None:
        """Count one more link or short code made by this seat."""
        spend(self._links, seat_key(access), TOO_MANY)

    def claiming(self, access: Access) -> None:
        """Count one more claim at this table: each asks something of its game masters."""
        spend(self._claims, access.table, TOO_MANY)

    async def act(
        self, access: Access, key: str, command: str, fields: Mapping[str, Any], command_id: str
    ) -> Answer:
        """Hand an answer to the table; `Refusal`, or 429 for a seat that answers too fast."""
        spend(self._commands, seat_key(access), TOO_FAST)
        return await self.tables.act(access.table, access.seat, key, command, fields, command_id)


def seat_key(access: Access) -> str:
    """One seat of one table, for limits."""
    return f"{access.table}/{access.seat}"


def spend(buckets: Buckets, key: str, why: str) -> None:
    """Count one more for this key; 429 when there have been too many."""
    if not buckets.take(key):
        raise HTTPException(429, why, {"Retry-After": str(buckets.wait(key))})


def refusal_status(refusal: Refusal) -> int:
    """409 for an answer to a question no longer asked, 422 for any other refusal."""
    return 409 if refusal.stale else 422
