"""Exact odds beside dice libraries: one command, one run, the same questions, answers compared to the fraction.

    .venv/bin/python benchmarks/cotes [--runs 7] [--only Q4 --only Q5] [--write]

Installs the peers in an environment of their own, then asks each question of each contender in a fresh process: the
median of warm calls, whatever would be the very answer being forgotten between them. Floats and lost digits are marked
`~`, and are no peer to beat. `--write` puts the tables into docs/cotes.md.
"""

from __future__ import annotations

import argparse
import pickle
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import peers
import processes
import report
from asking import NUMPY, OURS, Law
from questions import QUESTIONS
from report import Row, Timed

HERE = Path(__file__).parent
LONGEST = 900
"""Seconds after which a contender is given up."""
NEAR = 1e-9


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--only", action="append", choices=QUESTIONS, help="this question (may be repeated)")
    parser.add_argument("--write", action="store_true", help="put the tables into docs/cotes.md")
    asked = parser.parse_args()
    if asked.write and asked.only:
        parser.error("--write needs every question")
    python = peers.environment()
    rows = []
    for question in asked.only or QUESTIONS:
        row = Row(question, QUESTIONS[question], dict(timed(question, asked.runs, python)))
        print(report.line(row), flush=True)
        rows.append(row)
    if asked.only:
        return
    whole = {name: processes.whole(pick(name, python), name, asked.runs) for name in processes.IMPORTS}
    text = report.page(rows, whole)
    print(text)
    if asked.write:
        report.write(text)


def timed(question: str, runs: int, python: Path) -> Iterator[tuple[str, Timed]]:
    """Every contender, Paravent first: the others are compared with its answers."""
    expected: list[Law] = []
    for name in QUESTIONS[question].contenders:
        with tempfile.TemporaryDirectory() as folder:
            answers = Path(folder) / "answers"
            command = [pick(name, python), HERE / "one.py", question, name, str(runs), answers]
            try:
                done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=LONGEST)
            except subprocess.SubprocessError as error:
                said = getattr(error, "stderr", None) or str(error)
                print(f"{question} {name}: {said.strip().splitlines()[-1]}", file=sys.stderr)
                yield name, Timed(None, "fails")
                continue
            laws = pickle.loads(answers.read_bytes())
        expected = expected or laws
        yield name, Timed(float(done.stdout), how_right(laws, expected))


def pick(name: str, python: Path) -> Path:
    """Ours run where Paravent is installed, peers in their own environment."""
    return Path(sys.executable) if name in (OURS, NUMPY) else python


def how_right(laws: list[Law], expected: list[Law]) -> str:
    """`exact`, `near` where only digits are lost, else `wrong`."""
    if laws == expected:
        return "exact"
    near = len(laws) == len(expected) and all(
        abs(float(law.get(outcome, 0)) - float(right.get(outcome, 0))) < NEAR
        for law, right in zip(laws, expected, strict=True)
        for outcome in law.keys() | right.keys()
    )
    return "near" if near else "wrong"


if __name__ == "__main__":
    main()
