"""Private unless shown: fields for all, for readers of the sheet, for the player; audiences, undeclared classes."""

from __future__ import annotations

from typing import Any

import pytest

from paravent.core.sight import Eyes, project, seen
from paravent.core.values import GM, Who, value

ANA, BO = Who("ana"), Who("bo")


@value
class Plot:
    text: str


@seen(all="actor name", sheet="score", own="cards")
@value
class Body:
    actor: Who
    name: str
    score: int
    cards: tuple[int, ...]
    wound: int


@seen(all="text to")
@value
class Whisper:
    text: str
    to: tuple[Who, ...] | None


@seen(all="bodies plots said")
@value
class Scene:
    bodies: tuple[Body, ...]
    plots: tuple[Plot, ...]
    said: tuple[Whisper, ...]
    plan: str


SCENE = Scene(
    (Body(ANA, "Ana", 3, (1, 2), 4), Body(BO, "Bo", 5, (3,), 6)),
    (Plot("la trappe"),),
    (
        Whisper("pour tous", None),
        Whisper("pour Ana", (ANA,)),
        Whisper("secret", (GM,)),
        Whisper("à personne", ()),
    ),
    "le piège",
)


def eyes(*who: str, sheets: tuple[str, ...] = (), hidden: tuple[str, ...] = ()) -> Eyes:
    return Eyes(Who("s"), frozenset(map(Who, who)), frozenset(map(Who, sheets)), frozenset(map(Who, hidden)))


def test_levels_of_sight() -> None:
    body = SCENE.bodies[0]
    face = {"kind": "Body", "actor": "ana", "name": "Ana"}
    assert project(body, eyes()) == face
    assert project(body, eyes(sheets=("ana",))) == {**face, "score": 3}
    assert project(body, eyes("ana")) == {**face, "score": 3, "cards": [1, 2]}
    assert project(body, eyes("bo", sheets=("bo",))) == face
    assert project(body, eyes(hidden=("ana",), sheets=("ana",))) is None
    assert project(body, eyes(GM)) == {**face, "score": 3, "cards": [1, 2], "wound": 4}


def test_what_is_not_seen_leaves_no_gap() -> None:
    view = project(SCENE, eyes("ana", hidden=("bo",)))
    assert view["plots"] == []
    assert [b["name"] for b in view["bodies"]] == ["Ana"]
    assert [w["text"] for w in view["said"]] == ["pour tous", "pour Ana"]
    assert "plan" not in view
    assert project(Plot("x"), eyes("ana")) is None
    assert len(project(SCENE, eyes(GM))["said"]) == 4


def test_a_told_fact_is_seen_whatever_it_says_of_its_readers() -> None:
    secret = SCENE.said[2]
    assert project(secret, eyes("bo")) is None
    assert project(secret, eyes("bo"), told=True) == {"kind": "Whisper", "text": "secret", "to": ["mj"]}
    assert project(Plot("x"), eyes("bo"), told=True) is None
    assert project(SCENE.bodies[0], eyes(hidden=("ana",)), told=True) is None


@pytest.mark.parametrize("marks", [{"all": "nothing"}, {"own": "text"}, {"sheet": "text"}])
def test_marks_are_checked_at_import(marks: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        seen(**marks)(Plot)
