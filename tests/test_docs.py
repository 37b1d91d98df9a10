"""The documents that scripts/docs.py writes say what the code says now, and no page leads nowhere."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
OURS = [p for p in PAGES if p.parent.name != "decisions"]


def test_generated_documents_are_up_to_date() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "docs.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, f"run scripts/docs.py, stale: {done.stdout}{done.stderr}"


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text("utf-8"))
    assert [x for x in links if "://" not in x and not (page.parent / x).exists()] == []


@pytest.mark.parametrize("page", OURS, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_pages_are_typeset(page: Path) -> None:
    """French marks keep with their word; code and English are left alone."""
    prose = re.sub(r"```.*?```|`[^`\n]*`|\n    [^\n]*|<[^>]*>", "", page.read_text("utf-8"), flags=re.DOTALL)
    prose = prose.split("## In English")[0]
    assert re.findall(r".{0,20}(?: [:;?!»](?:\s|$)|« ).{0,10}", prose) == []


def test_the_commands_that_the_readme_shows_exist() -> None:
    from paravent.cli.main import COMMANDS

    shown = set(re.findall(r"paravent ([a-z]+)", (ROOT / "README.md").read_text("utf-8")))
    assert set(COMMANDS) <= shown
    assert shown <= set(COMMANDS)


def test_each_defence_names_tests_that_are_there() -> None:
    """Every line of the threat model is held by tests, and they exist."""
    rows = [
        line
        for line in (ROOT / "docs/menaces.md").read_text("utf-8").splitlines()
        if line.startswith("| ") and not line.startswith(("| menace", "| ---"))
    ]
    assert len(rows) > 20
    for row in rows:
        named = re.findall(r"`(tests/[\w/]+\.py)::(?:\w+::)?(\w+)`", row)
        assert named, row
        for file, name in named:
            assert re.search(rf"def {name}\b", (ROOT / file).read_text("utf-8")), (file, name)
