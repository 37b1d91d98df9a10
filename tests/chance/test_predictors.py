"""Whoever knows all that is public and every draw so far tells the next no better than by chance; the same predictors
do find weak generators out, so that this could fail.

The bound is exact: whatever a predictor does, its hits on n throws of a fair die are those of n trials of 1/sides.
"""

from __future__ import annotations

import hashlib
import random
import secrets
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import islice
from math import comb
from pathlib import Path
from typing import Any

import pytest

from chance.predictors import (
    LCGS,
    Due,
    Last,
    Linear,
    Markov,
    Predictor,
    Seeded,
    congruential,
    cycles,
    hits,
    lagged,
    modulo,
    twister,
)
from paravent.chance.draws import commitment, contribution_hash, draw_key, faces, words
from paravent.store import open_store
from paravent.table.service import Tables

CHANCE = Fraction(1, 10**9)
"""What a fair die does not do: one run of a thousand million."""
SIDES = 6
SEATS = ("lea", "noe")


def tail(n: int, k: int, p: Fraction) -> Fraction:
    """The exact chance of `k` hits or more in `n` trials."""
    a, b = p.numerator, p.denominator - p.numerator
    term = comb(n, k) * a**k * b ** (n - k)
    total = term
    for i in range(k, n):
        term = term * (n - i) * a // ((i + 1) * b)
        total += term
    return Fraction(total, p.denominator**n)


def test_the_bound_is_exact() -> None:
    assert [tail(2, k, Fraction(1, 6)) for k in range(3)] == [1, Fraction(11, 36), Fraction(1, 36)]
    assert tail(40, 13, Fraction(1, 2)) == Fraction(sum(comb(40, i) for i in range(13, 41)), 2**40)


def simple(sides: int) -> dict[str, Callable[[], Predictor]]:
    return {
        "last": lambda: Last(sides),
        "next": lambda: Last(sides, 1),
        "frequency": lambda: Markov(sides, 0),
        "its turn": lambda: Due(sides),
        "markov 1": lambda: Markov(sides, 1),
        "markov 2": lambda: Markov(sides, 2),
        "cycles": lambda: cycles(),
        "congruential": lambda: congruential(sides),
        "lagged": lambda: lagged(sides),
    }


def ours(key: bytes, sides: int) -> Iterator[int]:
    """Throws of ten dice, one draw after the other, as a table makes them."""
    n = 0
    while True:
        yield from faces(key, n, (sides,) * 10)
        n += 1


class Round:
    """A round of chance, and all that its table shows of it."""

    def __init__(self, secret: bytes, clock: int) -> None:
        self.table, self.clock = secrets.token_hex(8), clock
        self.shares = tuple((seat, secrets.token_bytes(32)) for seat in SEATS)
        self.key = draw_key(secret, self.table, 1, "open", self.shares)
        self.print = commitment(self.table, 1, "open", secret)
        self.prints = [contribution_hash(self.table, 1, *s) for s in self.shares]

    def public(self) -> list[bytes]:
        """Everything shown, as bytes that a generator could be begun with."""
        shown = [self.table.encode(), bytes.fromhex(self.print), *(v for _, v in self.shares)]
        shown += [bytes.fromhex(p) for p in self.prints]
        shown += [str(self.clock + ms).encode() for ms in range(-50, 51)]
        joined = [b"".join(shown[:4]), b"".join(v for _, v in self.shares)]
        return [*shown, *joined, *(hashlib.sha256(s).digest() for s in shown)]

    def candidates(self, sides: int) -> list[Any]:
        """Generators that could have been used, from each."""
        out: list[Any] = []
        for seed in self.public():
            number = int.from_bytes(seed, "big")
            out.append(twister(number, sides))
            if seed.isdigit():
                out.append(twister(int(seed), sides))
                out += [modulo(int(seed), sides, lcg) for lcg in LCGS.values()]
            out += [modulo(number, sides, lcg) for lcg in LCGS.values()]
            secret = hashlib.sha256(seed).digest()
            for key in (secret, draw_key(secret, self.table, 1, "open", self.shares)):
                out.append(lambda key=key: ours(key, sides))
            if 16 <= len(seed) <= 64:
                out.append(lambda s=seed: ours(draw_key(s, self.table, 1, "open", self.shares), sides))
        return out


@pytest.fixture(scope="module")
def fair() -> tuple[Round, list[int]]:
    made = Round(secrets.token_bytes(32), 1_790_000_000_123)
    return made, list(islice(ours(made.key, SIDES), 6000))


@pytest.mark.parametrize("name", simple(SIDES))
def test_no_simple_predictor_beats_chance(fair: tuple[Round, list[int]], name: str) -> None:
    _, thrown = fair
    found = hits(simple(SIDES)[name](), thrown)
    assert tail(len(thrown), found, Fraction(1, SIDES)) > CHANCE, found


def test_nothing_public_is_a_seed(fair: tuple[Round, list[int]]) -> None:
    made, thrown = fair
    candidates = made.candidates(SIDES)
    assert len(candidates) > 1000
    found = hits(Seeded(candidates), thrown[:400], after=100)
    assert tail(300, found, Fraction(1, SIDES)) > CHANCE, found


def test_no_linear_state_is_found() -> None:
    """Twice the state of a Mersenne Twister, and three hundred more."""
    key = draw_key(secrets.token_bytes(32), "t", 1, "open")
    tossed = [1 + word % 2 for word in islice(words(key, 0), 2 * 19_937 + 400)]
    found = hits(Linear(), tossed, after=2 * 19_937 + 100)
    assert tail(300, found, Fraction(1, 2)) > CHANCE, found


async def test_draws_of_a_real_table_are_no_more_told(tmp_path: Path) -> None:
    """Thrown through the table itself, learnt from what anyone there is shown."""
    tables = Tables(open_store(f"sqlite:///{tmp_path}/t.sqlite"))
    made = await tables.create("architectes", "La Brume", "Ada")
    access = await tables.access(made.game_master)
    assert access
    thrown: list[int] = []
    for n in range(40):
        view = await tables.view(made.table, access.seat)
        w, o = next((w, o) for w in view["waitings"] for o in w["offers"] if o["command"] == "ThrowDice")
        most = next(f for f in o["fields"] if f["name"] == "count")["high"]
        fields = {"count": most, "sides": SIDES, "why": "", "secret": False}
        await tables.act(made.table, access.seat, w["key"], "ThrowDice", fields, f"jet-{n}")
        told = [x["data"] for x in (await tables.view(made.table, access.seat))["journal"]]
        thrown += next(d["faces"] for d in reversed(told) if d["kind"] == "FreeRolled")
    await tables.close()
    assert len(thrown) >= 400
    for name, make in simple(SIDES).items():
        assert tail(len(thrown), hits(make(), thrown), Fraction(1, SIDES)) > CHANCE, name


def biased(rng: random.Random) -> Iterator[int]:
    while True:
        yield rng.choice((1, 2, 3, 4, 5, 6, 6))


def clinging(rng: random.Random) -> Iterator[int]:
    last = 1
    while True:
        last = last if rng.random() < 0.3 else rng.randint(1, SIDES)
        yield last


def avoiding(rng: random.Random) -> Iterator[int]:
    """Each face of a bag before any comes again, a slip now and then."""
    while True:
        yield from rng.sample(range(1, SIDES + 1), SIDES)


def repeated(rng: random.Random) -> Iterator[int]:
    run = [rng.randint(1, SIDES) for _ in range(97)]
    while True:
        yield from run


def fibonacci(rng: random.Random) -> Iterator[int]:
    past = [rng.randrange(SIDES) for _ in range(17)]
    while True:
        past.append((past[-5] + past[-17]) % SIDES)
        yield past[-1] + 1


def stepping(rng: random.Random) -> Iterator[int]:
    x = rng.randrange(SIDES)
    while True:
        x = (5 * x + 1) % SIDES
        yield x + 1


@pytest.mark.parametrize(
    ("weak", "names"),
    [
        (biased, ["frequency"]),
        (clinging, ["last", "markov 1"]),
        (avoiding, ["its turn", "markov 2"]),
        (repeated, ["cycles"]),
        (fibonacci, ["lagged"]),
        (stepping, ["congruential", "markov 1", "markov 2", "cycles"]),
    ],
)
def test_weak_dice_are_found_out(weak: Callable[[random.Random], Iterator[int]], names: list[str]) -> None:
    thrown = list(islice(weak(random.Random(7)), 3000))
    for name in names:
        found = hits(simple(SIDES)[name](), thrown)
        assert tail(len(thrown), found, Fraction(1, SIDES)) < CHANCE, name


@pytest.mark.parametrize(
    "weak", ["clock", "print", "share", "lcg of the clock", "the clock's print as a secret"]
)
def test_generators_begun_from_what_is_public_are_found_out(weak: str) -> None:
    made = Round(secrets.token_bytes(32), 1_790_000_000_123)
    sources: dict[str, Any] = {
        "clock": twister(made.clock + 17, SIDES),
        "print": twister(int(made.print, 16), SIDES),
        "share": twister(int.from_bytes(made.shares[1][1], "big"), SIDES),
        "lcg of the clock": modulo(made.clock - 20, SIDES, LCGS["numerical recipes"]),
    }
    secret = hashlib.sha256(str(made.clock).encode()).digest()
    key = draw_key(secret, made.table, 1, "open", made.shares)
    sources["the clock's print as a secret"] = lambda: ours(key, SIDES)
    thrown = list(islice(sources[weak](), 400))
    assert hits(Seeded(made.candidates(SIDES)), thrown, after=100) == 300


def test_a_twister_is_found_out_from_tossed_coins() -> None:
    """From one bit of each of its numbers, without knowing how it was begun."""
    rng = random.Random(secrets.token_bytes(32))
    tossed = [1 + rng.getrandbits(32) % 2 for _ in range(2 * 19_937 + 400)]
    assert hits(Linear(), tossed, after=2 * 19_937 + 100) == 300
