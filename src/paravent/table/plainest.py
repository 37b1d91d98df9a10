"""The plainest legal answer to an offer: what a trial fills a form with when it only wants to see what comes next."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from paravent.core.domains import OneOf, Text, Whole
from paravent.core.offers import UNLIMITED, Offer
from paravent.core.shapes import Allotment, ListOf, Permutation, Precise, Record

TRIES = 25
WORD = "Essai"


def plainest(offer: Offer) -> Any:
    """A legal command: first choices, even shares, a word where one is needed; None where none was found."""
    found = {}
    for name, domain in offer.fields:
        legal = (v for v in _tries(domain) if domain.why_not(v) is None)
        if (value := next(legal, None)) is None:
            return None
        found[name] = value
    command = offer.command(**found)
    return command if offer.why_not(command) is None else None


def why_none(offer: Offer) -> str:
    """Why the plainest values of an offer are refused."""
    for _, domain in offer.fields:
        if (why := domain.why_not(_plain(domain))) is not None:
            return str(why)
    return ""


def _tries(domain: Any) -> Iterator[Any]:
    yield _plain(domain)
    for n in range(TRIES):
        yield domain.pick(_Numbers(n), UNLIMITED)


def _plain(domain: Any) -> Any:
    match domain:
        case OneOf(options=(first, *_)):
            return first.value
        case Whole():
            return domain.low if domain.usual is None else domain.usual
        case Text():
            return WORD[: domain.longest] if domain.required else ""
        case Permutation():
            return tuple(range(1, domain.n + 1))
        case Allotment():
            return _even(domain)
        case Precise():
            choice = _plain(domain.choice)
            return choice, WORD if choice in domain.asking else ""
        case Record(fields=fields):
            return tuple(_plain(d) for _, _, d in fields)
        case ListOf():
            return tuple(_plain(domain.item) for _ in range(domain.least))
        case _:
            return domain.pick(lambda n: 0, 0)


def _even(a: Allotment) -> tuple[int, ...]:
    """One point to each line in turn, as long as any is left and there is room."""
    shares = [low for _, low, _ in a.lines]
    left = 0 if a.total is None else a.total - sum(shares)
    while left > 0 and (room := [i for i, (_, _, high) in enumerate(a.lines) if shares[i] < high]):
        for i in room[:left]:
            shares[i] += 1
        left -= len(room[:left])
    return tuple(shares)


class _Numbers:
    """Numbers that look drawn and never change: the same form is filled in the same way each time."""

    def __init__(self, seed: int) -> None:
        self._seed, self._n = seed, 0

    def __call__(self, n: int) -> int:
        self._n += 1
        return int.from_bytes(sha256(f"{self._seed}/{self._n}".encode()).digest()[:8]) % n
