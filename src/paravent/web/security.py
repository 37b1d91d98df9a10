"""What every request passes before any page: who is asked for, from where, how much, how often."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from http.cookies import CookieError, SimpleCookie
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
MOST_BYTES = 262_144
MOST_IMPORTED = 32 * 1024 * 1024
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
IMPORT = "/api/import"
STATIC = "/static/"


class Buckets:
    """Token buckets by key: `rate` a second, `burst` at once. The oldest keys are forgotten beyond `most`."""

    def __init__(
        self, rate: float, burst: int, most: int = 4096, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate, self._burst, self._most, self._clock = rate, burst, most, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def _refilled(self, key: str) -> float:
        left, at = self._left.get(key, (float(self._burst), self._clock()))
        return min(self._burst, left + (self._clock() - at) * self._rate)

    def empty(self, key: str) -> bool:
        """Nothing is left, and nothing is taken."""
        return self._refilled(key) < 1

    def take(self, key: str) -> bool:
        """Take one; False when there is none."""
        left = self._refilled(key)
        taken = left >= 1
        self._left[key] = (left - taken, self._clock())
        self._left.move_to_end(key)
        if len(self._left) > self._most:
            self._left.popitem(last=False)
        return taken


class TooLarge(Exception):
    """The body is longer than a request may be."""


def cookie(headers: Headers, name: str) -> str:
    """A cookie's value, "" when there is none or the header is malformed."""
    jar: SimpleCookie = SimpleCookie()
    try:
        jar.load(headers.get("cookie", ""))
    except CookieError:
        return ""
    found = jar.get(name)
    return found.value if found else ""


def bearer(headers: Headers) -> str:
    """The token of `Authorization: Bearer …`, "" without one."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


class Guard:
    """Host allow-list, same origin for whatever changes something, bounded bodies, and the answers' headers."""

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...]) -> None:
        self._app = app
        self._hosts = frozenset(h.lower().strip("[]") for h in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if refusal := self._refusal(scope, headers):
            await refusal(scope, receive, self._dressed(scope, send))
            return
        most = MOST_IMPORTED if scope["path"] == IMPORT else MOST_BYTES
        received, started = 0, False

        async def bounded() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > most:
                raise TooLarge
            return message

        async def watched(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        dressed = self._dressed(scope, watched)
        try:
            await self._app(scope, bounded, dressed)
        except TooLarge:
            if not started:
                await _plain(413, "Cet envoi est trop long.")(scope, receive, dressed)

    def _refusal(self, scope: Scope, headers: Headers) -> PlainTextResponse | None:
        host = headers.get("host", "")
        if _name(host) not in self._hosts:
            return _plain(421, "Cette adresse n’est pas celle de ce serveur.")
        length = headers.get("content-length", "0")
        most = MOST_IMPORTED if scope["path"] == IMPORT else MOST_BYTES
        if not (length.isascii() and length.isdigit()) or len(length) > 12 or int(length) > most:
            return _plain(413, "Cet envoi est trop long.")
        api = scope["path"].startswith("/api/")
        if scope["method"] not in SAFE and not (api and bearer(headers)) and not _same_origin(scope, headers):
            return _plain(403, "Ce geste doit venir d’une page de Paravent.")
        return None

    def _dressed(self, scope: Scope, send: Send) -> Send:
        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                out = MutableHeaders(scope=message)
                out["Content-Security-Policy"] = CSP
                out["X-Content-Type-Options"] = "nosniff"
                # « no-referrer » would make browsers send `Origin: null` with forms, so nothing to check.
                out["Referrer-Policy"] = "same-origin"
                out["Cross-Origin-Opener-Policy"] = "same-origin"
                out["Cache-Control"] = "no-cache" if scope["path"].startswith(STATIC) else "no-store"
            await send(message)

        return dressed


def _name(host: str) -> str:
    try:
        return (urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return ""


def _same_origin(scope: Scope, headers: Headers) -> bool:
    """The exact origin when the browser tells it, else its own word that the page is ours; neither is refused."""
    if (origin := headers.get("origin")) is not None:
        return origin == f"{scope['scheme']}://{headers.get('host', '')}"
    return headers.get("sec-fetch-site") == "same-origin" or (
        scope["path"].startswith("/api/") and "cookie" not in headers and "sec-fetch-site" not in headers
    )


def _plain(status: int, text: str) -> PlainTextResponse:
    return PlainTextResponse(text + "\n", status_code=status)
