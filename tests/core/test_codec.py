"""The codec: what is written is read back the same, and nothing else is read."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic_core import PydanticSerializationError

from paravent.core import codec
from paravent.core import events as ev
from paravent.core.codec import CodecError, canonical, dump_event, load_event, strict_json
from paravent.core.system import System
from paravent.core.values import Who

DICE = ev.FreeRolled("r1", Who("lea"), (6, 6), (3, 4), "é🎭")


def read(toy: System[Any], kind: str = "FreeRolled", schema: int = 1, **changes: Any) -> Any:
    data = {**json.loads(dump_event(toy, DICE)), **changes}
    return load_event(toy, kind, schema, json.dumps({k: v for k, v in data.items() if v is not ...}))


def test_canonical_text(toy: System[Any]) -> None:
    text = dump_event(toy, DICE)
    assert read(toy) == DICE
    assert text == '{"author":"lea","dice":[6,6],"faces":[3,4],"kind":"FreeRolled","roll":"r1","why":"é🎭"}'
    with pytest.raises(ValueError, match="Out of range"):
        canonical(float("nan"))


@pytest.mark.parametrize(
    "changes",
    [
        {"kind": ...},
        {"kind": "Nothing"},
        {"kind": "SceneClosed"},
        {"more": 1},
        {"why": ...},
        {"why": None},
        {"why": 1},
        {"roll": True},
        {"faces": [3, 4.0]},
        {"faces": [3, True]},
        {"faces": [3, "4"]},
        {"faces": 3},
        {"faces": {"0": 3}},
    ],
    ids=str,
)
def test_near_misses_are_refused(toy: System[Any], changes: dict[str, Any]) -> None:
    with pytest.raises(CodecError, match="fait illisible"):
        read(toy, **changes)


def test_the_records_kind_and_schema_must_fit(toy: System[Any]) -> None:
    for kind, schema in (("SceneOpened", 1), ("FreeRolled", 2), ("FreeRolled", 0)):
        with pytest.raises(CodecError):
            read(toy, kind=kind, schema=schema)


def test_old_schemas_are_brought_up(toy: System[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(codec.SCHEMA, "FreeRolled", 3)
    monkeypatch.setitem(codec.UPCASTS, ("Rolled", 1), lambda d: {**d, "kind": "FreeRolled"})
    monkeypatch.setitem(codec.UPCASTS, ("FreeRolled", 1), lambda d: {**d, "author": "lea"})
    monkeypatch.setitem(codec.UPCASTS, ("FreeRolled", 2), lambda d: {**d, "why": "é🎭"})
    old = json.dumps({"kind": "Rolled", "roll": "r1", "dice": [6, 6], "faces": [3, 4]})
    assert load_event(toy, "Rolled", 1, old) == DICE
    assert read(toy, schema=3) == DICE


def test_foreign_values_are_not_written(toy: System[Any]) -> None:
    for foreign in (object(), ev.FreeRolled("r", Who("x"), (6,), ("3",), ""), 3):  # type: ignore[arg-type]  # what no codec knows
        with pytest.raises(PydanticSerializationError):
            dump_event(toy, foreign)


DEEP = 10**5


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"a":1,"a":2}', "deux fois"),
        ('{"a":{"b":1,"b":1}}', "deux fois"),
        ("NaN", "entiers"),
        ("[Infinity]", "entiers"),
        ("1.0", "entiers"),
        ("1e3", "entiers"),
        ("9" * 5000, "trop grand"),
        ("-" + "9" * 16, "trop grand"),
        ("[" * DEEP + "]" * DEEP, "imbriqués"),
        ('{"a":' * 30 + "1" + "}" * 30, "imbriqués"),
        (r'"\ud800"', "interdit"),
        (r'{"\udc00":1}', "interdit"),
        ('"\ud800"', "interdit"),
        (r'"\u0000"', "interdit"),
        (b'"\xff"', "UTF-8"),
        (b'"\xed\xa0\x80"', "UTF-8"),
        ('"a"'.encode("utf-16"), "UTF-8"),
        ("", "JSON"),
        ("{", "JSON"),
        ("[1] 2", "JSON"),
        ('"\n"', "JSON"),
        ('"' + "x" * 262_144 + '"', "trop long"),
    ],
    ids=lambda t: repr(t)[:24],
)
def test_hostile_json(text: str | bytes, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        strict_json(text)


def test_honest_json() -> None:
    assert strict_json('{"a":[1,-2,true,null,"é"]}'.encode()) == {"a": [1, -2, True, None, "é"]}
    assert strict_json(r'"\ud83c\udfad"') == "🎭"
