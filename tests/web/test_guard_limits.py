"""Floods meet limits that say so calmly; eight people behind one router never feel them."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest
from starlette.datastructures import Headers

from paravent.core.values import Who
from paravent.table.service import Access
from paravent.web.bodies import MALFORMED
from paravent.web.desk import Places
from paravent.web.security import Buckets, client_of, cookie
from web.party import HOST, Party, Server


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time stands still: what a bucket holds does not come back during a test."""
    left = lambda self, key: self._left.get(key, (float(self._burst), 0))[0]  # noqa: E731
    monkeypatch.setattr(Buckets, "_refilled", left)


def calm(answer: httpx.Response) -> None:
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) >= 1
    told = answer.json()["why"] if answer.headers["content-type"] == "application/json" else answer.text
    assert "recommence" in told


async def test_a_table_of_eight_behind_one_router_is_never_held_back(server: Server, still: None) -> None:
    made = await server.tables.create("architectes", "La Brume", "Ada")
    for n in range(8):
        async with server.browser() as phone:
            link = f"/lien/{made.invitation}"
            # Each opens the link, hesitates, mistypes a name, joins, reloads.
            assert [(await phone.get(link)).status_code for _ in range(3)] == [200] * 3
            assert (await phone.post(link, data={"nom": ""})).status_code == 422
            joined = await phone.post(link, data={"nom": f"P{n}", "command_id": f"entree-{n}"})
            assert joined.status_code == 303
            for _ in range(6):
                assert (await phone.get(f"/table/{made.table}")).status_code == 200


async def test_a_neighbour_who_guesses_hinders_nobody(party: Party, still: None) -> None:
    async with party.server.browser() as other:
        answers = [await other.get(f"/lien/essai-{n}") for n in range(40)]
    assert answers[0].status_code == 404
    calm(answers[-1])
    assert (await party.lea.get(f"/table/{party.id}")).status_code == 200
    assert (await party.post("lea", "Write", {"text": "Oh", "to": "tous"})).status_code == 200


async def test_each_flood_is_told_when_to_come_back(party: Party, still: None) -> None:
    token = {"Authorization": f"Bearer {party.tokens['lea']}"}
    api = f"/api/tables/{party.id}"
    note = {"key": "0" * 32, "command": "Write", "fields": {}}
    async with party.server.browser() as client:
        for method, path, body, usual in (
            ("POST", "/api/tables", {"system": "x", "name": "", "game_master": ""}, 422),
            ("POST", f"{api}/gestes", {**note, "command_id": "x"}, 409),
            ("GET", f"{api}/export", None, 200),
        ):
            answers = [await client.request(method, path, json=body, headers=token) for _ in range(70)]
            assert answers[0].status_code == usual, path
            calm(answers[-1])
        live = await party.post("lea", "Write", {"text": "x", "to": "tous"})
        assert (live.status_code, live.headers["retry-after"]) == (429, "1")
        # What only reads stays open.
        assert (await client.get(f"{api}/vue", headers=token)).status_code == 200


async def test_a_full_table_says_so(server: Server) -> None:
    made = await server.tables.create("architectes", "La Brume", "Ada")
    for n in range(59):
        await server.tables.join(made.invitation, f"P{n}", f"place-{n}")
    async with server.browser() as late:
        answer = await late.post(f"/api/invitations/{made.invitation}", json={"name": "X", "command_id": "x"})
        assert (answer.status_code, answer.json()["why"]) == (422, "la table est pleine")
    access = await server.tables.access(made.game_master)
    assert access
    assert len((await server.tables.view(made.table, access.seat))["seats"]) == 60


def test_the_oldest_stream_of_a_seat_gives_way() -> None:
    places = Places(kept=2)
    léa, noé = Access("t", Who("lea"), "joueur"), Access("t", Who("noe"), "joueur")
    bells = [asyncio.Event() for _ in range(4)]
    with (
        places.taken(noé, bells[3]) as other,
        places.taken(léa, bells[0]) as first,
        places.taken(léa, bells[1]) as second,
        places.taken(léa, bells[2]) as third,
    ):
        assert (first.lost, second.lost, third.lost, other.lost) == (True, False, False, False)
        assert [b.is_set() for b in bells] == [True, False, False, False]
    with places.taken(léa, bells[1]) as again:
        assert not again.lost
    assert not places._open


def test_clients_are_told_apart_by_home() -> None:
    def of(host: str) -> str:
        return client_of({"client": (host, 1)})

    assert of("192.0.2.1") != of("192.0.2.2")
    assert of("::ffff:192.0.2.1") == of("192.0.2.1")
    assert of("2001:db8:1:2::1") == of("2001:db8:1:2:ffff::2") != of("2001:db8:1:3::1")
    assert of("testclient") == "testclient"
    assert client_of({}) == "?"


def test_our_cookie_is_found_among_broken_ones() -> None:
    def of(text: str) -> str:
        return cookie(Headers({"cookie": text}), "siege-x")

    assert of('prefs={"a": [1, 2]}; siege-x=abc; b') == "abc"
    assert of("siege-x=mine; siege-x=theirs") == "mine"
    assert of('xsiege-x=no; siege-x="q"') == "q"
    assert of("siege-xy=no;;=;") == ""


@pytest.mark.parametrize(
    "charset", ["utf-7", "unicode_escape", "idna", "punycode", "undefined", "hex", "\\x00", "utf-16", "rot13"]
)
async def test_no_charset_of_a_form_breaks_anything(party: Party, charset: str) -> None:
    for part in ("\\ud800", "\xff\xfe", "xn--a-ecp.ru", "é"):
        body = f'--b\r\nContent-Disposition: form-data; name="nom"\r\n\r\n{part}\r\n--b--\r\n'
        kind = {"Content-Type": f"multipart/form-data; boundary=b; charset={charset}"}
        for path in ("/tables", f"/table/{party.id}/geste"):
            answer = await party.lea.post(path, content=body.encode(), headers=kind)
            assert 400 <= answer.status_code < 500


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("multipart/form-data", b""),
        ("multipart/form-data; boundary=x", b"--x\r\n\r\n"),
        (
            "multipart/form-data; boundary=b",
            b'--b\r\nContent-Disposition: form-data; name="f"; filename="x"\r\n\r\nx\r\n--b--',
        ),
        ("application/x-www-form-urlencoded", b"a=1&" * 5000),
    ],
)
async def test_a_form_that_is_none_is_refused_in_french(party: Party, kind: str, body: bytes) -> None:
    answer = await party.lea.post(f"/table/{party.id}/geste", content=body, headers={"Content-Type": kind})
    assert answer.status_code == 400
    assert MALFORMED in answer.text


@pytest.mark.parametrize(
    "host",
    [
        "evil.example@localhost",
        "localhost/evil.example",
        "localhost#a",
        "localhost\\evil",
        "localhost:x",
        "localhost:",
        " localhost",
    ],
)
async def test_a_host_is_a_name_and_a_port(server: Server, host: str) -> None:
    async with server.browser() as browser:
        assert (await browser.get("/", headers={"Host": host})).status_code == 421
        twice = [("Host", "localhost"), ("Host", "evil.example")]
        assert (await browser.get("/", headers=twice)).status_code == 421


async def test_programs_are_refused_in_json(server: Server) -> None:
    async with server.browser() as browser:
        asked: list[tuple[str, dict[str, Any], int]] = [
            ("/api/tables", {"headers": {"Host": "evil.example"}}, 421),
            ("/api/tables", {"headers": {"Origin": "http://evil.example"}}, 403),
            ("/api/invitations/x", {"content": b"x" * 300_000}, 413),
            ("/api/tables", {"content": b"{}", "headers": {"Content-Type": "text/plain"}}, 415),
            ("/api/rien", {}, 404),
            ("/api/openapi.json", {}, 405),
        ]
        for path, more, status in asked:
            answer = await browser.post(path, **more)
            assert answer.status_code == status, path
            told = answer.json()
            assert set(told) == {"rule", "why", "field"}
            assert told["why"].endswith(".")
            assert answer.headers["content-security-policy"]
        assert "GET" in answer.headers["allow"]


async def test_methods_are_not_confused(party: Party) -> None:
    before = await party.view("mj")
    link = f"/lien/{party.tokens['lea']}"
    async with party.server.browser() as other:
        for path in (link, f"/table/{party.id}/geste", f"/table/{party.id}", "/tables"):
            for method in ("HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "TRACE", "POSTT"):
                answer = await other.request(method, path, headers={"X-HTTP-Method-Override": "POST"})
                assert answer.status_code in (200, 405), (method, path)
                assert "set-cookie" not in answer.headers
        # A link previewed, scanned or prefetched takes no seat.
        for method in ("GET", "HEAD"):
            await other.request(method, link, headers={"Purpose": "prefetch"})
        assert not other.cookies
    assert await party.view("mj") == before


@pytest.mark.parametrize(
    "path",
    [
        "/static/../security.py",
        "/static/%2e%2e/security.py",
        "/static/..%2f..%2f..%2fpyproject.toml",
        "/static//etc/passwd",
        "/static/%00",
        "/static/" + "a" * 5000,
        "//evil.example/",
        "//evil.example/%2e%2e",
        "/%5cevil.example/",
        "/lien/%2e%2e%2ftable",
        "/table/%0d%0aSet-Cookie:%20a=b/",
        "/regles//evil.example/",
    ],
)
async def test_no_path_leads_out(server: Server, path: str) -> None:
    transport = httpx.ASGITransport(server.app)
    async with httpx.AsyncClient(transport=transport) as browser:
        answer = await browser.get(httpx.URL(f"{HOST}{path}"))
        assert answer.status_code in (307, 400, 404), answer.text[:200]
        assert "paravent.web" not in answer.text
        assert answer.headers.get("location", f"{HOST}/").startswith((f"{HOST}/", "/table", "/lien"))
        assert not answer.headers.get("location", "").startswith("//")
        assert "set-cookie" not in answer.headers


async def test_a_body_that_dawdles_is_not_awaited(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paravent.web.security.BODY_WITHIN", 0.2)

    async def drops() -> Any:
        for _ in range(100):
            yield b"k"
            await asyncio.sleep(0.05)

    token = {"Authorization": f"Bearer {party.tokens['lea']}"}
    async with party.server.browser() as client:
        answer = await client.post(f"/api/tables/{party.id}/gestes", content=drops(), headers=token)
    assert answer.status_code == 408
    assert "trop de temps" in answer.json()["why"]
