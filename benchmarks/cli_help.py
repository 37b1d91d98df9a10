"""How long the command line takes to say what it can do: whole processes, from start to end.

    python benchmarks/cli_help.py [--runs 15]

Beside it, the interpreter alone, doing nothing: the part no program written in Python can be rid of.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

PARAVENT = str(Path(sys.executable).with_name("paravent"))
COMMANDS = (
    ("python -c pass", [sys.executable, "-c", "pass"]),
    ("paravent --help", [PARAVENT, "--help"]),
    ("paravent regle ARC-10", [PARAVENT, "regle", "ARC-10"]),
)
TARGET = 0.3


def took(command: Sequence[str], runs: int) -> list[float]:
    """Seconds of each run; the first one, which may have to compile modules, is left out."""
    out = []
    for _ in range(runs + 1):
        start = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        out.append(time.perf_counter() - start)
    return out[1:]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=15)
    runs = parser.parse_args().runs
    print(f"{'whole process':24} {'best':>9} {'median':>9}     target for --help: {TARGET} s")
    for label, command in COMMANDS:
        times = took(command, runs)
        print(f"{label:24} {min(times):7.3f} s {statistics.median(times):7.3f} s")


if __name__ == "__main__":
    main()
