"""The odds of a test by the longest way, straight from the rules: every die that may fall."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

Mode = str
INTENTIONS = ("discrete", "celere", "precise", "puissante", "impressionnante", "prudente")


def net(advantages: int, disadvantages: int, *, one_for_one: bool) -> Mode:
    """INT-11."""
    while one_for_one and advantages and disadvantages:
        advantages, disadvantages = advantages - 1, disadvantages - 1
    if bool(advantages) == bool(disadvantages):
        return "normal"
    return "avantage" if advantages else "desavantage"


def every_throw(
    difficulty: int,
    bonus: int,
    mode: Mode,
    *,
    doubles: bool,
    single: bool = False,
    last: int | None = None,
) -> dict[str, Any]:
    """INT-01, INT-03, INT-06 to INT-08, INT-10: all that may fall."""
    law: Counter[tuple[bool, bool, bool, int]] = Counter()
    for main, critical in product(range(1, 7), [last] if single else range(1, 7)):
        both = [main] if critical is None else [main, critical]
        kept = {"normal": main, "avantage": max(both), "desavantage": min(both)}[mode]
        rc = ec = False
        if main == critical:
            rc = main == 6 or (doubles and main > 1)
            ec = main == 1
        margin = kept + bonus - difficulty
        law[rc or (not ec and margin >= 0), rc, ec, margin] += 1
    total = law.total()

    def p(holds: Callable[[bool, bool, bool], bool]) -> Fraction:
        return Fraction(sum(w for (ok, rc, ec, _), w in law.items() if holds(ok, rc, ec)), total)

    return {
        "p_reussite": p(lambda ok, rc, ec: ok),
        "p_reussite_critique": p(lambda ok, rc, ec: rc),
        "p_echec_critique": p(lambda ok, rc, ec: ec),
        "loi": [
            {"reussite": ok, "rc": rc, "ec": ec, "marge": margin, "p": Fraction(w, total)}
            for (ok, rc, ec, margin), w in sorted(law.items())
        ],
    }
