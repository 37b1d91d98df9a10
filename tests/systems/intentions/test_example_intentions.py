"""The ready-made table is playable: its story is told, its secrets are kept, and a climb waits for its dice."""

import json
import tomllib
from collections.abc import AsyncIterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from paravent.core.example import ExampleStep
from paravent.core.refusals import Refusal
from paravent.store import open_store
from paravent.systems.intentions.example import example as story
from paravent.table.ready_made import _question, set_table
from paravent.table.service import Created, Tables

DATA = tomllib.loads(files("paravent.systems.intentions").joinpath("data", "exemple.toml").read_text("utf-8"))


@pytest.fixture
async def played(tmp_path: Path) -> AsyncIterator[tuple[Tables, Created]]:
    tables = Tables(open_store(f"sqlite:///{tmp_path}/t.sqlite"))
    yield tables, await set_table(tables, "intentions", story())
    await tables.close()


async def test_the_story_is_told_and_a_climb_waits(played: tuple[Tables, Created]) -> None:
    tables, made = played
    leader = await tables.access(made.game_master)
    assert leader is not None
    view = await tables.view(made.table, leader.seat)
    told = "\n".join(line["text"] for line in view["journal"]).replace("\N{NO-BREAK SPACE}", " ")
    assert "Ilvane lance : principal 3, critique 5 ; le 5 compte, total 6 : réussite." in told
    assert "Oswine lance : principal 1, critique 1" in told
    assert "échec critique" in told
    assert "Le dégel (la cascade) : +2, à 2 (Un choc dans la glace)." in told
    assert "Le dégel (la cascade) atteint le seuil 2 : La glace suinte." in told
    assert "Brindille tente une action discrète et célère : Athlétisme — Monter" in told
    counters = {c["theme"]: c for c in view["world"]["counters"] if c["sort"] == "plain"}
    assert {k: (c["value"], c["standing"]) for k, c in counters.items()} == {
        "Le dégel": (2, "public"),
        "Le sommeil": (4, "hidden"),
    }
    assert view["awaited"] == ["Brindille"]

    # Whoever joins and takes Brindille has a throw to make at once, heroism at hand.
    _, seat = await tables.join(made.invitation, "Léa", "j1")
    people = {c["name"]: c["actor"] for c in view["world"]["characters"]}
    await answer(tables, made, seat, "ToTake", "TakeActor", {"actor": people["Brindille"]})
    [throw] = [w for w in (await tables.view(made.table, seat))["waitings"] if w["holds"]]
    assert [o["command"] for o in throw["offers"]] == ["LetFall", "BeHeroic"]
    success = throw["odds"]["lines"][0]
    assert (success["label"], success["numerator"], success["denominator"]) == ("réussir", 4, 9)
    await answer(tables, made, seat, "ToThrow", "BeHeroic", {})
    await answer(tables, made, seat, "ToThrow", "LetFall", {})
    view = await tables.view(made.table, seat)
    assert view["world"]["tests"] or view["world"]["last"]["actor"] == people["Brindille"]


async def answer(
    tables: Tables, made: Created, seat: Any, topic: str, command: str, fields: Mapping[str, Any]
) -> None:
    asked = next(w for w in (await tables.view(made.table, seat))["waitings"] if w["topic"] == topic)
    await tables.act(made.table, seat, asked["key"], command, fields, f"{topic}-{command}")


async def test_a_player_knows_nothing_of_what_sleeps(played: tuple[Tables, Created]) -> None:
    tables, made = played
    _, seat = await tables.join(made.invitation, "Léa", "j1")
    seen = json.dumps(await tables.view(made.table, seat), ensure_ascii=False)
    assert "Le dégel" in seen
    for secret in ("Veilleuse", "Le sommeil", "battant", "Une note juste"):
        assert secret not in seen


def test_three_characters_of_distinct_taste() -> None:
    people = DATA["personnage"]
    assert len(people) == 3
    for key in ("trait", "espece", "instinct", "connaissance"):
        assert len({p[key] for p in people}) == 3
    assert len({s for p in people for s in p["competences"]}) == 6


def test_a_step_is_put_to_the_question_that_has_its_choice() -> None:
    """Two counters take the same command: the step's label says which."""

    def waiting(key: str, id: str, label: str) -> dict[str, Any]:
        counter = {"name": "counter", "domain": "one_of", "options": [{"id": id, "label": label}]}
        who = {"name": "who", "domain": "pool", "options": [{"id": "c0ffee", "label": "Léa"}]}
        offer = {"command": "Pull", "barred": "", "fields": [counter, who]}
        return {"key": key, "who_name": "la meneuse", "offers": [offer]}

    view = {"waitings": [waiting("k1", "a1", "Dégel"), waiting("k2", "b2", "Sommeil")]}
    step = ExampleStep("mj", "Pull", {"counter": "Sommeil", "who": ["Léa"], "note": "Dégel"})
    assert _question(view, step, {}) == ("k2", {"counter": "b2", "who": ["c0ffee"], "note": "Dégel"})
    with pytest.raises(Refusal):
        _question(view, ExampleStep("mj", "Pull", {"counter": "Lune"}), {})
