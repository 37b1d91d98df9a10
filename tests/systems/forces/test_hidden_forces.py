"""A curious player's own requests: of a force that is hidden and of one that is not, the server says the same."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from hostile.foes import HOST, Person, Siege
from paravent.store import open_store
from paravent.systems.forces.forcepack import write_forces
from paravent.systems.forces.world import AddResource
from paravent.table.service import Tables
from paravent.web.app import create_app
from paravent.web.security import Buckets
from systems.forces.for_table import force

HIDDEN, ABSENT = "cercle", "cerclf"
"""Two names as long as each other: one is a force's, one is nobody's."""
SECRETS = (HIDDEN, "Force cercle", "étiquette tapi", "nom puits", "boire au puits", "lune noire")
COMMANDS: dict[str, dict[str, Any]] = {
    "NoteDeed": {"edge": "ID/a1"},
    "ActivateVertex": {"vertex": "ID/puits"},
    "MovePower": {"force": "ID", "change": 1},
    "ChooseAlignment": {"force": "ID", "alignment": "1"},
    "SetVisibility": {"force": "ID", "visibility": "total"},
    "ShowPhilosophy": {"force": "ID"},
    "TakeUpForce": {"force": "ID"},
    "DrawPass": {"faces": [1]},
    "EstimateDeed": {"edge": "a1", "chance": 1, "frequency": "lune noire"},
    "RemoveVertex": {"vertex": "puits"},
    "ImportForces": {"text": "[[forces]]\nid = 'ID'\nnom = 'x'\npuissance = 1\n"},
    "OpenForce": {},
}


@pytest.fixture
async def siege(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Siege]:
    """Ada leads, Léa plays: one force that all may see, one that nobody may, whose deed was noted."""
    monkeypatch.setattr(Buckets, "take", lambda self, key: True)
    tables = Tables(open_store(f"sqlite:///{tmp_path / 't.sqlite'}"))
    made = await tables.create("forces", "La Brume", "Ada")
    access = await tables.access(made.game_master)
    assert access
    token, seat = await tables.join(made.invitation, "Léa", "place-lea")
    people = {
        "ada": Person("Ada", access.seat, made.game_master, "mj"),
        "léa": Person("Léa", seat, token, "joueur"),
    }
    app = create_app(tables, hosts=("localhost",))
    siege = Siege(tables, app, made.table, people, ("", ""), made.invitation)
    arrows = [("tapi", "puits", "boire au puits", "lune noire"), ("puits", "crue", 40, "lune noire")]
    effects: dict[str, list[Any]] = {"tapi": [], "puits": [AddResource("eau", 2)], "crue": []}
    known = force("guilde", {"marche": [], "fete": []}, [("marche", "fete", 30, "foire")], visibility="total")
    await siege.ask("ada", "ImportForces", text=write_forces((known, force(HIDDEN, effects, arrows))))
    await siege.ask("ada", "OpenForce")
    await siege.ask("ada", "TakeUpForce", force="guilde")
    await siege.ask("ada", "OpenForce")
    await siege.ask("ada", "NoteDeed", edge=f"{HIDDEN}/a1")
    await siege.ask("ada", "ReachMilestone", name="lune noire")
    yield siege
    await tables.close()


def asking(value: Any, id: str) -> Any:
    if isinstance(value, dict):
        return {k: asking(v, id) for k, v in value.items()}
    return value.replace("ID", id) if isinstance(value, str) else value


async def test_commands_made_by_hand_are_refused_alike(siege: Siege) -> None:
    mine = [w["key"] for w in (await siege.view("léa"))["waitings"]]
    stolen = [w["key"] for w in (await siege.view("ada"))["waitings"]]
    version = (await siege.room()).now.version
    bearer = {"Authorization": f"Bearer {siege.people['léa'].token}"}
    async with siege.client() as client:
        for key in (*mine, *stolen, "0" * 32):
            for n, (command, fields) in enumerate(COMMANDS.items()):
                answers = []
                for id in (HIDDEN, ABSENT):
                    body = {
                        "key": key,
                        "command": command,
                        "command_id": f"c{n}",
                        "fields": asking(fields, id),
                    }
                    answer = await client.post(f"/api/tables/{siege.id}/gestes", json=body, headers=bearer)
                    assert answer.status_code in (409, 422), answer.text
                    answers.append((answer.status_code, answer.text.replace(id, "ID")))
                assert answers[0] == answers[1], command
                assert not any(s in answers[0][1] for s in SECRETS), command
    assert (await siege.room()).now.version == version


ADDRESSES = (
    "/table/{table}/force/{id}",
    "/table/{table}/force/{id}?seances=6",
    "/table/{table}/force/{id}?seances=6&si=crue&jalon-0=seance",
    "/table/{table}/force.toml/{id}",
    "/table/{table}/force/{id}%23puits",
    "/table/{table}/geste?question={id}&commande=NoteDeed",
    "/api/tables/{table}/fiches/{id}",
)


@pytest.mark.parametrize("address", ADDRESSES)
async def test_addresses_guessed_answer_alike(siege: Siege, address: str) -> None:
    def cookies(who: str) -> dict[str, str]:
        person = siege.people[who]
        return {"Cookie": f"siege-{siege.id}={person.token}", "Authorization": f"Bearer {person.token}"}

    async with siege.client() as client:
        got = [
            await client.get(address.format(table=siege.id, id=id), headers=cookies("léa"))
            for id in (HIDDEN, ABSENT)
        ]
        there, not_there = (
            (a.status_code, a.text.replace(id, "ID")) for a, id in zip(got, (HIDDEN, ABSENT), strict=True)
        )
        assert there == not_there
        assert got[0].status_code != 200
        assert len({a.headers.get("location") for a in got}) == 1
        if "/force" in address and "%23" not in address:
            leads = await client.get(address.format(table=siege.id, id=HIDDEN), headers=cookies("ada"))
            assert leads.status_code == 200, "it is there, for whoever leads"


async def test_nothing_sent_to_a_player_names_it(siege: Siege) -> None:
    person = siege.people["léa"]
    (seen,) = (await siege.view("léa"))["world"]["shown"]
    assert seen["id"] != "guilde", "an id that somebody wrote may tell"
    assert [v["id"] for v in seen["vertices"]] == ["s1", "s2"]
    async with siege.client() as client:
        pages = [
            await _got(client, f"/table/{siege.id}", person),
            await _got(client, f"/table/{siege.id}/export.json", person),
            await _got(client, f"/table/{siege.id}/preuve", person),
            await _got(client, f"/table/{siege.id}/force/{seen['id']}", person),
            await _got(client, f"/api/tables/{siege.id}/vue", person),
            await _got(client, f"/api/tables/{siege.id}/attentes", person),
            await _got(client, f"/api/tables/{siege.id}/export", person),
        ]
    for text in pages:
        assert not [s for s in SECRETS if s in text and s != "lune noire"]
    assert "lune noire" in pages[0], "the milestone itself was public"
    assert '"eau"' in pages[4], "and so is what came of the deed"


async def _got(client: httpx.AsyncClient, path: str, person: Person) -> str:
    client.cookies.clear()
    siege = path.split("/")[3 if path.startswith("/api") else 2]
    answer = await client.get(
        HOST + path,
        headers={"Cookie": f"siege-{siege}={person.token}", "Authorization": f"Bearer {person.token}"},
    )
    assert answer.status_code == 200, (path, answer.text[:200])
    return answer.text
