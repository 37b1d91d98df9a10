"""The library alone: its examples, its imports, its page of documentation."""

import doctest
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

from paravent.chance import draws, exact, words

MODULES = [exact, words, *(import_module(f"{exact.__name__}.{m.name}") for m in iter_modules(exact.__path__))]
PAGE = Path(__file__).parents[3] / "docs/cotes.md"


@pytest.mark.parametrize("module", [*MODULES, draws])
def test_examples_in_docstrings_are_true(module):
    failed, tried = doctest.testmod(module)
    assert failed == 0
    assert tried or module in (draws, exact.arrays)


def test_examples_of_the_page_are_true():
    blocks = re.findall(r"^```pycon\n(.*?)^```$", PAGE.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, PAGE.name, str(PAGE), 0)
    assert len(test.examples) > 20
    assert doctest.DocTestRunner().run(test).failed == 0


def test_the_page_names_all_that_the_library_gives():
    text = PAGE.read_text("utf-8")
    assert [name for name in exact.__all__ if f"`{name}" not in text] == []


def test_importing_the_laws_loads_nothing_but_the_standard_library():
    code = "import sys, paravent.chance.exact; print(*{m.partition('.')[0] for m in sys.modules})"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "paravent" in loaded
    assert not {"numpy", "pydantic", "pydantic_core", "sqlalchemy", "fastapi", "click"} & {*loaded}
