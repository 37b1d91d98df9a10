"""The peers, in an environment of their own, made once and used again."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

PINS = {"icepool": "2.1.3", "dyce": "0.7", "hdroller": "0.6.7", "dice-calc": "0.3.6", "lea": "4.4"}
MODULES = {name: name.replace("-", "_") for name in PINS}


def environment(folder: Path | None = None) -> Path:
    """The Python of an environment that holds all the peers; installs what it lacks."""
    home = folder or Path(tempfile.gettempdir()) / "paravent-cotes-pairs"
    python = home / "bin" / "python"
    wanted = [f"{name}=={version}" for name, version in PINS.items()]
    stamp = home / "pairs.txt"
    if python.exists() and stamp.exists() and stamp.read_text().split() == wanted:
        return python
    shutil.rmtree(home, ignore_errors=True)
    uv = Path(sys.executable).with_name("uv")
    subprocess.run([uv, "venv", "--quiet", "--python", sys.executable, home], check=True)
    subprocess.run([uv, "pip", "install", "--quiet", "--python", python, *wanted], check=True)
    stamp.write_text("\n".join(wanted))
    return python
