"""Peers, each lot in an environment of its own: made once, used again, made anew when a version changes."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path


def environment(name: str, pins: Mapping[str, str]) -> Path:
    """The Python of the environment of that name, which holds these versions; installs what it lacks."""
    home = Path(tempfile.gettempdir()) / f"paravent-{name}"
    python = home / "bin" / "python"
    wanted = [f"{package}=={version}" for package, version in pins.items()]
    stamp = home / "pairs.txt"
    if python.exists() and stamp.exists() and stamp.read_text().split() == wanted:
        return python
    shutil.rmtree(home, ignore_errors=True)
    uv = Path(sys.executable).with_name("uv")
    subprocess.run([uv, "venv", "--quiet", "--python", sys.executable, home], check=True)
    subprocess.run([uv, "pip", "install", "--quiet", "--python", python, *wanted], check=True)
    stamp.write_text("\n".join(wanted))
    return python
