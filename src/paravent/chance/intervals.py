"""Confidence intervals around what was counted: guaranteed for a share, approached for a mean. Pure, floats.

>>> low, high = share(415, 1000, 0.95)
>>> round(low, 4), round(high, 4)
(0.3843, 0.4462)
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import exp, lgamma, log, log1p, sqrt
from statistics import NormalDist

STEPS = 80
"""More than halvings of an interval of length 1 need to come to what a float cannot tell apart."""
TINY = 1e-300
PRECISION = 1e-15


def share(hits: int, times: int, level: float) -> tuple[float, float]:
    """Clopper and Pearson's interval around `hits / times`: it holds the chance at least `level` of the time.

    `level` in ]0, 1[, `0 <= hits <= times`, `times >= 1`; ValueError otherwise.
    """
    if not (0 <= hits <= times and times >= 1 and 0 < level < 1):
        raise ValueError("no such share or level")
    return _share(hits, times, level)


@lru_cache(maxsize=4096)
def _share(hits: int, times: int, level: float) -> tuple[float, float]:
    tail = (1 - level) / 2
    low = _quantile(tail, hits, times - hits + 1) if hits else 0.0
    high = _quantile(1 - tail, hits + 1, times - hits) if hits < times else 1.0
    return low, high


def mean(value: Fraction, variance: Fraction, times: int, level: float) -> tuple[float, float]:
    """The interval around a mean that the normal law approaches, for many draws; `variance` is that of one draw."""
    if times < 1 or not 0 < level < 1:
        raise ValueError("no such number of draws or level")
    reach = NormalDist().inv_cdf((1 + level) / 2) * sqrt(variance / times)
    return float(value) - reach, float(value) + reach


def beta_below(x: float, a: int, b: int) -> float:
    """The chance that a Beta(a, b) variable falls below `x`; a, b >= 1."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    scale = lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)
    # The fraction converges fast on one side of the mean; the other side is its complement.
    if x * (a + b + 2) < a + 1:
        return exp(scale) / a / _fraction(x, a, b)
    return 1 - exp(scale) / b / _fraction(1 - x, b, a)


def _fraction(x: float, a: int, b: int) -> float:
    """1 + d1/(1 + d2/(1 + …)), the continued fraction of the incomplete beta function, by Lentz's method."""
    value = c = 1.0
    d = 0.0
    for term in _terms(x, a, b):
        d = 1 / _away_from_zero(1 + term * d)
        c = _away_from_zero(1 + term / c)
        value *= c * d
        if abs(c * d - 1) < PRECISION:
            return value
    raise AssertionError("the fraction goes on for ever")


def _terms(x: float, a: int, b: int) -> Iterator[float]:
    m = 0
    while True:
        yield -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        m += 1
        yield m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))


def _away_from_zero(x: float) -> float:
    return x if abs(x) > TINY else TINY


def _quantile(p: float, a: int, b: int) -> float:
    """Where `beta_below` comes to `p`: by Newton's steps, halving instead whenever one leaves what still holds it."""
    low, high, x = 0.0, 1.0, a / (a + b)
    scale = lgamma(a + b) - lgamma(a) - lgamma(b)
    for _ in range(STEPS):
        gap = beta_below(x, a, b) - p
        low, high = (x, high) if gap < 0 else (low, x)
        slope = exp(scale + (a - 1) * log(x) + (b - 1) * log1p(-x))
        near = x - gap / slope if slope else low
        if not low < near < high:
            near = (low + high) / 2
        if abs(near - x) <= PRECISION * x:
            return near
        x = near
    return x
