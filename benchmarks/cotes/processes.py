"""What a whole process costs: importing each library, and one opposition asked from the command line."""

from __future__ import annotations

import os
import statistics
import subprocess
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

POOLS = "pools = ((4, 4, 6, 6, 8, 8, 10, 10, 12, 12), 3), ((4, 6, 8, 10, 12), 2)"
QUERIES = {
    "paravent": """
from paravent.chance.exact import pool, versus
a, b = (pool(dice, keep).map(lambda tally: tally.total) for dice, keep in pools)
print(versus(a, b).above)
""",
    "icepool": """
import icepool
a, b = (icepool.Pool([icepool.d(n) for n in dice]).highest(keep).sum() for dice, keep in pools)
print((a - b).probability(">", 0))
""",
    "hdroller": """
from fractions import Fraction
import hdroller
a, b = (hdroller.Pool(hdroller.d12, max_outcomes=dice)[-keep:].sum() for dice, keep in pools)
found = dict(zip((a > b).outcomes(), (a > b).weights()))
print(Fraction(found[1], sum(found.values())))
""",
    "dyce": """
from fractions import Fraction
import dyce
def total(dice, keep):
    law = dyce.H({(): 1})
    for n in dice:
        law = law.apply(lambda best, face: tuple(sorted(best + face)[-keep:]), dyce.H({(f + 1,): 1 for f in range(n)}))
    return law.apply(sum)
a, b = (total(dice, keep) for dice, keep in pools)
found = dict(a.apply(lambda i, j: int(i > j), b).items())
print(Fraction(found[1], sum(found.values())))
""",
}
"""P(10 mixed dice keep 3 > 5 keep 2), each library the way its manual goes; the answer is printed."""
IMPORTS = {
    "paravent": "import paravent.chance.exact",
    "icepool": "import icepool",
    "hdroller": "import hdroller",
    "dyce": "import dyce",
    "dice_calc": "import dice_calc",
    "lea": "import lea",
}


class Whole(NamedTuple):
    """Milliseconds: what importing the library adds to a process, and one query as a whole one, with its megabytes."""

    importing: float
    query: float | None
    megabytes: float | None
    answer: str


class Cost(NamedTuple):
    """Wall time of the whole process, what it holds at most, and what it printed."""

    ms: float
    megabytes: float
    printed: str


def process(python: Path, code: str, runs: int) -> Cost:
    """Medians of fresh processes, the first left out: it compiles what the others then read."""
    # The peak is told by the process itself, once it has answered: what its parent holds does not count.
    told = "\nprint(next(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')))"
    took, printed = [], ""
    with tempfile.TemporaryDirectory() as compiled:
        kept = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
        for _ in range(runs + 1):
            start = time.perf_counter()
            done = subprocess.run(
                [python, "-W", "ignore", "-c", code + told],
                check=True,
                capture_output=True,
                text=True,
                env=kept | {"PYTHONPYCACHEPREFIX": compiled},
            )
            took.append((time.perf_counter() - start) * 1000)
            printed = done.stdout
    *answer, peak = printed.split("\n")[:-1]
    return Cost(statistics.median(took[1:]), float(peak) / 1024, "\n".join(answer))


def whole(python: Path, name: str, runs: int) -> Whole:
    """What `name` costs to whoever starts a process for it."""
    importing = process(python, IMPORTS[name], runs).ms - process(python, "", runs).ms
    if name not in QUERIES:
        return Whole(importing, None, None, "")
    query = process(python, POOLS + QUERIES[name], runs)
    return Whole(importing, query.ms, query.megabytes, query.printed)
