"""A server of tables on a fresh store, spoken to without a network."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import pytest

from paravent.store import open_store
from paravent.table.service import Tables
from paravent.web.app import create_app

HOST = "http://localhost"
ORIGIN = {"Origin": HOST}


@dataclass
class Server:
    tables: Tables
    app: Any

    def browser(self) -> httpx.AsyncClient:
        """A browser of its own: it keeps its cookies."""
        return httpx.AsyncClient(transport=httpx.ASGITransport(self.app), base_url=HOST, headers=ORIGIN)


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    tables = Tables(open_store(f"sqlite:///{tmp_path}/t.sqlite"))
    yield Server(tables, create_app(tables, hosts=("localhost",)))
    await tables.close()


@dataclass
class Party:
    """A table of Les Architectes with a game master, Léa and her character, and a hidden extra."""

    server: Server
    id: str
    gm: httpx.AsyncClient
    lea: httpx.AsyncClient
    tokens: dict[str, str]

    async def view(self, who: str) -> dict[str, Any]:
        async with self.server.browser() as api:
            answer = await api.get(
                f"/api/tables/{self.id}/vue", headers={"Authorization": f"Bearer {self.tokens[who]}"}
            )
            assert answer.status_code == 200, answer.text
            view: dict[str, Any] = answer.json()
            return view

    async def waiting(self, who: str, command: str) -> dict[str, Any]:
        """The waiting of `who` that offers a command."""
        view = await self.view(who)
        return next(w for w in view["waitings"] if any(o["command"] == command for o in w["offers"]))

    async def post(
        self, who: str, command: str, fields: dict[str, Any], key: str = "", live: bool = True
    ) -> httpx.Response:
        """Answer by form, as the page does."""
        asked = key or (await self.waiting(who, command))["key"]
        client = self.gm if who == "mj" else self.lea
        form = {"key": asked, "command": command} | {f"f.{n}": v for n, v in fields.items()}
        headers = {"HX-Request": "true"} if live else {}
        return await client.post(f"/table/{self.id}/geste", data=form, headers=headers)

    async def test_of(self, actor: str, secrecy: str = "table", skill: str = "12") -> httpx.Response:
        return await self.post(
            "mj", "OpenTest", {"actor": actor, "skill": skill, "ease": "normal", "secrecy": secrecy}
        )


SCORES = {f"scores.{n}": str(n) for n in range(1, 23)}
CANARY = "Zorglub"


@pytest.fixture
async def party(server: Server) -> AsyncIterator[Party]:
    gm, lea = server.browser(), server.browser()
    made = await gm.post("/tables", data={"systeme": "architectes", "nom": "Les Passeurs", "pseudo": "Ada"})
    assert made.status_code == 303, made.text
    id = made.headers["location"].split("/")[2]
    page = await gm.get(f"/table/{id}/liens")
    assert page.status_code == 200, page.text
    link = re.search(r'value="(http://localhost/lien/[^"]+)"', unescape(page.text))
    assert link
    invitation = link[1].removeprefix(HOST)
    assert (await lea.get(invitation)).status_code == 200
    joined = await lea.post(invitation, data={"nom": "Léa", "command_id": "j1"})
    assert joined.status_code == 303, joined.text
    tokens = {"mj": gm.cookies[f"siege-{id}"], "lea": lea.cookies[f"siege-{id}"]}
    party = Party(server, id, gm, lea, tokens)
    asked = await party.post("lea", "ProposeCharacter", {"name": "Iris", **SCORES}, live=False)
    assert asked.status_code == 303, asked.text
    assert (await party.post("mj", "AcceptActor", {})).status_code == 200
    hidden = {"name": CANARY, "hidden": "True", "score": "9", "broken": "False", "destiny": "0"}
    view = await party.waiting("mj", "CreateExtra")
    offer = next(o for o in view["offers"] if o["command"] == "CreateExtra")
    weapon = next(f for f in offer["fields"] if f["name"] == "weapon")["options"][0]["id"]
    made = await party.post("mj", "CreateExtra", {**hidden, "weapon": weapon}, live=False)
    assert made.status_code == 303, made.text
    yield party
    await gm.aclose()
    await lea.aclose()
