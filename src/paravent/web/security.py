"""What every request passes before any page: who is asked for, from where, how much, how often."""

from __future__ import annotations

import asyncio
import re
import time
from collections import OrderedDict
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from math import ceil
from typing import Protocol

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
MOST_BYTES = 262_144
MOST_PACKED = 2 * 1024 * 1024
"""Bytes of a request with a data pack, as one that opens a table: more than a pack may have, so that the pack's own
limit is the one told."""
MOST_IMPORTED = 16 * 1024 * 1024
"""Bytes of a table brought in: read whole, it takes up to a dozen times as much memory."""
BODY_WITHIN, IMPORT_WITHIN = 30.0, 300.0
"""Seconds a request may take to send its body."""
LONGEST_HEADERS = 16_384
"""Bytes of address and headers together."""
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
IMPORTS = frozenset({"/api/import", "/importer"})
PACKED = frozenset({"/api/tables", "/creer"}), ("/creer/", "/paquets/")
"""Addresses, and beginnings of addresses, that a data pack is sent to."""
STATIC = "/static/"
FEEDS, STREAM = "/fil/", "/flux"
HANDED = "paravent.handed"
"""Where in a request's scope a `Lasting` answer is left, to be run outside of all that made it."""
HOST = re.compile(r"(?P<name>[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?")


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

    def wait(self, key: str) -> int:
        """Whole seconds until one more may be taken."""
        return max(1, ceil((1 - self._refilled(key)) / self._rate))

    def take(self, key: str) -> bool:
        """Take one; False when there is none."""
        left = self._refilled(key)
        taken = left >= 1
        self._left[key] = (left - taken, self._clock())
        self._left.move_to_end(key)
        if len(self._left) > self._most:
            self._left.popitem(last=False)
        return taken


class BadBody(Exception):
    """The body is longer, or slower, than a request may be."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status, self.why = status, why


def cookie(headers: Headers, name: str) -> str:
    """A cookie's value, "" without one. Other programs of this host share the header: theirs may be malformed, and
    the first of a name is that of the longest path, so ours."""
    for part in headers.get("cookie", "").split(";"):
        found, _, text = part.strip().partition("=")
        if found == name:
            return text.strip('"')
    return ""


def cookies(headers: Headers, prefix: str) -> list[tuple[str, str]]:
    """The cookies whose name begins with `prefix`: names and values, each name once."""
    found: dict[str, str] = {}
    for part in headers.get("cookie", "").split(";"):
        name, _, text = part.strip().partition("=")
        if name.startswith(prefix):
            found.setdefault(name, text.strip('"'))
    return list(found.items())


def client_of(scope: Scope) -> str:
    """Who asks, for limits: the peer's address (no forwarded header is believed); of IPv6, the network of a home."""
    host: str = (scope.get("client") or ("?",))[0]
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return address.exploded[:19]
    return host


def bearer(headers: Headers) -> str:
    """The token of `Authorization: Bearer …`, "" without one."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


class Lasting(Protocol):
    """An answer that outlives what made it."""

    async def run(self, receive: Receive, send: Send) -> None:
        """Send it whole."""


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
        most = _most(scope["path"])
        within = IMPORT_WITHIN if scope["path"] in IMPORTS else BODY_WITHIN
        deadline = asyncio.get_running_loop().time() + within
        received, ended, started = 0, False, False

        async def bounded() -> Message:
            nonlocal received, ended
            if ended:
                return await receive()
            try:
                async with asyncio.timeout_at(deadline):
                    message = await receive()
            except TimeoutError:
                raise BadBody(408, "Cet envoi met trop de temps à arriver.") from None
            received += len(message.get("body", b""))
            ended = not message.get("more_body", False)
            if received > most:
                raise BadBody(413, "Cet envoi est trop long.")
            return message

        async def watched(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        dressed = self._dressed(scope, watched)
        handed: list[Lasting] = []
        asked = {*scope, HANDED}
        scope[HANDED] = handed
        try:
            await self._app(scope, bounded, dressed)
        except BadBody as bad:
            if not started:
                await _told(scope, bad.status, bad.why)(scope, receive, dressed)
        except ClientDisconnect:
            # Nobody is left to answer, and nothing broke: a phone that loses its network leaves no trace in the log.
            return
        for answer in handed:
            for name in scope.keys() - asked:
                del scope[name]
            await answer.run(receive, dressed)

    def _refusal(self, scope: Scope, headers: Headers) -> Response | None:
        hosts = headers.getlist("host")
        if len(hosts) != 1 or _name(hosts[0]) not in self._hosts:
            return _told(scope, 421, "Cette adresse n’est pas celle de ce serveur.")
        head = sum(len(k) + len(v) for k, v in scope["headers"]) + len(scope["query_string"])
        if head + len(scope.get("raw_path") or b"") > LONGEST_HEADERS:
            return _told(scope, 431, "L’adresse ou les en-têtes de cette demande sont trop longs.")
        length = headers.get("content-length", "0")
        most = _most(scope["path"])
        if not (length.isascii() and length.isdigit()) or len(length) > 12 or int(length) > most:
            return _told(scope, 413, "Cet envoi est trop long.")
        api = scope["path"].startswith("/api/")
        if scope["method"] not in SAFE and not (api and bearer(headers)) and not _same_origin(scope, headers):
            return _told(scope, 403, "Ce geste doit venir d’une page de Paravent.")
        if scope["path"].endswith(STREAM) and _foreign(scope, headers):
            return _told(scope, 403, "Ce flux doit être ouvert par une page de Paravent.")
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
                out["Cross-Origin-Resource-Policy"] = "same-origin"
                out["Cache-Control"] = _kept(scope["path"])
            await send(message)

        return dressed


def _kept(path: str) -> str:
    """How long what stands at this address may be kept. A reader of feeds keeps its own, and asks what is new."""
    if path.startswith(FEEDS):
        return "private, no-cache"
    return "no-cache" if path.startswith(STATIC) else "no-store"


def _most(path: str) -> int:
    """How many bytes a request to this address may have."""
    if path in IMPORTS:
        return MOST_IMPORTED
    whole, beginnings = PACKED
    packed = path in whole or path.startswith(beginnings)
    return MOST_PACKED if packed else MOST_BYTES


def _name(host: str) -> str:
    """The name in a `Host` header that is a name and perhaps a port, and nothing more."""
    found = HOST.fullmatch(host)
    return found["name"].lower().strip("[]") if found else ""


def _same_origin(scope: Scope, headers: Headers) -> bool:
    """The exact origin when the browser tells it, else its own word that the page is ours; neither is refused."""
    if (origin := headers.get("origin")) is not None:
        return origin == f"{scope['scheme']}://{headers.get('host', '')}"
    return headers.get("sec-fetch-site") == "same-origin" or (
        scope["path"].startswith("/api/") and "cookie" not in headers and "sec-fetch-site" not in headers
    )


def _foreign(scope: Scope, headers: Headers) -> bool:
    """Whether a browser says that another site's page asks. It could read nothing, but each stream that it opened with
    its visitor's cookie would take the place of one of theirs."""
    if headers.get("origin") is not None:
        return not _same_origin(scope, headers)
    return headers.get("sec-fetch-site") in ("cross-site", "same-site")


def _told(scope: Scope, status: int, why: str) -> Response:
    if scope["path"].startswith("/api/"):
        return JSONResponse({"rule": "", "why": why, "field": ""}, status)
    return PlainTextResponse(why + "\n", status_code=status)
