"""The ready-made table is playable: its story is told, its hidden force is not, and a village is about to move."""

import json
import tomllib
from collections.abc import AsyncIterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from paravent.store import open_store
from paravent.systems.forces.example import example as story
from paravent.systems.forces.forcepack import read_forces
from paravent.systems.forces.graph import unreachable
from paravent.table.ready_made import set_table
from paravent.table.service import Created, Tables


def shipped(name: str) -> str:
    return files("paravent.systems.forces").joinpath("data", name).read_text("utf-8")


@pytest.fixture
async def played(tmp_path: Path) -> AsyncIterator[tuple[Tables, Created]]:
    tables = Tables(open_store(f"sqlite:///{tmp_path}/t.sqlite"))
    yield tables, await set_table(tables, "forces", story())
    await tables.close()


async def answer(
    tables: Tables, made: Created, seat: Any, topic: str, command: str, fields: Mapping[str, Any]
) -> None:
    asked = next(w for w in (await tables.view(made.table, seat))["waitings"] if w["topic"] == topic)
    await tables.act(made.table, seat, asked["key"], command, fields, f"{topic}-{command}")


def told(view: Mapping[str, Any]) -> str:
    return "\n".join(line["text"] for line in view["journal"]).replace("\N{NO-BREAK SPACE}", " ")


async def test_the_story_is_told_and_a_test_waits(played: tuple[Tables, Created]) -> None:
    tables, made = played
    leader = await tables.access(made.game_master)
    assert leader is not None
    view = await tables.view(made.table, leader.seat)
    log = told(view)
    assert "Jalon « la nuit tombe » : 22 pour 60 % (Les corneilles → Elles se tournent)." in log
    assert "Puissance des corneilles : 4 (+1)" in log
    assert "Réussite simple d’Aubeline, total 18 contre 18." in log, "16, and 2 of corruption"
    world = view["world"]
    assert {r["name"]: r["value"] for r in world["resources"]} == {"bois sec": 4, "vivres": 6}
    assert {f["name"]: (f["power"], f["visibility"]) for f in world["forces"]} == {
        "Grisaie": (3, "total"),
        "Les corneilles": (4, "partial"),
        "Ce qui dort sous l’étang": (7, "hidden"),
    }
    assert view["awaited"] == ["Perrin Sans-Berceau"]

    _, seat = await tables.join(made.invitation, "Léa", "j1")
    people = {c["name"]: c["actor"] for c in world["characters"]}
    await answer(tables, made, seat, "ToTake", "TakeActor", {"actor": people["Perrin Sans-Berceau"]})
    [throw] = [w for w in (await tables.view(made.table, seat))["waitings"] if w["holds"]]
    chances = {x["label"]: (x["numerator"], x["denominator"]) for x in throw["odds"]["lines"] if x["main"]}
    assert chances == {"réussir": (5, 12), "réussir, quitte à prendre la corruption": (13, 18)}
    await answer(tables, made, seat, "ToThrow", "LetFall", {})


async def test_a_player_sees_what_fell_and_nothing_of_what_sleeps(played: tuple[Tables, Created]) -> None:
    tables, made = played
    _, seat = await tables.join(made.invitation, "Léa", "j1")
    view = await tables.view(made.table, seat)
    seen = json.dumps(view, ensure_ascii=False)
    assert "Le puits de Grisaie est à sec." in told(view)
    assert "Puissance de Grisaie : 3 (−1)." in told(view), "told without its cause"
    for secret in (
        "sous l’étang",
        "Il a soif",
        "fillette",
        "« fin de séance »",
        "Elles disent le nom",
        "etang",
    ):
        assert secret not in seen


async def test_the_village_moves_as_soon_as_the_scenario_closes(played: tuple[Tables, Created]) -> None:
    tables, made = played
    leader = await tables.access(made.game_master)
    assert leader is not None
    await answer(tables, made, leader.seat, "ToThrow", "LetFall", {})
    while any(w["topic"] == "ToCorrupt" for w in (await tables.view(made.table, leader.seat))["waitings"]):
        await answer(tables, made, leader.seat, "ToCorrupt", "StayPure", {})
    view = await tables.view(made.table, leader.seat)
    key = next(
        w["key"] for w in view["waitings"] if any(o["command"] == "CloseScenario" for o in w["offers"])
    )
    await tables.act(made.table, leader.seat, key, "CloseScenario", {}, "fin")
    log = told(await tables.view(made.table, leader.seat))
    assert "pour 40 % (Grisaie → Le village s’enferme)" in log


def test_three_characters_of_distinct_taste_and_forces_without_a_flaw() -> None:
    people = tomllib.loads(shipped("exemple.toml"))["personnage"]
    assert len(people) == 3
    assert all(len({p["aspects"][i] for p in people}) == 3 for i in range(3))
    forces = read_forces(shipped("exemple_forces.toml"))
    assert {f.visibility for f in forces} == {"hidden", "partial", "total"}
    assert not any(unreachable(f) for f in forces)
