"""The OpenAPI document is complete and true: every route is in it, and every answer is as it says."""

from __future__ import annotations

import json
from typing import Any

import httpx
from fastapi.routing import APIRoute
from jsonschema import Draft202012Validator

from hostile.secrets_of import Listener
from paravent.web.api import DOCUMENT
from web.party import Party, Server

CONTRACT: dict[str, Any] = json.loads(DOCUMENT.read_text("utf-8"))


def validator(name: str) -> Draft202012Validator:
    schema = {"$ref": f"#/components/schemas/{name}", "components": CONTRACT["components"]}
    return Draft202012Validator(schema)


def holds(answer: httpx.Response, method: str, path: str) -> Any:
    """The body, once seen to be what the document says of this status."""
    told = CONTRACT["paths"][path][method]["responses"]
    assert str(answer.status_code) in told, (path, answer.status_code, answer.text)
    response = told[str(answer.status_code)]
    if "$ref" in response:
        response = CONTRACT["components"]["responses"][response["$ref"].rsplit("/", 1)[1]]
    schema = response["content"]["application/json"]["schema"]
    Draft202012Validator({**schema, "components": CONTRACT["components"]}).validate(answer.json())
    for header in response.get("headers", {}):
        assert header.lower() in answer.headers
    return answer.json()


def test_the_document_is_sound_and_names_every_route(server: Server) -> None:
    Draft202012Validator.check_schema({"components": CONTRACT["components"]})
    for name in CONTRACT["components"]["schemas"]:
        Draft202012Validator.check_schema(CONTRACT["components"]["schemas"][name])
    told = {(path, m.upper()) for path, ops in CONTRACT["paths"].items() for m in ops}

    def routes(found: Any) -> set[tuple[str, str]]:
        return {
            (r.path, m)
            for r in found
            if isinstance(r, APIRoute)
            for m in r.methods
            if r.path.startswith("/api/")
        }

    from paravent.web.api import Api
    from paravent.web.desk import Desk

    assert routes(Api(Desk(server.tables)).router.routes) == told


async def test_a_table_played_by_program_keeps_the_contract(server: Server) -> None:
    async with server.browser() as client:
        assert (await client.get("/api/openapi.json")).json() == CONTRACT
        opening = {
            "system": "architectes",
            "name": "La Brume",
            "game_master": "Ada",
            "options": {"hasard": "table"},
        }
        made = holds(await client.post("/api/tables", json=opening), "post", "/api/tables")
        joining = {"name": "Léa", "command_id": "place-1"}
        path = "/api/invitations/{token}"
        answer = await client.post(f"/api/invitations/{made['invitation']}", json=joining)
        léa = holds(answer, "post", path)
        holds(await client.post("/api/invitations/rien", json=joining), "post", path)
        table = f"/api/tables/{made['table']}"
        for token, role in ((made["game_master"], "mj"), (léa["token"], "joueur"), (made["spectator"], None)):
            headers = {"Authorization": f"Bearer {token}"}
            access = holds(await client.get("/api/acces", headers=headers), "get", "/api/acces")
            assert access["role"] == (role or "invitation-spectateur")
            for route in ("vue", "attentes", "export", "recapitulatif", "fiches/personne"):
                path = "/api/tables/{table}/" + route.replace("personne", "{actor}")
                holds(await client.get(f"{table}/{route}", headers=headers), "get", path)
        headers = {"Authorization": f"Bearer {léa['token']}"}
        asked = holds(
            await client.get(f"{table}/attentes", headers=headers), "get", "/api/tables/{table}/attentes"
        )
        offers = [(w["key"], o) for w in asked["waitings"] for o in w["offers"]]
        assert {"Write", "ProposeCharacter"} <= {o["command"] for _, o in offers}
        key = next(k for k, o in offers if o["command"] == "Write")
        note = {"key": key, "command": "Write", "command_id": "n1", "fields": {"text": "Oh", "to": "tous"}}
        gestes = "/api/tables/{table}/gestes"
        statuses = []
        for body in (
            note,
            note,
            {**note, "command_id": "n2"},
            {**note, "command_id": "é"},
            {**note, "x": 1},
            [],
        ):
            answer = await client.post(f"{table}/gestes", json=body, headers=headers)
            holds(answer, "post", gestes)
            statuses.append(answer.status_code)
        assert statuses == [200, 200, 409, 422, 422, 400]
        holds(await client.post(f"{table}/gestes", json=note), "post", gestes)
        headers = {"Authorization": f"Bearer {made['game_master']}"}
        export = holds(
            await client.get(f"{table}/export", headers=headers), "get", "/api/tables/{table}/export"
        )
        holds(await client.post("/api/import", json=export), "post", "/api/import")


async def test_sheets_and_questions_keep_the_contract(party: Party) -> None:
    async with party.server.browser() as client:
        for who in ("mj", "lea"):
            headers = {"Authorization": f"Bearer {party.tokens[who]}"}
            view = holds(
                await client.get(f"/api/tables/{party.id}/vue", headers=headers),
                "get",
                "/api/tables/{table}/vue",
            )
            for actor in view["actors"]:
                if actor["readable"]:
                    answer = await client.get(f"/api/tables/{party.id}/fiches/{actor['id']}", headers=headers)
                    assert answer.status_code == 200
                    holds(answer, "get", "/api/tables/{table}/fiches/{actor}")


async def test_refusals_call_fields_by_their_own_names(server: Server) -> None:
    async with server.browser() as client:
        body = {"system": "architectes", "name": "A", "game_master": "B"}
        for field in body:
            answer = await client.post("/api/tables", json={**body, field: ""})
            assert (answer.status_code, answer.json()["field"]) == (422, field)
        answer = await client.post("/api/tables", json={**body, "nom": "x"})
        assert (answer.status_code, answer.json()["field"]) == (422, "nom")


def parsed(messages: list[str]) -> list[tuple[str, Any]]:
    """(cursor, view) of each message, as a browser reads them."""
    out = []
    for message in messages:
        lines = message.rstrip("\n").split("\n")
        cursor = next((line[4:] for line in lines if line.startswith("id: ")), "")
        data = [line[6:] for line in lines if line.startswith("data: ")]
        if data:
            out.append((cursor, json.loads("\n".join(data))))
    return out


async def test_a_stream_cut_and_resumed_begins_with_the_fresh_view(party: Party) -> None:
    path = f"/api/tables/{party.id}/flux"
    mine = {"Authorization": f"Bearer {party.tokens['lea']}"}
    stream = Listener(party.server, path, mine)
    ((cursor, first),) = parsed(await stream.heard(1))
    validator("View").validate(first)
    await stream.close()
    await party.post("mj", "Write", {"text": "Pendant ton absence\u2028…", "to": "tous"})
    gm = Listener(party.server, path, {"Authorization": f"Bearer {party.tokens['mj']}"})
    ((other, _),) = parsed(await gm.heard(1))
    await gm.close()
    fresh = await party.view("lea")
    assert fresh != first
    seen = set()
    for forged in (cursor, other, "", "0" * 24, "é".encode().hex(), "-1", "x" * 4000, "[]"):
        again = Listener(party.server, path, {**mine, "Last-Event-ID": forged})
        ((now, view),) = parsed(await again.heard(1))
        assert view == fresh
        seen.add(now)
        await again.close()
    # A cursor stands for what its own seat saw, and for nothing more.
    assert len(seen) == 1
    assert not seen & {cursor, other}


AGAIN = "0123456789abcdef0123456789abcdef"


async def test_seats_and_links_keep_the_contract(party: Party) -> None:
    """Lost seats, second devices and links, by program alone."""
    gm, lea = ({"Authorization": f"Bearer {party.tokens[who]}"} for who in ("mj", "lea"))
    table, liens, codes = (f"/api/tables/{party.id}{x}" for x in ("", "/liens", "/codes"))
    told = "/api/tables/{table}"
    async with party.server.browser() as client:
        links = holds(await client.get(liens, headers=gm), "get", f"{told}/liens")
        assert set(links) == {"invitation", "invitation-spectateur"}
        assert holds(await client.get(liens, headers=lea), "get", f"{told}/liens")["rule"] == "TAB-16"
        holds(await client.get(liens), "get", f"{told}/liens")
        inviting = f"/api/invitations/{links['invitation']}"
        joining = {"name": "Max", "command_id": AGAIN}
        joined = [
            holds(await client.post(inviting, json=joining), "post", "/api/invitations/{token}")
            for _ in range(2)
        ]
        assert joined[0] == joined[1]
        places = "/api/invitations/{token}/places"
        found = holds(await client.get(f"{inviting}/places"), "get", places)["seats"]
        assert [s["name"] for s in found] == ["Léa", "Max"]
        for token in ("rien", party.tokens["lea"]):
            holds(await client.get(f"/api/invitations/{token}/places"), "get", places)
        # A lost seat
        demandes = "/api/invitations/{token}/demandes"
        asking = {"seat": found[0]["id"], "command_id": AGAIN}
        asked = [
            holds(await client.post(f"{inviting}/demandes", json=asking), "post", demandes) for _ in range(2)
        ]
        assert asked[0] == asked[1]
        refused = holds(await client.post(f"{inviting}/demandes", json={"seat": "x"}), "post", demandes)
        assert refused["field"] == "seat"
        claim = {"Authorization": f"Bearer {asked[0]['token']}"}
        assert holds(await client.get("/api/demande", headers=claim), "get", "/api/demande") == {
            "table": party.id,
            "granted": False,
        }
        assert (await client.get(f"{table}/vue", headers=claim)).status_code == 404
        waiting = await party.waiting("mj", "SettleClaim")
        id = waiting["offers"][0]["fields"][0]["options"][0]["id"]
        await party.post("mj", "SettleClaim", {"claim": id, "granted": "True"})
        assert holds(await client.get("/api/demande", headers=claim), "get", "/api/demande")["granted"]
        for headers in (lea, {}, {"Authorization": f"Bearer {links['invitation']}"}):
            answer = await client.get("/api/demande", headers=headers)
            assert answer.status_code == (404 if headers else 401)
            holds(answer, "get", "/api/demande")
        # A second device
        made = holds(await client.post(codes, headers=claim), "post", f"{told}/codes")
        body = {"code": made["code"], "command_id": AGAIN}
        opened = [holds(await client.post("/api/codes", json=body), "post", "/api/codes") for _ in range(2)]
        assert opened[0] == opened[1]
        assert opened[0]["seat"] == found[0]["id"]
        statuses = []
        for _ in range(6):
            answer = await client.post("/api/codes", json={"code": "AAAAAA"})
            holds(answer, "post", "/api/codes")
            statuses.append(answer.status_code)
        assert statuses == [422] * 4 + [429] * 2
        # Links
        seat = {"kind": "siege", "seat": found[0]["id"]}
        fresh = holds(await client.post(liens, json=seat, headers=gm), "post", f"{told}/liens")["token"]
        assert (await client.get(f"{table}/vue", headers=claim)).status_code == 404
        assert (
            await client.get(f"{table}/vue", headers={"Authorization": f"Bearer {fresh}"})
        ).status_code == 200
        new = holds(
            await client.post(liens, json={"kind": "invitation"}, headers=gm), "post", f"{told}/liens"
        )
        assert (
            holds(await client.get(liens, headers=gm), "get", f"{told}/liens")["invitation"] == new["token"]
        )
        statuses = []
        for _ in range(6):
            answer = await client.post(liens, json={"kind": "tout"}, headers=gm)
            holds(answer, "post", f"{told}/liens")
            statuses.append(answer.status_code)
        assert statuses == [422] * 4 + [429] * 2


async def test_a_table_asked_for_twice_is_one(server: Server) -> None:
    async with server.browser() as client:
        body = {"system": "architectes", "name": "A", "game_master": "B", "command_id": AGAIN}
        made = [holds(await client.post("/api/tables", json=body), "post", "/api/tables") for _ in range(2)]
        assert made[0] == made[1]
        refused = await client.post("/api/tables", json={**body, "command_id": "é"})
        assert holds(refused, "post", "/api/tables")["field"] == "command_id"
