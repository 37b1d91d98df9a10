"""Contenders side by side: the same questions, answers compared to the fraction, medians of warm calls."""

from __future__ import annotations

import argparse
import importlib
import statistics
import time
import warnings
from collections.abc import Callable, Mapping
from typing import Any

OURS = "paravent"
Ask = Callable[[], list[Any]]


def runs_asked(description: str | None) -> int:
    """How many times each question is timed, from the command line."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=7)
    warnings.simplefilter("ignore")  # dyce says its `expand` is experimental
    runs: int = parser.parse_args().runs
    return runs


def present(peers: Mapping[str, tuple[str, Callable[[Any], Any]]]) -> dict[str, Any]:
    """Those of (module, builder from it) that are installed, built."""
    found = {}
    for name, (module, build) in peers.items():
        try:
            found[name] = build(importlib.import_module(module))
        except ImportError:
            print(f"{name}: not installed, skipped")
    return found


def median_ms(work: Callable[[], object], runs: int) -> float:
    work()
    took = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        took.append(time.perf_counter() - start)
    return statistics.median(took) * 1000


def side_by_side(question: str, asks: Mapping[str, Ask], reads: Mapping[str, Any], runs: int) -> None:
    """Every contender's raw answers, read and compared with ours, then timed; `OURS` is one of them."""
    expected = [reads[OURS](raw) for raw in asks[OURS]()]
    times = {}
    for name, ask in asks.items():
        laws = [reads[name](raw) for raw in ask()]
        if laws != expected:
            wrong = sum(x != y for x, y in zip(laws, expected, strict=True))
            print(f"{question} {name}: WRONG on {wrong} laws")
            continue
        times[name] = median_ms(ask, runs)
    for name, took in times.items():
        print(f"{question:4} {name:16} {took:9.3f} ms  {took / times[OURS]:8.1f} x  ({len(expected)} laws)")
    peers = [took for name, took in times.items() if name != OURS]
    if peers:
        print(f"{question:4} best exact peer / paravent: {min(peers) / times[OURS]:.1f}")
