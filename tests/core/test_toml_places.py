"""Where keys stand in a TOML text."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

import pytest

from paravent.core.packs import PackError, read_toml
from paravent.core.toml_places import line_of, located, places
from paravent.systems import all_systems
from paravent.table.packs import shipped_packs

TEXT = '''# one
titre = "a = [b]"  # not a table
long = """
[piege]
x = 1 \\""" {
"""
simple = \'\'\'
[[non]]\'\'\'
a."b.c".d = 1
date = 1979-05-27 07:32:00
liste = [
  1, # first
  { u = [2,
    3], v = 1.5 },
]

[table]
x = 1
[[rangs]]
x = 1
[[rangs.dedans]]
y = 1
[[rangs.dedans]]
y = 2
[rangs.dernier]
z = 1
[[rangs]]
x = 2
[[rangs.dedans]]
y = 3
'''


def test_each_key_and_entry_has_its_line() -> None:
    assert tomllib.loads(TEXT)
    assert places(TEXT) == {
        ("titre",): 2,
        ("long",): 3,
        ("simple",): 7,
        ("a",): 9,
        ("a", "b.c"): 9,
        ("a", "b.c", "d"): 9,
        ("date",): 10,
        ("liste",): 11,
        ("liste", 0): 12,
        ("liste", 1): 13,
        ("liste", 1, "u"): 13,
        ("liste", 1, "u", 0): 13,
        ("liste", 1, "u", 1): 14,
        ("liste", 1, "v"): 14,
        ("table",): 17,
        ("table", "x"): 18,
        ("rangs",): 19,
        ("rangs", 0): 19,
        ("rangs", 0, "x"): 20,
        ("rangs", 0, "dedans"): 21,
        ("rangs", 0, "dedans", 0): 21,
        ("rangs", 0, "dedans", 0, "y"): 22,
        ("rangs", 0, "dedans", 1): 23,
        ("rangs", 0, "dedans", 1, "y"): 24,
        ("rangs", 0, "dernier"): 25,
        ("rangs", 0, "dernier", "z"): 26,
        ("rangs", 1): 27,
        ("rangs", 1, "x"): 28,
        ("rangs", 1, "dedans"): 29,
        ("rangs", 1, "dedans", 0): 29,
        ("rangs", 1, "dedans", 0, "y"): 30,
    }


def paths(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path] * bool(path) + [p for k, v in inside for p in paths(v, (*path, k))]


@pytest.mark.parametrize("system", all_systems())
def test_every_key_of_a_shipped_pack_is_found(system: str) -> None:
    for pack in shipped_packs(all_systems()[system]):
        assert set(places(pack.toml)) == set(paths(tomllib.loads(pack.toml)))
    folder = files(all_systems()[system].package) / "scenarios"
    for file in folder.iterdir():
        if file.name.endswith(".toml"):
            text = file.read_text("utf-8")
            assert set(places(text)) == set(paths(tomllib.loads(text))), file.name


def test_a_problem_leads_to_its_key_else_to_its_table() -> None:
    known = places(TEXT)
    assert line_of("rangs[0].dedans[1].y : 3 au plus", known) == 24
    assert line_of("rangs[1].nom : clé manquante", known) == 27
    assert line_of("liste[1].u[1] : nombre entier attendu", known) == 14
    assert line_of("rien : clé manquante", known) is None
    assert located(["a : b"], '{"a": 1}') == [("a : b", None)]


@pytest.mark.parametrize(
    "key", ["a." * 5000 + "b = 1", "\n[" + "a." * 5000 + "b]", "x = {" + "a . " * 20 + "b = 1}"]
)
def test_a_key_of_thousands_of_parts_is_refused_at_once(key: str) -> None:
    with pytest.raises(PackError, match="clé de plus de 16 parties") as refused:
        read_toml(key)
    line = key.count("\n") + 1
    assert located(refused.value.problems, key) == [(refused.value.problems[0], line)]


def test_dots_in_a_text_are_no_parts() -> None:
    text = "x = '" + "a.b" * 40 + "'\ny = ['" + "a." * 40 + "']\n"
    assert read_toml(text) == tomllib.loads(text)
