"""The layers, as import-linter sees them, and as the words of the files show."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from pkgutil import iter_modules

import pytest

from paravent import systems

ROOT = Path(__file__).parent.parent
SRC = ROOT / "src" / "paravent"
RANK = {"chance": 0, "core": 1, "systems": 2, "store": 3, "sheets": 3, "table": 4, "web": 5, "cli": 6}
"""`cli` stands above `web`: it starts the server."""
FILES = sorted(p for p in SRC.rglob("*.py") if len(p.relative_to(SRC).parts) > 1)
SYSTEMS = sorted(m.name for m in iter_modules([str(SRC / "systems")]) if m.ispkg)


def test_contracts_are_kept() -> None:
    lint = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([lint, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def imported(path: Path) -> set[str]:
    tree = ast.parse(path.read_text("utf-8"))
    out: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            out |= {a.name for a in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level or path.parent != SRC
            out |= {node.module or ""} | {f"{node.module}.{a.name}" for a in node.names}
    return out


def test_nothing_imports_upward() -> None:
    for path in FILES:
        layer = path.relative_to(SRC).parts[0]
        for name in imported(path):
            parts = name.split(".")
            if parts[0] == "paravent" and len(parts) > 1 and parts[1] in RANK:
                assert RANK[parts[1]] <= RANK[layer], f"{path}: {name}"
                if layer == "systems" and parts[1] == "systems" and len(parts) > 2:
                    assert parts[2] == path.relative_to(SRC).parts[1], f"{path}: {name}"


@pytest.mark.parametrize("layer", ["chance", "core", "store", "sheets", "table", "web", "cli"])
def test_nothing_but_its_folder_names_a_system(layer: str) -> None:
    """A sixth rule set is a sixth folder: no code, page or style knows one by name."""
    named = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in sorted((SRC / layer).rglob("*"))
        if path.suffix in {".py", ".js", ".sql", ".html", ".css", ".svg", ".typ"} and "npm" not in path.parts
        for name in SYSTEMS
        if name in path.read_text("utf-8").lower()
    ]
    assert not named


def test_discovery_is_by_folder() -> None:
    assert set(SYSTEMS) == set(systems.all_systems())
