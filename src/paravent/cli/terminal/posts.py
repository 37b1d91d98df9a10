"""A seat, reached in this process or over the JSON API: the same four things are asked of both."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Mapping
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias
from urllib.parse import quote, urlencode, urlsplit
from uuid import uuid4

from paravent.cli.terminal.sse import Messages
from paravent.core.refusals import Refusal
from paravent.core.sheet import as_json

if TYPE_CHECKING:
    import httpx

    from paravent.core.values import Who
    from paravent.table.service import Tables

View: TypeAlias = dict[str, Any]
PATIENCE = (0.3, 0.7, 1.5, 3.0, 6.0)
"""Seconds between tries; the last one again and again for the stream."""
SILENCE = 40.0
"""Seconds without even a heartbeat after which the stream is taken for lost; the server's own beat is far quicker."""
SETTLED = 10.0
"""A stream that lasted so many seconds was well; the next is tried at once."""
ANSWER = 10.0
"""Seconds given to a server to answer anything else."""
NO_LINK = "un lien ressemble à « http://adresse/lien/… »"


class Gone(Exception):
    """The seat is no longer at the table, or the link opens nothing; the reason is French."""


class Failed(Exception):
    """The server did not take the request, for no fault of the rules; the reason is French."""


class Lost(Exception):
    """The server does not answer."""


class Post(Protocol):
    """What playing asks of a seat."""

    link: str
    """The seat's own link, "" where there is none."""

    async def view(self) -> View:
        """All that the seat may see; `Gone`."""

    async def act(self, key: str, command: str, fields: Mapping[str, Any], command_id: str) -> None:
        """Answer a question. `Refusal`; the same `command_id` again counts once."""

    async def sheet(self, actor: str) -> Mapping[str, Any] | None:
        """A character's sheet as `core.sheet.as_json` tells it, when the seat may read it."""

    def changes(self) -> AsyncGenerator[View | None, None]:
        """The view at each change; None when the server is lost, and a view again when it is back."""


class Near:
    """A seat of a local base."""

    link = ""

    def __init__(self, tables: Tables, table: str, seat: Who) -> None:
        self._tables, self._table, self._seat = tables, table, seat

    async def view(self) -> View:
        try:
            return await self._tables.view(self._table, self._seat)
        except Refusal as r:
            raise Gone(r.why) from r

    async def act(self, key: str, command: str, fields: Mapping[str, Any], command_id: str) -> None:
        await self._tables.act(self._table, self._seat, key, command, fields, command_id)

    async def sheet(self, actor: str) -> Mapping[str, Any] | None:
        found = await self._tables.sheet(self._table, self._seat, actor)
        return None if found is None else as_json(found)

    async def changes(self) -> AsyncGenerator[View | None, None]:
        async with self._tables.watch(self._table, self._seat) as bell:
            while True:
                await bell.wait()
                bell.clear()
                yield await self.view()


class Far:
    """A seat of a server."""

    def __init__(self, client: httpx.AsyncClient, table: str, token: str) -> None:
        self._client, self._table, self._token = client, table, token
        self.link = str(client.base_url.join(f"lien/{token}"))

    @property
    def _head(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self._token}"}

    async def _get(self, path: str) -> Any:
        return await _told(self._client, "GET", f"api/tables/{self._table}/{path}", headers=self._head)

    async def view(self) -> View:
        found: View = await self._get("vue")
        return found

    async def act(self, key: str, command: str, fields: Mapping[str, Any], command_id: str) -> None:
        body = {"key": key, "command": command, "fields": dict(fields), "command_id": command_id}
        path = f"api/tables/{self._table}/gestes"
        for delay in (*PATIENCE[:-1], None):
            try:
                await _told(self._client, "POST", path, json=body, headers=self._head)
                return
            except Lost:
                if delay is None:
                    raise
                await asyncio.sleep(delay)

    async def sheet(self, actor: str) -> Mapping[str, Any] | None:
        try:
            found: Mapping[str, Any] = await self._get(f"fiches/{quote(actor, safe='')}")
        except Gone:
            return None
        return found

    async def recap(self, part: str, form: str, sight: str) -> dict[str, Any]:
        """A part of the table's story, to paste elsewhere."""
        asked = urlencode({"part": part, "form": form, "sight": sight})
        found: dict[str, Any] = await self._get(f"recapitulatif?{asked}")
        return found

    async def changes(self) -> AsyncGenerator[View | None, None]:
        tries, told = 0, False
        while True:
            start = monotonic()
            try:
                async for view in self._listen():
                    told = False
                    yield view
            except Lost:
                if not told:
                    yield None
                told = True
            # Whoever is cut off again and again (the seat is also open elsewhere) comes back less and less often.
            tries = 0 if monotonic() - start > SETTLED else tries + 1
            await asyncio.sleep(PATIENCE[min(tries, len(PATIENCE) - 1)])

    async def _listen(self) -> AsyncGenerator[View, None]:
        """The views of one connection, which ends; `Lost` when it breaks, `Gone` when the seat is no more."""
        import httpx

        path = f"api/tables/{self._table}/flux"
        timeout = httpx.Timeout(ANSWER, read=SILENCE)
        messages = Messages()
        try:
            async with self._client.stream("GET", path, headers=self._head, timeout=timeout) as answer:
                if not answer.is_success:
                    await answer.aread()
                    _check(answer)
                async for piece in answer.aiter_text():
                    for event, data in messages.feed(piece):
                        if event == "message":
                            yield _view(json.loads(data))
        except (httpx.TransportError, json.JSONDecodeError, Failed) as e:
            raise Lost from e


def _view(told: View) -> View:
    """A message of the stream: the view, unless it says that the seat is no more."""
    if "journal" not in told:
        raise Gone(str(told.get("why", "ce siège n’est plus à la table")))
    return told


async def _told(client: httpx.AsyncClient, method: str, path: str, **asked: Any) -> Any:
    """A JSON answer; `Refusal`, `Gone`, `Failed` or `Lost`."""
    import httpx

    try:
        answer = await client.request(method, path, **asked)
    except httpx.TransportError as e:
        raise Lost from e
    _check(answer)
    try:
        return answer.json()
    except ValueError as e:
        raise Failed("cette adresse n’est pas celle d’une table de Paravent") from e


def _check(answer: httpx.Response) -> None:
    if answer.is_success:
        return
    try:
        told = answer.json()
        rule, why, field = (str(told[k]) for k in ("rule", "why", "field"))
    except (ValueError, KeyError, TypeError):
        raise Failed(f"le serveur répond par l’erreur {answer.status_code}") from None
    match answer.status_code:
        case 409 | 422:
            raise Refusal(rule, why, field, stale=answer.status_code == 409)
        case 401 | 404:
            raise Gone(why)
        case _:
            raise Failed(why)


def address(link: str) -> tuple[str, str]:
    """The server and the token of a link « http://…/lien/… »; `ValueError` for anything else."""
    try:
        parts = urlsplit(link.strip())
        host = parts.hostname
    except ValueError:
        raise ValueError(NO_LINK) from None
    path, _, token = parts.path.rstrip("/").rpartition("/")
    if parts.scheme not in ("http", "https") or not host or not path.endswith("/lien") or not token:
        raise ValueError(NO_LINK)
    return f"{parts.scheme}://{parts.netloc}{path.removesuffix('lien')}", token


async def opened(client: httpx.AsyncClient, token: str) -> Mapping[str, str]:
    """What a token opens: `table`, `seat` ("" for an invitation) and `role`."""
    found: Mapping[str, str] = await _told(
        client, "GET", "api/acces", headers={"Authorization": f"Bearer {token}"}
    )
    return found


async def join(client: httpx.AsyncClient, token: str, name: str) -> str:
    """Take a seat by an invitation; the new seat's token."""
    body = {"name": name, "command_id": uuid4().hex}
    found = await _told(client, "POST", f"api/invitations/{quote(token, safe='')}", json=body)
    return str(found["token"])
