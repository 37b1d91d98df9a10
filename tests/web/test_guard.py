"""What comes from elsewhere, too much of it, or nonsense, is refused in French, and never breaks the server."""

from __future__ import annotations

import json
from typing import Any

import pytest

from paravent.web.forms import command_id, posted, read_fields
from paravent.web.screen import percent
from paravent.web.security import HANDED, Buckets, Guard
from paravent.web.stream import message
from web.party import HOST, Party, Server


async def test_only_our_own_host_is_answered(server: Server) -> None:
    async with server.browser() as browser:
        assert (await browser.get("/")).status_code == 200
        for host in ("evil.example", "localhost.evil.example", "", "[::1", "localhost@evil.example"):
            assert (await browser.get("/", headers={"Host": host})).status_code == 421
        assert (await browser.get("/", headers={"Host": "localhost:9999"})).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": f"{HOST}:81"},
        {"Origin": "https://localhost"},
        {"Origin": ""},
    ],
)
async def test_only_our_own_pages_may_change_things(party: Party, headers: dict[str, str]) -> None:
    form = {"key": (await party.waiting("mj", "RenameTable"))["key"], "command": "RenameTable", "f.name": "x"}
    for path in (f"/table/{party.id}/geste", "/tables", f"/table/{party.id}/lien"):
        assert (await party.gm.post(path, data=form, headers=headers)).status_code == 403
    assert (await party.view("mj"))["table"]["name"] == "Les Passeurs"


async def test_pages_say_how_they_may_be_used(party: Party) -> None:
    for path in ("/", f"/table/{party.id}", "/nulle-part", "/api/openapi.json"):
        headers = (await party.gm.get(path)).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == "no-store"


async def test_seats_stay_out_of_scripts_and_of_other_sites(party: Party) -> None:
    link = f"/lien/{party.tokens['lea']}"
    async with party.server.browser() as other:
        assert "Reprendre ta place" in (await other.get(link)).text
        assert not other.cookies
        entered = await other.post(link)
        kept = entered.headers["set-cookie"]
        assert all(x in kept for x in ("HttpOnly", "SameSite=lax", "Path=/;"))
        assert (await other.get(f"/table/{party.id}")).status_code == 200


async def test_strangers_find_nothing(party: Party) -> None:
    async with party.server.browser() as other:
        for path in ("", "/flux", "/preuve", "/export.json", "/geste", "/fiche/x.pdf"):
            answer = await other.get(f"/table/{party.id}{path}")
            assert answer.status_code == 404
            assert "ne mène plus à rien" in answer.text
        api = await other.get(f"/api/tables/{party.id}/vue")
        assert (api.status_code, set(api.json())) == (401, {"rule", "why", "field"})
        made = await other.post("/tables", data={"systeme": "architectes", "nom": "B", "pseudo": "Bo"})
        elsewhere = made.headers["location"].rsplit("/", 1)[1]
        token = {"Authorization": f"Bearer {party.tokens['mj']}"}
        assert (await other.get(f"/api/tables/{elsewhere}/vue", headers=token)).status_code == 404


async def test_guessing_links_is_slowed(party: Party) -> None:
    async with party.server.browser() as other:
        answers = [(await other.get(f"/lien/essai-{n}")).status_code for n in range(40)]
    assert answers[0] == 404
    assert answers[-1] == 429


async def test_a_seat_that_answers_too_fast_waits(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        Buckets, "_refilled", lambda self, key: self._left.get(key, (float(self._burst), 0))[0]
    )
    answers = [await party.post("lea", "Pass", {}, "0" * 32) for _ in range(80)]
    assert {a.status_code for a in answers} == {409, 429}
    assert "Trop de gestes" in answers[-1].text


async def test_too_long_is_too_long(party: Party) -> None:
    answer = await party.lea.post(f"/table/{party.id}/geste", content=b"x" * 300_000)
    assert answer.status_code == 413

    async def chunks() -> Any:
        for _ in range(40):
            yield b"k" * 10_000

    assert (await party.lea.post(f"/table/{party.id}/geste", content=chunks())).status_code < 500
    token = {"Authorization": f"Bearer {party.tokens['lea']}"}
    answer = await party.lea.post(f"/api/tables/{party.id}/gestes", content=chunks(), headers=token)
    assert answer.status_code == 413


HOSTILE: list[bytes] = [
    b"",
    b"null",
    b"[]",
    b"{",
    b'{"key": 1}',
    b'{"key": "\xff"}',
    b'{"a": 1, "a": 2}',
    b'{"key": NaN}',
    b'{"key": "\\ud800", "command": "Write"}',
    b"[" * 100_000,
    '{"key": "é", "command": "Write", "command_id": "a", "fields": {}}'.encode(),
    b'{"key": "x", "command": "Write", "command_id": "a", "fields": []}',
    b'{"key": "x", "command": "Write", "command_id": " ", "fields": {}}',
    b'{"key": "x", "command": "Write", "command_id": "a", "fields": {}, "seat": "mj"}',
]


@pytest.mark.parametrize("body", HOSTILE, ids=range(len(HOSTILE)))
async def test_nonsense_by_the_api_is_refused_in_french(party: Party, body: bytes) -> None:
    token = {"Authorization": f"Bearer {party.tokens['lea']}"}
    for path in (f"/api/tables/{party.id}/gestes", "/api/tables", "/api/import"):
        answer = await party.lea.post(path, content=body, headers=token)
        assert 400 <= answer.status_code < 500, (path, answer.text)
        assert set(answer.json()) == {"rule", "why", "field"}


async def test_nonsense_by_forms_is_refused(party: Party) -> None:
    key = (await party.waiting("lea", "Write"))["key"]
    path = f"/table/{party.id}/geste"
    for form in (
        {},
        {"key": "é", "command": "Write"},
        {"key": key, "command": "Undo"},
        {"key": key, "command": "__class__"},
        {"key": key, "command": "Write", "f.text": "\x00", "f.to": "tous"},
        {"key": key, "command": "Write", "f.text": "x" * 5000, "f.to": "tous"},
        {"key": key, "command": "ThrowDice", "f.count": "9" * 5000, "f.sides": "6"},
        {"key": key, "command": "Write", "command_id": "é" * 99},
    ):
        answer = await party.lea.post(path, data=form, headers={"HX-Request": "true"})
        assert answer.status_code in (409, 422), form
    multipart = {"Content-Type": "multipart/form-data; boundary=x"}
    assert (await party.lea.post(path, content=b"--x\r\nnonsense", headers=multipart)).status_code < 500
    cookies = {"Cookie": 'siege-x="\x01; ;;=;'}
    assert (await party.lea.get(f"/table/{party.id}", headers=cookies)).status_code < 500


async def test_the_api_plays_too(party: Party) -> None:
    token = {"Authorization": f"Bearer {party.tokens['lea']}"}
    asked = await party.waiting("lea", "Write")
    note = {
        "key": asked["key"],
        "command": "Write",
        "command_id": "n1",
        "fields": {"text": "Oh", "to": "tous"},
    }
    answers = [
        (
            await party.lea.post(f"/api/tables/{party.id}/gestes", content=json.dumps(note), headers=token)
        ).json()
        for _ in range(2)
    ]
    assert answers == [{"repeated": False}, {"repeated": True}]
    refused = await party.lea.post(
        f"/api/tables/{party.id}/gestes", content=json.dumps({**note, "command_id": "n2"}), headers=token
    )
    assert refused.status_code == 409
    export = (await party.gm.get(f"/table/{party.id}/export.json")).json()
    again = await party.gm.post("/api/import", content=json.dumps(export))
    assert (again.status_code, again.json()["rule"]) == (422, "TAB-13")


def test_a_bucket_refills() -> None:
    now = [0.0]
    buckets = Buckets(2, 3, most=2, clock=lambda: now[0])
    assert [buckets.take("a") for _ in range(4)] == [True, True, True, False]
    now[0] = 0.5
    assert [buckets.take("a") for _ in range(2)] == [True, False]
    assert buckets.wait("a") == 1
    assert buckets.take("b")


def test_shares_are_never_rounded_to_certainty() -> None:
    shown = [percent(n, 1000).replace("\N{NO-BREAK SPACE}", " ") for n in (0, 6, 12, 412, 990, 994, 1000)]
    assert shown == ["0 %", "moins de 1 %", "1 %", "41 %", "99 %", "plus de 99 %", "100 %"]


def test_every_shape_of_field_is_read_back() -> None:
    skill = {"name": "skill", "domain": "one_of", "options": [], "label": ""}
    score = {"name": "score", "domain": "whole", "low": 1, "high": 22, "label": ""}
    item = {"domain": "record", "fields": [skill, score]}
    offer = {
        "fields": [
            {"name": "p", "domain": "permutation", "labels": ["a", "b", "c"]},
            {"name": "l", "domain": "list", "item": item, "least": 0, "most": 5},
            {"name": "d", "domain": "faces", "dice": [6, 6]},
            {"name": "g", "domain": "pool"},
        ]
    }
    names = {"f.p.1": "2", "f.p.3": "1", "f.l.2.skill": "4", "f.l.2.score": "9", "f.d.1": "5", "f.d.2": "6"}
    form = posted([*names.items(), ("f.g", "x"), ("f.g", "y")])
    assert read_fields(offer, form) == {
        "p": ["2", "", "1"],
        "l": [{"skill": "4", "score": "9"}],
        "d": ["5", "6"],
        "g": ["x", "y"],
    }
    assert command_id("k", "c", form) == command_id("k", "c", dict(form)) != command_id("k", "c", {})


def test_a_message_keeps_its_lines() -> None:
    assert message("a\nb", "c") == "id: c\ndata: a\ndata: b\n\n"


async def test_a_refused_method_tells_all_that_would_do(party: Party) -> None:
    """Two routes of one address each know their own method only."""
    for path, methods in (
        (f"/api/tables/{party.id}/liens", "GET, POST"),
        (f"/table/{party.id}/geste", "GET, POST"),
        (f"/api/tables/{party.id}/vue", "GET"),
    ):
        answer = await party.gm.put(path)
        assert (answer.status_code, answer.headers["allow"]) == (405, methods)


async def test_a_story_is_told_in_known_forms_only(party: Party) -> None:
    token = {"Authorization": f"Bearer {party.tokens['lea']}"}
    for field, wrong in (("form", "html"), ("form", ""), ("sight", "mj"), ("sight", "")):
        answer = await party.lea.get(
            f"/api/tables/{party.id}/recapitulatif", params={field: wrong}, headers=token
        )
        assert (answer.status_code, answer.json()["field"]) == (422, field)


async def test_what_lasts_is_run_once_all_that_found_it_is_gone() -> None:
    met: list[Any] = []

    class Lasts:
        async def run(self, receive: Any, send: Any) -> None:
            met.append(sorted(k for k in scope if k in ("route", "path")))
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b"."})

    async def found(scope: Any, receive: Any, send: Any) -> None:
        scope["route"] = "held by whatever routes"
        scope[HANDED].append(Lasts())
        met.append("found")

    scope: dict[str, Any] = {
        "type": "http",
        "method": "GET",
        "scheme": "http",
        "path": "/x",
        "query_string": b"",
        "headers": [(b"host", b"localhost")],
    }
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "http.disconnect"}

    await Guard(found, ("localhost",))(scope, receive, send)
    assert met == ["found", ["path"]]
    # It is dressed like any other answer.
    assert b"content-security-policy" in {name for name, _ in sent[0]["headers"]}
