"""The slow twins of fast paths: the rule itself, mapped over every answer of chance."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product
from math import prod
from typing import Any

from hypothesis import strategies as st

from paravent.chance.exact import Law

laws = st.dictionaries(st.integers(-5, 9), st.integers(1, 30), min_size=1, max_size=5).map(Law.of)
mixed_pools = st.lists(laws, min_size=1, max_size=4)
alike_pools = st.builds(lambda law, n: [law] * n, laws, st.integers(1, 4))
fair_pools = st.lists(st.integers(1, 8), max_size=4)


def every(laws: Iterable[Law[Any]], rule: Callable[[tuple[Any, ...]], Any]) -> Law[Any]:
    """The law of what the rule says of each throw of independent laws."""
    listed = [*laws]
    return Law.of(
        (rule(thrown), prod(law.weights[v] for law, v in zip(listed, thrown, strict=True)))
        for thrown in product(*(law.weights for law in listed))
    )


def best(values: Iterable[int], keep: int, *, lowest: bool = False) -> tuple[int, ...]:
    """Those kept, best first."""
    return tuple(sorted(values, reverse=not lowest)[:keep])
