"""Everything a viewer is sent, byte for byte: pages, programs' answers, errors, files, streams."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from io import BytesIO
from typing import Any
from urllib.parse import quote

import httpx
from pypdf import PdfReader

from hostile.foes import HOST, Person, Siege
from paravent.web.stream import ALIVE

STAMPED = re.compile(r"\Aid: [0-9a-f]{48}\.")


def unstamped(message: str) -> str:
    """A message of a page's stream without the stamp of its mark, which begins with a salt and which nothing but the
    table reads; the rest of the mark is what is shown."""
    return STAMPED.sub("id: ", message)


class Listener:
    """A stream kept open through the application itself, as a server would. `messages`: what it said; heartbeats say
    nothing but the time that a machine took."""

    def __init__(self, siege: Any, path: str, headers: dict[str, str]) -> None:
        self.status = 0
        self.headers: list[tuple[bytes, bytes]] = []
        self.messages: list[str] = []
        self._left, self._more = asyncio.Event(), asyncio.Event()
        self._task = asyncio.create_task(self._run(siege.app, path, headers))

    async def _run(self, app: Any, path: str, headers: dict[str, str]) -> None:
        path, _, query = path.partition("?")
        asked = [(b"host", b"localhost"), *((k.lower().encode(), v.encode()) for k, v in headers.items())]
        scope = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": asked,
            "client": ("192.0.2.1", 5000),
            "server": ("localhost", 80),
        }
        first = True

        async def receive() -> dict[str, Any]:
            nonlocal first
            if first:
                first = False
                return {"type": "http.request", "body": b"", "more_body": False}
            await self._left.wait()
            return {"type": "http.disconnect"}

        async def send(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                self.status, self.headers = message["status"], list(message["headers"])
            elif (text := message.get("body", b"").decode()) and text != ALIVE:
                self.messages.append(text)
                self._more.set()

        await app(scope, receive, send)

    async def heard(self, count: int) -> list[str]:
        """The messages, once there are at least `count`."""
        async with asyncio.timeout(20):
            while len(self.messages) < count:
                self._more.clear()
                await self._more.wait()
        return self.messages

    async def ended(self) -> list[str]:
        async with asyncio.timeout(20):
            await self._task
        return self.messages

    async def close(self) -> None:
        self._left.set()
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task


def bearing(person: Person) -> dict[str, str]:
    return {"Authorization": f"Bearer {person.token}"}


def seated(siege: Siege, person: Person) -> dict[str, str]:
    return {"Cookie": f"siege-{siege.id}={person.token}"}


async def everything(siege: Siege, person: Person, actors: list[str]) -> dict[str, tuple[int, str, bytes]]:
    """Every answer this person can get, good or bad, by what was asked: status, headers, body. A printed sheet is
    given by its text."""
    out: dict[str, tuple[int, str, bytes]] = {}
    transport = httpx.ASGITransport(siege.app)
    table, api = f"/table/{siege.id}", f"/api/tables/{siege.id}"
    async with httpx.AsyncClient(transport=transport, base_url=HOST, headers={"Origin": HOST}) as client:

        async def keep(name: str, method: str, path: str, **more: Any) -> None:
            client.cookies.clear()
            more["headers"] = {**seated(siege, person), **bearing(person), **more.get("headers", {})}
            answer = await client.request(method, path, **more)
            body = answer.content
            if answer.headers.get("content-type") == "application/pdf":
                body = "\n".join(p.extract_text() for p in PdfReader(BytesIO(body)).pages).encode()
            told = "\n".join(f"{k}: {v}" for k, v in sorted(answer.headers.items()))
            out[name] = (answer.status_code, told, body)

        recaps = [
            f"/recapitulatif?partie={part}&forme={form}&vue={sight}"
            for part in ("", "tout-1", "debut")
            for form, sight in (("bbcode", "table"), ("markdown", "moi"), ("texte", "moi"))
        ]
        post = ("/courrier", "/fil", "/journal", *recaps)
        for page in ("", "/preuve", "/export.json", "/geste?question=x&commande=Write", "/rien", *post):
            await keep(f"page {page}", "GET", table + page)
        await keep("fil", "GET", f"/fil/{person.feed}")
        for page in ("/", "/courrier", "/regles", f"/lien/{person.token}", f"/lien/{siege.invitation}"):
            await keep(f"page {page}", "GET", page)
        for route in ("vue", "attentes", "export", "recapitulatif", "recapitulatif?sight=own", "rien"):
            await keep(f"api {route}", "GET", f"{api}/{route}")
        for n, actor in enumerate(actors):
            await keep(f"feuille {n}", "GET", f"{api}/fiches/{quote(actor)}")
            await keep(f"fiche {n}", "GET", f"{table}/fiche/{quote(actor)}.pdf")
        answers: list[tuple[str, dict[str, Any]]] = [
            ("inconnu", {"key": "0" * 32, "command": "Write", "command_id": "e1", "fields": {}}),
            ("champ", {"key": "0" * 32, "command": "Write", "command_id": "e2", "quoi": 1}),
        ]
        for w in (await client.get(f"{api}/attentes", headers=bearing(person))).json().get("waitings", []):
            for offer in w["offers"]:
                name = offer["command"]
                asked = {"key": w["key"], "command": name, "command_id": f"e{len(answers)}"}
                answers.append((f"{name} vide", {**asked, "fields": {}}))
                wrong = {f["name"]: "quoi ?" for f in offer["fields"] if f["domain"] != "text"}
                if wrong:
                    bent = {f["name"]: "" for f in offer["fields"]} | wrong
                    answers.append((f"{name} faux", {**asked, "fields": bent}))
        for name, body in answers:
            if body.get("fields") == {} and name == "Pass vide":
                continue
            await keep(f"refus {name}", "POST", f"{api}/gestes", json=body)
            form = {k: v for k, v in body.items() if isinstance(v, str)}
            await keep(f"refus par formulaire {name}", "POST", f"{table}/geste", data={**form, "f.text": ""})
    return out
