"""Other sites, by every origin that browsers may send of them, against all that changes something, and streams."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from hostile.secrets_of import Listener
from paravent.table.service import Tables
from web.party import HOST, Party
from web.test_guard_network import listening, tables  # noqa: F401  # a fixture

FOREIGN: dict[str, dict[str, str]] = {
    "another site": {"Origin": "http://evil.example"},
    "null": {"Origin": "null"},
    "empty": {"Origin": ""},
    "another scheme": {"Origin": "https://localhost"},
    "another port": {"Origin": f"{HOST}:8080"},
    "a subdomain": {"Origin": "http://evil.localhost"},
    "a suffix": {"Origin": "http://localhost.evil.example"},
    "a prefix": {"Origin": "http://evillocalhost"},
    "user and password": {"Origin": "http://localhost@evil.example"},
    "capitals": {"Origin": "HTTP://LOCALHOST"},
    "a final dot": {"Origin": "http://localhost."},
    "the address": {"Origin": "http://127.0.0.1"},
    "IPv6": {"Origin": "http://[::1]"},
    "a path": {"Origin": f"{HOST}/"},
    "two": {"Origin": f"{HOST} http://evil.example"},
    "cross-site": {"Sec-Fetch-Site": "cross-site"},
    "same-site": {"Sec-Fetch-Site": "same-site"},
}
UNSAID: dict[str, dict[str, str]] = {"nothing": {}, "typed": {"Sec-Fetch-Site": "none"}}
"""What no browser says of a form that it sends."""


def changing(app: Any) -> Iterator[str]:
    """Every address that changes something."""
    for router in app.routes:
        for r in getattr(getattr(router, "original_router", None), "routes", ()):
            if set(getattr(r, "methods", None) or ()) - {"GET", "HEAD", "OPTIONS"}:
                yield r.path


async def asked(party: Party, method: str, path: str, headers: dict[str, str]) -> httpx.Response:
    """As a browser that holds the game master's seat would."""
    cookie = {"Cookie": f"siege-{party.id}={party.tokens['mj']}"}
    transport = httpx.ASGITransport(party.server.app)
    async with httpx.AsyncClient(transport=transport, base_url=HOST) as client:
        return await client.request(
            method, path, headers={**cookie, **headers}, data={"nom": "x"} if method == "POST" else None
        )


async def test_no_other_site_changes_anything(party: Party) -> None:
    before = (await party.server.tables.room(party.id)).now.version
    paths = sorted(set(changing(party.server.app)))
    assert len(paths) > 20
    for path in paths:
        whole = path.format(table=party.id, token=party.tokens["lea"], system="forces")
        for origin, headers in (FOREIGN | UNSAID).items():
            answer = await asked(party, "POST", whole, headers)
            assert answer.status_code == 403, (origin, path, answer.status_code)
            assert "page de Paravent" in answer.text
            assert "set-cookie" not in answer.headers
    assert (await party.server.tables.room(party.id)).now.version == before
    # The same, from our own pages, is looked at.
    for headers in ({"Origin": HOST}, {"Sec-Fetch-Site": "same-origin"}):
        for path in paths:
            whole = path.format(table=party.id, token=party.tokens["lea"], system="forces")
            assert (await asked(party, "POST", whole, headers)).status_code != 403, path


async def test_no_other_site_opens_a_stream(party: Party) -> None:
    """It would read nothing, but twelve of them would shut its visitor out of their own."""
    for path in (f"/table/{party.id}/flux", f"/api/tables/{party.id}/flux"):
        for origin, headers in FOREIGN.items():
            answer = await asked(party, "GET", path, headers)
            assert answer.status_code == 403, (origin, path)
            assert "access-control-allow-origin" not in answer.headers
            assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    cookie = {"Cookie": f"siege-{party.id}={party.tokens['mj']}"}
    for headers in ({}, {"Sec-Fetch-Site": "same-origin"}, {"Origin": HOST}):
        stream = Listener(party.server, f"/table/{party.id}/flux", {**cookie, **headers})
        await stream.heard(1)
        assert stream.status == 200
        await stream.close()


async def test_every_answer_keeps_its_address_to_itself(party: Party) -> None:
    """An address may hold a token: no other site is told where one comes from, even by an error."""
    token = party.tokens["lea"]
    statuses = set()
    for method, path, headers in (
        ("GET", f"/lien/{token}", {}),
        ("GET", "/lien/rien", {}),
        ("POST", f"/lien/{token}", {}),
        ("POST", f"/lien/{token}", {"Origin": HOST}),
        ("GET", f"/lien/{token}", {"Host": "evil.example"}),
        ("GET", f"/lien/{token}?x={'x' * 20_000}", {}),
        ("PUT", f"/lien/{token}", {"Origin": HOST}),
        ("GET", "/static/live.js", {}),
        ("GET", "/static/rien.js", {}),
    ):
        answer = await asked(party, method, path, headers)
        statuses.add(answer.status_code)
        assert answer.headers["referrer-policy"] == "same-origin", (method, path)
        # Once in, the token is out of the address.
        assert token not in answer.headers.get("location", "")
    assert statuses == {200, 303, 403, 404, 405, 421, 431}


async def test_no_token_is_logged(
    tables: Tables,  # noqa: F811
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = await tables.create("architectes", "La Brume", "Ada")
    caplog.set_level(logging.DEBUG)
    tokens = [made.game_master, made.invitation, made.spectator]

    async def visited(port: int) -> None:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", follow_redirects=True) as client:
            for token in tokens:
                cookie = {"Cookie": f"siege-{made.table}={token}", "Origin": str(client.base_url).rstrip("/")}
                await client.get(f"/lien/{token}")
                await client.get(f"/fil/{token}")
                await client.post(f"/lien/{token}", data={"nom": "Léa"}, headers=cookie)
                await client.get(f"/table/{made.table}", headers=cookie)
                await client.get(
                    f"/api/tables/{made.table}/vue", headers={"Authorization": f"Bearer {token}"}
                )
                await client.get(f"/lien/{token}", headers={"Host": "evil.example"})

    async def broken(self: Tables, token: str) -> None:
        raise RuntimeError("en panne")

    async with listening(tables) as port:
        await visited(port)
        monkeypatch.setattr(Tables, "access", broken)
        await visited(port)
    out, err = capfd.readouterr()
    # Those of the server only: the client that asks here tells of all that it asks.
    ours = [
        r.getMessage() + str(r.exc_info or "")
        for r in caplog.records
        if not r.name.startswith(("httpx", "httpcore"))
    ]
    said = out + err + "\n".join(ours)
    assert "en panne" in said, "a failure is told"
    for token in tokens:
        assert token not in said
