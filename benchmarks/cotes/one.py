"""One contender on one question, in a process of its own: `python one.py QUESTION CONTENDER RUNS ANSWERS`.

Prints the median of warm calls in milliseconds, and leaves the answers in a file for whoever compares them.
"""

from __future__ import annotations

import gc
import pickle
import statistics
import sys
import time
import warnings
from pathlib import Path

from questions import QUESTIONS

MOST_SECONDS = 4.0
"""Past which three calls, or one where it is longer still, make do."""


def main() -> None:
    question, contender, runs, answers = sys.argv[1:]
    warnings.simplefilter("ignore")  # dyce says what of it is experimental
    ask = QUESTIONS[question].contenders[contender]()
    ask.forget()
    start = time.perf_counter()
    raw = ask.work()
    took = [time.perf_counter() - start]
    Path(answers).write_bytes(pickle.dumps(ask.read(raw)))
    del raw
    gc.collect()
    first = took[0]
    wanted = 1 if first > MOST_SECONDS / 2 else 3 if first > MOST_SECONDS / 10 else int(runs)
    if first < 0.01:
        wanted = max(wanted, min(500, int(0.3 / first)))
    if wanted > 1:
        took.clear()
        for _ in range(wanted):
            ask.forget()
            start = time.perf_counter()
            ask.work()
            took.append(time.perf_counter() - start)
    print(statistics.median(took) * 1000)


if __name__ == "__main__":
    main()
